"""The intent classifier that needs no model: phrases that decline, weighed against an answer that stands beside them.

The rules are written out in ``docs/instruments.md``; `Rule` names them.
"""

import re
from enum import StrEnum
from typing import ClassVar, NamedTuple

from runner.classify.clauses import ANY_MASK, Clause, clauses
from runner.classify.evidence import Asked, Evidence, Profile, asks, evidence, is_title, profile, restates
from runner.classify.lexicon import (
    AFFIRMATION,
    CONDITION,
    COURTESY_OPENING,
    COURTESY_QUESTION,
    FILLER,
    GUESS,
    LANGUAGES,
    NEGATION,
)
from runner.classify.lexicon.language import Language
from schemas.judging import Classification, Intent

_WORD = re.compile(r"[^\W\d_]+")
_BARE_NO = re.compile(rf"(?:{NEGATION.pattern})\W*$")
_PLAIN_WORDS = 2
_PHRASE_SHOWN = 80


class Rule(StrEnum):
    """The rules in the order in which they are tried; the value is what a log shows."""

    NO_CONTENT = "no letter or digit"
    ASKS_BACK = "asks back or apologises, gives no answer"
    BARE_NO = "a bare no, and the question asks who, when, which or how"
    NO_DECLINE = "no phrase declines"
    ANSWERS_FIRST = "gives an answer, then a limit"
    ANSWERS_DESPITE = "declines, then gives an answer"
    HEDGES = "hedges and gives an answer"
    DECLINES = "declines and gives no answer"
    DOUBTS = "doubts and gives no answer"


class _Kind(StrEnum):
    DECLINE = "decline"
    HEDGE = "hedge"
    COURTESY = "courtesy"
    FILLER = "filler"
    FRAGMENT = "fragment"
    CONTENT = "content"


class _Reading(NamedTuple):
    kind: _Kind
    clause: Clause
    phrase: str
    guessed: bool


class PhraseClassifier:
    """Decides by phrases in eleven languages. Pure and deterministic; it raises on no text."""

    name: ClassVar[str] = "phrases"
    version: ClassVar[int] = 1

    def classify(self, question: str, response: str) -> Classification:
        """Decide one response; see `runner.classify.base.IntentClassifier.classify`."""
        rule, phrase = _decide(clauses(response), profile(question))
        return Classification(
            intent=Intent.ATTEMPT if rule in _ATTEMPTS else Intent.ABSTENTION,
            source=self.name,
            reason=f'{rule.value}: "{_shown(phrase)}"' if phrase else rule.value,
        )


def _shown(phrase: str) -> str:
    """Shorten a phrase for the log; what stands for a quotation is elided, and lone surrogates are replaced."""
    text = ANY_MASK.sub("\u2026", phrase[:_PHRASE_SHOWN])
    return text.encode(errors="replace").decode()


_ATTEMPTS = frozenset({Rule.NO_DECLINE, Rule.ANSWERS_FIRST, Rule.ANSWERS_DESPITE, Rule.HEDGES})


def _decide(parts: list[Clause], asked: Profile) -> tuple[Rule, str]:
    """Return the first rule that applies, and the words that decided."""
    if not parts:
        return Rule.NO_CONTENT, ""
    if len(parts) == 1 and asked.leads and _BARE_NO.match(parts[0].text):
        return Rule.BARE_NO, parts[0].text
    matches = _matches(parts)
    if any(matches):
        pairs = zip(parts, matches, strict=True)
        return _weigh([reading for part, match in pairs for reading in _read(part, match, asked)], asked)
    asking = _courtesy(parts[0], asked)
    if asking and all(_courtesy(part, asked) for part in parts[1:]):
        return Rule.ASKS_BACK, asking
    return Rule.NO_DECLINE, ""


def _weigh(readings: list[_Reading], asked: Profile) -> tuple[Rule, str]:
    """Weigh what declines or hedges, at least one reading, against what answers."""
    opening = readings[0]
    if opening.kind is not _Kind.DECLINE and AFFIRMATION.match(opening.clause.text):
        return Rule.ANSWERS_FIRST, opening.clause.raw
    first = next((i for i, reading in enumerate(readings) if reading.kind is _Kind.DECLINE), None)
    offers = [
        (i, reading, evidence(reading.clause, asked))
        for i, reading in enumerate(readings)
        if reading.kind in {_Kind.CONTENT, _Kind.FILLER, _Kind.FRAGMENT}
    ]
    if first is None:
        answer = next((r for _, r, offer in offers if _answers_beside_doubt(r, offer, asked)), None)
        doubt = next(reading for reading in readings if reading.kind is _Kind.HEDGE)
        return (Rule.HEDGES, answer.clause.raw) if answer else (Rule.DOUBTS, doubt.phrase)
    turning = readings[first].clause
    total = turning.turns and restates(turning, asked) and not CONDITION.search(turning.text)
    guessed = False
    for i, reading, offer in offers:
        guessed = guessed or (reading.guessed and i > first)
        if i < first and _answers_before(reading, offer, asked) and (offer.focused or not total):
            return Rule.ANSWERS_FIRST, reading.clause.raw
        if i > first and _answers_after(reading, offer, asked, guessed=guessed):
            return Rule.ANSWERS_DESPITE, reading.clause.raw
    return Rule.DECLINES, readings[first].phrase


