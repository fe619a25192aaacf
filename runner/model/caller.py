"""The one caller: every model call of a campaign, whoever makes it, goes through ``ModelCaller.complete``.

LiteLLM shapes the request for each vendor and is told to retry nothing; one attempt is one request. Around it stand
the wall-clock limit, the retry loop, the limit on concurrency per endpoint, and the record of what went over the wire.
"""

import asyncio
import os
import random
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from http import HTTPStatus
from typing import Any

from runner.errors import ConfigError
from runner.model import library
from runner.model.completion import Completion, Message
from runner.model.gemini import read_gemini
from runner.model.keys import key_of
from runner.model.redact import Redactor
from runner.model.reply import PROVIDERS, classify, parse_body, pin_holds, reported_model, usage_of, visible_text
from runner.model.retry import ATTEMPTS, CallPolicy, Fault, Verdict, decide, retry_after_s, wait_s
from schemas.endpoint import Endpoint, Wire
from schemas.response import Status, Usage
from schemas.system import ModelSettings

Sleep = Callable[[float], Coroutine[Any, Any, None]]


@dataclass(slots=True)
class _Door:
    """What is kept per endpoint."""

    client: Any
    key: str | None
    slots: asyncio.Semaphore
    redactor: Redactor


@dataclass(frozen=True, slots=True)
class _Attempt:
    """One attempt: what it gave, and how long the vendor wants to be left alone."""

    completion: Completion
    retry: bool = False
    asked_s: float | None = None


