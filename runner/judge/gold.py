"""Reading a gold answer: its alternatives, what is optional in it, its values, and the range that it accepts."""

import re
from functools import lru_cache
from typing import NamedTuple

from runner.judge.alternatives import QUOTES, split_alternatives, split_list
from runner.text.dates import DateMention, Day, find_dates
from runner.text.fold import fold_spans, fold_words
from runner.text.markup import blank_markup
from runner.text.numbers import NumberKind, NumberMention, find_numbers
from runner.text.quantities import find_compounds
from runner.text.ranges import Interval, parse_range


class Alternative(NamedTuple):
    """One way to be right."""

    text: str
    """As it stands in the gold answer, extras removed."""
    words: tuple[str, ...]
    """Its folded words."""
    items: tuple[str, ...]
    """Its parts where it is a list ("A, B and C"); otherwise itself alone."""
    dates: tuple[DateMention, ...] = ()
    """Its dates, where it says nothing but dates."""
    values: tuple[Interval, ...] = ()
    """Its numbers or the ranges around them, where it says nothing but numbers; exact numbers have equal bounds."""
    decimals: tuple[int, ...] = ()
    """For each value, the position of the last digit written; negative before the decimal mark."""
    first: int = 0
    """Offset in ``text`` of its first value."""

    @property
    def is_value(self) -> bool:
        """Whether it is a number, quantity or date and nothing else."""
        return bool(self.dates or self.values)


class Gold(NamedTuple):
    """A gold answer as read."""

    body: str
    """The answer without its note."""
    note: str | None
    """The note on accepted values, verbatim; null where there is none."""
    accepted: tuple[Interval, ...] | None
    """The ranges that the note names; null without a note, and where it cannot be read."""
    alternatives: tuple[Alternative, ...]
    """At least one."""

    @property
    def own_words(self) -> frozenset[str]:
        """Folded words of all alternatives."""
        return frozenset(word for alternative in self.alternatives for word in alternative.words)

    @property
    def unread(self) -> bool:
        """Whether it has a note that cannot be read, so that its numbers must not be compared."""
        return self.note is not None and self.accepted is None

    @property
    def only_values(self) -> bool:
        """Whether every alternative is a number, quantity or date."""
        return all(alternative.is_value for alternative in self.alternatives)


_NOTE = re.compile(
    r"[\s,;]*[(\[]\s*(?:accept(?:able|ed|s)?|allow(?:able|ed)|permitted|tolerance|range\b|(?:anything|any\s+value)?\s*between\b)"
    r"(?:\s+(?:range|values?|answers?|interval|error))?\s*(?:is|are|of)?\s*[:=]?\s*(.*)[)\]][\s.]*\Z",
    re.IGNORECASE | re.DOTALL,
)
_LONGEST = 2000  # characters read
_FILLERS = frozenset(
    {"in", "on", "of", "at", "from", "between", "until", "since", "by", "and", "to", "x", "year", "years", "ad", "ce"}
    | {"about", "approximately", "approx", "around", "circa", "ca", "c", "roughly", "nearly", "almost", "over", "more"}
    | {"than", "exactly", "aged", "age", "old", "total", "us", "per"}
)
_DATE_FILLERS = _FILLERS | {
    "day", "month", "date", "season", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"
}  # fmt: skip
_EARLY_YEAR = re.compile(r"(?:(?:in|the|year)\s+)*(\d{3,4})", re.IGNORECASE)
_DATE_QUESTION = re.compile(
    r"\A\W*(?:\w+\W+){0,2}when\b|\b(?:what|which|specify|give|provide)\s+(?:[\w,]+\s+){0,5}?(?:years?|dates?)\b",
    re.IGNORECASE,
)
_COUNT_QUESTION = re.compile(
    r"\bhow\s+(?:many|much|old|long|far|tall|high|big|large|deep|wide|often|fast|heavy)\b|\bage\b|\bnumber\s+of\b",
    re.IGNORECASE,
)


def asks_for_date(question: str) -> bool:
    """Whether a question asks for a date or a year rather than a count."""
    return bool(_DATE_QUESTION.search(question)) and not _COUNT_QUESTION.search(question)


