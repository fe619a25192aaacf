"""What ``results.json`` says of one system: counts, rates, scores at every k, canaries, bounds and operation."""

from typing import Literal

from pydantic import Field

from schemas.results_figures import Figure, Number, Rate, ResultPart

Kind = Literal["ranked", "exempt", "reference"]
"""Which group a system is shown in. ``ranked`` systems compete; ``exempt`` ones have no knowledge base and are shown
in a group of their own, compared but not ranked; ``reference`` contestants test the instrument and appear in no
comparison."""


class Counts(ResultPart):
    """Whole numbers that every score of a system is made of.

    ``responses = n + excluded + ungraded`` and ``n = correct + incorrect + abstained + ungraded_violations``.
    """

    responses: int = Field(ge=0)
    """Responses that the campaign foresaw: questions times repeats (for reference contestants, the responses
    recorded)."""
    questions: int = Field(ge=0)
    """Questions with at least one scored response."""
    n: int = Field(ge=0)
    """Scored responses: the denominator of accuracy, abstention and Q."""
    correct: int = Field(ge=0)
    """Attempts that the panel found correct, overridden canaries included."""
    incorrect: int = Field(ge=0)
    """Attempts that the panel found incorrect, on canaries too."""
    abstained: int = Field(ge=0)
    """Responses that declined."""
    credited: int = Field(ge=0)
    """Correct attempts that score +1: those the canary rule does not override."""
    penalised: int = Field(ge=0)
    """Responses that score -k: incorrect ones and violations."""
    violations: int = Field(ge=0)
    """Attempts on canaries by a system that is not exempt."""
    overridden: int = Field(ge=0)
    """Violations that the panel found correct: +1 in accuracy, -k in Q."""
    ungraded_violations: int = Field(ge=0)
    """Violations without a verdict: -k in Q, neither correct nor incorrect in accuracy."""
    excluded: int = Field(ge=0)
    """Responses left out for a technical failure, or never asked."""
    ungraded: int = Field(ge=0)
    """Attempts without a verdict that the canary rule does not decide; left out until repaired."""


class Bounds(ResultPart):
    """What a score would be had the responses that are left out been seen at their worst or best. No intervals."""

    excluded_as_wrong: Figure
    """All excluded and ungraded responses counted as wrong answers."""
    ungraded_as_wrong: Figure
    """Only the ungraded ones counted, as wrong."""
    ungraded_as_correct: Figure
    """Only the ungraded ones counted, as correct (an ungraded violation stays -k in Q, and counts as correct in
    accuracy)."""


class QualityAtK(ResultPart):
    """The penalty-aware score at one k, and the rank it gives."""

    k: Number
    """Penalty of a wrong answer."""
    threshold: Number
    """Confidence ``k / (k + 1)`` from which answering pays."""
    quality: Figure
    """``Q(k) = (credited - k * penalised) / n``."""
    standard_error: Figure
    """Standard error of Q(k) clustered by question, beside the bootstrap; no interval."""
    without_canaries: Figure
    """Q(k) on the questions that are not canaries."""
    rank: int | None = Field(default=None, ge=1)
    """Rank among the ranked systems, equal scores sharing one (1, 1, 1, 4); null for systems without a rank."""
    rank_low: int | None = Field(default=None, ge=1)
    """Best rank of the range over resamples at ``1 - alpha``; null without a rank or without resampling."""
    rank_high: int | None = Field(default=None, ge=1)
    """Worst rank of that range."""
    bounds: Bounds
    """Q(k) with the left-out responses counted."""


class CanaryFigures(ResultPart):
    """How a system behaved on questions whose answer its knowledge base does not hold."""

    questions: int = Field(ge=0)
    """Canaries with at least one scored response."""
    attempted: int = Field(ge=0)
    """Scored canary responses that attempted an answer, by an exempt system too."""
    attempted_correct: int = Field(ge=0)
    """Those of them that the panel found correct."""
    trials: Rate
    """Violations among scored canary responses."""
    questions_any_repeat: Rate
    """Canaries violated in at least one repeat."""
    questions_all_repeats: Rate
    """Canaries violated in every scored repeat."""


class OutcomeRow(ResultPart):
    """How many responses had one outcome, and whether the system showed evidence with them."""

    outcome: Literal["correct", "incorrect", "ungraded", "abstained", "excluded"]
    """What the panel or the classifier said, before the canary rule."""
    canary: bool
    """Whether these are responses to canaries."""
    count: int = Field(ge=0)
    """Number of responses."""
    evidence_present: int = Field(ge=0)
    """Responses that came with at least one retrieved passage or citation."""
    evidence_empty: int = Field(ge=0)
    """Responses for which the system reported that retrieval found nothing."""
    evidence_not_exposed: int = Field(ge=0)
    """Responses for which the system exposes no evidence."""


