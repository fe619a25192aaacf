"""The writer: order, group commit, the three durabilities, threads and event loops, and its end."""

import asyncio
import threading
import time
from collections.abc import Iterator
from concurrent.futures import CancelledError, Future
from pathlib import Path

import pytest

from runner.errors import RecordError
from runner.ledger import writer as writer_module
from runner.ledger.chain import GROUP_BYTES, check_chain
from runner.ledger.commit import LogFile
from runner.ledger.lines import first_link
from runner.ledger.reader import read, read_log
from runner.ledger.writer import Durability, Writer
from tests.runner.ledger.failing_files import HeldFiles
from tests.runner.ledger.ledger_folder import new_folder, refused, sha256


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return new_folder(tmp_path)


@pytest.fixture
def held(folder: Path) -> Iterator[tuple[Writer, HeldFiles]]:
    """A writer whose first record is stuck in its fsync."""
    files = HeldFiles()
    writer = Writer(folder, ["votes", "intents"], files=files)
    files.go.clear()
    files.waiting.clear()
    files.syncs, files.sizes = 0, []
    writer.append("votes", {"n": 0})
    assert files.waiting.wait(10)
    yield writer, files
    files.go.set()
    writer.close()


def test_a_future_holds_the_hash_of_its_line_and_the_heads_hold_the_last(folder: Path) -> None:
    with Writer(folder, ["votes", "intents"]) as writer:
        hashes = [writer.append("votes", {"n": n}).result(10) for n in range(3)]
    lines = (folder / "votes.jsonl").read_bytes().splitlines()
    assert hashes == [sha256(line) for line in lines]
    heads = writer.heads()
    assert heads["votes.jsonl"] == check_chain(folder / "votes.jsonl").head
    assert heads["votes.jsonl"].sha256 == hashes[-1]
    assert (heads["intents.jsonl"].lines, heads["intents.jsonl"].sha256) == (0, first_link(folder, "intents.jsonl"))


def test_writing_goes_on_where_the_last_writer_stopped(folder: Path) -> None:
    for n in range(4):
        with Writer(folder, ["votes"]) as writer:
            writer.append("votes", {"n": n})
    assert list(read_log(folder, "votes")) == [{"n": n} for n in range(4)]


def test_a_record_is_confirmed_only_after_its_fsync(held: tuple[Writer, HeldFiles], folder: Path) -> None:
    writer, files = held
    future = writer.append("votes", {"n": 1})
    time.sleep(0.05)
    assert not future.done()
    files.go.set()
    future.result(10)
    assert list(read(folder / "votes.jsonl")) == [{"n": 0}, {"n": 1}]


def test_what_waits_is_committed_as_one_group_for_each_log(held: tuple[Writer, HeldFiles], folder: Path) -> None:
    writer, files = held
    futures = [writer.append(log, {"n": n}) for n in range(1, 500) for log in ("votes", "intents")]
    files.go.set()
    for future in futures:
        future.result(10)
    assert (len(files.sizes), files.syncs) == (3, 3)
    assert [record["n"] for record in read(folder / "votes.jsonl")] == list(range(500))
    assert [record["n"] for record in read(folder / "intents.jsonl")] == list(range(1, 500))


def test_no_group_is_longer_than_recovery_allows_for(held: tuple[Writer, HeldFiles]) -> None:
    writer, files = held
    futures = [writer.append("votes", {"text": "x" * 300_000}) for _ in range(40)]
    futures.append(writer.append("votes", {"text": "x" * (GROUP_BYTES + 1)}))
    futures += [writer.append("votes", {"n": 1}) for _ in range(3)]
    files.go.set()
    for future in futures:
        future.result(10)
    # 13 of these fit into 4 MiB; the long one goes alone.
    assert len(files.sizes) == 1 + 4 + 1 + 1
    assert sorted(files.sizes)[-2] <= GROUP_BYTES < max(files.sizes)


def test_always_syncs_every_record_and_off_none(folder: Path) -> None:
    syncs = {}
    for durability in Durability:
        files = HeldFiles()
        with Writer(folder, ["votes"], durability=durability, files=files) as writer:
            files.syncs = 0
            for future in [writer.append("votes", {"n": n}) for n in range(50)]:
                future.result(10)
            syncs[durability] = files.syncs
    assert syncs[Durability.ALWAYS] == 50
    assert 1 <= syncs[Durability.BATCH] <= 50
    assert syncs[Durability.OFF] == 0
    assert check_chain(folder / "votes.jsonl").head.lines == 150


def test_an_unknown_durability_is_refused(folder: Path) -> None:
    with pytest.raises(ValueError, match="sometimes"):
        Writer(folder, ["votes"], durability="sometimes")
    Writer(folder, ["votes"]).close()


def test_the_record_is_taken_as_it_is_at_the_call(held: tuple[Writer, HeldFiles], folder: Path) -> None:
    writer, files = held
    record = {"answer": ["as asked"]}
    future = writer.append("votes", record)
    record["answer"].append("changed later")
    files.go.set()
    future.result(10)
    assert list(read(folder / "votes.jsonl"))[1] == {"answer": ["as asked"]}