class ModelCaller:
    """Calls models, within one event loop."""

    def __init__(
        self,
        policy: CallPolicy | None = None,
        *,
        environment: Mapping[str, str] | None = None,
        sleep: Sleep = asyncio.sleep,
        chance: random.Random | None = None,
    ) -> None:
        """Open nothing yet.

        Args:
            policy: Limits of every call.
            environment: Where keys are looked up; the process's own by default.
            sleep: How to wait between attempts.
            chance: Spreads the waits; decides nothing that is measured.
        """
        self._policy = policy or CallPolicy()
        self._environment = os.environ if environment is None else environment
        self._sleep = sleep
        self._chance = chance or random.Random()  # noqa: S311 - spreads waits, guards nothing
        self._doors: dict[Endpoint, _Door] = {}
        self._opening = asyncio.Lock()

    async def complete(
        self,
        settings: ModelSettings,
        endpoint: Endpoint,
        messages: Sequence[Message],
        *,
        schema: Mapping[str, Any] | None = None,
    ) -> Completion:
        """Ask one model and return what came of it; every failure is an outcome.

        Args:
            settings: The model and its parameters; what is null there is not sent.
            endpoint: Where to; with a ``base_url``.
            messages: The conversation so far, the question last.
            schema: JSON schema that the vendor is to hold the reply to; null asks for free text.

        Raises:
            ConfigError: If model and endpoint do not fit together, or the endpoint has no URL.
            MissingPartError: If the endpoint's key is not set.
        """
        door = await self._door(settings, endpoint)
        asked_for = parameters(settings, schema)
        number = 0
        while True:
            number += 1
            async with door.slots:
                attempt = await self._attempt(door, settings, endpoint, (messages, asked_for))
            completion = _numbered(attempt.completion, number)
            limit = min(self._policy.max_attempts, ATTEMPTS.get(completion.status, self._policy.max_attempts))
            if not attempt.retry or number >= limit:
                return completion
            wait = wait_s(number, attempt.asked_s, self._policy, self._chance)
            if wait is None:
                asked = f"; the vendor asks to wait {attempt.asked_s:.0f} s"
                return replace(completion, error=(completion.error or "") + asked)
            await self._sleep(wait)

    async def close(self) -> None:
        """Close all connections."""
        doors, self._doors = self._doors, {}
        for door in doors.values():
            await library.close_client(door.client)

    async def _door(self, settings: ModelSettings, endpoint: Endpoint) -> _Door:
        check_fit(settings, endpoint)
        async with self._opening:
            door = self._doors.get(endpoint)
            if door is None:
                key = key_of(endpoint, self._environment)
                await asyncio.to_thread(library.load)
                door = self._doors[endpoint] = _Door(
                    client=library.open_client(endpoint, key),
                    key=key,
                    slots=asyncio.Semaphore(endpoint.concurrency),
                    redactor=Redactor([key] if key else []),
                )
            return door

    async def _attempt(
        self, door: _Door, settings: ModelSettings, endpoint: Endpoint, asked: tuple[Sequence[Message], dict[str, Any]]
    ) -> _Attempt:
        import litellm  # loaded, with its settings, before the door was opened
        import openai

        messages, asked_for = asked
        exchange = library.Exchange()
        library.EXCHANGE.set(exchange)
        try:
            async with asyncio.timeout(self._policy.timeout_s):
                response = await litellm.acompletion(
                    model=settings.name,
                    messages=[dict(message) for message in messages],
                    api_base=endpoint.base_url,
                    api_key=door.key or "none",
                    client=door.client,
                    timeout=self._policy.timeout_s + 5,
                    max_retries=0,
                    drop_params=False,
                    **asked_for,
                )
        except TimeoutError:
            return self._failed(door, exchange, decide(Fault("timeout")))
        except openai.OpenAIError as error:
            if _said(endpoint.wire, exchange, None) is None:
                return self._failed(door, exchange, _verdict(exchange, error))
            response = None
        return self._read(door, settings, endpoint, (exchange, response))

    def _read(
        self, door: _Door, settings: ModelSettings, endpoint: Endpoint, got: tuple[library.Exchange, Any]
    ) -> _Attempt:
        exchange, response = got
        said = _said(endpoint.wire, exchange, response)
        if said is None:
            return self._failed(door, exchange, decide(Fault("reply", exchange.http_status)))
        record = self._record(door, exchange)
        model = reported_model(endpoint.wire, parse_body(exchange.reply))
        text, reason, usage = door.redactor.known(_sound(said[0])), *said[1:]
        status = classify(text, reason)
        error = None if status is Status.OK else _EXPLANATIONS[status].format(limit=settings.max_output_tokens)
        if not pin_holds(settings.name, model):
            status, error = Status.PIN_MISMATCH, f"asked for {settings.name}, answered by {model}"
        completion = replace(
            record,
            status=status,
            text=text if status is Status.OK else None,
            finish_reason=reason,
            reported_model=model,
            usage=usage,
            latency_s=exchange.ended - exchange.started,
            cost_usd=0.0 if endpoint.embedded else _cost(response),
            error=error,
        )
        return _Attempt(completion, retry=status is Status.EMPTY)

    def _failed(self, door: _Door, exchange: library.Exchange, verdict: Verdict) -> _Attempt:
        record = self._record(door, exchange)
        asked = retry_after_s(exchange.headers, parse_body(exchange.reply), datetime.now(UTC))
        completion = replace(record, status=verdict.status, error=door.redactor.text(_sound(verdict.reason)))
        return _Attempt(completion, retry=verdict.retry, asked_s=asked)

    def _record(self, door: _Door, exchange: library.Exchange) -> Completion:
        """Return a completion that holds the exchange alone."""
        request = reply = None
        if exchange.sent:
            request = door.redactor.tree({"url": exchange.url, "body": parse_body(exchange.request)})
        if exchange.http_status is not None:
            kept = {name: value for name, value in exchange.headers.items() if name in _KEPT_HEADERS}
            reply = {"http_status": exchange.http_status, "headers": kept, "body": parse_body(exchange.reply)}
            reply = door.redactor.tree(reply)
        return Completion(status=Status.MALFORMED, raw_request=request, raw_response=reply)


_KEPT_HEADERS = {"x-request-id", "request-id", "retry-after", "retry-after-ms", "openai-processing-ms"}

