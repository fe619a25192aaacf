"""A judge that is a language model: one call, one ballot."""

from dataclasses import dataclass
from typing import ClassVar

from runner.errors import ConfigError
from runner.judge.prompt import BALLOT, VERSION, judge_messages
from runner.judge.reply import NEVER_HEALS, read_completion, way_out
from runner.model.completion import Caller
from runner.model.record import Asked, messages_of, record_call
from schemas.calls import ModelCall
from schemas.campaign import ModelJudgeConfig
from schemas.endpoint import Endpoint
from schemas.judging import JudgeView, Opinion

REHEARSAL = JudgeView(
    question="How many sides does a triangle have?",
    gold="3",
    response="A triangle has three sides.",
)
"""What a judge grades once before a campaign spends anything."""


@dataclass(frozen=True, slots=True)
class Ballot:
    """A vote with all that the log keeps of how it came about."""

    opinion: Opinion
    """The vote, valid or not."""
    call: ModelCall
    """The call behind it."""


class ModelJudge:
    """One judge of a panel. It keeps nothing between votes, so any number of them may be under way at once."""

    version: ClassVar[int] = VERSION
    """Version of its fixed words and of the reading of its replies; `JudgeSpec.version` of every model judge."""

    def __init__(
        self, name: str, config: ModelJudgeConfig, judge_prompt: str, caller: Caller, endpoint: Endpoint
    ) -> None:
        """Call nobody yet.

        Args:
            name: The judge's name in the panel, for errors.
            config: Its settings.
            judge_prompt: The panel's instructions.
            caller: Who makes the calls, with its own time limit, retries and concurrency.
            endpoint: Where the model answers.
        """
        self.name = name
        self.config = config
        self.judge_prompt = judge_prompt
        self._caller = caller
        self._endpoint = endpoint

    async def cast(self, view: JudgeView) -> Opinion:
        """Vote on one attempt, without the record of the call; see :class:`runner.judge.base.CastingJudge`."""
        return (await self.ballot(view)).opinion

    async def ballot(self, view: JudgeView, earlier: ModelCall | None = None) -> Ballot:
        """Vote on one attempt.

        Args:
            view: All that the judge may see.
            earlier: The call of an earlier cast, whose prompt is sent again byte for byte; without one it is written
                anew.

        Returns:
            The vote. Whatever goes wrong with the call or the reply makes it invalid with a cause.

        Raises:
            ConfigError: If model and endpoint do not fit together.
            MissingPartError: If the endpoint's key is not set.
        """
        model = self.config.model
        prompt = judge_messages(self.judge_prompt, view) if earlier is None else messages_of(earlier)
        schema = BALLOT if self.config.json_schema else None
        completion = await self._caller.complete(model, self._endpoint, prompt, schema=schema)
        opinion, detail = read_completion(completion, view.response, model.max_output_tokens)
        return Ballot(opinion, record_call(Asked(model, prompt, schema), completion, detail))

    async def rehearse(self) -> Ballot:
        """Vote once on a made-up case, so that a judge that cannot work stops a campaign before it has cost anything.

        Returns:
            The vote, which belongs to no campaign. It may be invalid for a cause that can heal.

        Raises:
            ConfigError: If the vendor rejects the request (the message holds the vendor's words, which name the
                parameter), or another model answers than the one configured.
        """
        ballot = await self.ballot(REHEARSAL)
        cause = ballot.opinion.invalid_cause
        if cause in NEVER_HEALS:
            raise ConfigError(
                f"judge {self.name!r} cannot vote: {ballot.call.detail}",
                where=f"panel.judges.{self.name}",
                fix=way_out(cause, f"panel.judges.{self.name}"),
            )
        return ballot
