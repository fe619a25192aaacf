"""One file of a corpus: its bytes, hash and text, or the reason why it cannot be a document.

Only UTF-8 is accepted. A vendor's store decodes the very same bytes by its own rules, so a guess made here could show
the coverage check a text that no system ever sees.
"""

import codecs
import re
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from schemas.canonical import sha256_bytes

MAX_BYTES = 10_000_000
"""Default limit for one document. The longest novels have some 3 MB of text."""

_UTF_16_OR_32 = (codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_SIGNATURES = (
    (b"\x89PNG\r\n", "a PNG image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"GIF8", "a GIF image"),
    (b"%PDF-", "a PDF"),
    (b"PK\x03\x04", "a ZIP archive or an Office document"),
    (b"\xd0\xcf\x11\xe0", "an old Office document"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"PAR1", "a Parquet file"),
    (b"SQLite format 3\0", "an SQLite database"),
    (b"\x7fELF", "a program"),
)
_MOJIBAKE = re.compile("Ã[\u0080-\u00bf]|â€[\u0080-\u00bf™œž˜“”]")
_TITLE_WITHIN = 4000  # characters; a heading further down is not the title
_LONGEST_TITLE = 200


class ProblemKind(StrEnum):
    """Why a file cannot be part of a corpus, or what is odd about it."""

    EMPTY = "empty"
    BINARY = "binary"
    ENCODING = "encoding"
    HUGE = "huge"
    UNREADABLE = "unreadable"
    UNSUPPORTED = "unsupported"
    NAME = "name"
    DUPLICATE_CONTENT = "duplicate content"
    DUPLICATE_ID = "duplicate id"
    CHANGED = "changed"
    MISSING = "missing"
    EXTRA = "extra"
    GARBLED = "garbled"
    """Readable, with letters that were lost or mangled before the file was written. Noted, never refused."""


@dataclass(frozen=True, slots=True)
class FileProblem:
    """One finding about one file."""

    file_name: str
    kind: ProblemKind
    detail: str

    def __str__(self) -> str:
        """Return the finding as one line."""
        return f"{self.file_name}: {self.kind}: {self.detail}"


@dataclass(frozen=True, slots=True)
class TextFile:
    """A file that can be a document."""

    file_name: str
    """Path inside the corpus folder, with forward slashes."""
    text: str
    """The decoded text; a byte-order mark is dropped and every line end is ``\\n``."""
    sha256: str
    """SHA-256 of the bytes as they are on disk."""
    size_bytes: int


def read_text_file(path: Path, file_name: str, *, max_bytes: int = MAX_BYTES) -> TextFile | FileProblem:
    """Read one file of a corpus.

    Args:
        path: Where it is.
        file_name: What to call it: its path inside the corpus folder.
        max_bytes: Larger files are not read.

    Returns:
        The text with the hash of its bytes, or the problem. Nothing is raised for a bad file, so that a whole folder
        can be examined in one go.
    """
    try:
        if not path.is_file():
            return FileProblem(file_name, ProblemKind.UNREADABLE, "not a regular file, or a link that leads nowhere")
        size = path.stat().st_size
        if size > max_bytes:
            detail = f"{size:,} bytes; the limit is {max_bytes:,}"
            return FileProblem(file_name, ProblemKind.HUGE, detail)
        data = path.read_bytes()
    except OSError as error:
        return FileProblem(file_name, ProblemKind.UNREADABLE, error.strerror or str(error))
    decoded = decode_document(data)
    if isinstance(decoded, tuple):
        return FileProblem(file_name, *decoded)
    return TextFile(file_name, decoded, sha256_bytes(data), len(data))


def decode_document(data: bytes) -> str | tuple[ProblemKind, str]:
    r"""Decode the bytes of a document.

    Args:
        data: The whole file.

    Returns:
        The text with ``\n`` line ends, or the kind of problem and its detail.
    """
    for signature, name in _SIGNATURES:
        if data.startswith(signature):
            return ProblemKind.BINARY, f"{name}, whatever its name says"
    if data.startswith(_UTF_16_OR_32):
        return ProblemKind.ENCODING, "UTF-16 or UTF-32; save it as UTF-8"
    if b"\0" in data:
        return ProblemKind.BINARY, "holds zero bytes: no text, or UTF-16 without a byte-order mark"
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        return ProblemKind.ENCODING, f"not UTF-8: byte 0x{data[error.start]:02x} in line {line}{_guess(data)}"
    if not text.strip():
        return ProblemKind.EMPTY, "no text"
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _guess(data: bytes) -> str:
    """Name the encoding that Western European prose of this kind usually has, where it fits."""
    try:
        text = data.decode("cp1252")
    except UnicodeDecodeError:
        return "; save it as UTF-8"
    letters = sum(char.isalpha() or char.isspace() for char in text)
    return "; looks like Windows-1252, save it as UTF-8" if letters > 0.7 * len(text) else "; save it as UTF-8"


def find_garbled(text: str) -> str | None:
    """Describe letters that were lost before the file was written, or return null.

    A gold answer that stands in such a passage is missed by every text comparison.
    """
    if "\ufffd" in text:
        return f"{text.count(chr(0xFFFD))} replacement characters (U+FFFD): letters are lost"
    found = _MOJIBAKE.search(text)
    return f"UTF-8 that was once read as Windows-1252, such as {found.group()!r}" if found else None


def find_title(text: str, file_name: str) -> str:
    """Return the first level-one Markdown heading of a document, or else its file name in words."""
    if file_name.lower().endswith((".md", ".markdown")):
        for line in text[:_TITLE_WITHIN].split("\n"):
            title = line[1:].strip().rstrip("#").rstrip() if line.startswith(("# ", "#\t")) else ""
            if title:
                return title[:_LONGEST_TITLE]
    stem = file_name.rsplit("/", 1)[-1].rsplit(".", 1)[0]
    return " ".join(stem.replace("_", " ").replace("-", " ").split()) or file_name
