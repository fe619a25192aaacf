"""Keeps two writers out of one campaign's folder, and lets go of the lock when its holder dies."""

import errno
import json
import os
import socket
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from runner.errors import RecordError
from runner.ledger.faults import write_error

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

_UNSUPPORTED = {errno.ENOSYS, errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOTSUP}
"""What file systems without advisory locks answer (some cluster and FUSE mounts)."""


@dataclass(frozen=True, slots=True)
class Holder:
    """The process that holds a lock, as it described itself."""

    pid: int
    """Process id on its host."""
    host: str
    """Name of its host."""

    @classmethod
    def read(cls, path: Path) -> Self | None:
        """Read the holder from a lock file; None where it has not described itself."""
        try:
            value = json.loads(path.read_bytes())
            return cls(int(value["pid"]), str(value["host"]))
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def is_gone(self) -> bool:
        """Return whether the process ran on this host and is no longer there."""
        if self.host != socket.gethostname() or sys.platform == "win32":
            return False
        try:
            os.kill(self.pid, 0)
        except ProcessLookupError:
            return True
        except PermissionError:
            return False
        return False


def lock_file(descriptor: int) -> None:
    """Lock an open file for this descriptor until it is closed or its process ends.

    Raises:
        BlockingIOError: If another descriptor holds the lock (``PermissionError`` on Windows).
        OSError: If the file system has no locks.
    """
    if sys.platform == "win32":
        os.lseek(descriptor, 1 << 30, os.SEEK_SET)  # Far behind the text, which others must be able to read.
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
    else:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


class FolderLock:
    """An exclusive right to write to a folder's logs, or to one segment of them.

    Where the file system has locks, the system frees them when the process ends, however it ends. Elsewhere a file that
    is created exclusively stands for the lock; it is taken over once the process that it names is gone from this host.
    """

    def __init__(self, folder: Path, segment: int | None = None) -> None:
        """Take the lock.

        Args:
            folder: A campaign's folder.
            segment: The segment to be written; None for the main files.

        Raises:
            RecordError: If another writer holds it (names its pid and host), or the folder cannot be written.
        """
        stem = "writer" if segment is None else f"writer.{segment}"
        self.path = folder / f"{stem}.lock"
        try:
            self._descriptor = self._acquire(folder / f"{stem}.claim")
        except OSError as error:
            raise write_error(self.path, error) from error

    def release(self) -> None:
        """Let go of the lock and remove its file. Doing so twice is harmless."""
        if self._descriptor < 0:
            return
        with suppress(OSError):
            self.path.unlink()
        os.close(self._descriptor)
        self._descriptor = -1
        if sys.platform == "win32":  # There, an open file cannot be removed.
            with suppress(OSError):
                self.path.unlink()

    def _acquire(self, claim: Path) -> int:
        while True:
            descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o644)
            try:
                lock_file(descriptor)
                # Its last holder may have removed the file between the two calls; then the lock is of a file that
                # nobody else will ever open.
                if self.path.exists() and os.path.samestat(os.fstat(descriptor), self.path.stat()):
                    return _describe(descriptor)
            except (BlockingIOError, PermissionError) as error:
                os.close(descriptor)
                raise self._refusal("Wait until it ends, or stop it.") from error
            except OSError as error:
                os.close(descriptor)
                if error.errno not in _UNSUPPORTED:
                    raise
                self.path.unlink(missing_ok=True)
                self.path = claim
                return self._acquire_claim()
            os.close(descriptor)

    def _acquire_claim(self) -> int:
        try:
            return _create(self.path)
        except FileExistsError:
            return self._take_over()

    def _take_over(self) -> int:
        """Replace the claim of a process that is gone; a second file keeps others from doing so at the same time."""
        fix = f"Wait until it ends, or stop it. If it is gone, remove {self.path.name} and {self.path.name}.takeover."
        guard = self.path.with_name(f"{self.path.name}.takeover")
        try:
            os.close(_create(guard))
        except FileExistsError as error:
            raise self._refusal(fix) from error
        try:
            holder = Holder.read(self.path)
            if holder is None or not holder.is_gone():
                raise self._refusal(fix)
            self.path.unlink()
            return _create(self.path)
        except FileExistsError as error:
            raise self._refusal(fix) from error
        finally:
            guard.unlink(missing_ok=True)

    def _refusal(self, fix: str) -> RecordError:
        holder = Holder.read(self.path)
        name = f"pid {holder.pid} on host {holder.host}" if holder else "a process that has not given its name yet"
        return RecordError(f"another writer holds this record: {name}", where=str(self.path), fix=fix)


def _create(path: Path) -> int:
    """Create a file that must not exist, with this process's description in it."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_CLOEXEC", 0), 0o644)
    return _describe(descriptor)


def _describe(descriptor: int) -> int:
    """Write pid and host into a lock file and return its descriptor."""
    try:
        os.ftruncate(descriptor, 0)
        os.lseek(descriptor, 0, os.SEEK_SET)
        os.write(descriptor, json.dumps({"pid": os.getpid(), "host": socket.gethostname()}).encode("ascii"))
    except OSError:
        os.close(descriptor)
        raise
    return descriptor
