"""Tables of records: polars types and pandera schemas derived from the one pydantic model that defines a log."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel

from schemas.rows import FrameError, build_column, check_keys, dtype_of
from schemas.shapes import Field, Kind, Limit, Shape, shape_of

if TYPE_CHECKING:
    import pandera.polars as pa
    import polars as pl

_SHOWN = 3
"""Faults that one error spells out."""


@dataclass(frozen=True, slots=True)
class Rule:
    """Something that must hold in every record and takes more than one column to tell."""

    name: str
    """The rule as a sentence, for errors: ``an invalid vote names its cause``."""
    holds: Callable[["pl.DataFrame"], "pl.Series"]
    """Given a table, one boolean per row; null counts as held."""


def fields_of(model: type[BaseModel], columns: Sequence[str] | None = None) -> tuple[Field, ...]:
    """Return the fields of a log that a table of it holds.

    Args:
        model: The model that defines the log.
        columns: The columns wanted, in their order; all by default, in the model's order.

    Raises:
        KeyError: For a column that the model does not have.
    """
    fields = shape_of(model).fields
    if columns is None:
        return fields
    by_name = {field.name: field for field in fields}
    return tuple(by_name[name] for name in columns)


def frame_types(model: type[BaseModel], columns: Sequence[str] | None = None) -> dict[str, "pl.DataType"]:
    """Return the polars type of each column of a log.

    Args:
        model: The model that defines the log; see ``shapes.shape_of`` for what it may hold.
        columns: The columns wanted; all by default, in the model's order.

    Raises:
        TypeError: For a field that has no counterpart in a table.
        KeyError: For a column that the model does not have.
    """
    return {field.name: dtype_of(field.shape) for field in fields_of(model, columns)}


def build_frame(
    rows: Sequence[Mapping[str, Any]], model: type[BaseModel], columns: Sequence[str] | None = None
) -> "pl.DataFrame":
    """Build a table from parsed records. Types come from the model alone, never from the records.

    Args:
        rows: Parsed records; keys may be absent where the model has defaults.
        model: The model that defines the log.
        columns: The columns wanted; all by default. Unknown keys are errors in either case.

    Returns:
        One row per record, in their order.

    Raises:
        FrameError: For unknown or missing keys and values of another kind; names the first record at fault.
    """
    import polars as pl

    check_keys(rows, shape_of(model))
    return pl.DataFrame([build_column(rows, field) for field in fields_of(model, columns)])


def frame_schema(
    model: type[BaseModel],
    *,
    unique: Sequence[str] = (),
    rules: Sequence[Rule] = (),
    columns: Sequence[str] | None = None,
) -> "pa.DataFrameSchema":
    """Return the pandera schema of a log.

    Args:
        model: The model that defines the log.
        unique: Columns that together must differ from row to row.
        rules: What must hold across columns.
        columns: The columns of the tables to be validated; all by default.

    Raises:
        TypeError: For a field or constraint that has no counterpart in a table.
    """
    import pandera.polars as pa

    return pa.DataFrameSchema(
        {
            field.name: pa.Column(
                dtype_of(field.shape), checks=_checks(field.shape), nullable=field.shape.nullable, required=True
            )
            for field in fields_of(model, columns)
        },
        checks=[pa.Check(_whole_frame(rule), name=rule.name, error=rule.name) for rule in rules],
        unique=list(unique) or None,
        strict=True,
        coerce=False,
        name=model.__name__,
    )


def validate_frame(frame: "pl.DataFrame", schema: "pa.DataFrameSchema") -> None:
    """Check a table against its schema, all columns and rules at once.

    Args:
        frame: The table.
        schema: The result of ``frame_schema``.

    Raises:
        FrameError: Says what is wrong in up to three places; its ``row`` is the first row at fault.
    """
    import pandera.polars as pa

    try:
        schema.validate(frame, lazy=True)
    except pa.errors.SchemaErrors as errors:
        faults = sorted((_fault(frame, error) for error in errors.schema_errors), key=lambda fault: fault[0])
        more = f" (and {len(faults) - _SHOWN} more faults)" if len(faults) > _SHOWN else ""
        first = faults[0][0]
        raise FrameError(
            "; ".join(text for _, text in faults[:_SHOWN]) + more, first if first < frame.height else None
        ) from errors


def repeated_row(frame: "pl.DataFrame", unique: Sequence[str]) -> int | None:
    """Return the position of the first row whose key stands in an earlier row too; None if there is none.

    Args:
        frame: The table.
        unique: The columns of the key.
    """
    import polars as pl

    if not unique:
        return None
    repeats = (~frame.select(pl.struct(unique).is_first_distinct()).to_series()).arg_true()
    return int(repeats[0]) if len(repeats) else None


def _checks(shape: Shape) -> list["pa.Check"]:
    """Return the checks of a column: pandera's own for its limits, expressions for the values inside it."""
    import pandera.polars as pa
    import polars as pl

    own: dict[str, Callable[[Any], pa.Check]] = {
        "ge": pa.Check.ge,
        "gt": pa.Check.gt,
        "le": pa.Check.le,
        "lt": pa.Check.lt,
        "isin": pa.Check.isin,
        # Not str_matches, which anchors at the start: pydantic searches.
        "pattern": pa.Check.str_contains,
    }
    checks = [own[limit.name](limit.value) for limit in shape.limits if limit.name in own]
    lengths = [limit for limit in shape.limits if limit.name not in own]
    inner = replace(shape, limits=tuple(lengths))
    names = [name for name, _ in _conditions(pl.col("any"), inner)]
    return checks + [pa.Check(_column_condition(inner, name), name=name, error=name) for name in names]


