"""Numbers written in English words: cardinals, ordinals, spoken years, dozens and fractions."""

import re
from decimal import Decimal
from typing import NamedTuple

_UNITS = {
    "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
    "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16,
    "seventeen": 17, "eighteen": 18, "nineteen": 19,
}  # fmt: skip
_TENS = {
    "twenty": 20, "thirty": 30, "forty": 40, "fourty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80,
    "ninety": 90,
}  # fmt: skip
MAGNITUDES = {
    "dozen": 12,
    "hundred": 10**2,
    "thousand": 10**3,
    "lakh": 10**5,
    "lakhs": 10**5,
    "million": 10**6,
    "millions": 10**6,
    "crore": 10**7,
    "crores": 10**7,
    "billion": 10**9,
    "billions": 10**9,
    "trillion": 10**12,
    "trillions": 10**12,
}
"""Words that multiply what stands before them."""
_ORDINAL_UNITS = {
    "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9,
    "tenth": 10, "eleventh": 11, "twelfth": 12, "thirteenth": 13, "fourteenth": 14, "fifteenth": 15,
    "sixteenth": 16, "seventeenth": 17, "eighteenth": 18, "nineteenth": 19,
}  # fmt: skip
_ORDINAL_TENS = {word[:-1] + "ieth": value for word, value in _TENS.items()}
_CARDINALS = _UNITS | _TENS
_ORDINALS = _ORDINAL_UNITS | _ORDINAL_TENS
_ORDINAL_MAGNITUDES = {"hundredth": 10**2, "thousandth": 10**3, "millionth": 10**6, "billionth": 10**9}
_DENOMINATORS = {
    "half": 2, "halves": 2, "third": 3, "thirds": 3, "quarter": 4, "quarters": 4, "fourths": 4, "fifth": 5,
    "fifths": 5, "sixth": 6, "sixths": 6, "sevenths": 7, "eighth": 8, "eighths": 8, "ninths": 9, "tenth": 10,
    "tenths": 10,
}  # fmt: skip
_LONGEST_RUN = 24  # words; no real number is longer
_CONNECTORS = frozenset({"a", "and", "oh"})
_LEXICON = frozenset(
    {*_UNITS, *_TENS, *MAGNITUDES, *_ORDINAL_UNITS, *_ORDINAL_TENS, *_ORDINAL_MAGNITUDES, *_DENOMINATORS, *_CONNECTORS}
)
_LETTERS = re.compile(r"(?<![^\W_])[a-z]+(?![^\W_])")
_GAP = re.compile(r"[\s\u2010-\u2014-]{1,3}")
# Where "one" is a pronoun, and where a plural magnitude is no number ("millions of people").
_PRONOUN_BEFORE = re.compile(r"(?:^|[^\W_]*\W)(?:no|any|every|some|the|this|that|which|each|another|only)[\s-]+\Z")
_PRONOUN_AFTER = re.compile(r"(?:\s+(?:of|another|can|could|may|might|must|should|would)\b|['’]s\b)")


class WordNumber(NamedTuple):
    """A number found in words."""

    value: Decimal
    """Its value."""
    start: int
    """Offset of its first character."""
    end: int
    """Offset after its last character."""
    kind: str
    """``cardinal``, ``ordinal`` or ``fraction``."""


class _Token(NamedTuple):
    text: str
    start: int
    end: int


