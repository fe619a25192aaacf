"""The penalty at which two systems change places, in closed form, and how surely they do so between 0 and 20."""

from fractions import Fraction

import numpy as np

from runner.score.bootstrap import MIN_QUESTIONS, percentile_limits
from runner.score.counts import Scored
from runner.score.figures import NO_COMMON, plain, with_limits
from runner.score.pair_data import PairData, difference_of
from schemas.results_comparisons import Crossing
from schemas.results_figures import Figure, missing

LARGEST_K = 20
"""Crossings are looked for in resamples between 0 and this k."""


def crossing_of(first: Scored, second: Scored) -> tuple[Fraction | None, str | None]:
    """Return the k at which two systems have equal scores, in closed form, or null with the reason.

    With c the credited and w the penalised share of each, ``k = (c_a - c_b) / (w_a - w_b)``.

    Args:
        first: One system's counts on common questions.
        second: The other's.
    """
    n_a, n_b = int(first.n.sum()), int(second.n.sum())
    if not n_a or not n_b:
        return None, NO_COMMON
    credit = Fraction(int(first.credited.sum()), n_a) - Fraction(int(second.credited.sum()), n_b)
    penalty = Fraction(int(first.penalised.sum()), n_a) - Fraction(int(second.penalised.sum()), n_b)
    if not penalty:
        return None, "equal scores at every k" if not credit else "parallel lines: the same difference at every k"
    k = credit / penalty
    return (k, None) if k >= 0 else (None, "one of the two is ahead at every k >= 0")


def crossing(data: PairData, alpha: Fraction) -> Crossing:
    """Return where a pair crosses, with the share of resamples that cross within 0 to 20 (paper, table 5).

    The interval, where more than a few resamples cross, is over those that do: read it beside the share.
    """
    k, reason = crossing_of(*data.scored)
    a, b = data.first.sums(), data.second.sums()
    if not len(a.n) or reason == NO_COMMON:
        why = reason or "not resampled"
        return Crossing(k=plain(k, why), share_of_resamples=missing(why))
    credit, scale = difference_of((a.credited, b.credited), (a.n, b.n), 1)
    penalty, _ = difference_of((a.penalised, b.penalised), (a.n, b.n), 1)
    sign = np.where(penalty < 0, -1, 1)
    credit, penalty = credit * sign, penalty * sign
    crosses = (scale > 0) & (penalty > 0) & (credit >= 0) & (credit <= LARGEST_K * penalty)
    found = (credit[crosses] / penalty[crosses]).astype(np.float64)
    share = Figure(value=len(found) / len(crosses))
    limits = percentile_limits(found, alpha)
    if k is None:
        return Crossing(k=missing(reason or ""), share_of_resamples=share)
    conditional = f"interval over the resamples that cross within 0 to {LARGEST_K} only"
    if limits is None or k > LARGEST_K or data.questions < MIN_QUESTIONS:
        beyond = f"beyond k = {LARGEST_K}" if k > LARGEST_K else "too few resamples cross for an interval"
        return Crossing(k=Figure(value=float(k), reason=beyond), share_of_resamples=share)
    return Crossing(k=with_limits(float(k), limits, "percentile_of_crossings", conditional), share_of_resamples=share)
