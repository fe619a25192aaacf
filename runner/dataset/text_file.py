"""Turns the bytes of a text file into text without losing a letter, and says which encoding it took."""

import codecs
import re
from dataclasses import dataclass

from runner.errors import DataError

_BOMS = (  # UTF-32 first: its little-endian mark begins with that of UTF-16
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_OTHER_KINDS = (
    (b"PK\x03\x04", "an Excel workbook or a ZIP archive", "export the sheet as CSV (UTF-8)"),
    (b"\xd0\xcf\x11\xe0", "an old Excel workbook", "export the sheet as CSV (UTF-8)"),
    (b"\x1f\x8b", "a gzip archive", "decompress it"),
    (b"PAR1", "a Parquet file", "give it a name that ends in .parquet"),
    (b"%PDF", "a PDF", "export the table as CSV (UTF-8)"),
)
_SAVE_AS_UTF8 = "save the file as UTF-8"
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_HIGH_RUN = re.compile(rb"[\x80-\xff]{5,}")
"""Five bytes beyond ASCII in a row: common in every other script, next to unknown in Western European text."""
_REPLACEMENT = "\ufffd"
_MOST_PLACES = 10


@dataclass(frozen=True, slots=True)
class Decoded:
    """A text file's text."""

    text: str
    encoding: str
    """Name of the encoding; ``utf-8-sig`` is UTF-8 that began with a byte-order mark."""
    notes: tuple[str, ...]


def decode(data: bytes, where: str, encoding: str | None = None) -> Decoded:
    """Decode the bytes of a text file.

    A byte-order mark decides (UTF-8, UTF-16, UTF-32); then strict UTF-8; then, for text that is not UTF-8 and looks
    like Western European prose, Windows code page 1252, which is reported. Nothing is ever replaced or left out.

    Args:
        data: The whole file.
        where: The file's name, for errors.
        encoding: What the user says it is; null finds out.

    Raises:
        DataError: If the file is empty, is no text, is damaged, or cannot be told.
    """
    if not data.strip():
        raise DataError("the file is empty", where=where, fix="check the path, or export the file again")
    for signature, kind, fix in _OTHER_KINDS:
        if data.startswith(signature):
            raise DataError(f"this is {kind}, not a text file", where=where, fix=fix)
    notes: list[str] = []
    if encoding is not None:
        text = _decode_as_told(data, where, encoding)
    else:
        text, encoding = _decode_as_found(data, where)
        if encoding == "cp1252":
            notes.append("not UTF-8: read as Windows code page 1252, the encoding of older Excel exports")
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        fix = f"{_SAVE_AS_UTF8}; zero characters often mean UTF-16 without a byte-order mark"
        raise DataError("the file holds zero characters, so it is not plain text", where=f"{where}:{line}", fix=fix)
    if _REPLACEMENT in text:
        lines = [number for number, line in enumerate(text.split("\n"), start=1) if _REPLACEMENT in line]
        notes.append(f"letters were lost before this file was written: U+FFFD on {list_places(lines)}")
    return Decoded(text, encoding, tuple(notes))


def _decode_as_told(data: bytes, where: str, encoding: str) -> str:
    try:
        return data.decode(codecs.lookup(encoding).name).removeprefix("\ufeff")
    except LookupError as error:
        fix = "use a name that Python knows, such as utf-8, cp1252 or shift_jis"
        raise DataError(f"there is no text encoding {encoding!r}", where=where, fix=fix) from error
    except UnicodeError as error:
        raise DataError(f"the file is not {encoding}: {error}", where=where, fix="leave encoding null") from error


def _decode_as_found(data: bytes, where: str) -> tuple[str, str]:
    for mark, name in _BOMS:
        if data.startswith(mark):
            try:
                return data.decode(name), name
            except UnicodeDecodeError as error:
                line = data.count(b"\n", 0, error.start) + 1
                what = f"the file begins with the mark of {name.removesuffix('-sig')} and is damaged: {error.reason}"
                raise DataError(what, where=f"{where}:{line}", fix=_SAVE_AS_UTF8) from error
    try:
        return data.decode("utf-8"), "utf-8"
    except UnicodeDecodeError as error:
        return _decode_windows(data, where, error.start), "cp1252"


def _decode_windows(data: bytes, where: str, first_bad: int) -> str:
    """Decode as code page 1252, unless the bytes speak for damaged UTF-8, another script, or no text."""
    line = data.count(b"\n", 0, first_bad) + 1
    at = f"{where}:{line}"
    lenient = data.decode("utf-8", errors="surrogateescape")
    bad = sum("\udc80" <= char <= "\udcff" for char in lenient)
    good = sum(char > "\x7f" for char in lenient) - bad
    if good >= bad:
        what = f"damaged UTF-8: byte {first_bad + 1} of the file belongs to no character"
        raise DataError(what, where=at, fix="mend that line, or export the file again as UTF-8")
    fix = f"{_SAVE_AS_UTF8}, or name its encoding (encoding=…)"
    if _HIGH_RUN.search(data):
        raise DataError("not UTF-8, and its encoding cannot be told", where=at, fix=fix)
    try:
        text = data.decode("cp1252")
    except UnicodeDecodeError as error:
        raise DataError("neither UTF-8 nor Windows code page 1252", where=at, fix=fix) from error
    if _CONTROL.search(text):
        raise DataError("this is no text file", where=where, fix="give a CSV, JSON Lines or Parquet file")
    return text


def list_places(numbers: list[int], unit: str = "line") -> str:
    """Name lines or rows for a message: ``line 3``, ``lines 3, 7``, and after ten of them how many more there are."""
    shown = ", ".join(map(str, numbers[:_MOST_PLACES]))
    more = f" and {len(numbers) - _MOST_PLACES} more" if len(numbers) > _MOST_PLACES else ""
    return f"{unit}{'' if len(numbers) == 1 else 's'} {shown}{more}"
