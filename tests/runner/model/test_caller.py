"""The caller against real servers: what is sent, what is read, and what is recorded."""

import asyncio
import json

import pytest

from runner.errors import ConfigError, MissingPartError
from runner.model.caller import ModelCaller
from runner.model.completion import Message
from runner.model.retry import CallPolicy
from schemas.endpoint import Endpoint
from schemas.response import Status
from schemas.system import ModelSettings
from tests.support.scripted_vendor import Act, ScriptedVendor

# A remark of pydantic on LiteLLM's own types, silenced by runner.model.library; pytest resets that for every test.
pytestmark = pytest.mark.filterwarnings("ignore:Items? .* on TypedDict class:UserWarning")

MESSAGES: list[Message] = [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "When did it sink?"}]
NAMES = {"openai": "openai/demo-2026", "anthropic": "anthropic/demo-2026", "gemini": "gemini/demo-2026"}
QUICK = CallPolicy(timeout_s=5, backoff_s=0.01)


def ask(vendor, *, policy=QUICK, environment=None, times=1, **settings):
    """Put the same question ``times`` times at once and return the completions."""

    async def go():
        key_variable = "DEMO_KEY" if environment else None
        endpoint = Endpoint(base_url=vendor.url, wire=vendor.wire, key_variable=key_variable)
        model = ModelSettings(**({"name": NAMES[vendor.wire], "endpoint": "demo", "max_output_tokens": 40} | settings))
        caller = ModelCaller(policy, environment=environment or {})
        try:
            return await asyncio.gather(*(caller.complete(model, endpoint, MESSAGES) for _ in range(times)))
        finally:
            await caller.close()

    return asyncio.run(go())


@pytest.mark.parametrize("wire", ["openai", "anthropic", "gemini"])
def test_a_good_reply_in_each_wire_format(wire):
    with ScriptedVendor(wire) as vendor:
        [got] = ask(vendor)
    assert (got.status, got.text, got.finish_reason) == (Status.OK, "It was 1912.", "stop")
    assert (got.reported_model, got.error, got.attempts) == ("demo-2026", None, 1)
    assert (got.usage.input_tokens, got.usage.output_tokens) == (11, 5)
    assert 0 < got.latency_s < 5
    assert got.raw_response["body"] == vendor.good()
    assert got.raw_request["body"] == vendor.seen[0].json
    assert len(vendor.seen) == 1


def test_cached_and_reasoning_tokens_are_kept():
    with ScriptedVendor() as vendor:
        [got] = ask(vendor)
    assert (got.usage.cached_tokens, got.usage.reasoning_tokens) == (8, 2)


@pytest.mark.parametrize("wire", ["openai", "gemini"])
def test_a_model_that_the_body_does_not_name_is_seen_as_missing(wire):
    # LiteLLM reports the requested name for Gemini here, and none for OpenAI.
    with ScriptedVendor(wire, model=None) as vendor:
        [got] = ask(vendor)
    assert (got.status, got.reported_model) == (Status.OK, None)


@pytest.mark.parametrize("wire", ["openai", "anthropic", "gemini"])
def test_another_model_than_the_configured_one_is_no_answer(wire):
    with ScriptedVendor(wire, model="demo-2027") as vendor:
        [got] = ask(vendor)
    assert (got.status, got.text, got.reported_model) == (Status.PIN_MISMATCH, None, "demo-2027")
    assert "demo-2027" in got.error
    assert len(vendor.seen) == 1


def test_only_what_is_set_is_sent():
    with ScriptedVendor() as vendor:
        ask(vendor)
        ask(vendor, temperature=0.0, seed=0)
    bare, full = (request.json for request in vendor.seen)
    assert bare == {"model": "demo-2026", "messages": MESSAGES, "max_tokens": 40}
    assert full == bare | {"temperature": 0.0, "seed": 0}


def test_a_parameter_that_the_model_does_not_take_is_named_and_nothing_is_sent():
    with ScriptedVendor("anthropic") as vendor:
        [got] = ask(vendor, seed=3)
    assert got.status is Status.REFUSED
    assert "seed" in got.error
    assert (got.attempts, vendor.seen, got.raw_request) == (1, [], None)


@pytest.mark.parametrize(
    ("wire", "header", "value"),
    [("openai", "authorization", "Bearer {}"), ("anthropic", "x-api-key", "{}"), ("gemini", "x-goog-api-key", "{}")],
)
def test_the_key_travels_in_a_header_and_is_found_nowhere_else(wire, header, value):
    key = "0123456789abcdef0123456789abcdef"
    echo = Act(400, {"error": {"message": f"bad key {key}", "code": 400}})
    with ScriptedVendor(wire, [echo]) as vendor:
        [bad] = ask(vendor, environment={"DEMO_KEY": f" {key}\n"})
        [good] = ask(vendor, environment={"DEMO_KEY": key})
    assert [request.headers[header] for request in vendor.seen] == [value.format(key)] * 2
    assert all(key not in request.path for request in vendor.seen)
    assert bad.status is Status.REFUSED
    assert key not in repr(bad)
    assert key not in repr(good)


