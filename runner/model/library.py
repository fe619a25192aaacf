"""LiteLLM, loaded once, quietly and late; and clients that keep what really went over the wire.

LiteLLM fills in a missing model name with the requested one (Gemini), rewrites errors, and may leave parameters out.
So the record is taken below it: hooks on its HTTP clients keep the bytes of each request and reply.
"""

import logging
import os
import threading
import time
import warnings
from contextvars import ContextVar
from dataclasses import dataclass, field
from http.cookiejar import CookieJar, DefaultCookiePolicy
from typing import Any

from schemas.endpoint import Endpoint

_ENVIRONMENT = {
    "LITELLM_LOCAL_ANTHROPIC_BETA_HEADERS": "True",  # or it fetches them from the network at a call with a schema
    "LITELLM_LOCAL_MODEL_COST_MAP": "True",  # or it fetches a price list from the network on import
    "LITELLM_MODE": "PRODUCTION",  # or it loads keys from any .env file on its way
    "LITELLM_RUST": "0",  # one code path
    "LITELLM_TELEMETRY": "False",
}
_UNASKED_HEADERS = ("OpenAI-Organization", "OpenAI-Project")
"""Headers that the libraries fill from the environment, although no configuration names them."""

_LOADING = threading.Lock()


@dataclass(slots=True)
class Exchange:
    """One attempt as seen on the wire."""

    sent: int = 0
    """Requests that left."""
    url: str = ""
    """Where the last one went."""
    request: bytes = b""
    """Its body."""
    http_status: int | None = None
    """Status of the reply; null while there is none."""
    headers: dict[str, str] = field(default_factory=dict)
    """Headers of the reply, names in lower case."""
    reply: bytes = b""
    """Its body."""
    started: float = 0.0
    """Monotonic time at which the request left."""
    ended: float = 0.0
    """Monotonic time at which the last byte of the reply was there."""


EXCHANGE: ContextVar[Exchange] = ContextVar("exchange")
"""The exchange of the attempt that is under way in the current task."""


async def _keep_request(request: Any) -> None:  # noqa: ANN401 - httpx and httpx2 requests alike
    for name in _UNASKED_HEADERS:
        request.headers.pop(name, None)
    exchange = EXCHANGE.get()
    exchange.request = await request.aread()
    exchange.url, exchange.sent = str(request.url), exchange.sent + 1
    exchange.started = time.perf_counter()


async def _keep_reply(response: Any) -> None:  # noqa: ANN401 - httpx and httpx2 responses alike
    exchange = EXCHANGE.get()
    exchange.reply = await response.aread()
    exchange.ended = time.perf_counter()
    exchange.http_status = response.status_code
    exchange.headers = {str(name).lower(): str(value) for name, value in response.headers.items()}


def load() -> None:
    """Import LiteLLM and set it up; takes seconds the first time, so call it off the event loop."""
    with _LOADING:
        os.environ.update(_ENVIRONMENT)
        import litellm

        # A remark of pydantic on LiteLLM's own types, made whenever it first meets one of them.
        warnings.filterwarnings("ignore", "Items? .* on TypedDict class", UserWarning)
        litellm.telemetry = False
        litellm.drop_params = False
        litellm.suppress_debug_info = True
        # What goes wrong is returned as an outcome; LiteLLM's own lines may hold keys and whole requests.
        for name in ("LiteLLM", "LiteLLM Router", "LiteLLM Proxy"):
            logging.getLogger(name).setLevel(logging.CRITICAL)


def open_client(endpoint: Endpoint, key: str | None) -> Any:  # noqa: ANN401 - two unrelated client classes
    """Return an HTTP client for ``endpoint`` that retries nothing, keeps no cookies and records each exchange.

    Args:
        endpoint: Where to; with a ``base_url``.
        key: Its key, or None where it needs none.
    """
    hooks: dict[str, list[Any]] = {"request": [_keep_request], "response": [_keep_reply]}
    if endpoint.wire != "openai":
        from litellm.llms.custom_httpx.http_handler import AsyncHTTPHandler

        return AsyncHTTPHandler(event_hooks=hooks, follow_redirects=False)
    import httpx2
    import openai

    http_client = httpx2.AsyncClient(
        event_hooks=hooks,
        cookies=CookieJar(policy=DefaultCookiePolicy(allowed_domains=())),  # no carry-over between questions
        trust_env=not endpoint.on_this_machine,
        timeout=None,  # the caller's wall-clock limit stands around every attempt
    )
    return openai.AsyncOpenAI(api_key=key or "none", base_url=endpoint.base_url, max_retries=0, http_client=http_client)


async def close_client(client: Any) -> None:  # noqa: ANN401 - two unrelated client classes
    """Close what ``open_client`` opened."""
    await client.close()
