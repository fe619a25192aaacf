"""Names as they vary: titles, initials, middle names, spellings carried over from other scripts."""

import re
from collections.abc import Sequence
from enum import IntEnum
from functools import lru_cache
from typing import NamedTuple

from runner.text.fold import Word, fold_spans

TITLES = frozenset(
    {"sir", "dr", "doctor", "mr", "mrs", "ms", "miss", "mister", "prof", "professor", "lord", "lady", "dame", "king"}
    | {"queen", "prince", "princess", "president", "senator", "justice", "judge", "colonel", "col", "general", "gen"}
    | {"captain", "capt", "major", "lieutenant", "lt", "admiral", "sergeant", "sgt", "baron", "baroness", "count"}
    | {"countess", "duke", "duchess", "earl", "marquis", "marquess", "viscount", "rev", "reverend", "father", "fr"}
    | {"pope", "emperor", "empress", "sheikh", "sheik", "hon", "honorable", "honourable", "chief", "governor", "gov"}
    | {"saint", "st", "sri", "shri", "smt", "pandit", "maulana", "imam", "rabbi", "bishop", "archbishop", "cardinal"}
    | {"minister", "sultan", "tsar", "czar", "brigadier", "commander", "secretary", "mayor", "herr", "frau", "madame"}
    | {"monsieur", "mme", "dom", "don", "dona", "sister", "brother", "mother", "rep", "sen", "pm", "engr", "master"}
)
"""Titles and forms of address, folded."""
SUFFIXES = frozenset({"jr", "sr", "junior", "senior", "ii", "iii", "iv", "phd", "md", "qc", "kc", "obe", "cbe", "mbe"})
"""What may follow a name, folded."""
PARTICLES = frozenset(
    {"de", "del", "della", "di", "da", "dos", "das", "do", "du", "des", "la", "le", "van", "von", "der", "den", "ten"}
    | {"ter", "zu", "al", "el", "ibn", "bin", "bint", "ben", "y", "e", "af", "av", "mac", "st", "san", "santa", "of"}
)
"""Small words inside names, folded."""

_ENDINGS = (
    (re.compile(r"(?:skiy|skii|skij|skyi|skyy|sky|cki|cky|ski)\Z"), "ski"),
    (re.compile(r"(?:off|ow|ov)\Z"), "ov"),
    (re.compile(r"(?:eff|ew|yev|iev|ev)\Z"), "ev"),
    (re.compile(r"(?:ich|itch|ic|icz|itsch)\Z"), "ic"),
    (re.compile(r"(?:iy|ij|yi|ii|ey|ie|ee|y)\Z"), "i"),
    (re.compile(r"(?:iya|ija|ia|ya|ja|ea)\Z"), "ia"),
)
_SOUNDS = (
    ("yu", "u"), ("ya", "a"), ("ye", "e"), ("yo", "o"), ("tsch", "c"), ("tch", "c"), ("sch", "s"), ("dzh", "j"),
    ("ch", "c"), ("sh", "s"), ("zh", "z"), ("kh", "h"), ("gh", "g"), ("ph", "f"), ("th", "t"), ("dh", "d"), ("bh", "b"),
    ("ck", "k"), ("cz", "c"), ("dj", "j"), ("ts", "c"), ("tz", "c"), ("ou", "u"), ("oo", "u"), ("ee", "i"), ("oe", "o"),
    ("ue", "u"), ("ae", "a"), ("aa", "a"), ("q", "k"), ("w", "v"), ("y", "i"), ("j", "i"), ("x", "ks"),
)  # fmt: skip
_DOUBLED = re.compile(r"(.)\1+")


@lru_cache(maxsize=16384)
def spelling_key(word: str) -> str:
    """Reduce a folded word to a key that spellings of one foreign name share.

    Endings (``-sky``, ``-skii``), umlauts written out, and customary ways of writing one sound fall together. Words
    shorter than four letters, and words with digits, are their own key.

    Args:
        word: A folded word.

    Returns:
        The key. Two words with one key may be spellings of one name.
    """
    if len(word) < 4 or not word.isalpha():
        return word
    for pattern, ending in _ENDINGS:
        word, count = pattern.subn(ending, word)
        if count:
            break
    for letters, sound in _SOUNDS:
        word = word.replace(letters, sound)
    return _DOUBLED.sub(r"\1", word)


class Likeness(IntEnum):
    """How much of a name a text gives."""

    NONE = 0
    """Another name, or none."""
    SURNAME = 1
    """The surname alone, or after a title."""
    FULL = 2
    """Surname with a matching given name or initial."""


