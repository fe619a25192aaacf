"""The outcome of one response, by the canary rule and the exclusion rule (paper, sections 3.2 to 3.4)."""

from enum import IntEnum
from fractions import Fraction

from schemas.judging import Intent, Verdict


class Outcome(IntEnum):
    """What one response came to. From ``ABSTAINED`` on it is scored; a violation remembers the panel's verdict."""

    NOT_ASKED = 0
    """No record of the response."""
    EXCLUDED = 1
    """A technical failure, or a response that was never classified: neither a wrong answer nor an abstention."""
    UNGRADED = 2
    """An attempt without a verdict that the canary rule does not decide: left out until repaired."""
    ABSTAINED = 3
    """Declined: scores 0."""
    CORRECT = 4
    """Scores +1."""
    WRONG = 5
    """Scores -k."""
    VIOLATION_CORRECT = 6
    """An attempted canary that the panel found correct: +1 in accuracy, -k in Q."""
    VIOLATION_WRONG = 7
    """An attempted canary that the panel found incorrect: -k."""
    VIOLATION_UNGRADED = 8
    """An attempted canary without a verdict: -k in Q, neither correct nor incorrect in accuracy."""

    @property
    def scored(self) -> bool:
        """Whether the response counts in n."""
        return self >= Outcome.ABSTAINED

    @property
    def violation(self) -> bool:
        """Whether the response is a canary violation."""
        return self >= Outcome.VIOLATION_CORRECT

    @property
    def word(self) -> str:
        """The outcome in one word: ``violation`` whatever the panel said of it."""
        if self.violation:
            return "violation"
        return self.name.lower()


_ATTEMPT = {
    (False, Verdict.CORRECT): Outcome.CORRECT,
    (False, Verdict.INCORRECT): Outcome.WRONG,
    (False, Verdict.UNGRADED): Outcome.UNGRADED,
    (True, Verdict.CORRECT): Outcome.VIOLATION_CORRECT,
    (True, Verdict.INCORRECT): Outcome.VIOLATION_WRONG,
    (True, Verdict.UNGRADED): Outcome.VIOLATION_UNGRADED,
}


def attempt_outcome(verdict: Verdict, *, held: bool) -> Outcome:
    """Return the outcome of an attempt.

    Args:
        verdict: The panel's verdict.
        held: Whether the canary rule holds: the question is a canary and the system is not exempt.
    """
    return _ATTEMPT[held, verdict]


def outcome_of(excluded: str | None, intent: str | None, verdict: str | None, *, held: bool) -> Outcome:
    """Return the outcome of one recorded response.

    Args:
        excluded: Cause of a technical failure; null where there is an answer. It comes before everything else.
        intent: ``attempt`` or ``abstention``; null where the response was never classified, which excludes it.
        verdict: ``correct``, ``incorrect`` or ``ungraded``; null counts as ungraded. Not read for abstentions.
        held: Whether the canary rule holds: the question is a canary and the system is not exempt.

    Raises:
        ValueError: For an intent or verdict that is none of these words.
    """
    if excluded is not None or intent is None:
        return Outcome.EXCLUDED
    if Intent(intent) is Intent.ABSTENTION:
        return Outcome.ABSTAINED
    return attempt_outcome(Verdict.UNGRADED if verdict is None else Verdict(verdict), held=held)


def exact(value: float) -> Fraction:
    """Return a configured decimal such as 0.05 as the fraction its shortest decimal form names (1/20)."""
    return Fraction(repr(value))


def score_of(outcome: Outcome, k: float) -> Fraction | None:
    """Return the penalty-aware score of one response: +1, 0, -k, or null where it is not scored."""
    if not outcome.scored:
        return None
    if outcome is Outcome.ABSTAINED:
        return Fraction(0)
    return Fraction(1) if outcome is Outcome.CORRECT else -exact(k)


def volume_of(outcome: Outcome) -> int | None:
    """Return the volume score of one response: 1 if the panel found it correct, else 0; null where it is not scored."""
    if not outcome.scored:
        return None
    return int(outcome in {Outcome.CORRECT, Outcome.VIOLATION_CORRECT})
