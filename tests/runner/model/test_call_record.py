"""The record of a call: nothing twice, nothing lost, and the unusual noted."""

import hashlib
from typing import Any

import pytest

from runner.model.completion import Message
from runner.model.record import Asked, messages_of, record_call
from schemas.calls import ModelCall
from schemas.response import Usage
from tests.support.ballots import said, settings

MESSAGES: tuple[Message, ...] = ({"role": "system", "content": "Rules."}, {"role": "user", "content": "Material."})
SCHEMA = {"type": "object", "properties": {"grade": {"type": "string"}}}
SENT = {"model": "m", "system": [{"type": "text", "text": "Rules."}], "x": ["Material.", "Material", {"y": SCHEMA}]}


def record(schema: dict[str, Any] | None = SCHEMA, reasoning="off", **fields) -> ModelCall:
    request = {"url": "http://127.0.0.1/v1", "body": SENT}
    completion = said("x", **({"raw_request": request} | fields))
    return record_call(Asked(settings(reasoning=reasoning), MESSAGES, schema), completion)


def test_texts_of_the_prompt_stand_once_and_the_rest_of_the_request_as_it_was_sent():
    call = record()
    assert messages_of(call) == MESSAGES
    assert call.sent == {
        "url": "http://127.0.0.1/v1",
        "body": {
            "model": "m",
            "system": [{"type": "text", "text": {"message": 0}}],
            "x": [{"message": 1}, "Material", {"y": SCHEMA}],
        },
    }
    assert call.prompt_sha256 == hashlib.sha256(b"Rules.").hexdigest()
    assert call.notes == []


def test_a_call_that_sent_nothing_is_recorded_without_a_request_and_without_a_note():
    call = record(raw_request=None, error="no route")
    assert (call.sent, call.notes, call.detail) == (None, [], "no route")


def test_a_schema_that_did_not_go_out_is_noted_and_one_that_was_not_to_go_out_is_not():
    bare = {"body": {"model": "m"}}
    assert record(raw_request=bare).notes == ["the request went out without the JSON schema that was asked for"]
    assert record(None, raw_request=bare).notes == []


THOUGHTS = [
    {"content": [{"type": "thinking", "thinking": "Hm."}]},
    {"content": [{"type": "redacted_thinking", "data": "…"}]},
    {"candidates": [{"content": {"parts": [{"text": "Hm.", "thought": True}]}}]},
    {"usageMetadata": {"thoughtsTokenCount": 3}},
    {"choices": [{"message": {"reasoning_content": "Hm."}}]},
    {"choices": [{"message": {"reasoning": "Hm."}}]},
]


@pytest.mark.parametrize("body", THOUGHTS)
def test_thoughts_in_any_format_are_noted_only_where_reasoning_was_switched_off(body):
    raw = {"http_status": 200, "body": body}
    assert record(raw_response=raw).notes == ["reasoning was switched off and the reply shows some"]
    assert record(raw_response=raw, reasoning="lowest").notes == []


def test_counted_thoughts_are_noted_as_well():
    assert len(record(usage=Usage(reasoning_tokens=1)).notes) == 1
    assert record(usage=Usage(reasoning_tokens=0)).notes == []


@pytest.mark.parametrize(
    "raw",
    [
        None,
        "text",
        5,
        {},
        {"body": None},
        {"body": "text"},
        {"body": {"content": "x", "candidates": 5, "choices": {}, "usageMetadata": []}},
        {"body": {"content": [None], "candidates": [None, {"content": None}], "choices": [None, {"message": []}]}},
        {"body": {"candidates": [{"content": {"parts": [None, {"text": "x", "thought": False}]}}]}},
        {"body": {"choices": [{"message": {"content": "x", "reasoning_content": None}}]}},
    ],
)
def test_replies_without_thoughts_and_of_any_shape_are_no_trouble(raw):
    assert record(raw_response=raw).notes == []
