"""Questions as a campaign puts them: text, gold answer and the canary flag with the corpus it belongs to."""

from pydantic import Field

from schemas.response import Record


class Question(Record):
    """One question of a campaign."""

    question_id: str = Field(min_length=1)
    """The data set's own id as text; without one, ``q-`` and 12 hex digits of the NFC text's SHA-256."""
    text: str = Field(min_length=1)
    """The question as put to the systems."""
    gold: str = Field(min_length=1)
    """The gold answer, verbatim, with its notes (accepted range, alternatives)."""
    is_gap_canary: bool | None = None
    """Whether the answer is verified to be absent from ``corpus_id``; null where nobody has checked."""
    corpus_id: str | None = None
    """The corpus that the flag was made for: a manifest hash, or ``declared:<name>`` where the text is not at hand."""
    answer_type: str | None = None
    """Kind of answer as the data set names it (``Number``, ``Date``, ``Person`` and so on)."""
    topic: str | None = None
    """Subject as the data set names it."""
    document_id: str | None = None
    """The document collected for this question, where the data set names one."""
