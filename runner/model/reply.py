"""Reads replies: the model's name from the raw body, and text, reason and tokens from LiteLLM's common form."""

import json
from typing import Any

from schemas.endpoint import Wire
from schemas.response import Status, Usage

PROVIDERS: dict[Wire, str] = {"openai": "openai", "anthropic": "anthropic", "gemini": "gemini"}
"""LiteLLM's provider prefix for each format that has chat models."""


def parse_body(data: bytes) -> Any:  # noqa: ANN401 - any JSON value
    """Return the JSON value in ``data``, or its text where it is no valid JSON; NaN and infinities are not."""
    text = data.decode("utf-8", errors="replace")
    try:
        return json.loads(text, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        return text


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def reported_model(wire: Wire, body: object) -> str | None:
    """Return the model name that the vendor put into the body itself, or None if there is none."""
    if not isinstance(body, dict):
        return None
    name = body.get("modelVersion" if wire == "gemini" else "model")
    return name.removeprefix("models/") if isinstance(name, str) and name else None


def pin_holds(configured: str, reported: str | None) -> bool:
    """Tell whether the reported model is the configured one; a reply that names none contradicts nothing.

    Args:
        configured: Name in LiteLLM's grammar, ``provider/model``.
        reported: Name from the raw body.
    """
    return reported is None or reported == configured.partition("/")[2]


def visible_text(message: object) -> str:
    """Return the text that a reader would see: the content, or what the model said in refusing."""
    content = getattr(message, "content", None)
    if isinstance(content, str) and content:
        return content
    extra = getattr(message, "provider_specific_fields", None)
    # Where LiteLLM puts it depends on its version.
    refusal = getattr(message, "refusal", None) or (extra.get("refusal") if isinstance(extra, dict) else None)
    return refusal if isinstance(refusal, str) else ""


def classify(text: str, finish_reason: str | None) -> Status:
    """Return the outcome of a reply that could be read.

    A text that the output limit cut short is still what the system answered; its ``finish_reason`` says so.
    """
    if finish_reason == "content_filter":
        return Status.BLOCKED
    if text.strip():
        return Status.OK
    return Status.TRUNCATED if finish_reason == "length" else Status.EMPTY


def usage_of(usage: object) -> Usage:
    """Return the tokens of LiteLLM's usage object; what is absent or no count stays null."""
    details_in = getattr(usage, "prompt_tokens_details", None)
    details_out = getattr(usage, "completion_tokens_details", None)
    return Usage(
        input_tokens=_count(usage, "prompt_tokens"),
        cached_tokens=_count(details_in, "cached_tokens"),
        output_tokens=_count(usage, "completion_tokens"),
        reasoning_tokens=_count(details_out, "reasoning_tokens"),
    )


def _count(holder: object, name: str) -> int | None:
    value = getattr(holder, name, None)
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None
