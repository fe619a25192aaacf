"""What ``results.json`` says of the panel: agreement, each judge, pivotal votes, and rankings without each judge.

Gradings of reference contestants are left out of all of it.
"""

from pydantic import Field

from schemas.results_figures import Figure, Rate, ResultPart


class JudgeFigures(ResultPart):
    """One judge."""

    judge: str
    """Slug of the judge."""
    family: str | None = None
    """Vendor family, or the method of a deterministic judge."""
    primary: bool
    """Whether this judge breaks ties."""
    deputy: bool
    """Whether this judge breaks ties where the primary has no vote."""
    votes: int = Field(ge=0)
    """Votes recorded, of every kind."""
    not_applicable: int = Field(ge=0)
    """Valid votes that could not tell."""
    invalid: int = Field(ge=0)
    """Failed, refused, unreadable or late votes."""
    missing: int = Field(ge=0)
    """Gradings for which this judge has no vote at all."""
    disagreement: Rate
    """Decisive votes that differ from the verdict, among decisive votes on responses with one."""


class PivotalRow(ResultPart):
    """How often a judge's vote decided about systems of one family.

    A vote is pivotal where the opposite grade from this judge, all else equal, would have changed the verdict.
    """

    judge: str
    """Slug of the judge."""
    judge_family: str | None
    """The judge's family."""
    system_family: str | None
    """Family of the systems whose responses were graded; null for systems that name none."""
    same_family: bool
    """Whether the two are equal (and known)."""
    gradings: int = Field(ge=0)
    """Responses of that family on which this judge cast a decisive vote and there is a verdict."""
    in_favour: int = Field(ge=0)
    """Pivotal votes that made the verdict correct."""
    against: int = Field(ge=0)
    """Pivotal votes that made it incorrect."""


class SystemWithoutJudge(ResultPart):
    """One system as it would score without one judge."""

    slug: str
    """The system."""
    quality: Figure
    """Q at the primary k, without interval."""
    rank: int | None = Field(default=None, ge=1)
    """Rank among the ranked systems; null where the system has none."""
    ungraded: int = Field(ge=0)
    """Responses left without a verdict."""


class LeaveOneOut(ResultPart):
    """The campaign re-tallied without one judge, by the same rules.

    The deputy breaks ties when the primary is out.
    """

    judge: str
    """The judge that is left out."""
    verdicts_changed: int = Field(ge=0)
    """Gradings whose verdict differs from the full panel's, lost ones included."""
    ranks_changed: bool
    """Whether any ranked system's rank differs from the full panel's."""
    systems: tuple[SystemWithoutJudge, ...]
    """All compared systems, in the order of the main table."""


class OneVoteAway(ResultPart):
    """Verdicts of one system that a single changed vote would flip."""

    slug: str
    """The system."""
    verdicts: Rate
    """Such verdicts among the system's verdicts."""


class PanelFigures(ResultPart):
    """Health of the panel over all compared systems."""

    gradings: int = Field(ge=0)
    """Attempts that the panel was asked about."""
    judges: tuple[JudgeFigures, ...]
    """The judges, by slug."""
    unanimous: Rate
    """Gradings whose decisive votes all agree, among those with at least two."""
    full_panels: int = Field(ge=0)
    """Gradings on which every judge cast a decisive vote."""
    ties: int = Field(ge=0)
    """Gradings with as many votes for correct as for incorrect, and at least one of each."""
    krippendorff_alpha: Figure
    """Krippendorff's alpha for nominal grades, missing votes allowed; no interval."""
    one_vote_away: Rate
    """Verdicts that a single changed vote would flip, among all verdicts."""
    one_vote_away_by_system: tuple[OneVoteAway, ...]
    """The same for each compared system."""
    pivotal: tuple[PivotalRow, ...]
    """By judge and family of system."""
    leave_one_out: tuple[LeaveOneOut, ...]
    """Without each judge in turn; empty where the panel has one judge."""
