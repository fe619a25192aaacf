"""A corpus: a folder of documents, read whole, in a stable order, with every bad file named."""

import os
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from runner.errors import DataError
from runner.knowledge_base.document_file import (
    MAX_BYTES,
    FileProblem,
    ProblemKind,
    TextFile,
    find_garbled,
    find_title,
    read_text_file,
)
from runner.knowledge_base.manifest import MANIFEST_NAME, build_manifest, compare_with_manifest, read_manifest
from schemas.canonical import sha256_bytes
from schemas.corpus import Manifest

SUFFIXES = (".md", ".markdown", ".txt")
"""File names of documents, in any case."""
_MOST_NAMED = 20


@dataclass(frozen=True, slots=True)
class Document:
    """One document of a corpus."""

    document_id: str
    """Its id in the manifest; without one, its path without the ending, for example ``rivers/danube``."""
    title: str
    """First level-one heading, or the file name in words."""
    text: str
    """The whole text, heading included; offsets of passages count its characters."""
    file_name: str
    """Path inside the corpus folder, with forward slashes, in Unicode normal form C."""
    sha256: str
    """SHA-256 of the file's bytes."""
    size_bytes: int
    """Length of the file in bytes."""


@dataclass(frozen=True, slots=True)
class Corpus:
    """The documents of a folder and the manifest that names them."""

    documents: tuple[Document, ...]
    """Sorted by id."""
    manifest: Manifest
    """The manifest read, or, for a folder without one, the manifest of what is there."""
    notes: tuple[FileProblem, ...]
    """Oddities that do not keep a document out, such as letters lost before the file was written."""

    def __iter__(self) -> Iterator[Document]:
        """Iterate over the documents, sorted by id."""
        return iter(self.documents)

    def __len__(self) -> int:
        """Return the number of documents."""
        return len(self.documents)

    @property
    def corpus_hash(self) -> str:
        """The manifest's hash, which names the corpus."""
        return self.manifest.corpus_hash


@dataclass(frozen=True, slots=True)
class Scan:
    """What a look at a folder found."""

    documents: tuple[Document, ...]
    """The readable documents, sorted by id; of duplicates the first only."""
    problems: tuple[FileProblem, ...]
    """Everything that keeps a file out, sorted by file name."""
    notes: tuple[FileProblem, ...]
    """Oddities of the readable ones."""


def read_corpus(folder: Path, manifest_path: Path | None = None, *, max_bytes: int = MAX_BYTES) -> Corpus:
    """Read a corpus and hold it against its manifest, where there is one.

    Args:
        folder: The documents, in any depth of folders. Names that begin with a dot are passed over.
        manifest_path: The manifest; null takes ``manifest.json`` of the folder, if it is there.
        max_bytes: Limit for one document.

    Returns:
        The documents sorted by id, and their manifest.

    Raises:
        DataError: Naming every file that is empty, binary, not UTF-8, too large, duplicated, of another kind, or not
            as the manifest says; also if there is no document at all, or the manifest cannot be read.
    """
    if manifest_path is None and (folder / MANIFEST_NAME).is_file():
        manifest_path = folder / MANIFEST_NAME
    manifest = read_manifest(manifest_path) if manifest_path else None
    scan = scan_folder(folder, manifest, max_bytes=max_bytes)
    if scan.problems:
        raise DataError(
            f"{len(scan.problems)} file(s) of the corpus cannot be accepted:\n{_listed(scan.problems)}",
            where=str(folder),
            fix="mend or remove these files; after a wanted change, write the manifest again",
        )
    if not scan.documents:
        raise DataError("no document here", where=str(folder), fix=f"put files into it that end in {_suffixes()}")
    return Corpus(scan.documents, manifest or build_manifest(scan.documents), scan.notes)


