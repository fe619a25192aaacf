"""Tests between two systems on the questions that both have (paper, table 4)."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, NamedTuple

import numpy as np

from runner.score.bootstrap import MIN_QUESTIONS, Float64, percentile_limits, varies
from runner.score.crossing import crossing
from runner.score.exact_tests import bonferroni, holm, sign_flip_exact, sign_flip_sampled
from runner.score.figures import (
    EMPTY_RESAMPLES,
    FEW,
    NO_COMMON,
    NO_VARIATION,
    p_figure,
    standard_error,
    too_little,
    with_limits,
)
from runner.score.pair_data import PairData, difference_of
from runner.score.standard_errors import difference_error, minimum_detectable
from runner.score.table import Int64
from schemas.results_comparisons import Crossing, Pair, SignFlip
from schemas.results_figures import Figure, missing


@dataclass(frozen=True, eq=False)
class Drawn:
    """The difference as a fraction of whole numbers: observed, and in every resample in which both have a score."""

    top: int
    bottom: int
    tops: Int64
    bottoms: Int64
    undefined: int
    """Resamples in which one of the two has no scored response."""

    @property
    def value(self) -> Fraction:
        """The observed difference."""
        return Fraction(self.top, self.bottom)

    @property
    def values(self) -> Float64:
        """The resampled differences."""
        return (self.tops / self.bottoms).astype(np.float64)

    def p_value(self) -> Fraction:
        """Return ``(1 + #{|d* - d| >= |d|}) / (B + 1)``.

        Compared in whole numbers, so that ties count; a resample without a difference counts as a hit.
        """
        tops, bottoms = self.tops, self.bottoms
        largest = (int(np.abs(tops).max(initial=0)) * self.bottom) + (abs(self.top) * int(bottoms.max(initial=0)))
        if largest >= 2**62:
            tops, bottoms = tops.astype(object), bottoms.astype(object)
        hits = int((np.abs(tops * self.bottom - self.top * bottoms) >= abs(self.top) * bottoms).sum())
        return Fraction(1 + hits + self.undefined, len(tops) + self.undefined + 1)


def _draw(data: PairData, k: Fraction) -> Drawn:
    a, b = data.scored
    top, bottom = difference_of(
        (a.points(k).sum(keepdims=True), b.points(k).sum(keepdims=True)),
        (a.n.sum(keepdims=True), b.n.sum(keepdims=True)),
        k.denominator,
    )
    drawn_a, drawn_b = data.first.sums(), data.second.sums()
    kept = (drawn_a.n > 0) & (drawn_b.n > 0)
    tops, bottoms = difference_of(
        (drawn_a.points(k)[kept], drawn_b.points(k)[kept]), (drawn_a.n[kept], drawn_b.n[kept]), k.denominator
    )
    return Drawn(int(top[0]), int(bottom[0]), tops, bottoms, int((~kept).sum()))


def _figure(data: PairData, drawn: Drawn, k: Fraction, alpha: Fraction) -> Figure:
    a, b = data.scored
    if np.array_equal(a.n, b.n):
        varied = varies(data.contributions(k), a.n)
    else:
        varied = varies(a.points(k), a.n) or varies(b.points(k), b.n)
    value = float(drawn.value)
    why = too_little(data.questions, varied=varied)
    if why is None:
        if limits := percentile_limits(drawn.values, alpha):
            return with_limits(value, limits, "percentile")
        why = EMPTY_RESAMPLES
    return Figure(value=value, reason=why)


def sign_flips(pairs: Sequence[PairData], k: Fraction, resamples: int, seed: int) -> list[tuple[Fraction, SignFlip]]:
    """Return each pair's sign-flip p, exact where that is quick, and sampled with shared signs elsewhere.

    Args:
        pairs: Pairs with at least one common question.
        k: Primary penalty.
        resamples: Random sign patterns to draw where needed.
        seed: Seed of the scoring.
    """
    contributions = [pair.contributions(k) for pair in pairs]
    found = [sign_flip_exact(column.tolist()) for column in contributions]
    open_ones = [index for index, p in enumerate(found) if p is None]
    sampled: dict[int, Fraction] = {}
    if open_ones:
        columns = np.stack([contributions[index] for index in open_ones], axis=1)
        sampled = dict(zip(open_ones, sign_flip_sampled(columns, resamples, seed), strict=True))
    results = []
    for index, exact_p in enumerate(found):
        p = sampled[index] if exact_p is None else exact_p
        method: Literal["exact", "sampled"] = "sampled" if exact_p is None else "exact"
        results.append((p, SignFlip(p=p_figure(p), method=method)))
    return results


class Tested(NamedTuple):
    """The bootstrap p of a pair and its corrections."""

    p: Fraction
    bonferroni: Fraction
    holm: Fraction


class Level(NamedTuple):
    """At which k and levels pairs are compared."""

    k: Fraction
    alpha: Fraction
    corrected: Fraction


def compare_pairs(pairs: Sequence[PairData], k: Fraction, alpha: Fraction, resamples: int, seed: int) -> list[Pair]:
    """Return the comparisons of one family of tests, corrected together.

    A pair with fewer than five common questions has no bootstrap p, and still counts in the family.

    Args:
        pairs: All pairs of the family, with their counts resampled.
        k: Primary penalty.
        alpha: Level of the family; intervals have confidence ``1 - alpha``.
        resamples: Resamples that were drawn.
        seed: Seed of the scoring.
    """
    met = [pair for pair in pairs if pair.questions]
    drawn = [_draw(pair, k) for pair in met]
    tested = [index for index, pair in enumerate(met) if pair.questions >= MIN_QUESTIONS]
    p_values = [drawn[index].p_value() for index in tested]
    corrected = zip(p_values, bonferroni(p_values, len(pairs)), holm(p_values, len(pairs)), strict=True)
    tests = {index: Tested(*ps) for index, ps in zip(tested, corrected, strict=True)}
    flips = sign_flips(met, k, resamples, seed)
    level = Level(k, alpha, alpha / max(1, len(pairs)))
    done = {
        (pair.a, pair.b): _compared(pair, drawn[index], level, tests.get(index), flips[index])
        for index, pair in enumerate(met)
    }
    return [done.get((pair.a, pair.b)) or _unmet(pair) for pair in pairs]


def _compared(
    pair: PairData, drawn: Drawn, level: Level, tested: Tested | None, flip: tuple[Fraction, SignFlip]
) -> Pair:
    error = standard_error(difference_error(*pair.scored, level.k))
    significant = None if tested is None else tested.bonferroni <= level.alpha
    return Pair(
        a=pair.a,
        b=pair.b,
        common_questions=pair.questions,
        difference=_figure(pair, drawn, level.k, level.alpha),
        standard_error=error,
        minimum_detectable=Figure(value=minimum_detectable(error.value, level.corrected))
        if error.value
        else missing(error.reason or NO_VARIATION),
        p=missing(FEW) if tested is None else Figure(value=float(tested.p)),
        sign_flip=flip[1],
        p_bonferroni=None if tested is None else float(tested.bonferroni),
        p_holm=None if tested is None else float(tested.holm),
        significant=significant,
        significant_holm=None if tested is None else tested.holm <= level.alpha,
        tests_disagree=None if significant is None else significant != (flip[0] <= level.corrected),
        crossing=crossing(pair, level.alpha),
        canaries=pair.canaries,
    )


def _unmet(pair: PairData) -> Pair:
    none = missing(NO_COMMON)
    return Pair(
        a=pair.a,
        b=pair.b,
        common_questions=0,
        difference=none,
        standard_error=none,
        minimum_detectable=none,
        p=none,
        sign_flip=SignFlip(p=none, method=None),
        p_bonferroni=None,
        p_holm=None,
        significant=None,
        significant_holm=None,
        tests_disagree=None,
        crossing=Crossing(k=none, share_of_resamples=none),
        canaries=pair.canaries,
    )
