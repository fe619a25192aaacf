"""Loads the questions of a data set: mapping columns, ids, golds and flags, and refusing whatever is in doubt."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from runner.configure.paths import data_path
from runner.dataset.flags import column_flags, listed_flags, read_canary_list
from runner.dataset.tables import Row, Table, nearest, read_table, require_columns, text_of
from runner.errors import ConfigError, DataError
from schemas.canonical import nfc
from schemas.dataset import CanaryFlags, Dataset, DatasetReport, TableReport
from schemas.identity import question_id_of, questions_hash
from schemas.question import Question

_MOST_SHOWN = 10
_LABELS = ("answer_type", "topic", "document_id")


@dataclass(frozen=True, slots=True)
class LoadedDataset:
    """The questions of a campaign and how they were read."""

    questions: list[Question]
    """In the order of the file."""
    report: DatasetReport


@dataclass(frozen=True, slots=True)
class _Placed:
    """A question and the place of its row, for errors."""

    where: str
    question: Question


@dataclass(frozen=True, slots=True)
class _Source:
    """The tables of a data set and where they came from."""

    tables: list[Table]
    repo: str | None = None
    revision: str | None = None
    notes: tuple[str, ...] = ()


def load_questions(config: Dataset, corpus_ids: Mapping[str, str] | None = None) -> LoadedDataset:
    """Load and check the questions of a data set.

    Everything is read as text: a gold answer ``NA``, ``None`` or ``007`` is just that. The checks against
    ``expected_*`` are made on the whole data set, before ``select`` and ``limit``.

    Args:
        config: The data set.
        corpus_ids: The id of each knowledge base at hand, by name: its manifest's hash, or ``declared:<name>``.

    Returns:
        The questions in the order of the file, and the report.

    Raises:
        ConfigError: If the flags belong to a knowledge base that is not among ``corpus_ids``, or ``select`` names
            questions that there are not.
        DataError: If the data cannot be read, or a question, gold answer, id or flag is missing, blank, repeated or
            unreadable, with all lines; or if the data set is not the expected one.
        MissingPartError: If it lies on the Hub, and the library for that or the Hub itself is not at hand.
    """
    corpus_id = _corpus_id(config.canary, corpus_ids or {})
    source = _read_source(config)
    flags, flag_tables = _flags(config.canary, source.tables)
    placed = [
        item
        for table, table_flags in zip(source.tables, flags, strict=True)
        for item in _questions(table, config, table_flags, corpus_id)
    ]
    everything, merged = _unique(placed, merge=config.repeated_rows == "merge")
    where = source.tables[0].report.path
    _check_expected(config, everything, where)
    used = _subset(config, everything)
    reports = [table.report for table in [*source.tables, *flag_tables]]
    report = DatasetReport(
        name=config.name,
        tables=reports,
        repo=source.repo,
        revision=source.revision,
        available=len(everything),
        available_canaries=_canaries(everything),
        used=len(used),
        used_canaries=_canaries(used),
        merged_rows=merged,
        questions_sha256=questions_hash(used),
        notes=_notes(source, reports, len(used), len(everything)),
    )
    return LoadedDataset(used, report)


def _corpus_id(flags: CanaryFlags, corpus_ids: Mapping[str, str]) -> str | None:
    if not flags.given or flags.corpus is None:
        return None
    if flags.declared:
        return flags.corpus
    try:
        return corpus_ids[flags.corpus]
    except KeyError:
        known = ", ".join(sorted(corpus_ids)) or "none"
        raise ConfigError(
            f"the canary flags belong to the knowledge base {flags.corpus!r}, and this campaign's is another: {known}",
            where="dataset.canary.corpus",
            fix=f"choose knowledge_base={flags.corpus}; or set dataset.canary.column and corpus to null: no canaries",
        ) from None


def _read_source(config: Dataset) -> _Source:
    if config.path is not None:
        return _Source([_read(data_path(config.path), config)])
    from runner.dataset.hub import fetch_files

    files = fetch_files(config)
    return _Source([_read(path, config) for path in files.paths], config.repo, files.revision, files.notes)


def _read(path: Path, config: Dataset) -> Table:
    table = read_table(path, encoding=config.encoding, separator=config.separator)
    wanted = {f"columns.{role}": name for role, name in config.columns.model_dump().items()}
    wanted["canary.column"] = config.canary.column
    wanted["canary.list_key"] = config.canary.list_key if config.canary.list_file is not None else None
    require_columns(table, wanted)
    return table


def _flags(flags: CanaryFlags, tables: list[Table]) -> tuple[list[list[bool] | None], list[Table]]:
    """Return each table's flags row by row (null where nobody has checked), and the tables they came from."""
    if flags.column is not None:
        return [column_flags(table, flags) for table in tables], []
    if flags.list_file is None:
        return [None for _ in tables], []
    canaries, listed = read_canary_list(flags)
    keys = [[_cell(table, row, flags.list_key) or "" for row in table.rows] for table in tables]
    found = listed_flags([key for table_keys in keys for key in table_keys], canaries, listed.report.path)
    remaining = iter(found)
    return [[next(remaining) for _ in table_keys] for table_keys in keys], [listed]


