"""The numbers and dates of a response, each compared with the gold answer."""

import re
from bisect import bisect_right
from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

from runner.judge.gold import Alternative
from runner.judge.reading import Reading
from runner.text.dates import DateMention, find_dates
from runner.text.numbers import NumberKind, NumberMention, find_numbers
from runner.text.quantities import find_compounds
from runner.text.ranges import Interval
from runner.text.units import WORDS, Unit, convertible, in_base


class Candidate(NamedTuple):
    """A value in the response that may be its answer."""

    start: int
    """Offset of its first character."""
    end: int
    """Offset after its last character."""
    targets: frozenset[int]
    """The gold values that it equals, by their place in the alternative."""
    close: bool
    """Whether it may be the gold value: partial, ambiguous, rounded, or in a unit that cannot be compared exactly."""


_TIMES = {"once": 1, "twice": 2, "thrice": 3}
_TIMES_WORD = re.compile(r"\b(once|twice|thrice)\b(?!\s+upon)", re.IGNORECASE)
_HOW_OFTEN = re.compile(r"\bhow\s+(?:many\s+times|often)\b", re.IGNORECASE)
_HOW_MANY = re.compile(r"\bhow\s+(?:many|much|old|long|far|tall|high|deep|big|large)\b|\bnumber\s+of\b", re.IGNORECASE)
_ROUGHLY = re.compile(
    r"(?:\b(?:about|approximately|approx\.?|around|roughly|nearly|almost|circa|ca\.|over|more\s+than|less\s+than|under|some|"
    r"estimated|close\s+to|up\s+to|at\s+least)\s+(?:an?\s+)?|[~≈]\s?)\W?\Z",
    re.IGNORECASE,
)
_UNIT_ASKED = re.compile(r"\b(?:in|how many)\s+((?:[^\W\d_]+\s+){0,2}?[^\W\d_]+)\b", re.IGNORECASE)
_NEAR = Decimal("0.01")  # share by which a rounded conversion may differ


def compare_dates(mention: DateMention, target: DateMention) -> tuple[bool, bool]:
    """Compare a date with the gold date: whether it is equal, and whether it may be."""
    wanted = target.date
    if target.ambiguous:
        return False, any(reading in target.readings for reading in mention.readings)
    if mention.span != target.span:
        low, high = sorted((mention, target), key=lambda one: one.span)
        inside = (
            low.date.year is not None and high.date.year is not None
            and high.date.year <= low.date.year < high.date.year + high.span
        )  # fmt: skip
        return False, inside
    if mention.ambiguous:
        return False, any(wanted.includes(reading) for reading in mention.readings)
    return wanted.includes(mention.date), mention.date.includes(wanted)


def date_candidates(reading: Reading, targets: Sequence[DateMention], asked: Sequence[DateMention]) -> list[Candidate]:
    """Compare every date of a response with the gold dates.

    Args:
        reading: The response as read.
        targets: The gold dates, in order.
        asked: The dates of the question; a response that repeats one of them gives no other value.

    Returns:
        One candidate for each date that is not merely repeated from the question.
    """
    known = {mention.readings for mention in asked}
    found = []
    for mention in find_dates(reading.text):
        compared = [compare_dates(mention, target) for target in targets]
        equal = frozenset(place for place, (same, _) in enumerate(compared) if same)
        close = any(maybe for _, maybe in compared)
        if equal or close or not (mention.readings in known or _part_of_any(mention, asked)):
            found.append(Candidate(mention.start, mention.end, equal, close and not equal))
    return found


def _part_of_any(mention: DateMention, asked: Sequence[DateMention]) -> bool:
    return any(not mention.ambiguous and mention.date.includes(one.date) and mention.span == one.span for one in asked)


def unit_asked(question: str) -> Unit | None:
    """Find the unit that a question asks for: "in feet", "how many acres"."""
    for match in _UNIT_ASKED.finditer(question):
        words = match[1].lower().split()
        for count in range(len(words), 0, -1):
            unit = WORDS.get(" ".join(words[:count]))
            if unit is not None:
                return unit
    return None


def _is_rough(text: str, start: int) -> bool:
    """Whether a number is announced as approximate: "about", "more than", "~"."""
    return bool(_ROUGHLY.search(text, max(0, start - 24), start))


