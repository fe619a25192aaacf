"""Does the response state the number, quantity or date of the gold answer, and no other?"""

import re
from typing import ClassVar

from runner.judge.base import DeterministicJudge
from runner.judge.gold import Alternative, read_gold
from runner.judge.reading import Reading, read_response
from runner.judge.values import Candidate, date_candidates, number_candidates
from runner.judge.weighing import restates_question
from runner.text.assertion import Standing, sentence_bounds, standing
from runner.text.canonical import FUNCTION_WORDS, canonical
from runner.text.dates import find_dates
from runner.text.fold import fold_words
from runner.text.numbers import find_numbers
from schemas.judging import Grade, JudgeView, Opinion

_MOST_CANDIDATES = 100  # an answer with more values than this states none of them
_VAGUE = re.compile(
    r"\b(?:several|(?<!how )many|few|various|numerous|dozens|hundreds|thousands|millions|billions|multiple|handful|"
    r"early|late|mid|decades?|century)\b",
    re.IGNORECASE,
)
# Words that may stand for a small number, where that number is wanted.
_SMALL = {
    0: re.compile(r"\b(?:no|none|nobody|never|nil|without)\b", re.IGNORECASE),
    1: re.compile(r"\b(?:an?|once|single|sole|only)\b", re.IGNORECASE),
    2: re.compile(r"\b(?:twice|double|both|pair|couple|twins?)\b", re.IGNORECASE),
}
_JOINED = re.compile(
    r"[\s\"'”’)]*(?:,|/|;|[-–—]|\n|\bor\b|\band\b|\bto\b|\bbut\b|\(|\bthrough\b|\buntil\b|\bvs\.?|\brather\s+than\b)[\s,(]*"
    r"(?:(?:in|on|or|and|also|possibly|perhaps|maybe|some|say|later|again|about|around|not|by|as|early|late)\s+){0,3}"
    r"[\"'“‘(]?",
    re.IGNORECASE,
)
_RIVAL = re.compile(
    r"\b(?:but|however|although|though|or|alternatively|other\s+(?:sources|reports|records|accounts)|"
    r"some\s+(?:sources|reports|say)|actually|instead|correction|also\s+(?:listed|given|reported|cited)|conflicting|"
    r"disputed|whereas|while)\b",
    re.IGNORECASE,
)


def _candidates(alternative: Alternative, reading: Reading, view: JudgeView) -> list[Candidate]:
    if alternative.dates:
        return date_candidates(reading, alternative.dates, find_dates(view.question))
    return number_candidates(reading, alternative, view.question)


def _says_nothing_new(reading: Reading, candidate: Candidate) -> bool:
    """Whether the sentence of a value holds no content but the question's: then it is another answer to it."""
    start, end = sentence_bounds(reading.text, candidate.start, candidate.end)
    rest = reading.text[start : candidate.start] + " " + reading.text[candidate.end : end]
    return all(word in FUNCTION_WORDS or canonical(word) in reading.question_keys for word in fold_words(rest))


def _rivals(reading: Reading, hits: list[Candidate], others: list[Candidate]) -> bool:
    """Whether a value other than the gold one is offered as an answer too."""
    text = reading.text
    for other in others:
        same_sentence = False
        for hit in hits:
            first, second = sorted((hit, other), key=lambda candidate: candidate.start)
            if second.start < first.end:
                continue
            gap = text[first.end : second.start]
            if len(gap) <= 60 and _JOINED.fullmatch(gap):
                return True
            start, end = sentence_bounds(text, hit.start, hit.end)
            same_sentence = same_sentence or start <= other.start < end
        start, _ = sentence_bounds(text, other.start, other.end)
        before = max([start, *(hit.end for hit in hits if hit.end <= other.start)])
        if other.start > hits[0].start and _RIVAL.search(text, before, other.start):
            return True
        if not same_sentence and _says_nothing_new(reading, other):
            return True
    return False


