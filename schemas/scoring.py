"""How verdicts become scores: penalties, level, seed and resamples. All that the scoring hash covers."""

from pydantic import Field, field_validator

from schemas.results_figures import Number, ResultPart

MOST_PENALTY = 1000
"""Largest penalty; sums of points stay exact whole numbers up to it."""


class Scoring(ResultPart):
    """What is scored with: everything that the scoring hash covers."""

    k: Number = Field(default=4.0, ge=0, le=MOST_PENALTY)
    """Primary penalty of a wrong answer: decides ranks and tests. Six decimals at most, as in ``ks``."""
    ks: tuple[Number, ...] = (1.0, 2.0, 4.0, 9.0)
    """Penalties shown, the primary one among them or not."""
    alpha: Number = Field(default=0.05, ge=0.001, lt=0.5)
    """Level of the tests; intervals have confidence ``1 - alpha``."""
    seed: int = Field(default=20260801, ge=0, lt=2**53)
    """Seed of the resampling."""
    resamples: int = Field(default=10_000, ge=100, le=10_000_000)
    """Resamples asked for; more are drawn where the corrected alpha needs them."""

    @field_validator("ks")
    @classmethod
    def _are_penalties(cls, ks: tuple[float, ...]) -> tuple[float, ...]:
        if any(not 0 <= k <= MOST_PENALTY for k in ks):
            raise ValueError(f"penalties lie between 0 and {MOST_PENALTY}; one below zero would reward wrong answers")
        return ks

    @field_validator("k", "ks")
    @classmethod
    def _are_short_decimals(cls, value: float | tuple[float, ...]) -> float | tuple[float, ...]:
        for k in value if isinstance(value, tuple) else (value,):
            if k != round(k, 6):
                raise ValueError(
                    f"a penalty has at most six decimals, since scores are computed exactly; {k!r} has more"
                )
        return value

    @property
    def all_ks(self) -> tuple[float, ...]:
        """The primary and the shown penalties, each once, ascending."""
        return tuple(sorted({self.k, *self.ks}))
