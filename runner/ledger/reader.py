"""Streams the records of a log, or of all segments of one, checking the chain on the way."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from runner.errors import RecordError
from runner.ledger.chain import ChainWalk, Head, Tail
from runner.ledger.faults import damage_error
from runner.ledger.lines import decode_line
from runner.ledger.names import log_files


@dataclass(frozen=True, slots=True)
class FileRead:
    """What reading one file to its end has shown."""

    path: Path
    """The file."""
    head: Head
    """Where its chain stands: lines, last hash, bytes."""
    tail: Tail | None
    """What stands behind the last whole line and was not read; null if nothing does."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a record stands."""

    path: Path
    """The file."""
    line: int
    """Number of its line, from 1."""

    def __str__(self) -> str:
        """Return the place as errors name it."""
        return f"{self.path}, line {self.line}"


class LogReader:
    """Reads records one at a time; memory does not grow with the length of the log.

    A torn end is passed over, as the next writer would move it aside, and shows in ``done``. A reader may run while the
    log is written; what it sees last may not be durable yet.
    """

    def __init__(self, paths: Sequence[Path]) -> None:
        """Prepare to read.

        Args:
            paths: Files in the order in which they are read.
        """
        self.paths = tuple(paths)
        self.done: list[FileRead] = []
        """One entry for each file that has been read to its end."""

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """Yield each record as it was written, without the link.

        Raises:
            RecordError: For damage before the end of a file (names file, line and what was expected), or a file that
                cannot be read.
        """
        return (read_line(place, line) for place, line in self.lines())

    def lines(self) -> Iterator[tuple[Place, bytes]]:
        """Yield the bytes of each line, as far as the chain vouches for them, with the place where it stands.

        Raises:
            RecordError: As for iteration.
        """
        self.done.clear()
        for path in self.paths:
            walk = ChainWalk(path)
            for number, line in enumerate(walk, 1):
                yield Place(path, number), line
            self.done.append(FileRead(path, walk.head, walk.tail))


def read_line(place: Place, line: bytes) -> dict[str, Any]:
    """Return the record in a line, without the link.

    Args:
        place: Where the line stands.
        line: Its bytes, as ``LogReader.lines`` yields them.

    Raises:
        RecordError: If it is no record, although the chain holds: whoever wrote it did not use this ledger.
    """
    try:
        record = decode_line(line)
    except ValueError as error:
        raise damage_error(place.path, place.line, str(error)) from error
    del record["prev"]
    return record


def read(path: Path) -> LogReader:
    """Read one file of a log.

    Args:
        path: The file, beside the ``spec.json`` of its campaign.

    Returns:
        An iterable of records; iterating raises ``RecordError`` for damage or an unreadable file.
    """
    return LogReader([path])


def read_log(folder: Path, log: str) -> LogReader:
    """Read a log with all of its segments: the main file first, then the segments by number.

    Args:
        folder: A campaign's folder.
        log: Name of the log.

    Returns:
        An iterable of records; iterating raises ``RecordError`` for damage or an unreadable file.

    Raises:
        RecordError: If the folder has no file of this log.
    """
    try:
        paths = log_files(folder, log)
    except OSError as error:
        raise RecordError(
            f"the folder cannot be read: {error.strerror}", where=str(folder), fix="Give the folder of a campaign."
        ) from error
    if not paths:
        raise RecordError(
            f"there is no log {log!r}", where=str(folder), fix="Give the folder of a campaign that has been run."
        )
    return LogReader(paths)
