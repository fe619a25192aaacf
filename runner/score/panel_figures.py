"""Health of the panel: agreement, each judge, pivotal votes, and rankings without each judge (paper, 3.5 and 5.6)."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from runner.score.counts import count_questions
from runner.score.figures import NO_RESPONSE, plain, rate
from runner.score.gradings import (
    CORRECT,
    INCORRECT,
    INVALID,
    MISSING,
    NOT_APPLICABLE,
    UNGRADED,
    VERDICTS,
    Gradings,
    Panel,
)
from runner.score.outcomes import Outcome, attempt_outcome
from runner.score.ranks import ranks_of
from runner.score.table import OutcomeTable
from schemas.judging import Verdict
from schemas.results_figures import Figure, Rate, missing
from schemas.results_panel import (
    JudgeFigures,
    LeaveOneOut,
    OneVoteAway,
    PanelFigures,
    PivotalRow,
    SystemWithoutJudge,
)


@dataclass(frozen=True, slots=True)
class PanelSettings:
    """What the panel's figures are made with."""

    panel: Panel
    """The judges and the tie rule."""
    k: Fraction
    """Primary penalty."""
    alpha: Fraction
    """One minus the confidence of the rates' intervals."""


def panel_figures(
    table: OutcomeTable, gradings: Gradings, settings: PanelSettings, order: Sequence[int], ranked: Sequence[int]
) -> PanelFigures:
    """Return all figures of the panel.

    Args:
        table: All outcomes.
        gradings: The votes of compared systems.
        settings: Primary, deputy, penalty, level.
        order: Places of the compared systems in the order of the main table.
        ranked: Those of them that have a rank.
    """
    counts = gradings.counts()
    paired = [
        (pattern, count)
        for pattern, count in zip(gradings.patterns, counts, strict=True)
        if pattern.correct + pattern.incorrect >= 2
    ]
    split = sum(count for pattern, count in paired if pattern.correct and pattern.incorrect)
    several = sum(count for _, count in paired)
    return PanelFigures(
        gradings=len(gradings.pattern),
        judges=tuple(_judge(gradings, at, settings) for at in range(len(gradings.judges))),
        unanimous=rate(several - split, several, settings.alpha, "no grading with two decisive votes"),
        full_panels=sum(
            count for pattern, count in paired if pattern.correct + pattern.incorrect == len(gradings.judges)
        ),
        ties=sum(count for pattern, count in paired if pattern.correct == pattern.incorrect),
        krippendorff_alpha=krippendorff_alpha([(p.correct, p.incorrect, count) for p, count in paired]),
        one_vote_away=_one_vote_away(gradings, None, settings.alpha),
        one_vote_away_by_system=tuple(
            OneVoteAway(slug=table.systems[at].slug, verdicts=_one_vote_away(gradings, at, settings.alpha))
            for at in order
        ),
        pivotal=_pivotal(table, gradings),
        leave_one_out=tuple(
            _without_judge(table, gradings, judge, settings, order, ranked)
            for judge in (range(len(gradings.judges)) if len(gradings.judges) > 1 else ())
        ),
    )


def krippendorff_alpha(units: Sequence[tuple[int, int, int]]) -> Figure:
    """Return Krippendorff's alpha for two nominal grades, votes missing at will.

    ``alpha = 1 - (n - 1) * sum_{c != k} o_ck / sum_{c != k} n_c n_k``. A unit with m >= 2 votes, of which c are for
    correct and i for incorrect, adds ``2 c i / (m - 1)`` to the disagreeing coincidences o and its votes to n_c.

    Args:
        units: Votes for correct, votes for incorrect, and how many gradings have them.

    Source: K. Krippendorff, "Computing Krippendorff's alpha-reliability" (2011), section C.
    """
    usable = [(correct, incorrect, count) for correct, incorrect, count in units if correct + incorrect >= 2]
    ones = sum(correct * count for correct, _, count in usable)
    zeros = sum(incorrect * count for _, incorrect, count in usable)
    if not usable:
        return missing("no grading with two decisive votes")
    if not ones or not zeros:
        return missing("all votes are the same grade: there is no variation to agree on")
    disagreeing = sum(
        (Fraction(2 * correct * incorrect * count, correct + incorrect - 1) for correct, incorrect, count in usable),
        Fraction(0),
    )
    return plain(1 - (ones + zeros - 1) * disagreeing / (2 * ones * zeros), "")