def _questions(table: Table, config: Dataset, flags: list[bool] | None, corpus_id: str | None) -> list[_Placed]:
    columns = config.columns
    texts = _filled(table, columns.question, "question")
    golds = _filled(table, columns.gold, "gold answer")
    ids = _filled(table, columns.question_id, "question id") if columns.question_id else map(question_id_of, texts)
    placed = []
    for number, (row, question_id, text, gold) in enumerate(zip(table.rows, ids, texts, golds, strict=True)):
        labels = {label: _cell(table, row, getattr(columns, label)) or None for label in _LABELS}
        question = Question(
            question_id=question_id,
            text=text,
            gold=gold,
            is_gap_canary=None if flags is None else flags[number],
            corpus_id=corpus_id,
            **labels,
        )
        placed.append(_Placed(table.at(row), question))
    return placed


def _filled(table: Table, column: str, what: str) -> list[str]:
    """Return a column in which every cell must have visible text."""
    cells = [_cell(table, row, column) for row in table.rows]
    blank = [row for row, cell in zip(table.rows, cells, strict=True) if cell is None or not cell.strip()]
    if blank:
        count = f"{len(blank)} {what}s are" if len(blank) > 1 else f"one {what} is"
        fix = "fill them in or remove the rows; words like NA or None are kept as they are"
        raise DataError(f"{count} missing or blank ({column!r})", where=table.at(*blank), fix=fix)
    return [cell for cell in cells if cell is not None]


def _cell(table: Table, row: Row, column: str | None) -> str | None:
    value: Any = row.values.get(column) if column is not None else None
    try:
        return text_of(value)
    except ValueError as error:
        fix = "write the value as text (alternatives of a gold answer in one text)"
        raise DataError(f"the column {column!r} holds {error}", where=table.at(row), fix=fix) from error


def _unique(placed: list[_Placed], *, merge: bool) -> tuple[list[Question], int]:
    """Return the questions with one row per id, and how many rows were merged.

    Raises:
        DataError: For an id on several rows; when merging, only if these rows differ in more than the answer.
    """
    first: dict[str, _Placed] = {}
    clashes: list[str] = []
    for item in placed:
        earlier = first.setdefault(item.question.question_id, item)
        if earlier is item or (merge and item.question == earlier.question):
            continue
        differing = [name for name in Question.model_fields if _differs(name, earlier.question, item.question)]
        detail = f" with another {' and '.join(differing)}" if differing else ""
        clashes.append(f"{item.question.question_id!r} at {earlier.where} and again at {item.where}{detail}")
    if clashes:
        more = f"; and {len(clashes) - _MOST_SHOWN} more" if len(clashes) > _MOST_SHOWN else ""
        fix = "make them equal" if merge else "remove one, or dataset.repeated_rows=merge for a file of answers"
        shown = "; ".join(clashes[:_MOST_SHOWN])
        raise DataError(f"a question stands there more than once: {shown}{more}", fix=fix)
    return [item.question for item in first.values()], len(placed) - len(first)


def _differs(field: str, one: Question, other: Question) -> bool:
    return bool(getattr(one, field) != getattr(other, field))


def _check_expected(config: Dataset, questions: list[Question], where: str) -> None:
    canaries = _canaries(questions)
    checks = (
        ("expected_rows", config.expected_rows, len(questions), "questions"),
        ("expected_canaries", config.expected_canaries, canaries if canaries is not None else "no", "canaries"),
        ("expected_sha256", config.expected_sha256, questions_hash(questions), "as hash of the questions"),
    )
    for setting, expected, found, what in checks:
        if expected is not None and expected != found:
            fix = f"check the file and its revision; if the change is meant, set dataset.{setting}"
            raise DataError(
                f"{config.name} must have {expected} and has {found} {what} (dataset.{setting})", where=where, fix=fix
            )


def _subset(config: Dataset, questions: list[Question]) -> list[Question]:
    """Return the questions that ``select`` and ``limit`` leave, in their order."""
    if config.select is not None:
        known = [question.question_id for question in questions]
        strangers = [wanted for wanted in config.select if wanted not in set(known)]
        if strangers:
            near = nearest(strangers[0], known)
            fix = f"nearest: {', '.join(near)}" if near else "ids are compared as text"
            raise ConfigError(f"there are no questions {', '.join(strangers)}", where="dataset.select", fix=fix)
        wanted_ids = set(config.select)
        questions = [question for question in questions if question.question_id in wanted_ids]
    if config.limit is not None and config.limit < len(questions):
        kept = {q.question_id for q in sorted(questions, key=_pilot_order)[: config.limit]}
        questions = [question for question in questions if question.question_id in kept]
    return questions


def _pilot_order(question: Question) -> str:
    """Order of a pilot: spread over the file, the same for any order of it, and a smaller one within a larger one."""
    return hashlib.sha256(nfc(question.question_id).encode()).hexdigest()


def _canaries(questions: list[Question]) -> int | None:
    if all(question.is_gap_canary is None for question in questions):
        return None
    return sum(question.is_gap_canary is True for question in questions)


def _notes(source: _Source, reports: list[TableReport], used: int, available: int) -> list[str]:
    notes = [*source.notes, *(f"{Path(report.path).name}: {note}" for report in reports for note in report.notes)]
    if used < available:
        notes.append(f"a pilot: {used} of {available} questions (dataset.select, dataset.limit)")
    return notes