def test_many_threads_write_each_record_once_and_keep_their_own_order(folder: Path) -> None:
    def work(thread: int) -> None:
        for future in [writer.append("votes", {"thread": thread, "n": n}) for n in range(200)]:
            future.result(10)

    with Writer(folder, ["votes"]) as writer:
        threads = [threading.Thread(target=work, args=(n,)) for n in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    found = list(read(folder / "votes.jsonl"))
    assert len(found) == 1600
    for number in range(8):
        assert [record["n"] for record in found if record["thread"] == number] == list(range(200))


def test_an_event_loop_awaits_many_records_at_once(folder: Path) -> None:
    async def campaign() -> list[str]:
        return await asyncio.gather(*(writer.write("votes", {"n": n}) for n in range(1000)))

    with Writer(folder, ["votes"]) as writer:
        hashes = asyncio.run(campaign())
    assert [sha256(line) for line in (folder / "votes.jsonl").read_bytes().splitlines()] == hashes


def test_a_cancelled_wait_does_not_take_the_record_back(held: tuple[Writer, HeldFiles], folder: Path) -> None:
    writer, files = held

    async def campaign() -> None:
        task = asyncio.create_task(writer.write("votes", {"n": 1}))
        await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        files.go.set()
        await writer.write("votes", {"n": 2})

    asyncio.run(campaign())
    assert [record["n"] for record in read(folder / "votes.jsonl")] == [0, 1, 2]


def test_a_future_cannot_be_cancelled(held: tuple[Writer, HeldFiles]) -> None:
    writer, files = held
    future = writer.append("votes", {"n": 1})
    assert not future.cancel()
    files.go.set()
    try:
        assert len(future.result(10)) == 64
    except CancelledError:
        pytest.fail("the record was taken back")


def test_a_loop_that_is_closed_meanwhile_harms_nobody(held: tuple[Writer, HeldFiles]) -> None:
    writer, files = held
    loop = asyncio.new_event_loop()
    task = loop.create_task(writer.write("votes", {"n": 1}))
    loop.run_until_complete(asyncio.sleep(0))
    task.cancel()
    loop.run_until_complete(asyncio.gather(task, return_exceptions=True))
    loop.close()
    last = writer.append("votes", {"n": 2})
    files.go.set()
    assert len(last.result(10)) == 64


def test_a_slow_disk_makes_writers_wait_and_not_the_memory_grow(
    held: tuple[Writer, HeldFiles], monkeypatch: pytest.MonkeyPatch
) -> None:
    writer, files = held
    monkeypatch.setattr(writer_module, "_WAITING_BYTES", 10_000)
    futures: list[Future[str]] = []
    thread = threading.Thread(
        target=lambda: futures.extend(writer.append("votes", {"text": "x" * 1000}) for _ in range(100))
    )
    thread.start()
    thread.join(0.2)
    assert thread.is_alive()
    files.go.set()
    thread.join(10)
    assert [len(future.result(10)) for future in futures] == [64] * 100


def test_an_unfit_record_or_an_unknown_log_is_refused_at_once_and_the_writer_goes_on(folder: Path) -> None:
    with Writer(folder, ["votes"]) as writer:
        with pytest.raises(RecordError) as error:
            writer.append("votes", {"a": {"b": float("nan")}})
        assert "a.b is nan" in refused(error)
        with pytest.raises(RecordError) as error:
            writer.append("judgements", {})
        assert "'votes'" in refused(error)
        with pytest.raises(RecordError, match=r"score is inf"):
            asyncio.run(writer.write("votes", {"score": float("inf")}))
        writer.append("votes", {"n": 1}).result(10)
    assert list(read(folder / "votes.jsonl")) == [{"n": 1}]


def test_closing_writes_what_waits_and_nothing_is_accepted_afterwards(held: tuple[Writer, HeldFiles]) -> None:
    writer, files = held
    futures = [writer.append("votes", {"n": n}) for n in range(1, 100)]
    closer = threading.Thread(target=writer.close)
    closer.start()
    files.go.set()
    closer.join(10)
    assert all(future.done() and future.exception() is None for future in futures)
    late = writer.append("votes", {"n": 100})
    assert "closed" in str(late.exception(1))
    with pytest.raises(RecordError, match="closed"):
        asyncio.run(writer.write("votes", {"n": 100}))
    writer.close()


def test_a_fault_of_the_writer_itself_leaves_nobody_waiting(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []
    monkeypatch.setattr(threading, "excepthook", lambda event: seen.append(event.exc_type))
    writer = Writer(folder, ["votes"])
    monkeypatch.setattr(LogFile, "append", lambda *_args, **_options: 1 / 0)
    first = writer.append("votes", {"n": 1})
    assert "fault of ragcanary" in str(first.exception(10))
    assert "fault of ragcanary" in str(writer.append("votes", {"n": 2}).exception(10))
    with pytest.raises(RecordError, match="the writer ended"):
        writer.close()
    assert seen == [ZeroDivisionError]


def test_an_error_under_way_is_not_replaced_by_the_writer_s_own(folder: Path) -> None:
    def campaign() -> None:
        with Writer(folder, ["votes"]) as writer:
            (folder / "votes.jsonl").unlink()
            assert writer.append("votes", {}).exception(10) is not None
            raise KeyError("the first")

    with pytest.raises(KeyError, match="the first"):
        campaign()


def test_opening_verifies_a_long_log_without_holding_it_in_memory(folder: Path) -> None:
    import tracemalloc

    with Writer(folder, ["votes"]) as writer:
        for n in range(20_000):
            writer.append("votes", {"n": n, "text": "x" * 1000})
    tracemalloc.start()
    Writer(folder, ["votes"]).close()
    assert sum(1 for _ in read_log(folder, "votes")) == 20_000
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert (folder / "votes.jsonl").stat().st_size > 20_000_000
    assert peak < 4_000_000
