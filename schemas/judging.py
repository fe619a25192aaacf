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
    invalid_cause: str | None = None
    """Why the vote is invalid; null when it is valid."""


class Classification(Record):
    """What the intent classifier returns for one response."""

    intent: Intent
    """The decision."""
    source: str
    """Which classifier decided: ``phrases`` or the model's name."""
    reason: str = ""
    """The phrase or rule that decided, for the reader of the log."""
