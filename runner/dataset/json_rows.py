r"""Parses JSON Lines and JSON arrays into rows that keep every value as the file writes it.

Numbers stay text (``1.50`` is not 1.5, and ``12345678901234567890`` loses no digit), true and false stay booleans, and
null alone is a missing value. JSON Lines are separated by ``\n`` and nothing else: U+2028, U+0085 and their like are
ordinary characters inside a value.
"""

import json
import re
from collections import Counter
from typing import Any, NoReturn

from runner.errors import DataError

Row = tuple[int, dict[str, Any]]
"""The line on which a row begins, from 1, and its values by key."""

_HALF_PAIR = re.compile(r"\\u[dD][89a-fA-F]")
_BLANK = " \t\r\n"
_ONE_OBJECT_A_LINE = "write one JSON object per line, or one array of objects"


def parse_json(text: str, where: str) -> tuple[str, list[Row]]:
    """Parse a JSON array of objects or JSON Lines, whichever the text is.

    Args:
        text: The whole file, decoded.
        where: The file's name, for errors.

    Returns:
        ``json`` or ``jsonl``, and the rows.

    Raises:
        DataError: For broken JSON (a torn last line included), rows that are no objects, keys given twice, NaN and
            infinities, and halves of surrogate pairs, each with its line.
    """
    if text.lstrip(_BLANK).startswith("["):
        return "json", _parse_array(text, where)
    return "jsonl", _parse_lines(text, where)


def _parse_lines(text: str, where: str) -> list[Row]:
    rows = []
    stripped = (line.strip(_BLANK) for line in text.split("\n"))
    for number, line in enumerate(stripped, start=1):
        if not line:
            continue
        value, end = _decode_one(line, 0, where, number)
        if end < len(line):
            raise DataError("more than one value on the line", where=f"{where}:{number}", fix=_ONE_OBJECT_A_LINE)
        rows.append((number, value))
    return rows


def _parse_array(text: str, where: str) -> list[Row]:
    rows = []
    position = text.index("[") + 1
    counted, line = 0, 1
    open_ended = not text[position:].lstrip(_BLANK).startswith("]")
    while open_ended:
        position = _skip_blank(text, position)
        line += text.count("\n", counted, position)
        counted = position
        value, position = _decode_one(text, position, where, line)
        rows.append((line, value))
        position = _skip_blank(text, position)
        follower = text[position : position + 1]
        if follower not in {",", "]"}:
            line += text.count("\n", counted, position)
            raise DataError("the array is not closed", where=f"{where}:{line}", fix="a comma or ] belongs here")
        position += 1
        open_ended = follower == ","
    if rows and _skip_blank(text, position) < len(text):
        raise DataError("more text follows the array", where=where, fix=_ONE_OBJECT_A_LINE)
    return rows


def _skip_blank(text: str, position: int) -> int:
    while position < len(text) and text[position] in _BLANK:
        position += 1
    return position


def _decode_one(text: str, position: int, where: str, line: int) -> tuple[dict[str, Any], int]:
    at = f"{where}:{line}"
    try:
        value, end = _DECODER.raw_decode(text, position)
    except json.JSONDecodeError as error:
        column = f", column {error.colno}" if error.lineno == 1 else ""
        raise DataError(f"broken JSON{column}: {error.msg}", where=at, fix=_ONE_OBJECT_A_LINE) from error
    except (ValueError, RecursionError) as error:
        raise DataError(f"not acceptable as JSON: {error}", where=at, fix="mend the line") from error
    if not isinstance(value, dict):
        raise DataError("a row must be a JSON object", where=at, fix=_ONE_OBJECT_A_LINE)
    if _HALF_PAIR.search(text, position, end):
        try:
            json.dumps(value, ensure_ascii=False).encode()
        except UnicodeEncodeError as error:
            fix = "write the character whole, or as both halves"
            raise DataError("half of a surrogate pair, which is no character", where=at, fix=fix) from error
    return value, end


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        repeated = sorted(key for key, count in Counter(key for key, _ in pairs).items() if count > 1)
        raise ValueError(f"the key {repeated[0]!r} is given twice")
    return found


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON value; write null, or the word in quotes")


_DECODER = json.JSONDecoder(object_pairs_hook=_unique_keys, parse_float=str, parse_int=str, parse_constant=_no_constant)
