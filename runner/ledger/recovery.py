"""Mends the end of a log that a crash left, keeping every byte and saying what was done."""

from dataclasses import dataclass
from pathlib import Path

from runner.errors import RecordError
from runner.ledger.chain import Head, Tail, check_chain
from runner.ledger.faults import write_error
from runner.ledger.files import FileOps, write_all

_CHUNK = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Recovery:
    """What was mended when a log was opened; to be logged as an anomaly."""

    file: str
    """Name of the log's file."""
    lines: int
    """Whole lines, all of which were kept."""
    moved_bytes: int
    """Bytes behind the last whole line that were moved aside; 0 if only a newline was added."""
    moved_to: str | None
    """Name of the file in the same folder that keeps those bytes; null if only a newline was added."""
    reason: str
    """Why they are not a whole line."""

    def __str__(self) -> str:
        """Return the sentence for the reader of the results."""
        if self.moved_to is None:
            return f"{self.file}: {self.reason}; {self.lines} lines kept"
        return (
            f"{self.file}: {self.moved_bytes} bytes behind line {self.lines} moved to {self.moved_to}: {self.reason}; "
            f"{self.lines} lines kept"
        )


@dataclass(frozen=True, slots=True)
class OpenedLog:
    """A log that is ready to be appended to."""

    path: Path
    """The log's file."""
    descriptor: int
    """Open for appending."""
    head: Head
    """Where its chain stands."""


def open_log(path: Path, files: FileOps) -> tuple[OpenedLog, Recovery | None]:
    """Open a log for appending: create it if absent, verify its chain, mend its end, make it durable.

    The torn end is first copied to ``<file>.torn-<n>`` and made durable there, then cut off, so that a crash at any
    point of the recovery loses nothing and the next attempt finishes it.

    Args:
        path: The log's file, beside the ``spec.json`` of its campaign.
        files: The file operations.

    Returns:
        The open log, and what was mended (None if nothing was).

    Raises:
        RecordError: For damage before the end, or a file that cannot be read, created or written.
    """
    descriptor = -1
    try:
        descriptor = files.open_append(path)
        walk = check_chain(path)
        head, recovery = walk.head, None
        if walk.newline_missing:
            recovery = _add_newline(path, descriptor, head, files)
        elif walk.tail is not None:
            moved = _set_aside(path, walk.tail, files)
            files.truncate(descriptor, head.size)
            recovery = Recovery(path.name, head.lines, walk.tail.size, moved.name, walk.tail.reason)
        # What a killed process left in the page cache was never confirmed; it must be durable before it is built upon.
        files.fsync(descriptor)
        files.sync_folder(path.parent)
    except OSError as error:
        _close_quietly(descriptor, files)
        raise write_error(path, error) from error
    except RecordError:
        _close_quietly(descriptor, files)
        raise
    return OpenedLog(path, descriptor, head), recovery


def _close_quietly(descriptor: int, files: FileOps) -> None:
    if descriptor >= 0:
        files.close(descriptor)


def _add_newline(path: Path, descriptor: int, head: Head, files: FileOps) -> Recovery:
    """Complete a last line that lacks its newline alone: cut-off JSON never parses, so the record itself is whole."""
    _, error = write_all(files, descriptor, b"\n")
    if error is not None:
        raise error
    return Recovery(path.name, head.lines, 0, None, "the newline behind the last line was missing and was added")


def _set_aside(path: Path, tail: Tail, files: FileOps) -> Path:
    """Copy the torn end to a file of its own, durably, and return that file."""
    taken = sorted(
        (int(number), other)
        for other in path.parent.glob(f"{path.name}.torn-*")
        if (number := other.name.rpartition("-")[2]).isdigit()
    )
    if taken and _same_bytes(path, tail, taken[-1][1]):
        return taken[-1][1]  # An earlier recovery copied this very end and crashed before cutting it off.
    target = path.with_name(f"{path.name}.torn-{taken[-1][0] + 1 if taken else 1}")
    partial = path.with_name(f"{path.name}.torn.partial")
    descriptor = files.open_append(partial)
    try:
        files.truncate(descriptor, 0)
        with path.open("rb") as stream:
            stream.seek(tail.start)
            while chunk := stream.read(_CHUNK):
                _, error = write_all(files, descriptor, chunk)
                if error is not None:
                    raise error
        files.fsync(descriptor)
    finally:
        files.close(descriptor)
    files.rename(partial, target)
    files.sync_folder(path.parent)
    return target


def _same_bytes(path: Path, tail: Tail, other: Path) -> bool:
    if other.stat().st_size != tail.size:
        return False
    with path.open("rb") as stream, other.open("rb") as copy:
        stream.seek(tail.start)
        return all(stream.read(_CHUNK) == chunk for chunk in iter(lambda: copy.read(_CHUNK), b""))
