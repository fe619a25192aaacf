"""All figures of a campaign, from plain rows to :class:`schemas.results.Results`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations

from runner.score.bootstrap import Statistics, needed_resamples
from runner.score.counts import QuestionCounts, count_questions
from runner.score.gradings import Panel, collect_gradings
from runner.score.grid import grid_of
from runner.score.operation import operation_of
from runner.score.outcomes import exact
from runner.score.pair_data import PairData
from runner.score.pairwise import compare_pairs
from runner.score.panel_figures import PanelSettings, panel_figures
from runner.score.ranks import barred, rank_ranges, ranks_of, table_order, unranked_reason
from runner.score.references import check_references
from runner.score.stability import stability
from runner.score.systems import (
    Standing,
    SystemData,
    accuracy_bounds,
    canary_figures,
    causes_of,
    excluded_share,
    left_out,
    outcome_rows,
    scores_at,
)
from runner.score.table import OutcomeTable, ResponseRow, SystemRow, VoteRow, build_table
from schemas.results import (
    Anomaly,
    CampaignSize,
    Circumstances,
    Exclusion,
    Identity,
    ParityRow,
    Resampling,
    Results,
    result_digest,
)
from schemas.results_comparisons import Pair, TestFamily
from schemas.results_systems import SystemResult
from schemas.scoring import Scoring

_NO_DIGEST = "0" * 64


@dataclass(frozen=True, eq=False, kw_only=True)
class Campaign:
    """Everything that results are computed from."""

    identity: Identity
    """Name and hashes."""
    scoring: Scoring
    """Penalties, level, seed, resamples."""
    systems: Sequence[SystemRow]
    """All systems, reference contestants included."""
    questions: Mapping[str, bool | None]
    """Question id -> whether it is a canary of the systems' corpus; null where nobody checked."""
    repeats: int
    """Repeats per question."""
    responses: Sequence[ResponseRow]
    """All recorded responses."""
    votes: Sequence[VoteRow] = ()
    """All votes as they stand at the end."""
    panel: Panel
    """The judges and the tie rule."""
    ungraded_waiver: str | None = None
    """Why ungraded responses do not count towards the 1 % above which a system is not ranked; null: they do."""
    anomalies: Sequence[Anomaly] = ()
    """Anything unusual, in the order in which it is to be shown."""
    parity: Sequence[ParityRow] = ()
    """What each system received."""
    circumstances: Circumstances = field(default_factory=Circumstances)
    """Time and versions."""


@dataclass(frozen=True, eq=False)
class _Work:
    """What is known before any figure is made: counts, who takes part, and the resamples."""

    table: OutcomeTable
    counts: QuestionCounts
    systems: tuple[SystemData, ...]
    """In the table's order."""
    bars: tuple[str | None, ...]
    order: tuple[int, ...]
    """Places in the order of the main table."""
    ranked: tuple[int, ...]
    compared: tuple[int, ...]
    pairs: tuple[PairData, ...]
    resampling: Resampling
    k: Fraction
    alpha: Fraction


def compute_results(campaign: Campaign) -> Results:
    """Compute every figure of ``results.json``.

    Pure: reads and writes nothing, and no order of rows, systems, questions or votes changes the outcome.

    Raises:
        DataError: For rows that contradict each other or the campaign.
    """
    work = _prepare(campaign)
    pairs = compare_pairs(
        work.pairs, work.k, work.alpha, work.resampling.used or campaign.scoring.resamples, campaign.scoring.seed
    )
    systems = _systems(campaign, work, pairs)
    table = work.table
    gradings = collect_gradings(table, campaign.votes, campaign.panel)
    panel_settings = PanelSettings(campaign.panel, work.k, work.alpha)
    shown = [at for at in work.order if table.systems[at].kind != "reference"]
    results = Results(
        result_digest=_NO_DIGEST,
        identity=campaign.identity,
        scoring=campaign.scoring,
        campaign=CampaignSize(
            questions=len(table.question_ids),
            repeats=campaign.repeats,
            canaries=int(table.canary.sum()),
            unchecked=table.unchecked,
        ),
        resampling=work.resampling,
        ungraded_waiver=campaign.ungraded_waiver,
        leaders=tuple(system.slug for system in systems if system.at(campaign.scoring.k).rank == 1),
        systems=systems,
        tests=TestFamily(
            comparisons=len(pairs),
            alpha=campaign.scoring.alpha,
            alpha_corrected=float(work.alpha / len(pairs)) if pairs else None,
            members=tuple(table.systems[at].slug for at in work.compared),
        ),
        pairs=tuple(pairs),
        grid=grid_of(
            [work.systems[at] for at in shown if work.systems[at].counts.n],
            [table.systems[at].slug for at in work.ranked],
            work.alpha,
            len(table.question_ids),
        ),
        panel=panel_figures(table, gradings, panel_settings, shown, work.ranked),
        references=check_references(table),
        exclusions=_exclusions(table),
        anomalies=tuple(campaign.anomalies),
        parity=tuple(sorted(campaign.parity, key=lambda row: row.slug)),
        circumstances=campaign.circumstances,
    )
    return results.model_copy(update={"result_digest": result_digest(results)})


