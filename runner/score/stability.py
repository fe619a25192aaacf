"""How much systems differ from themselves between repeats (paper, section 5.5)."""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from runner.score.counts import count_questions, quality
from runner.score.figures import NO_RESPONSE, plain, rate
from runner.score.outcomes import Outcome
from runner.score.ranks import ranks_of
from runner.score.table import OutcomeTable
from schemas.results_figures import Figure, Rate, missing
from schemas.results_systems import RepeatFigures, SystemStability

ONE_REPEAT = "fewer than two scored repeats"


def stability(table: OutcomeTable, k: Fraction, alpha: Fraction, ranked: Sequence[int]) -> list[SystemStability]:
    """Return the stability of every system, in the table's order.

    Args:
        table: All outcomes.
        k: Primary penalty.
        alpha: One minus the confidence of the rates' intervals.
        ranked: Places of the systems that have a rank; only these are ranked within each repeat.
    """
    places = range(len(table.systems))
    repeats: list[list[RepeatFigures]] = [[] for _ in places]
    exact_scores: list[list[tuple[Fraction | None, Fraction | None]]] = [[] for _ in places]
    for repeat in range(table.outcome.shape[2]):
        counts = count_questions(table.outcome[:, :, repeat : repeat + 1])
        n, correct, credited, penalised, abstained, violations = (
            part.sum(axis=1).tolist()
            for part in (
                counts.n,
                counts.correct,
                counts.credited,
                counts.penalised,
                counts.abstained,
                counts.violations,
            )
        )
        scores = [quality(credited[at], penalised[at], n[at], k) for at in places]
        ranks = dict(zip(ranked, ranks_of([scores[at] for at in ranked]), strict=True))
        for at in places:
            accuracy = quality(correct[at], 0, n[at], Fraction(0))
            exact_scores[at].append((scores[at], accuracy))
            repeats[at].append(
                RepeatFigures(
                    repeat=repeat,
                    n=n[at],
                    quality=plain(scores[at], NO_RESPONSE),
                    accuracy=plain(accuracy, NO_RESPONSE),
                    abstained=abstained[at],
                    violations=violations[at],
                    rank=ranks.get(at),
                )
            )
    return [_summary(table, at, repeats[at], exact_scores[at], alpha) for at in places]


def _summary(
    table: OutcomeTable,
    at: int,
    repeats: Sequence[RepeatFigures],
    scores: Sequence[tuple[Fraction | None, Fraction | None]],
    alpha: Fraction,
) -> SystemStability:
    ranks = [entry.rank for entry in repeats if entry.rank is not None]
    changed, pairs_changed = _changes(table, at, alpha)
    return SystemStability(
        repeats=tuple(repeats),
        quality_drift=_drift([quality for quality, _ in scores]),
        accuracy_drift=_drift([accuracy for _, accuracy in scores]),
        rank_changed=len(set(ranks)) > 1 if len(ranks) > 1 else None,
        questions_changed=changed,
        pairs_changed=pairs_changed,
    )


def _drift(scores: Sequence[Fraction | None]) -> Figure:
    known = [score for score in scores if score is not None]
    if len(known) < 2:
        return missing(ONE_REPEAT)
    return plain(max(known) - min(known), ONE_REPEAT)


def _changes(table: OutcomeTable, at: int, alpha: Fraction) -> tuple[Rate, Rate]:
    """Return the share of questions whose scored outcomes are not all equal, and of pairs of repeats that differ.

    A question with m scored repeats, of which m_c have outcome c, has ``(m^2 - sum m_c^2) / 2`` pairs that differ.
    """
    codes = table.outcome[at]
    per_outcome = np.stack([(codes == code).sum(axis=1) for code in range(Outcome.ABSTAINED, len(Outcome))], axis=1)
    scored = per_outcome.sum(axis=1)
    differing = (scored**2 - (per_outcome**2).sum(axis=1)) // 2
    twice = int((scored >= 2).sum())
    pairs = int((scored * (scored - 1) // 2).sum())
    return (
        rate(int((differing > 0).sum()), twice, alpha, ONE_REPEAT),
        rate(int(differing.sum()), pairs, alpha, ONE_REPEAT),
    )
