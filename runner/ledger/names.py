"""Names of the files of logs and their segments."""

import re
from pathlib import Path

from runner.errors import RecordError

_LOG_NAME = re.compile(r"[a-z][a-z0-9_]{0,59}")


def log_file_name(log: str, segment: int | None = None) -> str:
    """Return the file name of a log, or of one of its segments.

    Args:
        log: Lower-case letters, digits and ``_``, beginning with a letter.
        segment: Number of the writer that owns the segment, from 0; None for the main file.

    Returns:
        ``<log>.jsonl`` or ``<log>.<segment>.jsonl``.

    Raises:
        RecordError: For a name that cannot be a log's, or a negative segment.
    """
    if not _LOG_NAME.fullmatch(log):
        raise RecordError(
            f"{log!r} cannot be the name of a log",
            fix="Use lower-case letters, digits and _, at most 60, beginning with a letter.",
        )
    if segment is None:
        return f"{log}.jsonl"
    if segment < 0:
        raise RecordError(f"{segment} cannot be the number of a segment", where=log, fix="Count segments from 0.")
    return f"{log}.{segment}.jsonl"


def log_files(folder: Path, log: str) -> list[Path]:
    """List the files of a log that exist, in the order in which readers merge them.

    Args:
        folder: A campaign's folder.
        log: Name of the log.

    Returns:
        The main file, then the segments by number (2 before 10). Files moved aside by a recovery are not among them.
    """
    main = folder / log_file_name(log)
    shape = re.compile(re.escape(log) + r"\.(0|[1-9][0-9]*)\.jsonl")
    segments = [(int(match[1]), path) for path in folder.iterdir() if (match := shape.fullmatch(path.name))]
    return [main] * main.is_file() + [path for _, path in sorted(segments)]