def _prepare(campaign: Campaign) -> _Work:
    scoring = campaign.scoring
    k, alpha = exact(scoring.k), exact(scoring.alpha)
    table = build_table(campaign.systems, campaign.questions, campaign.repeats, campaign.responses)
    counts = count_questions(table.outcome)
    statistics = Statistics(len(table.question_ids))
    systems = tuple(
        SystemData.register(table, counts, at, None if row.kind == "reference" else statistics)
        for at, row in enumerate(table.systems)
    )
    bars = tuple(barred(data.counts, waived=campaign.ungraded_waiver is not None) for data in systems)
    order = tuple(table_order(table.systems, bars, [data.quality.scored.quality(k) for data in systems]))
    compared = tuple(at for at in order if bars[at] is None and table.systems[at].kind != "reference")
    ranked = tuple(at for at in compared if not table.systems[at].exempt)
    pairs = tuple(PairData.register(table, counts, pair, statistics) for pair in combinations(compared, 2))
    needed = needed_resamples(alpha, len(pairs))
    scored = any(data.counts.n for data in systems if data.row.kind != "reference")
    used = max(scoring.resamples, needed) if scored else 0
    statistics.draw(used, scoring.seed)
    return _Work(
        table, counts, systems, bars, order, ranked, compared, pairs, Resampling(used=used, needed=needed), k, alpha
    )


def _standings(work: _Work, ks: Sequence[float]) -> dict[int, dict[float, Standing]]:
    standings: dict[int, dict[float, Standing]] = {at: {} for at in work.ranked}
    for k in ks:
        penalty = exact(k)
        qualities = [work.systems[at].quality for at in work.ranked]
        ranks = ranks_of([quality.scored.quality(penalty) for quality in qualities])
        ranges = rank_ranges(
            [quality.drawn(penalty) for quality in qualities], work.alpha, len(work.table.question_ids)
        )
        for at, rank, span in zip(work.ranked, ranks, ranges, strict=True):
            low, high = span or (None, None)
            standings[at][k] = Standing(rank, low, high)
    return standings


def _systems(campaign: Campaign, work: _Work, pairs: Sequence[Pair]) -> tuple[SystemResult, ...]:
    table, alpha = work.table, work.alpha
    ks = campaign.scoring.all_ks
    standings = _standings(work, ks)
    steady = stability(table, work.k, alpha, work.ranked)
    ranked = [table.systems[at].slug for at in work.ranked]
    close = {frozenset((pair.a, pair.b)) for pair in pairs if not pair.significant}
    results = []
    for at in work.order:
        data, row = work.systems[at], table.systems[at]
        results.append(
            SystemResult(
                slug=row.slug,
                title=row.title,
                description=row.description,
                kind=row.kind,
                exempt=row.exempt,
                family=row.family,
                unranked_reason=unranked_reason(row, work.bars[at]),
                not_separated_from=tuple(
                    slug for slug in ranked if row.slug in ranked and frozenset((row.slug, slug)) in close
                ),
                counts=data.counts,
                **data.rates(alpha),
                by_k=scores_at(data, ks, alpha, standings.get(at, {})),
                accuracy_bounds=accuracy_bounds(data.counts),
                canaries=canary_figures(table, work.counts, at, alpha),
                excluded_share=excluded_share(data.counts),
                causes=causes_of(table, at),
                outcomes=outcome_rows(table, at),
                stability=steady[at],
                operation=operation_of(table.rows[at]),
            )
        )
    return tuple(results)


def _exclusions(table: OutcomeTable) -> tuple[Exclusion, ...]:
    return tuple(
        Exclusion(
            slug=table.systems[system].slug,
            question_id=table.question_ids[question],
            repeat=repeat,
            cause=cause,
        )
        for (system, question, repeat), cause in left_out(table)
        if table.systems[system].kind != "reference"
    )
