"""What a language contributes to the phrase classifier: patterns by role, guarded by trigger words."""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

_CONTINUED = re.compile(r"\\\n\s*")
_COMBINING = re.compile("[\u0300-\u036f]")


def fold_letters(text: str) -> str:
    """Take the accents off Latin, Greek and Cyrillic letters and write ß as ss, so that ``no sé`` and ``no se`` match.

    Kana, Hangul and other scripts keep their marks. Texts and patterns go through the same folding.
    """
    if text.isascii():
        return text
    bare = _COMBINING.sub("", unicodedata.normalize("NFD", text))
    return unicodedata.normalize("NFC", bare).replace("ß", "ss")


@dataclass(frozen=True)
class Guarded:
    """One regular expression and the words without which it cannot match; looking for the words first is cheap."""

    triggers: frozenset[str]
    pattern: re.Pattern[str]


@dataclass(frozen=True)
class Language:
    """Patterns of one language, written in lower case and in its ordinary spelling.

    A block of patterns holds one regular expression a line; a line that ends in a backslash goes on in the next. The
    mappings go from trigger words, one of which must occur, to blocks.
    """

    code: str
    """ISO 639-1 code."""
    declines: Mapping[str, str]
    """Says that no answer is given: own ignorance, silence of the material, refusal."""
    hedges: Mapping[str, str]
    """Doubt. It declines only where no answer stands beside it."""
    contrasts: tuple[str, ...] = ()
    """Words that open a clause which turns against the one before."""
    guesses: str = ""
    """Words that introduce an answer which the speaker does not fully vouch for."""
    conditions: str = ""
    """Words that bind what a clause says to one reading of the question."""
    fillers: str = ""
    """Clauses about the documents or the conversation rather than about the asked thing."""
    courtesies: str = ""
    """Apologies, thanks, offers and requests to the user."""
    affirmations: str = ""
    """How a yes opens a clause."""
    negations: str = ""
    """How a no opens a clause."""
    asks_date: str = ""
    """How a question asks for a point in time."""
    asks_number: str = ""
    """How a question asks for a number or an amount."""
    asks_name: str = ""
    """How a question asks for a person or a place."""
    asks_open: str = ""
    """How a question asks for anything else."""
    asks_whether: str = ""
    """How a yes/no question opens."""
    numbers: str = ""
    """Number words and names of months, separated by spaces."""
    stopwords: str = ""
    """Words that carry no content of their own, separated by spaces."""
    spaced: bool = True
    """Whether words are separated by spaces; where not, trigger words and patterns are sought as substrings."""

    @cached_property
    def decline_patterns(self) -> tuple[Guarded, ...]:
        """`declines`, compiled."""
        return _guarded(self.declines)

    @cached_property
    def hedge_patterns(self) -> tuple[Guarded, ...]:
        """`hedges`, compiled."""
        return _guarded(self.hedges)

    @cached_property
    def triggers(self) -> frozenset[str]:
        """Every trigger word; a text with none of them neither declines nor hedges in this language."""
        return frozenset().union(*(g.triggers for g in self.decline_patterns + self.hedge_patterns))


def alternatives(block: str) -> list[str]:
    """Read a block of patterns: one a line, accents folded as in the texts; no line matches nothing."""
    lines = _CONTINUED.sub("", block).splitlines()
    return [fold_letters(line.strip()) for line in lines if line.strip()]


def any_of(patterns: list[str]) -> re.Pattern[str]:
    """Compile alternatives into one pattern; no alternatives match nothing."""
    return re.compile("|".join(patterns) or r"(?!)")


def _guarded(groups: Mapping[str, str]) -> tuple[Guarded, ...]:
    return tuple(
        Guarded(frozenset(fold_letters(words).split()), any_of(alternatives(block))) for words, block in groups.items()
    )
