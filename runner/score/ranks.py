"""Who may be ranked, ranks with ties, rank ranges, and the order of the main table."""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from runner.score.bootstrap import MIN_QUESTIONS, Float64
from runner.score.table import SystemRow
from schemas.results_systems import Counts

MOST_LEFT_OUT = Fraction(1, 100)
"""A system with a larger share of left-out responses is not ranked (protocol rule 3)."""
NOT_SCORED = "not scored: no response of it could be scored"


def barred(counts: Counts, *, waived: bool) -> str | None:
    """Return why a system takes part in no ranking and no comparison, or null.

    Args:
        counts: The system's sums.
        waived: Whether ungraded responses are waived, so that only exclusions count towards the 1 %.
    """
    if not counts.n:
        return NOT_SCORED
    left_out = counts.excluded + (0 if waived else counts.ungraded)
    if Fraction(left_out, counts.responses) > MOST_LEFT_OUT:
        kinds = "excluded" if waived or not counts.ungraded else "excluded or ungraded"
        return f"not ranked: {left_out} of {counts.responses} responses are {kinds}, above 1 %"
    return None


def unranked_reason(system: SystemRow, bar: str | None) -> str | None:
    """Return why a system has no rank, or null where it has one."""
    if system.kind == "reference":
        return "reference contestant: it tests the instrument"
    if bar is None and system.exempt:
        return "exempt from the canary rule: shown in a group of its own"
    return bar


def ranks_of(scores: Sequence[Fraction | None]) -> list[int | None]:
    """Return each score's rank: one more than the number of larger scores; null for null.

    Exact, so that equal scores share a rank (0.7, 0.7, 0.7, 0.65: 1, 1, 1, 4) and no order of systems matters.
    """
    known = sorted((score for score in scores if score is not None), reverse=True)
    return [None if score is None else known.index(score) + 1 for score in scores]


def rank_ranges(drawn: Sequence[Float64], alpha: Fraction, questions: int) -> list[tuple[int, int] | None]:
    """Return for each ranked system the range of its ranks over the resamples.

    The ends are the r-th smallest and r-th largest rank, as for percentile intervals. Scores are compared as doubles,
    which is exact here (see :func:`runner.score.bootstrap.ratios`).

    Args:
        drawn: Scores of every ranked system, each of shape (resamples,).
        alpha: One minus the confidence.
        questions: Questions that were resampled; with fewer than five there is no range.
    """
    count = len(drawn[0]) if drawn else 0
    rank = int((count + 1) * alpha / 2)
    if rank < 1 or questions < MIN_QUESTIONS:
        return [None] * len(drawn)
    scores = np.stack(drawn)
    ranges: list[tuple[int, int] | None] = []
    for own in scores:
        places = np.bincount(1 + (scores > own).sum(axis=0), minlength=len(drawn) + 1)
        below = np.cumsum(places)
        ranges.append((int(np.searchsorted(below, rank)), int(np.searchsorted(below, count - rank + 1))))
    return ranges


def table_order(
    systems: Sequence[SystemRow], bars: Sequence[str | None], scores: Sequence[Fraction | None]
) -> list[int]:
    """Return the systems' places in the order of the main table.

    Ranked ones by score, those barred for exclusions, those not scored, exempt ones by score, reference contestants;
    equal ones by slug.

    Args:
        systems: The systems.
        bars: Why each is barred, or null.
        scores: Q at the primary k, null where not scored.
    """

    def key(index: int) -> tuple[int, bool, Fraction, str]:
        system, score = systems[index], scores[index]
        if system.kind == "reference":
            return 4, False, Fraction(0), system.slug
        group = 3 if system.exempt else 0 if bars[index] is None else 1
        return group, score is None, -score if score is not None else Fraction(0), system.slug

    return sorted(range(len(systems)), key=key)
