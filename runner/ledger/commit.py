"""Writes groups of records to their logs: the chain, the durability and what happens when a write fails."""

import os
from collections.abc import Sequence
from dataclasses import dataclass

from runner.errors import RecordError
from runner.ledger.chain import Head
from runner.ledger.faults import disturbed_error, write_error
from runner.ledger.files import FileOps, write_all
from runner.ledger.lines import line_hash, link
from runner.ledger.recovery import OpenedLog


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of the records of one call, in the order given."""

    hashes: list[str]
    """SHA-256, in hex, of the lines that are written (and durable, if that was asked for): a prefix of the records."""
    error: RecordError | None
    """Why the records behind that prefix were not written; None if all were."""


class LogFile:
    """One log that is open for appending. The file always ends with a whole line, as far as the disk allows it."""

    def __init__(self, opened: OpenedLog, files: FileOps) -> None:
        """Take over an open log.

        Args:
            opened: The result of ``open_log``.
            files: The file operations.
        """
        self.path, self.head = opened.path, opened.head
        self._descriptor, self._files = opened.descriptor, files
        status = os.fstat(opened.descriptor)
        self._identity = (status.st_dev, status.st_ino)

    def append(self, bodies: Sequence[bytes], *, sync: bool) -> Outcome:
        """Append records.

        Args:
            bodies: Results of ``encode_record``.
            sync: Whether to return only once they are durable.

        Returns:
            Which were written, and why not the others. After an error, as many whole lines as could be saved remain
            and count as written; what was reported as not written is cut off again, if the disk lets it.
        """
        if (error := self._disturbance()) is not None:
            return Outcome([], error)
        previous, lines, hashes = self.head.sha256, [], []
        for body in bodies:
            line = link(body, previous)
            previous = line_hash(line)
            lines.append(line)
            hashes.append(previous)
        data = b"\n".join([*lines, b""])
        written, failure = write_all(self._files, self._descriptor, data)
        if failure is not None:
            return self._save_prefix(lines, hashes, written, failure)
        if sync:
            try:
                self._files.fsync(self._descriptor)
            except OSError as cause:
                # Which blocks reached the disk is unknown, and asking again would not tell: none of them count.
                self._cut(self.head.size)
                return Outcome([], write_error(self.path, cause))
        self._advance(lines, hashes)
        return Outcome(hashes, None)

    def close(self) -> None:
        """Close the file. Doing so twice is harmless."""
        if self._descriptor >= 0:
            self._files.close(self._descriptor)
            self._descriptor = -1

    def _advance(self, lines: Sequence[bytes], hashes: Sequence[str]) -> None:
        if lines:
            size = self.head.size + sum(map(len, lines)) + len(lines)
            self.head = Head(self.head.lines + len(lines), hashes[-1], size)

    def _save_prefix(self, lines: list[bytes], hashes: list[str], written: int, failure: OSError) -> Outcome:
        """After a write that stopped half-way: keep the whole lines, cut off the rest, make the result durable."""
        error = write_error(self.path, failure)
        whole, size = 0, 0
        while whole < len(lines) and size + len(lines[whole]) + 1 <= written:
            size += len(lines[whole]) + 1
            whole += 1
        if not self._cut(self.head.size + size):
            return Outcome([], error)
        self._advance(lines[:whole], hashes[:whole])
        return Outcome(hashes[:whole], error)

    def _cut(self, size: int) -> bool:
        """Cut the file and make that durable; return whether it worked. If not, the next opening mends the end."""
        try:
            self._files.truncate(self._descriptor, size)
            self._files.fsync(self._descriptor)
        except OSError:
            return False
        return True

    def _disturbance(self) -> RecordError | None:
        """Return an error if the file is no longer the one that was opened, or not as long as it was left."""
        try:
            by_name = self.path.stat()
        except OSError as error:
            return disturbed_error(self.path, f"it can no longer be found ({error.strerror})")
        if (by_name.st_dev, by_name.st_ino) != self._identity:
            return disturbed_error(self.path, "another file has taken its place")
        if by_name.st_size != self.head.size:
            return disturbed_error(self.path, f"it has {by_name.st_size} bytes and should have {self.head.size}")
        return None
