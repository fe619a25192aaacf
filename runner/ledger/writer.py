"""Appends records to the logs of a campaign: one writer, group commit, promises kept only once they are durable."""

import asyncio
import threading
from collections import deque
from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, Self

from runner.errors import RecordError
from runner.ledger.chain import GROUP_BYTES, Head
from runner.ledger.commit import LogFile
from runner.ledger.files import FileOps, OsFiles
from runner.ledger.lines import LINK_BYTES, encode_record
from runner.ledger.lock import FolderLock
from runner.ledger.names import log_file_name
from runner.ledger.recovery import Recovery, open_log

_GROUP_RECORDS = 4096
"""Most records of one group commit, so that the first of them need not wait long for the last."""
_WAITING_BYTES = 64 * 1024 * 1024
"""Most bytes that wait to be written; ``append`` blocks beyond it, so that a slow disk cannot fill the memory."""


class Durability(StrEnum):
    """When a record counts as written."""

    ALWAYS = "always"
    """After an fsync of its own."""
    BATCH = "batch"
    """After the fsync of its group: all records that were waiting when the previous group was done."""
    OFF = "off"
    """Once the operating system has it: survives a killed process, not a power failure."""


@dataclass(slots=True)
class _Waiting:
    """A record on its way to the disk, and who waits for it."""

    log: str
    body: bytes
    promise: "Future[str] | asyncio.Future[str]"
    loop: asyncio.AbstractEventLoop | None

    @property
    def size(self) -> int:
        """Bytes of the line, newline included."""
        return len(self.body) + LINK_BYTES


