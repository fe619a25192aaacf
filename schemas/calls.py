"""What the log keeps of a call to a model that judges or classifies: enough to check it and to make it again."""

from typing import Any, Literal

from pydantic import Field

from schemas.response import Record, Status, Usage


class ChatMessage(Record):
    """One message of a conversation with a model."""

    role: Literal["system", "user", "assistant"]
    """Who speaks."""
    content: str
    """The text, verbatim."""


class ModelCall(Record):
    """One call, retries included."""

    messages: list[ChatMessage]
    """The prompt, verbatim. A repair sends these bytes again, whatever the present version would write."""
    prompt_sha256: str = Field(pattern=r"^[0-9a-f]{64}$")
    """SHA-256 of the system message, which holds all instructions and no material: the version of the prompt."""
    sent: Any = None
    """The last request as it went over the wire, keys redacted. A text that stands in ``messages`` is replaced by
    ``{"message": n}``, n from 0. Null where nothing was sent."""
    raw_reply: Any = None
    """The last reply as received, keys redacted; null where none came."""
    status: Status
    """How the call ended."""
    finish_reason: str | None = None
    """Why generation ended: ``stop``, ``length``, ``content_filter``, ``tool_calls``."""
    reported_model: str | None = None
    """Model name found in the raw reply; null where it holds none."""
    usage: Usage = Usage()
    """Tokens as reported."""
    latency_s: float | None = Field(default=None, ge=0)
    """Seconds of the successful attempt alone."""
    cost_usd: float | None = Field(default=None, ge=0)
    """Cost as the caller reports it; null where unknown."""
    attempts: int = Field(default=0, ge=0)
    """Requests sent."""
    detail: str | None = None
    """What went wrong, in one sentence that names the setting to change; null where nothing did."""
    notes: list[str] = []
    """What is unusual though nothing went wrong: reasoning where it was switched off."""