def scan_folder(folder: Path, manifest: Manifest | None = None, *, max_bytes: int = MAX_BYTES) -> Scan:
    """Look at every file of a folder and collect documents and problems, without stopping at the first.

    Args:
        folder: The corpus folder.
        manifest: What it should hold; gives the ids. Null derives ids from file names.
        max_bytes: Limit for one document.

    Raises:
        DataError: If the folder is not there.
    """
    if not folder.is_dir():
        raise DataError("no such folder of documents", where=str(folder), fix="check the path of the knowledge base")
    problems: list[FileProblem] = []
    files: list[TextFile] = []
    for file_name, path in _walk(folder, problems):
        found = read_text_file(path, file_name, max_bytes=max_bytes)
        if isinstance(found, FileProblem):
            problems.append(found)
        else:
            files.append(found)
    if manifest:
        ids = {entry.file_name: entry.document_id for entry in manifest.documents}
        named = {problem.file_name for problem in problems}
        against = compare_with_manifest({file.file_name: file.sha256 for file in files}, manifest)
        problems += [problem for problem in against if problem.file_name not in named]
    else:
        ids = {}
    documents = _distinct(files, ids, problems)
    notes = [
        FileProblem(document.file_name, ProblemKind.GARBLED, garbled)
        for document in documents
        if (garbled := find_garbled(document.text))
    ]
    return Scan(tuple(documents), tuple(sorted(problems, key=lambda problem: problem.file_name)), tuple(notes))


def _walk(folder: Path, problems: list[FileProblem]) -> Iterable[tuple[str, Path]]:
    """Yield name and path of every candidate, sorted by name; add what is no candidate to ``problems``."""
    found: list[tuple[str, Path]] = []
    for parent, folders, names in os.walk(folder, onerror=lambda error: _unreadable(folder, error, problems)):
        folders[:] = [name for name in folders if not name.startswith(".")]
        here = Path(parent)
        for name in folders:
            if (here / name).is_symlink():
                detail = "a link to a folder, which is not followed; copy the folder"
                problems.append(FileProblem(_relative(here / name, folder), ProblemKind.UNREADABLE, detail))
        found += [(_relative(here / name, folder), here / name) for name in names if not name.startswith(".")]
    for file_name, path in sorted(found):
        if file_name == MANIFEST_NAME:
            continue
        if not file_name.isprintable():
            detail = "control characters or undecodable bytes in its name; rename it"
            problems.append(FileProblem(ascii(file_name).strip("'"), ProblemKind.NAME, detail))
        elif not file_name.lower().endswith(SUFFIXES):
            problems.append(FileProblem(file_name, ProblemKind.UNSUPPORTED, f"documents end in {_suffixes()}"))
        else:
            yield file_name, path


def _unreadable(folder: Path, error: OSError, problems: list[FileProblem]) -> None:
    name = _relative(Path(error.filename), folder)
    problems.append(FileProblem(name, ProblemKind.UNREADABLE, error.strerror or str(error)))


def _relative(path: Path, folder: Path) -> str:
    # Some file systems keep names in normal form D; a manifest made elsewhere must still match.
    return unicodedata.normalize("NFC", path.relative_to(folder).as_posix())


def _distinct(files: list[TextFile], ids: dict[str, str], problems: list[FileProblem]) -> list[Document]:
    """Make documents of files; a second file with the same id or the same words becomes a problem."""
    documents: dict[str, Document] = {}
    contents: dict[str, str] = {}
    for file in files:
        document_id = ids.get(file.file_name, file.file_name.rsplit(".", 1)[0])
        words = sha256_bytes(" ".join(file.text.split()).encode())
        if document_id in documents:
            detail = f"{document_id!r} is also the id of {documents[document_id].file_name}; rename one"
            problems.append(FileProblem(file.file_name, ProblemKind.DUPLICATE_ID, detail))
        elif words in contents:
            detail = f"the same text as {contents[words]}"
            problems.append(FileProblem(file.file_name, ProblemKind.DUPLICATE_CONTENT, detail))
        else:
            contents[words] = file.file_name
            title = find_title(file.text, file.file_name)
            documents[document_id] = Document(
                document_id, title, file.text, file.file_name, file.sha256, file.size_bytes
            )
    return [documents[document_id] for document_id in sorted(documents)]


def _suffixes() -> str:
    return ", ".join(SUFFIXES)


def _listed(problems: tuple[FileProblem, ...]) -> str:
    lines = [f"  {problem}" for problem in problems[:_MOST_NAMED]]
    if len(problems) > _MOST_NAMED:
        lines.append(f"  and {len(problems) - _MOST_NAMED} more")
    return "\n".join(lines)
