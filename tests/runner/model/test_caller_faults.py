"""The caller under trouble on a real socket: what is tried again, how often, and what is never held up."""

import asyncio
import random
import time

import pytest

from runner.model import library
from runner.model.caller import ModelCaller
from runner.model.completion import Message
from runner.model.retry import CallPolicy
from schemas.endpoint import Endpoint
from schemas.response import Status
from schemas.system import ModelSettings
from tests.support.scripted_vendor import Act, ScriptedVendor

# A remark of pydantic on LiteLLM's own types, silenced by runner.model.library; pytest resets that for every test.
pytestmark = pytest.mark.filterwarnings("ignore:Items? .* on TypedDict class:UserWarning")

MESSAGES: list[Message] = [{"role": "user", "content": "When did it sink?"}]
WIRES = ["openai", "anthropic", "gemini"]


@pytest.fixture(autouse=True, scope="module")
def _loaded():
    """LiteLLM, loaded before anything is timed."""
    library.load()


class Waits:
    """Stands in for the clock: remembers how long was to be waited, and does not wait."""

    def __init__(self):
        self.seconds = []

    async def __call__(self, seconds):
        self.seconds.append(seconds)


def ask(vendor, *, times=1, waits=None, concurrency=8, **policy):
    async def go():
        endpoint = Endpoint(base_url=vendor.url, wire=vendor.wire, concurrency=concurrency)
        model = ModelSettings(name=f"{vendor.wire}/demo-2026", endpoint="demo", max_output_tokens=40)
        limits = CallPolicy(**({"timeout_s": 5} | policy))
        caller = ModelCaller(limits, environment={}, sleep=waits or Waits(), chance=random.Random(5))  # noqa: S311 - waits
        try:
            return await asyncio.gather(*(caller.complete(model, endpoint, MESSAGES) for _ in range(times)))
        finally:
            await caller.close()

    return asyncio.run(go())


def failing(status, code="", message="", **headers):
    return Act(status, {"error": {"message": message, "type": "x", "code": code}}, headers)


@pytest.mark.parametrize("wire", WIRES)
@pytest.mark.parametrize(
    "act",
    [
        failing(429, "rate_limit_exceeded"),
        failing(500),
        failing(503, message="overloaded"),
        Act(502, b"<html>bad gateway</html>", {"Content-Type": "text/html"}),
        Act(200, b"{malformed json"),
        Act(200, b""),
        Act(200, b"[]"),
        Act(200, {"choices": [], "content": None, "candidates": 3}),
        Act(trouble="drop"),
        Act(trouble="truncate"),
    ],
    ids=["429", "500", "503", "502", "malformed", "no-body", "list", "odd-shape", "drop", "truncate"],
)
def test_trouble_that_may_pass_is_tried_again_until_it_has_passed(wire, act):
    with ScriptedVendor(wire, [act, act]) as vendor:
        [got] = ask(vendor)
        assert (got.status, got.text, got.attempts) == (Status.OK, "It was 1912.", 3)
        # Nothing below the caller retries on its own: one request per attempt.
        assert len(vendor.seen) == 3


@pytest.mark.parametrize(
    ("act", "status"),
    [
        (failing(429, "rate_limit_exceeded"), Status.RATE_LIMITED),
        (failing(500), Status.UNAVAILABLE),
        (Act(200, b"{malformed json"), Status.MALFORMED),
        (Act(trouble="drop"), Status.UNAVAILABLE),
    ],
)
def test_trouble_that_stays_ends_after_the_last_permitted_attempt(act, status):
    with ScriptedVendor(script=[act] * 9) as vendor:
        [got] = ask(vendor, max_attempts=3)
        assert (got.status, got.attempts, len(vendor.seen)) == (status, 3, 3)
    assert got.text is None
    assert got.error
    assert got.latency_s is None


@pytest.mark.parametrize("wire", WIRES)
@pytest.mark.parametrize(
    ("act", "status"),
    [
        (failing(429, "insufficient_quota"), Status.QUOTA),
        (failing(402), Status.QUOTA),
        (failing(400, "invalid", "temperature does not apply"), Status.REFUSED),
        (failing(401), Status.REFUSED),
        (failing(404, "model_not_found"), Status.REFUSED),
        (failing(422), Status.REFUSED),
        (failing(400, "content_policy_violation"), Status.BLOCKED),
        (Act(302, {}, {"Location": "/v1/elsewhere"}), Status.REFUSED),
    ],
    ids=["quota", "402", "400", "401", "404", "422", "policy", "redirect"],
)
def test_what_waiting_cannot_heal_is_sent_once(wire, act, status):
    with ScriptedVendor(wire, [act] * 4) as vendor:
        [got] = ask(vendor)
        assert (got.status, got.attempts, len(vendor.seen)) == (status, 1, 1)