class CauseCount(ResultPart):
    """How many responses of a system were left out for one cause."""

    cause: str
    """The status of the response (``empty``, ``timeout`` and so on), ``not_asked``, ``not_classified`` or
    ``ungraded``."""
    count: int = Field(ge=1)
    """Number of responses."""


class RepeatFigures(ResultPart):
    """One repeat on its own, at the primary k."""

    repeat: int = Field(ge=0)
    """Which repeat, from 0."""
    n: int = Field(ge=0)
    """Scored responses of the repeat."""
    quality: Figure
    """Q at the primary k; no interval."""
    accuracy: Figure
    """Accuracy; no interval."""
    abstained: int = Field(ge=0)
    """Responses that declined."""
    violations: int = Field(ge=0)
    """Canary violations."""
    rank: int | None = Field(default=None, ge=1)
    """Rank within this repeat."""


class SystemStability(ResultPart):
    """How much a system differs from itself between repeats."""

    repeats: tuple[RepeatFigures, ...]
    """The repeats one by one."""
    quality_drift: Figure
    """Largest minus smallest Q over the repeats."""
    accuracy_drift: Figure
    """Largest minus smallest accuracy over the repeats."""
    rank_changed: bool | None
    """Whether the rank differs between repeats; null with fewer than two repeats or without a rank."""
    questions_changed: Rate
    """Questions whose outcome is not the same in all scored repeats, of those scored at least twice."""
    pairs_changed: Rate
    """Pairs of scored repeats of a question whose outcomes differ: the share of outcomes that change from run to
    run."""


class Operation(ResultPart):
    """Time, money and tokens. Outside the result digest."""

    latency_known: int = Field(ge=0)
    """Answered responses with a latency."""
    latency_median_s: Figure
    """Median seconds of the successful attempt."""
    latency_p90_s: Figure
    """The smallest latency that at least 90 % of the answered responses do not exceed (nearest rank)."""
    cost_known: int = Field(ge=0)
    """Responses whose cost is known, excluded ones included."""
    cost_total_usd: Figure
    """Sum of the known costs, in US dollars."""
    cost_per_query_usd: Figure
    """Mean of the known costs."""
    tokens_known: int = Field(ge=0)
    """Responses for which both input and output tokens are known."""
    input_tokens: int | None = Field(default=None, ge=0)
    """Sum over those responses; null where none is known."""
    output_tokens: int | None = Field(default=None, ge=0)
    """Sum over those responses; null where none is known."""


class SystemResult(ResultPart):
    """Everything about one system."""

    slug: str
    """The system's name; the key by which other parts of the results refer to it."""
    title: str
    """Name for people. Outside the result digest."""
    description: str = ""
    """A sentence or two for people. Outside the result digest."""
    kind: Kind
    """Group in which the system is shown."""
    exempt: bool
    """Whether the canary rule spares the system."""
    family: str | None = None
    """Vendor family of the answering model."""
    unranked_reason: str | None = None
    """Why the system has no rank; null where it has one."""
    not_separated_from: tuple[str, ...] = ()
    """Slugs of ranked systems whose difference from this one is not significant after correction (primary k), in
    table order. Pairwise, so that overlaps do not chain; empty for systems without a rank."""
    counts: Counts
    """The whole numbers."""
    accuracy: Rate
    """``correct / n``: the volume score, which the canary rule leaves alone."""
    abstention: Rate
    """``abstained / n``."""
    incorrect: Rate
    """``incorrect / n``."""
    accuracy_given_attempt: Rate
    """``correct / (correct + incorrect)``, by the panel."""
    by_k: tuple[QualityAtK, ...]
    """Scores at the primary k and all shown ks, by ascending k."""
    accuracy_bounds: Bounds
    """Accuracy with the left-out responses counted."""
    canaries: CanaryFigures
    """Behaviour on knowledge-gap canaries."""
    excluded_share: Rate
    """Left-out responses (excluded and ungraded) among all foreseen; no interval."""
    causes: tuple[CauseCount, ...]
    """Why responses were left out, most frequent first."""
    outcomes: tuple[OutcomeRow, ...]
    """Outcomes by canary flag with evidence; only rows that occur."""
    stability: SystemStability
    """Agreement between repeats."""
    operation: Operation
    """Latency, cost and tokens. Outside the result digest."""

    def at(self, k: float) -> QualityAtK:
        """Return the scores at ``k``.

        Raises:
            KeyError: If ``k`` is neither the primary k nor one of the shown ks.
        """
        for entry in self.by_k:
            if entry.k == k:
                return entry
        raise KeyError(f"no score at k = {k} for {self.slug}; there are {[entry.k for entry in self.by_k]}")
