"""Reads a transcript's rows into answers: which row answers which question in which repeat, and what it holds."""

import json
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from runner.dataset.tables import Row, Table, nearest, number_of, read_table, require_columns, text_of
from runner.errors import ConfigError, DataError
from runner.model.redact import Redactor
from runner.text.normalise import plain_typography
from schemas.canonical import nfc, sha256_of
from schemas.response import Passage, Status
from schemas.system import TranscriptColumns

_NO_FAILURE = frozenset({"", "ok", "none", "null", "nan", "false", "no", "0"})
"""Cells of an error column, in lower case, that say that nothing failed."""
_FAILURES = {
    status.value: status
    for status in (Status.TIMEOUT, Status.BLOCKED, Status.TRUNCATED, Status.REFUSED, Status.MALFORMED, Status.EMPTY)
}
"""Words of an error column that name the failure in this project's own terms."""
_REDACTOR = Redactor()
_MOST_SHOWN = 10
_PASSAGE_KEYS = ("text", "title", "document_id")


@dataclass(frozen=True, slots=True)
class TranscriptAnswer:
    """What one row of a transcript says."""

    line: int
    """The row's line in the file, from 1."""
    question_id: str | None
    """Id of the question; null where the transcript has none."""
    question: str | None
    """Text of the question; null where the transcript has none."""
    repeat: int
    """Which repeat the row answers, from 0."""
    status: Status
    """``ok``, ``empty``, or how the row says that it failed."""
    answer: str | None
    """The answer, verbatim; null unless ``status`` is ``ok``."""
    error: str | None
    """The error, in the transcript's own words."""
    evidence: tuple[Passage, ...] | None
    """The retrieved passages; null where the row exposes none."""
    latency_s: float | None
    cost_usd: float | None
    model: str | None


def read_answers(path: Path, columns: TranscriptColumns, select: str | None) -> list[TranscriptAnswer]:
    """Read the rows of one system.

    Args:
        path: The transcript.
        columns: Which column holds what.
        select: The system's value in the ``system`` column; null takes all rows.

    Returns:
        The answers in the order of the file.

    Raises:
        ConfigError: If neither ids nor texts of questions are mapped, or ``select`` does not fit the file.
        DataError: If the file cannot be read or a cell does not hold what its column should, with the line.
    """
    if columns.question_id is None and columns.question is None:
        raise ConfigError("rows can be matched to questions by id or by text, and neither is mapped", where="columns")
    table = read_table(path)
    require_columns(table, {f"columns.{role}": name for role, name in columns.model_dump().items()})
    rows = _rows_of_system(table, columns, select)
    repeats = _repeats(table, rows, columns)
    return [_answer(table, row, columns, repeat) for row, repeat in zip(rows, repeats, strict=True)]


def systems_in(path: Path, columns: TranscriptColumns) -> list[tuple[str, str]]:
    """Return the systems of a transcript: each value of its ``system`` column with a slug made of it.

    Slugs depend on the values alone, not on their order in the file. Values whose slugs would be equal get six hex
    digits of their SHA-256 appended.

    Raises:
        ConfigError: If no ``system`` column is mapped.
        DataError: If the file cannot be read or a row names no system.
    """
    if columns.system is None:
        raise ConfigError("no column holds the systems' names", where="columns.system", fix="name the column")
    table = read_table(path)
    require_columns(table, {"columns.system": columns.system})
    names = sorted(set(_system_names(table, columns.system)))
    bases = {name: _slug(name) for name in names}
    shared = {base for base, count in Counter(bases.values()).items() if count > 1}
    return [(name, f"{base[:57]}_{sha256_of(name)[:6]}" if base in shared else base) for name, base in bases.items()]


