"""One system's part of the results: rates, scores at every k, bounds, canaries, outcomes."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from runner.score.bootstrap import Statistics
from runner.score.counts import QuestionCounts, quality, total
from runner.score.figures import NO_RESPONSE, ResampledQuality, ResampledRate, plain, rate, share, standard_error
from runner.score.outcomes import Outcome, exact
from runner.score.standard_errors import quality_error
from runner.score.table import EVIDENCE_EMPTY, EVIDENCE_NOT_EXPOSED, EVIDENCE_PRESENT, Bool, OutcomeTable, SystemRow
from schemas.results_figures import Rate
from schemas.results_systems import Bounds, CanaryFigures, CauseCount, Counts, OutcomeRow, QualityAtK

NO_ATTEMPT = "no graded attempt"
NO_CANARY = "no scored canary"
EXEMPT = "exempt from the canary rule"

_WORDS = {
    "correct": (Outcome.CORRECT, Outcome.VIOLATION_CORRECT),
    "incorrect": (Outcome.WRONG, Outcome.VIOLATION_WRONG),
    "ungraded": (Outcome.UNGRADED, Outcome.VIOLATION_UNGRADED),
    "abstained": (Outcome.ABSTAINED,),
    "excluded": (Outcome.EXCLUDED,),
}


@dataclass(frozen=True, eq=False)
class SystemData:
    """One system's counts, registered for resampling."""

    row: SystemRow
    at: int
    """Place on the first axis."""
    counts: Counts
    quality: ResampledQuality
    without_canaries: ResampledQuality
    accuracy: ResampledRate
    abstention: ResampledRate
    incorrect: ResampledRate
    given_attempt: ResampledRate

    @classmethod
    def register(
        cls, table: OutcomeTable, counts: QuestionCounts, at: int, statistics: Statistics | None
    ) -> "SystemData":
        """Register a system's counts; without ``statistics`` it is not resampled."""
        row, n = table.systems[at], counts.n[at]
        everywhere = np.ones_like(table.canary)
        graded = counts.correct[at] + counts.incorrect[at]
        return cls(
            row=row,
            at=at,
            counts=total(table, counts, at),
            quality=ResampledQuality.register(counts.scored(at, everywhere), statistics),
            without_canaries=ResampledQuality.register(counts.scored(at, ~table.canary), statistics),
            accuracy=ResampledRate.register(counts.correct[at], n, statistics),
            abstention=ResampledRate.register(counts.abstained[at], n, statistics),
            incorrect=ResampledRate.register(counts.incorrect[at], n, statistics),
            given_attempt=ResampledRate.register(counts.correct[at], graded, statistics),
        )

    def rates(self, alpha: Fraction) -> dict[str, Rate]:
        """Return accuracy, abstention, wrong answers and accuracy given an attempt, by their names in the results."""
        counts = self.counts
        graded = counts.correct + counts.incorrect
        parts = {
            "accuracy": (counts.correct, counts.n, NO_RESPONSE, self.accuracy),
            "abstention": (counts.abstained, counts.n, NO_RESPONSE, self.abstention),
            "incorrect": (counts.incorrect, counts.n, NO_RESPONSE, self.incorrect),
            "accuracy_given_attempt": (counts.correct, graded, NO_ATTEMPT, self.given_attempt),
        }
        return {
            name: rate(count, of, alpha, reason, resampled.figure(alpha, reason))
            for name, (count, of, reason, resampled) in parts.items()
        }


@dataclass(frozen=True, slots=True)
class Standing:
    """A system's rank at one k, with its range over the resamples."""

    rank: int | None = None
    low: int | None = None
    high: int | None = None


def scores_at(
    data: SystemData, ks: Sequence[float], alpha: Fraction, standings: Mapping[float, Standing]
) -> tuple[QualityAtK, ...]:
    """Return the scores at each k.

    Args:
        data: The system.
        ks: Penalties, ascending.
        alpha: One minus the confidence.
        standings: Ranks by k; none for systems without a rank.
    """
    entries = []
    for k in ks:
        penalty, standing = exact(k), standings.get(k, Standing())
        entries.append(
            QualityAtK(
                k=k,
                threshold=float(threshold(penalty)),
                quality=data.quality.figure(penalty, alpha),
                standard_error=standard_error(quality_error(data.quality.scored, penalty)),
                without_canaries=data.without_canaries.figure(penalty, alpha),
                rank=standing.rank,
                rank_low=standing.low,
                rank_high=standing.high,
                bounds=quality_bounds(data.counts, penalty),
            )
        )
    return tuple(entries)


def threshold(k: Fraction) -> Fraction:
    """Return the confidence from which answering pays: ``k / (k + 1)`` (paper, section 3.2)."""
    return k / (k + 1)


