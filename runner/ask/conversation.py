"""What chat adapters have in common: the messages that are sent, and the response that a completion becomes."""

from runner.errors import ConfigError
from runner.model.completion import Completion, Message
from schemas.response import Passage, Response
from schemas.system import Delivery, SystemBase


def chat_delivery(system: SystemBase, instruction: str, frame: dict[str, str] | None = None) -> Delivery:
    """Return the delivery to a chat model, which takes an instruction as its system message or not at all.

    Raises:
        ConfigError: If the system asks for a persona, which only vendors with such a setting have.
    """
    if system.prompt_delivery == "persona":
        raise ConfigError(
            "a chat model has no persona",
            where=f"system.{system.slug}.prompt_delivery",
            fix="prompt_delivery: system_message, or none",
        )
    if system.prompt_delivery == "none":
        return Delivery(mode="none", instruction=None, frame=frame or {})
    return Delivery(mode=system.prompt_delivery, instruction=instruction, frame=frame or {})


def messages_for(delivery: Delivery, user_text: str) -> list[Message]:
    """Return a fresh conversation: the instruction as delivered, then one message of the user."""
    user: Message = {"role": "user", "content": user_text}
    if delivery.instruction is None:
        return [user]
    return [{"role": "system", "content": delivery.instruction}, user]


def to_response(completion: Completion, *, evidence: list[Passage] | None = None, before_s: float = 0.0) -> Response:
    """Return the response of a system whose answer is one completion.

    Args:
        completion: What the model gave.
        evidence: What had been retrieved, with texts; null for systems that retrieve nothing.
        before_s: Seconds that the system spent before the call, which belong to its latency.
    """
    return Response(
        status=completion.status,
        answer=completion.text,
        evidence=evidence,
        evidence_has_text=evidence is not None,
        reported_model=completion.reported_model,
        usage=completion.usage,
        latency_s=None if completion.latency_s is None else completion.latency_s + before_s,
        cost_usd=completion.cost_usd,
        finish_reason=completion.finish_reason,
        error=completion.error,
        raw_request=completion.raw_request,
        raw_response=completion.raw_response,
    )
