"""Dates in a text, at the precision they are written in, with their place and with every reading of ambiguous forms."""

import re
from calendar import monthrange
from functools import lru_cache
from typing import NamedTuple


class Day(NamedTuple):
    """A date, or the part of it that is known. Years before the common era are negative."""

    year: int | None
    """Year; null where the text gives none."""
    month: int | None = None
    """Month from 1 to 12; null where the text gives none."""
    day: int | None = None
    """Day of the month; null where the text gives none."""

    def includes(self, other: "Day") -> bool:
        """Whether all parts that this date states are the same in ``other``."""
        return all(mine is None or mine == theirs for mine, theirs in zip(self, other, strict=True))


class DateMention(NamedTuple):
    """One date in a text."""

    readings: tuple[Day, ...]
    """Everything it may mean: one reading, or two for forms such as ``07/08/2023``."""
    start: int
    """Offset of its first character."""
    end: int
    """Offset after its last character."""
    span: int = 1
    """Years covered: 10 for a decade, 100 for a century, otherwise 1."""
    in_range: bool = False
    """Whether it is one end of a written range (``2014–15``, ``May 18–20, 2018``)."""

    @property
    def date(self) -> Day:
        """The first reading; the only one unless the form is ambiguous."""
        return self.readings[0]

    @property
    def ambiguous(self) -> bool:
        """Whether the form can be read as two different days."""
        return len(self.readings) > 1


_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "january jan januar janvier enero", "february feb februar février febrero", "march mar märz mars marzo",
            "april apr avril abril", "may mai mayo", "june jun juni juin junio", "july jul juli juillet julio",
            "august aug août agosto", "september sep sept septembre septiembre",
            "october oct oktober octobre octubre", "november nov novembre noviembre",
            "december dec dezember décembre diciembre",
        ),
        start=1,
    )
    for name in names.split()
}  # fmt: skip
_ENGLISH = frozenset(
    {"january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november"}
    | {"december", "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec"}
)
_MONTH = re.compile(r"(?<![^\W_])[JFMASONDEjfmasonde][^\W\d_]{2,10}+(?![^\W\d_])\.?")
_DAY_BEFORE = re.compile(
    r"(?<!\d)(?<!\d[.,/])(?:(\d{1,2})(?:st|nd|rd|th)?\s?[–-]\s?)?(\d{1,2})(?:st|nd|rd|th|\.|er)?(?:\s+day)?[\s-]+(?:of\s+|de\s+)?\Z",
    re.IGNORECASE,
)
_DAY_AFTER = re.compile(
    r"[\s-]+(?:the\s+)?(\d{1,2})(?:st|nd|rd|th)?(?:\s?[–-]\s?(\d{1,2})(?:st|nd|rd|th)?)?(?![\w:/]|[.,]\d)(?:\s*(\((?=\d)))?",
    re.IGNORECASE,
)
_YEAR_AFTER = re.compile(
    r"(?:\s*[,.]\s*|[\s-]+)(?:of\s+|in\s+|de\s+|del\s+|the\s+year\s+)?(\d{3,4})(?![\d\w:/%]|[.,]\d)"
    r"(?:\s?(AD|CE|BCE|BC|B\.C\.E?\.?|A\.D\.)(?!\w))?",
)
_YEAR_BRACKET = re.compile(r"\s*\(\s*(\d{4})\s*\)")
_NUMERIC = re.compile(
    r"(?<![\w./-])(?:(?P<iso>(\d{4})([-/.])(\d{1,2})\3(\d{1,2}))|(?P<short>(\d{1,2})([-/.])(\d{1,2})\8(\d{4})))(?![\w/-]|[.]\d)"
    r"|(?<!\d)(?P<cjk>(\d{4})年(?:\s?(\d{1,2})月(?:\s?(\d{1,2})日)?)?)"
)
_MAY_BE_NUMERIC = re.compile(r"\d[-/.年]")
_ERA = r"(?:\s?(?P<era>BCE|BC|B\.C\.E\.|B\.C\.|CE|AD|A\.D\.)(?!\w))"
_YEAR = re.compile(
    rf"(?<![\w$€£¥₹#./,:+−-])(?:"
    rf"(?P<first>\d{{4}})\s?[–—/-]\s?(?P<second>\d{{4}}|\d{{2}})(?![\d\w/–-]|[.,]\d)"
    rf"|(?P<year>\d{{4}})(?P<decade>['’]?s)?(?!\w|%|[.,:/]\d|\s?%){_ERA}?"
    rf"|(?P<old>\d{{1,4}}){_ERA.replace('era', 'old_era')}"
    rf"|(?:AD|A\.D\.)\s?(?P<anno>\d{{1,4}})(?!\w)"
    rf"|(?P<century>\d{{1,2}})(?:st|nd|rd|th)[\s-]century"
    rf")|(?<=[–—-])(?<![^\d][–—-])(?P<tail>\d{{4}})(?![\w%]|[.,:/]\d)"
)
_FIRST_YEAR, _LAST_YEAR = 1000, 2199
_COUNTED = re.compile(
    r"[\s-]{1,2}(?:\(?[a-z]+\s+)?(?:[a-z]{3,}s|people|men|women|children|feet|sq|square|km|m|ft|kg|mm|cm|hp)(?![^\W_])"
)
_DATED = re.compile(
    r"(?:\b(?:in|since|until|till|from|by|during|of|to|and|year|before|after|around|about|circa|early|late|mid|for|ca?\.|"
    r"between|as of|spring|summer|autumn|fall|winter|season)[\s-]|[(,;:~–—-]\s?)\Z",
    re.IGNORECASE,
)


