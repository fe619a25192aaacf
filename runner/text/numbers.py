"""Numbers in a text, in digits or in words, each with its exact value, unit and place."""

import re
from decimal import Decimal
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from runner.text.number_words import MAGNITUDES, find_word_numbers
from runner.text.numerals import SPACES, Numeral, find_numerals
from runner.text.units import CURRENCY_SIGNS, SYMBOLS, Unit, unit_after


class NumberKind(StrEnum):
    """What sort of number a mention is."""

    CARDINAL = "cardinal"
    """A count, measure or plain number."""
    ORDINAL = "ordinal"
    """A place in an order: ``3rd``, ``third``."""
    FRACTION = "fraction"
    """A fraction: ``two-thirds``, ``3/4``, ``½``."""
    CLOCK = "clock"
    """Hours, minutes and seconds with colons, in the smallest unit written: ``12:34`` is 754."""
    TIME = "time"
    """A time of day with a.m. or p.m., in minutes after midnight: ``7:30 p.m.`` is 1170."""
    DECADE = "decade"
    """A decade or a person's twenties: ``1990s`` is 1990."""
    LABEL = "label"
    """Part of a name or code, not a quantity: ``3.2.5``, ``RX-350``. The value is that of its first digits."""


class NumberMention(NamedTuple):
    """One number in a text."""

    value: Decimal
    """Exact value with sign and magnitude applied: ``2.5 million`` is 2500000."""
    start: int
    """Offset of its first character, sign and currency sign included."""
    end: int
    """Offset after its last character, unit included."""
    unit: Unit | None
    """The unit written beside it; null where there is none."""
    kind: NumberKind
    """What sort of number it is."""
    number_end: int
    """Offset after the number itself, without its unit."""
    decimals: int
    """Position of the last digit written: 2 for ``1.25``, -5 for ``2.5 million``."""
    magnitude: int = 0
    """Power of ten that a word or suffix applied: 6 for ``2.5 million``."""


_SUFFIXES = {"k": 3, "K": 3, "M": 6, "mn": 6, "mln": 6, "bn": 9, "Bn": 9, "B": 9, "tn": 12, "mm": 6, "m": 6, "b": 9}
_ONLY_MONEY = frozenset({"mm", "m", "b"})
_ORDINAL_SUFFIXES = frozenset({"st", "nd", "rd", "th"})
_POWERS = {word: len(str(size)) - 1 for word, size in MAGNITUDES.items() if word != "dozen"}
_TAIL = re.compile(r"(?:['’](?=s(?!\w)))?([^\W\d_]++)(\d?)")
_SCALE = re.compile(r"[\s\u00a0\u202f-]{1,2}([A-Za-z]{2,9})\.?(?![^\W_])")
_SIGN = re.compile(r"(?:\A|(?<=[\s(\[{<>=~≈:,;/\"'“‘]))[-−+–]\Z")
_MINUS_WORD = re.compile(r"\b(?:minus|negative)\s\Z", re.IGNORECASE)
_CURRENCY = re.compile(
    "(?:" + "|".join(rf"(?<![^\W_]){re.escape(s)}" if s[0].isalpha() else re.escape(s) for s in CURRENCY_SIGNS)
    + rf")[{SPACES}]?\Z"
)  # fmt: skip
_CURRENCY_ENDS = frozenset(sign[-1] for sign in CURRENCY_SIGNS)
_LABEL_PREFIX = re.compile(r"([^\W_]+)-\Z")
_PLAIN_PREFIXES = frozenset(
    {"mid", "post", "pre", "early", "late", "circa", "ca", "c", "non", "sub", "over", "under", "around", "roughly"}
    | {"nearly", "about", "to", "age", "aged"}
)
_HALF_DAY = re.compile(r"\s?([ap])\.?\s?m(?:\.|(?![^\W_]))", re.IGNORECASE)
_LOOK_BACK = 12


def _sign(text: str, start: int) -> tuple[int, int]:
    """Read a sign before ``start``: the factor and the new start."""
    before = text[max(0, start - _LOOK_BACK) : start]
    if before[-1:] in {"-", "−", "+", "–"} and _SIGN.search(before):
        # "1990 –1995" is a range, not a negative number.
        if before[-1] == "–" and before[:-1].rstrip()[-1:].isdigit():
            return 1, start
        return (1 if before[-1] == "+" else -1), start - 1
    word = _MINUS_WORD.search(before) if before[-1:].isspace() else None
    return (-1, start - len(before) + word.start()) if word else (1, start)


def _currency_before(text: str, start: int) -> tuple[Unit | None, int]:
    before = text[max(0, start - 6) : start]
    if before.rstrip()[-1:] not in _CURRENCY_ENDS:
        return None, start
    match = _CURRENCY.search(before)
    if match is None:
        return None, start
    return SYMBOLS[match.group().strip(SPACES)], start - len(before) + match.start()


