"""Gemini's replies read from the raw body: blocked, empty and answered are three things (BR-14)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runner.model.gemini import GeminiReply, read_gemini
from schemas.response import Status, Usage
from tests.support.ballots import before, settings
from tests.support.scripted_vendor import Act, ScriptedVendor

# A remark of pydantic on LiteLLM's own types, silenced by runner.model.library; pytest resets that for every test.
pytestmark = pytest.mark.filterwarnings("ignore:Items? .* on TypedDict class:UserWarning")


def candidate(*parts, reason="STOP"):
    return {"content": {"role": "model", "parts": list(parts)}, "finishReason": reason}


ANSWERED = candidate({"text": "It was "}, {"text": "1912."})
BODIES = {
    "block without candidates": ({"promptFeedback": {"blockReason": "SAFETY"}}, Status.BLOCKED, None),
    "block beside a candidate": (
        {"promptFeedback": {"blockReason": "OTHER"}, "candidates": [ANSWERED]}, Status.BLOCKED, None,
    ),
    "blocked candidate": ({"candidates": [{"finishReason": "SAFETY"}]}, Status.BLOCKED, None),
    "blocked candidate with a beginning": (
        {"candidates": [candidate({"text": "It"}, reason="RECITATION")]}, Status.BLOCKED, None,
    ),
    "no parts": ({"candidates": [{"content": {"role": "model"}, "finishReason": "STOP"}]}, Status.EMPTY, None),
    "thoughts alone": ({"candidates": [candidate({"text": "Hm.", "thought": True})]}, Status.EMPTY, None),
    "thoughts up to the limit": (
        {"candidates": [candidate({"text": "Hm.", "thought": True}, reason="MAX_TOKENS")]}, Status.TRUNCATED, None,
    ),
    "answer": ({"candidates": [ANSWERED]}, Status.OK, "It was 1912."),
    "answer beside an empty block reason": (
        {"promptFeedback": {"blockReason": ""}, "candidates": [ANSWERED]}, Status.OK, "It was 1912.",
    ),
    "answer behind thoughts": (
        {"candidates": [candidate({"text": "Hm.", "thought": True}, {"text": "1912."})]}, Status.OK, "1912.",
    ),
    "no candidates and no block": ({"candidates": []}, Status.MALFORMED, None),
    "another kind of body": ({"choices": []}, Status.MALFORMED, None),
}  # fmt: skip


@pytest.mark.parametrize("usage", [{}, {"usageMetadata": {"promptTokenCount": 11, "candidatesTokenCount": 5}}])
@pytest.mark.parametrize(("body", "status", "text"), BODIES.values(), ids=BODIES.keys())
def test_the_caller_tells_blocked_empty_and_answered_apart(body, status, text, usage):
    act = Act(body=body | usage | {"modelVersion": "gemini-3-flash-preview"})
    with ScriptedVendor("gemini", script=[act] * 3) as server:

        async def ask(caller, endpoint):
            return await caller.complete(settings("gemini"), endpoint, [{"role": "user", "content": "When?"}])

        got = before(server.url, "gemini", ask)
    assert (got.status, got.text) == (status, text)
    assert got.raw_response["body"] == act.body
    if usage and status is not Status.MALFORMED:
        assert (got.usage.input_tokens, got.usage.output_tokens) == (11, 5)


def test_tokens_are_counted_with_thoughts_among_the_output():
    counts = {
        "promptTokenCount": 100,
        "cachedContentTokenCount": 40,
        "candidatesTokenCount": 7,
        "thoughtsTokenCount": 20,
        "totalTokenCount": 127,
    }
    reply = read_gemini({"candidates": [ANSWERED], "usageMetadata": counts})
    # 7 visible and 20 thought tokens are 27 of output.
    tokens = Usage(input_tokens=100, cached_tokens=40, output_tokens=27, reasoning_tokens=20)
    assert reply == GeminiReply("It was 1912.", "stop", tokens)


def test_a_reason_that_google_invents_later_is_kept_in_its_own_word():
    reply = read_gemini({"candidates": [candidate({"text": "x"}, reason="SOLAR_FLARE")]})
    assert reply is not None
    assert reply.finish_reason == "solar_flare"


KEYS = ["candidates", "content", "parts", "text", "thought", "finishReason", "promptFeedback", "blockReason"]
KEYS += ["usageMetadata", "promptTokenCount", "candidatesTokenCount"]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 5) | st.floats() | st.sampled_from(["", "STOP", "SAFETY", "x"]),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=4),
    max_leaves=12,
)


@given(JSON)
def test_no_body_raises(body):
    reply = read_gemini(body)
    assert reply is None or isinstance(reply.text, str)
