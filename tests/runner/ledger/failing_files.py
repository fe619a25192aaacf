"""File operations that count, fail on demand, or wait."""

import errno
import os
import threading
from pathlib import Path

from runner.ledger.files import OsFiles


class FailingFiles(OsFiles):
    """The system's own operations, of which one kind fails from its n-th call on."""

    def __init__(self, operation: str, number: int, code: int, *, partial: int = 0) -> None:
        self.operation, self.number, self.code, self.partial = operation, number, code, partial
        self.calls: dict[str, int] = {}

    def _call(self, operation: str) -> bool:
        self.calls[operation] = self.calls.get(operation, 0) + 1
        return operation == self.operation and self.calls[operation] >= self.number

    def _fail(self) -> None:
        raise OSError(self.code, os.strerror(self.code))

    def open_append(self, path: Path) -> int:
        if self._call("open"):
            self._fail()
        return super().open_append(path)

    def write(self, descriptor: int, data: memoryview) -> int:
        if self._call("write"):
            if self.partial:
                taken, self.partial = super().write(descriptor, data[: self.partial]), 0
                return taken
            self._fail()
        return super().write(descriptor, data)

    def fsync(self, descriptor: int) -> None:
        if self._call("fsync"):
            self._fail()
        super().fsync(descriptor)

    def truncate(self, descriptor: int, size: int) -> None:
        if self._call("truncate"):
            self._fail()
        super().truncate(descriptor, size)


NO_SPACE, IO_ERROR, READ_ONLY = errno.ENOSPC, errno.EIO, errno.EROFS


class HeldFiles(OsFiles):
    """Operations whose fsync waits until the test lets it go, so that a queue can form."""

    def __init__(self) -> None:
        self.go = threading.Event()
        self.go.set()
        self.waiting = threading.Event()
        self.syncs = 0
        self.sizes: list[int] = []

    def write(self, descriptor: int, data: memoryview) -> int:
        self.sizes.append(len(data))
        return super().write(descriptor, data)

    def fsync(self, descriptor: int) -> None:
        self.syncs += 1
        self.waiting.set()
        assert self.go.wait(30)
        super().fsync(descriptor)
