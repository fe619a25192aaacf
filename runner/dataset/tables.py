"""Reads tables (CSV, TSV, JSON Lines, JSON arrays, Parquet) into rows of exact values; questions and transcripts alike.

Every reader of the common libraries guesses: ``NA`` becomes a missing value, ``007`` a seven, a byte-order mark a part
of the first column's name. Here nothing is guessed about values. Text stays as the file has it, numbers become the text
that the file writes, booleans stay booleans, and only null is missing. What has to be found out about the file
(encoding, separator) is reported, and whatever cannot be read is an error with its line.
"""

import difflib
import io
import math
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any, Literal

from runner.dataset.delimited import parse_delimited
from runner.dataset.json_rows import parse_json
from runner.dataset.text_file import decode, list_places
from runner.errors import DataError
from schemas.canonical import sha256_bytes
from schemas.dataset import TableReport

_DELIMITED = (".csv", ".tsv", ".tab")
_JSON = (".jsonl", ".ndjson", ".json")
_PARQUET = (".parquet", ".pq")
SUFFIXES = (*_DELIMITED, *_JSON, *_PARQUET)
"""Ends of file names that can be read, in lower case."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a table."""

    line: int
    """The line on which it begins, from 1; the row's number for Parquet, which has no lines."""
    values: Mapping[str, Any]
    """Values by column: text, booleans, lists, mappings, null. A column that the row lacks is absent."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table and how it was read."""

    rows: list[Row]
    report: TableReport

    def at(self, *rows: Row) -> str:
        """Name the place of one or several rows for an error."""
        unit = "row" if self.report.format == "parquet" else "line"
        return f"{self.report.path}, {list_places([row.line for row in rows], unit)}"


def read_table(path: Path, *, encoding: str | None = None, separator: str | None = None) -> Table:
    """Read a whole table.

    Args:
        path: A file that ends in one of ``SUFFIXES``. Between JSON and JSON Lines the content decides.
        encoding: Encoding of a text file; null finds out.
        separator: Separator of a delimited file; null finds out.

    Returns:
        At least one row.

    Raises:
        DataError: If there is no such file, it is no table, or it has no rows; with the line where there is one.
    """
    where, data = str(path), _read_bytes(path)
    suffix = path.suffix.lower()
    if suffix in _PARQUET:
        return _finish(where, data, "parquet", _parquet_rows(data, where))
    decoded = decode(data, where, encoding)
    if suffix in _JSON:
        kind, parsed = parse_json(decoded.text, where)
        rows = [Row(line, values) for line, values in parsed]
        return _finish(
            where, data, "json" if kind == "json" else "jsonl", rows, encoding=decoded.encoding, notes=decoded.notes
        )
    _refuse_json(decoded.text, where)
    table = parse_delimited(decoded.text, where, separator=separator, tabs_first=suffix != ".csv")
    rows = [Row(line, dict(zip(table.header, fields, strict=True))) for line, fields in table.rows]
    notes = decoded.notes + table.notes
    return _finish(where, data, "csv", rows, encoding=decoded.encoding, separator=table.separator, notes=notes)


def _read_bytes(path: Path) -> bytes:
    where = str(path)
    if path.is_dir():
        raise DataError(
            "this is a folder, not a file", where=where, fix=f"name a file that ends in {_listed(SUFFIXES)}"
        )
    if path.suffix.lower() not in SUFFIXES:
        fix = f"use one of {_listed(SUFFIXES)}; the end of the name says how to read it"
        raise DataError(f"cannot tell what a file ending in {path.suffix!r} holds", where=where, fix=fix)
    try:
        return path.read_bytes()
    except FileNotFoundError as error:
        siblings = [p.name for p in path.parent.iterdir()] if path.parent.is_dir() else []
        near = nearest(path.name, siblings)
        fix = f"did you mean {_listed(near)}?" if near else "check the path"
        raise DataError("there is no such file", where=where, fix=fix) from error
    except OSError as error:
        raise DataError(f"cannot read the file: {error.strerror}", where=where, fix="check its permissions") from error


