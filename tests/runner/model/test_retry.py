"""Retry, quota or permanent: the decision table, what Retry-After says, and how long is waited."""

import random
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runner.model.retry import CallPolicy, Fault, decide, retry_after_s, vendor_error, wait_s
from schemas.response import Status

NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


def openai(code, message="", kind=None):
    return {"error": {"message": message, "type": kind, "code": code}}


def anthropic(kind, message=""):
    return {"type": "error", "error": {"type": kind, "message": message}}


def google(code, status, *details, message=""):
    return {"error": {"code": code, "message": message, "status": status, "details": list(details)}}


PER_DAY = {"@type": "…QuotaFailure", "violations": [{"quotaId": "GenerateRequestsPerDayPerProjectPerModel"}]}
PER_MINUTE = {"@type": "…QuotaFailure", "violations": [{"quotaId": "GenerateRequestsPerMinutePerProjectPerModel"}]}

TABLE = [
    (429, openai("rate_limit_exceeded"), Status.RATE_LIMITED, True),
    (429, openai("insufficient_quota"), Status.QUOTA, False),
    (429, openai(None, kind="insufficient_quota"), Status.QUOTA, False),
    (429, openai(None, "You exceeded your current quota, please check your plan"), Status.QUOTA, False),
    (402, openai("payment_required"), Status.QUOTA, False),
    (429, anthropic("rate_limit_error"), Status.RATE_LIMITED, True),
    (400, anthropic("invalid_request_error", "Your credit balance is too low to access the API"), Status.QUOTA, False),
    (400, anthropic("invalid_request_error", "Output blocked by content filtering policy"), Status.BLOCKED, False),
    (400, anthropic("invalid_request_error", "temperature is not supported"), Status.REFUSED, False),
    (529, anthropic("overloaded_error"), Status.UNAVAILABLE, True),
    (429, google(429, "RESOURCE_EXHAUSTED", PER_DAY), Status.QUOTA, False),
    (429, google(429, "RESOURCE_EXHAUSTED", PER_MINUTE), Status.RATE_LIMITED, True),
    (429, [google(429, "RESOURCE_EXHAUSTED", PER_DAY)], Status.QUOTA, False),
    (400, google(400, "INVALID_ARGUMENT", message="API key not valid"), Status.REFUSED, False),
    (503, google(503, "UNAVAILABLE", message="The model is overloaded"), Status.UNAVAILABLE, True),
    (
        429,
        {"status": "error", "data": {"code": 429, "message": "You have exhausted your current query credits"}},
        Status.QUOTA,
        False,
    ),
    (400, openai("content_policy_violation"), Status.BLOCKED, False),
    (401, openai("invalid_api_key"), Status.REFUSED, False),
    (403, None, Status.REFUSED, False),
    (404, openai("model_not_found"), Status.REFUSED, False),
    (302, "", Status.REFUSED, False),
    (408, None, Status.UNAVAILABLE, True),
    (422, openai(None), Status.REFUSED, False),
    (429, "slow down", Status.RATE_LIMITED, True),
    (500, None, Status.UNAVAILABLE, True),
    (501, None, Status.UNAVAILABLE, False),
    (502, "<html>", Status.UNAVAILABLE, True),
    (200, "{malformed", Status.MALFORMED, True),
    (200, {}, Status.MALFORMED, True),
    # A gateway that reports an error inside a success.
    (200, openai(429), Status.RATE_LIMITED, True),
    (200, openai(400), Status.REFUSED, False),
]


@pytest.mark.parametrize(("http_status", "body", "status", "retry"), TABLE)
def test_status_and_vendor_body_decide(http_status, body, status, retry):
    verdict = decide(Fault("reply", http_status, body))
    assert (verdict.status, verdict.retry) == (status, retry)


