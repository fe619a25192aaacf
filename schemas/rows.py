"""Turns parsed records into columns, refusing every value that its column cannot hold exactly."""

import json
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

from schemas.shapes import Field, Kind, Shape

if TYPE_CHECKING:
    import polars as pl


class FrameError(ValueError):
    """A record that does not have the shape of its log."""

    def __init__(self, what: str, row: int | None = None) -> None:
        """Keep what is wrong and where.

        Args:
            what: Column and fault, in words.
            row: Position of the record among those given, from 0; None where no single one is at fault.
        """
        super().__init__(what if row is None else f"record {row}: {what}")
        self.what, self.row = what, row


class _Misfit(Exception):  # noqa: N818
    """A value that does not fit: its position in its column, the path from there and the fault."""

    def __init__(self, position: int, what: str) -> None:
        super().__init__(what)
        self.position, self.what = position, what


_PYTHON: dict[Kind, frozenset[type]] = {
    Kind.TEXT: frozenset({str}),
    Kind.INTEGER: frozenset({int}),
    Kind.NUMBER: frozenset({int, float}),
    Kind.FLAG: frozenset({bool}),
}
_INT64 = 2**63


def json_text(value: Any) -> str:  # noqa: ANN401
    """Return ``value`` as compact ASCII JSON with sorted keys: equal texts for equal values, whatever they hold.

    RFC 8785 would refuse integers beyond 2**53 and lone surrogates, which raw replies may contain.
    """
    return json.dumps(value, ensure_ascii=True, sort_keys=True, separators=(",", ":"))


def dtype_of(shape: Shape) -> "pl.DataType":
    """Return the polars type of a shape."""
    import polars as pl

    if shape.kind is Kind.STRUCT:
        return pl.Struct({field.name: dtype_of(field.shape) for field in shape.fields})
    if shape.item is not None:
        return pl.List(dtype_of(shape.item))
    simple = {Kind.INTEGER: pl.Int64(), Kind.NUMBER: pl.Float64(), Kind.FLAG: pl.Boolean()}
    return simple.get(shape.kind, pl.String())


def check_keys(rows: Sequence[Mapping[str, Any]], shape: Shape) -> None:
    """Refuse records with keys that the model does not have.

    Raises:
        FrameError: Names the keys and the record.
    """
    try:
        _check_known(rows, shape)
    except _Misfit as misfit:
        known = ", ".join(sorted(field.name for field in shape.fields))
        raise FrameError(f"the record{misfit.what}; known are {known}", misfit.position) from None


def build_column(rows: Sequence[Mapping[str, Any]], field: Field) -> "pl.Series":
    """Build one column of a table.

    Args:
        rows: Parsed records.
        field: The column's field. An absent key stands for its default.

    Returns:
        One value per record: JSON text for kind ``json``; lone surrogates replaced by U+FFFD (a table's text is
        Unicode; the log keeps them).

    Raises:
        FrameError: For a missing required key, a null where none may be, or a value of another kind or beyond the range
            of its column; names the first record at fault.
    """
    try:
        return _field_series(rows, field)
    except _Misfit as misfit:
        raise FrameError(misfit.what.removeprefix("."), misfit.position) from None


def _field_series(rows: Sequence[Mapping[str, Any] | None], field: Field) -> "pl.Series":
    """Build the column of one key of objects, of which some may be null."""
    name, default = field.name, field.default
    if field.required:
        for position, row in enumerate(rows):
            if row is not None and name not in row:
                raise _Misfit(position, f" lacks the key {name!r}")
    values = [None if row is None else row.get(name, default) for row in rows]
    absent = [position for position, row in enumerate(rows) if row is None] if None in rows else []
    try:
        return _series(name, values, field.shape, allowed_nulls=absent)
    except _Misfit as misfit:
        raise _Misfit(misfit.position, f".{name}{misfit.what}") from None