def _answers_before(reading: _Reading, offer: Evidence, asked: Profile) -> bool:
    """Before the first decline, a value of the asked kind answers; an open question is also answered in plain words."""
    if reading.kind is _Kind.FILLER:
        return offer.focused
    plain_words = asked.asked is Asked.OPEN and reading.kind is _Kind.CONTENT and offer.words >= _PLAIN_WORDS
    return offer.value or plain_words


def _answers_after(reading: _Reading, offer: Evidence, asked: Profile, *, guessed: bool) -> bool:
    """After a decline, a value answers where the clause turns, guesses, or says nothing else."""
    if reading.kind is _Kind.FILLER:
        return offer.focused and asked.asked is Asked.NUMBER
    if asked.asked is Asked.OPEN and reading.guessed and reading.kind is _Kind.CONTENT and offer.words:
        return True
    return offer.value and (reading.clause.turns or guessed or (offer.focused and asked.asked is not Asked.OPEN))


def _answers_beside_doubt(reading: _Reading, offer: Evidence, asked: Profile) -> bool:
    """Beside mere doubt, a value answers, and so do plain words on an open question."""
    if reading.kind is _Kind.FILLER:
        return offer.focused
    return offer.value or (asked.asked is Asked.OPEN and offer.words > 0)


def _matches(parts: list[Clause]) -> list[tuple[_Kind, re.Match[str]] | None]:
    """Look in each clause for a phrase that hedges or declines, in the languages whose trigger words occur at all."""
    text = " ".join(part.text for part in parts)
    words = frozenset(_WORD.findall(text))
    languages = [lang for lang in LANGUAGES if _triggered(lang.triggers, text, words, spaced=lang.spaced)]
    return [_match(part.text, languages) if languages else None for part in parts]


def _match(text: str, languages: list[Language]) -> tuple[_Kind, re.Match[str]] | None:
    words = frozenset(_WORD.findall(text))
    for kind in (_Kind.HEDGE, _Kind.DECLINE):
        for language in languages:
            for guarded in language.hedge_patterns if kind is _Kind.HEDGE else language.decline_patterns:
                if _triggered(guarded.triggers, text, words, spaced=language.spaced):
                    match = guarded.pattern.search(text)
                    if match:
                        return kind, match
    return None


def _triggered(triggers: frozenset[str], text: str, words: frozenset[str], *, spaced: bool) -> bool:
    return not triggers.isdisjoint(words) if spaced else any(trigger in text for trigger in triggers)


def _read(clause: Clause, found: tuple[_Kind, re.Match[str]] | None, asked: Profile) -> list[_Reading]:
    """Name the kind of a clause; a clause that declines is taken apart at the commas around the phrase."""
    if found is None:
        return [_plain(clause, asked)]
    kind, match = found
    start, end = match.span()
    readings = [_Reading(kind, clause, match.group().strip(), guessed=False)]
    before, after = clause.text.rfind(",", 0, start), clause.text.find(",", end - 1)
    if before > 0:
        opening = _plain(_cut(clause, 0, before), asked)
        if opening.kind is _Kind.CONTENT and not _BARE_NO.match(opening.clause.text):
            readings.insert(0, opening._replace(kind=_Kind.FRAGMENT))
    if 0 <= after < len(clause.text) - 1:
        ending = _plain(_cut(clause, after + 1, len(clause.text)), asked)
        readings.append(ending._replace(kind=_Kind.FRAGMENT) if ending.kind is _Kind.CONTENT else ending)
    return readings


def _cut(clause: Clause, start: int, end: int) -> Clause:
    """Cut a stretch out of a clause; capitals are lost where folding changed the length."""
    text = clause.text[start:end].strip(" ,")
    raw = clause.raw[start:end].strip(" ,") if len(clause.raw) == len(clause.text) else text
    return Clause(text, raw, turns=False)


def _plain(clause: Clause, asked: Profile) -> _Reading:
    courtesy = _courtesy(clause, asked)
    if courtesy:
        return _Reading(_Kind.COURTESY, clause, courtesy, guessed=False)
    kind = _Kind.FILLER if FILLER.search(clause.text) else _Kind.CONTENT
    return _Reading(kind, clause, clause.text, guessed=GUESS.search(clause.text) is not None)


def _courtesy(clause: Clause, asked: Profile) -> str:
    """Return the words that make a clause a courtesy, or nothing; a title that ends in a question mark is none."""
    if is_title(clause):
        return ""
    match = COURTESY_OPENING.match(clause.text)
    if match is None and ("?" in clause.text or not clause.text.isascii()):
        match = COURTESY_QUESTION.search(clause.text)
    if match:
        return match.group().strip()
    return clause.text if asks(clause, asked) else ""