def _rounds_to(fine: Decimal, coarse: Decimal, places: int, *, rough: bool) -> bool:
    """Whether ``coarse`` is ``fine`` rounded to its last digit; to its last digit but zeros where it is approximate."""
    exponent = -places
    if rough and coarse:
        trailing = coarse.normalize().as_tuple().exponent
        exponent = max(exponent, trailing if isinstance(trailing, int) else exponent)
    step = Decimal(1).scaleb(exponent)
    return step * 10 <= abs(coarse) and abs(fine - coarse) * 2 <= step


def _close(reading: Reading, mention: NumberMention, target: Interval, alternative: Alternative, place: int) -> bool:
    """Whether a number that is not equal may stand for the gold value: rounded, or converted with rounding."""
    if target.unit is not None and mention.unit is not None and mention.unit.name != target.unit.name:
        if not convertible(mention.unit, target.unit):
            return False
        half = Decimal(1).scaleb(-mention.decimals) / 2
        least, most = in_base(mention.value - half, mention.unit), in_base(mention.value + half, mention.unit)
        low, high = in_base(target.low, target.unit), in_base(target.high, target.unit)
        margin = abs(high) * _NEAR
        return least <= high + margin and low - margin <= most
    if target.low != target.high:
        return False
    rough = _is_rough(reading.text, mention.start)
    return _rounds_to(target.low, mention.value, mention.decimals, rough=rough) or _rounds_to(
        mention.value,
        target.low,
        alternative.decimals[place],
        rough=rough or _is_rough(alternative.text, alternative.first),
    )


def _comparable(mention: NumberMention, target: Interval, *, counting: bool) -> bool:
    """Whether a number is of the gold value's sort at all."""
    if {NumberKind.CLOCK, NumberKind.TIME} & {mention.kind, target.kind}:
        return mention.kind is target.kind
    if mention.kind in {NumberKind.LABEL, NumberKind.DECADE}:
        return False
    if mention.kind is NumberKind.ORDINAL and target.kind is not NumberKind.ORDINAL and counting:
        return False
    if target.unit is None:
        return mention.unit is None or mention.unit.dimension != "proportion" or mention.kind is not NumberKind.CARDINAL
    return mention.unit is None or convertible(mention.unit, target.unit)


def number_candidates(reading: Reading, alternative: Alternative, question: str) -> list[Candidate]:
    """Compare every number of a response with the gold values.

    Dates are left out, except where a lone year equals a gold value; so are labels, ordinals where the question
    counts, numbers of another dimension, and numbers that the question itself mentions.

    Args:
        reading: The response as read.
        alternative: An alternative with values.
        question: The question.

    Returns:
        One candidate for each number that may be meant as the answer.
    """
    counting = bool(_HOW_MANY.search(question))
    unit = unit_asked(question)
    targets = [one if one.unit or unit is None else one._replace(unit=unit) for one in alternative.values]
    dates = find_dates(reading.text)
    starts = [mention.start for mention in dates]
    asked = {mention.value for mention in find_numbers(question)}
    mentions = find_numbers(reading.text)
    found: list[Candidate] = []
    absorbed: list[tuple[int, int]] = []
    for compound in find_compounds(reading.text, mentions):
        equal = frozenset(place for place, one in enumerate(targets) if one.holds(compound.value, compound.unit))
        if equal and len(targets) == 1:
            found.append(Candidate(compound.start, compound.end, equal, close=False))
            absorbed.append((compound.start, compound.end))
    for mention in mentions:
        if absorbed and any(start <= mention.start < end for start, end in absorbed):
            continue
        comparable = [place for place, one in enumerate(targets) if _comparable(mention, one, counting=counting)]
        equal = frozenset(place for place in comparable if targets[place].holds(mention.value, mention.unit))
        within = bisect_right(starts, mention.start) - 1
        date = dates[within].date if within >= 0 and mention.start < dates[within].end else None
        if not comparable or (date and (date.month or not equal)) or (mention.value in asked and not equal):
            continue
        close = not equal and any(_close(reading, mention, targets[place], alternative, place) for place in comparable)
        found.append(Candidate(mention.start, mention.end, equal, close))
    if _HOW_OFTEN.search(question):
        for match in _TIMES_WORD.finditer(reading.text):
            value = Decimal(_TIMES[match[1].lower()])
            equal = frozenset(place for place, one in enumerate(targets) if one.holds(value, None))
            found.append(Candidate(match.start(), match.end(), equal, close=False))
    return sorted(found, key=lambda candidate: candidate.start)
