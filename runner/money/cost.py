"""What calls cost, by the price table and the tokens that the vendor reported. Pure, and exact in decimals.

What is not known stays unknown: it is never 0, and a total that lacks something says "at least".
"""

import math
from collections.abc import Sequence
from decimal import Decimal

from runner.money.total import ZERO
from schemas.prices import Charge, ModelPrice, StorePrice
from schemas.response import Status, Usage

MILLION = -6
"""Exponent that turns a price per million into one per token."""

GIGABYTE = 2**30
"""Bytes of a gigabyte as stores bill it."""

TOLERANCE = Decimal("0.01")
"""Share of the larger figure by which two costs of one call may differ."""

SMALLEST_DIFFERENCE = Decimal("0.000001")
"""US dollars below which a difference is rounding."""

MAY_BE_BILLED = frozenset(Status) - {Status.RATE_LIMITED, Status.QUOTA, Status.REFUSED, Status.MISSING}
"""Ends of a request after which the vendor may bill it: it gave a reply of any kind, or nobody knows. A request that
was turned away is not billed."""


def cost_usd(usage: Usage, price: ModelPrice | None, *, queries: int = 1, tool_calls: int | None = 0) -> Decimal | None:
    """Return the cost of one answered request in US dollars.

    ``(input - cached) x input + cached x cached_input + output x output``, per million, and the price of queries and
    tool calls. Cached tokens are a part of the input and cost their own rate alone; where the vendor does not report
    them, all input costs the full rate. Reasoning tokens are a part of the output, unless the price says that they are
    counted beside it.

    Args:
        usage: Tokens as reported.
        price: The model's price; null where nobody knows it.
        queries: Queries that the vendor bills.
        tool_calls: Calls of its hosted file search; null where they were not reported.

    Returns:
        The cost, or None where the price, or a count that has a price, is not known or contradicts itself.
    """
    if price is None:
        return None
    if price.costs_nothing:
        return ZERO
    total = queries * (price.per_query or ZERO)
    if tool_calls != 0 and price.input is not None:
        if price.per_tool_call is None or (tool_calls is None and price.per_tool_call):
            return None
        total += (tool_calls or 0) * price.per_tool_call
    if price.input is None:
        return total
    tokens = _token_cost(usage, price)
    return None if tokens is None else total + tokens


def _token_cost(usage: Usage, price: ModelPrice) -> Decimal | None:
    read, written, reasoning = usage.input_tokens, usage.output_tokens, usage.reasoning_tokens
    cached = usage.cached_tokens or 0
    if read is None or written is None or cached > read:
        return None
    if price.output_includes_reasoning:
        if (reasoning or 0) > written:
            return None
    elif reasoning is None:
        return None
    else:
        written += reasoning
    rates = price.rates(read)
    if rates is None:
        return None
    cached_rate = rates.input if rates.cached_input is None else rates.cached_input
    return ((read - cached) * rates.input + cached * cached_rate + written * rates.output).scaleb(MILLION)


def storage_usd(size_bytes: int, days: Decimal, price: StorePrice) -> Decimal:
    """Return what keeping ``size_bytes`` at a vendor's for ``days`` costs; vendors count their own bytes."""
    gigabytes = Decimal(size_bytes) / GIGABYTE
    return max(ZERO, gigabytes - price.free_gb) * days * price.per_gb_day


def indexing_usd(tokens: int, price: StorePrice) -> Decimal:
    """Return what putting documents of so many tokens into a vendor's store costs, once."""
    return (tokens * price.indexing).scaleb(MILLION)


def disagreement(ours: Decimal | None, theirs: float | None) -> str | None:
    """Compare our cost of a call with LiteLLM's.

    Args:
        ours: By the price table; null where unknown.
        theirs: LiteLLM's figure; null where it has none.

    Returns:
        A sentence for the list of anomalies where they differ by more than 1 % of the larger and more than a
        millionth of a dollar; None where they agree or one of them is missing.
    """
    if ours is None or theirs is None or not math.isfinite(theirs):
        return None
    other = Decimal(repr(theirs))
    difference, larger = abs(ours - other), max(abs(ours), abs(other))
    if difference <= SMALLEST_DIFFERENCE or difference <= TOLERANCE * larger:
        return None
    return (
        f"by the price table the call cost ${ours:.6f}, by LiteLLM ${other:.6f}; "
        "one of the two has another price, or counts other tokens"
    )


def charge_of(
    requests: Sequence[Usage | None],
    price: ModelPrice | None,
    *,
    worst_usd: Decimal | None,
    tool_calls: int | None = 0,
    litellm_usd: float | None = None,
) -> Charge:
    """Return what the log keeps of the cost of one call.

    Args:
        requests: One entry for each request of the call that may have been billed (see :data:`MAY_BE_BILLED`): its
            tokens, or null where no reply said. Empty where none was billed, which costs nothing.
        price: The model's price; null where nobody knows it.
        worst_usd: The most that one request was foreseen to cost; null where the model that was to answer has no price.
        tool_calls: Calls of the hosted file search, in the last request; earlier ones have had as many.
        litellm_usd: LiteLLM's figure.
    """
    theirs = litellm_usd if litellm_usd is not None and math.isfinite(litellm_usd) and litellm_usd >= 0 else None
    if not requests:
        return Charge(usd=0.0, basis="not_billed", litellm_usd=theirs)
    if price is None:
        possible = float(len(requests) * (worst_usd or ZERO))
        return Charge(possible_usd=possible, basis="unpriced", litellm_usd=theirs)
    if price.costs_nothing:
        return Charge(usd=0.0, basis="free", litellm_usd=theirs)
    costs = [None if usage is None else cost_usd(usage, price, tool_calls=tool_calls) for usage in requests]
    known = [cost for cost in costs if cost is not None]
    possible = float((len(costs) - len(known)) * (worst_usd or ZERO))
    if not known:
        return Charge(possible_usd=possible, basis="no_usage", litellm_usd=theirs)
    return Charge(usd=float(sum(known, ZERO)), possible_usd=possible, basis="price_table", litellm_usd=theirs)