def test_silence_and_broken_connections_may_be_tried_again():
    assert decide(Fault("timeout")).status is Status.TIMEOUT
    assert decide(Fault("connection")).status is Status.UNAVAILABLE
    assert decide(Fault("timeout")).retry
    assert decide(Fault("connection")).retry


def test_the_reason_holds_the_status_and_the_vendors_words():
    assert decide(Fault("reply", 404, openai("x", "no such model"))).reason == "HTTP 404: no such model"
    assert decide(Fault("reply", 500, None)).reason == "HTTP 500"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["error", "message", "code", "type", "status", "details", "data", "violations"]), inner
        )
    ),
    max_leaves=12,
)


MEMBERS = st.fixed_dictionaries({}, optional=dict.fromkeys(["message", "code", "type", "status", "details"], JSON))


@given(st.integers(100, 599), JSON | st.fixed_dictionaries({"error": MEMBERS | JSON}))
def test_no_body_whatever_breaks_the_decision(http_status, body):
    verdict = decide(Fault("reply", http_status, body))
    assert verdict.status is not Status.OK
    assert verdict.reason


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"retry-after": "2"}, 2),
        ({"retry-after": "1.5"}, 1.5),
        ({"retry-after": format_datetime(NOW + timedelta(seconds=3), usegmt=True)}, 3),
        ({"retry-after": format_datetime(NOW - timedelta(hours=1), usegmt=True)}, 0),
        ({"retry-after": "3600"}, 3600),
        ({"retry-after-ms": "250", "retry-after": "1"}, 0.25),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "-4"}, None),
        ({"retry-after": "nan"}, None),
        ({"retry-after": "inf"}, None),
        ({}, None),
    ],
)
def test_retry_after_in_every_form(headers, seconds):
    assert retry_after_s(headers, None, NOW) == seconds


def test_googles_retry_delay_counts_where_there_is_no_header():
    body = google(429, "RESOURCE_EXHAUSTED", {"@type": "…RetryInfo", "retryDelay": "7.5s"})
    assert retry_after_s({}, body, NOW) == 7.5
    assert retry_after_s({"retry-after": "2"}, body, NOW) == 2


@given(st.text(max_size=40))
def test_no_header_whatever_breaks_the_parser(text):
    seconds = retry_after_s({"retry-after": text}, None, NOW)
    assert seconds is None or seconds >= 0


def test_at_least_what_is_asked_is_waited_and_an_absurd_wait_is_refused():
    policy, chance = CallPolicy(retry_after_cap_s=60), random.Random(1)  # noqa: S311 - spreads waits, guards nothing
    for asked in (0, 0.3, 2, 59):
        assert all(wait_s(1, asked, policy, chance) >= asked for _ in range(50))
    assert wait_s(1, 3600, policy, chance) is None


def test_backoff_grows_to_its_cap():
    policy, chance = CallPolicy(backoff_s=1, backoff_cap_s=5), random.Random(1)  # noqa: S311 - spreads waits, guards nothing
    # The mean doubles: 1, 2, 4, 8; the wait lies between half and one and a half of it, and never above 5.
    for attempt, mean in ((1, 1), (2, 2), (3, 4), (4, 8)):
        waits = [wait_s(attempt, None, policy, chance) for _ in range(200)]
        assert min(0.5 * mean, 5) <= min(waits)
        assert max(waits) <= min(1.5 * mean, 5)


@pytest.mark.parametrize("asked", [None, 0, 2])
def test_ten_calls_that_failed_together_do_not_come_back_together(asked):
    chance = random.Random(3)  # noqa: S311 - spreads waits, guards nothing
    waits = [wait_s(1, asked, CallPolicy(), chance) for _ in range(10)]
    assert max(waits) - min(waits) > 0.1


def test_error_bodies_of_all_vendors_are_read():
    assert vendor_error({"error": "plain words"}).message == "plain words"
    assert vendor_error(anthropic("overloaded_error", "busy")).codes == {"overloaded_error"}
    assert vendor_error({"choices": []}).message == ""