def _column_condition(shape: Shape, name: str) -> Callable[["pa.PolarsData"], "pl.LazyFrame"]:
    import polars as pl

    def check(data: "pa.PolarsData") -> "pl.LazyFrame":
        holds = dict(_conditions(pl.col(data.key), shape))[name]
        return data.lazyframe.select(holds.fill_null(value=True))

    return check


def _conditions(value: "pl.Expr", shape: Shape) -> list[tuple[str, "pl.Expr"]]:
    """Return, by name, the conditions on a value and on everything inside it; each is null where the value is null."""
    import polars as pl

    conditions = [(f"{limit.name} {limit.value!r}", _within(value, limit, shape.kind)) for limit in shape.limits]
    for field in shape.fields:
        inner = _conditions(value.struct.field(field.name), field.shape)
        conditions += [(f"{field.name}: {name}", condition) for name, condition in inner]
    if shape.item is not None:
        inner = _conditions(pl.element(), shape.item)
        conditions += [(f"item {name}", value.list.eval(condition).list.all()) for name, condition in inner]
    return conditions


def _within(value: "pl.Expr", limit: Limit, kind: Kind) -> "pl.Expr":
    bound = limit.value
    if limit.name == "isin":
        return value.is_in(list(bound))
    if limit.name == "pattern":
        return value.str.contains(bound)
    if limit.name in ("min_length", "max_length"):
        length = value.list.len() if kind is Kind.LIST else value.str.len_chars()
        return length.ge(bound) if limit.name == "min_length" else length.le(bound)
    compare = {"ge": value.ge, "gt": value.gt, "le": value.le, "lt": value.lt}
    return compare[limit.name](bound)


def _whole_frame(rule: Rule) -> Callable[["pa.PolarsData"], "pl.LazyFrame"]:
    def check(data: "pa.PolarsData") -> "pl.LazyFrame":
        return rule.holds(data.lazyframe.collect()).fill_null(value=True).to_frame("holds").lazy()

    return check


def _fault(frame: "pl.DataFrame", error: "pa.errors.SchemaError") -> tuple[int, str]:
    """Return the first row at fault (the table's height where no single one is) and a sentence."""
    import pandera.polars as pa
    import polars as pl

    outcome = error.check_output
    if not isinstance(outcome, pl.DataFrame) or "check_output" not in outcome.columns:
        return frame.height, str(error).partition("\n")[0]
    row = int((~outcome["check_output"]).arg_true()[0])
    if error.reason_code is pa.errors.SchemaErrorReason.DUPLICATES:
        return row, f"{', '.join(error.schema.unique)} repeats"
    check = getattr(error.check, "error", None) or error.check
    column = getattr(error.schema, "name", None)
    if column not in frame.columns:
        return row, f"rule broken: {check}"
    return row, f"{column}: {_brief(frame[column][row])} breaks {check}"


def _brief(value: object) -> str:
    import polars as pl

    text = repr(value.to_list() if isinstance(value, pl.Series) else value)
    return text if len(text) <= 60 else f"{text[:57]}..."
