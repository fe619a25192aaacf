"""The embedded model: a real child process with a real small model, its answers, its counts and its end."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import textwrap
import time
import urllib.request
from collections import Counter
from contextlib import contextmanager
from pathlib import Path

import pytest

from runner.errors import MissingPartError
from runner.model.embedded import start_embedded
from runner.model.local_model import MODEL_NAME, find_model, verify_model

try:
    find_model()
except MissingPartError as error:
    pytest.skip(f"the local model is not installed: {error.what}", allow_module_level=True)

pytestmark = pytest.mark.local_model

QUESTIONS = ["What is the capital of France?", "Name a colour.", "Count to three."]


def request(url, path, body=None):
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(url.removesuffix("/v1") + path, data, timeout=60) as reply:  # noqa: S310 - loopback
        return json.load(reply)


def chat(url, question, **more):
    body = {"model": MODEL_NAME, "messages": [{"role": "user", "content": question}], "max_tokens": 6} | more
    return request(url, "/v1/chat/completions", body)


def gone(pid, within_s=10.0):
    end = time.monotonic() + within_s
    while time.monotonic() < end:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False


@pytest.fixture(scope="module")
def server():
    """One server for the tests that only ask."""
    with asyncio.Runner() as runner:
        running = runner.run(start_embedded(workers=2))
        yield running
        runner.run(running.stop())


def test_the_model_file_is_the_pinned_one():
    verify_model(find_model())


def test_a_changed_model_file_is_refused(tmp_path):
    other = tmp_path / "model.gguf"
    other.write_bytes(b"GGUF, but another one")
    with pytest.raises(MissingPartError, match="another one"):
        verify_model(other)


def test_it_answers_in_openais_format_under_its_own_name(server):
    reply = chat(server.url, QUESTIONS[0])
    assert reply["model"] == MODEL_NAME
    assert reply["choices"][0]["message"]["content"].strip()
    assert reply["usage"]["completion_tokens"] <= 6
    assert request(server.url, "/v1/models")["data"] == [{"id": MODEL_NAME, "object": "model"}]


def test_equal_questions_get_equal_answers_alone_together_and_in_any_order(server):
    async def ask(questions):
        replies = await asyncio.gather(*(asyncio.to_thread(chat, server.url, question) for question in questions))
        return [reply["choices"][0]["message"]["content"] for reply in replies]

    alone = {question: asyncio.run(ask([question]))[0] for question in QUESTIONS}
    many = QUESTIONS[::-1] + QUESTIONS[:2]
    assert asyncio.run(ask(many)) == [alone[question] for question in many]
    assert len(set(alone.values())) > 1


def test_no_prompt_is_taken_from_an_earlier_one(server):
    replies = [chat(server.url, QUESTIONS[1]) for _ in range(2)]
    assert [reply["usage"]["prompt_tokens_details"]["cached_tokens"] for reply in replies] == [0, 0]


def test_it_counts_what_it_is_asked(server):
    before = request(server.url, "/counts")
    chat(server.url, QUESTIONS[0])
    with pytest.raises(urllib.error.HTTPError, match="404"):
        chat(server.url, QUESTIONS[0], model="another-model")
    after = request(server.url, "/counts")
    assert {key: after[key] - before[key] for key in after} == {"started": 2, "completed": 2}


@pytest.mark.parametrize("body", [{"messages": "no list"}, {"stream": True}, {"messages": [{"content": "Hi"}]}])
def test_a_bad_request_is_refused_and_the_next_one_answered(server, body):
    with pytest.raises(urllib.error.HTTPError) as caught:
        chat(server.url, QUESTIONS[0], **body)
    assert 400 <= caught.value.code < 600
    assert json.load(caught.value)["error"]["message"]
    assert chat(server.url, QUESTIONS[0])["choices"]


def test_a_prompt_beyond_the_context_is_refused(server):
    with pytest.raises(urllib.error.HTTPError, match="400"):
        chat(server.url, "word " * 6000)


def test_there_is_no_way_around_the_count(server):
    """llama.cpp opens ports of its own; none of them answers without its key."""
    own = {int(server.url.rsplit(":", 1)[1].removesuffix("/v1"))}
    others = _listening_ports(server.process.pid) - own
    assert others or not Path("/proc/net/tcp").exists()
    for port in others:
        with pytest.raises(urllib.error.HTTPError, match="401"):
            chat(f"http://127.0.0.1:{port}/v1", QUESTIONS[0])


def _listening_ports(pid):
    """Ports on which a process listens, by /proc; none where there is no /proc."""
    if not Path("/proc/net/tcp").exists():
        return set()
    links = {str(entry.readlink()) for entry in Path(f"/proc/{pid}/fd").iterdir()}
    rows = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    return {int(row[1].split(":")[1], 16) for row in rows if row[3] == "0A" and f"socket:[{row[9]}]" in links}


def test_it_stops_when_told():
    async def go():
        server = await start_embedded(workers=1)
        await server.stop()
        return server.process

    process = asyncio.run(go())
    assert process.returncode == 0


def test_it_dies_with_a_parent_that_is_killed():
    parent = """
        import asyncio, time
        from runner.model.embedded import start_embedded

        async def main():
            server = await start_embedded(workers=1)
            print(server.process.pid, server.url, flush=True)
            await asyncio.sleep(600)

        asyncio.run(main())
    """
    with subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(parent)], stdout=subprocess.PIPE, text=True
    ) as process:
        pid, url = process.stdout.readline().split()
        assert chat(url, QUESTIONS[0])["choices"]
        process.send_signal(signal.SIGKILL)
        process.wait()
    assert gone(int(pid))


@contextmanager
def started_by_hand():
    command = [sys.executable, "-m", "runner.model.embedded_server", "--workers", "1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            yield json.loads(server.stdout.readline())["url"]
        finally:
            server.kill()


def test_started_by_hand_it_outlives_whoever_asks_and_keeps_its_count():
    with started_by_hand() as url:
        body = {"model": MODEL_NAME, "messages": [{"role": "user", "content": "Tell a story."}], "max_tokens": 60}
        client = f"""
            import json, urllib.request
            urllib.request.urlopen({url!r} + "/chat/completions", json.dumps({body!r}).encode()).read()
        """
        end = time.monotonic() + 30
        with subprocess.Popen([sys.executable, "-c", textwrap.dedent(client)]) as asker:
            while request(url, "/counts")["started"] == 0:
                assert time.monotonic() < end
                time.sleep(0.01)
            asker.send_signal(signal.SIGKILL)
        while request(url, "/counts")["completed"] == 0:
            assert time.monotonic() < end
            time.sleep(0.05)
        assert chat(url, QUESTIONS[0])["choices"]
        assert request(url, "/counts") == {"started": 2, "completed": 2}


def test_a_taken_port_is_said_plainly():
    with started_by_hand() as url:
        port = url.split(":")[2].removesuffix("/v1")
        command = [sys.executable, "-m", "runner.model.embedded_server", "--workers", "1", "--port", port]
        second = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert second.returncode == 1
    assert "in use" in second.stderr


def test_a_server_that_does_not_come_up_in_time_is_killed_and_said():
    with pytest.raises(MissingPartError, match="did not start"):
        asyncio.run(start_embedded(timeout_s=0.01))


def test_counts_add_up_under_many_askers(server):
    before = Counter(request(server.url, "/counts"))

    async def go():
        await asyncio.gather(
            *(asyncio.to_thread(chat, server.url, question, max_tokens=1) for question in QUESTIONS * 2)
        )

    asyncio.run(go())
    assert Counter(request(server.url, "/counts")) - before == {"started": 6, "completed": 6}
