"""From a completion to what the log keeps of it, and to what is unusual about it."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from runner.model.completion import Completion, Message
from schemas.calls import ChatMessage, ModelCall
from schemas.system import ModelSettings


class Asked(NamedTuple):
    """What a caller was asked for."""

    settings: ModelSettings
    """The model as configured."""
    messages: Sequence[Message]
    """The prompt."""
    schema: Mapping[str, Any] | None
    """The JSON schema of the reply, an object's; null where none was to be sent."""


def record_call(asked: Asked, completion: Completion, detail: str | None = None) -> ModelCall:
    """Return the record of a call.

    Args:
        asked: What the caller was asked for.
        completion: What came of it.
        detail: Why the reply could not be used; by default the caller's own words.
    """
    messages = asked.messages
    instructions = "\n".join(message["content"] for message in messages if message["role"] == "system")
    return ModelCall(
        messages=[ChatMessage(**message) for message in messages],
        prompt_sha256=hashlib.sha256(instructions.encode()).hexdigest(),
        sent=_without_texts(completion.raw_request, {message["content"]: n for n, message in enumerate(messages)}),
        raw_reply=completion.raw_response,
        status=completion.status,
        finish_reason=completion.finish_reason,
        reported_model=completion.reported_model,
        usage=completion.usage,
        latency_s=completion.latency_s,
        cost_usd=completion.cost_usd,
        attempts=completion.attempts,
        detail=detail or completion.error,
        notes=list(_notes(asked, completion)),
    )


def messages_of(call: ModelCall) -> tuple[Message, ...]:
    """Return the prompt of a recorded call, to be sent again."""
    return tuple({"role": message.role, "content": message.content} for message in call.messages)


def _without_texts(tree: Any, texts: dict[str, int]) -> Any:  # noqa: ANN401 - any JSON value
    if isinstance(tree, dict):
        return {key: _without_texts(value, texts) for key, value in tree.items()}
    if isinstance(tree, list):
        return [_without_texts(value, texts) for value in tree]
    return {"message": texts[tree]} if isinstance(tree, str) and tree in texts else tree


def _notes(asked: Asked, completion: Completion) -> Iterator[str]:
    sent = completion.raw_request
    if asked.schema is not None and sent is not None and not _holds(sent, asked.schema["properties"]):
        yield "the request went out without the JSON schema that was asked for"
    reasoned = bool(completion.usage.reasoning_tokens) or _shows_thinking(completion.raw_response)
    if reasoned and asked.settings.reasoning == "off":
        yield "reasoning was switched off and the reply shows some"


def _holds(tree: object, part: object) -> bool:
    """Tell whether ``part`` stands anywhere in a JSON-shaped tree."""
    if tree == part:
        return True
    inner = tree.values() if isinstance(tree, dict) else tree if isinstance(tree, list) else ()
    return any(_holds(value, part) for value in inner)


def _shows_thinking(raw: object) -> bool:
    """Tell whether a reply in Anthropic's, Gemini's or OpenAI's format holds thoughts or counts their tokens."""
    body = raw.get("body") if isinstance(raw, dict) else None
    if not isinstance(body, dict):
        return False
    blocks = [block for block in _list(body.get("content")) if isinstance(block, dict)]
    if any(block.get("type") in {"thinking", "redacted_thinking"} for block in blocks):
        return True
    for candidate in _list(body.get("candidates")):
        content = candidate.get("content") if isinstance(candidate, dict) else None
        parts = _list(content.get("parts")) if isinstance(content, dict) else []
        if any(isinstance(part, dict) and part.get("thought") for part in parts):
            return True
    for choice in _list(body.get("choices")):
        message = choice.get("message") if isinstance(choice, dict) else None
        if isinstance(message, dict) and (message.get("reasoning_content") or message.get("reasoning")):
            return True
    counts = body.get("usageMetadata")
    return isinstance(counts, dict) and bool(counts.get("thoughtsTokenCount"))


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []
