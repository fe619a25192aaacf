"""Crashes of the writer at every write and fsync: no promised record is lost and none is invented."""

import itertools
import random
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runner.ledger.writer import Durability
from tests.runner.ledger.crash_disk import Campaign, Crash, CrashDisk, Groups, seeded

LOGS = ("requests", "votes")


def plan(rng: random.Random) -> Groups:
    """Some groups of records of 30 bytes to four sectors, numbered so that no two are equal."""
    numbers = itertools.count()
    return [
        (
            rng.choice(LOGS),
            [{"n": next(numbers), "text": "x" * rng.choice([1, 90, 700, 2000])} for _ in range(rng.randint(1, 4))],
        )
        for _ in range(rng.randint(1, 4))
    ]


def crash_once(folder: Path, seed: int, crash_at: int, crash: Crash) -> bool:
    """Crash at one operation, perhaps again while recovering or writing on, then recover and check everything.

    Returns whether there was such an operation.
    """
    rng = seeded(seed)
    campaign = Campaign(folder, LOGS, rng)
    durability = rng.choice([Durability.ALWAYS, Durability.BATCH])
    if not campaign.live(plan(rng), crash_at, durability):
        return False
    rng = campaign.rng = seeded(f"{seed} {crash_at} {crash}")
    campaign.restart(crash)
    while rng.random() < 0.5:
        if campaign.live(plan(rng), rng.randint(1, 20), durability):
            campaign.restart(rng.choice(list(Crash)))
        else:
            campaign.restart(Crash.KILLED)
    before = {path.name: path.read_bytes() for path in folder.glob("*.jsonl")}
    campaign.live([(log, [{"last": True}]) for log in LOGS], None)
    for log in LOGS:
        campaign.check(log)
        assert campaign.records(log)[-1] == {"last": True}
        assert_every_byte_is_kept(folder, f"{log}.jsonl", before.get(f"{log}.jsonl", b""))
    return True


def assert_every_byte_is_kept(folder: Path, name: str, before: bytes) -> None:
    """What stood in the log before the recovery stands in it or in one of the files beside it."""
    after = (folder / name).read_bytes()
    last_line = after[after[:-1].rfind(b"\n") + 1 :]
    kept = after.removesuffix(last_line)
    tail = before[len(kept) :]
    assert before[: len(kept)] == kept or kept == before + b"\n"
    assert not tail or tail in [path.read_bytes() for path in folder.glob(f"{name}.torn-*")]


def crashes(count: int, parent: Path) -> int:
    """Crash ``count`` times, at each operation of one plan after the other; return how many plans that took."""
    done = 0
    for seed in itertools.count():
        for crash_at in itertools.count(1):
            reached = True
            for crash in Crash:
                with tempfile.TemporaryDirectory(dir=parent) as folder:
                    reached = crash_once(Path(folder), seed, crash_at, crash)
                done += reached
                if done == count:
                    return seed + 1
            if not reached:
                break
    raise AssertionError


def test_300_crashes_lose_no_durable_record_and_invent_none(tmp_path: Path) -> None:
    assert crashes(300, tmp_path) > 1


@pytest.mark.slow
def test_10000_crashes_lose_no_durable_record_and_invent_none(tmp_path: Path) -> None:
    assert crashes(10_000, tmp_path) > 100


def recover_from_torn_end(folder: Path, seed: int, crash_at: int, crash: Crash) -> bool:
    """Crash while a torn end is moved aside, then recover; return whether there was such an operation."""
    torn = b'{"prev":"' + b"0" * 2000
    campaign = Campaign(folder, ("votes",), seeded(f"{seed} {crash_at}"))
    campaign.live([("votes", [{"n": 1}])], None)
    log = folder / "votes.jsonl"
    log.write_bytes(log.read_bytes() + torn)
    campaign.disk = CrashDisk(folder, campaign.rng)
    crashed = campaign.live([], crash_at)
    campaign.restart(crash)
    copies = [path.read_bytes() for path in folder.glob("votes.jsonl.torn-*")]
    assert log.read_bytes().endswith(torn) or torn in copies
    campaign.live([], None)
    assert [path.read_bytes() for path in folder.glob("votes.jsonl.torn-*")] == [torn]
    assert campaign.records("votes") == [{"n": 1}]
    return crashed


