"""What a composed configuration may say: the shape of ``conf/campaign.yaml`` with all its groups chosen."""

from typing import Annotated, Literal

from pydantic import Field, model_validator

from schemas.dataset import Dataset
from schemas.endpoint import Endpoint
from schemas.prices import BudgetConfig, PriceTable
from schemas.response import Record
from schemas.scoring import Scoring
from schemas.system import ModelSettings, Slug, System, TranscriptColumns


class KnowledgeBaseConfig(Record):
    """The corpus that the systems answer from, and that canary flags belong to."""

    name: Slug
    """Name of the corpus; data sets say by it which corpus their flags were made for."""
    title: str
    """Name for people."""
    folder: str | None = None
    """Folder of documents; null where the text is not at hand and the corpus is only declared."""
    manifest: str | None = None
    """The corpus's manifest; null makes one from the folder."""
    licence: str = "unknown"
    """Licence of the documents."""


class PromptConfig(Record):
    """One prompt variant: what the campaign tells every system that can be told something."""

    name: Slug
    """Name of the variant."""
    instruction: str = Field(max_length=4000)
    """The instruction to systems with a knowledge base, delivered as each can receive it."""
    instruction_without_documents: str = Field(max_length=4000)
    """Its counterpart for systems that have no documents, such as the no-retrieval baseline."""


class PhraseClassifierConfig(Record):
    """Intent by written rules over phrases; costs nothing."""

    kind: Literal["phrases"]


class ModelClassifierConfig(Record):
    """Intent by a model with few-shot criteria; falls back to phrases when the model fails."""

    kind: Literal["model"]
    model: ModelSettings
    criteria: str = Field(min_length=1)
    """The few-shot criteria."""
    json_schema: bool = True
    """Whether the reply's JSON schema goes with the request; false for a model that refuses one."""


ClassifierConfig = Annotated[PhraseClassifierConfig | ModelClassifierConfig, Field(discriminator="kind")]


class DeterministicJudgeConfig(Record):
    """A judge made of code."""

    kind: Literal["deterministic"]
    method: Slug
    """Name of the judge in the registry of deterministic judges."""


class ModelJudgeConfig(Record):
    """A judge that is a language model."""

    kind: Literal["model"]
    family: str = Field(min_length=1, max_length=40)
    """Vendor family; the panel's three judges come from three."""
    model: ModelSettings
    json_schema: bool = True
    """Whether the ballot's JSON schema goes with the request; false for a model that refuses one."""


JudgeConfig = Annotated[DeterministicJudgeConfig | ModelJudgeConfig, Field(discriminator="kind")]


class PanelConfig(Record):
    """The judges and the rules by which their votes become verdicts."""

    name: Slug
    """Name of the panel."""
    judges: dict[Slug, JudgeConfig]
    """The judges by name; order has no meaning."""
    primary: Slug
    """Whose vote decides a 1-1 tie."""
    deputy: Slug
    """Whose vote decides a 1-1 tie in which the primary has none."""
    size: int = Field(default=3, ge=1, le=9)
    """How many judges the panel must have; a panel that lost a judge to an overlay is refused."""
    judge_prompt: str | None = None
    """Instructions to judges that are models, with a rule for each borderline class; null for a panel of code."""

    @model_validator(mode="after")
    def _consistent(self) -> "PanelConfig":
        if len(self.judges) != self.size:
            msg = (
                f"the panel has {len(self.judges)} judges ({', '.join(sorted(self.judges))}) and size says {self.size}"
            )
            raise ValueError(msg)
        for role in ("primary", "deputy"):
            if getattr(self, role) not in self.judges:
                msg = f"{role} names {getattr(self, role)!r}, which is not among the judges {sorted(self.judges)}"
                raise ValueError(msg)
        if self.primary == self.deputy and self.size > 1:
            raise ValueError("primary and deputy must be different judges")
        if any(judge.kind == "model" for judge in self.judges.values()) and not self.judge_prompt:
            raise ValueError("a panel with model judges needs a judge_prompt")
        return self


class ExecutionConfig(Record):
    """How the work is done on this machine. Recorded, not hashed."""

    concurrency: int = Field(default=8, ge=1, le=1024)
    """Calls in flight over all systems."""
    call_timeout_s: float = Field(default=120.0, gt=0)
    """Wall-clock limit of one call, retries excluded."""
    retries: int = Field(default=3, ge=0, le=20)
    """Further attempts after a failure that can heal."""
    durability: Literal["always", "batch", "off"] = "batch"
    """When a record counts as written: each by itself, in groups, or when the system gets round to it."""


class ReferencesConfig(Record):
    """The built-in contestants with a known outcome, which test the instrument."""

    enabled: bool = True
    """Whether they run."""
    others: int = Field(default=50, ge=0)
    """How many questions besides all canaries they get."""


class TranscriptConfig(Record):
    """One file of answers that somebody already has, holding one or several systems."""

    file: str
    """Path of a CSV, JSONL or Parquet file."""
    columns: TranscriptColumns
    """Which column holds what; with ``system`` set, every value of it becomes a system of its own."""
    has_knowledge_base: bool = True
    """Whether the systems answered from the campaign's corpus."""


class CampaignConfig(Record):
    """A whole campaign as composed, before it is frozen."""

    name: Slug
    """Name of the campaign; its folder is ``<name>-<first 8 digits of the campaign hash>``."""
    repeats: int = Field(ge=1, le=100)
    """How often every question is put to every system."""
    order_seed: int = Field(ge=0)
    """Seed of the one question order that all systems share, and of the judging queue."""
    dataset: Dataset
    """The questions."""
    knowledge_base: KnowledgeBaseConfig
    """The corpus."""
    prompt: PromptConfig
    """The prompt variant."""
    classifier: ClassifierConfig
    """The intent classifier."""
    panel: PanelConfig
    """The judges."""
    scoring: Scoring
    """Penalties and resampling."""
    execution: ExecutionConfig
    """How the work is done."""
    prices: PriceTable
    """What calls cost."""
    budget: BudgetConfig = BudgetConfig()
    """The most that may be spent."""
    allow_unpriced: bool = False
    """Whether models without a price may be called."""
    endpoints: dict[Slug, Endpoint]
    """The hosts that may be called."""
    system: dict[Slug, System] = {}
    """The systems under test, by slug."""
    exempt: list[Slug] = []
    """Systems without a knowledge base that the maintainer exempts from the canary rule."""
    references: ReferencesConfig = ReferencesConfig()
    """The reference contestants."""
    transcript: TranscriptConfig | None = None
    """A file of existing answers, whose systems join those under ``system``."""
    reuse: str | None = None
    """Folder of another campaign whose answers, intents and votes with equal keys are taken over."""
    output: str = "runs"
    """Folder that holds the campaigns' folders."""
