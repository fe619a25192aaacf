"""What ``results.json`` says between systems: pairs, crossings, scores over a grid of k, reference contestants."""

from typing import Literal

from pydantic import Field

from schemas.results_figures import Figure, Number, ResultPart


class TestFamily(ResultPart):
    """The family of tests that p-values are corrected for: all pairs of compared systems at the primary k."""

    __test__ = False

    comparisons: int = Field(ge=0)
    """Number of pairs."""
    alpha: Number
    """Level of the whole family."""
    alpha_corrected: Number | None
    """``alpha / comparisons`` (Bonferroni); null without pairs."""
    members: tuple[str, ...]
    """Slugs of the compared systems: ranked and exempt ones that have a score and are not barred for exclusions."""


class Crossing(ResultPart):
    """The penalty at which two systems change places, on common questions."""

    k: Figure
    """The crossing k. Null where the two lines never meet at k >= 0 or are the same. May lie beyond 20.
    The interval, where there is one, is over the resamples that cross within 0 to 20 only."""
    share_of_resamples: Figure
    """Share of resamples in which the two cross within 0 to 20; no interval."""


class CanaryPair(ResultPart):
    """Two systems on the canaries that both answered or declined, counted by question (violated in any repeat)."""

    questions: int = Field(ge=0)
    """Common canaries."""
    violated_a: int = Field(ge=0)
    """Violated by ``a``."""
    violated_b: int = Field(ge=0)
    """Violated by ``b``."""
    only_a: int = Field(ge=0)
    """Violated by ``a`` and not by ``b``."""
    only_b: int = Field(ge=0)
    """Violated by ``b`` and not by ``a``."""
    fisher_p: Figure
    """Fisher's exact test, two-sided, as in the paper (it ignores that the questions are the same)."""
    mcnemar_p: Figure
    """Exact McNemar test, two-sided, on the discordant questions."""


class SignFlip(ResultPart):
    """The sign-flip test beside the bootstrap p."""

    p: Figure
    """Two-sided p; no interval."""
    method: Literal["exact", "sampled"] | None
    """``exact``: all sign patterns counted; ``sampled``: random ones with (1 + hits) / (B + 1); null without a p."""


class Pair(ResultPart):
    """Two systems compared on the questions that both have, at the primary k.

    ``a`` stands before ``b`` in the main table.
    """

    a: str
    """Slug of the first system."""
    b: str
    """Slug of the second system."""
    common_questions: int = Field(ge=0)
    """Questions with scored responses of both; the others do not enter."""
    difference: Figure
    """``Q_a - Q_b`` on common questions."""
    standard_error: Figure
    """Standard error of the difference, clustered by question; no interval."""
    minimum_detectable: Figure
    """Smallest true difference that this campaign would find with 80 % power at the corrected alpha; no interval."""
    p: Figure
    """The paper's bootstrap p: ``(1 + #{|d* - d| >= |d|}) / (B + 1)``; never zero; no interval."""
    sign_flip: SignFlip
    """The second test."""
    p_bonferroni: Number | None
    """``min(1, comparisons * p)``."""
    p_holm: Number | None
    """Holm's step-down adjustment of ``p``."""
    significant: bool | None
    """Whether ``p_bonferroni <= alpha``; null without a p."""
    significant_holm: bool | None
    """Whether ``p_holm <= alpha``."""
    tests_disagree: bool | None
    """Whether the sign-flip test decides otherwise at the same corrected alpha: then read neither as settled."""
    crossing: Crossing
    """Where the two change places."""
    canaries: CanaryPair | None
    """Null where one of the two is exempt."""


class GridRow(ResultPart):
    """One system over the grid of k. All lists have the grid's length."""

    slug: str
    """The system."""
    quality: tuple[Number | None, ...]
    """Q(k)."""
    low: tuple[Number | None, ...]
    """Lower end of the interval at each k by itself, made as in the main table: percentile, or Wilson's bound."""
    high: tuple[Number | None, ...]
    """Upper end of it."""
    band_low: tuple[Number | None, ...]
    """Lower edge of the band that covers the whole line Q(k) at once with confidence ``1 - alpha``; null at those k at
    which the interval is no percentile interval."""
    band_high: tuple[Number | None, ...]
    """Upper edge of it."""
    rank: tuple[int | None, ...]
    """Rank at each k; null for systems without a rank."""
    rank_low: tuple[int | None, ...]
    """Best rank of the range over resamples."""
    rank_high: tuple[int | None, ...]
    """Worst rank of it."""


class Grid(ResultPart):
    """Scores over a grid of k, for sliders and charts."""

    ks: tuple[Number, ...]
    """0 to 20 in steps of one half, ascending."""
    thresholds: tuple[Number, ...]
    """``k / (k + 1)`` at each of them."""
    rows: tuple[GridRow, ...]
    """The compared systems and ranked-kind systems with a score, in the order of the main table."""


class ReferenceCheck(ResultPart):
    """A reference contestant: what it must come to and what it came to."""

    slug: str
    """The contestant's slug."""
    title: str
    """Name for people. Outside the result digest."""
    contestant: str
    """Which built-in contestant: ``always_decline``, ``always_answer``, ``empty``, ``gold_oracle`` or ``injector``."""
    predicted: str
    """The predicted outcome in words."""
    actual: str
    """What happened in words: counts by outcome, on canaries and elsewhere."""
    responses: int = Field(ge=0)
    """Responses recorded."""
    deviating: int = Field(ge=0)
    """Responses outside the prediction."""
    passed: bool | None
    """Whether all responses were as predicted; null where the contestant was not run. False blocks publishing."""
