"""Phrases by which answers are declined, hedged and introduced, by language."""

import re
from typing import Literal

from runner.classify.lexicon.chinese import CHINESE
from runner.classify.lexicon.dutch import DUTCH
from runner.classify.lexicon.english import ENGLISH
from runner.classify.lexicon.french import FRENCH
from runner.classify.lexicon.german import GERMAN
from runner.classify.lexicon.italian import ITALIAN
from runner.classify.lexicon.japanese import JAPANESE
from runner.classify.lexicon.korean import KOREAN
from runner.classify.lexicon.language import Language, alternatives, any_of, fold_letters
from runner.classify.lexicon.portuguese import PORTUGUESE
from runner.classify.lexicon.russian import RUSSIAN
from runner.classify.lexicon.spanish import SPANISH

LANGUAGES: tuple[Language, ...] = (
    ENGLISH,
    GERMAN,
    FRENCH,
    SPANISH,
    ITALIAN,
    PORTUGUESE,
    DUTCH,
    RUSSIAN,
    JAPANESE,
    CHINESE,
    KOREAN,
)
"""All languages; every text is tried against each whose trigger words it holds, so no language has to be guessed."""


_Role = Literal[
    "guesses",
    "conditions",
    "fillers",
    "courtesies",
    "affirmations",
    "negations",
    "asks_date",
    "asks_number",
    "asks_name",
    "asks_open",
    "asks_whether",
]


def _patterns(role: _Role, *, spaced: bool | None = None) -> list[str]:
    """Return all patterns of a role, of the languages with or without spaces or of both."""
    chosen = [language for language in LANGUAGES if spaced is None or language.spaced is spaced]
    return [pattern for language in chosen for pattern in alternatives(getattr(language, role))]


def _words(words: list[str]) -> str:
    """Return alternatives of a regular expression, longest first, with any white space inside a phrase."""
    ordered = sorted(set(words), key=lambda word: (-len(word), word))
    return "|".join(re.escape(word).replace(r"\ ", r"\s+") for word in ordered)


def _opening(role: _Role) -> re.Pattern[str]:
    spaced, unspaced = "|".join(_patterns(role, spaced=True)), "|".join(_patterns(role, spaced=False))
    return any_of([rf"^\W*(?:(?:{spaced})\b|{unspaced})"])


CONTRAST_WORDS: str = _words([word for lang in LANGUAGES if lang.spaced for word in lang.contrasts])
"""Alternatives of a regular expression: words that open a clause which turns, in languages with spaces."""

CONTRAST_OPENING: re.Pattern[str] = re.compile(
    rf"^\W*(?:(?:and|und|et|y)\s+)?(?:(?:{CONTRAST_WORDS})\b|"
    + _words([word for lang in LANGUAGES if not lang.spaced for word in lang.contrasts])
    + ")",
    re.IGNORECASE,
)
"""Whether a clause opens by turning against the one before."""

SUBORDINATE_WORDS: str = _words(
    [
        "while",
        "although",
        "though",
        "even though",
        "whereas",
        "obwohl",
        "während",
        "bien que",
        "quoique",
        "aunque",
        "si bien",
        "sebbene",
        "benché",
        "embora",
        "hoewel",
        "хотя",
    ]
)
"""Words that open a subordinate clause; the main clause after its comma turns against it."""

GUESS = any_of([rf"\b(?:{p})\b" for p in _patterns("guesses", spaced=True)] + _patterns("guesses", spaced=False))
"""An answer that the speaker does not fully vouch for, or that comes from elsewhere than the documents."""

CONDITION = any_of(_patterns("conditions"))
"""Words that bind what a clause says to one reading of the question."""

FILLER = any_of(_patterns("fillers"))
"""Talk about the documents or the conversation."""

COURTESY_OPENING = any_of([pattern for pattern in _patterns("courtesies") if pattern.startswith("^")])
"""Apologies, thanks, offers and requests, by how a clause opens."""

COURTESY_QUESTION = any_of([pattern for pattern in _patterns("courtesies") if not pattern.startswith("^")])
"""Questions and requests to the user, anywhere in a clause that asks."""

AFFIRMATION = _opening("affirmations")
"""A yes at the opening of a clause."""

NEGATION = _opening("negations")
"""A no at the opening of a clause."""

ASKS_NUMBER = any_of(_patterns("asks_date") + _patterns("asks_number"))
"""A question for a number, an amount or a point in time."""

ASKS_NAME = any_of(_patterns("asks_name"))
"""A question for a person or a place."""

ASKS_OPEN = any_of(_patterns("asks_open"))
"""A question for anything else."""

ASKS_WHETHER = any_of(_patterns("asks_whether"))
"""A yes/no question."""

NUMBER_WORDS: frozenset[str] = frozenset(fold_letters(word) for lang in LANGUAGES for word in lang.numbers.split())
"""Numbers and months in words, folded as the texts are."""

STOPWORDS: frozenset[str] = frozenset(fold_letters(word) for lang in LANGUAGES for word in lang.stopwords.split())
"""Words without content of their own, folded as the texts are."""
