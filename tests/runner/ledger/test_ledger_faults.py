"""A full disk, a read-only folder, a lost file, an I/O error: named, nothing glued, nothing durable lost (BR-29).

The tests may run as root, whom permissions do not stop, so a folder is made read-only in two ways: a file system that
is mounted read-only where mounting is permitted, and a user without rights whom this process becomes for a moment.
"""

import asyncio
import errno
import os
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from runner.errors import ExitCode, RecordError
from runner.ledger.faults import write_error
from runner.ledger.reader import read
from runner.ledger.writer import Writer
from tests.runner.ledger.failing_files import IO_ERROR, NO_SPACE, READ_ONLY, FailingFiles, HeldFiles
from tests.runner.ledger.ledger_folder import new_folder, refused, start_python, write

FIVE = [{"n": n, "text": "x" * 100} for n in range(5)]


def outcomes(writer: Writer, records: list[dict[str, Any]]) -> list[BaseException | None]:
    return [writer.append("votes", record).exception(10) for record in records]


def close_with_error(writer: Writer) -> None:
    with pytest.raises(RecordError):
        writer.close()


@pytest.mark.parametrize("code", [NO_SPACE, IO_ERROR, READ_ONLY, errno.EDQUOT, errno.EFBIG, errno.EACCES])
@pytest.mark.parametrize("partial", [0, 1, 70, 191])  # A line of these has 191 bytes and a newline.
def test_after_a_failed_write_nothing_more_is_accepted_and_all_before_it_is_readable(
    tmp_path: Path, code: int, partial: int
) -> None:
    new_folder(tmp_path)
    writer = Writer(tmp_path, ["votes"], files=FailingFiles("write", 6, code, partial=partial))
    assert outcomes(writer, FIVE) == [None] * 5
    errors = outcomes(writer, [{"n": 5, "text": "x" * 100}, {"n": 6}])
    for error in errors:
        assert isinstance(error, RecordError)
        assert error.exit_code is ExitCode.RECORD
        assert error.where == str(tmp_path / "votes.jsonl")
        assert error.fix
    assert str(errors[0]) == str(errors[1]) == str(writer.failure)
    assert errors[0] is not errors[1]
    with pytest.raises(RecordError):
        asyncio.run(writer.write("votes", {"n": 7}))
    close_with_error(writer)
    assert list(read(tmp_path / "votes.jsonl")) == FIVE
    assert (tmp_path / "votes.jsonl").read_bytes().endswith(b"}\n")
    with Writer(tmp_path, ["votes"]) as writer:
        assert writer.recoveries == ()
        assert outcomes(writer, [{"n": 5}]) == [None]
    assert list(read(tmp_path / "votes.jsonl")) == [*FIVE, {"n": 5}]


def test_the_whole_records_of_a_group_that_still_fitted_count_as_written(tmp_path: Path) -> None:
    class HeldThenFull(HeldFiles):
        def write(self, descriptor: int, data: memoryview) -> int:
            if len(self.sizes) > 1:
                raise OSError(errno.ENOSPC, "no space")
            return super().write(descriptor, data[:450])

    new_folder(tmp_path)
    files = HeldThenFull()
    writer = Writer(tmp_path, ["votes"], files=files)
    files.go.clear()
    files.waiting.clear()
    first = writer.append("votes", {"first": True})
    assert files.waiting.wait(10)
    futures = [writer.append("votes", record) for record in FIVE]
    files.go.set()
    assert first.exception(10) is None
    # A line of these has 75 bytes of link, 116 of record and a newline: two of them fit into 450 bytes.
    assert [future.exception(10) is None for future in futures] == [True, True, False, False, False]
    close_with_error(writer)
    assert list(read(tmp_path / "votes.jsonl")) == [{"first": True}, *FIVE[:2]]


def test_a_failed_fsync_confirms_nothing_of_its_group_and_leaves_nothing_of_it(tmp_path: Path) -> None:
    new_folder(tmp_path)
    files = FailingFiles("fsync", 3, IO_ERROR)
    writer = Writer(tmp_path, ["votes"], files=files)
    assert [error is None for error in outcomes(writer, FIVE[:3])] == [True, False, False]
    close_with_error(writer)
    assert list(read(tmp_path / "votes.jsonl")) == FIVE[:1]


