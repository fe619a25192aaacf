"""The ways to be right that a gold answer names: "A or B", "A/B", "A (also known as B)", "the painter A"."""

import re

from runner.text.fold import fold_words

QUOTES = "\"'“”‘’«» .,;:"
"""Marks around a gold answer that are no part of it."""

_BRACKET = re.compile(r"\s*\(([^()]*)\)")
_ALIAS = re.compile(
    r"\s*(?:,\s*)?(?:or|aka|a\.k\.a\.|also\s+(?:known\s+as|called)|i\.e\.,?|known\s+as|formerly(?:\s+known\s+as)?|now|née|"
    r"nee|short\s+for|abbreviated(?:\s+as)?|alias|called|stylized\s+as|real\s+name|born)\s+(.+)\Z",
    re.IGNORECASE,
)
_OR = re.compile(r"\s*(?:,\s*)?\bor\s+", re.IGNORECASE)
_LIST = re.compile(r"\s*(?:;|,\s*(?:and|&)\s|,\s|\s&\s|\band\b\s|\n)\s*", re.IGNORECASE)
_ALL = re.compile(r";|\n|\s&\s|\band\s", re.IGNORECASE)
_NUMERIC_SLASH = re.compile(r"\d{1,2}\s*/\s*\d{1,4}(?:\s*/\s*\d{2,4})?")
_SEASON = re.compile(r"\b((?:1[5-9]|20)\d\d)/(\d\d)\b(?!\d)")
_SLASH = re.compile(r"(?<!\d)/|/(?!\d)|(?<=\d{3})/(?=\d)|(?<=\d)/(?=\d{3})")
_DESIGNATED = re.compile(
    r"(?:the\s+)?(?:republic|kingdom|state|city|town|commonwealth|province|municipality)\s+of\s+(.+)", re.IGNORECASE
)
_PLACE_QUESTION = re.compile(r"\b(?:where|country|countries|city|state|nation|province|town)\b", re.IGNORECASE)
# "the Welsh rock group The Alarm", "Prime minister Anna Keller": the name at the end is the answer.
_DESCRIBED = re.compile(r"(?:[^\W\d_][\w.'’-]*\s+){0,6}?[a-z][\w'’-]{2,}\s+((?:[A-Z][\w.'’-]*\s+){1,4}[A-Z][\w.'’-]*)")
_BEFORE_PLACE = frozenset(
    {"in", "at", "of", "on", "from", "near", "for", "and", "by", "the", "with", "to", "de", "von", "van"}
)
_MOST = 40


def _split_slashes(text: str, *, counting: bool) -> list[str]:
    """Split "A/B" into alternatives, but not dates, fractions, units and names such as "AC/DC"."""
    # "1983/84" is one season.
    text = _SEASON.sub(
        lambda match: f"{match[1]}–{match[2]}" if (int(match[1]) + 1) % 100 == int(match[2]) else match[0], text
    )
    if "/" not in text:
        return [text]
    parts = [part.strip() for part in (text.split("/") if counting else _SLASH.split(text))]
    parts = [part for part in parts if part.strip(QUOTES)]
    if len(parts) < 2 or (_NUMERIC_SLASH.fullmatch(text.strip()) and not counting):
        return [text]
    if len(parts) == 2 and all(len(part) <= 4 and " " not in part and not part[0].isdigit() for part in parts):
        return [text]
    # Two parts may be one name ("Either/Or"); more are alternatives for certain.
    return [text, *parts] if len(parts) == 2 and not text[:1].isdigit() else parts


def _split_or(text: str) -> list[str]:
    parts = [part for part in _OR.split(text) if part.strip(QUOTES)]
    return [text, *parts] if 1 < len(parts) <= 6 and len(text) <= 160 else [text]


def _is_abbreviation(short: str, long: str) -> bool:
    letters = short.replace(".", "").strip()
    initials = {word[0] for word in fold_words(long)}
    return 2 <= len(letters) <= 8 and letters.isalpha() and letters.isupper() and letters[0].lower() in initials


def _expand_brackets(text: str) -> list[str]:
    """Read what stands in brackets: an alternative after "or", an abbreviation, or something that may be left out."""
    match = _BRACKET.search(text)
    if match is None:
        return [text]
    before, inside, after = text[: match.start()], match[1].strip(), text[match.end() :].strip()
    found = [f"{before} {after}".strip()]
    alias = _ALIAS.match(inside)
    if alias:
        other = alias[1].strip(QUOTES)
        replaced = before.split()[: -len(other.split())] if after else []
        found.append(" ".join([*replaced, other, after]).strip())
    elif _is_abbreviation(inside, before):
        found.append(inside)
    return [one for part in found for one in _expand_brackets(part)]


def _shorter(text: str, question: str) -> list[str]:
    """Leave out what only describes: "the Republic of" where a country is asked for, a profession before a name."""
    designated = _DESIGNATED.fullmatch(text) if _PLACE_QUESTION.search(question) else None
    described = _DESCRIBED.fullmatch(text)
    found = [designated[1]] if designated else []
    if described and text[: described.start(1)].rsplit(maxsplit=1)[-1] not in _BEFORE_PLACE:
        found.append(described[1])
    return found


def split_alternatives(body: str, question: str, *, counting: bool) -> list[str]:
    """Split a gold answer into alternatives.

    Args:
        body: The gold answer without its note on accepted values.
        question: The question.
        counting: Whether the question asks for a count, so that "31/72" are two numbers and no fraction.

    Returns:
        The alternatives in order, each once, at least one and at most 40.
    """
    found: list[str] = []
    for part in _split_slashes(body, counting=counting):
        for expanded in _expand_brackets(part):
            found += _split_or(expanded)
        if "(" in part:
            found.append(part)
    seen: dict[str, None] = {}
    for one in found:
        trimmed = " ".join(one.split()).strip(" ;,:")
        trimmed = trimmed[:-1] if trimmed.endswith(".") and not trimmed[-3:-1].startswith(".") else trimmed
        if trimmed.strip(QUOTES):
            for variant in (trimmed, *_shorter(trimmed, question)):
                seen.setdefault(variant, None)
    return list(seen)[:_MOST] or [body.strip() or body]


def needs_all(text: str) -> bool:
    """Whether a list names things that must all be given ("A and B"), not a place and where it lies ("A, B")."""
    return bool(_ALL.search(text))


def split_list(text: str) -> tuple[str, ...]:
    """Split "A, B and C" into its parts.

    Args:
        text: One alternative of a gold answer.

    Returns:
        Two to twelve parts; otherwise the text alone.
    """
    parts = [part.strip(QUOTES) for part in _LIST.split(text)]
    parts = [part for part in parts if fold_words(part)]
    return tuple(parts) if 1 < len(parts) <= 12 else (text,)
