"""Finds the gold answers of many questions in one text at once.

The index is over the questions, not over the corpus: each document is read once, whatever the number of questions, and
nothing of it is kept. Words are looked up by the first word of an answer, numbers in a sorted list of ranges, dates by
their year.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from runner.knowledge_base.gold_patterns import GoldPatterns, NumberRange, read_patterns
from runner.knowledge_base.number_index import NumberIndex
from runner.knowledge_base.passages import split_sentences
from runner.text.dates import DateMention, Day, find_dates
from runner.text.fold import Word, fold_words
from runner.text.numbers import NumberKind, find_numbers
from schemas.coverage import CoverageMethod
from schemas.question import Question

_SHORTEST_SURNAME = 4
_DATE_WINDOW = 40  # characters around a year in which the rest of its date is looked for
_PARAGRAPH = re.compile(r"\n[ \t]*\n\s*+")
_STOP = re.compile(r"[.!?…。！？\n]")
_NOT_NUMBERS = frozenset({NumberKind.LABEL, NumberKind.DECADE})


class Hit(NamedTuple):
    """One place in a text where the gold answer of a question stands, or nearly stands."""

    question: int
    """Position of the question among those of the index."""
    method: CoverageMethod
    """How it matched; ``none`` for a near miss."""
    start: int
    """Offset of its first character."""
    end: int
    """Offset after its last character."""


class _Phrase(NamedTuple):
    words: tuple[str, ...]
    original: str
    question: int
    near_miss: bool


class GoldIndex:
    """The gold answers of a list of questions, ready to be looked for in texts."""

    def __init__(self, questions: Sequence[Question]) -> None:
        """Read the gold answers.

        Args:
            questions: The questions; hits name them by position.
        """
        self.patterns: list[GoldPatterns] = [read_patterns(question) for question in questions]
        self._phrases: dict[str, list[_Phrase]] = defaultdict(list)
        self._days: dict[str, list[tuple[Day, int]]] = defaultdict(list)
        ranges: list[tuple[NumberRange, int]] = []
        for position, patterns in enumerate(self.patterns):
            self._add_phrases(position, patterns)
            for day in patterns.days:
                for key in _date_keys(day):
                    self._days[key].append((day, position))
            ranges += [(number, position) for number in patterns.numbers]
        self._numbers = NumberIndex(ranges)

    def _add_phrases(self, position: int, patterns: GoldPatterns) -> None:
        for phrase in patterns.phrases:
            words = tuple(fold_words(phrase))
            if not words:
                continue
            self._phrases[words[0]].append(_Phrase(words, phrase, position, near_miss=False))
            if patterns.is_person and len(words) > 1 and len(words[-1]) >= _SHORTEST_SURNAME:
                self._phrases[words[-1]].append(_Phrase(words[-1:], phrase, position, near_miss=True))

    def find(self, text: str, words: Sequence[Word]) -> Iterator[Hit]:
        """Find all gold answers in a text.

        Args:
            text: A document's text.
            words: Its folded words, as ``fold_spans`` gives them.

        Yields:
            The hits: words in order of place, then dates, then numbers. Near misses are a surname alone, and a number
            that is part of a date.
        """
        yield from self._find_words(text, words)
        yield from self._find_dates(text, words)
        if self._numbers:
            yield from self._find_numbers(text)

    def _find_words(self, text: str, words: Sequence[Word]) -> Iterator[Hit]:
        for position, word in enumerate(words):
            for phrase in self._phrases.get(word.text, ()):
                last = position + len(phrase.words) - 1
                if last >= len(words):
                    continue
                if any(words[position + step].text != phrase.words[step] for step in range(1, len(phrase.words))):
                    continue
                start, end = word.start, words[last].end
                if _inside_number(text, start, end) or _over_sentence_end(text[start:end], phrase.original):
                    continue
                if phrase.near_miss:
                    method = CoverageMethod.NONE
                else:
                    method = _exact_or(CoverageMethod.NORMALISED, text, start, end, phrase.original)
                yield Hit(phrase.question, method, start, end)

    def _find_dates(self, text: str, words: Sequence[Word]) -> Iterator[Hit]:
        if not self._days:
            return
        for word in words:
            wanted = self._days.get(word.text)
            if not wanted:
                continue
            for mention, start, end in _dates_at(text, word.start, word.end):
                for day, question in wanted:
                    if mention.span == 1 and any(day.includes(reading) for reading in mention.readings):
                        originals = self.patterns[question].originals
                        yield Hit(question, _exact_or(CoverageMethod.DATE, text, start, end, *originals), start, end)

    def _find_numbers(self, text: str) -> Iterator[Hit]:
        for offset, block in _blocks(text):
            for mention in find_numbers(block):
                if mention.kind in _NOT_NUMBERS:
                    continue
                questions = self._numbers.holding(mention)
                if not questions:
                    continue
                start, end = offset + mention.start, offset + mention.end
                dated = mention.unit is None and bool(_dates_at(text, start, end))
                for question in questions:
                    if dated:
                        yield Hit(question, CoverageMethod.NONE, start, end)
                        continue
                    originals = self.patterns[question].originals
                    yield Hit(question, _exact_or(CoverageMethod.NUMERIC, text, start, end, *originals), start, end)


def _date_keys(day: Day) -> tuple[str, ...]:
    """Return the folded words of which one stands in every date that ``day`` includes."""
    if day.year is not None:
        return (str(abs(day.year)),)
    return tuple(f"{day.day}{ending}" for ending in ("", "st", "nd", "rd", "th"))


def _dates_at(text: str, start: int, end: int) -> list[tuple[DateMention, int, int]]:
    """Return the dates that hold a place of a text, with their offsets in it."""
    base = max(0, start - _DATE_WINDOW)
    mentions = find_dates(text[base : end + _DATE_WINDOW])
    placed = [(mention, base + mention.start, base + mention.end) for mention in mentions]
    return [one for one in placed if one[1] <= start < one[2]]


def _blocks(text: str) -> Iterator[tuple[int, str]]:
    """Yield the paragraphs of a text with their offsets."""
    start = 0
    for gap in _PARAGRAPH.finditer(text):
        yield start, text[start : gap.start()]
        start = gap.end()
    yield start, text[start:]


def _inside_number(text: str, start: int, end: int) -> bool:
    """Whether a run of words begins or ends in the middle of a number: ``12`` in ``12,500`` or ``3.12``."""
    if text[end - 1].isdigit() and text[end : end + 1] in {",", ".", ":"} and text[end + 1 : end + 2].isdigit():
        return True
    return text[start].isdigit() and start > 1 and text[start - 1] in ",.:" and text[start - 2].isdigit()


def _over_sentence_end(found: str, original: str) -> bool:
    """Whether words that stand together belong to two sentences, as in "near Ottawa. River traffic grew"."""
    if not _STOP.search(found):
        return False
    return len(split_sentences(found)) > len(split_sentences(original))


def _exact_or(method: CoverageMethod, text: str, start: int, end: int, *originals: str) -> CoverageMethod:
    """Return ``exact`` where one of ``originals`` stands at the place character for character, or else ``method``."""
    for original in originals:
        at = text.find(original, max(0, start - len(original)), end + len(original))
        if at >= 0 and at <= start and end <= at + len(original):
            return CoverageMethod.EXACT
    return method
