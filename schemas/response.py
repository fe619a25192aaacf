"""What a system gives back for one question: the one shape that every adapter returns."""

from enum import StrEnum
from typing import Any

from pydantic import BaseModel, ConfigDict, Field


class Status(StrEnum):
    """How a call to a system or a model ended. Every failure has a cause of its own; none is ever a score."""

    OK = "ok"
    """An answer with visible text."""
    EMPTY = "empty"
    """The vendor reported success and gave no text."""
    BLOCKED = "blocked"
    """The vendor withheld the answer (safety or recitation block)."""
    TRUNCATED = "truncated"
    """The output limit was reached before any visible text was complete."""
    TIMEOUT = "timeout"
    """No complete reply within the wall-clock limit."""
    RATE_LIMITED = "rate_limited"
    """Still refused for rate after the last permitted retry."""
    QUOTA = "quota"
    """Out of credit: waiting cannot heal it."""
    REFUSED = "refused"
    """The request itself was rejected (bad parameter, authentication, unknown model)."""
    UNAVAILABLE = "unavailable"
    """Server or connection errors after the last permitted retry."""
    MALFORMED = "malformed"
    """A reply that could not be read."""
    MISSING = "missing"
    """A transcript that holds no answer to this question."""
    PIN_MISMATCH = "pin_mismatch"
    """The model that answered is not the one that was configured."""


class Record(BaseModel):
    """Base of all that is logged: immutable, and unknown keys are errors."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Passage(Record):
    """One piece of evidence that a system says it retrieved."""

    document_id: str | None = None
    """Id of the document in the corpus manifest, where it can be told."""
    title: str | None = None
    """Title or file name as the system reports it."""
    text: str | None = None
    """Text of the passage; null where the vendor names documents without exposing their text."""
    score: float | None = None
    """Retrieval score on the system's own scale; higher is better."""
    rank: int = Field(ge=1)
    """Position among the passages of this response, from 1."""


class Usage(Record):
    """Tokens of one call. Null means that the vendor did not report it."""

    input_tokens: int | None = Field(default=None, ge=0)
    """All input tokens, cached ones included."""
    cached_tokens: int | None = Field(default=None, ge=0)
    """The part of the input that was billed as cached."""
    output_tokens: int | None = Field(default=None, ge=0)
    """All output tokens, reasoning included."""
    reasoning_tokens: int | None = Field(default=None, ge=0)
    """The part of the output that was reasoning."""


class Response(Record):
    """What one system gave for one question in one repeat."""

    status: Status
    """Whether there is an answer, and otherwise why not."""
    answer: str | None = None
    """The visible text exactly as received; null unless ``status`` is ``ok``."""
    evidence: list[Passage] | None = None
    """Retrieved passages by rank; an empty list says that retrieval found nothing, null that nothing was exposed."""
    evidence_has_text: bool = False
    """Whether this system exposes the text of its passages at all."""
    reported_model: str | None = None
    """The model name found in the raw reply; null where the vendor reports none."""
    usage: Usage = Usage()
    """Tokens used by this response."""
    latency_s: float | None = Field(default=None, ge=0)
    """Seconds of the successful attempt alone, without queue and retries."""
    cost_usd: float | None = Field(default=None, ge=0)
    """Cost where the system itself reports one; otherwise it is computed from the price table."""
    finish_reason: str | None = None
    """The vendor's own word for why generation ended."""
    error: str | None = None
    """What went wrong, in one sentence, with keys redacted; null when ``status`` is ``ok``."""
    raw_request: Any = None
    """The request as sent, JSON-shaped, with keys redacted."""
    raw_response: Any = None
    """The reply as received, JSON-shaped."""


class AskedQuestion(Record):
    """All that a system is ever told. Gold answers and canary flags have no place here."""

    question_id: str
    """Id for logging and look-up in transcripts; adapters never send it to a vendor."""
    text: str
    """The question as put."""
    repeat: int = Field(ge=0)
    """Which repeat this is, from 0."""