def _series(name: str, values: list[Any], shape: Shape, *, allowed_nulls: Sequence[int] = ()) -> "pl.Series":
    """Build a column of values; ``allowed_nulls`` are positions whose object is itself null."""
    import polars as pl

    if not shape.nullable and values.count(None) > len(allowed_nulls):
        allowed = set(allowed_nulls)
        position = next(n for n, value in enumerate(values) if value is None and n not in allowed)
        raise _Misfit(position, " is null and may not be")
    if shape.kind is Kind.STRUCT:
        return _struct_series(name, values, shape)
    if shape.item is not None:
        return _list_series(name, values, shape.item)
    if shape.kind is Kind.JSON:
        values = [None if value is None else json_text(value) for value in values]
    else:
        values = _scalars(values, shape.kind)
    return pl.Series(name, values, dtype=dtype_of(shape), strict=True)


def _scalars(values: list[Any], kind: Kind) -> list[Any]:
    kinds = set(map(type, values)) - {type(None)}
    if not kinds <= _PYTHON[kind]:
        position = next(n for n, value in enumerate(values) if value is not None and type(value) not in _PYTHON[kind])
        raise _Misfit(position, f" should be {kind} and is {_brief(values[position])}")
    if kind is Kind.TEXT and not _encodable(values):
        return [None if value is None else _unicode(value) for value in values]
    if kind is Kind.INTEGER:
        for position, value in enumerate(values):
            if value is not None and not -_INT64 <= value < _INT64:
                raise _Misfit(position, f" is beyond 64 bits: {_brief(value)}")
    if kind is Kind.NUMBER:
        return [None if value is None else _as_float(value, n) for n, value in enumerate(values)]
    return values


def _encodable(values: Sequence[str | None]) -> bool:
    try:
        "".join(filter(None, values)).encode()
    except UnicodeEncodeError:
        return False
    return True


def _unicode(text: str) -> str:
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _as_float(value: float, position: int) -> float:
    try:
        result = float(value)
    except OverflowError:
        result = float("inf")
    if result - result != 0:
        raise _Misfit(position, f" is beyond the range of a number: {_brief(value)}")
    return result


def _struct_series(name: str, values: list[Any], shape: Shape) -> "pl.Series":
    import polars as pl

    for position, value in enumerate(values):
        if value is not None and not isinstance(value, dict):
            raise _Misfit(position, f" should be an object and is {_brief(value)}")
    _check_known(values, shape)
    struct = pl.DataFrame([_field_series(values, field) for field in shape.fields]).to_struct(name)
    if None not in values:
        return struct
    present = pl.Series([value is not None for value in values], dtype=pl.Boolean)
    return pl.select(pl.when(present).then(struct).alias(name)).to_series()


def _check_known(rows: Sequence[Mapping[str, Any] | None], shape: Shape) -> None:
    known = {field.name for field in shape.fields}
    for position, row in enumerate(rows):
        if row is not None and not row.keys() <= known:
            unknown = ", ".join(map(repr, sorted(row.keys() - known)))
            raise _Misfit(position, f" has the unknown key {unknown}")


def _list_series(name: str, values: list[Any], item: Shape) -> "pl.Series":
    """Build a column of lists from the column of all their items, which is much faster than list by list."""
    import polars as pl

    for position, value in enumerate(values):
        if value is not None and not isinstance(value, list):
            raise _Misfit(position, f" should be a list and is {_brief(value)}")
    lengths = [len(value or ()) for value in values]
    try:
        items = _series("items", list(chain.from_iterable(value or () for value in values)), item)
    except _Misfit as misfit:
        rows = list(chain.from_iterable([row] * length for row, length in enumerate(lengths)))
        row = rows[misfit.position]
        raise _Misfit(row, f"[{misfit.position - rows.index(row)}]{misfit.what}") from None
    rows_of_items = pl.Series("row", range(len(values)), dtype=pl.Int64).repeat_by(pl.Series(lengths, dtype=pl.UInt32))
    grouped = (
        pl.DataFrame([rows_of_items.explode(empty_as_null=False), items])
        .group_by("row", maintain_order=True)
        .agg("items")
    )
    is_list = pl.Series("is_list", [value is not None for value in values], dtype=pl.Boolean)
    empty = pl.lit([], dtype=pl.List(dtype_of(item)))
    return (
        pl.DataFrame([pl.Series("row", range(len(values)), dtype=pl.Int64), is_list])
        .join(grouped, on="row", how="left", maintain_order="left")
        .select(pl.when("is_list").then(pl.col("items").fill_null(empty)).alias(name))
        .to_series()
    )


def _brief(value: Any) -> str:  # noqa: ANN401
    text = json_text(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
