"""How verdicts become scores: penalties, level, seed and resamples. All that the scoring hash covers."""

from pydantic import Field, field_validator

from schemas.results_figures import Number, ResultPart


class Scoring(ResultPart):
    """What is scored with: everything that the scoring hash covers."""

    k: Number = Field(default=4.0, ge=0)
    """Primary penalty of a wrong answer: decides ranks and tests."""
    ks: tuple[Number, ...] = (1.0, 2.0, 4.0, 9.0)
    """Penalties shown, the primary one among them or not."""
    alpha: Number = Field(default=0.05, gt=0, lt=0.5)
    """Level of the tests; intervals have confidence ``1 - alpha``."""
    seed: int = Field(default=20260801, ge=0, lt=2**53)
    """Seed of the resampling."""
    resamples: int = Field(default=10_000, ge=100, le=10_000_000)
    """Resamples asked for; more are drawn where the corrected alpha needs them."""

    @field_validator("ks")
    @classmethod
    def _are_penalties(cls, ks: tuple[float, ...]) -> tuple[float, ...]:
        if any(k < 0 for k in ks):
            raise ValueError("a penalty below zero would reward wrong answers")
        return ks

    @property
    def all_ks(self) -> tuple[float, ...]:
        """The primary and the shown penalties, each once, ascending."""
        return tuple(sorted({self.k, *self.ks}))
