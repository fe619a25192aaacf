"""Ranges of values as people write them: "between 119 and 123", "[400-409] x [475-485] cm"."""

import re
from decimal import Decimal
from typing import NamedTuple

from runner.text.numbers import NumberKind, NumberMention, find_numbers
from runner.text.units import Unit, convertible, in_base


class Interval(NamedTuple):
    """Values from ``low`` to ``high``, both included."""

    low: Decimal
    """Lower bound."""
    high: Decimal
    """Upper bound; equal to ``low`` for a single value."""
    unit: Unit | None
    """Unit of both bounds; null where none is written."""
    kind: NumberKind
    """What sort of number it holds."""

    def holds(self, value: Decimal, unit: Unit | None) -> bool | None:
        """Tell whether a value lies inside.

        Args:
            value: The value.
            unit: Its unit; null where none is written, which is read as this interval's unit.

        Returns:
            Whether it lies inside, bounds included; null where the units cannot be compared.
        """
        if self.unit is None or unit is None or self.unit.name == unit.name:
            return self.low <= value <= self.high
        if not convertible(self.unit, unit):
            return None
        return in_base(self.low, self.unit) <= in_base(value, unit) <= in_base(self.high, self.unit)


_BETWEEN = re.compile(r"\bbetween\s*\Z", re.IGNORECASE)
_DASH = re.compile(r"\s*(?:[-–—−]|to|through|up\s+to)\s*\Z", re.IGNORECASE)
_AND = re.compile(r"\s*(?:and|[-–—−]|to)\s*\Z", re.IGNORECASE)
_TIMES = re.compile(r"\s*(?:[x×]|by)\s*", re.IGNORECASE)
_BRACKETS = str.maketrans("[]()", "    ")
# A word that changes what the range says makes it unreadable.
_OTHER_FORM = re.compile(
    r"\b(?:or|not|no|except|excluding|exclusive|unless|only|either|above|below|less|more|fewer|least|most|within)\b|[±<>≤≥~]",
    re.IGNORECASE,
)
_ABOVE_SEA = re.compile(r"\b(?:above|below)\s+(?:mean\s+)?sea\s+level\b", re.IGNORECASE)


def _scaled(low: NumberMention, high: NumberMention) -> Decimal | None:
    """Read the lower bound of "31.2-31.8 crores", where the magnitude may be meant for both.

    Returns:
        The lower bound; null where both readings are possible.
    """
    if low.magnitude or not high.magnitude or low.kind is not high.kind:
        return low.value
    scaled = low.value.scaleb(high.magnitude)
    if abs(low.value) < abs(high.value).scaleb(-high.magnitude) / 100 or abs(scaled) > abs(high.value) * 100:
        return None
    return scaled


def _intervals(text: str, mentions: list[NumberMention]) -> tuple[list[Interval], list[int]] | None:
    """Pair the numbers of a range; also give, for each interval, the index of its last number."""
    intervals: list[Interval] = []
    last: list[int] = []
    index = 0
    while index < len(mentions):
        one = mentions[index]
        two = mentions[index + 1] if index + 1 < len(mentions) else None
        gap = text[one.end : two.start] if two else ""
        between = _BETWEEN.search(text[max(0, one.start - 16) : one.start])
        if two and (_AND if between else _DASH).fullmatch(gap):
            low = _scaled(one, two)
            unit = one.unit or two.unit
            same = one.unit is None or two.unit is None or one.unit.name == two.unit.name
            if low is None or not same or {one.kind, two.kind} & {NumberKind.LABEL, NumberKind.DECADE}:
                return None
            kind = two.kind if one.kind is NumberKind.CARDINAL else one.kind
            intervals.append(Interval(min(low, two.value), max(low, two.value), unit, kind))
            index += 2
        elif between:
            return None
        else:
            intervals.append(Interval(one.value, one.value, one.unit, one.kind))
            index += 1
        last.append(index - 1)
    return intervals, last


def parse_range(text: str) -> tuple[Interval, ...] | None:
    """Read a note that names the values accepted.

    Understands one range or several ("between A and B", "A-B", "A to B", "[A-B] x [C-D]"), bounds in any order, with
    units, magnitudes, ordinals, percentages, currencies or clock forms, and fixed parts beside a range ("2 years,
    between 28 and 32 days").

    Args:
        text: The note, without brackets around it.

    Returns:
        One interval for each value, in order; null for any form that it does not understand, and without a range.
    """
    if _OTHER_FORM.search(_ABOVE_SEA.sub("", text)):
        return None
    text = text.translate(_BRACKETS)
    mentions = find_numbers(text)
    parsed = _intervals(text, mentions)
    if parsed is None:
        return None
    intervals, last = parsed
    if all(interval.low == interval.high for interval in intervals) or len(intervals) > 4:
        return None
    # "[26-28] x [39-41] inches": the last unit is meant for all.
    for place in range(len(intervals) - 2, -1, -1):
        gap = text[mentions[last[place]].end : mentions[last[place] + 1].start]
        if intervals[place].unit is None and _TIMES.fullmatch(gap):
            intervals[place] = intervals[place]._replace(unit=intervals[place + 1].unit)
    return tuple(intervals)
