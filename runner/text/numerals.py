"""Numerals in digits: grouping and decimal marks of several customs, fractions, powers and clock forms."""

import re
from decimal import Decimal
from typing import NamedTuple

SPACES = " \u00a0\u2009\u202f\u2007"
"""Spaces that may stand inside a number."""
_MARKS = SPACES + "'’"
_LONGEST = 27  # digits; a longer run is no quantity, and beyond 28 decimal arithmetic would round
_VULGAR = {
    "½": Decimal("0.5"), "¼": Decimal("0.25"), "¾": Decimal("0.75"), "⅓": Decimal(1) / 3, "⅔": Decimal(2) / 3,
    "⅕": Decimal("0.2"), "⅖": Decimal("0.4"), "⅗": Decimal("0.6"), "⅘": Decimal("0.8"), "⅙": Decimal(1) / 6,
    "⅚": Decimal(5) / 6, "⅛": Decimal("0.125"), "⅜": Decimal("0.375"), "⅝": Decimal("0.625"), "⅞": Decimal("0.875"),
}  # fmt: skip
_NUMERAL = re.compile(
    rf"""(?:(?<!\w)|(?<=\b[vV]))
    (?:
      (?P<grouped> \d{{1,3}}(?:,\d{{2,3}}){{0,9}},\d{{3}}(?!\d)(?:\.\d++)?
                 | \d{{1,3}}(?:\.\d{{3}}){{2,9}}(?![.\d])(?:,\d++)?
                 | \d{{1,3}}\.\d{{3}},\d++
                 | \d{{1,3}}(?:[{_MARKS}]\d{{3}}){{1,9}}(?!\d)(?:[.,]\d++)? )
    | (?P<version> \d{{1,9}}(?:\.\d{{1,9}}){{2,9}}(?![\w]) )
    | (?P<clock>   \d{{1,3}}(?::[0-5]\d){{1,2}}(?:\.\d++)?(?![\d:]) )
    | (?P<ratio>   (?<!/)\d{{1,4}}[/⁄]\d{{1,4}}(?![\d/]) )
    | (?P<comma>   (?<!\d,)\d++,\d{{1,2}}(?![\d,]) )
    | (?P<plain>   \d++(?:[.·]\d++)? | (?<!\.)\.\d++ )
    | (?P<alone>[{"".join(_VULGAR)}])
    )
    """,
    re.VERBOSE,
)
_POWER = re.compile(
    r"\s?[x×·*⋅]\s?10(?:(?:\^|\*\*)\{?([-−+]?\d{1,3})\}?|([⁻⁺]?[⁰¹²³⁴-⁹]{1,3}))(?!\w)|[eE]([-−+]?\d{1,3})(?!\w)"
)
_MIXED = re.compile(rf"[{SPACES}]?(?:([{''.join(_VULGAR)}])|(?<=[{SPACES}])(\d)[/⁄](\d{{1,2}})(?![\d/]))")
_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺−", "0123456789-+-")


class Numeral(NamedTuple):
    """A numeral as it stands in digits, before magnitude, sign and unit are read."""

    value: Decimal
    """Its value; for clock forms in the smallest unit written."""
    start: int
    """Offset of its first character."""
    end: int
    """Offset after its last character."""
    form: str
    """``plain``, ``grouped``, ``version``, ``clock`` or ``ratio``."""
    decimals: int
    """Digits written after the decimal mark."""


def _ungrouped(raw: str) -> str:
    """Remove the thousands separators of any custom and write the decimal mark as a full stop."""
    if raw.count(".") > 1 or ("." in raw and "," in raw and raw.index(".") < raw.index(",")):
        return raw.replace(".", "").replace(",", ".")
    spaced = any(mark in raw for mark in _MARKS)
    for mark in _MARKS:
        raw = raw.replace(mark, "")
    return raw.replace(",", "." if spaced else "")


def _clock(raw: str) -> tuple[Decimal, int]:
    value = Decimal(0)
    for field in raw.split(":"):
        value = value * 60 + Decimal(field)
    return value, len(raw.partition(".")[2])


def _with_fraction(text: str, value: Decimal, end: int) -> tuple[Decimal, int]:
    """Add "½" or " 1/2" after a whole number."""
    mixed = _MIXED.match(text, end)
    if mixed is None:
        return value, end
    if mixed[1]:
        return value + _VULGAR[mixed[1]], mixed.end()
    above, below = int(mixed[2]), int(mixed[3])
    return (value + Decimal(above) / below, mixed.end()) if 0 < above < below else (value, end)


def _with_power(text: str, value: Decimal, decimals: int, end: int) -> tuple[Decimal, int, int]:
    """Apply a power of ten: ``1.2e5``, ``1.2 × 10^5``."""
    power = _POWER.match(text, end)
    if power is None:
        return value, decimals, end
    exponent = int((power[1] or power[2] or power[3]).translate(_SUPERSCRIPTS))
    return value.scaleb(exponent), decimals - exponent, power.end()


def _read(text: str, match: re.Match[str]) -> Numeral | None:
    form = match.lastgroup or ""
    raw, start, end = match.group(), match.start(), match.end()
    if len(raw) > _LONGEST:
        return None
    if form == "alone":
        return Numeral(_VULGAR[raw], start, end, "ratio", 0)
    if form == "version":
        return Numeral(Decimal(raw.partition(".")[0]), start, end, form, 0)
    if form == "clock":
        value, decimals = _clock(raw)
        return Numeral(value, start, end, form, decimals)
    if form == "ratio":
        above, below = (int(part) for part in re.split("[/⁄]", raw))
        return Numeral(Decimal(above) / below, start, end, form, 0) if below else None
    number = _ungrouped(raw) if form == "grouped" else raw.replace(",", ".").replace("·", ".")
    value, decimals = Decimal(number), len(number.partition(".")[2])
    if not decimals:
        value, end = _with_fraction(text, value, end)
    value, decimals, end = _with_power(text, value, decimals, end)
    return Numeral(value, start, end, "grouped" if form == "grouped" else "plain", decimals)


def find_numerals(text: str) -> list[Numeral]:
    """Find numerals in digits.

    Commas, full stops, apostrophes and spaces are read as thousands separators where the grouping shows it (Indian
    grouping too), otherwise a full stop is the decimal mark and a comma before one or two digits is one.

    Args:
        text: Any text.

    Returns:
        The numerals in order, not overlapping. Digits inside words (``QX42``) are
        none, nor are runs beyond 27 digits.
    """
    numerals = []
    end = 0
    for match in _NUMERAL.finditer(text):
        if match.start() < end:
            continue
        numeral = _read(text, match)
        if numeral is not None:
            numerals.append(numeral)
            end = numeral.end
    return numerals
