"""Two systems on the questions that both have: their counts, and the difference of their scores in whole numbers."""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from runner.score.bootstrap import Statistics
from runner.score.counts import QuestionCounts, Scored
from runner.score.exact_tests import fisher_exact, mcnemar_exact
from runner.score.figures import ResampledQuality, p_figure
from runner.score.table import Int64, OutcomeTable
from schemas.results_comparisons import CanaryPair
from schemas.results_figures import missing


@dataclass(frozen=True, eq=False)
class PairData:
    """Two systems on their common questions, registered for resampling."""

    a: str
    b: str
    first: ResampledQuality
    second: ResampledQuality
    canaries: CanaryPair | None

    @classmethod
    def register(
        cls, table: OutcomeTable, counts: QuestionCounts, at: tuple[int, int], statistics: Statistics
    ) -> "PairData":
        """Cut both systems to the questions on which both have scored responses, and register their counts.

        Args:
            table: All outcomes.
            counts: All counts.
            at: The two systems' places on the first axis.
            statistics: Where columns are registered.
        """
        a, b = at
        common = (counts.n[a] > 0) & (counts.n[b] > 0)
        return cls(
            table.systems[a].slug,
            table.systems[b].slug,
            ResampledQuality.register(counts.scored(a, common), statistics),
            ResampledQuality.register(counts.scored(b, common), statistics),
            _canaries(table, counts, at),
        )

    @property
    def scored(self) -> tuple[Scored, Scored]:
        """The counts of both on common questions."""
        return self.first.scored, self.second.scored

    @property
    def questions(self) -> int:
        """Number of common questions."""
        return self.first.scored.questions

    def contributions(self, k: Fraction) -> Int64:
        """Return what each question adds to the difference, as whole numbers on one scale.

        ``y_a - y_b`` where both systems have equally many scored responses on every question (points times the
        denominator of k); otherwise ``y_a N_b - y_b N_a``, with N the sums of scored responses.
        """
        a, b = self.scored
        if np.array_equal(a.n, b.n):
            return a.points(k) - b.points(k)
        return a.points(k) * int(b.n.sum()) - b.points(k) * int(a.n.sum())


def _canaries(table: OutcomeTable, counts: QuestionCounts, at: tuple[int, int]) -> CanaryPair | None:
    a, b = at
    if table.systems[a].exempt or table.systems[b].exempt:
        return None
    common = table.canary & (counts.n[a] > 0) & (counts.n[b] > 0)
    questions = int(common.sum())
    hit_a, hit_b = counts.violations[a][common] > 0, counts.violations[b][common] > 0
    violated_a, violated_b = int(hit_a.sum()), int(hit_b.sum())
    only_a, only_b = int((hit_a & ~hit_b).sum()), int((hit_b & ~hit_a).sum())
    reason = "no common canary"
    fisher, mcnemar = missing(reason), missing(reason)
    if questions:
        fisher = p_figure(fisher_exact(violated_a, questions, violated_b, questions))
        mcnemar = p_figure(mcnemar_exact(only_a, only_b))
    return CanaryPair(
        questions=questions,
        violated_a=violated_a,
        violated_b=violated_b,
        only_a=only_a,
        only_b=only_b,
        fisher_p=fisher,
        mcnemar_p=mcnemar,
    )


def difference_of(points: tuple[Int64, Int64], n: tuple[Int64, Int64], scale: int) -> tuple[Int64, Int64]:
    """Return numerators and denominators of ``points_a / n_a - points_b / n_b``, over ``scale``."""
    if np.array_equal(n[0], n[1]):
        return points[0] - points[1], scale * n[0]
    largest = max(int(np.abs(part).max(initial=0)) for part in points) * max(int(part.max(initial=0)) for part in n)
    if largest * scale >= 2**61:
        points = (points[0].astype(object), points[1].astype(object))
        n = (n[0].astype(object), n[1].astype(object))
    return points[0] * n[1] - points[1] * n[0], scale * n[0] * n[1]
