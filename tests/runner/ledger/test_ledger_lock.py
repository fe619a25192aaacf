"""The lock: one writer for a folder, its holder named, nothing left behind by the dead."""

import errno
import json
import os
import socket
from pathlib import Path

import pytest

from runner.errors import RecordError
from runner.ledger import lock as lock_module
from runner.ledger.lock import FolderLock
from runner.ledger.writer import Writer
from tests.runner.ledger.ledger_folder import new_folder, refused, start_python

HOLDER = """
import sys, time
from pathlib import Path
from runner.ledger.lock import FolderLock

lock = FolderLock(Path(sys.argv[1]))
print("locked", flush=True)
time.sleep(60)
"""


@pytest.fixture
def no_locks(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file system without advisory locks."""

    def refuse(_descriptor: int) -> None:
        raise OSError(errno.ENOSYS, "Function not implemented")

    monkeypatch.setattr(lock_module, "lock_file", refuse)


def claim_of(folder: Path, pid: int, host: str) -> Path:
    claim = folder / "writer.claim"
    claim.write_text(json.dumps({"pid": pid, "host": host}))
    return claim


def dead_process() -> int:
    child = start_python("")
    child.communicate(timeout=60)
    return child.pid


def test_a_second_writer_is_refused_with_pid_and_host_of_the_holder(tmp_path: Path) -> None:
    new_folder(tmp_path)
    child = start_python(HOLDER, tmp_path)
    try:
        assert child.stdout is not None
        assert child.stdout.readline() == "locked\n"
        with pytest.raises(RecordError) as error:
            Writer(tmp_path, ["votes"])
        assert f"pid {child.pid} on host {socket.gethostname()}" in refused(error)
        assert not (tmp_path / "votes.jsonl").exists()
    finally:
        child.kill()
        child.communicate(timeout=60)
    # The file of the killed process is still there; the lock is not.
    assert (tmp_path / "writer.lock").exists()
    Writer(tmp_path, ["votes"]).close()
    assert not (tmp_path / "writer.lock").exists()


def test_a_second_writer_in_the_same_process_is_refused_too(tmp_path: Path) -> None:
    with Writer(new_folder(tmp_path), ["votes"]), pytest.raises(RecordError, match=f"pid {os.getpid()} "):
        Writer(tmp_path, ["votes"])


def test_each_segment_has_a_lock_of_its_own(tmp_path: Path) -> None:
    new_folder(tmp_path)
    with Writer(tmp_path, ["votes"]), Writer(tmp_path, ["votes"], segment=0), Writer(tmp_path, ["votes"], segment=1):
        with pytest.raises(RecordError) as error:
            Writer(tmp_path, ["votes"], segment=1)
        assert error.value.where.endswith("writer.1.lock")


def test_a_lock_file_with_any_content_is_no_obstacle(tmp_path: Path) -> None:
    for content in (b"", b"{", b"[]", b'{"pid":"x"}', b"\xff" * 500):
        (tmp_path / "writer.lock").write_bytes(content)
        FolderLock(tmp_path).release()


def test_a_holder_that_has_not_written_its_name_is_reported_as_such(tmp_path: Path) -> None:
    lock = FolderLock(tmp_path)
    (tmp_path / "writer.lock").write_bytes(b"")
    with pytest.raises(RecordError, match="has not given its name"):
        FolderLock(tmp_path)
    lock.release()


def test_a_lock_taken_on_a_file_that_was_removed_meanwhile_does_not_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = lock_module.lock_file
    seen: list[int] = []

    def remove_first(descriptor: int) -> None:
        if not seen:  # As the last holder does between the opening and the locking.
            (tmp_path / "writer.lock").unlink()
        seen.append(descriptor)
        real(descriptor)

    monkeypatch.setattr(lock_module, "lock_file", remove_first)
    lock = FolderLock(tmp_path)
    assert len(seen) == 2
    with pytest.raises(RecordError):
        FolderLock(tmp_path)
    lock.release()


def test_releasing_twice_harms_nobody(tmp_path: Path) -> None:
    lock = FolderLock(tmp_path)
    lock.release()
    other = FolderLock(tmp_path)
    lock.release()
    with pytest.raises(RecordError):
        FolderLock(tmp_path)
    other.release()


def test_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RecordError) as error:
        FolderLock(tmp_path / "absent")
    assert "gone" in refused(error)


@pytest.mark.usefixtures("no_locks")
def test_without_locks_a_claim_keeps_the_second_writer_out_and_is_removed_at_the_end(tmp_path: Path) -> None:
    lock = FolderLock(tmp_path)
    with pytest.raises(RecordError) as error:
        FolderLock(tmp_path)
    assert f"pid {os.getpid()} on host {socket.gethostname()}" in refused(error)
    assert "remove writer.claim" in error.value.fix
    lock.release()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("no_locks")
def test_without_locks_the_claim_of_a_dead_process_is_taken_over(tmp_path: Path) -> None:
    claim_of(tmp_path, dead_process(), socket.gethostname())
    lock = FolderLock(tmp_path)
    with pytest.raises(RecordError, match=f"pid {os.getpid()} "):
        FolderLock(tmp_path)
    lock.release()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("no_locks")
def test_without_locks_a_claim_from_another_host_or_without_a_name_is_respected(tmp_path: Path) -> None:
    claim = claim_of(tmp_path, dead_process(), "another-host")
    with pytest.raises(RecordError, match="on host another-host"):
        FolderLock(tmp_path)
    claim.write_bytes(b"")
    with pytest.raises(RecordError, match="has not given its name"):
        FolderLock(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["writer.claim"]


@pytest.mark.usefixtures("no_locks")
def test_without_locks_only_one_process_at_a_time_takes_over(tmp_path: Path) -> None:
    claim_of(tmp_path, dead_process(), socket.gethostname())
    (tmp_path / "writer.claim.takeover").touch()
    with pytest.raises(RecordError) as error:
        FolderLock(tmp_path)
    assert "writer.claim.takeover" in refused(error)


def test_another_error_of_the_system_is_passed_on_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_descriptor: int) -> None:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(lock_module, "lock_file", fail)
    with pytest.raises(RecordError, match="input/output error"):
        FolderLock(tmp_path)
