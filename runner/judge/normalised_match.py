"""Is the gold answer, or one of its alternatives, what the response says once its form is set aside?"""

import re
from functools import lru_cache
from typing import ClassVar

from runner.judge.base import DeterministicJudge
from runner.judge.gold import Alternative, Gold, read_gold
from runner.judge.reading import Reading, read_response
from runner.judge.weighing import own_span, weigh
from runner.text.assertion import Standing
from runner.text.canonical import FUNCTION_WORDS, canonical, content
from runner.text.fold import fold_words
from runner.text.names import Likeness, find_name, is_name, name_words
from runner.text.normalise import plain_typography
from schemas.judging import Grade, JudgeView, Opinion

Span = tuple[int, int]

_LETTERS = re.compile(r"[A-Z]{3,7}")
_MARKS = 40  # characters by which quotes and spaces may lengthen a response that says just the gold answer
_LONGEST_PHRASE = 9  # content words; a longer gold answer is a description that nobody repeats word for word


@lru_cache(maxsize=8192)
def _phrase(text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Fold a part of a gold answer: its words and their canonical forms."""
    words = tuple(fold_words(text))
    return words, tuple(map(canonical, words))


@lru_cache(maxsize=8192)
def _name(text: str) -> tuple[str, ...]:
    """Read an alternative as a person's name; empty where it is not written like one."""
    name = name_words(text) if is_name(text) else ()
    return name if len(name) > 1 and len(name[-1]) > 1 else ()


def _run_spans(needle: tuple[str, ...], reading: Reading, *, closed: bool = False) -> list[Span]:
    """Find content words in a row, function words between them left aside."""
    haystack = reading.content_keys
    wanted = tuple(canonical(word) for word in needle if word not in FUNCTION_WORDS)
    if not wanted:
        return _plain_spans(needle, reading)
    spans: list[Span] = []
    at, count = -1, len(wanted)
    while True:
        try:
            at = haystack.index(wanted[0], at + 1)
        except ValueError:
            return spans
        if haystack[at : at + count] == wanted:
            first, last = reading.content_at[at], reading.content_at[at + count - 1]
            if not closed or _is_closed(reading, last):
                spans.append(own_span(needle, reading, first, last))


def _plain_spans(needle: tuple[str, ...], reading: Reading) -> list[Span]:
    """Find function words in a row, for names such as "The Who"."""
    count = len(needle)
    return [
        (reading.words[at].start, reading.words[at + count - 1].end)
        for at in range(len(reading.words) - count + 1)
        if reading.folded[at : at + count] == needle
    ]


def _is_closed(reading: Reading, last: int) -> bool:
    """Whether a name ends here: the next word is no further part of it."""
    if last + 1 >= len(reading.words):
        return True
    following = reading.words[last + 1]
    gap = reading.text[reading.words[last].end : following.start]
    return bool(gap.strip(" -")) or following.text in FUNCTION_WORDS


def _name_spans(text: str, reading: Reading, least: Likeness) -> list[Span]:
    name = _name(text)
    return [
        (reading.words[match.first].start, reading.words[match.last].end)
        for match in (find_name(reading.text, reading.words, name) if name else ())
        if match.likeness >= least
    ]


@lru_cache(maxsize=8192)
def _acronym(text: str) -> tuple[str, bool]:
    """Give the letters that a name is shortened to, and whether the name itself is such letters."""
    bare = text.replace(".", "")
    if _LETTERS.fullmatch(bare):
        return bare, True
    words = [word for word in text.replace("-", " ").split() if word[0].isupper()]
    letters = "".join(word[0] for word in words)
    return (letters, False) if _LETTERS.fullmatch(letters) and len(words) * 2 > len(text.split()) else ("", False)


def _acronym_spans(text: str, reading: Reading) -> list[Span]:
    """Find the capitals that stand for a name, or the name that such capitals stand for: "RIBA"."""
    letters, is_short = _acronym(text)
    if not letters:
        return []
    if not is_short:
        return [match.span() for match in re.finditer(rf"(?<![\w.-]){letters}(?![\w-])", reading.text)]
    gap = r"(?:[\s-]+(?:of|the|and|for|&|de|in|to|on))?[\s-]+(?:the\s+)?"
    pattern = gap.join(rf"{letter}[\w'’]+" for letter in letters)
    return [match.span() for match in re.finditer(rf"(?<!\w){pattern}", reading.text)]


def _item_spans(text: str, reading: Reading) -> list[Span]:
    """Find one name or phrase of the gold answer."""
    words, keys = _phrase(text)
    if not words:
        return []
    spans = _run_spans(words, reading) or _name_spans(text, reading, Likeness.FULL)
    if spans:
        return spans
    # What the question already says may be left out: "Kyoto" for "Kyoto prefecture" where a prefecture is asked for.
    rest = tuple(word for word, key in zip(words, keys, strict=True) if key not in reading.question_keys)
    if len(rest) < len(words) and any(word not in FUNCTION_WORDS for word in rest):
        spans = _run_spans(rest, reading, closed=True)
    return spans or _acronym_spans(text, reading)


def find_alternative(alternative: Alternative, reading: Reading) -> list[list[Span]]:
    """Find an alternative of a gold answer in a response.

    Args:
        alternative: The alternative.
        reading: The response as read.

    Returns:
        For each part of the alternative, the places that give it; empty unless every part is there.
    """
    whole = _item_spans(alternative.text, reading)
    if whole:
        return [whole]
    if len(alternative.items) > 1:
        parts = [_item_spans(item, reading) for item in alternative.items]
        if all(parts):
            return parts
    return []


def _plain(text: str) -> str:
    return plain_typography(text).casefold().strip(" .")


def _says_just(view: JudgeView, gold: Gold) -> bool:
    """Whether the whole response is the gold answer, with or without its note, or one of its alternatives."""
    if len(view.response) > len(view.gold) + _MARKS:
        return False
    said = _plain(view.response)
    return bool(said) and said in {
        _plain(text) for text in (view.gold, gold.body, *(one.text for one in gold.alternatives))
    }


def _content_keys(alternative: Alternative) -> set[str]:
    return {canonical(word) for word in alternative.words if word not in FUNCTION_WORDS}


def _has_most_words(alternative: Alternative, reading: Reading) -> bool:
    own = _content_keys(alternative)
    return len(own) > 1 and 3 * len(own.intersection(reading.content_keys)) >= 2 * len(own)


def _only_part(alternative: Alternative, reading: Reading) -> bool:
    """Whether a short response says nothing but a part of the alternative: "the RIBA", "Schrödinger"."""
    said = [key for key in reading.content_keys if key not in reading.question_keys]
    own = {canonical(word) for word in alternative.words}
    return 0 < len(said) <= 4 and all(key in own for key in said)


class NormalisedMatch(DeterministicJudge):
    """Finds the gold answer in the response, with case, accents, articles, titles, initials and spellings set aside."""

    name: ClassVar[str] = "normalised_match"
    version: ClassVar[int] = 1

    def grade(self, view: JudgeView) -> Opinion:
        """Vote on one attempt; see :meth:`runner.judge.base.Judge.grade`."""
        gold = read_gold(view.gold, view.question)
        reading = read_response(view.question, view.response)
        if _says_just(view, gold):
            return Opinion(grade=Grade.CORRECT, reasoning="It is the gold answer, word for word.")
        if gold.only_values:
            return Opinion(grade=Grade.NOT_APPLICABLE, reasoning="Numbers and dates are not told by their wording.")
        standings = []
        texts = [alternative for alternative in gold.alternatives if not alternative.is_value]
        for alternative in texts:
            parts = find_alternative(alternative, reading)
            if parts:
                found = weigh(reading, parts, gold.own_words)
                if found is Standing.ASSERTED:
                    return Opinion(grade=Grade.CORRECT, reasoning=f"It states {alternative.text!r}.")
                standings.append(found)
        if Standing.DOUBTED in standings:
            return Opinion(
                grade=Grade.NOT_APPLICABLE, reasoning="It names the gold answer without standing by it alone."
            )
        if Standing.DENIED in standings:
            return Opinion(grade=Grade.INCORRECT, reasoning="It names the gold answer only to deny it.")
        return self._absent(texts, gold, reading)

    @staticmethod
    def _absent(texts: list[Alternative], gold: Gold, reading: Reading) -> Opinion:
        if any(_only_part(alternative, reading) for alternative in texts):
            return Opinion(grade=Grade.NOT_APPLICABLE, reasoning="It gives a part of the gold answer.")
        said = set(reading.content_keys)
        if any(
            len(own := _content_keys(alternative)) > 1 and 3 * len(own & said) >= 2 * len(own) for alternative in texts
        ):
            return Opinion(grade=Grade.NOT_APPLICABLE, reasoning="It has most words of the gold answer, not in a row.")
        if any(_name_spans(alternative.text, reading, Likeness.SURNAME) for alternative in texts):
            return Opinion(grade=Grade.NOT_APPLICABLE, reasoning="It gives a surname alone.")
        if min(len(content(alternative.words)) for alternative in texts) > _LONGEST_PHRASE:
            return Opinion(grade=Grade.NOT_APPLICABLE, reasoning="The gold answer is a description.")
        if any(alternative.is_value for alternative in gold.alternatives):
            return Opinion(grade=Grade.NOT_APPLICABLE, reasoning="The gold answer may be given as a value.")
        return Opinion(grade=Grade.INCORRECT, reasoning="It does not state the gold answer.")
