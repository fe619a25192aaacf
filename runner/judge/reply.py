"""From a judge's reply to a vote, or to the cause for which there is none.

No word is ever searched for in a reply, and no reasons are read to change a grade. A reply counts when it is one whole
JSON object with a whole grade in it, or nothing but a grade; ``docs/judging.md`` has the ladder.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from runner.judge.confidence import normalise
from runner.judge.labels import Label, parse_label
from runner.model.completion import Completion
from runner.model.fence import sound
from runner.model.json_reply import Fault, ObjectReading, read_object
from schemas.judging import Grade, Intent, InvalidCause, Opinion
from schemas.response import Status

GRADE_KEYS = ("grade", "verdict")
"""Keys that may hold the grade: ours, and the one that models fall back to where no schema holds them."""
REASONING_KEYS = ("reasoning", "reason")
"""Keys that may hold the reasons."""

FAILED_CALLS: Mapping[Status, InvalidCause] = MappingProxyType(
    {
        Status.EMPTY: InvalidCause.NO_VISIBLE_OUTPUT,
        Status.BLOCKED: InvalidCause.BLOCKED,
        Status.TRUNCATED: InvalidCause.NO_VISIBLE_OUTPUT_AT_LIMIT,
        Status.TIMEOUT: InvalidCause.TIMEOUT,
        Status.RATE_LIMITED: InvalidCause.RATE_LIMITED,
        Status.QUOTA: InvalidCause.QUOTA,
        Status.REFUSED: InvalidCause.REJECTED,
        Status.UNAVAILABLE: InvalidCause.UNAVAILABLE,
        Status.MALFORMED: InvalidCause.MALFORMED,
        Status.MISSING: InvalidCause.MALFORMED,
        Status.PIN_MISMATCH: InvalidCause.PIN_MISMATCH,
    }
)
"""The cause for every way in which a call ends without text."""

NEVER_HEALS = frozenset({InvalidCause.REJECTED, InvalidCause.PIN_MISMATCH})
"""Causes that no waiting mends: a campaign should not begin with them."""

_SHOWN = 80
_FAULTS = {
    Fault.ABSENT: (InvalidCause.UNREADABLE, "the reply holds no JSON object"),
    Fault.BROKEN: (InvalidCause.UNREADABLE, "the reply is no valid JSON object"),
    Fault.SEVERAL: (InvalidCause.AMBIGUOUS, "the reply holds more than one JSON object, or one key twice"),
}


class Reading(NamedTuple):
    """What a reply amounts to."""

    opinion: Opinion
    """The vote; without a grade it is invalid and names its cause."""
    detail: str | None = None
    """Why it is invalid, in one sentence for people; null where it is valid."""


class Unusable(NamedTuple):
    """Why a call gave nothing to read."""

    cause: InvalidCause
    detail: str


def read_completion(completion: Completion, response: str, max_output_tokens: int) -> Reading:
    """Read what came of a call for one vote.

    Args:
        completion: What the caller gave back.
        response: The response under judgement, to tell a ballot from a quotation of it.
        max_output_tokens: The judge's output limit, which the sentence about a cut-off reply names.
    """
    unusable = unusable_because(completion, max_output_tokens)
    if unusable is not None:
        return _invalid(*unusable)
    return read_ballot(completion.text or "", response)


def unusable_because(completion: Completion, max_output_tokens: int) -> Unusable | None:
    """Say why a call gave no whole text, or None if it gave one. The judges and the classifier share this.

    Args:
        completion: What the caller gave back.
        max_output_tokens: The model's output limit.
    """
    limit = f"raise the model's max_output_tokens, now {max_output_tokens}"
    refusal = _refusal(completion.raw_response)
    if refusal is not None:
        return Unusable(InvalidCause.DECLINED, f"the model declines: {shown(refusal)}")
    if completion.status is not Status.OK:
        cause = FAILED_CALLS[completion.status]
        detail = completion.error or f"the call ended as {completion.status.value}"
        return Unusable(cause, f"{detail}; {limit}" if cause is InvalidCause.NO_VISIBLE_OUTPUT_AT_LIMIT else detail)
    if completion.finish_reason == "length":
        return Unusable(InvalidCause.CUT_OFF, f"the output limit cut the reply short; {limit}")
    if not (completion.text or "").strip():
        return Unusable(InvalidCause.NO_VISIBLE_OUTPUT, "the vendor reported success and gave no text")
    return None


def way_out(cause: InvalidCause, where: str) -> str:
    """Return what a user can do about a cause that never heals.

    Args:
        cause: One of `NEVER_HEALS`.
        where: Override path of the judge or classifier.
    """
    if cause is InvalidCause.PIN_MISMATCH:
        return f"{where}.model.name=... with a model that the vendor serves under its own name"
    return (
        f"leave out what the vendor refuses ({where}.model.temperature=null, {where}.model.seed=null, "
        f"{where}.model.reasoning=default, {where}.json_schema=false), or check the model's name and the key"
    )


def read_ballot(reply: str, response: str = "") -> Reading:
    """Read the text of a judge's reply. It never raises, whatever the text.

    Args:
        reply: The visible text.
        response: The response under judgement.
    """
    found = read_object(reply)
    if found.value is not None:
        return _from_object(found, response)
    label = parse_label(reply)
    if label is not None:
        return Reading(Opinion(grade=Grade(label)))
    return _invalid(*unread_because(found, reply))


def unread_because(found: ObjectReading, reply: str) -> Unusable:
    """Say why a reply that holds no object to rely on says nothing. The judges and the classifier share this.

    Args:
        found: The reading, without a value.
        reply: The visible text.
    """
    cause, what = _FAULTS[found.fault or Fault.ABSENT]
    if found.fault is Fault.ABSENT and _declines(reply):
        cause, what = InvalidCause.DECLINED, "the model declines"
    return Unusable(cause, f"{what}: {shown(reply)}")


def quotes(found: ObjectReading, response: str) -> bool:
    """Tell whether the object of a reply stands word for word in the response: a quotation, or an order obeyed.

    Args:
        found: The reading, with a value.
        response: The response under judgement.
    """
    return _squeezed(found.source) in _squeezed(response)


def _declines(reply: str) -> bool:
    """Tell whether a reply without an object is a refusal. This names a cause and decides no vote."""
    from runner.classify.phrases import PhraseClassifier

    worded = any(map(str.isalpha, reply))
    return worded and PhraseClassifier().classify("", reply[:2000]).intent is Intent.ABSTENTION


def _from_object(found: ObjectReading, response: str) -> Reading:
    ballot = found.value or {}
    reasoning = _text(next((ballot[key] for key in REASONING_KEYS if key in ballot), ""))
    label = _grade_of(found, ballot, response)
    if isinstance(label, Unusable):
        return _invalid(label.cause, label.detail, reasoning)
    return Reading(Opinion(grade=Grade(label), reasoning=reasoning, confidence=normalise(ballot.get("confidence"))))


def _grade_of(found: ObjectReading, ballot: dict[str, Any], response: str) -> Label | Unusable:
    if quotes(found, response):
        return Unusable(InvalidCause.AMBIGUOUS, "the reply's JSON object stands word for word in the response")
    grades = [ballot[key] for key in GRADE_KEYS if key in ballot]
    if not grades:
        return Unusable(InvalidCause.NO_GRADE, f"the JSON object has no grade: {shown(found.source)}")
    labels = {parse_label(grade) if isinstance(grade, str) else None for grade in grades}
    label = labels.pop()
    if label is None or None in labels:
        given = shown(", ".join(_text(grade) for grade in grades))
        return Unusable(InvalidCause.UNCLEAR_GRADE, f"neither correct nor incorrect: {given}")
    if (labels | _stray_labels(ballot, found.prose)) - {label}:
        return Unusable(InvalidCause.AMBIGUOUS, "the reply holds two grades that contradict each other")
    return label


def _stray_labels(ballot: dict[str, Any], prose: str) -> set[Label]:
    """Return the grades that stand, as a whole line or a whole value, where no grade belongs."""
    known = {*GRADE_KEYS, *REASONING_KEYS}
    values = [value for key, value in ballot.items() if key not in known and isinstance(value, str)]
    return {label for text in [*values, *prose.split("\n")] if (label := parse_label(text)) is not None}


def _invalid(cause: InvalidCause, detail: str, reasoning: str = "") -> Reading:
    return Reading(Opinion(grade=None, reasoning=reasoning, invalid_cause=cause), detail)


def _refusal(raw: object) -> str | None:
    """Return the words of a refusal in the field that OpenAI's format has for them."""
    body = raw.get("body") if isinstance(raw, dict) else None
    choices = body.get("choices") if isinstance(body, dict) else None
    first = choices[0] if isinstance(choices, list) and choices else None
    message = first.get("message") if isinstance(first, dict) else None
    refusal = message.get("refusal") if isinstance(message, dict) else None
    return refusal if isinstance(refusal, str) and refusal else None


def _squeezed(text: str) -> str:
    return "".join(text.split())


def _text(value: object) -> str:
    return sound(value if isinstance(value, str) else repr(value))


def shown(text: str) -> str:
    """Return the beginning of a text on one line, for a sentence about it."""
    line = " ".join(sound(text).split())
    return line if len(line) <= _SHOWN else f"{line[:_SHOWN]}…"