class _Run:
    """Number words that follow one another, read from left to right by a small grammar."""

    def __init__(self, tokens: list[_Token]) -> None:
        self.tokens = tokens
        self.words = [token.text for token in tokens] + [""] * 3

    def below_hundred(self, at: int) -> tuple[int, int, bool] | None:
        """Read a number below one hundred: its value, the next index, whether it is an ordinal."""
        word, following = self.words[at], self.words[at + 1] if at + 1 < len(self.words) else ""
        if word in _TENS:
            if 0 < _UNITS.get(following, 0) < 10:
                return _TENS[word] + _UNITS[following], at + 2, False
            if _ORDINAL_UNITS.get(following, 99) < 10:
                return _TENS[word] + _ORDINAL_UNITS[following], at + 2, True
        value = _CARDINALS.get(word)
        if value is not None:
            return value, at + 1, False
        value = _ORDINALS.get(word)
        return None if value is None else (value, at + 1, True)

    def below_thousand(self, at: int) -> tuple[int, int, bool] | None:
        """Read a number below one thousand, or a spoken year such as "nineteen eighty-four"."""
        if self.words[at] == "a" and self.words[at + 1] in MAGNITUDES:
            head: tuple[int, int, bool] | None = (1, at + 1, False)
        elif self.words[at] == "hundred":
            head = (1, at, False)
        else:
            head = self.below_hundred(at)
        if head is None or head[2]:
            return head
        value, index, _ = head
        if self.words[index] == "hundredth":
            return value * 100, index + 1, True
        if self.words[index] == "hundred":
            value, index = value * 100, index + 1
            tail = self.below_hundred(index + (self.words[index] == "and"))
            return (value + tail[0], tail[1], tail[2]) if tail else (value, index, False)
        if 10 <= value <= 29:
            gap = self.words[index] == "oh"
            tail = self.below_hundred(index + gap)
            if tail and not tail[2] and (tail[0] < 10) == gap:
                return 100 * value + tail[0], tail[1], False
        return head

    def number(self, at: int) -> tuple[Decimal, int, str] | None:
        """Read the longest number: its value, the next index, its kind."""
        total, ceiling, index = Decimal(0), 10**18, at
        while True:
            here = index + (self.words[index] == "and" and index > at)
            magnitude_first = self.words[here] in MAGNITUDES and index == at
            part = (1, here, False) if magnitude_first else self.below_thousand(here)
            if part is None:
                break
            value, following, ordinal = part
            size = 1
            while self.words[following] in MAGNITUDES:
                size *= MAGNITUDES[self.words[following]]
                following += 1
            if size >= ceiling or (ceiling < 10**18 and value * size >= ceiling):
                break
            if self.words[following] in _ORDINAL_MAGNITUDES and not ordinal:
                size, following, ordinal = size * _ORDINAL_MAGNITUDES[self.words[following]], following + 1, True
            total, index, ceiling = total + value * size, following, size
            if ordinal:
                return total, index, "ordinal"
            if size == 1:
                break
        return (total, index, "cardinal") if index > at else None

    def fraction(self, at: int) -> tuple[Decimal, int, str] | None:
        """Read "two-thirds", "one quarter", "half a million": only where a numerator or a magnitude tells."""
        word = self.words[at]
        if word == "half":
            index = at + 1 + (self.words[at + 1] == "a")
            if self.words[index] in MAGNITUDES:
                return Decimal(MAGNITUDES[self.words[index]]) / 2, index + 1, "cardinal"
            return None
        numerator = 1 if word == "a" else _UNITS.get(word, 0)
        name = self.words[at + 1]
        if not numerator or name not in _DENOMINATORS or (numerator == 1) == (name.endswith("s") or name == "halves"):
            return None
        return Decimal(numerator) / _DENOMINATORS[name], at + 2, "fraction"

    def with_fraction(self, value: Decimal, at: int) -> tuple[Decimal, int]:
        """Add "and a half", then a magnitude: "two and a half million"."""
        if self.words[at] == "and":
            part = self.fraction(at + 1)
            if part is not None and part[2] == "fraction":
                value, at = value + part[0], part[1]
                if self.words[at] in MAGNITUDES:
                    value, at = value * MAGNITUDES[self.words[at]], at + 1
        return value, at

    def read(self) -> list[WordNumber]:
        """Read all numbers of the run in order."""
        found, at = [], 0
        while at < len(self.tokens):
            part = self.fraction(at) or self.number(at)
            if part is None:
                at += 1
                continue
            value, following, kind = part
            if kind == "cardinal":
                value, following = self.with_fraction(value, following)
            found.append(WordNumber(value, self.tokens[at].start, self.tokens[following - 1].end, kind))
            at = following
        return found


def lowered(text: str) -> str:
    """Lower the case of ``text`` without changing its length, so that offsets stay true."""
    low = text.lower()
    if len(low) == len(text):
        return low
    return "".join(char if len(char.lower()) != 1 else char.lower() for char in text)


def _is_pronoun(low: str, number: WordNumber) -> bool:
    if low[number.start : number.end] != "one":
        return False
    return bool(
        _PRONOUN_BEFORE.match(low[max(0, number.start - 12) : number.start]) or _PRONOUN_AFTER.match(low, number.end)
    )


def _vague(low: str, number: WordNumber) -> bool:
    """Tell "millions of people" from a number."""
    words = low[number.start : number.end]
    return words in MAGNITUDES and words.endswith("s")


def find_word_numbers(text: str) -> list[WordNumber]:
    """Find numbers written in English words.

    Args:
        text: Any text.

    Returns:
        The numbers in order, not overlapping. "One" as a pronoun and vague plurals ("millions of") are left out.
    """
    low = lowered(text)
    tokens = [_Token(m.group(), m.start(), m.end()) for m in _LETTERS.finditer(low) if m.group() in _LEXICON]
    found: list[WordNumber] = []
    start = 0
    for index in range(1, len(tokens) + 1):
        adjacent = index < len(tokens) and _GAP.fullmatch(text, tokens[index - 1].end, tokens[index].start)
        if adjacent and index - start < _LONGEST_RUN:
            continue
        run = tokens[start:index]
        start = index
        if all(token.text in _CONNECTORS for token in run):
            continue
        found += [number for number in _Run(run).read() if not _is_pronoun(low, number) and not _vague(low, number)]
    return found
