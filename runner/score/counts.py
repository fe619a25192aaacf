"""The whole numbers that every score is made of, per system and question, and their sums."""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from runner.score.outcomes import Outcome
from runner.score.table import Bool, Int8, Int64, OutcomeTable
from schemas.results_systems import Counts


def _members(*outcomes: Outcome) -> Int64:
    table = np.zeros(len(Outcome), dtype=np.int64)
    table[list(outcomes)] = 1
    return table


_VIOLATIONS = (Outcome.VIOLATION_CORRECT, Outcome.VIOLATION_WRONG, Outcome.VIOLATION_UNGRADED)
_N = _members(Outcome.ABSTAINED, Outcome.CORRECT, Outcome.WRONG, *_VIOLATIONS)
_CORRECT = _members(Outcome.CORRECT, Outcome.VIOLATION_CORRECT)
_INCORRECT = _members(Outcome.WRONG, Outcome.VIOLATION_WRONG)
_CREDITED = _members(Outcome.CORRECT)
_PENALISED = _members(Outcome.WRONG, *_VIOLATIONS)
_ABSTAINED = _members(Outcome.ABSTAINED)
_VIOLATED = _members(*_VIOLATIONS)


@dataclass(frozen=True, eq=False)
class QuestionCounts:
    """Counts over the repeats of each question; every array has the shape (systems, questions)."""

    n: Int64
    """Scored responses."""
    correct: Int64
    """Correct by the panel, overridden ones included."""
    incorrect: Int64
    """Incorrect by the panel, on canaries too."""
    credited: Int64
    """Correct and not overridden: +1."""
    penalised: Int64
    """Wrong or a violation: -k."""
    abstained: Int64
    """Declined: 0."""
    violations: Int64
    """Canary violations."""

    def scored(self, system: int, questions: Bool) -> "Scored":
        """Return what Q is made of for one system, with zeros outside ``questions``."""
        return Scored(*(part[system] * questions for part in (self.credited, self.penalised, self.n)))


def count_questions(outcome: Int8) -> QuestionCounts:
    """Count the outcomes of each question.

    Args:
        outcome: :class:`Outcome` codes, shape (systems, questions, repeats).
    """
    return QuestionCounts(
        *(
            table[outcome].sum(axis=2)
            for table in (_N, _CORRECT, _INCORRECT, _CREDITED, _PENALISED, _ABSTAINED, _VIOLATED)
        )
    )


@dataclass(frozen=True, eq=False)
class Scored:
    """Credited, penalised and scored responses per question of one system, each of shape (questions,)."""

    credited: Int64
    penalised: Int64
    n: Int64

    def points(self, k: Fraction) -> Int64:
        """Return the points per question, times the denominator of ``k``, as whole numbers."""
        return k.denominator * self.credited - k.numerator * self.penalised

    def quality(self, k: Fraction) -> Fraction | None:
        """Return ``Q(k) = (sum credited - k sum penalised) / sum n`` exactly; null without a scored response."""
        return quality(int(self.credited.sum()), int(self.penalised.sum()), int(self.n.sum()), k)

    @property
    def questions(self) -> int:
        """Questions with a scored response."""
        return int((self.n > 0).sum())


def quality(credited: int, penalised: int, n: int, k: Fraction) -> Fraction | None:
    """Return ``Q(k) = (credited - k * penalised) / n`` exactly (paper, equation 1); null where ``n`` is zero."""
    return (credited - k * penalised) / n if n else None


def total(table: OutcomeTable, counts: QuestionCounts, system: int) -> Counts:
    """Return the sums for one system, with what is left out of them."""
    codes = np.bincount(table.outcome[system].ravel(), minlength=len(Outcome))
    reference = table.systems[system].kind == "reference"
    not_asked = 0 if reference else int(codes[Outcome.NOT_ASKED])
    return Counts(
        responses=int(table.outcome[system].size) - (int(codes[Outcome.NOT_ASKED]) if reference else 0),
        questions=int((counts.n[system] > 0).sum()),
        n=int(counts.n[system].sum()),
        correct=int(counts.correct[system].sum()),
        incorrect=int(counts.incorrect[system].sum()),
        abstained=int(counts.abstained[system].sum()),
        credited=int(counts.credited[system].sum()),
        penalised=int(counts.penalised[system].sum()),
        violations=int(counts.violations[system].sum()),
        overridden=int(codes[Outcome.VIOLATION_CORRECT]),
        ungraded_violations=int(codes[Outcome.VIOLATION_UNGRADED]),
        excluded=int(codes[Outcome.EXCLUDED]) + not_asked,
        ungraded=int(codes[Outcome.UNGRADED]),
    )
