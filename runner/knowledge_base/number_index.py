"""Finds, among many accepted ranges, those that hold a number read in a text."""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Sequence
from decimal import Decimal

from runner.knowledge_base.gold_patterns import NumberRange
from runner.text.numbers import NumberKind, NumberMention
from runner.text.units import convertible, in_base

_SAME_KIND = {NumberKind.FRACTION: NumberKind.CARDINAL}


class Intervals:
    """Closed intervals that can be asked which of them hold a value, in logarithmic time and one step per answer."""

    def __init__(self, intervals: Sequence[tuple[Decimal, Decimal]]) -> None:
        """Sort the intervals.

        Args:
            intervals: Lower and upper bounds, both included; answers name them by position.
        """
        self._edges = sorted({edge for interval in intervals for edge in interval})
        # The answer is constant on each edge and between two of them: slot 2i is edge i, slot 2i + 1 what follows it.
        slots: list[list[int]] = [[] for _ in range(2 * len(self._edges))]
        for position, (low, high) in enumerate(intervals):
            for slot in range(2 * bisect_left(self._edges, low), 2 * bisect_left(self._edges, high) + 1):
                slots[slot].append(position)
        self._slots = [tuple(slot) for slot in slots]

    def holding(self, value: Decimal) -> tuple[int, ...]:
        """Return the positions of the intervals that hold ``value``, in ascending order."""
        at = bisect_right(self._edges, value) - 1
        if at < 0:
            return ()
        return self._slots[2 * at if self._edges[at] == value else 2 * at + 1]


class NumberIndex:
    """The accepted values of many questions."""

    def __init__(self, ranges: Sequence[tuple[NumberRange, int]]) -> None:
        """Sort the ranges by value, and those with a unit by dimension as well.

        Args:
            ranges: Accepted values, each with the position of its question.
        """
        self._ranges = list(ranges)
        self._by_value = Intervals([(number.low, number.high) for number, _ in ranges])
        measured: dict[str, list[int]] = defaultdict(list)
        for position, (number, _) in enumerate(ranges):
            if number.unit is not None:
                measured[number.unit.dimension].append(position)
        self._measured = {dimension: (tuple(found), self._in_base(found)) for dimension, found in measured.items()}

    def _in_base(self, positions: Sequence[int]) -> Intervals:
        bounds = []
        for position in positions:
            number = self._ranges[position][0]
            one, other = in_base(number.low, number.unit), in_base(number.high, number.unit)
            bounds.append((min(one, other), max(one, other)))
        return Intervals(bounds)

    def __len__(self) -> int:
        """Return the number of ranges."""
        return len(self._ranges)

    def holding(self, mention: NumberMention) -> list[int]:
        """Find the questions that accept a number.

        A number without a unit agrees with a range by its value alone, and so does any number with a range without a
        unit; otherwise both are converted, and units of different dimensions never agree. Counts agree with counts
        and fractions, orders with orders, times with times.

        Args:
            mention: A number as read in a text.

        Returns:
            Positions of the questions, ascending, each once.
        """
        found = set()
        for position in self._by_value.holding(mention.value):
            number, question = self._ranges[position]
            comparable = number.unit is None or mention.unit is None or number.unit.name == mention.unit.name
            if comparable and _kind(number.kind) is _kind(mention.kind):
                found.add(question)
        if mention.unit is not None and mention.unit.dimension in self._measured:
            positions, intervals = self._measured[mention.unit.dimension]
            for place in intervals.holding(in_base(mention.value, mention.unit)):
                number, question = self._ranges[positions[place]]
                if convertible(number.unit, mention.unit) and _kind(number.kind) is _kind(mention.kind):
                    found.add(question)
        return sorted(found)


def _kind(kind: NumberKind) -> NumberKind:
    return _SAME_KIND.get(kind, kind)
