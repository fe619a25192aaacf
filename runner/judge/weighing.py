"""Whether a response stands by the gold answer it mentions, or denies, doubts or restates it, or offers others too."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from runner.judge.reading import Reading
from runner.text.assertion import Standing, clause_bounds, sentence_bounds, standing
from runner.text.canonical import FUNCTION_WORDS
from runner.text.fold import fold_words

_ITEM = (
    r"(?:[Tt]he\s)?[\"“']?[A-Z][\w.'’-]*(?:\s(?:(?:of|de|la|van|von|the|al|in|for)\s)?[A-Z0-9][\w.'’-]*){0,5}[\"”']?"
    r"(?:\s\([^()]{1,60}\))?"
)
_SEPARATOR = r"\s*(?:,\s*(?:and\s|or\s|&\s)?|;|/|\s(?:and|or|&|and/or)\s|\n+[\s]*)\s*"
_ENUMERATION = re.compile(rf"{_ITEM}(?:{_SEPARATOR}{_ITEM})+")
_OR_BEFORE = re.compile(r"\b(?:or|either)\s+(?:(?:an?|the|in|at|by|of)\s+)?[\"“']?\Z", re.IGNORECASE)
_OR_AFTER = re.compile(
    r"[\"”']?,?\s+or\s+(?!so\b|more\b|less\b|simply\b|just\b|at\s+least\b|earlier\b|later\b)", re.IGNORECASE
)
_AND_BEFORE = re.compile(r"[A-Z][\w.'’-]*[\"”']?,?\s+(?:and|&)\s+(?:the\s)?[\"“']?\Z")
_AND_AFTER = re.compile(r"[\"”']?,?\s+(?:and|&)\s+[\"“']?(?:[Tt]he\s)?(?=[A-Z])")
_ASKS_FOR_SEVERAL = re.compile(
    r"\b(?:list|names\s+of|all|some|examples?|two|three|four|five|six|several|\d)\b"
    r"|\b(?:what|which|who|where)\s+(?:\w+\s+){0,3}?(?:are|were|have|do|(?!was\b|is\b|does\b|has\b)\w{2,}[^s\W]s)\b",
    re.IGNORECASE,
)
_ASKS_FOR_ONE = re.compile(r"\W*(?:\w+\s+)?(?:what|which)\b", re.IGNORECASE)
# "known as A or B": both are names of one thing.
_NAMING = re.compile(
    r"\b(?:known|referred\s+to|called|termed|named|nicknamed|titled|means?|meaning|translat\w+|abbreviat\w+|aka|synonym\w*)\b",
    re.IGNORECASE,
)
_MANY = 4  # names in a row that make a list of candidates
_WINDOW = 300
_NEAR = 40
_MOST_PLACES = 20
_ORDER = (Standing.DENIED, Standing.DOUBTED, Standing.ASSERTED)


def own_span(needle: Sequence[str], reading: Reading, first: int, last: int) -> tuple[int, int]:
    """Give the span of a phrase with the function words around it that are its own, such as the "no" it begins with.

    Args:
        needle: Folded words of the phrase, at least one of content.
        reading: The response as read.
        first: Index of the phrase's first content word in the response.
        last: Index of its last content word.

    Returns:
        Offsets of its first character and after its last one.
    """
    places = [index for index, word in enumerate(needle) if word not in FUNCTION_WORDS]
    lead, tail = places[0], places[-1] + 1
    while lead and first and reading.folded[first - 1] == needle[lead - 1]:
        lead, first = lead - 1, first - 1
    while tail < len(needle) and last + 1 < len(reading.words) and reading.folded[last + 1] == needle[tail]:
        tail, last = tail + 1, last + 1
    return reading.words[first].start, reading.words[last].end


def _is_rival(words: str, own: frozenset[str]) -> bool:
    """Whether what stands beside a mention is another answer, not the same one in other words."""
    return not any(word in own for word in fold_words(words))


def _stands_beside_other(reading: Reading, start: int, end: int, own: frozenset[str]) -> bool:
    """Whether another candidate is joined to a mention: "Paris or Lyon"; "Paris and Lyon" where one is asked for."""
    text = reading.text
    low, high = max(0, start - _NEAR), min(len(text), end + _NEAR)
    pairs = [(_OR_BEFORE, _OR_AFTER)]
    if _ASKS_FOR_ONE.match(reading.asked) and not _ASKS_FOR_SEVERAL.search(reading.asked):
        pairs.append((_AND_BEFORE, _AND_AFTER))
    beside = text[low:high]
    if " or " not in beside and "ither " not in beside and " and " not in beside and " & " not in beside:
        return False
    for before, after in pairs:
        left, right = before.search(text, low, start), after.match(text, end, high)
        if not left and not right:
            continue
        if before is _OR_BEFORE and _NAMING.search(text, *clause_bounds(text, start, end)):
            continue
        known = own if before is _OR_BEFORE else own.union(reading.question)
        if left and _is_rival(text[max(0, left.start() - _NEAR) : left.start()] + left.group(), known):
            return True
        if right and _is_rival(text[right.end() : right.end() + _NEAR], known):
            return True
    return False


def _is_one_of_many(reading: Reading, start: int, end: int, own: frozenset[str]) -> bool:
    """Whether a mention stands in a row of names: "Paris, Lyon, Nice and Lille"."""
    text = reading.text
    low, high = max(0, start - _WINDOW), min(len(text), end + _WINDOW)
    if sum(map(text[low:high].count, (",", ";", "/", "\n", " and ", " or "))) < _MANY - 1:
        return False
    if low and text[low - 1 : low + 1].strip():
        low = max(low, text.find(" ", low))
    known = own.union(reading.question)
    for run in _ENUMERATION.finditer(text, low, high):
        if run.start() <= start and end <= run.end():
            items = [item for item in re.split(_SEPARATOR, run.group()) if item.strip()]
            others = [item for item in items if _is_rival(item, known)]
            mine = len(items) - len(others)
            return len(others) >= _MANY - 1 and mine < 2 and not _ASKS_FOR_SEVERAL.search(reading.asked)
    return False


def restates_question(reading: Reading, start: int, end: int) -> bool:
    """Whether a mention stands in the same words as in the question, so that it is no answer.

    Args:
        reading: The response as read.
        start: Offset where the mention starts.
        end: Offset after the mention.

    Returns:
        True where the words of the mention and a word beside it stand together in the question too. Where the question
        puts a choice, giving one of its options restates nothing.
    """
    words, asked = reading.words, reading.question
    first = bisect_right(words, start, key=lambda word: word.end)
    last = bisect_left(words, end, key=lambda word: word.start) - 1
    if last < first or (" or " in reading.asked and " or " not in reading.text):
        return False
    inside = reading.folded[first : last + 1]
    before = reading.folded[first - 1] if first else None
    after = reading.folded[last + 1] if last + 1 < len(words) else None
    count = len(inside)
    for at in range(len(asked) - count + 1):
        if asked[at : at + count] == inside:
            if before is not None and at and asked[at - 1] == before:
                return True
            if after is not None and at + count < len(asked) and asked[at + count] == after:
                return True
    return False


def _is_asked(reading: Reading, start: int, end: int) -> bool:
    """Whether a mention stands in a question, such as "Is it Paris?"; a title in quotes that is one asks nothing."""
    if "?" not in reading.text:
        return False
    _, last = sentence_bounds(reading.text, start, end)
    return reading.text[end:last].rstrip(") \n").endswith("?")


def _weigh_place(reading: Reading, start: int, end: int, own: frozenset[str], *, single: bool) -> Standing:
    found = standing(reading.text, start, end)
    if found is not Standing.ASSERTED:
        return found
    doubted = (
        _is_asked(reading, start, end)
        or restates_question(reading, start, end)
        or (single and _stands_beside_other(reading, start, end, own))
        or (single and _is_one_of_many(reading, start, end, own))
    )
    return Standing.DOUBTED if doubted else found


def weigh(reading: Reading, parts: list[list[tuple[int, int]]], own: frozenset[str]) -> Standing:
    """Tell whether a response stands by what it mentions.

    Args:
        reading: The response as read.
        parts: For each part of the gold answer, the places that give it.
        own: Folded words of all alternatives of the gold answer; candidates made of them are no rivals.

    Returns:
        The worst standing over the parts of the best standing within each part.
    """
    worst = Standing.ASSERTED
    for places in parts:
        best = Standing.DENIED
        for start, end in places[:_MOST_PLACES]:
            found = _weigh_place(reading, start, end, own, single=len(parts) == 1)
            best = max(best, found, key=_ORDER.index)
            if best is Standing.ASSERTED:
                break
        worst = min(worst, best, key=_ORDER.index)
    return worst