@pytest.mark.parametrize("crash", list(Crash))
def test_a_crash_while_recovering_loses_no_byte_of_the_torn_end(tmp_path: Path, crash: Crash) -> None:
    for seed in range(3):
        for crash_at in itertools.count(1):
            with tempfile.TemporaryDirectory(dir=tmp_path) as name:
                if not recover_from_torn_end(Path(name), seed, crash_at, crash):
                    break
        # Open the log; open, empty, write, sync and rename the copy; sync the folder; cut and sync the log; sync again.
        assert crash_at > 10


def test_the_simulated_disk_loses_what_was_not_synced(tmp_path: Path) -> None:
    """The crashes above prove nothing unless the disk really forgets: without fsync it must lose records."""
    lost = 0
    for seed in range(30):
        with tempfile.TemporaryDirectory(dir=tmp_path) as name:
            campaign = Campaign(Path(name), LOGS, seeded(seed))
            groups = plan(seeded(seed))
            campaign.live(groups, None, Durability.OFF)
            assert campaign.disk.operations > 6
            campaign.restart(Crash.CUT)
            found = sum(len(campaign.records(log)) for log in LOGS if (campaign.folder / f"{log}.jsonl").exists())
            lost += found < sum(len(records) for _, records in groups)
    assert lost > 10


def test_a_writer_that_confirmed_before_the_fsync_would_be_caught(tmp_path: Path) -> None:
    class Hasty(CrashDisk):
        def fsync(self, _descriptor: int) -> None:
            self._tick()  # Says that the data is on the disk, and forgets to bring it there.

    caught = 0
    for seed in range(20):
        with tempfile.TemporaryDirectory(dir=tmp_path) as name:
            campaign = Campaign(Path(name), LOGS, seeded(seed))
            campaign.disk = Hasty(campaign.folder, campaign.rng)
            campaign.live(plan(seeded(seed)), None)
            campaign.restart(Crash.CUT)
            try:
                campaign.live([], None)
            except AssertionError:
                caught += 1
    assert caught > 5


TEXT = st.text(st.characters(categories=None) | st.sampled_from("\0\u2028\u2029\x85\x0b\x0c\r\n\ud800\udfff😀"))
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=12,
)
RECORDS = st.dictionaries(TEXT.filter(lambda key: key != "prev"), VALUES, max_size=5)


def joined(value: Any) -> Any:
    """The same value with split surrogate pairs as the characters they spell: all that JSON cannot tell apart."""
    if isinstance(value, str):
        return value.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
    if isinstance(value, list):
        return [joined(item) for item in value]
    if isinstance(value, dict):
        return {joined(key): joined(item) for key, item in value.items()}
    return value


@given(
    groups=st.lists(st.tuples(st.sampled_from(LOGS), st.lists(RECORDS, min_size=1, max_size=3)), max_size=4),
    crash_at=st.integers(1, 25),
    crash=st.sampled_from(Crash),
    seed=st.integers(0, 2**32),
)
def test_any_content_survives_write_crash_recover_and_read(
    groups: Groups, crash_at: int, crash: Crash, seed: int
) -> None:
    with tempfile.TemporaryDirectory() as name:
        campaign = Campaign(Path(name), LOGS, seeded(seed))
        groups = [(log, [joined(record) for record in records]) for log, records in groups]
        crashed = campaign.live(groups, crash_at)
        campaign.restart(crash if crashed else Crash.KILLED)
        campaign.live([], None)
        for log in LOGS:
            campaign.check(log)
