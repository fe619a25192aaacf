"""Whether a gold answer stands in a corpus: the finding beside each flag, with method, passage and reason."""

from enum import StrEnum

from pydantic import Field

from schemas.response import Record


class CoverageMethod(StrEnum):
    """How a gold answer was found."""

    EXACT = "exact"
    """Character for character, at word boundaries."""
    NORMALISED = "normalised"
    """Word for word, with case, accents, punctuation and articles folded."""
    NUMERIC = "numeric"
    """As a number of equal value or within the accepted range, in any notation or unit of the same dimension."""
    DATE = "date"
    """As the same date in another form, or as a more precise one."""
    NONE = "none"
    """Not found."""


class Occurrence(Record):
    """One place where a gold answer stands."""

    document_id: str
    """The document."""
    method: CoverageMethod
    """How it matched there."""
    start: int = Field(ge=0)
    """Offset of its first character in the document's text."""
    end: int = Field(ge=0)
    """Offset after its last character."""
    passage: str
    """The sentence around it, cut where it is very long."""
    overlap: float = Field(ge=0, le=1)
    """Share of the question's own words that the document and the sentences around hold: the mean of the two shares."""


class Coverage(Record):
    """Whether one question's gold answer stands in the corpus."""

    question_id: str
    """The question."""
    covered: bool
    """Whether the gold answer, or an alternative of it, stands anywhere in the corpus, in whatever sense."""
    method: CoverageMethod
    """How the best occurrence matched; ``none`` when not covered."""
    document_id: str | None
    """Document of the best occurrence, or of the nearest miss; null where there is neither."""
    passage: str | None
    """Sentence of the best occurrence, or of the nearest miss."""
    reason: str
    """The finding in one sentence."""
    needs_review: bool
    """Whether a person should look: a match that shares few words with its question, or a near miss."""
    document_ids: tuple[str, ...] = ()
    """Every document in which the answer stands, sorted."""
    occurrences: tuple[Occurrence, ...] = ()
    """The best occurrences, one per document, best first; at most five."""


class Disagreement(Record):
    """A flag that the coverage check does not bear out."""

    question_id: str
    """The question."""
    gold: str
    """Its gold answer."""
    is_gap_canary: bool
    """The flag: whether the answer is said to be absent."""
    covered: bool
    """The finding: whether it stands in the corpus."""
    document_id: str | None
    """Document of the best occurrence or nearest miss."""
    passage: str | None
    """Sentence of the best occurrence or nearest miss."""
    reason: str
    """What speaks against the flag, in one sentence."""

    def __str__(self) -> str:
        """Return the disagreement as one line."""
        return f"{self.question_id} ({self.gold}): {self.reason}"
