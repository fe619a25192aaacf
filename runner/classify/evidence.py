"""Whether a clause gives an answer: values and names of the asked kind that are not in the question."""

import re
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from runner.classify.clauses import Clause
from runner.classify.lexicon import (
    AFFIRMATION,
    ASKS_NAME,
    ASKS_NUMBER,
    ASKS_OPEN,
    ASKS_WHETHER,
    NEGATION,
    NUMBER_WORDS,
    STOPWORDS,
)
from runner.classify.lexicon.language import fold_letters
from runner.text.normalise import plain_typography

_NUMBER = re.compile(r"\d+(?:[.,:/]\d+)*")
_WORD = re.compile(r"[^\W\d_]+(?:['-][^\W\d_]+)*")
_CAPITALISED = re.compile(r"(?<![\w'])[^\W\d_][\w'-]*")
_QUOTED = re.compile(r'"([^"]+)"')
_UNSPACED = re.compile("[\u30a0-\u30ff]{2,}|[\u4e00-\u9fff]{2,}|[\uac00-\ud7af]{2,}")
_CHOICE = re.compile(r"\b(?:or|oder)\b")
_LEAD = 12
_STEM = 5
_LONE_WORDS = frozenset("iao")
_FOCUS_LIMIT = 2
_STOP_STEMS = frozenset(word[:_STEM] for word in STOPWORDS)


class Asked(StrEnum):
    """What kind of thing a question asks for."""

    NUMBER = "number"
    """A number, an amount or a point in time."""
    NAME = "name"
    """A person or a place."""
    WHETHER = "whether"
    """Yes or no."""
    OPEN = "open"
    """Anything else, and a choice between things that the question names."""


class Profile(NamedTuple):
    """What is read off a question."""

    asked: Asked
    """The kind of thing asked for."""
    leads: bool
    """Whether it opens with a question word (who, when, which), so that a mere no cannot answer it."""
    words: frozenset[str]
    """Stems of its words, lower case and without accents."""
    numbers: frozenset[str]
    """Its numbers in digits, and its number words."""
    text: str
    """The folded text."""


class Evidence(NamedTuple):
    """What a clause offers towards an answer."""

    value: bool
    """A value of the asked kind that is not in the question."""
    words: int
    """How many content words are neither in the question nor part of the value."""

    @property
    def focused(self) -> bool:
        """Whether the clause says little beside the question's words and the value, as a plain answer does."""
        return self.value and self.words <= _FOCUS_LIMIT


@lru_cache(maxsize=4096)
def profile(question: str) -> Profile:
    """Read off a question what kind of thing it asks for.

    Args:
        question: The question as put; may be empty.

    Returns:
        The profile. An empty question is `Asked.OPEN`.
    """
    plain = plain_typography(question)
    text = fold_letters(plain.lower())
    first, asked = (0, Asked.WHETHER) if ASKS_WHETHER.search(text) else _first_asked(text)
    leads = asked is not Asked.WHETHER and first < _LEAD
    if asked is not Asked.NUMBER and _CHOICE.search(text):
        asked = Asked.OPEN
    words = _WORD.findall(text)
    return Profile(
        asked=asked,
        leads=leads,
        words=frozenset(map(_stem, words)) | frozenset(_UNSPACED.findall(text)),
        numbers=frozenset(_NUMBER.findall(text)) | NUMBER_WORDS.intersection(words),
        text=text,
    )


def _first_asked(text: str) -> tuple[int, Asked]:
    """Return where the first question word stands and what it asks for; later ones may be part of a title.

    ``what`` and its like stand in for any kind, so that ``in what year`` asks for a year.
    """
    kinds = ((ASKS_NUMBER, Asked.NUMBER), (ASKS_NAME, Asked.NAME))
    found = [(match.start(), at, kind) for at, (words, kind) in enumerate(kinds) if (match := words.search(text))]
    if match := ASKS_OPEN.search(text):
        found.append((match.end(), len(kinds), Asked.OPEN))
    position, _, asked = min(found, default=(len(text) + _LEAD, 0, Asked.OPEN))
    return position, asked


