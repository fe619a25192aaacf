"""Parses delimited text (CSV, TSV and their relatives) into rows of exact text."""

import csv
import io
import re
from collections import Counter
from dataclasses import dataclass

from runner.dataset.text_file import list_places
from runner.errors import DataError

SEPARATORS = (",", ";", "\t", "|")
"""Separators that are looked for."""

_NAMES = {",": "comma", ";": "semicolon", "\t": "tab", "|": "pipe"}
_EXCEL_DIRECTIVE = re.compile(r'"?sep=(.)"?\r?\n', re.IGNORECASE)
_LARGEST_FIELD = 2**31 - 1

Record = tuple[int, list[str]]
"""The line on which a record begins, from 1, and its fields."""


@dataclass(frozen=True, slots=True)
class Delimited:
    """The header and the rows of a delimited file."""

    header: list[str]
    rows: list[Record]
    separator: str
    notes: tuple[str, ...]


def parse_delimited(text: str, where: str, *, separator: str | None = None, tabs_first: bool = False) -> Delimited:
    r"""Parse delimited text whose first record names the columns.

    Quoting is that of RFC 4180. A file whose line ends are all CRLF (or all CR) is read like any text file: each is one
    ``\n``, also inside quotes. Where line ends are mixed, those inside quotes stay as they are. Blank lines are not
    rows. Nothing is taken as missing or as a number.

    Args:
        text: The whole file, decoded.
        where: The file's name, for errors.
        separator: What the user says; null finds out.
        tabs_first: Whether the file's name promises tabs.

    Raises:
        DataError: For broken quotes, rows of another width than the header, repeated or missing column names, or a
            separator that cannot be told.
    """
    csv.field_size_limit(max(csv.field_size_limit(), _LARGEST_FIELD))
    text = _plain_line_ends(text)
    notes: list[str] = []
    first_line = 1
    if directive := _EXCEL_DIRECTIVE.match(text):
        separator = separator or directive[1]
        text, first_line = text[directive.end() :], 2
    separator = separator or _find_separator(text, where, tabs_first=tabs_first)
    records = _records(text, where, separator, first_line)
    if not records:
        raise DataError("the file has no header", where=where, fix="put the names of the columns in the first line")
    (_, header), rows = records[0], records[1:]
    _check_widths(header, rows, where, separator)
    padding = 0
    while len(header) > 1 and rows and not any(rows[-1][1]):
        rows.pop()
        padding += 1
    if padding:
        notes.append(f"{padding} rows of nothing but separators at the end are not questions and were left out")
    header, rows = _check_names([name.strip() for name in header], rows, where)
    return Delimited(header, rows, separator, tuple(notes))


def _plain_line_ends(text: str) -> str:
    crlf, lf, cr = text.count("\r\n"), text.count("\n"), text.count("\r")
    if crlf and crlf == lf == cr:
        return text.replace("\r\n", "\n")
    return text.replace("\r", "\n") if cr and not lf else text


def _records(text: str, where: str, separator: str, first_line: int = 1) -> list[Record]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    records: list[Record] = []
    start = first_line
    try:
        for fields in reader:
            if fields:
                records.append((start, fields))
            start = reader.line_num + first_line
    except csv.Error as error:
        fix = "inside a quoted field write every quote twice; a field that begins with a quote must end with one"
        raise DataError(f"broken quotes: {error}", where=f"{where}:{start}", fix=fix) from error
    return records


def _find_separator(text: str, where: str, *, tabs_first: bool) -> str:
    """Return the one separator under which the file is a table; ask when there are several."""
    order = sorted(SEPARATORS, key=lambda sep: (sep == "\t") != tabs_first)
    splits_header = [sep for sep in order if _header_width(text, sep) > 1]
    if len(splits_header) < 2:
        return splits_header[0] if splits_header else order[0]
    regular = [sep for sep in splits_header if _is_regular(text, where, sep)]
    if len(regular) > 1:
        names = " or ".join(_NAMES[sep] for sep in regular)
        fix = "quote the column names that contain one of them, or name the separator (separator=…)"
        raise DataError(f"the separator could be {names}", where=f"{where}:1", fix=fix)
    return (regular or splits_header)[0]


def _header_width(text: str, separator: str) -> int:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    try:
        return len(next((fields for fields in reader if fields), []))
    except csv.Error:
        return 0


def _is_regular(text: str, where: str, separator: str) -> bool:
    try:
        records = _records(text, where, separator)
    except DataError:
        return False
    return len({len(fields) for _, fields in records}) == 1


def _check_widths(header: list[str], rows: list[Record], where: str, separator: str) -> None:
    ragged = [(line, len(fields)) for line, fields in rows if len(fields) != len(header)]
    if not ragged:
        return
    line, width = ragged[0]
    others = (
        f" (so have {len(ragged) - 1} other rows: {list_places([at for at, _ in ragged[1:]])})" if ragged[1:] else ""
    )
    name = _NAMES.get(separator, repr(separator))
    raise DataError(
        f"the row has {width} fields and the header has {len(header)}{others}",
        where=f"{where}:{line}",
        fix=f"fields are separated by {name}: put quotes around a field that contains one, or name the separator",
    )


def _check_names(header: list[str], rows: list[Record], where: str) -> tuple[list[str], list[Record]]:
    """Refuse repeated names; drop nameless columns that hold nothing, which spreadsheets add at the edge."""
    keep = [i for i, name in enumerate(header) if name or any(fields[i] for _, fields in rows)]
    if len(keep) < len(header):
        header = [header[i] for i in keep]
        rows = [(line, [fields[i] for i in keep]) for line, fields in rows]
    repeated = sorted(name for name, count in Counter(header).items() if count > 1)
    if repeated:
        positions = {name: [i for i, other in enumerate(header, start=1) if other == name] for name in repeated}
        what = "; ".join(f"{name!r} (columns {', '.join(map(str, at))})" for name, at in positions.items())
        raise DataError(f"column names must be unique: {what}", where=f"{where}:1", fix="rename or remove a column")
    return header, rows
