"""A disk that crashes on demand and then shows what a real one might have kept; and campaigns that live on it."""

import errno
import os
import random
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

from runner.errors import RecordError
from runner.ledger.reader import read
from runner.ledger.writer import Durability, Writer

SECTOR = 512
"""Bytes that a disk writes as one: a crash leaves each of them old or new."""


def seeded(seed: int | str) -> random.Random:
    """Return random numbers that are the same in every run."""
    return random.Random(seed)  # noqa: S311  (to be repeatable, not secret)


class Crash(StrEnum):
    """What happens to the data that was written and not yet synced."""

    KILLED = "killed"
    """The process died: the operating system keeps all of it."""
    CUT = "cut"
    """The power failed: the first part of it is there, up to any byte."""
    HOLES = "holes"
    """The power failed: any of its sectors may be missing and read as zeros."""


@dataclass
class _File:
    durable: bytes
    pending: list[bytes | int] = field(default_factory=list)
    """Unsynced operations: bytes appended, or a size to which the file was cut."""

    def all(self) -> bytes:
        content = self.durable
        for operation in self.pending:
            content = content[:operation] if isinstance(operation, int) else content + operation
        return content


class CrashDisk:
    """File operations on a real folder that fail for good at one of them, as if the machine had stopped there.

    Everything that anybody can observe before the crash is real; ``image`` then says what is on the disk after it.
    """

    def __init__(self, folder: Path, rng: random.Random) -> None:
        self.folder, self.rng = folder, rng
        self.crash_at: int | None = None
        self.operations = 0
        self.crashed = False
        self.names = {path: _File(path.read_bytes()) for path in folder.iterdir() if ".jsonl" in path.name}
        self._durable_names = dict(self.names)
        self._name_changes: list[dict[Path, _File]] = []
        self._open: dict[int, _File] = {}

    def _tick(self) -> bool:
        """Count an operation; return whether the crash comes during this one."""
        if self.crashed:
            raise OSError(errno.EIO, "the machine has stopped")
        self.operations += 1
        self.crashed = self.operations == self.crash_at
        return self.crashed

    def _stop(self) -> None:
        raise OSError(errno.EIO, "the machine has stopped")

    def open_append(self, path: Path) -> int:
        if self._tick():
            self._stop()
        descriptor = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT)
        if path not in self.names:
            self.names[path] = _File(b"")
            self._name_changes.append(dict(self.names))
        self._open[descriptor] = self.names[path]
        return descriptor

    def write(self, descriptor: int, data: memoryview) -> int:
        taken = len(data) if self.rng.random() < 0.7 else self.rng.randint(1, len(data))
        if self._tick():
            self._open[descriptor].pending.append(bytes(data[: self.rng.randint(0, len(data))]))
            self._stop()
        self._open[descriptor].pending.append(bytes(data[:taken]))
        return os.write(descriptor, data[:taken])

    def fsync(self, descriptor: int) -> None:
        if self._tick():
            self._stop()
        file = self._open[descriptor]
        file.durable, file.pending = file.all(), []

    def truncate(self, descriptor: int, size: int) -> None:
        crash = self._tick()
        self._open[descriptor].pending.append(size)
        if crash:
            self._stop()
        os.ftruncate(descriptor, size)

    def rename(self, source: Path, target: Path) -> None:
        crash = self._tick()
        self.names[target] = self.names.pop(source)
        self._name_changes.append(dict(self.names))
        if crash:
            self._stop()
        source.replace(target)

    def sync_folder(self, _folder: Path) -> None:
        if self._tick():
            self._stop()
        self._durable_names, self._name_changes = dict(self.names), []

    def close(self, descriptor: int) -> None:
        os.close(descriptor)

    def image(self, crash: Crash) -> dict[Path, bytes]:
        """Return what is on the disk after the crash, by file."""
        if crash is Crash.KILLED:
            return {path: file.all() for path, file in self.names.items()}
        # A journal keeps changes of names in order and may lose the last ones.
        names = self.rng.choice([self._durable_names, *self._name_changes])
        return {path: self._after_power_failure(file, crash) for path, file in names.items()}

    def _after_power_failure(self, file: _File, crash: Crash) -> bytes:
        content = file.durable
        for operation in file.pending:
            if isinstance(operation, int):
                if self.rng.random() < 0.5:
                    return content
                content = content[:operation]
            elif crash is Crash.CUT:
                kept = self.rng.choice([len(operation), self.rng.randint(0, len(operation))])
                content += operation[:kept]
                if kept < len(operation):
                    return content
            else:
                content += operation
        return self._with_holes(file.durable, content) if crash is Crash.HOLES else content

    def _with_holes(self, durable: bytes, content: bytes) -> bytes:
        fixed = min(len(durable), len(content))
        size = self.rng.choice([len(content), self.rng.randint(fixed, len(content))])
        result = bytearray(content[:size])
        for start in range(fixed // SECTOR * SECTOR, size, SECTOR):
            if self.rng.random() < 0.4:
                first, last = max(start, fixed), min(start + SECTOR, size)
                result[first:last] = bytes(last - first)
        return bytes(result)

    def restart(self, crash: Crash) -> None:
        """Put the folder into the state that is found afterwards, and let the disk work again.

        What a killed process left behind stays unsynced: a power failure may still take it.
        """
        image = self.image(crash)
        if crash is not Crash.KILLED:
            self.names = {path: _File(content) for path, content in image.items()}
            self._durable_names, self._name_changes = dict(self.names), []
        for path in self.folder.iterdir():
            if ".jsonl" in path.name:
                path.unlink()
        for path, content in image.items():
            path.write_bytes(content)
        self._open, self.operations, self.crashed = {}, 0, False


Groups = Sequence[tuple[str, Sequence[dict[str, Any]]]]
"""Groups of records, each for one log, in the order in which they are handed over."""


class Campaign:
    """A campaign that lives through crashes and keeps account of what it was promised."""

    def __init__(self, folder: Path, logs: Sequence[str], rng: random.Random) -> None:
        (folder / "spec.json").write_bytes(b"{}")
        self.folder, self.logs, self.rng = folder, tuple(logs), rng
        self.disk = CrashDisk(folder, rng)
        self.promised: dict[str, list[dict[str, Any]]] = {log: [] for log in logs}
        """Records whose futures said that they are durable, and those found by a writer that opened."""
        self.handed: dict[str, list[dict[str, Any]]] = {log: [] for log in logs}
        """The promised ones, then those handed over since the last opening."""

    def live(self, groups: Groups, crash_at: int | None, durability: Durability = Durability.BATCH) -> bool:
        """Open and write until the crash (or to the end); return whether it came. ``restart`` before the next life."""
        self.disk.crash_at = crash_at
        try:
            writer = Writer(self.folder, self.logs, durability=durability, files=self.disk)
        except RecordError:
            assert self.disk.crashed
            return True
        for log in self.logs:
            self.check(log)
            self.promised[log] = self.records(log)
            self.handed[log] = list(self.promised[log])
        for log, records in groups:
            self.handed[log] += records
            for record, future in [(record, writer.append(log, record)) for record in records]:
                if future.exception() is None:
                    self.promised[log].append(record)
        with suppress(RecordError):
            writer.close()
        assert self.disk.crashed or writer.failure is None
        return self.disk.crashed

    def restart(self, crash: Crash) -> None:
        """Go through a crash of this kind."""
        self.disk.rng = self.rng
        self.disk.restart(crash)

    def records(self, log: str) -> list[dict[str, Any]]:
        return list(read(self.folder / f"{log}.jsonl"))

    def check(self, log: str) -> None:
        """No promised record is lost, none is changed, none is invented, and none changed its place."""
        found = self.records(log)
        assert found[: len(self.promised[log])] == self.promised[log]
        assert found == self.handed[log][: len(found)]
