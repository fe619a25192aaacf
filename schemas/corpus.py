"""The manifest of a corpus: which documents it holds, byte for byte, and the hash that names it."""

import re
from collections import Counter
from typing import Literal, Self

from pydantic import Field, field_validator, model_validator

from schemas.canonical import nfc, sha256_of
from schemas.response import Record

_DRIVE = re.compile(r"[A-Za-z]:")


class ManifestEntry(Record):
    """One document of a corpus."""

    document_id: str = Field(min_length=1, max_length=512)
    """Id by which questions, passages and vendor stores name the document."""
    file_name: str = Field(min_length=1, max_length=1024)
    """Path inside the corpus folder, with forward slashes, in Unicode normal form C."""
    source_url: str | None = None
    """Where the document was collected; null where it was written for the corpus or has no address."""
    sha256: str = Field(pattern=r"^[0-9a-f]{64}$")
    """SHA-256 of the file's bytes, as they are given to every vendor."""
    size_bytes: int = Field(ge=1)
    """Length of the file in bytes."""
    licence: str | None = None
    """SPDX identifier, or the terms in words; null where nobody has found out."""

    @field_validator("document_id")
    @classmethod
    def _plain_id(cls, value: str) -> str:
        if value != value.strip() or not value.isprintable() or value != nfc(value):
            raise ValueError("an id has no control characters, no space around it, and is in normal form C")
        return value

    @field_validator("file_name")
    @classmethod
    def _stays_inside(cls, value: str) -> str:
        parts = value.split("/")
        outside = value.startswith("/") or _DRIVE.match(value) or any(part in {"", ".", ".."} for part in parts)
        if outside or "\\" in value or "\0" in value:
            raise ValueError("a file name is a path inside the corpus folder, with forward slashes")
        if value != nfc(value):
            raise ValueError("a file name is in Unicode normal form C")
        return value


class Manifest(Record):
    """All documents of a corpus, sorted by id, with the hash that names the corpus."""

    format: Literal["ragcanary-corpus-1"] = "ragcanary-corpus-1"
    """Name and version of this format."""
    corpus_hash: str = Field(pattern=r"^[0-9a-f]{64}$")
    """SHA-256 of the canonical JSON of ``documents`` sorted by id. Every flag and store names the corpus by it."""
    documents: tuple[ManifestEntry, ...] = Field(min_length=1)
    """The entries, sorted by ``document_id``."""

    @classmethod
    def of(cls, entries: list[ManifestEntry]) -> Self:
        """Build a manifest from entries in any order.

        Raises:
            ValueError: If two entries share an id or a file name, or there are none.
        """
        ordered = sorted(entries, key=lambda entry: entry.document_id)
        return cls(corpus_hash=corpus_hash(ordered), documents=tuple(ordered))

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        for field in ("document_id", "file_name"):
            counts = Counter(getattr(entry, field) for entry in self.documents)
            repeated = sorted(name for name, count in counts.items() if count > 1)
            if repeated:
                raise ValueError(f"{field} given twice: {', '.join(repeated[:5])}")
        computed = corpus_hash(list(self.documents))
        if computed != self.corpus_hash:
            raise ValueError(f"the entries hash to {computed}, but corpus_hash says {self.corpus_hash}")
        return self


def corpus_hash(entries: list[ManifestEntry]) -> str:
    """Return the hash that names a corpus: SHA-256 of the canonical JSON of its entries, sorted by id.

    Args:
        entries: The entries in any order.
    """
    ordered = sorted(entries, key=lambda entry: entry.document_id)
    return sha256_of([entry.model_dump(mode="json") for entry in ordered])