def answers_hash(answers: Sequence[TranscriptAnswer]) -> str:
    """Return the hash of what the rows say, whatever file, format, column names or order they came in."""
    rows = [
        {
            "question_id": answer.question_id,
            "question": None if answer.question is None else nfc(answer.question),
            "repeat": answer.repeat,
            "status": answer.status.value,
            "answer": answer.answer,
            "error": answer.error,
            "evidence": None if answer.evidence is None else [passage.model_dump() for passage in answer.evidence],
            "latency_s": answer.latency_s,
            "cost_usd": answer.cost_usd,
            "model": answer.model,
        }
        for answer in answers
    ]
    return sha256_of({"of": "transcript", "rows": sorted(rows, key=sha256_of)})


def _slug(name: str) -> str:
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().casefold()
    slug = "_".join("".join(char if char.isalnum() else " " for char in plain).split())
    return slug[:64] or "system"


def _system_names(table: Table, column: str) -> list[str]:
    names = [_text(table, row, column) for row in table.rows]
    nameless = [row for row, name in zip(table.rows, names, strict=True) if name is None or not name.strip()]
    if nameless:
        raise DataError(f"rows without a system ({column!r})", where=table.at(*nameless), fix="fill the column in")
    return [name for name in names if name is not None]


def _rows_of_system(table: Table, columns: TranscriptColumns, select: str | None) -> list[Row]:
    if columns.system is None:
        if select is not None:
            raise ConfigError(f"select is {select!r}, and no column holds the systems' names", where="columns.system")
        return table.rows
    names = _system_names(table, columns.system)
    known = sorted(set(names))
    if select is None and len(known) > 1:
        shown = ", ".join(known[:_MOST_SHOWN])
        raise ConfigError(f"the transcript holds several systems: {shown}", where="select", fix="select one of them")
    if select is not None and select not in known:
        near = ", ".join(nearest(select, known) or known[:_MOST_SHOWN])
        raise ConfigError(f"the transcript has no system {select!r}", where=table.report.path, fix=f"nearest: {near}")
    return [row for row, name in zip(table.rows, names, strict=True) if select in {None, name}]


def _repeats(table: Table, rows: list[Row], columns: TranscriptColumns) -> list[int]:
    """Return each row's repeat: from its column, or by counting the rows of a question in the order of the file."""
    keys = [_question_key(table, row, columns) for row in rows]
    seen: dict[tuple[str, int], Row] = {}
    counts: defaultdict[str, int] = defaultdict(int)
    repeats = []
    for row, key in zip(rows, keys, strict=True):
        repeat = counts[key] if columns.repeat is None else _repeat(table, row, columns.repeat)
        counts[key] += 1
        twin = seen.setdefault((key, repeat), row)
        if twin is not row:
            fix = "remove one row; if the file holds several systems, name columns.system"
            raise DataError(f"two rows answer repeat {repeat} of {key!r}", where=table.at(twin, row), fix=fix)
        repeats.append(repeat)
    if min(repeats) > 0:
        raise DataError("repeats count from 0, and this column does not", where=table.at(rows[0]), fix="subtract one")
    return repeats


def _question_key(table: Table, row: Row, columns: TranscriptColumns) -> str:
    column = columns.question_id or columns.question
    key = _text(table, row, column)
    if key is None or not key.strip():
        raise DataError(f"a row without a question ({column!r})", where=table.at(row), fix="fill the column in")
    return key if columns.question_id is not None else nfc(key)


def _repeat(table: Table, row: Row, column: str) -> int:
    text = (_text(table, row, column) or "").strip()
    if not text.isdecimal():
        raise DataError(f"{text!r} is no repeat ({column!r})", where=table.at(row), fix="write 0, 1, 2 and so on")
    return int(text)


