"""The words of classification and judging: intents, grades, votes and verdicts."""

from enum import StrEnum

from pydantic import Field

from schemas.response import Record


class Intent(StrEnum):
    """What a response tried to do."""

    ATTEMPT = "attempt"
    ABSTENTION = "abstention"


class Grade(StrEnum):
    """What one judge says of one attempt."""

    CORRECT = "correct"
    INCORRECT = "incorrect"
    NOT_APPLICABLE = "not_applicable"
    """A deterministic judge that cannot tell. Neither invalid nor repaired."""


class Verdict(StrEnum):
    """What the panel says of one attempt."""

    CORRECT = "correct"
    INCORRECT = "incorrect"
    UNGRADED = "ungraded"


class InvalidCause(StrEnum):
    """Why a vote is invalid. The first ten lie with the judge's reply, the others with the call for it."""

    CUT_OFF = "cut_off"
    """The output limit cut the reply short. What stands there is never mended into a vote."""
    NO_VISIBLE_OUTPUT = "no_visible_output"
    """The vendor reports success and there is no text, whatever was reasoned."""
    NO_VISIBLE_OUTPUT_AT_LIMIT = "no_visible_output_at_limit"
    """The output limit was spent, mostly on reasoning, before any text."""
    DECLINED = "declined"
    """The judge refuses to grade."""
    BLOCKED = "blocked"
    """The vendor withheld the reply."""
    UNREADABLE = "unreadable"
    """Neither one whole JSON object nor a bare grade."""
    AMBIGUOUS = "ambiguous"
    """More than one object or grade, or an object that only quotes the response under judgement."""
    NO_GRADE = "no_grade"
    """An object without a grade."""
    UNCLEAR_GRADE = "unclear_grade"
    """A grade that is neither the one word nor the other: ``partially correct``."""
    MALFORMED = "malformed"
    """The vendor's reply itself could not be read."""
    TIMEOUT = "timeout"
    """No complete reply within the wall-clock limit."""
    RATE_LIMITED = "rate_limited"
    """Still refused for rate after the last permitted retry."""
    QUOTA = "quota"
    """Out of credit, or of the day's quota."""
    REJECTED = "rejected"
    """The vendor rejects the request: a parameter, the key, the model."""
    UNAVAILABLE = "unavailable"
    """Server or connection errors after the last permitted retry."""
    PIN_MISMATCH = "pin_mismatch"
    """Another model answered than the one configured."""


class JudgeView(Record):
    """Everything a judge may see of an attempt. Nothing else is ever passed to one."""

    question: str
    """The question as put to the system."""
    gold: str
    """The gold answer with its notes (accepted ranges, alternatives)."""
    response: str
    """The answer under judgement, verbatim."""


class Opinion(Record):
    """What a judge returns for one view."""

    grade: Grade | None
    """The grade; null when the vote is invalid."""
    reasoning: str = ""
    """Why, in the judge's own words. It is never read to change the grade."""
    confidence: float | None = Field(default=None, ge=0, le=1)
    """The judge's stated confidence, from 0 to 1; null where unknown."""
    invalid_cause: InvalidCause | None = None
    """Why the vote is invalid; null when it is valid."""


class Classification(Record):
    """What the intent classifier returns for one response."""

    intent: Intent
    """The decision."""
    source: str
    """Which classifier decided: ``phrases`` or the model's name."""
    reason: str = ""
    """The phrase or rule that decided, for the reader of the log."""
