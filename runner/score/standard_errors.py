"""Standard errors clustered by question, exact up to one square root, and what a campaign of this size can detect."""

import math
from fractions import Fraction

import numpy as np

from runner.score.counts import Scored
from runner.score.intervals import normal_quantile
from runner.score.table import Int64

POWER = Fraction(4, 5)
"""Power at which the minimum detectable difference is stated."""


def _dot(left: Int64, right: Int64) -> int:
    largest = int(np.abs(left).max(initial=0)) * int(np.abs(right).max(initial=0)) * len(left)
    if largest >= 2**62:
        return sum(int(x) * int(y) for x, y in zip(left, right, strict=True))
    return int(np.dot(left, right))


class _Ratio:
    """``Y / N`` over clusters, with what its linearised residuals ``u_q = (y_q N - Y n_q) / N^2`` are made of."""

    def __init__(self, points: Int64, n: Int64) -> None:
        self.points, self.n = points, n
        self.total, self.of = int(points.sum()), int(n.sum())

    def product(self, other: "_Ratio") -> Fraction:
        """Return the sum over clusters of ``u_q`` times the other's ``u_q``."""
        numerator = (
            self.of * other.of * _dot(self.points, other.points)
            - self.of * other.total * _dot(self.points, other.n)
            - self.total * other.of * _dot(self.n, other.points)
            + self.total * other.total * _dot(self.n, other.n)
        )
        return Fraction(numerator, self.of**2 * other.of**2)


def quality_error(scored: Scored, k: Fraction) -> float | None:
    """Return the standard error of Q(k), clustered by question; null with fewer than two questions.

    ``sqrt(G / (G - 1) * sum_q u_q^2)`` with ``u_q = (y_q - Q n_q) / N``, y the points and n the scored responses of a
    question, N their sum and G the number of questions: the linearised variance of a ratio of cluster totals.

    Source: W. G. Cochran, "Sampling Techniques" (3rd edition, 1977), section 6.3 and chapter 9A; E. Miller, "Adding
    error bars to evals" (arXiv:2411.00640), section 2.2, for its use on repeated questions.
    """
    groups = scored.questions
    if groups < 2:
        return None
    ratio = _Ratio(scored.points(k), scored.n)
    return _root(ratio.product(ratio), groups, k)


def difference_error(first: Scored, second: Scored, k: Fraction) -> float | None:
    """Return the standard error of ``Q_a(k) - Q_b(k)`` on common questions, clustered by question.

    The residuals are ``u_q`` of a minus ``u_q`` of b, so that questions hard for both cancel.
    """
    groups = first.questions
    if groups < 2:
        return None
    a, b = _Ratio(first.points(k), first.n), _Ratio(second.points(k), second.n)
    return _root(a.product(a) - 2 * a.product(b) + b.product(b), groups, k)


def _root(squares: Fraction, groups: int, k: Fraction) -> float:
    return math.sqrt(float(squares * Fraction(groups, groups - 1) / k.denominator**2))


def minimum_detectable(error: float, alpha: Fraction) -> float:
    """Return the smallest true difference found with 80 % power: ``(z(1 - alpha/2) + z(0.8)) * error``.

    Args:
        error: Standard error of the difference.
        alpha: Level of the single test, corrected for the family.

    Source: J. Cohen, "Statistical Power Analysis for the Behavioral Sciences" (2nd edition, 1988), chapter 2.
    """
    return float(normal_quantile(1 - alpha / 2) + normal_quantile(POWER)) * error
