"""How much of the gold answer do the words of the response cover, misspelling and order set aside?"""

from typing import ClassVar, NamedTuple

from rapidfuzz.distance import OSA

from runner.judge.alternatives import needs_all
from runner.judge.base import DeterministicJudge
from runner.judge.gold import Alternative, read_gold
from runner.judge.reading import Reading, read_response
from runner.judge.weighing import own_span, weigh
from runner.text.assertion import Standing
from runner.text.canonical import FUNCTION_WORDS, canonical
from runner.text.names import is_name
from schemas.judging import Grade, JudgeView, Opinion

_ASKED = 0.35  # weight of a gold word that the question says too
_CORRECT, _INCORRECT = 0.65, 0.5
_MOST_HITS = 400
_PART = 0.4
_SHORT = 4  # content words; a response of that length may be a part of the gold answer


class Cover(NamedTuple):
    """How far a response covers an alternative."""

    share: float
    """Weighted share of the alternative's content words that it gives, from 0 to 1."""
    places: tuple[int, ...]
    """Indices of the response's words that give them."""


def _likeness(one: str, other: str) -> float:
    """Compare two different folded words: near 1 for misspellings and word forms, 0 for different words."""
    shorter, longer = (one, other) if len(one) <= len(other) else (other, one)
    if one[0] != other[0] or len(shorter) < 4 or len(longer) - len(shorter) > 3 or not (one + other).isalpha():
        return 0.0
    if len(shorter) >= 5 and longer.startswith(shorter):
        return 0.9
    return OSA.normalized_similarity(one, other, score_cutoff=0.75)


def _weights(alternative: Alternative, reading: Reading) -> dict[str, float]:
    """Weigh the content words of an alternative: little for short ones and for those of the question."""
    words = [word for word in alternative.words if word not in FUNCTION_WORDS]
    weights = {}
    for word in words:
        weights[word] = _ASKED if canonical(word) in reading.question_keys else max(0.5, min(1.0, len(word) / 5))
    return weights


def _hits(weights: dict[str, float], reading: Reading) -> list[tuple[int, str, float]]:
    """Find words of the response that give words of the alternative: place among content words, word, worth."""
    found: list[tuple[int, str, float]] = []
    keys = {canonical(word): word for word in weights}
    complete = keys.keys() <= set(reading.content_keys)  # then there is nothing to gain from likeness
    by_letter: dict[str, list[str]] = {}
    for word in weights:
        if len(word) >= 4 and not complete:
            by_letter.setdefault(word[0], []).append(word)
    for place, (index, key) in enumerate(zip(reading.content_at, reading.content_keys, strict=True)):
        same = keys.get(key)
        if same is not None:
            found.append((place, same, weights[same]))
        else:
            said = reading.folded[index]
            for word in by_letter.get(said[0], ()):
                likeness = _likeness(word, said)
                if likeness:
                    found.append((place, word, likeness * weights[word]))
        if len(found) > _MOST_HITS:
            break
    return found


def cover(alternative: Alternative, reading: Reading) -> Cover:
    """Measure how much of an alternative a response gives in one place.

    Args:
        alternative: The alternative.
        reading: The response as read.

    Returns:
        The best share over all stretches of the response about twice as long as the alternative; for lists, over all
        of it.
    """
    weights = _weights(alternative, reading)
    hits = _hits(weights, reading)
    stretch = 2 * len(weights) + 4 if len(alternative.items) == 1 else len(reading.content_keys)
    best = 0.0
    places: tuple[int, ...] = ()
    for first, (start, _, _) in enumerate(hits):
        worth: dict[str, tuple[float, int]] = {}
        for place, key, value in hits[first:]:
            if place - start > stretch:
                break
            if value > worth.get(key, (0.0, 0))[0]:
                worth[key] = (value, place)
        got = sum(value for value, _ in worth.values())
        if got > best + 1e-9:
            best = got
            places = tuple(sorted(reading.content_at[place] for _, place in worth.values()))
        if len(alternative.items) > 1:
            break
    total = sum(weights.values())
    return Cover(best / total if total else 0.0, places)


def _spans(alternative: Alternative, found: Cover, reading: Reading) -> list[tuple[int, int]]:
    """Give the stretch that covers an alternative; for a list, each word on its own."""
    if len(alternative.items) > 1:
        return [(reading.words[place].start, reading.words[place].end) for place in found.places]
    return [own_span(alternative.words, reading, found.places[0], found.places[-1])]


