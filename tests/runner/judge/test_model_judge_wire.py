"""Judges that are models, over the wire: what each vendor is sent, and what the log keeps of it."""

import asyncio
import json

import pytest

from runner.judge.base import CastingJudge
from runner.judge.prompt import BALLOT, judge_messages
from schemas.calls import ModelCall
from schemas.judging import Grade, Opinion
from schemas.response import Status
from tests.support.ballots import (
    MODELS,
    NAMES,
    NOWHERE,
    RULES,
    VIEW,
    WIRES,
    PlayedCaller,
    ballot_text,
    cast,
    good,
    model_judge,
    said,
    vendor,
)
from tests.support.scripted_vendor import Act, ScriptedVendor

# A remark of pydantic on LiteLLM's own types, silenced by runner.model.library; pytest resets that for every test.
pytestmark = pytest.mark.filterwarnings("ignore:Items? .* on TypedDict class:UserWarning")


# The wire


@pytest.mark.parametrize("wire", WIRES)
def test_a_vote_in_each_vendor_s_format(wire):
    with vendor(wire, good(wire)) as server:
        ballot = cast(server)
    assert ballot.opinion == Opinion(grade=Grade.CORRECT, reasoning="Same year.", confidence=0.9)
    assert (ballot.call.status, ballot.call.detail, ballot.call.notes) == (Status.OK, None, [])
    assert ballot.call.reported_model == MODELS[wire]
    assert ballot.call.usage.input_tokens == 11
    assert len(server.seen) == ballot.call.attempts == 1


def test_openai_gets_the_schema_as_response_format_and_the_settings_as_they_are():
    with vendor("openai", good()) as server:
        cast(server, temperature=0.0, seed=7, reasoning="off")
    [request] = server.seen
    assert request.path == "/v1/chat/completions"
    assert request.json == {
        "model": "gpt-5.4",
        "messages": list(judge_messages(RULES, VIEW)),
        "max_completion_tokens": 300,
        "temperature": 0.0,
        "seed": 7,
        "reasoning_effort": "none",
        "response_format": {
            "type": "json_schema",
            "json_schema": {"name": "ballot", "strict": True, "schema": BALLOT},
        },
    }


def test_anthropic_gets_the_schema_as_output_format_and_no_thinking():
    with vendor("anthropic", good("anthropic")) as server:
        cast(server, reasoning="off")
    [request] = server.seen
    system, user = (message["content"] for message in judge_messages(RULES, VIEW))
    assert request.path == "/v1/messages"
    assert "structured-outputs" in request.headers["anthropic-beta"]
    assert request.json == {
        "model": "claude-sonnet-5",
        "system": [{"type": "text", "text": system}],
        "messages": [{"role": "user", "content": [{"type": "text", "text": user}]}],
        "max_tokens": 300,
        "output_format": {"type": "json_schema", "schema": BALLOT},
        "thinking": {"type": "disabled"},
    }


def test_gemini_gets_the_schema_in_its_generation_config():
    with vendor("gemini", good("gemini")) as server:
        cast(server, temperature=0.0, seed=7, reasoning="lowest")
    [request] = server.seen
    system, user = (message["content"] for message in judge_messages(RULES, VIEW))
    assert request.path == "/v1beta/models/gemini-3-flash-preview:generateContent"
    assert request.json["system_instruction"] == {"parts": [{"text": system}]}
    assert request.json["contents"] == [{"role": "user", "parts": [{"text": user}]}]
    config = request.json["generationConfig"]
    assert config["response_mime_type"] == "application/json"
    assert config["response_json_schema"] == BALLOT
    assert (config["temperature"], config["seed"], config["max_output_tokens"]) == (0.0, 7, 300)
    assert config["thinkingConfig"]["thinkingLevel"] == "minimal"


