"""Quantities written in several parts, such as "6 ft 2 in" or "2 hours and 24 minutes"."""

import re
from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

from runner.text.numbers import NumberKind, NumberMention, find_numbers
from runner.text.units import Unit, in_base

_GAP = re.compile(r"\s*(?:,\s*)?(?:and\s+)?")


class Compound(NamedTuple):
    """A quantity in two or more parts of one dimension."""

    value: Decimal
    """The sum, in the unit of the last part, so that it is exact: "6 ft 2 in" is 74."""
    unit: Unit
    """The unit of the last, smallest part."""
    start: int
    """Offset of its first character."""
    end: int
    """Offset after its last character."""


def _continues(text: str, one: NumberMention, two: NumberMention) -> bool:
    return (
        one.unit is not None
        and two.unit is not None
        and one.unit.dimension == two.unit.dimension != "currency"
        and one.unit.factor > two.unit.factor
        and not one.unit.offset
        and one.kind is two.kind is NumberKind.CARDINAL
        and one.value > 0
        and 0 <= in_base(two.value, two.unit) < one.unit.factor
        and _GAP.fullmatch(text, one.end, two.start) is not None
    )


def find_compounds(text: str, mentions: Sequence[NumberMention] | None = None) -> list[Compound]:
    """Find quantities in several parts, each part smaller than the unit before it.

    Args:
        text: Any text.
        mentions: Its numbers, where they are known already.

    Returns:
        The compounds in order. The parts remain numbers of their own in :func:`runner.text.numbers.find_numbers`.
    """
    numbers = find_numbers(text) if mentions is None else mentions
    compounds: list[Compound] = []
    first = 0
    while first < len(numbers):
        last = first
        while last + 1 < len(numbers) and _continues(text, numbers[last], numbers[last + 1]):
            last += 1
        unit = numbers[last].unit
        if last > first and unit is not None:
            total = sum((in_base(part.value, part.unit) for part in numbers[first : last + 1]), Decimal(0))
            compounds.append(Compound(total / unit.factor, unit, numbers[first].start, numbers[last].end))
        first = last + 1
    return compounds