def _only_dates(text: str, question: str) -> tuple[DateMention, ...]:
    mentions = find_dates(text)
    if not mentions:
        early = _EARLY_YEAR.fullmatch(text) if asks_for_date(question) else None
        return (DateMention((Day(int(early[1])),), *early.span(1)),) if early else ()
    spans = [(mention.start, mention.end) for mention in mentions]
    outside = [
        word.text for word in fold_spans(text) if not any(start <= word.start < end for start, end in spans)
    ]  # fmt: skip
    return tuple(mentions) if all(word in _DATE_FILLERS for word in outside) else ()


def _only_numbers(text: str, question: str) -> list[NumberMention]:
    """Find the numbers of a gold answer that says nothing else, apart from the noun that is counted."""
    mentions = find_numbers(text)
    if not mentions or any(mention.kind is NumberKind.LABEL for mention in mentions):
        return []
    spans = [(mention.start, mention.end) for mention in mentions]
    asked = frozenset(fold_words(question))
    first = mentions[0].start
    after = 0
    for word in fold_spans(text):
        if any(start <= word.start < end for start, end in spans) or word.text in _FILLERS or word.text in asked:
            continue
        original = text[word.start : word.end]
        after += 1
        if word.start < first or not original.islower() or after > 3:
            return []
    in_words = text[first : first + 1].isalpha()
    # "The Second" is a title and "one person" a description, unless a count is asked for.
    if in_words and (after or text[:first].strip(QUOTES)) and question and not _COUNT_QUESTION.search(question):
        return []
    return mentions


def _exact(mention: NumberMention) -> Interval:
    return Interval(mention.value, mention.value, mention.unit, mention.kind)


def _alternative(text: str, question: str, accepted: tuple[Interval, ...] | None) -> Alternative:
    bare = text.strip()
    folded = tuple(fold_words(bare))
    items = split_list(bare)
    numbers = _only_numbers(bare, question)
    dates = _only_dates(bare, question)
    counting = bool(_COUNT_QUESTION.search(question))
    if dates and accepted is None and (not numbers or not counting or any(one.date.month for one in dates)):
        return Alternative(bare, folded, items, dates=dates)
    if numbers:
        compounds = find_compounds(bare, numbers) if accepted is None else []
        if len(compounds) == 1 and compounds[0].start <= numbers[0].start and compounds[0].end >= numbers[-1].end:
            value, unit, start, _ = compounds[0]
            whole = Interval(value, value, unit, NumberKind.CARDINAL)
            return Alternative(bare, folded, items, values=(whole,), decimals=(numbers[-1].decimals,), first=start)
        values = accepted if accepted and len(accepted) == len(numbers) else tuple(map(_exact, numbers))
        decimals = tuple(number.decimals for number in numbers)
        return Alternative(bare, folded, items, values=values, decimals=decimals, first=numbers[0].start)
    return Alternative(bare, folded, items)


def _consistent(accepted: tuple[Interval, ...], body: str) -> tuple[Interval, ...] | None:
    """Take over units that the note leaves out, and refuse ranges that do not hold the answer itself."""
    numbers = [mention for mention in find_numbers(body) if mention.kind is not NumberKind.LABEL]
    if len(numbers) != len(accepted):
        return None
    adopted = []
    for interval, number in zip(accepted, numbers, strict=True):
        inside = interval.holds(number.value, number.unit)
        if not inside:
            return None
        adopted.append(interval if interval.unit or not number.unit else interval._replace(unit=number.unit))
    return tuple(adopted)


@lru_cache(maxsize=4096)
def read_gold(text: str, question: str = "") -> Gold:
    """Read a gold answer.

    Alternatives are told by "or", by a slash ("A/B") and by brackets ("A (or B)"); other words in brackets may be left
    out. A note such as "(acceptable range: anything between 119 and 123)" becomes intervals; a note that cannot be
    read, or whose range does not hold the answer itself, is left unread and never guessed.

    Args:
        text: The gold answer, verbatim.
        question: The question, which tells a year from a count and names what is counted.

    Returns:
        The gold answer as read.
    """
    text = text[:_LONGEST]
    match = _NOTE.search(text)
    body, note = (text, None) if match is None else (text[: match.start()], match[0].strip())
    cleaned = blank_markup(body)
    accepted = None if note is None else parse_range(note.strip("()[]. "))
    accepted = _consistent(accepted, cleaned) if accepted else None
    counting = bool(_COUNT_QUESTION.search(question))
    surfaces = [cleaned.strip()] if note else split_alternatives(cleaned, question, counting=counting)
    return Gold(
        body.strip(),
        note,
        accepted,
        tuple(_alternative(surface, question, accepted) for surface in surfaces),
    )
