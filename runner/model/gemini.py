"""Reads Gemini's replies from the raw body, as Google documents them.

LiteLLM 1.110.2 takes every mention of a block reason for a block, even an empty one beside an answer, and cannot read a
reply without token counts, which is how a blocked prompt may come.
"""

from typing import Any, NamedTuple

from schemas.response import Usage

_FINISH = {"STOP": "stop", "MAX_TOKENS": "length"}
_BLOCKS = frozenset(
    {
        "SAFETY", "RECITATION", "LANGUAGE", "OTHER", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "IMAGE_SAFETY",
        "IMAGE_PROHIBITED_CONTENT", "IMAGE_RECITATION", "IMAGE_OTHER", "NO_IMAGE", "ESCALATION",
    }
)  # fmt: skip


class GeminiReply(NamedTuple):
    """What a reply of ``generateContent`` says."""

    text: str
    """The visible text; thoughts are none of it."""
    finish_reason: str | None
    """In the common words; an unknown reason of Google's in Google's own word, lower case."""
    usage: Usage
    """Tokens as reported."""


def read_gemini(body: object) -> GeminiReply | None:
    """Read a reply's body.

    Args:
        body: The parsed body of a successful reply.

    Returns:
        Text, finish reason and tokens; null if it is no reply of this kind.
    """
    if not isinstance(body, dict):
        return None
    usage = _usage(body.get("usageMetadata"))
    feedback = body.get("promptFeedback")
    if isinstance(feedback, dict) and feedback.get("blockReason"):
        return GeminiReply("", "content_filter", usage)
    candidates = body.get("candidates")
    first = candidates[0] if isinstance(candidates, list) and candidates else None
    if not isinstance(first, dict):
        return None
    content = first.get("content")
    parts = content.get("parts") if isinstance(content, dict) else None
    texts = [part for part in parts if isinstance(part, dict)] if isinstance(parts, list) else []
    text = "".join(part["text"] for part in texts if isinstance(part.get("text"), str) and not part.get("thought"))
    return GeminiReply(text, _finish_reason(first.get("finishReason")), usage)


def _finish_reason(word: object) -> str | None:
    if not isinstance(word, str):
        return None
    return "content_filter" if word in _BLOCKS else _FINISH.get(word, word.lower())


def _usage(counts: Any) -> Usage:  # noqa: ANN401 - any JSON value
    if not isinstance(counts, dict):
        return Usage()

    def count(name: str) -> int | None:
        value = counts.get(name)
        return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None

    visible, thoughts = count("candidatesTokenCount"), count("thoughtsTokenCount")
    return Usage(
        input_tokens=count("promptTokenCount"),
        cached_tokens=count("cachedContentTokenCount"),
        output_tokens=None if visible is None and thoughts is None else (visible or 0) + (thoughts or 0),
        reasoning_tokens=thoughts,
    )