def test_the_vendors_words_are_in_the_error_and_its_body_in_the_record():
    with ScriptedVendor(script=[failing(404, "model_not_found", "There is no demo-2026.")]) as vendor:
        [got] = ask(vendor)
    assert got.error == "HTTP 404: There is no demo-2026."
    assert got.raw_response["http_status"] == 404
    assert got.raw_response["body"]["error"]["code"] == "model_not_found"


@pytest.mark.parametrize("wire", WIRES)
def test_retry_after_is_the_least_that_is_waited(wire):
    waits, act = Waits(), failing(429, "rate_limit_exceeded", **{"Retry-After": "2"})
    with ScriptedVendor(wire, [act] * 2) as vendor:
        [got] = ask(vendor, waits=waits)
    assert got.status is Status.OK
    assert len(waits.seconds) == 2
    assert all(2 <= seconds < 3 for seconds in waits.seconds)


def test_an_absurd_retry_after_ends_the_call_with_a_word_about_it():
    waits, act = Waits(), failing(429, "rate_limit_exceeded", **{"Retry-After": "3600"})
    with ScriptedVendor(script=[act]) as vendor:
        [got] = ask(vendor, waits=waits)
    assert (got.status, waits.seconds) == (Status.RATE_LIMITED, [])
    assert "3600 s" in got.error


@pytest.mark.parametrize("wire", WIRES)
@pytest.mark.parametrize("trouble", ["hang", "drip"])
def test_a_call_that_never_ends_is_ended(wire, trouble):
    with ScriptedVendor(wire, [Act(trouble=trouble)] * 4) as vendor:
        started = time.monotonic()
        [got] = ask(vendor, timeout_s=0.3)
        # Two attempts of 0.3 s: a second silence is the vendor's last word.
        assert 0.6 <= time.monotonic() - started < 3
        assert (got.status, got.attempts, len(vendor.seen)) == (Status.TIMEOUT, 2, 2)


def test_silent_calls_hold_up_neither_the_others_nor_the_event_loop():
    late = []

    async def tick():
        while True:
            before = time.monotonic()
            await asyncio.sleep(0.02)
            late.append(time.monotonic() - before - 0.02)

    async def go(silent, lively):
        ticker = asyncio.create_task(tick())
        caller = ModelCaller(CallPolicy(timeout_s=1, max_attempts=1), environment={})
        model = ModelSettings(name="openai/demo-2026", endpoint="demo")
        ends = [Endpoint(base_url=vendor.url, concurrency=4) for vendor in (silent, lively)]
        hung = [asyncio.create_task(caller.complete(model, ends[0], MESSAGES)) for _ in range(4)]
        answered = await asyncio.gather(*(caller.complete(model, ends[1], MESSAGES) for _ in range(20)))
        still_hung = sum(not task.done() for task in hung)
        ended = await asyncio.gather(*hung)
        await caller.close()
        ticker.cancel()
        return answered, still_hung, ended

    with ScriptedVendor(script=[Act(trouble="hang")] * 4) as silent, ScriptedVendor() as lively:
        answered, still_hung, ended = asyncio.run(go(silent, lively))
    assert [got.status for got in answered] == [Status.OK] * 20
    assert still_hung == 4
    assert [got.status for got in ended] == [Status.TIMEOUT] * 4
    assert max(late) < 1


def test_no_more_calls_are_under_way_than_the_endpoint_takes():
    with ScriptedVendor(script=[Act(trouble="hang")] * 6) as vendor:
        started = time.monotonic()
        got = ask(vendor, times=6, concurrency=2, timeout_s=0.2, max_attempts=1)
        # Six silent calls of 0.2 s in two slots take three rounds.
        assert time.monotonic() - started >= 0.6
    assert [completion.status for completion in got] == [Status.TIMEOUT] * 6


def test_latency_is_the_successful_attempt_alone():
    async def wait_really(seconds):
        await asyncio.sleep(0.5)

    with ScriptedVendor(script=[failing(500)]) as vendor:
        [got] = ask(vendor, waits=wait_really)
    assert got.attempts == 2
    assert got.latency_s < 0.5


def test_nobody_listening_is_unavailable():
    with ScriptedVendor() as vendor:
        pass
    [got] = ask(vendor, max_attempts=2)
    assert (got.status, got.attempts) == (Status.UNAVAILABLE, 2)
