"""The intent classifier that is a language model, with the phrase classifier to fall back on."""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, ClassVar, NamedTuple

from runner.classify.phrases import PhraseClassifier
from runner.classify.prompt import DECISION, VERSION, classifier_messages
from runner.errors import ConfigError
from runner.judge.reply import NEVER_HEALS, quotes, shown, unread_because, unusable_because, way_out
from runner.model.completion import Caller, Completion
from runner.model.fence import sound
from runner.model.json_reply import ObjectReading, read_object
from runner.model.record import Asked, record_call
from runner.text.normalise import plain_typography
from schemas.calls import ModelCall
from schemas.campaign import ModelClassifierConfig
from schemas.endpoint import Endpoint
from schemas.judging import Classification, Intent, InvalidCause

_INTENT = re.compile(r"""[\s*_`"'(\[]*(attempt|abstention)[\s*_`"')\].]*""", re.IGNORECASE | re.ASCII)
_LONGEST_LABEL = 40


class UnreadIntent(StrEnum):
    """Why an object that could be read gives no intent."""

    NO_INTENT = "no_intent"
    """The object has no such key."""
    UNCLEAR_INTENT = "unclear_intent"
    """The value is neither the one word nor the other."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A classification with all that the log keeps of how it came about."""

    classification: Classification
    """The intent; ``source`` is the model's name, or ``phrases (after <cause>)``."""
    call: ModelCall
    """The call behind it, the failed one where phrases decided."""
    fallback_cause: InvalidCause | UnreadIntent | None = None
    """Why phrases decided; null where the model did."""


class ModelClassifier:
    """Decides intents by a model. It keeps nothing between decisions, so any number may be under way at once."""

    version: ClassVar[int] = VERSION
    """Version of its fixed words and of the reading of its replies."""

    def __init__(self, config: ModelClassifierConfig, caller: Caller, endpoint: Endpoint) -> None:
        """Call nobody yet.

        Args:
            config: Model and criteria.
            caller: Who makes the calls, with its own time limit, retries and concurrency.
            endpoint: Where the model answers.
        """
        self.config = config
        self._caller = caller
        self._endpoint = endpoint
        self._phrases = PhraseClassifier()

    async def decide(self, question: str, response: str) -> Decision:
        """Decide one response.

        Args:
            question: The question as put to the system.
            response: The visible text of the response, exactly as received.

        Returns:
            The model's decision; or, where its call failed or its reply cannot be read, the phrase classifier's,
            which says so. An intent is never assumed.

        Raises:
            ConfigError: If model and endpoint do not fit together.
            MissingPartError: If the endpoint's key is not set.
        """
        model = self.config.model
        messages = classifier_messages(self.config.criteria, question, response)
        schema = DECISION if self.config.json_schema else None
        completion = await self._caller.complete(model, self._endpoint, messages, schema=schema)
        intent, text, cause = _read(completion, response, model.max_output_tokens)
        asked = Asked(model, messages, schema)
        if intent is not None:
            decided = Classification(intent=intent, source=model.name, reason=text)
            return Decision(decided, record_call(asked, completion))
        phrases = self._phrases.classify(question, response)
        decided = phrases.model_copy(update={"source": f"{phrases.source} (after {cause})"})
        return Decision(decided, record_call(asked, completion, text), cause)

    async def rehearse(self) -> Decision:
        """Decide one made-up case, so that a classifier that cannot work stops a campaign before it has cost anything.

        Raises:
            ConfigError: If the vendor rejects the request or another model answers than the one configured.
        """
        decision = await self.decide("How many sides does a triangle have?", "A triangle has three sides.")
        cause = decision.fallback_cause
        if isinstance(cause, InvalidCause) and cause in NEVER_HEALS:
            raise ConfigError(
                f"the intent classifier cannot decide: {decision.call.detail}",
                where="classifier",
                fix=way_out(cause, "classifier"),
            )
        return decision


class _Read(NamedTuple):
    """What a reply amounts to."""

    intent: Intent | None
    text: str
    """The model's reason; or what went wrong."""
    cause: InvalidCause | UnreadIntent | None = None


def _read(completion: Completion, response: str, max_output_tokens: int) -> _Read:
    unusable = unusable_because(completion, max_output_tokens)
    if unusable is not None:
        return _Read(None, unusable.detail, unusable.cause)
    reply = completion.text or ""
    found = read_object(reply)
    if found.value is not None:
        return _from_object(found, found.value, response)
    intent = _parse_intent(reply)
    if intent is not None:
        return _Read(intent, "")
    unread = unread_because(found, reply)
    return _Read(None, unread.detail, unread.cause)


def _from_object(found: ObjectReading, decision: dict[str, Any], response: str) -> _Read:
    if quotes(found, response):
        detail = "the reply's JSON object stands word for word in the response"
        return _Read(None, detail, InvalidCause.AMBIGUOUS)
    if "intent" not in decision:
        return _Read(None, f"the JSON object has no intent: {shown(found.source)}", UnreadIntent.NO_INTENT)
    value, reason = decision["intent"], decision.get("reason", "")
    intent = _parse_intent(value) if isinstance(value, str) else None
    if intent is None:
        return _Read(None, f"neither attempt nor abstention: {shown(repr(value))}", UnreadIntent.UNCLEAR_INTENT)
    return _Read(intent, sound(reason if isinstance(reason, str) else repr(reason)))


def _parse_intent(text: str) -> Intent | None:
    """Read a whole, unambiguous word or nothing."""
    if len(text) > _LONGEST_LABEL:
        return None
    match = _INTENT.fullmatch(plain_typography(text))
    return None if match is None else Intent(match[1].lower())
