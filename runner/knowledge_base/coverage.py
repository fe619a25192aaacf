"""Decides for each question whether its gold answer stands anywhere in a corpus.

The check errs on the side of "covered": a canary must be a question whose answer is absent, so an answer that stands
anywhere, in whatever sense, keeps a question from being one. Matches that share few words with their question are
listed for a person to judge.
"""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import lru_cache

from runner.knowledge_base.corpus import Document
from runner.knowledge_base.gold_index import GoldIndex, Hit
from runner.knowledge_base.gold_patterns import GoldPatterns
from runner.knowledge_base.passages import Span, split_sentences
from runner.text.fold import Word, fold_spans, fold_words
from schemas.coverage import Coverage, CoverageMethod, Disagreement, Occurrence
from schemas.question import Question

_MOST_KEPT = 5  # occurrences kept per question
_MOST_WEIGHED = 20  # occurrences weighed per question and document
_LONGEST_PASSAGE = 500  # characters
_REVIEW_BELOW = 0.34
_REVIEW_BELOW_WEAK = 0.5
_STRENGTH = {
    CoverageMethod.EXACT: 0,
    CoverageMethod.NORMALISED: 1,
    CoverageMethod.DATE: 2,
    CoverageMethod.NUMERIC: 3,
    CoverageMethod.NONE: 4,
}
_STOP_WORDS = """
a an the of in on at by for to from with and or as is was were are be been did do does has have had it its this
that these those which what who whom whose when where why how many much long far high deep wide old name named
called there their his her he she they into than first last only year date day month
"""


def check_coverage(questions: Sequence[Question], documents: Iterable[Document]) -> list[Coverage]:
    """Look for every gold answer in the whole corpus.

    Args:
        questions: The questions with their gold answers; alternatives and accepted ranges are understood.
        documents: The corpus. Each document is read once and not kept, so a generator will do.

    Returns:
        One finding per question, in the order of ``questions``.
    """
    index = GoldIndex(questions)
    asked = [_content_words(question) for question in questions]
    found = [_Findings() for _ in questions]
    for document in documents:
        by_question: dict[int, list[Hit]] = defaultdict(list)
        words = fold_spans(document.text)
        for hit in index.find(document.text, words):
            by_question[hit.question].append(hit)
        if not by_question:
            continue
        reader = _Reader(document, words)
        for position, hits in by_question.items():
            matches = [hit for hit in hits if hit.method is not CoverageMethod.NONE]
            best = reader.best((matches or hits)[:_MOST_WEIGHED], asked[position])
            found[position].add(best)
    return [
        _conclude(question, findings, patterns)
        for question, findings, patterns in zip(questions, found, index.patterns, strict=True)
    ]


def compare_flags(questions: Sequence[Question], coverage: Sequence[Coverage]) -> list[Disagreement]:
    """List the flags that a coverage check does not bear out.

    Args:
        questions: The questions with their flags; those without a flag are passed over.
        coverage: Findings, in any order.

    Returns:
        The disagreements, in the order of ``questions``.

    Raises:
        KeyError: If a flagged question has no finding.
    """
    findings = {finding.question_id: finding for finding in coverage}
    disagreements = []
    for question in questions:
        if question.is_gap_canary is None:
            continue
        finding = findings[question.question_id]
        if question.is_gap_canary != finding.covered:
            continue
        said = "flagged as a canary" if question.is_gap_canary else "flagged as answerable"
        disagreements.append(
            Disagreement(
                question_id=question.question_id,
                gold=question.gold,
                is_gap_canary=question.is_gap_canary,
                covered=finding.covered,
                document_id=finding.document_id,
                passage=finding.passage,
                reason=f"{said}, but {finding.reason}",
            )
        )
    return disagreements


class _Findings:
    """What was found for one question so far."""

    def __init__(self) -> None:
        self.document_ids: list[str] = []
        self.best: list[Occurrence] = []
        self.near: Occurrence | None = None

    def add(self, occurrence: Occurrence) -> None:
        if occurrence.method is CoverageMethod.NONE:
            if self.near is None or _rank(occurrence) < _rank(self.near):
                self.near = occurrence
            return
        self.document_ids.append(occurrence.document_id)
        self.best = sorted([*self.best, occurrence], key=_rank)[:_MOST_KEPT]


