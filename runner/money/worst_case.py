"""The most that one request can cost, known before it is sent. Pure.

A cap holds only if these are upper bounds, so they are generous. Text counts one token a byte: a tokenizer over bytes
cannot make more, whatever the text and the language. (English comes to a quarter of that.)
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from runner.model.completion import Message
from runner.money.cost import MILLION
from runner.money.total import ZERO
from schemas.prices import ModelPrice
from schemas.system import (
    ChatSystem,
    CustomGPTSystem,
    Delivery,
    GeminiFileSearchSystem,
    LocalRagSystem,
    ModelSettings,
    OpenAIFileSearchSystem,
    System,
)

TOKENS_PER_MESSAGE = 16
"""Most tokens that a chat format puts around one message."""

TOKENS_PER_REQUEST = 1_000
"""Most tokens that a vendor adds of its own to explain a tool or the form of a reply; Anthropic's pricing page names
some hundreds."""

OPENAI_CHUNK_TOKENS = 900
"""Most tokens of one chunk in the prompt: 800 by the default chunking (vendor note, part 2), and its frame."""

GEMINI_CHUNK_TOKENS = 2_560
"""Most tokens of one chunk: 512 words, by Google's own worst case (``WhiteSpaceConfig`` in its API description)."""

SEARCHES_AT_MOST = 2
"""Searches that one hosted answer is expected to make at most. Nothing limits them unless the request does; an answer
that made more shows as a cost beyond its reservation."""


@dataclass(frozen=True, slots=True)
class Bound:
    """The most that one request uses."""

    input_tokens: int
    """Tokens of the prompt, with all that the vendor adds; summed over the vendor's own steps."""
    output_tokens: int
    """Tokens of the reply, reasoning included."""
    queries: int = 1
    """Queries that the vendor bills."""
    tool_calls: int = 0
    """Calls of the hosted file search."""


def tokens_at_most(text: str) -> int:
    """Return a number of tokens that no tokenizer exceeds for ``text``."""
    return len(text.encode("utf-8", "surrogatepass"))


def messages_bound(
    messages: Iterable[Message], settings: ModelSettings, schema: Mapping[str, Any] | None = None
) -> Bound:
    """Return the bound of one request to a chat model.

    Args:
        messages: The conversation as it will be sent.
        settings: The model; its output limit holds visible and reasoning tokens.
        schema: JSON schema of the reply, which vendors bill as input.
    """
    text = sum(TOKENS_PER_MESSAGE + tokens_at_most(message["content"]) for message in messages)
    form = 0 if schema is None else tokens_at_most(json.dumps(schema))
    return Bound(TOKENS_PER_REQUEST + text + form, settings.max_output_tokens)


def answer_bound(system: System, delivery: Delivery, question: str, *, passage_bytes: int = 0) -> Bound | None:
    """Return the bound of one request of a system under test.

    Args:
        system: The system.
        delivery: What it gets besides the question.
        question: The question's text.
        passage_bytes: For retrieval on this machine: bytes of the longest passage with its title.

    Returns:
        The bound, or None for a system that calls nobody.
    """
    words = [delivery.instruction or "", *delivery.frame.values(), question]
    text = TOKENS_PER_REQUEST + 2 * TOKENS_PER_MESSAGE + sum(map(tokens_at_most, words))
    if isinstance(system, ChatSystem):
        return Bound(text, system.model.max_output_tokens)
    if isinstance(system, LocalRagSystem):
        frame = tokens_at_most(delivery.frame.get("passage", "")) + TOKENS_PER_MESSAGE
        passages = system.retrieval.top_k * (passage_bytes + frame)
        return Bound(text + passages, system.reader.max_output_tokens)
    if isinstance(system, OpenAIFileSearchSystem):
        found = system.max_num_results * OPENAI_CHUNK_TOKENS
        return _searching(text, found, system.model.max_output_tokens)
    if isinstance(system, GeminiFileSearchSystem):
        return _searching(text, system.top_k * GEMINI_CHUNK_TOKENS, system.model.max_output_tokens)
    if isinstance(system, CustomGPTSystem):
        return Bound(0, 0)
    return None


def _searching(text: int, found: int, output: int) -> Bound:
    """Return the bound of an answer that searches.

    Before each search and after the last one, the model reads the prompt and all that was found until then.
    """
    steps = SEARCHES_AT_MOST + 1
    read = steps * text + found * sum(range(steps))
    return Bound(read, output, tool_calls=SEARCHES_AT_MOST)


def worst_case_usd(bound: Bound, price: ModelPrice | None) -> Decimal | None:
    """Return the most that one request can cost, or None for an unpriced model.

    Cached input counts at the full rate, or its own where that is higher; a long context's rates count where the bound
    reaches into it.

    Args:
        bound: What the request uses at most.
        price: The model's price.
    """
    if price is None:
        return None
    worst = bound.queries * (price.per_query or ZERO) + bound.tool_calls * (price.per_tool_call or ZERO)
    rates = [price.rates(0), price.rates(bound.input_tokens)]
    tokens = [
        bound.input_tokens * max(rate.input, rate.cached_input or ZERO) + bound.output_tokens * rate.output
        for rate in rates
        if rate is not None
    ]
    return worst + max(tokens, default=ZERO).scaleb(MILLION)