def test_keys_of_the_environment_that_the_endpoint_does_not_name_are_not_sent(monkeypatch):
    for name in ("OPENAI_API_KEY", "OPENAI_ORG_ID", "OPENAI_PROJECT_ID", "OPENAI_ORGANIZATION"):
        monkeypatch.setenv(name, "someone-elses-secret")
    with ScriptedVendor() as vendor:
        ask(vendor)
    assert "someone-elses-secret" not in repr(vendor.seen)


def test_no_cookie_is_carried_over():
    with ScriptedVendor(script=[Act(headers={"Set-Cookie": "session=1"})]) as vendor:
        ask(vendor, times=2)
        assert all("cookie" not in request.headers for request in vendor.seen)


def test_a_proxy_never_stands_between_this_machine_and_itself(monkeypatch):
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    monkeypatch.setenv("ALL_PROXY", "http://127.0.0.1:9")
    with ScriptedVendor() as vendor:
        [got] = ask(vendor)
    assert got.status is Status.OK


def test_an_absent_key_stops_before_anything_is_sent():
    with ScriptedVendor() as vendor, pytest.raises(MissingPartError, match="DEMO_KEY"):
        ask(vendor, environment={"DEMO_KEY": "  "})
    assert vendor.seen == []


def test_a_model_of_another_provider_stops_before_anything_is_sent():
    with ScriptedVendor("anthropic") as vendor, pytest.raises(ConfigError, match="anthropic/<model>"):
        ask(vendor, name="openai/demo-2026")
    assert vendor.seen == []


@pytest.mark.parametrize(
    ("wire", "body", "status"),
    [
        ("openai", {"text": ""}, Status.EMPTY),
        ("openai", {"text": " \n"}, Status.EMPTY),
        ("openai", {"text": "", "reason": "length"}, Status.TRUNCATED),
        ("openai", {"text": "It was", "reason": "length"}, Status.OK),
        ("openai", {"text": "", "reason": "content_filter"}, Status.BLOCKED),
        ("anthropic", {"text": "", "reason": "max_tokens"}, Status.TRUNCATED),
        ("gemini", {"text": "", "reason": "SAFETY"}, Status.BLOCKED),
        ("gemini", {"text": "", "reason": "MAX_TOKENS"}, Status.TRUNCATED),
    ],
)
def test_a_success_without_text_has_its_cause(wire, body, status):
    with ScriptedVendor(wire) as plain:
        acts = [Act(body=plain.good(**body))] * 2
    with ScriptedVendor(wire, acts) as vendor:
        [got] = ask(vendor)
    assert got.status is status
    assert (got.text is None) == (status is not Status.OK)
    assert (got.error is None) == (status is Status.OK)
    # Only emptiness without a cause is asked about once more.
    assert len(vendor.seen) == (2 if status is Status.EMPTY else 1)


def test_a_prompt_that_gemini_blocks_is_blocked():
    body = {"promptFeedback": {"blockReason": "SAFETY"}, "usageMetadata": {"promptTokenCount": 4}}
    with ScriptedVendor("gemini", [Act(body=body | {"modelVersion": "demo-2026"})]) as vendor:
        [got] = ask(vendor)
    assert got.status is Status.BLOCKED


def test_the_output_limit_is_named_when_it_left_no_text():
    with ScriptedVendor() as plain:
        act = Act(body=plain.good("", "length"))
    with ScriptedVendor(script=[act]) as vendor:
        [got] = ask(vendor)
    assert "40 output tokens" in got.error


def test_text_comes_back_as_it_was_sent():
    text = "  Line\u2028one\r\n\t“quoted” \U0001f600 it’s \\u0041 \x00 end "
    with ScriptedVendor() as plain:
        act = Act(body=plain.good(text))
    with ScriptedVendor(script=[act]) as vendor:
        [got] = ask(vendor)
    assert got.text == text


def test_a_lone_surrogate_becomes_a_replacement_sign():
    with ScriptedVendor() as plain:
        raw = json.dumps(plain.good("a@b")).replace("@", "\\ud800").encode()
    with ScriptedVendor(script=[Act(body=raw)]) as vendor:
        [got] = ask(vendor)
    assert got.text == "a\ufffdb"
    repr(got.raw_response).encode()