_EXPLANATIONS = {
    Status.EMPTY: "the vendor reported success and gave no text",
    Status.BLOCKED: "the vendor withheld the answer",
    Status.TRUNCATED: "the limit of {limit} output tokens was reached before any visible text (max_output_tokens)",
}


def _numbered(completion: Completion, number: int) -> Completion:
    """Return ``completion`` with the number of its attempt, which also says how many requests were sent."""
    request = completion.raw_request
    return replace(completion, attempts=number, raw_request=request and {"attempt": number, **request})


def check_fit(settings: ModelSettings, endpoint: Endpoint) -> None:
    """Check that ``settings`` can be asked at ``endpoint``.

    Raises:
        ConfigError: If the model's provider is not the endpoint's, or the endpoint has no URL.
    """
    provider, _, name = settings.name.partition("/")
    expected = PROVIDERS.get(endpoint.wire)
    if expected is None or provider != expected or not name:
        raise ConfigError(
            f"model {settings.name!r} cannot be asked at endpoint {settings.endpoint!r}",
            where=f"endpoints.{settings.endpoint}.wire={endpoint.wire}",
            fix=f"name the model {expected}/<model>" if expected else "that vendor has no chat models of its own",
        )
    if endpoint.base_url is None:
        raise ConfigError(
            f"endpoint {settings.endpoint!r} has no URL",
            where=f"endpoints.{settings.endpoint}.base_url",
            fix=f"endpoints.{settings.endpoint}.base_url=http://127.0.0.1:PORT/v1",
        )


def parameters(settings: ModelSettings, schema: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Return the parameters to ask for: the output limit always, the others where they are set.

    Args:
        settings: The model and its parameters.
        schema: JSON schema of the reply; LiteLLM puts it where each vendor wants it. Its ``title`` names it.
    """
    asked: dict[str, Any] = {"max_tokens": settings.max_output_tokens}
    if settings.temperature is not None:
        asked["temperature"] = settings.temperature
    if settings.seed is not None:
        asked["seed"] = settings.seed
    if settings.reasoning != "default":
        asked["reasoning_effort"] = {"off": "none", "lowest": "minimal"}[settings.reasoning]
    if schema is not None:
        named = {"name": schema.get("title", "reply"), "schema": dict(schema), "strict": True}
        asked["response_format"] = {"type": "json_schema", "json_schema": named}
    return asked


def _said(wire: Wire, exchange: library.Exchange, response: Any) -> tuple[str, str | None, Usage] | None:  # noqa: ANN401
    """Return text, finish reason and tokens of a reply, or None if it could not be read.

    Args:
        wire: The format spoken; Gemini's is read here, the others by LiteLLM.
        exchange: What came over the wire.
        response: What LiteLLM made of it; null where it made nothing.
    """
    if wire == "gemini":
        return read_gemini(parse_body(exchange.reply)) if exchange.http_status == HTTPStatus.OK else None
    if response is None or not response.choices:
        return None
    choice = response.choices[0]
    return visible_text(choice.message), choice.finish_reason, usage_of(getattr(response, "usage", None))


def _verdict(exchange: library.Exchange, error: Exception) -> Verdict:
    """Judge by what came over the wire; LiteLLM's exception only counts where nothing was sent at all."""
    if not exchange.sent:
        return Verdict(Status.REFUSED, retry=False, reason=str(error).partition("\n")[0])
    if exchange.http_status is None:
        return decide(Fault("connection"))
    return decide(Fault("reply", exchange.http_status, parse_body(exchange.reply)))


def _sound(text: str) -> str:
    """Join surrogate pairs and replace lone ones, which no encoding can carry."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _cost(response: object) -> float | None:
    hidden = getattr(response, "_hidden_params", None)
    cost = hidden.get("response_cost") if isinstance(hidden, dict) else None
    return float(cost) if isinstance(cost, int | float) and cost >= 0 else None
