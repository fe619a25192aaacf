"""What the operating system's errors mean for a record, in words a user can act on."""

import errno
from pathlib import Path

from runner.errors import RecordError

_READABLE = "What was recorded before stays readable; the same command continues from there."

_MEANINGS: dict[int, tuple[str, str]] = {
    errno.ENOSPC: ("the disk is full", f"Free space on this disk and run again. {_READABLE}"),
    errno.EDQUOT: ("the disk quota is used up", f"Free space or raise the quota and run again. {_READABLE}"),
    errno.EFBIG: (
        "the file may not grow further",
        f"Raise the limit on file sizes (`ulimit -f`) or use a file system that holds larger files. {_READABLE}",
    ),
    errno.EROFS: ("the file system is read-only", f"Mount it for writing or move the folder. {_READABLE}"),
    errno.EACCES: ("permission is denied", f"Give this user the right to write to the folder. {_READABLE}"),
    errno.EPERM: ("the operation is not permitted", f"Give this user the right to write to the folder. {_READABLE}"),
    errno.EIO: ("the disk reports an input/output error", f"Check the disk, copy the folder away first. {_READABLE}"),
    errno.ENOENT: ("the file or its folder is gone", "Restore it from a copy; nothing was written elsewhere."),
    errno.ENOTDIR: ("a part of the path is not a folder", "Give the folder of a campaign."),
    errno.EISDIR: ("a folder stands where the file should be", "Move that folder away."),
    errno.ESTALE: ("the network file system has lost the file", f"Mount it again and run again. {_READABLE}"),
}


def write_error(path: Path, error: OSError) -> RecordError:
    """Turn an error of the operating system into one that says what, where and what to do.

    Args:
        path: The file that was written to or opened for writing.
        error: What the system said.

    Returns:
        The error to raise or to hand to those who wait.
    """
    default = error.strerror or str(error)
    what, fix = _MEANINGS.get(error.errno or 0, (default, f"Mend the cause and run again. {_READABLE}"))
    return RecordError(f"the record cannot be written: {what}", where=str(path), fix=fix)


def disturbed_error(path: Path, what: str) -> RecordError:
    """Return the error for a log that something else changed while it was being written.

    Args:
        path: The log's file.
        what: What was seen.

    Returns:
        The error to hand to those who wait.
    """
    return RecordError(
        f"the log was disturbed while it was being written: {what}",
        where=str(path),
        fix="Let no other program touch the folder of a running campaign; restore the file and run again.",
    )


def damage_error(path: Path, line: int, what: str) -> RecordError:
    """Return the error for a log that was damaged or edited, which no recovery may pass over.

    Args:
        path: The log's file.
        line: Number of the damaged line, from 1.
        what: What was expected and what was found.

    Returns:
        The error to raise.
    """
    return RecordError(
        f"the log is damaged: {what}",
        where=f"{path}, line {line}",
        fix="Restore the file from a copy whose last hash is known. A crash never damages lines before the last ones: "
        "somebody or something changed this file.",
    )
