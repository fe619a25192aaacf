"""Writes, reads and verifies the manifest of a corpus."""

import json
import os
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Protocol

from pydantic import ValidationError

from runner.errors import DataError
from runner.knowledge_base.document_file import FileProblem, ProblemKind
from schemas.corpus import Manifest, ManifestEntry

MANIFEST_NAME = "manifest.json"
"""The manifest's name where it lies inside the corpus folder."""
_MOST_NAMED = 10


class _Hashed(Protocol):
    """What an entry needs of a document."""

    @property
    def document_id(self) -> str: ...
    @property
    def file_name(self) -> str: ...
    @property
    def sha256(self) -> str: ...
    @property
    def size_bytes(self) -> int: ...


def build_manifest(
    documents: Iterable[_Hashed], source_urls: Mapping[str, str] | None = None, licence: str | None = None
) -> Manifest:
    """Make the manifest of documents.

    Args:
        documents: The documents, in any order.
        source_urls: Address by document id, for those that have one.
        licence: Licence of all of them; null where unknown.

    Raises:
        DataError: If two share an id or a file name, or a value cannot stand in a manifest.
    """
    urls = source_urls or {}
    try:
        return Manifest.of(
            [
                ManifestEntry(
                    document_id=document.document_id,
                    file_name=document.file_name,
                    source_url=urls.get(document.document_id),
                    sha256=document.sha256,
                    size_bytes=document.size_bytes,
                    licence=licence,
                )
                for document in documents
            ]
        )
    except ValidationError as error:
        raise DataError(_described(error), where="manifest", fix="rename the documents concerned") from error


def write_manifest(path: Path, manifest: Manifest) -> None:
    """Write a manifest as indented JSON, at once or not at all: a crash leaves the old file.

    Args:
        path: Where to.
        manifest: The manifest.

    Raises:
        DataError: If the place cannot be written.
    """
    text = json.dumps(manifest.model_dump(mode="json"), ensure_ascii=False, indent=1) + "\n"
    try:
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            Path(temporary).chmod(0o644)
            Path(temporary).replace(path)
        finally:
            Path(temporary).unlink(missing_ok=True)
    except OSError as error:
        raise DataError(
            f"cannot write the manifest: {error.strerror}", where=str(path), fix="check the path"
        ) from error


def read_manifest(path: Path) -> Manifest:
    """Read a manifest and check that its own hash is right.

    Args:
        path: The file.

    Raises:
        DataError: If it is absent, not JSON, not a manifest, repeats an id, or was edited by hand without its hash.
    """
    fix = "write the manifest again from the documents, or restore the file"
    try:
        value = json.loads(path.read_bytes(), object_pairs_hook=_no_repeats, parse_constant=_no_constant)
    except OSError as error:
        raise DataError(f"cannot read the manifest: {error.strerror}", where=str(path), fix=fix) from error
    except json.JSONDecodeError as error:
        where = f"{path}:{error.lineno}"
        raise DataError(f"the manifest is not JSON: {error.msg}", where=where, fix=fix) from error
    except (ValueError, RecursionError) as error:
        raise DataError(f"the manifest cannot be read: {error}", where=str(path), fix=fix) from error
    try:
        return Manifest.model_validate(value)
    except ValidationError as error:
        raise DataError(f"the manifest is not valid: {_described(error)}", where=str(path), fix=fix) from error


def compare_with_manifest(found: Mapping[str, str], manifest: Manifest) -> list[FileProblem]:
    """Hold files against a manifest.

    Args:
        found: SHA-256 by file name, of the files that are there.
        manifest: What should be there.

    Returns:
        One finding per file that is changed, missing, or not in the manifest, sorted by file name.
    """
    problems = []
    listed = {entry.file_name: entry for entry in manifest.documents}
    for name, entry in listed.items():
        if name not in found:
            detail = f"the manifest lists it as {entry.document_id!r}, and it is not there"
            problems.append(FileProblem(name, ProblemKind.MISSING, detail))
        elif found[name] != entry.sha256:
            detail = f"its bytes hash to {found[name][:12]}…, and the manifest says {entry.sha256[:12]}…"
            problems.append(FileProblem(name, ProblemKind.CHANGED, detail))
    problems += [FileProblem(name, ProblemKind.EXTRA, "not in the manifest") for name in found if name not in listed]
    return sorted(problems, key=lambda problem: problem.file_name)


def _no_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) != len(pairs):
        keys = [key for key, _ in pairs]
        raise ValueError(f"key {next(key for key in keys if keys.count(key) > 1)!r} given twice")
    return result


def _no_constant(name: str) -> float:
    raise ValueError(f"{name} is not a JSON value")


def _described(error: ValidationError) -> str:
    """Return the first findings of a validation in one line."""
    found = []
    for item in error.errors(include_url=False, include_input=False)[:_MOST_NAMED]:
        where = ".".join(map(str, item["loc"]))
        message = item["msg"].removeprefix("Value error, ")
        found.append(f"{where}: {message}" if where else message)
    more = error.error_count() - len(found)
    return "; ".join(found) + (f"; and {more} more" if more > 0 else "")
