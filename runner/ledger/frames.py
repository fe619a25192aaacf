"""Reads a log into a table, batch by batch, validated against the model that defines the log."""

import re
from collections.abc import Iterator, Sequence
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import BaseModel

from runner.errors import RecordError
from runner.ledger.reader import Place, read_line, read_log
from schemas.frames import Rule, build_frame, fields_of, frame_schema, repeated_row, validate_frame
from schemas.rows import FrameError, dtype_of
from schemas.shapes import Field, Kind

if TYPE_CHECKING:
    import polars as pl

BATCH_ROWS = 5_000
"""Records that are parsed, turned into columns and validated together."""

_FIX = (
    "Read the log with the version of ragcanary that wrote it (see spec.json); if that is this one, the record was "
    "written or changed by something else."
)


def read_batches(
    folder: Path,
    log: str,
    model: type[BaseModel],
    *,
    columns: Sequence[str] | None = None,
    validate: bool = True,
    rules: Sequence[Rule] = (),
) -> Iterator["pl.DataFrame"]:
    """Read a log with all of its segments as a series of tables; memory is that of one batch.

    Args:
        folder: A campaign's folder.
        log: Name of the log.
        model: The model that defines the log: it alone decides the types, and unknown keys are errors.
        columns: The columns wanted; all by default.
        validate: Whether to check limits, choices, patterns and rules with pandera. Without it, a few scalar
            ``columns`` are read several times faster: then unknown keys go unnoticed and a number in a text column is
            read as text. It is meant for logs that have been validated before.
        rules: What must hold across columns; not together with ``columns``.

    Yields:
        Tables of up to ``BATCH_ROWS`` rows in the order of the log. At least one, which may be empty.

    Raises:
        RecordError: For damage, and for a record that does not fit; names file and line.
        ValueError: If ``rules`` and ``columns`` are both given.
    """
    if rules and columns is not None:
        raise ValueError("rules see whole records: give rules or columns, not both")
    schema = frame_schema(model, rules=rules, columns=columns) if validate else None
    fields = fields_of(model, columns)
    straight = not validate and columns is not None and all(map(_is_plain, fields))
    lines = read_log(folder, log).lines()
    started = False
    while (batch := list(islice(lines, BATCH_ROWS))) or not started:
        started = True
        frame = _straight(batch, fields) if straight and batch else None
        if frame is not None:
            yield frame
            continue
        try:
            frame = build_frame([read_line(place, line) for place, line in batch], model, columns)
            if schema is not None:
                validate_frame(frame, schema)
        except FrameError as error:
            place = folder if error.row is None else batch[error.row][0]
            raise _misfit(log, error.what, place) from error
        yield frame


_SURROGATES = re.compile(rb"\\ud(?:[89ab]..\\ud[c-f]..)?")
"""Escaped surrogates: whole pairs, or the first bytes of a lone one."""


def _is_plain(field: Field) -> bool:
    """Return whether a column is a scalar whose nulls are unambiguous, so that polars alone can read it."""
    scalar = field.shape.kind not in (Kind.JSON, Kind.STRUCT, Kind.LIST)
    return scalar and (field.default is None or not field.shape.nullable)


def _straight(batch: Sequence[tuple[Place, bytes]], fields: Sequence[Field]) -> "pl.DataFrame | None":
    """Let polars read scalar columns from the bytes; None where only the slower way can decide."""
    import polars as pl

    data = b"\n".join([line for _, line in batch])
    if any(len(match[0]) < 12 for match in _SURROGATES.finditer(data)):
        return None  # The JSON reader of polars turns lone surrogates into NUL.
    try:
        frame = pl.read_ndjson(BytesIO(data), schema={field.name: dtype_of(field.shape) for field in fields})
    except pl.exceptions.PolarsError:
        return None
    if any(frame[field.name].has_nulls() for field in fields if not field.shape.nullable):
        return None
    return frame


def read_frame(
    folder: Path,
    log: str,
    model: type[BaseModel],
    *,
    columns: Sequence[str] | None = None,
    validate: bool = True,
    unique: Sequence[str] = (),
    rules: Sequence[Rule] = (),
) -> "pl.DataFrame":
    """Read a log with all of its segments into one table.

    Args:
        folder: A campaign's folder.
        log: Name of the log.
        model: The model that defines the log: it alone decides the types, and unknown keys are errors.
        columns: The columns wanted; all by default. Fewer columns are faster and smaller.
        validate: As for ``read_batches``.
        unique: Columns whose values together may occur once in the log, its segments included.
        rules: What must hold across columns; not together with ``columns``.

    Returns:
        One row per record, in the order of the log.

    Raises:
        RecordError: For damage, for a record that does not fit, and for a repeated key; names file and line.
        ValueError: If ``rules`` and ``columns`` are both given, or ``unique`` names a column that is not read.
    """
    import polars as pl

    if columns is not None and not set(unique) <= set(columns):
        raise ValueError(f"the key {list(unique)} needs columns that are not read")
    batches = read_batches(folder, log, model, columns=columns, validate=validate, rules=rules)
    frame = pl.concat(batches)
    row = repeated_row(frame, unique)
    if row is not None:
        key = ", ".join(f"{name} {frame[name][row]!r}" for name in unique)
        raise _misfit(log, f"{key} was recorded before", _place_of(folder, log, row))
    return frame


def _place_of(folder: Path, log: str, row: int) -> Place:
    return next(islice(read_log(folder, log).lines(), row, None))[0]


def _misfit(log: str, what: str, where: Place | Path) -> RecordError:
    return RecordError(f"a record of the log {log!r} does not fit: {what}", where=str(where), fix=_FIX)
