"""Lexical retrieval (BM25) over the passages of a corpus, on a scale from 0 to 1 that a threshold can stand on."""

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from runner.errors import MissingPartError
from runner.text.normalise import plain_typography

# The usual settings for short passages (Anserini's default): little reward for repetition, little penalty for length.
_K1, _B = 0.9, 0.4

# Characters of scripts without spaces count as a term each.
_TERM = re.compile(
    r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]|[^\W_\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]+"
)
_POSSESSIVE = re.compile(r"'s\b")
_STOP_WORDS = (
    "a an and are as at be been but by did do does for from had has have he her his how i in into is it its of on or "
    "she than that the their there they this to was were what when where which who whom whose why will with"
)
_STOPPED = frozenset(_STOP_WORDS.split())


class PassageLike(Protocol):
    """A passage of a document, as far as retrieval needs it."""

    @property
    def document_id(self) -> str:
        """Id of its document in the corpus manifest."""

    @property
    def title(self) -> str | None:
        """Title of its document; searched together with the text, since later passages rarely repeat it."""

    @property
    def text(self) -> str:
        """The passage."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A passage that was found."""

    passage: PassageLike
    score: float
    """Share of the question's weight that the passage carries; see ``PassageIndex``."""


def terms(text: str) -> list[str]:
    """Return the terms of ``text`` as they are indexed: folded, without accents, plurals reduced, stop words left out.

    A text of stop words alone keeps them, so that a question such as "Who was The Who?" still finds something.
    """
    folded = _POSSESSIVE.sub("", plain_typography(text).casefold())
    bare = "".join(char for char in unicodedata.normalize("NFKD", folded) if not unicodedata.combining(char))
    words = _TERM.findall(bare)
    return [_singular(word) for word in words if word not in _STOPPED] or words


def _singular(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


class PassageIndex:
    """An index over passages.

    A score is the BM25 score of a passage divided by the sum of the weights (inverse document frequencies) of all terms
    of the question. In Lucene's form of BM25 a term adds less than its weight, so scores lie from 0 to below 1 and mean
    the share of the question that the passage carries. A term that no passage holds has the greatest weight of all: a
    question about something that the corpus does not know scores low whatever else of it is found. Raw BM25 scores
    grow with the question and the corpus instead, and no threshold could hold for both.
    """

    def __init__(self, passages: Sequence[PassageLike]) -> None:
        """Index ``passages``; seconds for some hundred thousand of them.

        Args:
            passages: In the order in which equal scores are to be ranked.

        Raises:
            MissingPartError: If the BM25 library is absent.
        """
        try:
            import bm25s
        except ImportError as error:
            raise MissingPartError(
                "local retrieval needs the package bm25s (extra 'local')", fix='pip install "ragcanary[local]"'
            ) from error
        indexed = [terms(f"{passage.title or ''} {passage.text}") for passage in passages]
        # A passage without a term can never be found, and the library cannot index a corpus of nothing else.
        kept = [number for number, found in enumerate(indexed) if found]
        self._passages = [passages[number] for number in kept]
        self._frequency = Counter(term for number in kept for term in set(indexed[number]))
        self._engine: Any = None
        if kept:
            self._engine = bm25s.BM25(k1=_K1, b=_B, method="lucene", backend="numpy", csc_backend="numpy")
            self._engine.index([indexed[number] for number in kept], show_progress=False)

    def search(self, question: str, top_k: int) -> list[Hit]:
        """Return the best passages for ``question``, the best first; equal scores in the order of the passages.

        Args:
            question: Any text.
            top_k: Most hits to return. Passages that share no term with the question are never among them.
        """
        import numpy as np

        asked = terms(question)
        weight = sum(self._weight(term) for term in asked)
        if self._engine is None or not weight:
            return []
        scores = self._engine.get_scores(asked)
        order = np.argsort(-scores, kind="stable")[:top_k]
        # Rounded, so that the last bits of single-precision sums neither show in the record nor decide at a threshold.
        return [Hit(self._passages[at], round(float(scores[at]) / weight, 6)) for at in order if scores[at] > 0]

    def _weight(self, term: str) -> float:
        holding = self._frequency[term]
        return math.log(1 + (len(self._passages) - holding + 0.5) / (holding + 0.5))
