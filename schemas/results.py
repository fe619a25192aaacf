"""The shape of ``results.json``: every figure of a campaign under one scoring.

Read :class:`Results` first; each part is described in ``results_systems``, ``results_comparisons`` and
``results_panel``, and the formulas in ``docs/statistics.md``. Reports read this and compute nothing. Numbers are
unrounded doubles, counts are integers, and a figure that cannot be computed is null with a reason (see
``results_figures``).
"""

from typing import Any, Literal

from pydantic import Field, model_validator

from schemas.canonical import sha256_of
from schemas.results_comparisons import Grid, Pair, ReferenceCheck, TestFamily
from schemas.results_figures import ResultPart
from schemas.results_panel import PanelFigures
from schemas.results_systems import SystemResult
from schemas.scoring import Scoring

HASH_PATTERN = r"^[0-9a-f]{64}$"


class Identity(ResultPart):
    """Which campaign and which scoring these results belong to."""

    name: str
    """Name of the campaign. Outside the result digest."""
    protocol_hash: str = Field(pattern=HASH_PATTERN)
    """Two results are comparable when these are equal."""
    campaign_hash: str = Field(pattern=HASH_PATTERN)
    """Protocol, systems and repeats."""
    scoring_hash: str = Field(pattern=HASH_PATTERN)
    """k, ks, alpha, seed and resamples."""
    content_hash: str = Field(pattern=HASH_PATTERN)
    """Hash of all answers, intents and votes, in an order that depends on neither time nor machine."""


class CampaignSize(ResultPart):
    """How large the campaign is."""

    questions: int = Field(ge=0)
    """Questions asked of the compared systems."""
    repeats: int = Field(ge=1)
    """Repeats of each question."""
    canaries: int = Field(ge=0)
    """Questions verified to have no answer in the corpus."""
    unchecked: int = Field(ge=0)
    """Questions whose presence in the corpus nobody has checked; they count as no canaries."""


class Resampling(ResultPart):
    """How the bootstrap was done."""

    used: int = Field(ge=0)
    """Resamples drawn; zero where there was nothing to resample."""
    needed: int = Field(ge=0)
    """Fewest resamples that the corrected alpha allows: at least ten beyond it."""
    unit: Literal["question"] = "question"
    """What is resampled."""
    generator: Literal["PCG64"] = "PCG64"
    """numpy's bit generator whose raw words are used."""


class Exclusion(ResultPart):
    """One response that is left out of the scores."""

    slug: str
    """The system."""
    question_id: str
    """The question."""
    repeat: int = Field(ge=0)
    """The repeat, from 0."""
    cause: str
    """Why: the response's status, ``not_asked``, ``not_classified`` or ``ungraded``."""


class Anomaly(ResultPart):
    """Anything unusual that the reader of the results must know."""

    kind: str
    """Short name of the kind, in lower case with underscores."""
    where: str
    """What it concerns: a system, a judge, a stage, a file."""
    text: str
    """What happened, in a sentence."""


class ParityRow(ResultPart):
    """What one system really received beside the question."""

    slug: str
    """The system."""
    delivery: str
    """How: ``system_message``, ``persona`` or ``none``."""
    received: str | None
    """The instruction as it arrived, verbatim; null where none did."""
    note: str = ""
    """What differs from the other systems."""


class Circumstances(ResultPart):
    """What depends on time and machine. Outside the result digest."""

    as_of: str | None = None
    """Date and time of the last answer, ISO 8601 in UTC."""
    scored_at: str | None = None
    """Date and time of the scoring, ISO 8601 in UTC."""
    versions: dict[str, str] = Field(default_factory=dict)
    """Versions: ``ragcanary``, its commit, Python and the libraries that matter."""


class Results(ResultPart):
    """``results.json``."""

    format: Literal["ragcanary-results-1"] = "ragcanary-results-1"
    """Name and version of this shape."""
    result_digest: str = Field(pattern=HASH_PATTERN)
    """:func:`result_digest` of the rest."""
    identity: Identity
    """Which campaign, which scoring."""
    scoring: Scoring
    """Penalties, level, seed and resamples."""
    campaign: CampaignSize
    """Questions, repeats, canaries."""
    resampling: Resampling
    """How intervals were made."""
    ungraded_waiver: str | None = None
    """Why ungraded responses do not count towards the 1 % of left-out responses above which a system is not ranked;
    null: they do."""
    leaders: tuple[str, ...]
    """Slugs of all systems with rank 1 at the primary k; empty where nothing is ranked."""
    systems: tuple[SystemResult, ...]
    """Every system once. Order of the main table at the primary k: ranked ones by score and then slug; those barred
    for exclusions; those not scored; exempt ones by score; reference contestants by slug."""
    tests: TestFamily
    """What the p-values are corrected for."""
    pairs: tuple[Pair, ...]
    """All pairs of ``tests.members``, in table order."""
    grid: Grid
    """Scores over k from 0 to 20."""
    panel: PanelFigures
    """Health of the panel."""
    references: tuple[ReferenceCheck, ...]
    """Reference contestants, by slug."""
    exclusions: tuple[Exclusion, ...]
    """Every response that is left out, by system, question and repeat; reference contestants' ones not listed."""
    anomalies: tuple[Anomaly, ...] = ()
    """Outside the result digest: an interruption changes no result."""
    parity: tuple[ParityRow, ...] = ()
    """What each system received. Outside the result digest (the campaign hash covers it)."""
    circumstances: Circumstances = Circumstances()
    """Time, versions. Outside the result digest."""

    @model_validator(mode="after")
    def _names_agree(self) -> "Results":
        slugs = [system.slug for system in self.systems]
        if len(set(slugs)) != len(slugs):
            raise ValueError("a system stands twice in the results")
        named = {slug for pair in self.pairs for slug in (pair.a, pair.b)} | set(self.tests.members) | set(self.leaders)
        if unknown := named - set(slugs):
            raise ValueError(f"systems named and not described: {sorted(unknown)}")
        return self

    def system(self, slug: str) -> SystemResult:
        """Return the system named ``slug``.

        Raises:
            KeyError: If there is none.
        """
        for system in self.systems:
            if system.slug == slug:
                return system
        raise KeyError(slug)


_OUTSIDE_DIGEST: dict[str, Any] = {
    "result_digest": True,
    "identity": {"name": True},
    "systems": {"__all__": {"title": True, "description": True, "operation": True}},
    "references": {"__all__": {"title": True}},
    "anomalies": True,
    "parity": True,
    "circumstances": True,
}


def result_digest(results: Results) -> str:
    """Return the SHA-256 of everything that must not depend on time, order or machine.

    Left out are names for people, latency, cost and tokens, anomalies, the parity table, versions and times, and the
    digest itself. Two campaigns with equal digests have equal answers, intents, votes, scores and statistics.

    Returns:
        64 lower-case hex digits over the RFC 8785 canonical JSON of the rest.
    """
    return sha256_of(results.model_dump(mode="json", exclude=_OUTSIDE_DIGEST))
