"""One line of a log: how a record becomes bytes, how the chain is hashed, how a line is read back."""

import hashlib
import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Never

from runner.errors import RecordError

MAX_DEPTH = 200
"""Deepest nesting of a record. JSON readers recurse; what was written must be readable from any depth of calls."""

_LINK_START = b'{"prev":"'
_LINK_END = len(_LINK_START) + 64
LINK_BYTES = _LINK_END + len('",') - len("{") + len("\n")
"""Bytes that the link and the newline add to a record."""


_LONGEST_TOKEN = len(r"\ud83d\ude00")


def _refuse_constant(name: str) -> Never:
    raise ValueError(f"{name} is not JSON")


_encoder = json.JSONEncoder(ensure_ascii=True, separators=(",", ":"), allow_nan=False)
_decoder = json.JSONDecoder(parse_constant=_refuse_constant)


def encode_record(record: Mapping[str, Any], where: str) -> bytes:
    """Serialise a record, without its link, as one line of ASCII JSON.

    Args:
        record: Keys are text; values are what JSON has: ``dict``, ``list``, ``tuple`` (read back as a list), ``str``,
            ``int``, finite ``float``, ``bool``, ``None``. Text may hold anything, lone surrogates and NUL included;
            two halves of a surrogate pair side by side are read back as the one character they spell.
        where: Name of the log, for errors.

    Returns:
        The JSON object as bytes, without a newline.

    Raises:
        RecordError: For a value that JSON cannot carry; names the path of its key.
    """
    if "prev" in record:
        raise RecordError("a record may not have a key 'prev'", where=where, fix="Rename the key: it holds the chain.")
    text = ""
    try:
        text = _encoder.encode(dict(record))
        fault = _unfaithful_key(record, "", 0)
    except RecursionError:
        fault = f"nested deeper than {MAX_DEPTH} levels"
    except (TypeError, ValueError) as error:
        fault = _find_fault(record, "", 0) or str(error)
    if fault:
        raise RecordError(
            f"a record cannot be written as JSON: {fault}",
            where=where,
            fix="Write null and a reason instead of a number that cannot be computed; turn other objects into text.",
        )
    return text.encode("ascii")


def _unfaithful_key(value: Any, path: str, depth: int) -> str:  # noqa: ANN401
    """Return what is wrong with the keys or the depth of ``value``, or an empty text."""
    if depth > MAX_DEPTH:
        return f"{path[:80]}: nested deeper than {MAX_DEPTH} levels"
    if isinstance(value, Mapping):
        for key, item in value.items():
            if not isinstance(key, str):
                return f"{path or '(top)'}: the key {key!r} is not text"
            if isinstance(item, (dict, list, tuple)) and (fault := _unfaithful_key(item, f"{path}.{key}", depth + 1)):
                return fault
        return ""
    for index, item in enumerate(value):
        if isinstance(item, (dict, list, tuple)) and (fault := _unfaithful_key(item, f"{path}[{index}]", depth + 1)):
            return fault
    return ""


def _find_fault(value: Any, path: str, depth: int) -> str:  # noqa: ANN401
    """Return the path and nature of the first value that JSON cannot carry, or an empty text."""
    if depth > MAX_DEPTH:
        return f"{path[:80]}: nested deeper than {MAX_DEPTH} levels, or in a circle"
    name = path.removeprefix(".")
    if value is None or isinstance(value, (str, bool)):
        return ""
    if isinstance(value, float):
        return "" if math.isfinite(value) else f"{name} is {value}"
    if isinstance(value, int):
        return _int_fault(value, name)
    if isinstance(value, Mapping):
        parts = [(f"{path}.{key}", item) for key, item in value.items()]
    elif isinstance(value, (list, tuple)):
        parts = [(f"{path}[{index}]", item) for index, item in enumerate(value)]
    else:
        return f"{name} is a {type(value).__name__}"
    return next((fault for part, item in parts if (fault := _find_fault(item, part, depth + 1))), "")


def _int_fault(value: int, name: str) -> str:
    try:
        str(value)
    except ValueError:
        return f"{name} is a whole number of too many digits"
    return ""


