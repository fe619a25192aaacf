"""The quickstart with the real small model, killed twice: the model server's own count against the record."""

import json
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from runner.errors import MissingPartError
from runner.model.local_model import find_model

pytestmark = [pytest.mark.local_model, pytest.mark.slow]


@pytest.fixture
def server() -> Iterator[str]:
    """A model server of its own, which outlives the campaigns that ask it; yields its base URL."""
    try:
        find_model()
    except MissingPartError as error:
        pytest.skip(f"the local model is not installed: {error.what}")
    command = [sys.executable, "-m", "runner.model.embedded_server", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True) as process:
        assert process.stdout is not None
        yield json.loads(process.stdout.readline())["url"]
        process.terminate()


def counts(url: str) -> dict[str, int]:
    with urllib.request.urlopen(url.removesuffix("/v1") + "/counts", timeout=10) as reply:  # noqa: S310 - loopback
        body: dict[str, int] = json.loads(reply.read())
    return body


def command(url: str, output: Path) -> list[str]:
    return [
        *(sys.executable, "-m", "runner", "run", "-q", "experiment=quickstart", "dataset.limit=16"),
        *("endpoints@endpoints.embedded=local", f"endpoints.embedded.base_url={url}"),
        *(f"output={output}", "scoring.resamples=200"),
    ]


def records(output: Path, name: str) -> list[dict[str, Any]]:
    (path,) = output.glob(f"quickstart-*/{name}.jsonl")
    return [json.loads(line) for line in path.read_bytes().split(b"\n") if line]


def test_after_two_kills_the_servers_count_is_the_record_plus_what_was_under_way(server: str, tmp_path: Path) -> None:
    output = tmp_path / "runs"
    for asked in (5, 20):
        with subprocess.Popen(command(server, output), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
            end = time.monotonic() + 120
            while counts(server)["started"] < asked:
                assert process.poll() is None, "the campaign ended before it could be killed"
                assert time.monotonic() < end, "the campaign does not get on"
                time.sleep(0.05)
            process.send_signal(signal.SIGKILL)
    done = subprocess.run(command(server, output), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    requests = records(output, "requests")
    ended = {r["call_id"]: r for r in requests if r["event"] == "finished"}
    responses = [r["response_id"] for r in ended.values()]
    assert len(responses) == len(set(responses))
    under_way = [r for r in requests if r["event"] == "started" and r["call_id"] not in ended]
    disclosed = [a for a in records(output, "anomalies") if a["kind"] == "interrupted_call"]
    assert len(under_way) == len(disclosed) > 0
    # Reference contestants and the threshold of local_rag_strict answer without the model.
    calls = [r for r in ended.values() if r["response"]["raw_request"] is not None]
    by_model = [r for r in under_way if not r["slug"].startswith("reference_")]
    assert len(calls) <= counts(server)["started"] <= len(calls) + len(by_model)
    again = subprocess.run(command(server, output), capture_output=True, text=True, check=True)
    assert "nothing was asked" in again.stderr
    assert counts(server)["started"] <= len(calls) + len(by_model)