def test_where_the_rest_cannot_be_cut_off_the_next_opening_mends_it(tmp_path: Path) -> None:
    class Stubborn(FailingFiles):
        def truncate(self, *_: int) -> None:
            raise OSError(errno.EIO, "no")

    new_folder(tmp_path)
    writer = Writer(tmp_path, ["votes"], files=Stubborn("write", 3, NO_SPACE, partial=90))
    assert [error is None for error in outcomes(writer, FIVE[:3])] == [True, True, False]
    close_with_error(writer)
    assert list(read(tmp_path / "votes.jsonl")) == FIVE[:2]
    with Writer(tmp_path, ["votes"]) as writer:
        assert writer.recoveries[0].moved_bytes == 90
        assert outcomes(writer, [{"n": 9}]) == [None]
    assert list(read(tmp_path / "votes.jsonl")) == [*FIVE[:2], {"n": 9}]


def test_a_failure_of_one_log_stops_all_logs(tmp_path: Path) -> None:
    new_folder(tmp_path)
    writer = Writer(tmp_path, ["votes", "intents"])
    (tmp_path / "votes.jsonl").unlink()
    assert writer.append("votes", {}).exception(10) is not None
    assert "votes.jsonl" in str(writer.append("intents", {}).exception(10))
    close_with_error(writer)
    assert list(read(tmp_path / "intents.jsonl")) == []


def test_what_waited_behind_a_failure_is_not_written(tmp_path: Path) -> None:
    files = HeldFiles()
    writer = Writer(new_folder(tmp_path), ["votes", "intents"], files=files)
    files.go.clear()
    files.waiting.clear()
    first = writer.append("votes", {"n": 0})
    assert files.waiting.wait(10)
    waiting = [writer.append(log, {"n": 1}) for log in ("votes", "intents")]
    (tmp_path / "votes.jsonl").unlink()
    files.go.set()
    assert first.exception(10) is None
    assert ["votes.jsonl" in str(future.exception(10)) for future in waiting] == [True, True]
    close_with_error(writer)
    assert list(read(tmp_path / "intents.jsonl")) == []


def test_a_failure_while_opening_leaves_the_folder_free_for_the_next(tmp_path: Path) -> None:
    new_folder(tmp_path)
    for operation in ("open", "fsync"):
        with pytest.raises(RecordError, match="disk is full"):
            Writer(tmp_path, ["votes"], files=FailingFiles(operation, 1, NO_SPACE))
    Writer(tmp_path, ["votes"]).close()


def test_a_full_disk_while_mending_loses_nothing(tmp_path: Path) -> None:
    log = write(new_folder(tmp_path), FIVE)
    torn = log.read_bytes() + b'{"prev":"'
    log.write_bytes(torn)
    with pytest.raises(RecordError, match="disk is full"):
        Writer(tmp_path, ["votes"], files=FailingFiles("write", 1, NO_SPACE))
    assert log.read_bytes() == torn
    Writer(tmp_path, ["votes"]).close()
    assert list(read(log)) == FIVE


@pytest.mark.parametrize(
    ("harm", "words"),
    [
        (lambda log: log.unlink(), "can no longer be found"),
        (lambda log: log.rename(log.with_name("moved")), "can no longer be found"),
        (lambda log: (log.rename(log.with_name("moved")), log.touch()), "another file has taken its place"),
        (lambda log: log.write_bytes(log.read_bytes() + b"{}\n"), "it has 195 bytes and should have 192"),
        (lambda log: os.truncate(log, 0), "it has 0 bytes and should have 192"),
    ],
)
def test_a_log_that_somebody_else_touches_is_not_written_to_any_more(tmp_path: Path, harm: Any, words: str) -> None:
    new_folder(tmp_path)
    writer = Writer(tmp_path, ["votes"])
    assert outcomes(writer, FIVE[:1]) == [None]
    harm(tmp_path / "votes.jsonl")
    (error,) = outcomes(writer, [{"n": 1}])
    assert words in str(error)
    close_with_error(writer)


def test_an_error_without_a_meaning_of_its_own_still_says_what_and_what_to_do() -> None:
    error = write_error(Path("votes.jsonl"), OSError(errno.EBADF, "bad descriptor"))
    assert "bad descriptor" in error.what
    assert error.fix


