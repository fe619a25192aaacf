"""The bare model: the question and the instruction, and nothing else."""

import asyncio

import pytest

from runner.ask.base import Resources
from runner.ask.chat import Chat
from runner.errors import ConfigError
from runner.model.caller import ModelCaller
from runner.model.retry import CallPolicy
from schemas.endpoint import Endpoint
from schemas.response import AskedQuestion, Status
from schemas.system import ChatSystem
from tests.support.scripted_vendor import ScriptedVendor

# A remark of pydantic on LiteLLM's own types, silenced by runner.model.library; pytest resets that for every test.
pytestmark = pytest.mark.filterwarnings("ignore:Items? .* on TypedDict class:UserWarning")

QUESTION = AskedQuestion(question_id="SENTINEL-ID", text="When did it sink?", repeat=7)


def system(prompt_delivery="system_message", endpoint="demo", provider="openai"):
    return ChatSystem.model_validate(
        {
            "slug": "bare",
            "title": "Bare",
            "adapter": "chat",
            "prompt_delivery": prompt_delivery,
            "model": {"name": f"{provider}/demo-2026", "endpoint": endpoint, "max_output_tokens": 40},
        }
    )


def ask(vendor, chat_system):
    async def go():
        caller = ModelCaller(CallPolicy(timeout_s=5), environment={})
        endpoint = Endpoint(base_url=vendor.url, wire=vendor.wire)
        adapter = Chat(chat_system, Resources("Be brief.", caller, {"demo": endpoint}))
        await adapter.open()
        try:
            return await adapter.ask(QUESTION)
        finally:
            await adapter.close()
            await caller.close()

    return asyncio.run(go())


@pytest.mark.parametrize("wire", ["openai", "anthropic", "gemini"])
def test_neither_id_nor_repeat_reaches_any_vendor(wire):
    with ScriptedVendor(wire) as vendor:
        response = ask(vendor, system(provider=wire))
    [request] = vendor.seen
    sent = f"{request.path} {request.headers} {request.body.decode()}"
    assert "When did it sink?" in sent
    assert "Be brief." in sent
    assert not [word for word in ("SENTINEL", "question_id", "repeat", "gold", "canary") if word in sent]
    assert (response.status, response.answer) == (Status.OK, "It was 1912.")
    assert (response.evidence, response.evidence_has_text) == (None, False)


def test_the_body_is_instruction_question_and_settings():
    with ScriptedVendor() as vendor:
        ask(vendor, system())
        ask(vendor, system("none"))
    user = {"role": "user", "content": "When did it sink?"}
    told, untold = (request.json for request in vendor.seen)
    assert told["messages"] == [{"role": "system", "content": "Be brief."}, user]
    assert untold["messages"] == [user]
    assert set(told) == set(untold) == {"model", "messages", "max_tokens"}


def test_an_unknown_endpoint_is_named_before_anything_is_asked():
    with ScriptedVendor() as vendor, pytest.raises(ConfigError, match="use one of: demo"):
        ask(vendor, system(endpoint="elsewhere"))
    assert vendor.seen == []


def test_a_persona_is_refused():
    with pytest.raises(ConfigError, match="persona"):
        Chat.describe_delivery(system("persona"), "Be brief.")
