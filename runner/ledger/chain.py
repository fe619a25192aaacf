"""Walks a log line by line, checks the chain, and tells a torn end from damage."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import BinaryIO

from runner.errors import RecordError
from runner.ledger.faults import damage_error
from runner.ledger.lines import claimed_link, decode_line, first_link, is_cut_off, line_hash

GROUP_BYTES = 4 * 1024 * 1024
"""Most bytes that one group commit leaves without fsync (one longer record goes alone). After a power failure whole
blocks of them may be missing, so only this much of a file's end can be a hole with whole lines behind it."""

SECTOR_BYTES = 512
"""Smallest piece that a disk writes or loses as a whole."""

_BUFFER = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Head:
    """Where a chain stands. Publishing it makes everything before it unchangeable."""

    lines: int
    """Number of whole lines."""
    sha256: str
    """SHA-256, in hex, of the last line; of the log's beginning (see ``first_link``) where there is no line."""
    size: int
    """Bytes up to and including the last whole line's newline."""


@dataclass(frozen=True, slots=True)
class Tail:
    """What stands behind the last whole line: the trace of a write that never finished."""

    start: int
    """Offset in bytes at which it begins."""
    size: int
    """Its length in bytes."""
    reason: str
    """Why it is not a whole line."""


class ChainWalk:
    """One pass over a log: yields its whole lines in order and checks that each continues the one before it.

    Memory is that of the longest lines, whatever the length of the file. After the pass ``head`` says where the chain
    stands, ``tail`` what is torn off, and ``newline_missing`` whether the last whole line lacks only its newline.
    """

    def __init__(self, path: Path) -> None:
        """Prepare a pass.

        Args:
            path: The log's file, beside the ``spec.json`` of its campaign.

        Raises:
            RecordError: If ``spec.json`` cannot be read.
        """
        self.path = path
        self.head = Head(0, first_link(path.parent, path.name), 0)
        self.tail: Tail | None = None
        self.newline_missing = False

    def __iter__(self) -> Iterator[bytes]:
        """Yield each whole line without its newline.

        Raises:
            RecordError: For damage that is not a torn end; names file, line and what was expected.
        """
        try:
            with self.path.open("rb", buffering=_BUFFER) as stream:
                yield from self._walk(stream)
        except OSError as error:
            raise RecordError(
                f"the log cannot be read: {error.strerror}",
                where=str(self.path),
                fix="Check the path, the right to read it, and the disk.",
            ) from error

    def _walk(self, stream: BinaryIO) -> Iterator[bytes]:
        # A line is known to be whole once the next one names its hash; the last one has to be parsed for that.
        held: bytes | None = None
        expected = self.head.sha256
        for raw in stream:
            line = raw[:-1] if raw.endswith(b"\n") else raw
            if claimed_link(line) != expected:
                if held is not None and not fault_of(held):
                    yield self._confirm(held, expected)
                    held = None
                self._judge_end(stream, held, raw)
                return
            if held is not None:
                yield self._confirm(held, expected)
            held, expected = line, line_hash(line)
            self.newline_missing = len(line) == len(raw)
        if held is None:
            return
        if fault_of(held):
            self.newline_missing = False
            self._judge_end(stream, held, b"")
            return
        yield self._confirm(held, expected)

    def _confirm(self, line: bytes, digest: str) -> bytes:
        self.head = Head(self.head.lines + 1, digest, self.head.size + len(line) + 1)
        return line

    def _judge_end(self, stream: BinaryIO, held: bytes | None, raw: bytes) -> None:
        """Decide whether the file from its first broken line on is a torn end, and raise if it is damage."""
        number = self.head.lines + 1
        broken = held if held is not None else raw.removesuffix(b"\n")
        fault = fault_of(broken)
        if not fault:
            raise damage_error(self.path, number, self._explain(broken))
        size = os.fstat(stream.fileno()).st_size - self.head.size
        later = chain([raw] if held is not None and raw else [], stream)
        if self._has_hole(broken, size):
            torn = size <= GROUP_BYTES or next(later, None) is None
        else:
            torn = all(is_cut_off(line.removesuffix(b"\n")) for line in chain([broken], later))
        if not torn:
            raise damage_error(self.path, number, fault)
        self.tail = Tail(self.head.size, size, fault)

    def _has_hole(self, broken: bytes, size: int) -> bool:
        """Return whether the zeros in a broken line are sectors that never reached the disk: up to the end of one."""
        if (start := broken.find(b"\0")) < 0:
            return False
        end = len(broken) - len(broken[start:].lstrip(b"\0"))
        return (self.head.size + end) % SECTOR_BYTES == 0 or end == size

    def _explain(self, line: bytes) -> str:
        """Say what is wrong with a line that is whole and does not continue the chain."""
        found = claimed_link(line)
        expected = self.head.sha256
        if found is None:
            return "the line does not begin with the key 'prev'; it was not written by this ledger"
        text = f"'prev' should be {expected} and is {found}"
        if self.head.lines == 0:
            return f"{text}. The log was begun with another spec.json or under another file name"
        if position := self._find(found):
            return f"{text}, which is the hash of line {position}: the line was moved or repeated"
        return (
            f"{text}. Line {self.head.lines} was changed after it was written, or lines were removed, added or "
            "moved between the two"
        )

    def _find(self, digest: str) -> int:
        """Return the number of the line with this hash, or 0."""
        with self.path.open("rb", buffering=_BUFFER) as stream:
            return next((n for n, raw in enumerate(stream, 1) if line_hash(raw.removesuffix(b"\n")) == digest), 0)


def fault_of(line: bytes) -> str:
    """Return why a line is not a whole record, or an empty text.

    Args:
        line: Bytes without the newline.
    """
    try:
        decode_line(line)
    except ValueError as error:
        return str(error)
    return ""


def check_chain(path: Path) -> ChainWalk:
    """Walk a whole log, keeping nothing.

    Args:
        path: The log's file.

    Returns:
        The walk, with ``head``, ``tail`` and ``newline_missing`` filled in.

    Raises:
        RecordError: For damage, or a file that cannot be read.
    """
    walk = ChainWalk(path)
    for _ in walk:
        pass
    return walk
