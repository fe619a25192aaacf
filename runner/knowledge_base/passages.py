"""Cuts a text into passages at sentence ends, with character offsets. Pure and linear in the length of the text."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from runner.knowledge_base.corpus import Document

_UNSPACED = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f"
# What counts as one word. Characters of scripts without spaces count one each, and an unbroken run counts one per 64
# characters, so that no text can make a passage of unlimited length.
_WORD = re.compile(rf"[{_UNSPACED}]|[^\s{_UNSPACED}]{{1,64}}")
_CLOSERS = "\"'”’»)\\]*_"
_BREAK = re.compile(
    rf"""
      \n[ \t\r]*\n\s*                                    # an empty line
    | (?<=\n)(?=[ ]{{0,3}}(?:\#{{1,6}}[ ]|[-*+•][ ]|\d{{1,3}}[.)][ ]))   # before a heading or an item of a list
    | (?<![.!?…])(?P<stop>[.!?…]++[{_CLOSERS}]*+)\s++(?=[^\sa-zß-öø-ÿ,;:)])          # a full stop, then no small letter
    | [。！？][{_CLOSERS}」』]*+\s*                        # the full stops of scripts without spaces
    """,
    re.VERBOSE,
)
_HEADING_LINE = re.compile(r"(?m)^[ ]{0,3}#{1,6}[ ][^\n]*\n")
_ABBREVIATION = re.compile(
    r"(?:\b(?:[A-Z]|Dr|Mr|Mrs|Ms|Mme|Prof|St|Sr|Jr|Rev|Hon|Gen|Col|Capt|Lt|Sgt|Maj|Gov|Sen|Rep|Mt|Ft|No|Nos|Vol|Fig|Figs"
    r"|Eq|Ch|Art|Sec|Op|Bd|Nr|pp|ed|eds|ca|cf|vs|viz|approx|al|e\.g|i\.e|[A-Z]\.[A-Z]))\Z"
)


class Span(NamedTuple):
    """A stretch of a text."""

    start: int
    """Offset of its first character."""
    end: int
    """Offset after its last character."""


@dataclass(frozen=True, slots=True)
class DocumentPassage:
    """One passage of a document, as retrieval finds it."""

    document_id: str
    title: str
    index: int
    """Position within the document, from 0."""
    start: int
    """Offset of its first character in the document's text."""
    end: int
    """Offset after its last character in the document's text."""
    text: str
    """The passage: exactly ``document.text[start:end]``."""


def count_words(text: str) -> int:
    """Count words as passages count them: never fewer than the runs of text between spaces."""
    return sum(1 for _ in _WORD.finditer(text))


def split_sentences(text: str) -> list[Span]:
    """Find the sentences of a text.

    A sentence ends at a full stop, question or exclamation mark that is followed by space and no small letter, and is
    not part of an abbreviation or initial; at an empty line; at the end of a Markdown heading; and before a list item.

    Args:
        text: Any text.

    Returns:
        The sentences in order, without white space around them. What lies between two of them is white space.
    """
    cuts = {0, len(text)}
    for match in _BREAK.finditer(text):
        stop = match["stop"]
        if stop and stop[0] == "." and len(stop) == 1 and _ends_in_abbreviation(text, match.start()):
            continue
        cuts.add(match.end())
    cuts.update(match.end() for match in _HEADING_LINE.finditer(text))
    ordered = sorted(cuts)
    spans = (_trim(text, start, end) for start, end in pairwise(ordered))
    return [span for span in spans if span.start < span.end]


def _ends_in_abbreviation(text: str, at: int) -> bool:
    return _ABBREVIATION.search(text[max(0, at - 8) : at]) is not None


def _trim(text: str, start: int, end: int) -> Span:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return Span(start, end)


def cut_passages(text: str, max_words: int) -> list[Span]:
    """Cut a text into passages of whole sentences.

    Args:
        text: Any text.
        max_words: Most words in one passage, at least 1. As many sentences are joined as fit. A sentence that is
            longer is cut between words.

    Returns:
        The passages in order, without white space around them; what lies between two of them is white space, so that
        together they hold every visible character once.

    Raises:
        ValueError: If ``max_words`` is below 1.
    """
    if max_words < 1:
        raise ValueError(f"max_words must be at least 1, not {max_words}")
    passages: list[Span] = []
    open_span, open_words = None, 0
    for span, words in _pieces(text, max_words):
        if open_span and open_words + words <= max_words:
            open_span, open_words = Span(open_span.start, span.end), open_words + words
            continue
        if open_span:
            passages.append(open_span)
        open_span, open_words = span, words
    return [*passages, open_span] if open_span else passages


def _pieces(text: str, max_words: int) -> Iterator[tuple[Span, int]]:
    """Yield the sentences, the long ones in pieces, each with its number of words."""
    for sentence in split_sentences(text):
        words = [match.span() for match in _WORD.finditer(text, *sentence)]
        for first in range(0, len(words), max_words):
            piece = words[first : first + max_words]
            yield Span(piece[0][0], piece[-1][1]), len(piece)


def document_passages(document: Document, max_words: int) -> list[DocumentPassage]:
    """Cut a document into passages; see :func:`cut_passages`."""
    return [
        DocumentPassage(document.document_id, document.title, index, start, end, document.text[start:end])
        for index, (start, end) in enumerate(cut_passages(document.text, max_words))
    ]
