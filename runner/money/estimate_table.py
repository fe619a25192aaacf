"""An estimate as a table of texts, for the command line to print. Pure."""

from collections.abc import Iterable
from decimal import Decimal
from typing import Literal, NamedTuple

from runner.money.cost import GIGABYTE, indexing_usd, storage_usd
from runner.money.estimate import Estimate, Line, UsdSpread
from runner.money.total import show_usd
from runner.money.typical import BYTES_PER_TOKEN, Spread
from schemas.prices import PriceTable
from schemas.system import GeminiFileSearchSystem, OpenAIFileSearchSystem, System, SystemBase

UNKNOWN = "unknown"
"""What stands where a figure cannot be told."""


class EstimateTable(NamedTuple):
    """A table and what has to be said below it."""

    header: tuple[str, ...]
    """Names of the columns; the first two hold text, the others figures."""
    rows: tuple[tuple[str, ...], ...]
    """One row for each caller, then one for the whole; as many cells as ``header``."""
    notes: tuple[str, ...]
    """Sentences for below the table."""


HEADER = ("stage", "who", "calls", "input tokens", "output tokens", "cost p50", "cost p95", "time p50", "time p95")


def estimate_table(found: Estimate, prices: PriceTable, limit_usd: Decimal | None = None) -> EstimateTable:
    """Return an estimate as texts.

    Args:
        found: The estimate.
        prices: The price table that it was made with.
        limit_usd: The campaign's budget; null for none.
    """
    if not found.lines:
        return EstimateTable(HEADER, (), ("No model is called, so there is nothing to pay.",))
    rows = [_row(line) for line in found.lines]
    rows += [("", f"{stage}: all", *[""] * 5, *_times(seconds)) for stage, seconds in found.seconds.items()]
    prefix = "at least " if found.unpriced else ""
    money = [UNKNOWN] * 2 if all(line.usd is None for line in found.lines) else _money(found.usd, prefix)
    rows.append(("", "campaign", *[""] * 3, *money, *_times(found.total_seconds)))
    return EstimateTable(HEADER, tuple(rows), tuple(_notes(found, prices, limit_usd)))


def _row(line: Line) -> tuple[str, ...]:
    return (
        line.stage,
        f"{line.payee.who} ({line.payee.model})",
        f"{line.calls.p50:,.0f}",
        "none billed" if line.input_tokens is None else _count(line.input_tokens.p50),
        "none billed" if line.output_tokens is None else _count(line.output_tokens.p50),
        *([UNKNOWN] * 2 if line.usd is None else _money(line.usd)),
        *_times(Spread(line.seconds.p50 / line.parallel, line.seconds.p95 / line.parallel)),
    )


def _notes(found: Estimate, prices: PriceTable, limit_usd: Decimal | None) -> Iterable[str]:
    yield (
        "An estimate from typical lengths and times, no promise. p95 takes the 95th percentile of every call at once. "
        f"Prices of {prices.dated}, without discounts for cached input. Retries are not counted."
    )
    if found.unpriced:
        yield (
            f"No price is known for {', '.join(found.unpriced)}: their cost is unknown, totals are 'at least', and a "
            "budget does not cover them. Add prices (docs/money.md), or run with allow_unpriced=true."
        )
    if limit_usd is not None and limit_usd < found.usd.p95:
        which = "typical" if limit_usd < found.usd.p50 else "95th-percentile"
        yield (
            f"The budget of {show_usd(limit_usd)} is below the {which} cost: the campaign may stop before its end, and "
            "goes on under a higher budget.usd."
        )


def _money(usd: UsdSpread, prefix: str = "") -> list[str]:
    return [prefix + show_usd(usd.p50), prefix + show_usd(usd.p95)]


def _count(tokens: float) -> str:
    return f"{tokens / 1e6:,.1f} M" if tokens >= 1e6 else f"{tokens:,.0f}"


def _times(seconds: Spread) -> tuple[str, str]:
    return show_time(seconds.p50), show_time(seconds.p95)


def show_time(seconds: float) -> str:
    """Return a time as text, rounded up: ``40 s``, ``12 min``, ``3 h 20 min``."""
    if seconds < 60:
        return f"{int(-(-seconds // 1))} s"
    minutes = int(-(-seconds // 60))
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"


def store_notes(systems: Iterable[System], prices: PriceTable, corpus_bytes: int) -> tuple[str, ...]:
    """Say what the vendors' document stores cost, which no budget covers.

    Args:
        systems: The systems under test.
        prices: The price table.
        corpus_bytes: Size of the corpus; vendors' own copies are larger by their indexes.
    """
    kinds = {type(system) for system in systems}
    notes = []
    for vendor, kind in _STORES.items():
        if kind not in kinds:
            continue
        price = prices.stores.get(vendor)
        if price is None:
            notes.append(f"What the store at {vendor} costs is unknown.")
            continue
        daily = show_usd(storage_usd(corpus_bytes, Decimal(1), price))
        once = show_usd(indexing_usd(round(corpus_bytes / BYTES_PER_TOKEN.p50), price))
        size = f"{corpus_bytes / GIGABYTE:.3f} GB"
        notes.append(
            f"The store at {vendor} for {size} of documents costs {once} once and {daily} a day while it exists."
        )
    return tuple(notes)


_STORES: dict[Literal["openai", "gemini"], type[SystemBase]] = {
    "openai": OpenAIFileSearchSystem,
    "gemini": GeminiFileSearchSystem,
}
