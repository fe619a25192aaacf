"""Exact rationals and resampled sums into the figures of ``results.json``."""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from runner.score.bootstrap import MIN_QUESTIONS, Float64, Statistics, percentile_limits, ratios, varies
from runner.score.counts import Scored
from runner.score.intervals import Limits, quality_bound, wilson
from runner.score.table import Int64
from schemas.results_figures import Figure, IntervalMethod, Rate, missing

NO_COMMON = "no common question"
NO_RESPONSE = "no scored response"
FEW = f"fewer than {MIN_QUESTIONS} questions"
NO_VARIATION = "no variation: every question has the same outcome"
EMPTY_RESAMPLES = "too few resamples hold a scored response"
NO_PENALTY_VARIATION = "no variation in penalised responses: resampling cannot show how often they might occur"
NOT_RESAMPLED = "reference contestants are not resampled"


def plain(value: Fraction | None, reason: str) -> Figure:
    """Return a figure without interval: the double nearest to the exact value, or null with the reason."""
    return missing(reason) if value is None else Figure(value=float(value))


SMALLEST_P = Fraction(1, 10**300)
"""An exact p below this is stated as this: a double would make it zero, which no p is."""


def p_figure(p: Fraction) -> Figure:
    """Return an exact p-value as a figure, never zero."""
    if p < SMALLEST_P:
        return Figure(value=float(SMALLEST_P), reason="smaller than the value given")
    return Figure(value=float(p))


def with_limits(value: float, limits: Limits, method: IntervalMethod, reason: str | None = None) -> Figure:
    """Return a figure with its interval."""
    return Figure(value=value, low=limits.low, high=limits.high, method=method, reason=reason)


def rate(count: int, of: int, alpha: Fraction, reason: str, by_question: Figure | None = None) -> Rate:
    """Return a rate with Wilson's interval on its trials.

    Args:
        count: Numerator.
        of: Denominator; zero gives null with ``reason``.
        alpha: One minus the confidence.
        reason: Why there is no rate where ``of`` is zero.
        by_question: The same rate with an interval over questions.
    """
    if not of:
        return Rate(value=None, reason=reason, count=0, of=0, by_question=by_question)
    limits = wilson(count, of, alpha)
    return Rate(
        value=count / of, low=limits.low, high=limits.high, method="wilson", count=count, of=of, by_question=by_question
    )


def share(count: int, of: int, reason: str) -> Rate:
    """Return a rate without interval; null with ``reason`` where ``of`` is zero."""
    if not of:
        return Rate(value=None, reason=reason, count=count, of=of)
    return Rate(value=count / of, count=count, of=of)


def standard_error(error: float | None) -> Figure:
    """Return a standard error as a figure; null with fewer than two questions, and zero says why it is zero."""
    if error is None:
        return missing("fewer than two questions")
    return Figure(value=error, reason=None if error else NO_VARIATION)


def too_little(questions: int, *, varied: bool) -> str | None:
    """Return why a percentile interval would mislead, or null."""
    if questions < MIN_QUESTIONS:
        return FEW
    return None if varied else NO_VARIATION


@dataclass(frozen=True, eq=False)
class ResampledRate:
    """A rate that is a ratio of two counts per question, ``count / of``, registered for resampling."""

    count: Int64
    of: Int64
    statistics: Statistics | None
    """Where the columns are registered; null where the system is not resampled."""
    at: tuple[int, int]

    @classmethod
    def register(cls, count: Int64, of: Int64, statistics: Statistics | None) -> "ResampledRate":
        """Register the two columns, each of shape (questions,)."""
        if statistics is None:
            return cls(count, of, None, (0, 0))
        return cls(count, of, statistics, (statistics.add(count), statistics.add(of)))

    def figure(self, alpha: Fraction, reason: str) -> Figure:
        """Return the rate with a percentile interval over questions.

        With fewer than five questions or no variation between them: Wilson's interval with the questions as trials.

        Args:
            alpha: One minus the confidence.
            reason: Why there is no rate where there is nothing to divide by.
        """
        of = int(self.of.sum())
        if not of:
            return missing(reason)
        value = Fraction(int(self.count.sum()), of)
        if self.statistics is None:
            return Figure(value=float(value), reason=NOT_RESAMPLED)
        questions = int((self.of > 0).sum())
        why = too_little(questions, varied=varies(self.count, self.of))
        if why is None:
            drawn = ratios(self.statistics.sums(self.at[0]), self.statistics.sums(self.at[1]))
            if limits := percentile_limits(drawn, alpha):
                return with_limits(float(value), limits, "percentile")
            why = EMPTY_RESAMPLES
        return with_limits(float(value), wilson(value * questions, questions, alpha), "wilson_by_question", why)


@dataclass(frozen=True, eq=False)
class ResampledQuality:
    """What Q is made of for one system, registered for resampling."""

    scored: Scored
    statistics: Statistics | None
    """Where the columns are registered; null where the system is not resampled."""
    at: tuple[int, int, int]

    @classmethod
    def register(cls, scored: Scored, statistics: Statistics | None) -> "ResampledQuality":
        """Register credited, penalised and n."""
        if statistics is None:
            return cls(scored, None, (0, 0, 0))
        columns = (scored.credited, scored.penalised, scored.n)
        first, second, third = (statistics.add(column) for column in columns)
        return cls(scored, statistics, (first, second, third))

    def sums(self) -> Scored:
        """Return credited, penalised and n in every resample, each of shape (resamples,)."""
        if self.statistics is None:
            raise ValueError(NOT_RESAMPLED)
        return Scored(*(self.statistics.sums(number) for number in self.at))

    def drawn(self, k: Fraction) -> Float64:
        """Return Q(k) in every resample; minus infinity where a resample holds no scored response of the system."""
        sums = self.sums()
        scores = np.full(len(sums.n), -np.inf)
        np.divide(sums.points(k), k.denominator * sums.n, out=scores, where=sums.n > 0)
        return scores

    def figure(self, k: Fraction, alpha: Fraction) -> Figure:
        """Return Q(k) with its percentile interval, or with Wilson's bound where resampling says too little.

        That is so with fewer than five questions, without variation between them, and without variation in what is
        penalised: a system without a single wrong answer is not one that never errs, and each error would cost k.
        """
        scored = self.scored
        value = scored.quality(k)
        if value is None:
            return missing(NO_RESPONSE)
        if self.statistics is None:
            return Figure(value=float(value), reason=NOT_RESAMPLED)
        why = too_little(scored.questions, varied=varies(scored.points(k), scored.n))
        if why is None and not varies(scored.penalised, scored.n):
            why = NO_PENALTY_VARIATION
        if why is None:
            sums = self.sums()
            if limits := percentile_limits(ratios(sums.points(k), sums.n, k.denominator), alpha):
                return with_limits(float(value), limits, "percentile")
            why = EMPTY_RESAMPLES
        of = int(scored.n.sum())
        credited, penalised = (Fraction(int(part.sum()), of) for part in (scored.credited, scored.penalised))
        bound = quality_bound(credited, penalised, scored.questions, k, alpha)
        return with_limits(float(value), bound, "wilson_bound", why)
