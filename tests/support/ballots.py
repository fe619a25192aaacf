"""Judges and classifiers that are models, put before real servers or a caller that plays its part."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, TypeVar

from runner.judge.model_judge import Ballot, ModelJudge
from runner.model.caller import ModelCaller
from runner.model.completion import Completion, Message
from runner.model.retry import CallPolicy
from schemas.campaign import ModelJudgeConfig
from schemas.endpoint import Endpoint, Wire
from schemas.judging import JudgeView
from schemas.response import Status
from schemas.system import ModelSettings
from tests.support.scripted_vendor import Act, ScriptedVendor
from tests.support.scripted_vendor import Wire as VendorWire

T = TypeVar("T")

RULES = "Compare the response with the gold answer."
VIEW = JudgeView(question="In which year did the bridge open?", gold="1912", response="It was 1912.")
NAMES: dict[Wire, str] = {
    "openai": "openai/gpt-5.4",
    "anthropic": "anthropic/claude-sonnet-5",
    "gemini": "gemini/gemini-3-flash-preview",
}
MODELS: dict[Wire, str] = {wire: name.partition("/")[2] for wire, name in NAMES.items()}
WIRES: tuple[VendorWire, ...] = ("openai", "anthropic", "gemini")
NOWHERE = Endpoint(base_url="http://127.0.0.1:9/v1")
"""An endpoint for callers that call nobody."""
QUICK = CallPolicy(timeout_s=10, max_attempts=3, backoff_s=0.01)


def ballot_text(grade: str = "correct", reasoning: str = "Same year.", confidence: object = 0.9) -> str:
    """The text of a ballot as the schema has it."""
    return json.dumps({"reasoning": reasoning, "grade": grade, "confidence": confidence})


def settings(wire: Wire = "openai", **fields: Any) -> ModelSettings:
    """Settings of a model, without anything optional."""
    return ModelSettings(**({"name": NAMES[wire], "endpoint": "demo", "max_output_tokens": 300} | fields))


def model_judge(caller: Any, place: Endpoint, *, json_schema: bool = True, **fields: Any) -> ModelJudge:
    """A judge behind an endpoint; ``fields`` are settings of its model."""
    config = ModelJudgeConfig(
        kind="model", family="sentinel_family", model=settings(place.wire, **fields), json_schema=json_schema
    )
    return ModelJudge("sentinel_judge", config, RULES, caller, place)


def before(
    url: str,
    wire: Wire,
    act: Callable[[ModelCaller, Endpoint], Awaitable[T]],
    policy: CallPolicy = QUICK,
) -> T:
    """Do something with a real caller and an endpoint at ``url``."""

    async def go() -> T:
        caller = ModelCaller(policy, environment={})
        try:
            return await act(caller, Endpoint(base_url=url, wire=wire))
        finally:
            await caller.close()

    return asyncio.run(go())


def vendor(wire: VendorWire = "openai", *script: Act) -> ScriptedVendor:
    """A server of the model that judges there."""
    return ScriptedVendor(wire, script=list(script), model=MODELS[wire])


def good(wire: VendorWire = "openai", text: str | None = None, reason: str | None = None) -> Act:
    """A completion with a ballot, or with another text."""
    return Act(body=vendor(wire).good(ballot_text() if text is None else text, reason))


def cast(
    server: ScriptedVendor,
    *,
    view: JudgeView = VIEW,
    policy: CallPolicy = QUICK,
    json_schema: bool = True,
    **fields: Any,
) -> Ballot:
    """Let a judge at the server cast one ballot."""

    async def act(caller: ModelCaller, endpoint: Endpoint) -> Ballot:
        return await model_judge(caller, endpoint, json_schema=json_schema, **fields).ballot(view)

    return before(server.url, server.wire, act, policy)


class PlayedCaller:
    """A caller that calls nobody: it keeps what it was asked and gives back what it is told to."""

    def __init__(self, give: Callable[[Sequence[Message]], Completion]) -> None:
        self.give = give
        self.asked: list[tuple[ModelSettings, Sequence[Message], Mapping[str, Any] | None]] = []

    async def complete(
        self,
        settings: ModelSettings,
        endpoint: Endpoint,
        messages: Sequence[Message],
        *,
        schema: Mapping[str, Any] | None = None,
    ) -> Completion:
        assert settings.endpoint
        assert endpoint.base_url
        self.asked.append((settings, messages, schema))
        return self.give(messages)


def said(text: str, **fields: Any) -> Completion:
    """A completion that ended well."""
    return Completion(status=Status.OK, text=text, **({"finish_reason": "stop"} | fields))