def _valid(year: int | None, month: int, day: int | None) -> bool:
    if not 1 <= month <= 12:
        return False
    return day is None or 1 <= day <= (monthrange(year, month)[1] if year and year > 0 else monthrange(2000, month)[1])


def _era(year: int, era: str | None) -> int:
    return -year if era and era.upper().startswith("B") else year


def _year_after(text: str, end: int) -> tuple[int | None, int]:
    match = _YEAR_AFTER.match(text, end) or _YEAR_BRACKET.match(text, end)
    if match is None:
        return None, end
    era = match[2] if match.re is _YEAR_AFTER else None
    year = int(match[1])
    if year < _FIRST_YEAR and era is None and not text[match.start() : match.start(1)].strip(" ,"):
        return (year, match.end()) if len(match[1]) == 3 else (None, end)
    return _era(year, era), match.end()


def _days(first: str | None, last: str | None) -> tuple[int, ...]:
    return tuple(int(day) for day in (first, last) if day)


def _around_month(text: str, match: re.Match[str]) -> list[DateMention]:
    """Read the day and the year that stand around the name of a month."""
    name = match.group().rstrip(".").lower()
    month = _MONTHS.get(name)
    if month is None:
        return []
    start, end = match.span()
    if not text[end : end + 1].strip(" ,") and match.group().endswith(".") and name in _ENGLISH and len(name) > 4:
        end -= 1
    window = max(0, start - 24)
    before = _DAY_BEFORE.search(text[window:start])
    if before and before[2] and int(before[2]) <= 31:
        days, start = _days(before[1], before[2]), window + before.start()
        year, end = _year_after(text, end)
    else:
        after = _DAY_AFTER.match(text, end)
        days = _days(after[1], after[2]) if after and int(after[1]) <= 31 else ()
        if after and days:
            end = after.end(2) if after[2] else after.end(1)
            suffix = text[end : end + 2].lower()
            end += 2 if suffix in {"st", "nd", "rd", "th"} else 0
        year, end = _year_after(text, end)
    if name not in _ENGLISH and not (days and year):
        return []
    if not days and year is None:
        return []
    if len(name) == 3 and not (days and year) and match.group()[0].islower():
        return []  # "may", "mar" and "dec" are words too
    mentions = [
        DateMention((Day(year, month, day),), start, end, 1, len(days) > 1) for day in days if _valid(year, month, day)
    ]
    return mentions if days else [DateMention((Day(year, month),), start, end)]


