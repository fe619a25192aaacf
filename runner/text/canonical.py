"""Words reduced to what they share with their variants: plural and singular, digits and number words, spellings."""

from collections.abc import Sequence
from functools import lru_cache

from runner.text.names import spelling_key

FUNCTION_WORDS = frozenset(
    {"a", "an", "the", "of", "in", "on", "at", "to", "for", "from", "by", "with", "and", "or", "as", "is", "are", "was"}
    | {"were", "be", "been", "being", "it", "its", "that", "this", "these", "those", "he", "she", "they", "his", "her"}
    | {"their", "there", "which", "who", "whom", "whose", "what", "when", "where", "how", "why", "has", "have", "had"}
    | {"do", "does", "did", "into", "than", "then", "so", "if", "but", "also", "about", "after", "before", "during"}
    | {"between", "through", "over", "under", "upon", "can", "could", "will", "would", "may", "might", "i", "you", "we"}
    | {
        "him",
        "them",
        "me",
        "my",
        "your",
        "our",
        "us",
        "not",
        "no",
        "up",
        "out",
        "off",
        "per",
        "via",
        "because",
        "while",
    }
)
"""English words that carry no content of their own, folded."""

_NUMBERS = {
    "zero": "0", "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8",
    "nine": "9", "ten": "10", "eleven": "11", "twelve": "12", "thirteen": "13", "fourteen": "14", "fifteen": "15",
    "sixteen": "16", "seventeen": "17", "eighteen": "18", "nineteen": "19", "twenty": "20", "first": "1st",
    "second": "2nd", "third": "3rd", "fourth": "4th", "fifth": "5th", "sixth": "6th", "seventh": "7th",
    "eighth": "8th", "ninth": "9th", "tenth": "10th",
}  # fmt: skip
_ABBREVIATIONS = {
    "saint": "st", "street": "st", "mount": "mt", "mountain": "mt", "fort": "ft", "doctor": "dr", "drive": "dr",
    "versus": "vs", "avenue": "ave", "road": "rd", "boulevard": "blvd", "highway": "hwy", "limited": "ltd",
    "company": "co", "corporation": "corp", "incorporated": "inc", "university": "univ", "department": "dept",
    "government": "govt", "brothers": "bros", "junior": "jr", "senior": "sr", "television": "tv", "association": "assn",
}  # fmt: skip


@lru_cache(maxsize=32768)
def canonical(word: str) -> str:
    """Reduce a folded word: number words to digits, plurals to singulars, foreign spellings to their key.

    Args:
        word: A folded word.

    Returns:
        Its canonical form, for comparison with other canonical forms only.
    """
    word = _NUMBERS.get(word) or _ABBREVIATIONS.get(word) or word
    if len(word) > 3 and word.isalpha():
        if word.endswith("ies") and len(word) > 4:
            word = word[:-3] + "y"
        elif word.endswith(("ses", "xes", "zes", "ches", "shes")):
            word = word[:-2]
        elif word.endswith("s") and not word.endswith(("ss", "us", "is")):
            word = word[:-1]
    return spelling_key(word)


def content(words: Sequence[str]) -> list[int]:
    """Give the indices of words that carry content; all of them where none does.

    Args:
        words: Folded words.

    Returns:
        Indices in order.
    """
    kept = [index for index, word in enumerate(words) if word not in FUNCTION_WORDS]
    return kept or list(range(len(words)))
