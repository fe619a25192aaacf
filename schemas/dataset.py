"""What a file in ``conf/dataset/`` may say, and what is reported of the questions that were read."""

from typing import Annotated, Literal, Self

from pydantic import Field, TypeAdapter, model_validator

from schemas.response import Record
from schemas.system import SLUG_PATTERN, Slug

CORPUS_PATTERN = rf"^(declared:[a-z0-9_]{{1,64}}|{SLUG_PATTERN.strip('^$')})$"
"""A knowledge base by its name, or ``declared:<name>`` for a corpus whose text is not at hand."""

SHA256_PATTERN = r"^[0-9a-f]{64}$"
"""A SHA-256 in lower-case hex."""

Separator = Literal[",", ";", "\t", "|"]
"""What stands between the fields of a delimited file."""


class QuestionColumns(Record):
    """Which column of a data set holds what. Null means that the data set has no such column."""

    question: str = Field(min_length=1)
    """Text of the question, as put to the systems."""
    gold: str = Field(min_length=1)
    """The gold answer, with its notes."""
    question_id: str | None = Field(default=None, min_length=1)
    """The data set's own id; null makes ids of the questions' texts."""
    answer_type: str | None = Field(default=None, min_length=1)
    """Kind of answer, for tables by kind."""
    topic: str | None = Field(default=None, min_length=1)
    """Subject, for tables by subject."""
    document_id: str | None = Field(default=None, min_length=1)
    """The document collected for the question."""


class CanaryFlags(Record):
    """Where the canary flags come from and which corpus they were made for. All null: nobody has checked."""

    column: str | None = Field(default=None, min_length=1)
    """A column of true and false in the data set itself."""
    canary_when: bool = True
    """The value of ``column`` that marks a canary: ``false`` where the column says that the corpus has the answer."""
    list_file: str | None = Field(default=None, min_length=1)
    """A table with one row per canary, where the flags lie apart from the questions."""
    list_key: str | None = Field(default=None, min_length=1)
    """The column that ``list_file`` and the data set share."""
    corpus: str | None = Field(default=None, pattern=CORPUS_PATTERN)
    """The corpus of the flags: the name of a knowledge base, or ``declared:<name>``."""

    @model_validator(mode="after")
    def _one_origin_and_its_corpus(self) -> Self:
        if self.column is not None and self.list_file is not None:
            raise ValueError("column and list_file exclude each other: set one of them to null")
        if self.list_file is not None and self.list_key is None:
            raise ValueError("list_file needs list_key, the column that it shares with the data set")
        if self.given and self.corpus is None:
            raise ValueError("flags belong to a corpus: set corpus to a knowledge base's name or declared:<name>")
        if not self.given and self.corpus is not None:
            raise ValueError("corpus is set, but neither column nor list_file says which questions are canaries")
        return self

    @property
    def given(self) -> bool:
        """Whether there are flags at all."""
        return self.column is not None or self.list_file is not None

    @property
    def declared(self) -> bool:
        """Whether the corpus is only declared: its text is not at hand, so it has no manifest hash."""
        return self.corpus is not None and self.corpus.startswith("declared:")


class DatasetBase(Record):
    """What every data set says, wherever it lies."""

    name: Slug
    """The data set's name."""
    title: str = Field(min_length=1, max_length=120)
    """Name for people, shown in reports."""
    licence: str = Field(min_length=1, max_length=120)
    """Licence of the questions, as an SPDX expression where there is one."""
    citation: str | None = Field(default=None, max_length=1000)
    """How to cite the data set."""
    encoding: str | None = Field(default=None, min_length=1, max_length=40)
    """Encoding of a text file; null finds it out and reports it."""
    separator: Separator | None = None
    """What separates the fields of a delimited file; null finds it out and reports it."""
    columns: QuestionColumns
    """Which column holds what."""
    repeated_rows: Literal["refuse", "merge"] = "refuse"
    """``merge`` takes several rows of one question as one, for files with one row per answer."""
    canary: CanaryFlags = CanaryFlags()
    """The flags and their corpus."""
    expected_rows: int | None = Field(default=None, ge=1)
    """Number of questions that the whole data set must have; null checks nothing."""
    expected_canaries: int | None = Field(default=None, ge=0)
    """Number of canaries that the whole data set must have; null checks nothing."""
    expected_sha256: str | None = Field(default=None, pattern=SHA256_PATTERN)
    """``questions_sha256`` that the whole data set must have; null checks nothing."""
    select: list[str] | None = Field(default=None, min_length=1)
    """Ids of the only questions to use, for pilots; null uses all. Another selection is another protocol."""
    limit: int | None = Field(default=None, ge=1)
    """Use only this many questions, for pilots: those whose ids come first by their SHA-256."""


class FileDataset(DatasetBase):
    """Questions in a file: CSV, TSV, JSON Lines, a JSON array or Parquet."""

    kind: Literal["file"]
    path: str = Field(min_length=1)
    """The file. ``data/…`` lies in the ``conf`` package; other relative paths start at the working directory."""


class HubDataset(DatasetBase):
    """Questions in a data set repository of the Hugging Face Hub."""

    kind: Literal["hub"]
    repo: str = Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]*(/[A-Za-z0-9][A-Za-z0-9._-]*)?$")
    """``namespace/name`` of the repository."""
    config: str | None = Field(default=None, min_length=1)
    """Configuration of the data set; null takes its default."""
    split: str = Field(min_length=1)
    """The split to use."""
    revision: str = Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._/-]*$")
    """The pinned commit, whole or its first 7 digits or more; a branch or tag works, and is reported as movable."""
    path: str | None = Field(default=None, min_length=1)
    """A local copy to read instead of asking the Hub; null asks the Hub."""


Dataset = Annotated[FileDataset | HubDataset, Field(discriminator="kind")]
"""Any data set; its kind decides which settings it has."""

DATASET: TypeAdapter[Dataset] = TypeAdapter(Dataset)
"""Validates a mapping into the model of its kind."""


class TableReport(Record):
    """How a table was read."""

    path: str
    """The file as it was named."""
    format: Literal["csv", "jsonl", "json", "parquet"]
    """The format that was found."""
    encoding: str | None = None
    """Encoding of a text file; null for Parquet."""
    separator: str | None = None
    """What separates the fields of a delimited file; null for other formats."""
    rows: int = Field(ge=1)
    """Rows read."""
    columns: list[str]
    """Names of the columns, in the order of the file."""
    sha256: str
    """SHA-256 of the file's bytes."""
    notes: list[str] = []
    """What the reader of the results should know, such as a guessed encoding."""


class DatasetReport(Record):
    """How the questions of a data set were read."""

    name: str
    """The data set's name."""
    tables: list[TableReport]
    """Every file that was read, the questions' first."""
    repo: str | None = None
    """Repository of the Hub; null when a local file was read."""
    revision: str | None = None
    """The whole commit hash of that repository; null when a local file was read."""
    available: int = Field(ge=1)
    """Questions of the whole data set."""
    available_canaries: int | None = None
    """Canaries among them; null where nobody has checked."""
    used: int = Field(ge=1)
    """Questions after ``select`` and ``limit``."""
    used_canaries: int | None = None
    """Canaries among those; null where nobody has checked."""
    merged_rows: int = Field(default=0, ge=0)
    """Rows that repeated a question and were merged into it."""
    questions_sha256: str
    """Hash of the questions in use, with flags and corpus."""
    notes: list[str] = []
    """What the reader of the results should know."""
