"""Sums of costs that say what they lack, and dollars as text. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, Decimal

from schemas.prices import Charge

ZERO = Decimal(0)
_CENT = Decimal("0.01")


@dataclass(frozen=True, slots=True)
class Total:
    """What some calls cost, as far as that is known."""

    known_usd: Decimal = ZERO
    """Sum of the known costs."""
    possible_usd: Decimal = ZERO
    """The most that may have been billed besides, for calls under way at a crash or without reported tokens."""
    unknown_calls: int = 0
    """Calls of which not everything is known; their unpriced part is in neither sum."""

    @property
    def usd(self) -> Decimal | None:
        """The cost; null as soon as anything is not known, so that nobody takes a part for the whole."""
        return None if self.unknown_calls else self.known_usd

    @property
    def at_most_usd(self) -> Decimal:
        """What counts against a budget: the known and the possible."""
        return self.known_usd + self.possible_usd

    def __add__(self, other: "Total") -> "Total":
        """Return the sum of both."""
        return Total(
            self.known_usd + other.known_usd,
            self.possible_usd + other.possible_usd,
            self.unknown_calls + other.unknown_calls,
        )

    def __str__(self) -> str:
        """Return ``$1.20``, ``at least $1.20`` or ``unknown``, with what is missing in brackets."""
        if not self.unknown_calls:
            return show_usd(self.known_usd)
        calls = f"{self.unknown_calls} call{'s' if self.unknown_calls > 1 else ''} of unknown cost"
        if self.possible_usd:
            calls += f", up to {show_usd(self.possible_usd)} as far as priced"
        return f"at least {show_usd(self.known_usd)} ({calls})" if self.known_usd else f"unknown ({calls})"


def total_of(costs: Iterable[Decimal | None]) -> Total:
    """Return the sum of costs, of which some may be unknown."""
    known, unknown = ZERO, 0
    for cost in costs:
        if cost is None:
            unknown += 1
        else:
            known += cost
    return Total(known, ZERO, unknown)


def recorded_total(charges: Iterable[Charge], under_way: Iterable[float | None] = ()) -> Total:
    """Return what the logs say was spent, for a budget that goes on where an earlier sitting ended.

    Args:
        charges: The charge of every ended call of the campaign, also of calls that were made again later. Answers taken
            over from another campaign have none.
        under_way: ``reserved_usd`` of every call that has no end: it may have been answered and billed. Null for an
            unpriced model.
    """
    known, possible, unknown = ZERO, ZERO, 0
    for charge in charges:
        known += _exact(charge.usd or 0.0)
        possible += _exact(charge.possible_usd)
        unknown += charge.usd is None or charge.possible_usd > 0
    for reserved in under_way:
        possible += _exact(reserved or 0.0)
        unknown += reserved is None or reserved > 0
    return Total(known, possible, unknown)


def _exact(value: float) -> Decimal:
    """Return the decimal that a logged number stands for: the shortest one that reads back as it."""
    return Decimal(repr(value))


def show_usd(amount: Decimal) -> str:
    """Return an amount as text: cents from one cent up, two significant digits below.

    ``$1,234.50``, ``$0.05``, ``$0.0068``, ``$0.00``.
    """
    if not amount or abs(amount) >= _CENT:
        return f"${amount.quantize(_CENT, ROUND_HALF_EVEN):,f}"
    step = Decimal(1).scaleb(amount.adjusted() - 1)
    return f"${amount.quantize(step, ROUND_HALF_EVEN).normalize():f}"