def _judge(gradings: Gradings, at: int, settings: PanelSettings) -> JudgeFigures:
    states = np.array([pattern.states[at] for pattern in gradings.patterns], dtype=np.int64)[gradings.pattern]
    tally = np.bincount(states, minlength=5)
    # Decisive states and verdicts are numbered alike, one apart: CORRECT is 1 and 0, INCORRECT 2 and 1.
    decisive = ((states == CORRECT) | (states == INCORRECT)) & (gradings.verdict != UNGRADED)
    differing = int((decisive & (states - 1 != gradings.verdict)).sum())
    judge = gradings.judges[at]
    return JudgeFigures(
        judge=judge.slug,
        family=judge.family,
        primary=judge.slug == settings.panel.primary,
        deputy=judge.slug == settings.panel.deputy,
        votes=int(tally.sum() - tally[MISSING]),
        not_applicable=int(tally[NOT_APPLICABLE]),
        invalid=int(tally[INVALID]),
        missing=int(tally[MISSING]),
        disagreement=rate(
            differing, int(decisive.sum()), settings.alpha, "no decisive vote on a response with a verdict"
        ),
    )


def _one_vote_away(gradings: Gradings, system: int | None, alpha: Fraction) -> Rate:
    counts = gradings.counts(None if system is None else gradings.spots[:, 0] == system)
    verdicts = [(p, count) for p, count in zip(gradings.patterns, counts, strict=True) if p.verdict != UNGRADED]
    close = sum(count for pattern, count in verdicts if any(pattern.pivotal))
    return rate(close, sum(count for _, count in verdicts), alpha, "no verdict")


def _pivotal(table: OutcomeTable, gradings: Gradings) -> tuple[PivotalRow, ...]:
    families = [system.family for system in table.systems]
    graded = np.array(families, dtype=object)[gradings.spots[:, 0]]
    rows = []
    for family in sorted(set(graded.tolist()), key=lambda name: (name is None, name or "")):
        counts = gradings.counts(np.array([name == family for name in graded], dtype=np.bool_))
        for at, judge in enumerate(gradings.judges):
            cast = [
                (pattern, count)
                for pattern, count in zip(gradings.patterns, counts, strict=True)
                if pattern.verdict != UNGRADED and pattern.states[at] in {CORRECT, INCORRECT}
            ]
            pivotal = [(VERDICTS[pattern.verdict], count) for pattern, count in cast if pattern.pivotal[at]]
            rows.append(
                PivotalRow(
                    judge=judge.slug,
                    judge_family=judge.family,
                    system_family=family,
                    same_family=family is not None and family == judge.family,
                    gradings=sum(count for _, count in cast),
                    in_favour=sum(count for verdict, count in pivotal if verdict is Verdict.CORRECT),
                    against=sum(count for verdict, count in pivotal if verdict is Verdict.INCORRECT),
                )
            )
    return tuple(sorted(rows, key=lambda row: (row.judge, row.system_family is None, row.system_family or "")))


def _without_judge(
    table: OutcomeTable,
    gradings: Gradings,
    judge: int,
    settings: PanelSettings,
    order: Sequence[int],
    ranked: Sequence[int],
) -> LeaveOneOut:
    verdict = np.array([pattern.without[judge] for pattern in gradings.patterns], dtype=np.int8)[gradings.pattern]
    outcomes = np.array(
        [[attempt_outcome(name, held=held) for name in VERDICTS] for held in (False, True)], dtype=np.int8
    )
    systems, questions, repeats = gradings.spots.T
    changed = table.outcome.copy()
    changed[systems, questions, repeats] = outcomes[table.held[systems, questions].astype(np.int64), verdict]
    full, partial = count_questions(table.outcome), count_questions(changed)
    everywhere = np.ones_like(table.canary)
    scores = {at: partial.scored(at, everywhere).quality(settings.k) for at in order}
    before = ranks_of([full.scored(at, everywhere).quality(settings.k) for at in ranked])
    after = ranks_of([scores[at] for at in ranked])
    ranks = dict(zip(ranked, after, strict=True))
    return LeaveOneOut(
        judge=gradings.judges[judge].slug,
        verdicts_changed=int((verdict != gradings.verdict).sum()),
        ranks_changed=before != after,
        systems=tuple(
            SystemWithoutJudge(
                slug=table.systems[at].slug,
                quality=plain(scores[at], NO_RESPONSE),
                rank=ranks.get(at),
                ungraded=int(
                    (changed[at] == Outcome.UNGRADED).sum() + (changed[at] == Outcome.VIOLATION_UNGRADED).sum()
                ),
            )
            for at in order
        ),
    )
