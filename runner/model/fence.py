"""Fences around text that a model must read and must not obey: answers of systems, documents, transcripts.

A fence is a pair of tags that carry a word made from the texts themselves. Whoever wrote a text cannot know the word,
because every letter of the text changes it; and should the word stand in a text all the same, a longer one is taken. So
no text can close its own fence, open another, or speak from outside of one. Whether a model heeds the fence is another
matter, which the injector contestant measures.
"""

import hashlib
import unicodedata
from collections.abc import Iterable, Mapping

SHORTEST = 8
"""Bytes of a fence word, unless a text makes a longer one necessary; two hexadecimal digits each."""


def fence_word(texts: Iterable[str], *, shortest: int = SHORTEST) -> str:
    """Return a word that stands in none of the texts, however they are spelt.

    The texts are searched as a lenient reader would read them: compatibility characters and digits of all scripts
    folded, case, accents, punctuation, spaces and invisible characters set aside.

    Args:
        texts: The texts to be fenced, in their order, which matters.
        shortest: Bytes that the word has at least, from 1.

    Returns:
        Hexadecimal digits in lower case; equal texts give equal words on every machine.
    """
    kept = list(texts)
    # Lengths in front keep ("ab", "c") apart from ("a", "bc").
    seed = "".join(f"{len(text)}:{text}" for text in kept).encode("utf-8", "surrogatepass")
    digits = hashlib.shake_256(seed)
    haystack = "\n".join(_as_read(text) for text in kept)
    size = shortest
    while (word := digits.hexdigest(size)) in haystack:
        size += 1
    return word


def fenced(texts: Mapping[str, str], word: str) -> str:
    """Return the texts one below the other, each between its own pair of tags.

    Args:
        texts: Texts by the name of their tag.
        word: The result of `fence_word` for these texts.

    Returns:
        For each text ``<name word>``, the text exactly as it is, ``</name word>``, on lines of their own. Halves of
        surrogate pairs, which no request can carry, become the replacement character.
    """
    return "\n\n".join(f"<{name} {word}>\n{sound(text)}\n</{name} {word}>" for name, text in texts.items())


def sound(text: str) -> str:
    """Join surrogate pairs and replace lone ones, which no encoding can carry."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _as_read(text: str) -> str:
    folded = unicodedata.normalize("NFKD", text).casefold()
    return "".join(_digit(char) for char in folded if char.isalnum())


def _digit(char: str) -> str:
    value = unicodedata.decimal(char, None)
    return char if value is None else str(value)
