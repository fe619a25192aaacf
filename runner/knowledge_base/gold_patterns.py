"""What a gold answer looks like in a document: its wordings, its numbers with their accepted range, its dates."""

import re
from dataclasses import dataclass
from decimal import Decimal
from typing import NamedTuple

from runner.judge.gold import Alternative, asks_for_date, read_gold
from runner.text.dates import Day
from runner.text.numbers import NumberKind
from runner.text.units import Unit
from schemas.question import Question

_YEAR = re.compile(r"1\d{3}|20\d{2}")


class NumberRange(NamedTuple):
    """The values that a numeric gold answer accepts."""

    low: Decimal
    """Smallest accepted value."""
    high: Decimal
    """Largest accepted value."""
    unit: Unit | None
    """Unit of both; null where the gold answer states none."""
    kind: NumberKind
    """A count, an order, a fraction or a time: only mentions of the same kind are compared."""


@dataclass(frozen=True, slots=True)
class GoldPatterns:
    """Everything to look for, for one question."""

    originals: tuple[str, ...]
    """The gold answer and its alternatives as written, without notes."""
    phrases: tuple[str, ...]
    """Those of ``originals`` that are found by their words; single numbers and dates are found by value alone."""
    numbers: tuple[NumberRange, ...]
    """Accepted values."""
    days: tuple[Day, ...]
    """Accepted dates, at the precision of the gold answer; all have a year or a day."""
    is_person: bool
    """Whether the answer is a person, so that a surname alone is a near miss."""
    is_compound: bool
    """Whether every wording has several parts, or a note that cannot be read: if the words are not found, a person must
    look."""


def read_patterns(question: Question) -> GoldPatterns:
    """Read what a question's gold answer looks like in a text.

    Args:
        question: The question with its gold answer.
    """
    gold = read_gold(question.gold, question.text)
    # The judges keep the whole with its brackets beside the alternatives read from them; no document words it so.
    alternatives = [one for one in gold.alternatives if "(" not in one.text] or list(gold.alternatives)
    kind = (question.answer_type or ("date" if asks_for_date(question.text) else "")).casefold()
    phrases: list[str] = []
    numbers: list[NumberRange] = []
    days: list[Day] = []
    compound = True
    for one in alternatives:
        simple = True
        if gold.note is None and _YEAR.fullmatch(one.text):
            days += [Day(int(one.text))] if kind != "number" else []
            exact = Decimal(one.text)
            numbers += [NumberRange(exact, exact, None, NumberKind.CARDINAL)] if kind != "date" else []
        elif day := _single_day(one):
            days.append(day)
        elif len(one.values) == 1 and not gold.unread:
            value = one.values[0]
            numbers.append(NumberRange(value.low, value.high, value.unit, value.kind))
        else:
            phrases.append(one.text)
            simple = not (one.is_value or len(one.items) > 1)
        compound = compound and not simple
    return GoldPatterns(
        originals=tuple(one.text for one in alternatives),
        phrases=tuple(phrases),
        numbers=tuple(numbers),
        days=tuple(days),
        is_person=kind == "person",
        is_compound=compound,
    )


def _single_day(alternative: Alternative) -> Day | None:
    if len(alternative.dates) != 1:
        return None
    mention = alternative.dates[0]
    known = mention.date.year is not None or mention.date.day is not None
    return mention.date if known and mention.span == 1 and not mention.ambiguous else None