def _grade(alternative: Alternative, candidates: list[Candidate], known: set[int], reading: Reading) -> Grade:
    """Grade against one alternative; ``known`` are the places of values that some alternative accepts."""
    if len(candidates) > _MOST_CANDIDATES:
        return Grade.NOT_APPLICABLE
    wanted = frozenset(range(len(alternative.dates or alternative.values)))
    standings = {candidate: standing(reading.text, candidate.start, candidate.end) for candidate in candidates}
    hits = [
        candidate
        for candidate in candidates
        if candidate.targets and standings[candidate] is not Standing.DENIED
    ]  # fmt: skip
    reached = frozenset(place for hit in hits for place in hit.targets)
    others = [
        candidate
        for candidate in candidates
        if candidate.start not in known and not candidate.close and standings[candidate] is not Standing.DENIED
    ]
    if reached == wanted:
        doubted = all(standings[hit] is Standing.DOUBTED for hit in hits)
        restated = all(restates_question(reading, hit.start, hit.end) for hit in hits)
        if doubted or restated or not _in_order(hits) or _rivals(reading, hits, others):
            return Grade.NOT_APPLICABLE
        return Grade.CORRECT
    if any(candidate.close for candidate in candidates) or (reached and not others):
        return Grade.NOT_APPLICABLE
    if candidates:
        return Grade.INCORRECT if len(candidates) >= len(wanted) else Grade.NOT_APPLICABLE
    return Grade.NOT_APPLICABLE if _may_hide_value(alternative, reading) else Grade.INCORRECT


def _in_order(hits: list[Candidate]) -> bool:
    """Whether several gold values are given in their order: "480 x 405" may be another thing than "405 x 480"."""
    first = {place: hit.start for hit in reversed(hits) for place in hit.targets}
    starts = [first[place] for place in sorted(first)]
    return starts == sorted(starts)


def _may_hide_value(alternative: Alternative, reading: Reading) -> bool:
    """Whether a response without any comparable value may still mean one: "several", "the late eighties", "twice"."""
    if _VAGUE.search(reading.text):
        return True
    for value, words in _SMALL.items():
        if any(one.low <= value <= one.high for one in alternative.values) and words.search(reading.text):
            return True
    asked = {mention.value for mention in find_numbers(reading.asked)}
    return any(mention.value not in asked for mention in find_numbers(reading.text))


def _finer_contradicted(values: list[Alternative], reading: Reading) -> bool:
    """Whether a date fits a coarse alternative ("2016") and goes against a finer one of that time ("April 2016")."""
    targets = [alternative.dates[0].date for alternative in values if len(alternative.dates) == 1]
    for coarse in targets:
        finer = [one for one in targets if one != coarse and coarse.includes(one)]
        if not finer:
            continue
        inside = [mention.date for mention in find_dates(reading.text) if coarse.includes(mention.date)]
        if inside and all(not one.includes(day) and not day.includes(one) for one in finer for day in inside):
            return True
    return False


class Quantities(DeterministicJudge):
    """Compares numbers, quantities and dates by value, with the accepted range that a gold answer carries."""

    name: ClassVar[str] = "quantities"
    version: ClassVar[int] = 1

    def grade(self, view: JudgeView) -> Opinion:
        """Vote on one attempt; see :meth:`runner.judge.base.Judge.grade`."""
        gold = read_gold(view.gold, view.question)
        if gold.unread:
            return Opinion(grade=Grade.NOT_APPLICABLE, reasoning="The gold answer's note on accepted values is unread.")
        values = [alternative for alternative in gold.alternatives if alternative.is_value]
        if not values:
            return Opinion(grade=Grade.NOT_APPLICABLE, reasoning="The gold answer is no number, quantity or date.")
        reading = read_response(view.question, view.response)
        if _finer_contradicted(values, reading):
            return Opinion(
                grade=Grade.NOT_APPLICABLE, reasoning="Its date agrees with one alternative, not a finer one."
            )
        candidates = [_candidates(one, reading, view) for one in values]
        known = {candidate.start for found in candidates for candidate in found if candidate.targets}
        grades = [_grade(one, found, known, reading) for one, found in zip(values, candidates, strict=True)]
        if Grade.CORRECT in grades:
            return Opinion(grade=Grade.CORRECT, reasoning="It states the gold value and no other.")
        if Grade.NOT_APPLICABLE in grades or not gold.only_values:
            return Opinion(
                grade=Grade.NOT_APPLICABLE,
                reasoning="Its value is partial, ambiguous, rounded or beside another, or the gold may be words.",
            )
        return Opinion(grade=Grade.INCORRECT, reasoning="It does not state the gold value.")