def _numeric(match: re.Match[str]) -> DateMention | None:
    start, end = match.span()
    if match["iso"]:
        year, month, day = int(match[2]), int(match[4]), int(match[5])
        return DateMention((Day(year, month, day),), start, end) if _valid(year, month, day) else None
    if match["cjk"]:
        year = int(match[12])
        parts = Day(year, int(match[13]) if match[13] else None, int(match[14]) if match[14] else None)
        return (
            DateMention((parts,), start, end) if parts.month is None or _valid(year, parts.month, parts.day) else None
        )
    one, two, year = int(match[7]), int(match[9]), int(match[10])
    readings = {Day(year, month, day) for day, month in ((one, two), (two, one)) if _valid(year, month, day)}
    return DateMention(tuple(sorted(readings)), start, end) if readings else None


def _year_range(match: re.Match[str]) -> list[DateMention]:
    """Read "2014–15" or "1985-1988"."""
    first, second = int(match["first"]), match["second"]
    last = int(second) if len(second) == 4 else first // 100 * 100 + int(second)
    if not _FIRST_YEAR <= first < last <= _LAST_YEAR:
        return []
    return [
        DateMention((Day(first),), match.start(), match.end("first"), in_range=True),
        DateMention((Day(last),), match.start("second"), match.end(), in_range=True),
    ]


def _years(text: str, match: re.Match[str]) -> list[DateMention]:
    if match["first"]:
        return _year_range(match)
    start, end = match.span()
    year, span = int(match["year"] or match["tail"] or match["old"] or match["anno"] or 0), 1
    if match["century"]:
        year, span = 100 * int(match["century"]) - 99, 100
        sure = 0 < year <= _LAST_YEAR
    elif match["decade"]:
        span = 10
        sure = year % 10 == 0 and _FIRST_YEAR <= year <= _LAST_YEAR
    elif match["era"] or match["old"] or match["anno"]:
        year, sure = _era(year, match["era"] or match["old_era"]), True
    else:
        counted = _COUNTED.match(text, end) and not _DATED.search(text[max(0, start - 12) : start])
        sure = _FIRST_YEAR <= year <= _LAST_YEAR and not counted
    return [DateMention((Day(year),), start, end, span)] if sure else []


@lru_cache(maxsize=64)
def _found(text: str) -> tuple[DateMention, ...]:
    mentions: list[DateMention] = []
    for match in _MONTH.finditer(text):
        mentions += _around_month(text, match)
    if any(char.isdigit() for char in text):
        for match in _NUMERIC.finditer(text) if _MAY_BE_NUMERIC.search(text) else ():
            numeric = _numeric(match)
            if numeric is not None:
                mentions.append(numeric)
        taken = sorted((mention.start, mention.end) for mention in mentions)
        at = 0
        for match in _YEAR.finditer(text):
            while at < len(taken) and taken[at][1] <= match.start():
                at += 1
            if at == len(taken) or match.end() <= taken[at][0]:
                mentions += _years(text, match)
    return tuple(sorted(mentions, key=lambda mention: (mention.start, mention.readings)))


def find_dates(text: str) -> list[DateMention]:
    """Find all dates of a text: full dates, month and year, day and month, years, year ranges, decades, centuries.

    Numeric dates whose day and month cannot be told apart keep both readings. Dates that do not exist (30 February)
    are left out. A four-digit number is a year only from 1000 to 2199, and not where it counts something.

    Args:
        text: Any text, as received.

    Returns:
        The mentions in order of their place; the two ends of a day range share one place.
    """
    return list(_found(text))
