"""Canary flags: from a column of true and false, or from a list of canaries that lies apart from the questions."""

from collections import Counter
from typing import Any

from runner.configure.paths import data_path
from runner.dataset.tables import Row, Table, read_table, require_columns, text_of
from runner.errors import DataError
from schemas.dataset import CanaryFlags

_TRUE = frozenset({"true", "t", "yes", "y", "1", "1.0"})
_FALSE = frozenset({"false", "f", "no", "n", "0", "0.0"})
_MOST_SHOWN = 10


def flag_of(value: Any) -> bool:  # noqa: ANN401 - a value of any column
    """Return a cell as true or false.

    Args:
        value: A boolean, or one of the usual spellings (``true``, ``t``, ``yes``, ``y``, ``1`` and their opposites) in
            any case. The text ``false`` is false.

    Raises:
        ValueError: For everything else, an empty or missing value included.
    """
    text = (text_of(value) or "").strip().casefold()
    if text in _TRUE:
        return True
    if text in _FALSE:
        return False
    raise ValueError("missing" if not text else f"{value!r} is neither true nor false")


def column_flags(table: Table, flags: CanaryFlags) -> list[bool]:
    """Return for each row whether it is a canary, by the flag column.

    Raises:
        DataError: For rows whose flag cannot be read, naming all of them.
    """
    found: list[bool] = []
    unreadable: list[Row] = []
    reasons: Counter[str] = Counter()
    for row in table.rows:
        try:
            found.append(flag_of(row.values.get(flags.column or "")) is flags.canary_when)
        except ValueError as error:
            unreadable.append(row)
            reasons[str(error)] += 1
    if unreadable:
        causes = "; ".join(reason for reason, _ in reasons.most_common(3))
        fix = "write true or false (yes/no and 1/0 do too); a question that nobody has checked has no place here"
        what = f"unreadable canary flags in the column {flags.column!r}: {causes}"
        raise DataError(what, where=table.at(*unreadable), fix=fix)
    return found


def read_canary_list(flags: CanaryFlags) -> tuple[set[str], Table]:
    """Return the keys of the canaries from ``list_file``, and the table that they were read from.

    Raises:
        DataError: If the list cannot be read, or has a key that is empty or listed twice.
    """
    table = read_table(data_path(flags.list_file or ""))
    require_columns(table, {"canary.list_key": flags.list_key})
    places: dict[str, Row] = {}
    for row in table.rows:
        try:
            key = text_of(row.values.get(flags.list_key or ""))
        except ValueError as error:
            raise DataError(f"the key of a canary is {error}", where=table.at(row)) from error
        if key is None or not key.strip():
            raise DataError("the key of a canary is empty", where=table.at(row), fix="remove the row")
        if key in places:
            raise DataError(f"{key!r} is listed twice", where=table.at(places[key], row), fix="remove one of the rows")
        places[key] = row
    return set(places), table


def listed_flags(keys: list[str], canaries: set[str], where: str) -> list[bool]:
    """Return for each question's key whether it is listed.

    Args:
        keys: The questions' values of the shared column, in order.
        canaries: The listed values.
        where: The list's name, for errors.

    Raises:
        DataError: If the list names questions that the data set does not have.
    """
    strangers = sorted(canaries - set(keys))
    if strangers:
        shown = ", ".join(strangers[:_MOST_SHOWN])
        fix = "the flags belong to another version of the data set: check its revision"
        raise DataError(f"{len(strangers)} listed canaries are not in the data set: {shown}", where=where, fix=fix)
    return [key in canaries for key in keys]