def quality_bounds(counts: Counts, k: Fraction) -> Bounds:
    """Return Q(k) with the left-out responses counted as wrong, and the ungraded ones both ways."""
    n, credited, penalised = counts.n, counts.credited, counts.penalised
    ungraded, left_out = counts.ungraded, counts.excluded + counts.ungraded
    return _bounds(
        quality(credited, penalised + left_out, n + left_out, k),
        quality(credited, penalised + ungraded, n + ungraded, k),
        quality(credited + ungraded, penalised, n + ungraded, k),
    )


def accuracy_bounds(counts: Counts) -> Bounds:
    """Return accuracy with the left-out responses counted as wrong, and the ungraded ones both ways."""
    ungraded, left_out = counts.ungraded, counts.excluded + counts.ungraded
    none = Fraction(0)
    return _bounds(
        quality(counts.correct, 0, counts.n + left_out, none),
        quality(counts.correct, 0, counts.n + ungraded, none),
        quality(counts.correct + ungraded + counts.ungraded_violations, 0, counts.n + ungraded, none),
    )


def _bounds(excluded_as_wrong: Fraction | None, wrong: Fraction | None, correct: Fraction | None) -> Bounds:
    return Bounds(
        excluded_as_wrong=plain(excluded_as_wrong, "no response"),
        ungraded_as_wrong=plain(wrong, NO_RESPONSE),
        ungraded_as_correct=plain(correct, NO_RESPONSE),
    )


def canary_figures(table: OutcomeTable, counts: QuestionCounts, at: int, alpha: Fraction) -> CanaryFigures:
    """Return the behaviour of one system on canaries, by trial and by question (paper, section 3.3 and table 3)."""
    scored = table.canary & (counts.n[at] > 0)
    codes = np.bincount(table.outcome[at][scored].ravel(), minlength=len(Outcome))
    correct = int(codes[[Outcome.CORRECT, Outcome.VIOLATION_CORRECT]].sum())
    trials, questions = int(counts.n[at][scored].sum()), int(scored.sum())
    attempted = trials - int(codes[Outcome.ABSTAINED])
    violated = counts.violations[at][scored]
    if table.systems[at].exempt:
        rates = [Rate(value=None, reason=EXEMPT, count=0, of=0)] * 3
    else:
        rates = [
            rate(count, of, alpha, NO_CANARY)
            for count, of in (
                (int(violated.sum()), trials),
                (int((violated > 0).sum()), questions),
                (int((violated == counts.n[at][scored]).sum()), questions),
            )
        ]
    return CanaryFigures(
        questions=questions,
        attempted=attempted,
        attempted_correct=correct,
        trials=rates[0],
        questions_any_repeat=rates[1],
        questions_all_repeats=rates[2],
    )


def outcome_rows(table: OutcomeTable, at: int) -> tuple[OutcomeRow, ...]:
    """Return how often each outcome occurred on canaries and elsewhere, with the evidence that came along."""
    rows = []
    for word, codes in _WORDS.items():
        for canary in (False, True):
            chosen = np.isin(table.outcome[at], codes) & (table.canary == canary)[:, None]
            evidence = np.bincount(table.evidence[at][chosen], minlength=3)
            if chosen.any():
                rows.append(
                    OutcomeRow(
                        outcome=word,
                        canary=canary,
                        count=int(chosen.sum()),
                        evidence_present=int(evidence[EVIDENCE_PRESENT]),
                        evidence_empty=int(evidence[EVIDENCE_EMPTY]),
                        evidence_not_exposed=int(evidence[EVIDENCE_NOT_EXPOSED]),
                    )
                )
    return tuple(rows)


def causes_of(table: OutcomeTable, at: int) -> tuple[CauseCount, ...]:
    """Return why responses of one system were left out, most frequent first, then by name."""
    counter = Counter(cause for (system, _, _), cause in left_out(table) if system == at)
    return tuple(
        CauseCount(cause=cause, count=count)
        for cause, count in sorted(counter.items(), key=lambda item: (-item[1], item[0]))
    )


def left_out(table: OutcomeTable) -> list[tuple[tuple[int, int, int], str]]:
    """Return every left-out response with its cause, by system, question and repeat.

    A reference contestant is asked a sample only, so what it was not asked is not left out.
    """
    asked_all: Bool = np.array([system.kind != "reference" for system in table.systems], dtype=np.bool_)
    missing = (table.outcome == Outcome.NOT_ASKED) & asked_all[:, None, None]
    chosen = missing | (table.outcome == Outcome.EXCLUDED) | (table.outcome == Outcome.UNGRADED)
    found = []
    for system, question, repeat in np.argwhere(chosen).tolist():
        spot = (system, question, repeat)
        code = int(table.outcome[spot])
        cause = {int(Outcome.NOT_ASKED): "not_asked", int(Outcome.UNGRADED): "ungraded"}.get(code) or table.causes[spot]
        found.append((spot, cause))
    return found


def excluded_share(counts: Counts) -> Rate:
    """Return the share of responses that are left out; no interval, since it is not a sample of anything."""
    return share(counts.excluded + counts.ungraded, counts.responses, "no response was foreseen")
