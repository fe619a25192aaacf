"""Words with case, accents, possessives and articles folded away, each with its place in the original text."""

import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple

_APOSTROPHES = "'’‘ʼʹ´`′＇"
_LETTERS = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ħ": "h", "ŋ": "n", "ı": "i", "ə": "a"}
)
_MARKS = dict.fromkeys(
    [*range(0x0300, 0x0370), *range(0x064B, 0x0653), 0x0670, *map(ord, _APOSTROPHES), 0x00AD, 0x200D]
)
# Scripts written without spaces: each character is a word of its own, so that a name can be found inside a sentence.
_UNSPACED = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f"
# Initials written with full stops are one word: U.S., J. K.
_INITIALS = r"(?<![^\W_])[^\W\d_]\.(?:(?:\s?[^\W\d_]\.(?![^\W_]{2}))++(?:[^\W\d_](?![\w.]))?|[^\W\d_](?![\w.'’]))"
# Numbers with separators and versions are one word, dates are not: 1,200.5 is 1200.5, v3.2.5 is 3.2.5.
_NUMBER = (
    r"(?<![^\W_])(?<!\d\.)(?!\d{1,2}\.\d{1,2}\.\d{4}(?!\d))(?:[vV]\.?)?"
    r"(?:\d{1,3}(?:,\d{3})++(?:\.\d++)?|\d++(?:\.\d++)++)(?![^\W_])"
)
_JOINTS = rf"(?:[{_APOSTROPHES}](?=[^\W\d_])|[\u0300-\u036f\u00ad])"
_WORD = re.compile(rf"{_NUMBER}|{_INITIALS}|[^\W_⁰¹²³⁴-⁹]++(?:{_JOINTS}++[^\W_⁰¹²³⁴-⁹]*+)*+")
_HAS_UNSPACED = re.compile(f"[{_UNSPACED}]")
_SPACED = rf"(?:(?![{_UNSPACED}⁰¹²³⁴-⁹])[^\W_])"
_MIXED_WORD = re.compile(rf"{_NUMBER}|{_INITIALS}|[{_UNSPACED}]|{_SPACED}++(?:{_JOINTS}++{_SPACED}*+)*+")
_POSSESSIVE = re.compile(rf"(?<=\w)[{_APOSTROPHES}][sS]\Z")
_ARTICLES = frozenset({"the", "a", "an"})
_SENTENCE_END = frozenset('.!?:;\n\r"“”«([{*_>-–—•,')


class Word(NamedTuple):
    """One folded word and where it stands."""

    text: str
    """The folded form: lower case, no diacritics, no apostrophes."""
    start: int
    """Offset of its first character in the original text."""
    end: int
    """Offset after its last character in the original text."""


@lru_cache(maxsize=16384)
def fold_token(token: str) -> str:
    """Fold one word: case, diacritics, ligatures and letters with strokes, apostrophes, dots, a possessive ending.

    Args:
        token: A word as it stands in a text.

    Returns:
        The folded word; empty only when ``token`` holds nothing but marks. Numbers keep their decimal point.
    """
    if token.isascii():
        if token.isalnum():
            return token.lower()
        if (token[-1].isdigit() and "." in token) or "," in token:
            return token.lstrip("vV.").replace(",", "")
    token = _POSSESSIVE.sub("", token).replace(".", "").replace(" ", "")
    folded = unicodedata.normalize("NFKD", token.casefold()).translate(_MARKS).casefold().translate(_LETTERS)
    return "".join(filter(str.isalnum, unicodedata.normalize("NFC", folded)))


def _is_article(text: str, start: int, end: int, original: str) -> bool:
    """Tell an article from the letter in "Hepatitis A": it precedes a word and is not a capital inside a sentence."""
    rest = text[end : end + 2]
    if len(rest) < 2 or not rest[0].isspace() or not (rest[1].isalnum() or rest[1] in "\"'“‘*_("):
        return False
    if original[0].islower() or original.lower() == "the":
        return True
    before = text[max(0, start - 2) : start].strip()
    return not before or before[-1] in _SENTENCE_END


def fold_spans(text: str, *, articles: bool = False) -> list[Word]:
    """Split ``text`` into folded words with character offsets.

    Punctuation separates words, except apostrophes (``O'Brien`` is ``obrien``; a possessive ``'s`` is dropped), the
    full stops of initials (``U.S.`` is ``us``, ``J. K.`` is ``jk``), and the marks inside numbers (``1,200.5`` is
    ``1200.5``, ``v3.2.5`` is ``3.2.5``). Characters of scripts without spaces stand alone.

    Args:
        text: Any text, as received.
        articles: Whether to keep English articles. Without, ``the`` always goes, and ``a`` or ``an`` goes unless it
            may be a name ("Hepatitis A", "Group A").

    Returns:
        The words in order. Offsets are into ``text`` as given.
    """
    words: list[Word] = []
    new = tuple.__new__  # twice as fast as the constructor of a named tuple, in the innermost loop of every judge
    pattern = _WORD if text.isascii() or not _HAS_UNSPACED.search(text) else _MIXED_WORD
    for match in pattern.finditer(text):
        original = match.group()
        folded = fold_token(original)
        if not folded:
            continue
        start, end = match.span()
        if not articles and folded in _ARTICLES and (folded == "the" or _is_article(text, start, end, original)):
            continue
        words.append(new(Word, (folded, start, end)))
    return words


def fold_words(text: str, *, articles: bool = False) -> list[str]:
    """Split ``text`` into folded words: case, accents, ligatures, apostrophes and articles gone, order kept.

    Args:
        text: Any text, as received.
        articles: Whether to keep English articles.

    Returns:
        The folded words in order, for example ``["jurgen", "obriens", "u2"]``; see :func:`fold_spans` for the rules.
    """
    return [word.text for word in fold_spans(text, articles=articles)]