class Writer:
    """The one writer of a campaign's logs, or of one segment of each. A thread of its own does the writing.

    Usable as a context manager. Any thread and any event loop may append; records of one log are written in the order
    of the calls.
    """

    def __init__(
        self,
        folder: Path,
        logs: Sequence[str],
        *,
        segment: int | None = None,
        durability: Durability | str = Durability.BATCH,
        files: FileOps | None = None,
    ) -> None:
        """Lock the folder, open and verify every log, mend what a crash left, and start.

        Args:
            folder: A campaign's folder, with its ``spec.json``.
            logs: Names of the logs to be written; those that do not exist are created.
            segment: Number of this writer's own segment, where several writers share the folder; None for one writer.
            durability: When a record counts as written.
            files: The file operations; the operating system's own by default.

        Raises:
            RecordError: If another writer holds the lock, a log is damaged before its end, or the folder cannot be
                written.
        """
        self.folder, self.durability = folder, Durability(durability)
        self.recoveries: tuple[Recovery, ...] = ()
        """What was mended on opening; each is an anomaly to be disclosed."""
        self.failure: RecordError | None = None
        """Why this writer accepts nothing more; None while all is well."""
        self._files = files or OsFiles()
        self._logs: dict[str, LogFile] = {}
        self._queue: deque[_Waiting] = deque()
        self._queued_bytes, self._closing = 0, False
        self._mutex = threading.Lock()
        self._work, self._room = threading.Condition(self._mutex), threading.Condition(self._mutex)
        self._lock = FolderLock(folder, segment)
        with ExitStack() as undo:
            undo.callback(self._release)
            self._open(logs, segment)
            undo.pop_all()
        self._thread = threading.Thread(target=self._run, name=f"ledger {folder.name}", daemon=True)
        self._thread.start()

    def __enter__(self) -> Self:
        """Return the writer."""
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        """Close; an error that is already under way is not replaced by the writer's own."""
        try:
            self.close()
        except RecordError:
            if kind is None:
                raise

    def append(self, log: str, record: Mapping[str, Any]) -> "Future[str]":
        """Hand over a record. Later changes to ``record`` have no effect.

        Args:
            log: One of the names given on opening.
            record: What to write; see ``lines.encode_record`` for what it may hold.

        Returns:
            A future that cannot be cancelled. It holds the SHA-256, in hex, of the record's line once the record is
            written as ``durability`` demands, or a ``RecordError`` if it could not be; after the first such error
            every later record gets one too, and none of them is written.

        Raises:
            RecordError: At once, for a record that JSON cannot carry or an unknown log; the writer goes on.
        """
        body = self._encode(log, record)
        future: Future[str] = Future()
        future.set_running_or_notify_cancel()
        self._enqueue(_Waiting(log, body, future, None))
        return future

    async def write(self, log: str, record: Mapping[str, Any]) -> str:
        """Write a record and return once it is durable. Cancelling the call does not take the record back.

        Args:
            log: One of the names given on opening.
            record: What to write.

        Returns:
            The SHA-256, in hex, of the record's line.

        Raises:
            RecordError: If the record cannot be written.
        """
        body = self._encode(log, record)
        loop = asyncio.get_running_loop()
        promise: asyncio.Future[str] = loop.create_future()
        self._enqueue(_Waiting(log, body, promise, loop))
        return await promise

    def heads(self) -> dict[str, Head]:
        """Return where the chain of each log stands, by name of its file; final once the writer is closed."""
        return {log.path.name: log.head for log in self._logs.values()}

    def close(self) -> None:
        """Write what is waiting, close the logs and let go of the lock. Doing so twice is harmless.

        Raises:
            RecordError: If any record could not be written.
        """
        with self._mutex:
            self._closing = True
            self._work.notify()
            self._room.notify_all()
        self._thread.join()
        self._release()
        if self.failure is not None:
            raise _again(self.failure)

    def _open(self, logs: Sequence[str], segment: int | None) -> None:
        recoveries = []
        for log in dict.fromkeys(logs):
            opened, recovery = open_log(self.folder / log_file_name(log, segment), self._files)
            self._logs[log] = LogFile(opened, self._files)
            if recovery is not None:
                recoveries.append(recovery)
        self.recoveries = tuple(recoveries)

    def _release(self) -> None:
        for log in self._logs.values():
            log.close()
        self._lock.release()

    def _encode(self, log: str, record: Mapping[str, Any]) -> bytes:
        if log not in self._logs:
            raise RecordError(f"there is no log {log!r}", where=str(self.folder), fix=f"Use one of {list(self._logs)}.")
        return encode_record(record, log)

    def _enqueue(self, item: _Waiting) -> None:
        with self._mutex:
            while self._queued_bytes > _WAITING_BYTES and self.failure is None and not self._closing:
                self._room.wait()
            refusal = self.failure
            if refusal is None and self._closing:
                refusal = RecordError("the record is closed", where=str(self.folder), fix="Open it again to write.")
            if refusal is None:
                self._queue.append(item)
                self._queued_bytes += item.size
                self._work.notify()
        if refusal is not None:
            _settle([item], [], refusal)

    def _run(self) -> None:
        """Commit group after group until closed (the body of the writer's thread)."""
        group: list[_Waiting] = []
        try:
            while group := self._next_group():
                self._commit(group)
        finally:
            self._give_up(group)

    def _next_group(self) -> list[_Waiting]:
        """Wait for records and take as many as one group may hold; empty when there will be no more."""
        group: list[_Waiting] = []
        most = 1 if self.durability is Durability.ALWAYS else _GROUP_RECORDS
        size = 0
        with self._mutex:
            while not self._queue and not self._closing:
                self._work.wait()
            while self._queue and len(group) < most and (not group or size + self._queue[0].size <= GROUP_BYTES):
                group.append(self._queue.popleft())
                size += group[-1].size
            self._queued_bytes -= size
            self._room.notify_all()
        return group

    def _commit(self, group: list[_Waiting]) -> None:
        """Write one group, log by log, and tell everyone who waits for it."""
        by_log: dict[str, list[_Waiting]] = {}
        for item in group:
            by_log.setdefault(item.log, []).append(item)
        sync = self.durability is not Durability.OFF
        for log, items in by_log.items():
            hashes: list[str] = []
            if self.failure is None:
                outcome = self._logs[log].append([item.body for item in items], sync=sync)
                hashes = outcome.hashes
                if outcome.error is not None:
                    with self._mutex:
                        self.failure = outcome.error
                        self._room.notify_all()
            _settle(items, hashes, self.failure)

    def _give_up(self, group: Sequence[_Waiting]) -> None:
        """Leave nobody waiting when the thread ends, even if it ends by a fault of its own in the middle of a group."""
        with self._mutex:
            rest = [item for item in (*group, *self._queue) if not item.promise.done()]
            self._queue.clear()
            if rest and self.failure is None:
                self.failure = RecordError(
                    "the writer ended before this record was written",
                    where=str(self.folder),
                    fix="Run again; please report the traceback above, it is a fault of ragcanary.",
                )
            self._room.notify_all()
        if rest:
            _settle(rest, [], self.failure)


def _again(error: RecordError) -> RecordError:
    """Return an equal error, so that each who raises it has a traceback of his own."""
    return RecordError(error.what, where=error.where, fix=error.fix)


def _settle(items: Sequence[_Waiting], hashes: Sequence[str], error: RecordError | None) -> None:
    """Give the first items their hashes and the rest the error; wake each event loop once for all of its items."""
    by_loop: dict[asyncio.AbstractEventLoop, list[tuple[asyncio.Future[str], str | RecordError]]] = {}
    for index, item in enumerate(items):
        if index < len(hashes):
            result: str | RecordError = hashes[index]
        elif error is not None:
            result = _again(error)
        else:
            raise AssertionError("a record was neither written nor refused")
        if isinstance(item.promise, Future):
            if isinstance(result, RecordError):
                item.promise.set_exception(result)
            else:
                item.promise.set_result(result)
        elif item.loop is not None:
            by_loop.setdefault(item.loop, []).append((item.promise, result))
    for loop, pairs in by_loop.items():
        with suppress(RuntimeError):  # A loop that was closed meanwhile has nobody left who waits.
            loop.call_soon_threadsafe(_wake, pairs)


def _wake(pairs: Sequence[tuple["asyncio.Future[str]", str | RecordError]]) -> None:
    """Resolve futures inside their own event loop."""
    for promise, result in pairs:
        if promise.done():
            continue  # Whoever waited was cancelled; the record stays written.
        if isinstance(result, RecordError):
            promise.set_exception(result)
        else:
            promise.set_result(result)