@pytest.mark.parametrize("wire", WIRES)
def test_nothing_goes_over_the_wire_but_prompt_settings_and_schema(wire):
    # Blindness at the socket: the judge's name in the panel, its family and the endpoint's id stay here.
    with vendor(wire, good(wire)) as server:
        cast(server, endpoint="sentinel_endpoint")
    [request] = server.seen
    texts = {message["content"] for message in judge_messages(RULES, VIEW)}
    left = json.dumps(request.json).replace(json.dumps(BALLOT), "SCHEMA")
    for text in texts:
        assert json.dumps(text) in left
        left = left.replace(json.dumps(text), "TEXT")
    assert "sentinel" not in left
    # What is left are the vendor's own keys around model, limits, schema and texts; openai's is the longest.
    assert len(left) < 250, left


# What the log keeps


@pytest.mark.parametrize("wire", WIRES)
def test_the_record_holds_prompt_request_and_reply_once_each(wire):
    with vendor(wire, good(wire)) as server:
        call = cast(server).call
    prompt = judge_messages(RULES, VIEW)
    assert [message.model_dump() for message in call.messages] == list(prompt)
    assert call.raw_reply["body"] == server.good(ballot_text())
    # The request with the prompt's texts put back is the request that the server got.
    restored = json.dumps(call.sent["body"])
    for number, message in enumerate(prompt):
        assert json.dumps({"message": number}) in restored
        restored = restored.replace(json.dumps({"message": number}), json.dumps(message["content"]))
    assert json.loads(restored) == server.seen[0].json
    assert ModelCall.model_validate_json(call.model_dump_json()) == call


def test_the_version_of_the_prompt_is_the_hash_of_the_system_message():
    caller = PlayedCaller(lambda _: said(ballot_text()))
    judge = model_judge(caller, NOWHERE)
    first = asyncio.run(judge.ballot(VIEW)).call
    other = asyncio.run(judge.ballot(VIEW.model_copy(update={"response": "No."}))).call
    judge.judge_prompt += ","
    changed = asyncio.run(judge.ballot(VIEW)).call
    assert first.prompt_sha256 == other.prompt_sha256 != changed.prompt_sha256


def test_a_judge_is_a_casting_judge():
    judge: CastingJudge = model_judge(PlayedCaller(lambda _: said(ballot_text("incorrect"))), NOWHERE)
    assert asyncio.run(judge.cast(VIEW)).grade is Grade.INCORRECT


def with_thoughts(wire):
    body = vendor(wire).good(ballot_text())
    if wire == "openai":
        body["usage"]["completion_tokens_details"]["reasoning_tokens"] = 12
    elif wire == "anthropic":
        body["content"].insert(0, {"type": "thinking", "thinking": "Hm.", "signature": "s"})
    else:
        body["usageMetadata"]["thoughtsTokenCount"] = 12
    return Act(body=body)


@pytest.mark.parametrize("wire", WIRES)
def test_reasoning_where_it_was_switched_off_is_noted_and_the_vote_stands(wire):
    # gemini-2.5-flash-lite is a model whose reasoning can be switched off.
    name = "gemini/gemini-2.5-flash-lite" if wire == "gemini" else NAMES[wire]
    act = with_thoughts(wire)
    if wire == "gemini":
        act.body["modelVersion"] = "gemini-2.5-flash-lite"
    with vendor(wire, act, act) as server:
        off = cast(server, name=name, reasoning="off")
        free = cast(server, name=name)
    assert off.opinion.grade is free.opinion.grade is Grade.CORRECT
    assert off.call.notes == ["reasoning was switched off and the reply shows some"]
    assert free.call.notes == []


def test_a_schema_that_never_went_out_is_noted():
    # LiteLLM writes the schema of a Gemini model that it does not know into the prompt.
    with ScriptedVendor("gemini", model="of-tomorrow") as server:
        server.script.append(Act(body=server.good(ballot_text())))
    with ScriptedVendor("gemini", script=server.script, model="of-tomorrow") as server:
        ballot = cast(server, name="gemini/of-tomorrow")
    assert ballot.opinion.grade is Grade.CORRECT
    assert ballot.call.notes == ["the request went out without the JSON schema that was asked for"]
