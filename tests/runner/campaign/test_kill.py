"""Kill -9 in the middle of a campaign, and Ctrl-C: real processes, a server that outlives them, its own count."""

import os
import random
import signal
import subprocess
import sys
import time

import pytest

from tests.support.campaigns import Workshop, log
from tests.support.chat_server import ChatServer, Reply


def start(workshop: Workshop) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "runner", "run", "--config-dir", str(workshop.conf), *workshop.overrides()]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env={**os.environ})


def wait_for(condition, seconds: float = 120.0) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "the campaign did not get on"
        time.sleep(0.01)


@pytest.fixture
def server():
    with ChatServer(lambda _: Reply("It was opened in 1901.", delay_s=0.02)) as running:
        yield running


def test_after_kill_9_nothing_recorded_is_lost_or_asked_again(tmp_path, server):
    workshop = Workshop(tmp_path, server.url, count=60, systems=("one", "two"))
    chance = random.Random(7)  # noqa: S311 - spreads the kills, guards nothing
    for round_number in range(2):
        process = start(workshop)
        asked = len(server.bodies)
        wait_for(lambda asked=asked: len(server.bodies) >= asked + 15 + chance.randrange(10))
        process.send_signal(signal.SIGKILL)
        process.communicate()
        assert round_number == 0 or len(server.bodies) < 120
    time.sleep(0.1)  # Requests that were on their way when the process died still reach the server's count.
    sitting = workshop.run()
    assert sitting.complete
    records = log(sitting, "requests")
    ended = [r["response_id"] for r in records if r["event"] == "finished"]
    assert len(ended) == len(set(ended)) == 120
    ends = {r["call_id"] for r in records if r["event"] == "finished"}
    under_way = [r for r in records if r["event"] == "started" and r["call_id"] not in ends]
    disclosed = [a for a in log(sitting, "anomalies") if a["kind"] == "interrupted_call"]
    assert {r["call_id"] for r in under_way} == {a["text"].split("(")[1].split(")")[0] for a in disclosed}
    # A call that was under way may have reached the server or not; every other request has its record.
    assert 120 <= len(server.bodies) <= 120 + len(under_way)


def test_the_first_ctrl_c_finishes_what_is_under_way_and_the_run_goes_on_later(tmp_path, server):
    workshop = Workshop(tmp_path, server.url, count=80)
    process = start(workshop)
    wait_for(lambda: len(server.bodies) >= 10)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert b"run the same command again" in errors
    sitting = workshop.run()
    assert sitting.complete
    assert sitting.new_answers < 80
    assert len(server.bodies) == 80
    assert not log(sitting, "anomalies")