def _lacks(alternative: Alternative, found: Cover, reading: Reading) -> str:
    """Say what a high share does not make up for: a number, a part of a list, the order of a name."""
    said = iter(reading.content_keys)
    numbers = (key for key in map(canonical, alternative.words) if any(map(str.isdigit, key)))
    if not all(key in said for key in numbers):  # each is looked for after the one before it
        return "not its numbers in their order"
    if len(alternative.items) > 1 and needs_all(alternative.text):
        shares = [cover(read_gold(item, reading.asked).alternatives[0], reading).share for item in alternative.items]
        if min(shares) < _INCORRECT:
            return "not all that it lists"
    if is_name(alternative.text) and len(alternative.items) == 1 and not _in_name_order(alternative, found, reading):
        return "its names belong to others"
    return ""


def _in_name_order(alternative: Alternative, found: Cover, reading: Reading) -> bool:
    """Whether the surname comes last, or first with a comma after it: "Will Smith and John Doe" is no John Smith."""
    surname = alternative.words[-1]
    places = [place for place in found.places if _is_variant(surname, reading.folded[place])]
    if not places or places[0] == found.places[-1]:
        return True
    following = reading.words[places[0] + 1] if places[0] + 1 < len(reading.words) else None
    return following is not None and reading.text[reading.words[places[0]].end : following.start].strip() == ","


def _is_variant(one: str, other: str) -> bool:
    return canonical(one) == canonical(other) or _likeness(one, other) > 0


def _is_short_form(alternative: Alternative, reading: Reading) -> bool:
    """Whether a short response says nothing but a part that stands for the whole: "the RIBA", "Schrödinger"."""
    said = [
        (key, reading.folded[index])
        for index, key in zip(reading.content_at, reading.content_keys, strict=True)
        if key not in reading.question_keys
    ]
    if not 0 < len(said) <= _SHORT or len(alternative.items) > 1 or any(map(str.isdigit, alternative.text)):
        return False
    words = [word for word in alternative.words if word not in FUNCTION_WORDS]
    own = {canonical(word) for word in words}
    if not all(key in own or any(_likeness(word, one) for word in words) for key, one in said):
        return False
    if is_name(alternative.text):
        return canonical(words[-1]) in {key for key, _ in said}
    return cover(alternative, reading).share >= _PART


class Fuzzy(DeterministicJudge):
    """Measures how much of the gold answer the response covers, word by word, misspellings allowed."""

    name: ClassVar[str] = "fuzzy"
    version: ClassVar[int] = 1

    def grade(self, view: JudgeView) -> Opinion:
        """Vote on one attempt; see :meth:`runner.judge.base.Judge.grade`."""
        gold = read_gold(view.gold, view.question)
        texts = [
            alternative
            for alternative in gold.alternatives
            if not alternative.is_value and not FUNCTION_WORDS.issuperset(alternative.words)
        ]
        if not texts:
            return Opinion(grade=Grade.NOT_APPLICABLE, reasoning="Numbers, dates and small words have no likeness.")
        reading = read_response(view.question, view.response)
        covers = [(cover(alternative, reading), alternative) for alternative in texts]
        best, alternative = max(covers, key=lambda pair: pair[0].share)
        share = f"It covers {best.share:.2f} of {alternative.text!r}"
        if best.share >= _CORRECT:
            grade, remark = _settle(alternative, best, reading, gold.own_words)
            return Opinion(grade=grade, reasoning=f"{share}{remark}.")
        if any(_is_short_form(one, reading) for one in texts):
            return Opinion(grade=Grade.CORRECT, reasoning="It says nothing but a short form of the gold answer.")
        grade = Grade.INCORRECT if best.share < _INCORRECT else Grade.NOT_APPLICABLE
        return Opinion(grade=grade, reasoning=f"{share}.")


def _settle(alternative: Alternative, found: Cover, reading: Reading, own: frozenset[str]) -> tuple[Grade, str]:
    """Grade a response that covers enough: it must lack nothing essential and stand by what it says."""
    if lacking := _lacks(alternative, found, reading):
        return Grade.NOT_APPLICABLE, f", but {lacking}"
    stands = weigh(reading, [_spans(alternative, found, reading)], own)
    if stands is Standing.ASSERTED:
        return Grade.CORRECT, ""
    grade = Grade.INCORRECT if stands is Standing.DENIED else Grade.NOT_APPLICABLE
    return grade, ", without standing by it"