class _Reader:
    """One document, with what is needed to weigh an occurrence computed at most once."""

    def __init__(self, document: Document, words: Sequence[Word]) -> None:
        self._document = document
        self._sentences = split_sentences(document.text)
        self._starts = [sentence.start for sentence in self._sentences]
        self._title = _stems(document.title)
        self._stems = [_stem(word.text) for word in words]
        self._word_starts = [word.start for word in words]
        self._all = self._title.union(self._stems)

    def best(self, hits: Sequence[Hit], asked: frozenset[str]) -> Occurrence:
        """Return the occurrence whose surroundings share most words with the question."""
        whole = _share(asked, self._all)
        return min((self._weigh(hit, asked, whole) for hit in hits), key=_rank)

    def _weigh(self, hit: Hit, asked: frozenset[str], whole: float) -> Occurrence:
        at = max(0, bisect_right(self._starts, hit.start) - 1)
        first = bisect_left(self._word_starts, self._starts[max(0, at - 1)])
        last = bisect_left(self._word_starts, self._sentences[min(len(self._sentences) - 1, at + 1)].end)
        near = _share(asked, self._title.union(self._stems[first:last]))
        return Occurrence(
            document_id=self._document.document_id,
            method=hit.method,
            start=hit.start,
            end=hit.end,
            passage=_clip(self._document.text, self._sentences[at], hit),
            overlap=round((whole + near) / 2, 4),
        )


def _rank(occurrence: Occurrence) -> tuple[float, int, str, int]:
    return -occurrence.overlap, _STRENGTH[occurrence.method], occurrence.document_id, occurrence.start


def _clip(text: str, sentence: Span, hit: Hit) -> str:
    """Return the sentence around a hit, cut at both ends where it is very long."""
    start, end = min(sentence.start, hit.start), max(sentence.end, hit.end)
    if end - start > _LONGEST_PASSAGE:
        margin = max(0, (_LONGEST_PASSAGE - (hit.end - hit.start)) // 2)
        start, end = max(start, hit.start - margin), min(end, hit.end + margin)
    return text[start:end].strip()


def _content_words(question: Question) -> frozenset[str]:
    return _stems(question.text) - _stop_stems() - _stems(question.gold)


@lru_cache(maxsize=1)
def _stop_stems() -> frozenset[str]:
    return frozenset(map(_stem, _STOP_WORDS.split()))


def _stems(text: str) -> frozenset[str]:
    return frozenset(map(_stem, fold_words(text)))


@lru_cache(maxsize=65536)
def _stem(word: str) -> str:
    """Cut the commonest English endings, so that "rivets" and "rivet" are one word. Only compared with each other."""
    for ending in ("ing", "ed", "es", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)].rstrip("e") or word
    return word.rstrip("e") or word


def _share(asked: frozenset[str], words: frozenset[str]) -> float:
    return len(asked & words) / len(asked) if asked else 1.0


def _conclude(question: Question, findings: _Findings, patterns: GoldPatterns) -> Coverage:
    if not findings.best:
        return _absent(question, findings.near, patterns)
    best = findings.best[0]
    limit = _REVIEW_BELOW_WEAK if _is_weak(patterns.originals) else _REVIEW_BELOW
    review = best.overlap < limit
    count = len(findings.document_ids)
    where = f"stands in {best.document_id}" + (f" and {count - 1} other document(s)" if count > 1 else "")
    reason = f"the answer {where} ({best.method} match)"
    if review:
        reason += f", beside {best.overlap:.0%} of the question's words: it may be meant in another sense"
    return Coverage(
        question_id=question.question_id,
        covered=True,
        method=best.method,
        document_id=best.document_id,
        passage=best.passage,
        reason=reason,
        needs_review=review,
        document_ids=tuple(sorted(findings.document_ids)),
        occurrences=tuple(findings.best),
    )


def _absent(question: Question, near: Occurrence | None, patterns: GoldPatterns) -> Coverage:
    wordings = " or ".join(f"“{original}”" for original in patterns.originals)
    reason = f"{wordings} stands in no document"
    if near:
        reason += f"; near miss in {near.document_id}: the surname alone, or the number as part of a date"
    if patterns.is_compound:
        reason += "; its parts were not looked for one by one"
    return Coverage(
        question_id=question.question_id,
        covered=False,
        method=CoverageMethod.NONE,
        document_id=near.document_id if near else None,
        passage=near.passage if near else None,
        reason=reason,
        needs_review=near is not None or patterns.is_compound,
    )


def _is_weak(originals: tuple[str, ...]) -> bool:
    """Whether an answer is likely to stand somewhere in another sense: a lone number, or a single short word."""
    return all(len(original) <= 6 or original[:1].isdigit() for original in originals)