def _answer(table: Table, row: Row, columns: TranscriptColumns, repeat: int) -> TranscriptAnswer:
    answer = _text(table, row, columns.answer)
    question = _text(table, row, columns.question)
    failure = _failure(table, row, columns.error)
    if failure is not None:
        status, error = failure
    elif answer is None or not answer.strip():
        status, error = Status.EMPTY, "the transcript's answer is empty"
    else:
        status, error = Status.OK, None
    return TranscriptAnswer(
        line=row.line,
        question_id=_text(table, row, columns.question_id),
        question=question if question is not None and question.strip() else None,
        repeat=repeat,
        status=status,
        answer=answer if status is Status.OK else None,
        error=error,
        evidence=_evidence(table, row, columns.contexts),
        latency_s=_number(table, row, columns.latency_s),
        cost_usd=_number(table, row, columns.cost_usd),
        model=_text(table, row, columns.model) or None,
    )


def _failure(table: Table, row: Row, column: str | None) -> tuple[Status, str] | None:
    """Return how a row says that it failed; null where it does not.

    A failure that has no closer name is ``missing``: the transcript holds no answer. It is never ``unavailable``, which
    would have the campaign ask again, and a file cannot answer otherwise the second time.
    """
    text = (_text(table, row, column) or "").strip()
    word = text.casefold()
    if word in _NO_FAILURE:
        return None
    return _FAILURES.get(word, Status.MISSING), f"the transcript records a failure: {_REDACTOR.text(text)}"


def _evidence(table: Table, row: Row, column: str | None) -> tuple[Passage, ...] | None:
    cell = row.values.get(column) if column is not None else None
    if cell is None or (isinstance(cell, str) and not cell.strip()):
        return None
    fix = 'write a JSON list of texts, or of objects with text, title, document_id, score: ["…", "…"]'
    try:
        items = _parse_contexts(cell) if isinstance(cell, str) else cell
    except (ValueError, RecursionError) as error:
        raise DataError(f"contexts that are no JSON ({column!r}): {error}", where=table.at(row), fix=fix) from error
    if not isinstance(items, list):
        raise DataError(f"contexts that are no list ({column!r})", where=table.at(row), fix=fix)
    try:
        return tuple(_passage(item, rank) for rank, item in enumerate(items, start=1))
    except ValueError as error:
        raise DataError(f"a context that cannot be read ({column!r}): {error}", where=table.at(row), fix=fix) from error


def _parse_contexts(text: str) -> Any:  # noqa: ANN401 - any JSON value
    """Parse JSON inside a cell, numbers as text, as ``runner.dataset.tables`` does for whole files."""
    value = json.loads(text, parse_int=str, parse_float=str, parse_constant=str)
    json.dumps(value, ensure_ascii=False).encode()  # half of a surrogate pair raises here, a ValueError
    return value


def _passage(item: Any, rank: int) -> Passage:  # noqa: ANN401 - any JSON value
    if isinstance(item, str):
        return Passage(text=item, rank=rank)
    if not isinstance(item, dict) or not any(item.get(key) is not None for key in _PASSAGE_KEYS):
        raise ValueError(f"number {rank} is neither text nor an object with text, title or document_id")
    text, title, document_id = (text_of(item.get(key)) for key in _PASSAGE_KEYS)
    return Passage(text=text, title=title, document_id=document_id, score=number_of(item.get("score")), rank=rank)


def _text(table: Table, row: Row, column: str | None) -> str | None:
    try:
        return text_of(row.values.get(column)) if column is not None else None
    except ValueError as error:
        raise DataError(f"the column {column!r} holds {error}", where=table.at(row)) from error


def _number(table: Table, row: Row, column: str | None) -> float | None:
    try:
        number = number_of(row.values.get(column)) if column is not None else None
    except ValueError as error:
        fix = "write a plain number with a decimal point, or leave the cell empty"
        raise DataError(f"the column {column!r} holds no number: {error}", where=table.at(row), fix=fix) from error
    if number is not None and number < 0:
        raise DataError(f"the column {column!r} holds a negative number: {number}", where=table.at(row))
    return number


def same_question(one: str, other: str) -> bool:
    """Tell whether two texts are one question but for typography and case."""
    return plain_typography(one).casefold() == plain_typography(other).casefold()
