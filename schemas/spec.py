"""The frozen spec of a campaign: everything that decides its results, and what was recorded beside it."""

from typing import Literal

from pydantic import Field

from schemas.campaign import (
    ClassifierConfig,
    ExecutionConfig,
    JudgeConfig,
    KnowledgeBaseConfig,
    PromptConfig,
)
from schemas.dataset import Dataset
from schemas.endpoint import Endpoint
from schemas.prices import BudgetConfig, PriceTable
from schemas.response import Record
from schemas.scoring import Scoring
from schemas.system import Delivery, Slug, System

Sha256 = str
"""64 lower-case hex digits."""


class QuestionsSpec(Record):
    """Which questions are asked, and against which corpus they are flagged."""

    dataset: Slug
    """Name of the data set."""
    revision: str | None
    """Resolved revision, for data sets from the Hub."""
    sha256: Sha256
    """Hash of the questions with texts, golds, flags and corpus."""
    count: int = Field(ge=1)
    """Number of questions."""
    canaries: int = Field(ge=0)
    """How many are canaries of this corpus."""
    corpus_id: str | None
    """The corpus that the systems hold: its manifest hash, or ``declared:<name>``; null without one."""


class ClassifierSpec(Record):
    """The intent classifier and the version of its rules."""

    config: ClassifierConfig
    version: int
    """Version of the phrase rules, which also serve as fall-back."""
    reading: int = 0
    """Version of the words around a model's criteria and of the reading of its replies; 0 for phrases alone."""


class JudgeSpec(Record):
    """One judge and the version of its code."""

    config: JudgeConfig
    version: int
    """Version of the judge's code; for a model, of the words around its prompt and of the reading of its replies."""


class PanelSpec(Record):
    """The panel as frozen."""

    name: Slug
    judges: dict[Slug, JudgeSpec]
    primary: Slug
    deputy: Slug
    judge_prompt: str | None


class RulesSpec(Record):
    """The rules by which verdicts become scores, by name, so that a change of rule changes the protocol."""

    canary: Literal["attempt_scores_minus_k"] = "attempt_scores_minus_k"
    tie: Literal["primary_then_deputy"] = "primary_then_deputy"
    exclusion: Literal["technical_failures_only"] = "technical_failures_only"


class ProtocolSpec(Record):
    """Everything about a campaign except which systems run and how often."""

    questions: QuestionsSpec
    prompt: PromptConfig
    classifier: ClassifierSpec
    panel: PanelSpec
    rules: RulesSpec = RulesSpec()
    order_seed: int


class SystemSpec(Record):
    """One system as frozen."""

    settings: System
    """The system's file with all overrides."""
    delivery: Delivery
    """What the system gets of the campaign's instruction."""
    role: Literal["ranked", "exempt", "reference"]
    """Ranked; exempt from the canary rule and shown apart; or a reference contestant, never ranked."""
    adapter_version: int
    """Version of the adapter's behaviour."""
    corpus_id: str | None
    """The corpus that the system answers from; null for systems without one."""
    data_sha256: Sha256 | None = None
    """Hash of the rows of a transcript that belong to this system."""
    sample: int | None = None
    """For reference contestants: questions beside all canaries; null for all questions."""


class Operations(Record):
    """Recorded and not hashed: how the work is done and where things lie."""

    execution: ExecutionConfig
    endpoints: dict[Slug, Endpoint]
    dataset: Dataset
    knowledge_base: KnowledgeBaseConfig
    prices: PriceTable
    """What calls cost: recorded, so that costs can be computed again."""
    budget: BudgetConfig = BudgetConfig()
    """The most that may be spent."""
    allow_unpriced: bool = False
    """Whether models without a price may be called."""
    reuse: str | None = None
    """Folder of the campaign that answers were taken from."""


class Provenance(Record):
    """What made the spec. Recorded and not hashed."""

    ragcanary: str
    """Version of the package."""
    commit: str | None
    """Commit of the checkout, with ``-dirty`` when it had changes; null outside of one."""
    python: str
    """Version of Python."""
    frozen_at: str
    """UTC time of freezing, ISO 8601."""


class Hashes(Record):
    """The identity of a campaign; see ``docs/identity.md``."""

    protocol: Sha256
    campaign: Sha256
    scoring: Sha256
    systems: dict[Slug, Sha256]
    """System keys by slug."""


class Spec(Record):
    """A frozen campaign."""

    spec_version: Literal[1] = 1
    name: Slug
    protocol: ProtocolSpec
    systems: dict[Slug, SystemSpec]
    repeats: int = Field(ge=1)
    scoring: Scoring
    operations: Operations
    provenance: Provenance
    hashes: Hashes