@contextmanager
def mounted(folder: Path, options: str) -> Iterator[None]:
    """Mount a small file system in memory, or skip where that is not permitted."""
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", folder], capture_output=True, check=False)
    if done.returncode:
        pytest.skip("platform: mounting is not permitted here; the limit on file sizes is tested instead")
    try:
        yield
    finally:
        subprocess.run(["umount", folder], check=True)


def test_a_real_disk_of_64_kilobytes_fills_up(tmp_path: Path) -> None:
    with mounted(tmp_path, "size=64k"):
        new_folder(tmp_path)
        writer = Writer(tmp_path, ["votes"])
        errors = outcomes(writer, [{"n": n, "text": "x" * 5000} for n in range(20)])
        written = errors.index(next(error for error in errors if error))
        # 64 KiB hold at most twelve lines of 5,090 bytes, and fewer with the pages of spec.json and the lock.
        assert 0 < written <= 12
        assert all("disk is full" in str(error) for error in errors[written:])
        close_with_error(writer)
        assert [record["n"] for record in read(tmp_path / "votes.jsonl")] == list(range(written))
        assert (tmp_path / "votes.jsonl").read_bytes().endswith(b"}\n")
        subprocess.run(["mount", "-o", "remount,size=256k", tmp_path], check=True)
        with Writer(tmp_path, ["votes"]) as writer:
            assert writer.recoveries == ()
            assert outcomes(writer, [{"n": n} for n in range(written, 20)]) == [None] * (20 - written)
        assert [record["n"] for record in read(tmp_path / "votes.jsonl")] == list(range(20))


def test_a_file_system_mounted_read_only_is_refused_at_the_start_and_can_be_read(tmp_path: Path) -> None:
    with mounted(tmp_path, "size=64k"):
        log = write(new_folder(tmp_path), FIVE)
        subprocess.run(["mount", "-o", "remount,ro", tmp_path], check=True)
        with pytest.raises(RecordError) as error:
            Writer(tmp_path, ["votes"])
        assert "read-only" in refused(error)
        assert list(read(log)) == FIVE


@contextmanager
def nobody() -> Iterator[None]:
    """Be a user without rights, if permissions would not stop this one."""
    root = os.geteuid() == 0
    if root:
        os.seteuid(65534)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A campaign's folder that everybody can reach (pytest's own are for one user)."""
    with tempfile.TemporaryDirectory() as name:
        folder = new_folder(Path(name))
        write(folder, FIVE)
        folder.chmod(0o755)
        yield folder


def test_a_folder_without_the_right_to_write_is_refused_at_the_start_and_can_be_read(open_folder: Path) -> None:
    open_folder.chmod(0o555)
    with nobody(), pytest.raises(RecordError) as error:
        Writer(open_folder, ["votes"])
    assert "permission is denied" in refused(error)
    with nobody():
        assert list(read(open_folder / "votes.jsonl")) == FIVE
    open_folder.chmod(0o755)


def test_a_log_that_may_not_be_read_is_refused_by_name(open_folder: Path) -> None:
    (open_folder / "votes.jsonl").chmod(0)
    with nobody(), pytest.raises(RecordError) as error:
        list(read(open_folder / "votes.jsonl"))
    assert "the log cannot be read: Permission denied" in refused(error)
    assert error.value.where.endswith("votes.jsonl")


LIMITED = """
import resource, sys
from pathlib import Path
from runner.ledger.writer import Writer

resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))
writer = Writer(Path(sys.argv[1]), ["votes"])
for n in range(10):
    error = writer.append("votes", {"n": n, "text": "x" * 5000}).exception(10)
    print(n, error.what if error else "durable", flush=True)
"""


def test_a_limit_on_file_sizes_stops_the_writer_at_a_whole_line(tmp_path: Path) -> None:
    new_folder(tmp_path)
    said = start_python(LIMITED, tmp_path).communicate(timeout=60)[0].splitlines()
    # Three lines of 5,090 bytes fit into 20,000; the fourth is cut off again.
    assert said[:3] == ["0 durable", "1 durable", "2 durable"]
    assert said[3:] == [f"{n} the record cannot be written: the file may not grow further" for n in range(3, 10)]
    assert [record["n"] for record in read(tmp_path / "votes.jsonl")] == [0, 1, 2]
    assert (tmp_path / "votes.jsonl").read_bytes().endswith(b"}\n")
