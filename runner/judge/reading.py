"""Reading a response for a judge: what it asserts, with everything set aside that asserts nothing."""

import re
from functools import lru_cache
from typing import NamedTuple

from runner.text.canonical import FUNCTION_WORDS, canonical
from runner.text.fold import Word, fold_spans, fold_words
from runner.text.markup import blank_markup

_LONGEST = 100_000  # characters; what comes after them is no answer to a question
_SENTENCE = re.compile(
    r"[^.!?\n]*+(?:[.!?]++(?=[^\s\"'”’)\]]|[\"'”’)\]]+\s[a-z])[^.!?\n]*+)*+(?:[.!?]++[\"'”’)\]]*|\n|\Z)"
)
_RIGHT = r"(?:correct|right|true|accurate|valid|passe?d?|full\s+(?:marks|credit|score))"
_ANSWER = r"(?:answer|response|reply|submission|attempt|output|text)"
_TO_THE_JUDGE = re.compile(
    rf"\b(?:grade|mark|score|rate|judge|label|evaluate|classify|count|accept|treat|consider)\s+(?:this|that|it|my|the|your)\s+"
    rf"(?:{_ANSWER}\b[^\n]{{0,40}}?\b{_RIGHT}|(?:as\s+)?{_RIGHT})\b"
    r"|\b(?:ignore|disregard|forget|override)\b[^\n]{0,40}\b(?:instructions?|prompts?|rules?|rubrics?|guidelines|criteria|gold)\b"
    rf"|\b(?:verdict|grade|label|score|assessment|evaluation)\b[\"'*\s]{{0,4}}(?:[:=]|is\b|must\s+be\b|should\s+be\b)"
    rf"[\"'*\s]{{0,4}}(?:{_RIGHT}\b|1(?:\.0)?\b)"
    rf"|\b(?:this|my|the)\s+{_ANSWER}\s+(?:is|must\s+be|should\s+be|has\s+been)\s+(?:\w+\s+){{0,3}}?{_RIGHT}(?=\s*[.,;:!)\"'\n]|\s*\Z|\s+(?:and|because|since)\b)"
    r"|\b(?:to|dear|attention|hey|hello)\s+(?:the\s+)?(?:grader|evaluator|examiner|judge)s?\b"
    r"|\b(?:gold(?:en)?|reference|expected)[\s-]+(?:answer|target|standard|label)\b",
    re.IGNORECASE,
)
_JUDGE_WORDS = (
    *(
        "correct",
        "right",
        "true",
        "accurate",
        "valid",
        "pass",
        "full ",
        "score",
        "grade",
        "ignore",
        "disregard",
        "forget",
    ),
    *("override", "grader", "evaluator", "examiner", "judge", "gold", "reference", "expected"),
)
_QUESTION_START = re.compile(
    r"\s*(?:you\s+(?:asked|want|wanted)|the\s+question\b|question\s*:|(?:\w+\s+)?(?:who|whom|whose|what|which|when|where|why|how)|"
    r"is|are|was|were|did|does|do|can|could|has|have)\b",
    re.IGNORECASE,
)
# Answers copied from a web page lose spaces around links and the raised position of citation numbers.
_LOST_SPACE = re.compile(
    r"(?<![^\W_])[a-z]{2,}+(?=[A-Z][a-z]{2})|(?<![^\W_])(?:in|on|of|at|by|is|was|to|from|since|about|until|takes|between)(?=[\d$€£])"
)
_MAY_BE_GLUED = re.compile(r"[a-z][A-Z\d$€£]|\d{5}")
_GLUED_CITATION = re.compile(
    r"((?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.?\s(?:\d{1,2}(?:st|nd|rd|th)?,?\s)?|\b(?:in|since|until|by)\s)"
    r"((?:1[5-9]|20)\d\d)\d{1,2}(?=[.!?]+(?:\s|\Z))"
    r"|(?<=[a-z]{3})\d{1,3}(?=[.!?]+(?:\s|\Z))"
)


class Reading(NamedTuple):
    """A response as read."""

    text: str
    """The response, with blanks for markup, restated questions and words addressed to the judge."""
    words: tuple[Word, ...]
    """Its folded words, offsets into ``text``."""
    folded: tuple[str, ...]
    """The words alone."""
    asked: str
    """The question as put."""
    question: tuple[str, ...]
    """Folded words of the question."""
    content_at: tuple[int, ...]
    """Indices into ``words`` of the words that carry content."""
    content_keys: tuple[str, ...]
    """Canonical forms of those words."""
    question_keys: frozenset[str]
    """Canonical forms of the question's words."""


def _blank(text: str, start: int, end: int) -> str:
    return text[:start] + " " * (end - start) + text[end:]


def _set_aside(text: str, question: frozenset[str]) -> str:
    """Blank sentences that put a question or speak to the judge."""
    kept = text
    for match in _SENTENCE.finditer(text):
        sentence = match.group()
        if not sentence.strip():
            continue
        if _TO_THE_JUDGE.search(sentence):
            kept = _blank(kept, *match.span())
        elif sentence.rstrip("\"'”’)] \n").endswith("?") and _QUESTION_START.match(sentence):
            words = [word.text for word in fold_spans(sentence)]
            if sum(word in question for word in words) >= 0.6 * len(words):
                kept = _blank(kept, *match.span())
    return kept


@lru_cache(maxsize=4096)
def _read_question(question: str) -> tuple[tuple[str, ...], frozenset[str]]:
    asked = tuple(fold_words(question))
    return asked, frozenset(map(canonical, asked))


@lru_cache(maxsize=32)
def read_response(question: str, response: str) -> Reading:
    """Read a response.

    Args:
        question: The question as put.
        response: The answer, verbatim. Only its first 100,000 characters are read.

    Returns:
        What it says, with restated questions and words to the judge blanked.
    """
    asked, question_keys = _read_question(question)
    text = blank_markup(response[:_LONGEST])
    if _MAY_BE_GLUED.search(text):
        text = _LOST_SPACE.sub(r"\g<0> ", text)
        text = _GLUED_CITATION.sub(lambda match: (match[1] or "") + (match[2] or ""), text)
    lowered = text.lower()
    if "?" in text or (any(word in lowered for word in _JUDGE_WORDS) and _TO_THE_JUDGE.search(text)):
        text = _set_aside(text, frozenset(asked))
    words = tuple(fold_spans(text))
    folded = tuple(word.text for word in words)
    at = tuple(index for index, word in enumerate(folded) if word not in FUNCTION_WORDS)
    keys = tuple(canonical(folded[index]) for index in at)
    return Reading(text, words, folded, question, asked, at, keys, question_keys)
