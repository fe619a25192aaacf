"""What a file in ``conf/systems/`` may say: one strict model per adapter, and no other keys."""

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from schemas.response import Record

SLUG_PATTERN = r"^[a-z0-9_]{1,64}$"
"""Slugs name systems, prompts, judges and data sets: lower-case ASCII letters, digits and underscores."""

Slug = Annotated[str, Field(pattern=SLUG_PATTERN)]


class ModelSettings(Record):
    """How one model is called. Only what is set here is ever sent."""

    name: str = Field(min_length=1, max_length=200)
    """Model name in LiteLLM's grammar, ``provider/model``; dated snapshots rather than aliases."""
    endpoint: Slug
    """Id of an entry in ``conf/endpoints/``: the host and the variable that holds its key."""
    temperature: float | None = Field(default=None, ge=0, le=2)
    """Sampling temperature; null sends none."""
    max_output_tokens: int = Field(default=512, ge=1, le=32_768)
    """Limit on visible and reasoning tokens of one reply."""
    seed: int | None = Field(default=None, ge=0)
    """Sampling seed, for vendors that take one; null sends none."""
    reasoning: Literal["off", "lowest", "default"] = "default"
    """How much reasoning is asked for; ``default`` sends nothing."""


class SystemBase(Record):
    """What every system has, whatever its adapter."""

    slug: Slug
    """The system's name; equal to its file's name."""
    title: str = Field(min_length=1, max_length=80)
    """Name for people, shown in reports. Not part of the system's identity."""
    description: str = Field(default="", max_length=500)
    """One or two sentences for the expandable row of the leaderboard. Not part of the identity."""
    family: str | None = Field(default=None, max_length=40)
    """Vendor family of the answering model, to disclose judges of the same family."""
    has_knowledge_base: bool = True
    """Whether the system answers from the campaign's corpus. Only systems without one may be exempt from canaries."""
    prompt_delivery: Literal["system_message", "persona", "none"] = "system_message"
    """How the system can receive the campaign's instruction."""
    concurrency: int = Field(default=1, ge=1, le=64)
    """Calls in flight at once. Not part of the identity."""


class BM25Retrieval(Record):
    """Lexical retrieval over the campaign's corpus."""

    method: Literal["bm25"] = "bm25"
    """Okapi BM25 over whole passages."""
    top_k: int = Field(default=3, ge=1, le=50)
    """Passages handed to the reader."""
    threshold: float | None = Field(default=None, ge=0, le=1)
    """Share of the question's weight, from 0 to 1, that the best passage must carry for the system to answer; null
    never declines for weak retrieval."""
    passage_words: int = Field(default=120, ge=20, le=1000)
    """Documents are cut at sentence ends into passages of at most this many words."""


class LocalRagSystem(SystemBase):
    """Retrieval over the corpus on this machine and a reader model on any OpenAI-compatible endpoint."""

    adapter: Literal["local_rag"]
    retrieval: BM25Retrieval = BM25Retrieval()
    reader: ModelSettings


class ChatSystem(SystemBase):
    """A bare model without retrieval: the baseline."""

    adapter: Literal["chat"]
    has_knowledge_base: bool = False
    model: ModelSettings


class TranscriptColumns(Record):
    """Which column of a transcript holds what. Null means that the transcript has no such column."""

    question_id: str | None = "question_id"
    """Id of the question; without one, rows are matched by the question's text."""
    question: str | None = "question"
    """Text of the question."""
    answer: str = "answer"
    """The answer, verbatim."""
    system: str | None = None
    """Name of the system, where one file holds several."""
    repeat: str | None = None
    """Repeat number from 0; without one, rows of a question count as repeats in file order."""
    contexts: str | None = None
    """Retrieved passages: a list of texts or of objects with ``text``, ``title``, ``document_id`` and ``score``."""
    latency_s: str | None = None
    """Seconds to the answer."""
    cost_usd: str | None = None
    """Cost of the call."""
    model: str | None = None
    """Model that answered."""
    error: str | None = None
    """Error text; a row with one is a technical failure, whatever its answer holds."""


class TranscriptSystem(SystemBase):
    """Answers that somebody already has."""

    adapter: Literal["transcript"]
    prompt_delivery: Literal["system_message", "persona", "none"] = "none"
    file: str
    """Path of a CSV, JSONL or Parquet file. Operational: identity uses the hash of the rows read, not the path."""
    columns: TranscriptColumns = TranscriptColumns()
    select: str | None = None
    """Value of the ``system`` column whose rows belong to this system; null takes all rows."""


Contestant = Literal["always_decline", "always_answer", "empty", "gold_oracle", "injector"]
"""The built-in contestants with a known outcome."""


class ReferenceSystem(SystemBase):
    """A built-in system with a known outcome, there to test the instrument; never ranked."""

    adapter: Literal["reference"]
    prompt_delivery: Literal["system_message", "persona", "none"] = "none"
    contestant: Contestant


class OpenAIFileSearchSystem(SystemBase):
    """OpenAI's Responses API with its hosted file search."""

    adapter: Literal["openai_file_search"]
    model: ModelSettings
    store: str | None = None
    """Slug of the store manifest written by ``ragcanary kb upload``."""
    max_num_results: int = Field(default=20, ge=1, le=50)
    """Chunks that file search may return."""
    force_search: bool = True
    """Whether the tool call is forced; otherwise the model may skip retrieval."""


class GeminiFileSearchSystem(SystemBase):
    """Google's generateContent with its hosted File Search."""

    adapter: Literal["gemini_file_search"]
    model: ModelSettings
    store: str | None = None
    """Slug of the store manifest written by ``ragcanary kb upload``."""
    top_k: int = Field(default=20, ge=1, le=50)
    """Chunks that File Search may return."""


class CustomGPTSystem(SystemBase):
    """A CustomGPT.ai project; settings are pinned in the project and read back."""

    adapter: Literal["customgpt"]
    prompt_delivery: Literal["system_message", "persona", "none"] = "persona"
    endpoint: Slug
    """Id of the vendor's entry in ``conf/endpoints/``."""
    model: str = Field(min_length=1, max_length=80)
    """The vendor's own model id, as its settings report it."""
    store: str | None = None
    """Slug of the store manifest written by ``ragcanary kb upload``."""


System = Annotated[
    LocalRagSystem
    | ChatSystem
    | TranscriptSystem
    | ReferenceSystem
    | OpenAIFileSearchSystem
    | GeminiFileSearchSystem
    | CustomGPTSystem,
    Field(discriminator="adapter"),
]
"""Any system; the adapter's name decides which settings it has."""

SYSTEM: TypeAdapter[System] = TypeAdapter(System)
"""Validates a mapping into the model of its adapter."""


class Delivery(Record):
    """What a system really receives besides the question: part of its identity and a row of the parity table."""

    mode: Literal["system_message", "persona", "none"]
    """How the campaign's instruction reaches the system; ``none``: it does not."""
    instruction: str | None
    """The instruction as delivered, word for word; null when nothing is delivered."""
    frame: dict[str, str] = Field(default_factory=dict)
    """The adapter's own fixed words by purpose (the template around the question, the sentence with which it
    declines), so that changing one of them in code changes the identity."""
