"""Makes the endpoints of a campaign ready before anything is asked: keys, URLs, the embedded server, one test each."""

import asyncio
import os
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from http import HTTPStatus

from runner.errors import ConfigError, MissingPartError
from runner.model.embedded import EmbeddedServer, start_embedded
from runner.model.keys import key_of, redactor_for
from runner.model.local_model import find_model
from schemas.endpoint import Endpoint


def require_endpoints(endpoints: Mapping[str, Endpoint], environment: Mapping[str, str] | None = None) -> None:
    """Check what can be checked without calling anybody: keys, URLs, and the parts of the embedded model.

    Args:
        endpoints: The registry's entries in use, by id.
        environment: Where keys are looked up; the process's own by default.

    Raises:
        MissingPartError: If a key is not set, or a part of the embedded model is absent.
        ConfigError: If an endpoint has no URL.
    """
    environment = os.environ if environment is None else environment
    for endpoint_id, endpoint in endpoints.items():
        key_of(endpoint, environment)
        if endpoint.base_url is not None:
            continue
        if not endpoint.embedded:
            raise ConfigError(
                f"endpoint {endpoint_id!r} has no URL",
                where=f"endpoints.{endpoint_id}.base_url",
                fix=f"endpoints.{endpoint_id}.base_url=http://127.0.0.1:PORT/v1",
            )
        find_model()


@asynccontextmanager
async def ready_endpoints(
    endpoints: Mapping[str, Endpoint], environment: Mapping[str, str] | None = None, *, probe_timeout_s: float = 15.0
) -> AsyncIterator[dict[str, Endpoint]]:
    """Hold ``endpoints`` ready for as long as the context lasts.

    All keys and URLs are checked before the first server is started or called. Embedded servers are started here and
    stopped at the end. Every other endpoint is called once (its list of models, which asks no model), so that a wrong
    URL or key stops the campaign before its first question.

    Args:
        endpoints: The registry's entries in use, by id.
        environment: Where keys are looked up; the process's own by default.
        probe_timeout_s: How long one test may take.

    Yields:
        The entries, embedded ones with the URL of their server.

    Raises:
        MissingPartError: If a key is not set, a part of the embedded model is absent, or a server cannot be reached.
        ConfigError: If an endpoint has no URL, or the one it has is not the root of an API.
    """
    environment = os.environ if environment is None else environment
    require_endpoints(endpoints, environment)
    servers: list[EmbeddedServer] = []
    ready: dict[str, Endpoint] = {}
    try:
        for endpoint_id, endpoint in endpoints.items():
            if endpoint.base_url is None:
                servers.append(await start_embedded())
                ready[endpoint_id] = servers[-1].endpoint(endpoint)
            else:
                await probe(endpoint_id, endpoint, environment, probe_timeout_s)
                ready[endpoint_id] = endpoint
        yield ready
    finally:
        await asyncio.gather(*(server.stop() for server in servers))


async def probe(endpoint_id: str, endpoint: Endpoint, environment: Mapping[str, str], timeout_s: float) -> None:
    """Call ``endpoint`` once, where its vendor lists its models.

    Raises:
        ConfigError: If the reply is not a success, with the URL and the status.
        MissingPartError: If nobody answers.
    """
    import httpx2

    url = f"{endpoint.base_url}/{_LISTS[endpoint.wire]}"
    where = f"endpoints.{endpoint_id}: GET {redactor_for([endpoint], environment).text(url)}"
    try:
        async with (
            asyncio.timeout(timeout_s),
            httpx2.AsyncClient(timeout=None, trust_env=not endpoint.on_this_machine) as client,
        ):
            reply = await client.get(url, headers=_headers(endpoint, key_of(endpoint, environment)))
    except (TimeoutError, httpx2.HTTPError) as error:
        raise MissingPartError(
            f"endpoint {endpoint_id!r} cannot be reached ({type(error).__name__})",
            where=where,
            fix=f"start the server, or set endpoints.{endpoint_id}.base_url",
        ) from None
    if reply.status_code in {HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN}:
        raise ConfigError(
            f"endpoint {endpoint_id!r} refuses the key (HTTP {reply.status_code})",
            where=where,
            fix=f"check the environment variable {endpoint.key_variable}",
        )
    if not reply.is_success:
        raise ConfigError(
            f"endpoint {endpoint_id!r} answers HTTP {reply.status_code}",
            where=where,
            fix="base_url is the root of the API, with its version: often …/v1",
        )


_LISTS = {"openai": "models", "anthropic": "v1/models", "gemini": "models", "customgpt": "limits/usage"}


def _headers(endpoint: Endpoint, key: str | None) -> dict[str, str]:
    if key is None:
        return {}
    if endpoint.wire == "gemini":
        return {"x-goog-api-key": key}
    if endpoint.wire == "anthropic":
        return {"x-api-key": key, "anthropic-version": "2023-06-01"}
    return {"Authorization": f"Bearer {key}"}
