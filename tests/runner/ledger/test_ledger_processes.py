"""Real processes: killed at any moment, contending for one folder, writing side by side, under odd locales."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from runner.ledger.reader import read, read_log
from runner.ledger.writer import Writer
from tests.runner.ledger.crash_disk import seeded
from tests.runner.ledger.ledger_folder import new_folder, start_python

APPENDER = """
import sys
from collections import deque
from pathlib import Path
from runner.ledger.writer import Writer

writer = Writer(Path(sys.argv[1]), ["requests", "votes"], durability=sys.argv[3])
number, flying = int(sys.argv[2]), deque()
print("open", flush=True)
while True:
    log = ("requests", "votes")[number % 2]
    flying.append((number, writer.append(log, {"id": number, "text": "x" * (number * 7919 % 3000)})))
    number += 1
    if len(flying) > 50:
        done, future = flying.popleft()
        future.result()
        print(done, flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="platform: SIGKILL")
@pytest.mark.parametrize("durability", ["always", "batch", "off"])
def test_a_process_killed_at_a_random_moment_loses_no_record_it_was_promised(tmp_path: Path, durability: str) -> None:
    new_folder(tmp_path)
    rng = seeded(durability)
    promised: set[int] = set()
    for life in range(3):
        child = start_python(APPENDER, tmp_path, life * 1_000_000, durability)
        assert child.stdout is not None
        assert child.stdout.readline() == "open\n"
        time.sleep(rng.uniform(0.0, 0.15))
        child.send_signal(signal.SIGKILL)
        said = child.communicate(timeout=60)[0]
        # The last line may have been cut off by the kill itself.
        promised |= {int(line) for line in said.splitlines(keepends=True) if line.endswith("\n")}
        with Writer(tmp_path, ["requests", "votes"]):
            pass
        found = [[record["id"] for record in read_log(tmp_path, log)] for log in ("requests", "votes")]
        assert promised <= set(found[0]) | set(found[1])
        for ids in found:
            assert ids == sorted(ids)
            for start in range(0, (life + 1) * 1_000_000, 1_000_000):
                mine = [number for number in ids if start <= number < start + 1_000_000]
                assert mine == list(range(mine[0], mine[0] + 2 * len(mine), 2)) if mine else True
    assert promised


CONTENDER = """
import sys
from pathlib import Path
from runner.errors import RecordError
from runner.ledger.writer import Writer

folder, name, segment = Path(sys.argv[1]), sys.argv[2], sys.argv[3]
sys.stdin.readline()
try:
    writer = Writer(folder, ["votes"], segment=int(segment) if segment else None)
except RecordError as error:
    print(error.what, flush=True)
    sys.exit(error.exit_code)
print("ready", flush=True)
sys.stdin.readline()
for n in range(200):
    writer.append("votes", {"writer": name, "n": n, "text": "x" * 20_000})
writer.close()
"""


def contend(folder: Path, segments: tuple[str, str]) -> list[tuple[int, str]]:
    """Let two processes open the folder at the same moment and write; return exit code and words of each."""
    children = [
        start_python(CONTENDER, folder, name, segment, stdin=subprocess.PIPE)
        for name, segment in zip("ab", segments, strict=True)
    ]
    for child in children:
        assert child.stdin is not None
        child.stdin.write("open\n")
        child.stdin.flush()
    words = [child.stdout.readline().strip() for child in children if child.stdout is not None]
    for child in children:
        child.communicate("write\n", timeout=60)
    return [(child.returncode, word) for child, word in zip(children, words, strict=True)]


def test_of_two_processes_that_open_one_folder_at_once_one_is_refused_and_the_other_writes_all(tmp_path: Path) -> None:
    new_folder(tmp_path)
    (winner_code, winner_word), (loser_code, loser_word) = sorted(contend(tmp_path, ("", "")))
    assert (winner_code, winner_word) == (0, "ready")
    assert loser_code == 5
    assert "another writer holds this record: " in loser_word
    found = list(read(tmp_path / "votes.jsonl"))
    assert [record["n"] for record in found] == list(range(200))


def test_two_processes_with_segments_of_their_own_write_400_whole_records(tmp_path: Path) -> None:
    new_folder(tmp_path)
    assert contend(tmp_path, ("0", "1")) == [(0, "ready"), (0, "ready")]
    found = [(record["writer"], record["n"]) for record in read_log(tmp_path, "votes")]
    assert found == [("a", n) for n in range(200)] + [("b", n) for n in range(200)]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["spec.json", "votes.0.jsonl", "votes.1.jsonl"]


SPEAKER = """
import sys
from pathlib import Path
from runner.ledger.reader import read_log
from runner.ledger.writer import Writer

folder = Path(sys.argv[1])
record = {"answer": "\\u00c4 \\u4e2d\\u6587 \\U0001f600 \\ud800 \\u2028", "name": "\\u00e9"}
with Writer(folder, ["votes"]) as writer:
    writer.append("votes", record)
assert list(read_log(folder, "votes")) == [record]
"""

LOCALES = [
    {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
    {"PYTHONIOENCODING": "cp1252", "LC_ALL": "POSIX", "PYTHONUTF8": "0"},
    {"PYTHONUTF8": "1"},
]


def test_the_locale_changes_no_byte_of_the_record(tmp_path: Path) -> None:
    written = set()
    for number, locale in enumerate(LOCALES):
        folder = new_folder(tmp_path / f"run {number}")
        child = start_python(SPEAKER, folder, env={**os.environ, **locale})
        said = child.communicate(timeout=60)
        assert child.returncode == 0, said
        written.add((folder / "votes.jsonl").read_bytes())
    assert len(written) == 1