def _scale(text: str, end: int, *, money: bool) -> tuple[int, int]:
    """Read a magnitude after ``end``, as a suffix or a word: the power of ten and the new end."""
    tail = _TAIL.match(text, end)
    if tail and not tail[2] and tail[1] in _SUFFIXES:
        after = unit_after(text, tail.end()) if tail[1] in _ONLY_MONEY and not money else None
        if money or tail[1] not in _ONLY_MONEY or (after and after[0].dimension == "currency"):
            return _SUFFIXES[tail[1]], tail.end()
    power = 0
    while True:
        word = _SCALE.match(text, end)
        if word is None:
            return power, end
        name = word[1].lower()
        if name in _POWERS and not (name.endswith("s") and text[word.end() : word.end() + 4].lower() == " of "):
            power, end = power + _POWERS[name], word.end(1)
        elif money and word[1] in {"bn", "mn", "mln"}:
            return power + _SUFFIXES[word[1]], word.end(1)
        else:
            return power, end


def _label_before(text: str, start: int) -> bool:
    prefix = _LABEL_PREFIX.search(text[max(0, start - _LOOK_BACK) : start]) if text[start - 1 : start] == "-" else None
    return prefix is not None and not prefix[1].isdigit() and prefix[1].lower() not in _PLAIN_PREFIXES


def _minutes(clock: str, half: str) -> int | None:
    """Read a time of day, in minutes after midnight."""
    hours, _, minutes = clock.partition(":")
    if not 1 <= int(hours) <= 12 or not (minutes or "0").isdigit():
        return None
    return (int(hours) % 12 + 12 * (half in "pP")) * 60 + int(minutes or 0)


def _mention(text: str, numeral: Numeral) -> NumberMention:
    """Complete a numeral: sign, currency, suffix, magnitude, unit."""
    value, start, end, form, decimals = numeral
    half_day = _HALF_DAY.match(text, end) if form in {"plain", "clock"} else None
    if half_day and not decimals:
        minutes = _minutes(text[start:end], half_day[1])
        if minutes is not None:
            return NumberMention(Decimal(minutes), start, half_day.end(), None, NumberKind.TIME, half_day.end(), 0)
    if form == "version":
        return NumberMention(value, start, end, None, NumberKind.LABEL, end, 0)
    if form == "clock":
        return NumberMention(value, start, end, None, NumberKind.CLOCK, end, decimals)
    unit, start = _currency_before(text, start)
    factor, start = _sign(text, start)
    if unit is None and factor < 0:
        unit, start = _currency_before(text, start)
    kind = NumberKind.FRACTION if form == "ratio" else NumberKind.CARDINAL
    tail = _TAIL.match(text, end)
    if tail and form != "ratio":
        letters = tail[1].lower()
        if letters in _ORDINAL_SUFFIXES and not tail[2] and not decimals:
            kind, end = NumberKind.ORDINAL, tail.end()
        elif letters == "s" and not decimals and value < 10_000 and value % 10 == 0:
            return NumberMention(value, start, tail.end(), None, NumberKind.DECADE, tail.end(), 0)
    power, end = _scale(text, end, money=unit is not None) if kind is NumberKind.CARDINAL else (0, end)
    value, decimals = (value if factor > 0 else -value).scaleb(power) if value else value, decimals - power
    number_end = end
    after = unit_after(text, end) if kind is not NumberKind.FRACTION else None
    if after is not None and (unit is None or after[0].dimension == "currency"):
        unit, end = after[0] if unit is None or unit.name == "dollar" else unit, after[1]
    elif unit is None and kind is NumberKind.CARDINAL and _is_code(text, end):
        return NumberMention(value, start, end, None, NumberKind.LABEL, end, decimals)
    if unit is None and _label_before(text, start):
        kind = NumberKind.LABEL
    return NumberMention(value, start, end, unit, kind, number_end, decimals, power)


def _is_code(text: str, end: int) -> bool:
    """Whether letters are attached that make the number part of a code: ``7QX42``, ``3D``."""
    tail = _TAIL.match(text, end)
    return tail is not None and tail[1] not in {"x", "X"}


def _in_words(text: str) -> list[NumberMention]:
    mentions = []
    for value, start, end, kind in find_word_numbers(text):
        factor, begin = _sign(text, start) if kind == "cardinal" and text[start - 1 : start].isspace() else (1, start)
        after = unit_after(text, end) if kind != "fraction" else None
        unit, stop = after or (None, end)
        mentions.append(NumberMention(value if factor > 0 else -value, begin, stop, unit, NumberKind(kind), end, 0))
    return mentions


@lru_cache(maxsize=64)
def _found(text: str) -> tuple[NumberMention, ...]:
    mentions: list[NumberMention] = []
    for numeral in find_numerals(text):
        mention = _mention(text, numeral)
        if not mentions or mention.start >= mentions[-1].number_end:
            mentions.append(mention)
    taken = [(mention.start, mention.end) for mention in mentions]
    words = _in_words(text)
    if not taken or not words:
        return tuple(sorted(mentions + words, key=lambda mention: mention.start))
    index = 0
    free = []
    for word in words:
        while index < len(taken) and taken[index][1] <= word.start:
            index += 1
        if index == len(taken) or word.number_end <= taken[index][0]:
            free.append(word)
    return tuple(sorted(mentions + free, key=lambda mention: mention.start))


def find_numbers(text: str) -> list[NumberMention]:
    """Find all numbers of a text.

    Reads digits with any thousands separators, magnitudes (``12k``, ``2.5 million``), number words, ordinals,
    fractions, percentages, currencies before or after, the minus sign U+2212, and the unit beside each number.

    Args:
        text: Any text, as received.

    Returns:
        The mentions in order of their place, not overlapping; offsets are into ``text``.
    """
    return list(_found(text))
