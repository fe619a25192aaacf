"""How fast the ledger is: appending in each durability, recovery, verification, reading, tables.

Run it with ``python benchmarks/ledger_throughput.py [RECORDS]``; it prints one table and leaves nothing behind.
Wall time is what a user waits for; CPU time is steadier on a machine with other work.
"""

import asyncio
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Literal

from pydantic import Field

from runner.ledger.chain import check_chain
from runner.ledger.frames import read_frame
from runner.ledger.reader import read_log
from runner.ledger.writer import Durability, Writer
from schemas.response import Record

IN_FLIGHT = 1_000


class Vote(Record):
    """A record of some 1,000 bytes, as a judge's call leaves it."""

    response_id: str
    judge: str
    prompt: str
    reply: str
    grade: Literal["correct", "incorrect"]
    confidence: float = Field(ge=0, le=1)
    latency_s: float
    cost_usd: float
    input_tokens: int
    valid: bool


def vote(number: int) -> dict[str, object]:
    """Return the record of one vote."""
    return {
        "response_id": f"r-{number:016x}",
        "judge": "judge-a",
        "prompt": "Question, gold answer and response, verbatim. " * 14,
        "reply": '{"grade": "correct", "reasoning": "same year"}',
        "grade": "correct",
        "confidence": 0.875,
        "latency_s": 1.25,
        "cost_usd": 0.0003,
        "input_tokens": 812,
        "valid": True,
    }


def measured(name: str, count: int, work: Callable[[], object]) -> None:
    """Run ``work`` on ``count`` records and print wall and CPU figures."""
    wall, cpu = time.perf_counter(), time.process_time()
    work()
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    print(f"{name:<44}{count / wall:>12,.0f} records/s{1e6 * cpu / count:>10.1f} us CPU/record")


def append_from_a_thread(writer: Writer, count: int) -> None:
    """Append with at most ``IN_FLIGHT`` records unconfirmed."""
    flying = []
    for number in range(count):
        flying.append(writer.append("votes", vote(number)))
        if len(flying) == IN_FLIGHT:
            for future in flying:
                future.result()
            flying.clear()
    for future in flying:
        future.result()


def append_from_a_loop(writer: Writer, count: int) -> None:
    """Append from ``IN_FLIGHT`` coroutines, each of which waits for its own record."""

    async def worker(numbers: range) -> None:
        for number in numbers:
            await writer.write("votes", vote(number))

    async def all_workers() -> None:
        await asyncio.gather(*(worker(range(start, count, IN_FLIGHT)) for start in range(IN_FLIGHT)))

    asyncio.run(all_workers())


def new_folder(parent: Path, name: str) -> Path:
    """Make an empty campaign folder."""
    folder = parent / name
    folder.mkdir()
    (folder / "spec.json").write_bytes(b"{}")
    return folder


def measure_appending(parent: Path, count: int) -> Path:
    """Measure all ways to append; return a folder whose log has ``count`` records."""
    for durability in Durability:
        with Writer(new_folder(parent, durability), ["votes"], durability=durability) as writer:
            number = count // 20 if durability is Durability.ALWAYS else count
            measured(f"append, {durability}", number, lambda w=writer, n=number: append_from_a_thread(w, n))  # type: ignore[misc]
    with Writer(new_folder(parent, "loop"), ["votes"]) as writer:
        measured("append, batch, from an event loop", count, lambda: append_from_a_loop(writer, count))
    with Writer(new_folder(parent, "single"), ["votes"]) as writer:
        number = count // 20
        measured(
            "append, batch, one at a time",
            number,
            lambda: [writer.append("votes", vote(n)).result() for n in range(number)],
        )
    return parent / Durability.BATCH


def measure_reading(folder: Path, count: int) -> None:
    """Measure what is done with a finished log."""
    log = folder / "votes.jsonl"
    size = log.stat().st_size
    print(f"log of {count:,} records, {size / count:,.0f} bytes each")
    measured("verify the chain", count, lambda: check_chain(log))
    log.write_bytes(log.read_bytes() + b'{"prev":"torn')
    measured("open with a torn end: verify and recover", count, lambda: Writer(folder, ["votes"]).close())
    measured("read as records", count, lambda: sum(1 for _ in read_log(folder, "votes")))
    read_frame(folder, "votes", Vote, columns=["judge"])  # So that no import is measured.
    measured("read as a table, validated", count, lambda: read_frame(folder, "votes", Vote))
    some = ["response_id", "judge", "grade", "valid"]
    measured("read 4 of 10 columns, validated", count, lambda: read_frame(folder, "votes", Vote, columns=some))
    measured(
        "read 4 of 10 columns, not validated",
        count,
        lambda: read_frame(folder, "votes", Vote, columns=some, validate=False),
    )


def main() -> None:
    """Print the table."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    with tempfile.TemporaryDirectory() as name:
        measure_reading(measure_appending(Path(name), count), count)


if __name__ == "__main__":
    main()
