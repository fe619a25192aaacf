"""Intervals that need no resampling: Wilson's, and the bound that Wilson's limits put on a penalty-aware score.

Every limit is the double nearest to the exact value of its formula, with the normal quantile rounded to 12 decimals.
So anybody can recompute it to the last digit, by any route that carries enough digits.
"""

from decimal import Decimal, localcontext
from fractions import Fraction
from statistics import NormalDist
from typing import NamedTuple

_DIGITS = 60
_QUANTUM = Decimal("1e-12")


class Limits(NamedTuple):
    """Both ends of an interval."""

    low: float
    high: float


def normal_quantile(probability: Fraction) -> Decimal:
    """Return the standard normal quantile, rounded to 12 decimals (1.959963984540 at 0.975).

    The rounding hides the last bits, in which mathematical libraries differ.
    """
    return Decimal(NormalDist().inv_cdf(float(probability))).quantize(_QUANTUM)


def _wilson(count: Fraction, of: int, alpha: Fraction) -> tuple[Decimal, Decimal]:
    z = normal_quantile(1 - alpha / 2)
    with localcontext() as context:
        context.prec = _DIGITS
        n, x = Decimal(of), Decimal(count.numerator) / Decimal(count.denominator)
        centre = x + z * z / 2
        spread = z * (x * (n - x) / n + z * z / 4).sqrt()
        low = (centre - spread) / (n + z * z) if count else Decimal(0)
        high = (centre + spread) / (n + z * z) if count < of else Decimal(1)
    return low, high


def wilson(count: int | Fraction, of: int, alpha: Fraction) -> Limits:
    """Return Wilson's score interval for a rate.

    With ``x`` successes in ``n`` trials and the normal quantile ``z`` at ``1 - alpha / 2``::

        (x + z^2/2 -+ z sqrt(x (n - x) / n + z^2/4)) / (n + z^2)

    At 0 of n the lower end is exactly 0, at n of n the upper one exactly 1; the other end stays away from the rate
    (20 of 20: 0.839; 0 of 10: 0.278).

    Args:
        count: Successes; a fraction where a rate is carried over to fewer trials than it was counted on.
        of: Trials, at least 1.
        alpha: One minus the confidence.

    Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference", Journal of the
    American Statistical Association 22 (1927), 209-212. The paper uses it in section 5 for canary violations and for
    accuracy given an attempt.
    """
    low, high = _wilson(Fraction(count), of, alpha)
    return Limits(float(low), float(high))


def quality_bound(credited: Fraction, penalised: Fraction, of: int, k: Fraction, alpha: Fraction) -> Limits:
    """Bound Q(k) where resampling says nothing, from Wilson's limits on the credited and the penalised rate.

    The bound is::

        low  = wilson_low(credited)  - k * wilson_high(penalised)
        high = wilson_high(credited) - k * wilson_low(penalised)

    The two rates at either end can hold together, since Wilson's interval mirrors itself: ``wilson_low(x of n)`` is
    ``1 - wilson_high(n - x of n)``. All right in 20 questions with k = 4 gives [1 - 5 * 0.161, 1] = [0.194, 1].

    Args:
        credited: Credited responses per scored response.
        penalised: Penalised responses per scored response.
        of: Questions, at least 1: they are the trials, since repeats of a question are nearly copies.
        k: Penalty.
        alpha: One minus the confidence of each of the two intervals.
    """
    credited_low, credited_high = _wilson(credited * of, of, alpha)
    penalised_low, penalised_high = _wilson(penalised * of, of, alpha)
    with localcontext() as context:
        context.prec = _DIGITS
        weight = Decimal(k.numerator) / Decimal(k.denominator)
        low, high = credited_low - weight * penalised_high, credited_high - weight * penalised_low
    return Limits(float(low), float(high))
