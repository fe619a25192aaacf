"""A bare chat model without retrieval: the baseline that every retrieval system is held against."""

from runner.ask.base import SystemAdapter
from runner.ask.conversation import chat_delivery, messages_for, to_response
from runner.model.caller import check_fit
from schemas.response import AskedQuestion, Response
from schemas.system import ChatSystem, Delivery


class Chat(SystemAdapter[ChatSystem]):
    """Sends the question as it is, after the campaign's instruction."""

    @classmethod
    def describe_delivery(cls, system: ChatSystem, instruction: str) -> Delivery:
        """Return the instruction as system message, or nothing; the question stands alone, without a frame."""
        return chat_delivery(system, instruction)

    async def open(self) -> None:
        """Check that the model can be asked at its endpoint.

        Raises:
            ConfigError: If it cannot.
        """
        check_fit(self.system.model, self.resources.endpoint(self.system.model.endpoint))

    async def ask(self, question: AskedQuestion) -> Response:
        """Ask the model once, in a fresh conversation."""
        model = self.system.model
        completion = await self.resources.caller.complete(
            model, self.resources.endpoint(model.endpoint), messages_for(self.delivery, question.text)
        )
        return to_response(completion)