def link(body: bytes, previous: str) -> bytes:
    """Put the link to the line before it in front of an encoded record.

    Args:
        body: The result of ``encode_record``.
        previous: SHA-256, in hex, of the line before it or of the log's beginning.

    Returns:
        The line without its newline: exactly ``json.dumps({"prev": previous, **record})`` in the format of the logs.
    """
    separator = b"}" if body == b"{}" else b"," + body[1:]
    return b'%b%b"%b' % (_LINK_START, previous.encode("ascii"), separator)


def claimed_link(line: bytes) -> str | None:
    """Return the hash that a line says the line before it has; None where the line does not begin with a link."""
    if line.startswith(_LINK_START) and line[_LINK_END : _LINK_END + 2] in (b'",', b'"}'):
        return line[len(_LINK_START) : _LINK_END].decode("ascii", "replace")
    return None


def line_hash(line: bytes) -> str:
    """Return the SHA-256, in hex, of the bytes of a line without its newline."""
    return hashlib.sha256(line).hexdigest()


def first_link(folder: Path, file_name: str) -> str:
    """Return the hash that stands in the first line of a log, binding it to its campaign and its file name.

    Args:
        folder: A campaign's folder, with ``spec.json``.
        file_name: Name of the log's file.

    Returns:
        SHA-256, in hex, of: the SHA-256 in hex of the bytes of ``spec.json``, a newline, the file name.

    Raises:
        RecordError: If ``spec.json`` cannot be read.
    """
    spec = folder / "spec.json"
    try:
        digest = hashlib.sha256(spec.read_bytes()).hexdigest()
    except OSError as error:
        raise RecordError(
            f"the frozen spec cannot be read: {error.strerror}",
            where=str(spec),
            fix="Give the folder of a campaign; its logs are chained to the spec.json beside them.",
        ) from error
    return line_hash(f"{digest}\n{file_name}".encode())


def decode_line(line: bytes) -> dict[str, Any]:
    """Read a line back.

    Args:
        line: The bytes without the newline.

    Returns:
        The record with its link under ``prev``.

    Raises:
        ValueError: If the line is not one JSON object in ASCII; says why.
    """
    try:
        text = line.decode("ascii")
        value, end = _decoder.raw_decode(text)
    except (ValueError, RecursionError) as error:
        raise ValueError(_why_unreadable(line, error)) from error
    if end != len(text):
        raise ValueError(_why_unreadable(line, None))
    if not isinstance(value, dict):
        raise ValueError(f"the line is a JSON {type(value).__name__}, not an object")  # noqa: TRY004
    return value


def _why_unreadable(line: bytes, error: Exception | None) -> str:
    reason = str(error) if error else "something follows the record on the same line"
    if not line.strip():
        reason = "the line is blank"
    elif b"\0" in line:
        reason = "the line holds zero bytes, as blocks do that a disk never received"
    elif line.endswith(b"\r"):
        reason = "the line ends in CR LF: a tool has converted the line ends of the file"
    elif isinstance(error, UnicodeDecodeError):
        reason = f"the byte {line[error.start]:#04x} at position {error.start + 1} is not ASCII"
    elif isinstance(error, json.JSONDecodeError):
        reason = f"{error.msg}, at position {error.pos + 1}"
    elif isinstance(error, RecursionError):
        reason = "the line is nested too deeply"
    return reason


def is_cut_off(line: bytes) -> bool:
    """Return whether a line is blank or the first part of a record, as an interrupted write leaves it.

    Args:
        line: Bytes without the newline.

    Returns:
        False also for a line that begins with a whole record, and for one whose JSON is wrong before its end: an
        interrupted write never leaves those.
    """
    text = line.decode("latin-1").rstrip()
    if not text:
        return True
    if not text.startswith("{") or not text.isascii():
        return False
    try:
        _decoder.raw_decode(text)
    except json.JSONDecodeError as error:
        # A literal, number or escape that is cut off is complained about where it begins.
        return error.msg.startswith("Unterminated string") or error.pos >= len(text) - _LONGEST_TOKEN
    except (ValueError, RecursionError):
        return False
    return False
