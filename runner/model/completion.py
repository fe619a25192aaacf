"""What one model call gives back, and the shape of whoever can make such calls."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, TypedDict

from schemas.endpoint import Endpoint
from schemas.response import Status, Usage
from schemas.system import ModelSettings


class Message(TypedDict):
    """One turn of a conversation, in the format that all chat APIs share."""

    role: Literal["system", "user", "assistant"]
    content: str


@dataclass(frozen=True, slots=True)
class Completion:
    """The outcome of one model call, retries included. Failures are outcomes too, never exceptions."""

    status: Status
    """``ok`` with visible text; otherwise why there is none."""
    text: str | None = None
    """The visible text exactly as received; null unless ``status`` is ``ok``."""
    finish_reason: str | None = None
    """Why generation ended, in the common words ``stop``, ``length``, ``content_filter``, ``tool_calls``."""
    reported_model: str | None = None
    """Model name found in the raw body; null where the body holds none."""
    usage: Usage = field(default_factory=Usage)
    """Tokens as reported."""
    latency_s: float | None = None
    """Seconds from sending the successful attempt to its last byte; null where no attempt succeeded."""
    cost_usd: float | None = None
    """LiteLLM's figure for this call; 0 for the embedded model; null where the model is not in its price map."""
    raw_request: Any = None
    """The last request as sent: ``attempt`` (its number, from 1), ``url`` and ``body``; keys redacted. Null where
    nothing was sent."""
    raw_response: Any = None
    """The last reply as received: ``http_status``, some ``headers``, and ``body``, JSON-shaped or text where it was no
    JSON; keys redacted. Null where none came."""
    error: str | None = None
    """What went wrong, in one sentence, keys redacted."""
    attempts: int = 0
    """Requests that were sent, failed ones included."""


class Caller(Protocol):
    """Whoever can complete a conversation."""

    async def complete(
        self,
        settings: ModelSettings,
        endpoint: Endpoint,
        messages: Sequence[Message],
        *,
        schema: Mapping[str, Any] | None = None,
    ) -> Completion:
        """Ask one model once and return what came of it.

        Args:
            settings: The model and its parameters.
            endpoint: Where to.
            messages: The conversation, the question last.
            schema: JSON schema that the vendor is to hold the reply to; null asks for free text.
        """
        ...