def evidence(clause: Clause, question: Profile) -> Evidence:
    """Measure what a clause offers towards an answer of the question.

    Args:
        clause: A clause that neither declines nor only talks to the user.
        question: The profile of the question.

    Returns:
        Whether a value of the asked kind is there, and how much is said beside it.
    """
    numbers = _has_new_number(clause, question)
    name = _new_name(clause, question)
    if question.asked is Asked.NUMBER:
        value = numbers
    elif question.asked is Asked.WHETHER:
        said = AFFIRMATION.match(clause.text) or NEGATION.match(clause.text) or restates(clause, question)
        value = bool(said) or numbers or name is not None
    elif question.asked is Asked.NAME:
        value = name is not None
    else:
        value = numbers or name is not None
    return Evidence(value=value, words=_new_words(clause, question, name or ""))


def is_title(clause: Clause) -> bool:
    """Tell whether a clause is written as a title: several words, all but the short ones with a capital."""
    long = [word for word in _WORD.findall(clause.raw) if len(word) > 3]
    return len(long) > 1 and all(word[0].isupper() for word in long) and not any(map(str.isupper, long))


def asks(clause: Clause, question: Profile) -> bool:
    """Tell whether a clause is a question that offers no value: the question again, or another one.

    Args:
        clause: Any clause.
        question: The profile of the question.

    Returns:
        Whether it ends in a question mark and either repeats the question or asks without naming a new value.
    """
    if not clause.text.rstrip(" \"')").endswith("?"):
        return False
    words = [word for word in _WORD.findall(clause.text) if word not in STOPWORDS]
    repeated = sum(_stem(word) in question.words for word in words)
    if len(words) > 1 and repeated >= 0.8 * len(words):
        return True
    is_question = any(pattern.search(clause.text) for pattern in (ASKS_WHETHER, ASKS_OPEN, ASKS_NAME, ASKS_NUMBER))
    return is_question and not evidence(clause, question).value


def restates(clause: Clause, question: Profile) -> bool:
    """Tell whether a clause takes up at least half of the content words of the question.

    Args:
        clause: A clause that declines.
        question: The profile of the question.

    Returns:
        Whether it is about the asked thing as a whole; false where the question is empty.
    """
    asked = question.words - _STOP_STEMS
    return bool(asked) and len(asked.intersection(map(_stem, _WORD.findall(clause.text)))) >= 0.5 * len(asked)


def _stem(word: str) -> str:
    return word.removesuffix("'s")[:_STEM]


def _has_new_number(clause: Clause, question: Profile) -> bool:
    if any(number not in question.numbers for number in _NUMBER.findall(clause.text)):
        return True
    return any(word not in question.numbers for word in NUMBER_WORDS.intersection(_WORD.findall(clause.text)))


def _new_name(clause: Clause, question: Profile) -> str | None:
    """Return the first name, quotation or run of an unspaced script that the question does not hold."""
    for quoted in _QUOTED.findall(clause.raw):
        if any(_stem(word) not in question.words for word in _WORD.findall(fold_letters(quoted.lower()))):
            return str(quoted)
    for run in _UNSPACED.findall(clause.text):
        if run not in question.text:
            return str(run)
    tokens = _CAPITALISED.findall(clause.raw)
    for position, token in enumerate(tokens):
        if not token[0].isupper() or _known(token, question):
            continue
        opens_clause = position == 0
        supported = len(tokens) <= 4 or (position + 1 < len(tokens) and tokens[position + 1][0].isupper())
        if not opens_clause or supported:
            return str(token)
    return None


def _known(token: str, question: Profile) -> bool:
    word = fold_letters(token.lower())
    return (
        word in STOPWORDS
        or word.removesuffix("'s") in STOPWORDS
        or _stem(word) in question.words
        or word in _LONE_WORDS
    )


def _new_words(clause: Clause, question: Profile, name: str) -> int:
    given = frozenset(map(_stem, _WORD.findall(fold_letters(name.lower()))))
    return sum(
        len(word) > 2
        and word not in STOPWORDS
        and word not in NUMBER_WORDS
        and _stem(word) not in question.words
        and _stem(word) not in given
        for word in _WORD.findall(clause.text)
    )
