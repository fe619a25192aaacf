"""The few file operations that durability depends on, behind a protocol so that tests can make each of them fail."""

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Protocol

if sys.platform != "win32":
    import fcntl


class FileOps(Protocol):
    """What the ledger does to files. Every method raises ``OSError`` as the operating system does."""

    def open_append(self, path: Path) -> int:
        """Open a file for appending, creating it if absent, and return its descriptor."""

    def write(self, descriptor: int, data: memoryview) -> int:
        """Append some of ``data`` and return how many bytes were taken."""

    def fsync(self, descriptor: int) -> None:
        """Return once everything written to the file is on the disk."""

    def truncate(self, descriptor: int, size: int) -> None:
        """Cut the file to ``size`` bytes."""

    def rename(self, source: Path, target: Path) -> None:
        """Give a file another name, replacing what had that name."""

    def sync_folder(self, folder: Path) -> None:
        """Return once names created or changed in ``folder`` are on the disk."""

    def close(self, descriptor: int) -> None:
        """Close the file."""


class OsFiles:
    """The operating system's own file operations."""

    def open_append(self, path: Path) -> int:
        """Open a file for appending, creating it if absent, and return its descriptor."""
        flags = os.O_RDWR | os.O_APPEND | os.O_CREAT | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
        return os.open(path, flags, 0o644)

    def write(self, descriptor: int, data: memoryview) -> int:
        """Append some of ``data`` and return how many bytes were taken."""
        return os.write(descriptor, data)

    def fsync(self, descriptor: int) -> None:
        """Return once everything written to the file is on the disk.

        On macOS ``fsync`` leaves data in the drive's cache; ``F_FULLFSYNC`` flushes that too, where it is supported.
        """
        if sys.platform == "darwin":
            with suppress(OSError):
                fcntl.fcntl(descriptor, fcntl.F_FULLFSYNC)
                return
        os.fsync(descriptor)

    def truncate(self, descriptor: int, size: int) -> None:
        """Cut the file to ``size`` bytes."""
        os.ftruncate(descriptor, size)

    def rename(self, source: Path, target: Path) -> None:
        """Give a file another name, replacing what had that name."""
        source.replace(target)

    def sync_folder(self, folder: Path) -> None:
        """Return once names created or changed in ``folder`` are on the disk.

        Windows cannot open folders and needs no such call: NTFS journals names.
        """
        if sys.platform == "win32":
            return
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)

    def close(self, descriptor: int) -> None:
        """Close the file."""
        os.close(descriptor)


def write_all(files: FileOps, descriptor: int, data: bytes) -> tuple[int, OSError | None]:
    """Append all of ``data``, in as many writes as the system needs.

    Args:
        files: The file operations.
        descriptor: A file open for appending.
        data: What to append.

    Returns:
        How many bytes were taken, and the error that stopped the rest (None if nothing did).
    """
    view, done = memoryview(data), 0
    while done < len(data):
        try:
            taken = files.write(descriptor, view[done:])
        except OSError as error:
            return done, error
        if taken <= 0:
            return done, OSError("the file takes no more bytes and gives no reason")
        done += taken
    return done, None