def _refuse_json(text: str, where: str) -> None:
    if text.lstrip().startswith(("{", '[{"')):
        raise DataError(
            "the name says CSV and the content is JSON", where=where, fix="give it a name that ends in .jsonl"
        )


def _parquet_rows(data: bytes, where: str) -> list[Row]:
    import polars as pl
    from polars.exceptions import PolarsError

    try:
        frame = pl.read_parquet(io.BytesIO(data))
    except (PolarsError, OSError) as error:
        fix = "check the file's name, or write it again"
        raise DataError(f"not a readable Parquet file: {error}", where=where, fix=fix) from error
    return [
        Row(number, {name: _plain(value) for name, value in row.items()})
        for number, row in enumerate(frame.iter_rows(named=True), start=1)
    ]


def _plain(value: Any) -> Any:  # noqa: ANN401 - any value of any Parquet column
    """Return the value in the shape that JSON files have: numbers and dates as text, nothing missing but null."""
    if value is None or isinstance(value, str | bool | bytes):
        return value
    if isinstance(value, int | float | Decimal | timedelta):
        return str(value)
    if isinstance(value, date | datetime | time):
        return value.isoformat()
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    return [_plain(item) for item in value]


def _finish(
    where: str,
    data: bytes,
    kind: Literal["csv", "jsonl", "json", "parquet"],
    rows: list[Row],
    *,
    encoding: str | None = None,
    separator: str | None = None,
    notes: tuple[str, ...] = (),
) -> Table:
    if not rows:
        raise DataError("the file has no rows", where=where, fix="check that the export was complete")
    columns = list(dict.fromkeys(name for row in rows for name in row.values))
    report = TableReport(
        path=where,
        format=kind,
        encoding=encoding,
        separator=separator,
        rows=len(rows),
        columns=columns,
        sha256=sha256_bytes(data),
        notes=list(notes),
    )
    return Table(rows, report)


def require_columns(table: Table, wanted: Mapping[str, str | None]) -> None:
    """Refuse a table that lacks a column.

    Args:
        table: The table.
        wanted: Names of columns by the setting that names them; null names are not wanted.

    Raises:
        DataError: For all missing columns at once, with the nearest names that there are.
    """
    known = table.report.columns
    missing = {setting: name for setting, name in wanted.items() if name is not None and name not in known}
    if not missing:
        return
    near = {name: nearest(name, known) for name in missing.values()}
    hints = [f"{name!r} could be {_listed(names)}" for name, names in near.items() if names]
    raise DataError(
        "missing columns: " + ", ".join(f"{name!r} ({setting})" for setting, name in missing.items()),
        where=table.report.path,
        fix="; ".join([*hints, f"the file has {_listed(known)}"]),
    )


def nearest(name: str, known: list[str]) -> list[str]:
    """Return up to three names that resemble ``name``, or contain it, without regard to case."""
    folded = {other.casefold(): other for other in known}
    close = difflib.get_close_matches(name.casefold(), list(folded), n=3, cutoff=0.6)
    within = [key for key in folded if name.casefold() in key and key not in close]
    return [folded[key] for key in [*close, *within][:3]]


def text_of(value: Any) -> str | None:  # noqa: ANN401 - a value of any column
    """Return a cell as exact text: booleans as ``true`` and ``false``, null (or an absent column) as null.

    Raises:
        ValueError: If the cell holds a list, a mapping or bytes.
    """
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    raise ValueError(f"a {type(value).__name__} where text belongs")


def number_of(value: Any) -> float | None:  # noqa: ANN401 - a value of any column
    """Return a cell as a finite number; null, an absent column and blank text as null.

    Raises:
        ValueError: If it is anything else.
    """
    text = text_of(value)
    if text is None or not text.strip():
        return None
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"{text!r} is no finite number")
    return number


def _listed(names: list[str] | tuple[str, ...]) -> str:
    return ", ".join(map(repr, names))