class NameMatch(NamedTuple):
    """Where a name stands in a text."""

    likeness: Likeness
    """How much of it."""
    first: int
    """Index of its first word."""
    last: int
    """Index of its last word."""


def is_name(text: str) -> bool:
    """Tell whether a text is written like the name of a person: two to six capitalised words, particles aside."""
    words = text.split()
    return 2 <= len(words) <= 6 and all(
        (word[0].isupper() and not any(map(str.isdigit, word))) or word.lower() in PARTICLES for word in words
    )


def name_words(text: str) -> tuple[str, ...]:
    """Split a name into folded words, initials one by one, without titles before it and suffixes after it.

    Args:
        text: A name, for example ``Dr. J. K. Rowling OBE``.

    Returns:
        Its words, for example ``("j", "k", "rowling")``; a title that is the whole name stays.
    """
    kept: list[str] = []
    for word in fold_spans(text):
        kept += list(word.text) if _initials(text, word) else [word.text]
    titles = [index for index, word in enumerate(kept[:-2]) if word in TITLES and len(word) > 2]
    kept = kept[titles[-1] + 1 :] if titles else kept
    while len(kept) > 1 and kept[0] in TITLES:
        kept.pop(0)
    while len(kept) > 1 and kept[-1] in SUFFIXES:
        kept.pop()
    return tuple(kept)


def _initials(text: str, word: Word) -> bool:
    """Whether a word stands for initials: one letter, or several with full stops."""
    return len(word.text) == 1 or (len(word.text) <= 4 and "." in text[word.start : word.end])


def _same_given(one: str, other: str) -> bool:
    """Whether two given names are one: equal, spelt alike, or one a short form of the other ("Dave", "David")."""
    if one == other or spelling_key(one) == spelling_key(other):
        return True
    return min(len(one), len(other)) >= 3 and one[:3] == other[:3]


def _given_names_fit(text: str, given: Sequence[Word], wanted: Sequence[str]) -> bool:
    """Whether the given names in a text fit those of the wanted name, in order, initials and gaps allowed."""
    at, fitted = 0, 0
    for word in given:
        letters = list(word.text) if _initials(text, word) else [word.text]
        for letter in letters:
            for index in range(at, len(wanted)):
                target = wanted[index]
                if len(letter) == 1:
                    fits = target[0] == letter
                elif len(target) == 1:
                    fits = letter[0] == target
                else:
                    fits = _same_given(letter, target)
                if fits:
                    at, fitted = index + 1, fitted + 1
                    break
            else:
                # A given name that fits nothing is an extra middle name only after the first name has fitted.
                if fitted == 0:
                    return False
    return fitted > 0


def _given_before(text: str, words: Sequence[Word], surname: int) -> list[Word]:
    """Collect the capitalised words and particles that stand directly before a surname."""
    given: list[Word] = []
    end = words[surname].start
    for index in range(surname - 1, max(-1, surname - 6), -1):
        word = words[index]
        gap = text[word.end : end]
        initials = _initials(text, word)
        if len(gap) > 3 or gap.strip(" -'\"“”\u00a0" + "." * initials) or word.text in TITLES:
            break
        if not (text[word.start].isupper() or word.text in PARTICLES):
            break
        given.insert(0, word)
        end = word.start
    while given and given[0].text in PARTICLES and text[given[0].start].islower():
        given.pop(0)
    return given


def find_name(text: str, words: Sequence[Word], name: Sequence[str]) -> list[NameMatch]:
    """Find a person's name in the forms it takes: middle names left out or added, initials, foreign spellings.

    Args:
        text: The text.
        words: Its words, as :func:`runner.text.fold.fold_spans` gives them for ``text``.
        name: The name as :func:`name_words` gives it, given names first; at least two words.

    Returns:
        Every place that gives the name or its surname, in order. A surname after other given names is no match.
    """
    particles = {word for word in name[1:-1] if word in PARTICLES}
    wanted = [word for word in name if word not in particles]
    surname_key = spelling_key(wanted[-1])
    matches = []
    for index, word in enumerate(words):
        if word.text != wanted[-1] and spelling_key(word.text) != surname_key:
            continue
        before = _given_before(text, words, index)
        given = [one for one in before if text[one.start].isupper() or one.text not in PARTICLES]
        if not given:
            matches.append(NameMatch(Likeness.SURNAME, index, index))
        elif _given_names_fit(text, given, wanted[:-1]):
            matches.append(NameMatch(Likeness.FULL, words.index(given[0]), index))
    return matches
