"""The two kinds of number in ``results.json``: a figure, and a rate with the counts it was made of.

A number that cannot be computed is null and says why. NaN, infinities and negative zero cannot be stored.
"""

from typing import Annotated, Literal

from pydantic import AfterValidator, ConfigDict, Field, model_validator

from schemas.response import Record

Number = Annotated[float, Field(allow_inf_nan=False), AfterValidator(lambda value: value + 0.0)]
"""A finite double; negative zero becomes zero."""

IntervalMethod = Literal["wilson", "wilson_by_question", "wilson_bound", "percentile", "percentile_of_crossings"]
"""How ``low`` and ``high`` were made.

``wilson``: Wilson's score interval, each response a trial.
``wilson_by_question``: the same with the number of questions as the number of trials.
``wilson_bound``: a score bounded by Wilson's limits on its credited and penalised rates, questions as trials.
``percentile``: percentile bootstrap, questions resampled.
``percentile_of_crossings``: percentiles of the crossing k over those resamples that cross within 0 to 20 only.
"""


class ResultPart(Record):
    """Base of everything in ``results.json``: immutable, no unknown keys, no NaN and no infinity."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)


class Figure(ResultPart):
    """One number, perhaps with an interval at the campaign's confidence level ``1 - alpha``."""

    value: Number | None
    """The number, unrounded; null where it cannot be computed, and ``reason`` then says why."""
    low: Number | None = None
    """Lower end of the interval; null where there is none."""
    high: Number | None = None
    """Upper end of the interval; null exactly where ``low`` is."""
    method: IntervalMethod | None = None
    """How the interval was made; null exactly where there is none."""
    reason: str | None = None
    """Why there is no value, or no interval, or no ordinary interval. A sentence for people, no full stop."""

    @model_validator(mode="after")
    def _says_what_it_is(self) -> "Figure":
        if self.value is None and not self.reason:
            raise ValueError("a figure without a value must give the reason")
        if (self.low is None) != (self.high is None) or (self.low is None) != (self.method is None):
            raise ValueError("low, high and method go together")
        if self.low is not None and self.high is not None and self.low > self.high:
            raise ValueError(f"the interval ends before it begins: {self.low} > {self.high}")
        return self


class Rate(Figure):
    """A share of counted things: ``value`` is ``count / of``, with Wilson's interval on those trials."""

    count: int = Field(ge=0)
    """Numerator."""
    of: int = Field(ge=0)
    """Denominator; where it is zero, ``value`` is null."""
    by_question: Figure | None = None
    """The same share with an interval that treats the question as the unit, since repeats of a question are nearly
    copies; null where the rate is one of questions already, or of votes."""

    @model_validator(mode="after")
    def _is_a_share(self) -> "Rate":
        if self.count > self.of:
            raise ValueError(f"{self.count} of {self.of} is not a share")
        return self


def missing(reason: str) -> Figure:
    """Return the figure that cannot be computed, with the reason."""
    return Figure(value=None, reason=reason)
