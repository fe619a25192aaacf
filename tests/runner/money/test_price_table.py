"""The shipped price table, who is paid in a campaign, and the refusal to start without prices."""

import json
from datetime import date
from decimal import Decimal

import pytest
import yaml
from pydantic import ValidationError

from runner.configure.paths import CONF
from runner.configure.systems import load_system
from runner.errors import ConfigError, ExitCode
from runner.money.price_table import ON_THIS_MACHINE, Payee, billed_name, payee_of, payees, price_of, require_prices
from schemas.campaign import ModelClassifierConfig, ModelJudgeConfig, PhraseClassifierConfig
from schemas.endpoint import Endpoint
from schemas.prices import ModelPrice, PriceTable
from schemas.system import ModelSettings

CLOUD = Endpoint(base_url="https://api.example.com/v1")
HERE = Endpoint(base_url="http://127.0.0.1:8123/v1")
EMBEDDED = Endpoint(embedded=True)
ENTRY = {"model": "acme/unknown-1", "input": 1, "output": 4, "source": "https://acme.example/prices"} | {
    "checked": "2026-11-30"
}


def table(**models):
    """A table from entries, read as a file is: through JSON, strictly."""
    data = {"dated": "2026-11-30", "models": {slug: ENTRY | entry for slug, entry in models.items()}}
    return PriceTable.model_validate_json(json.dumps(data), strict=True)


@pytest.fixture(scope="module")
def shipped():
    text = (CONF / "prices" / "list_2026_11.yaml").read_text("utf-8")
    return PriceTable.model_validate_json(json.dumps(yaml.safe_load(text), default=str), strict=True)


# The shipped table


def test_the_shipped_table_prices_every_model_that_ships(shipped):
    def settings(group):
        for path in sorted((CONF / group).glob("*.yaml")):
            model = yaml.safe_load(path.read_text("utf-8")).get("model")
            if isinstance(model, dict):
                yield model["name"]

    systems = [load_system(path) for path in sorted((CONF / "systems").glob("*.yaml"))]
    paid = [payee for system in systems if (payee := payee_of(system)) is not None]
    names = {payee.model for payee in paid} | set(settings("judge")) | set(settings("classifier"))
    assert {"openai/gpt-5.4", "openai/gpt-5.4-nano", "anthropic/claude-sonnet-5", "customgpt/claude-4.6-sonnet"} < names
    assert [name for name in sorted(names) if price_of(name, shipped) is None] == []
    assert [
        payee.who for payee in paid if payee.searches and price_of(payee.model, shipped).per_tool_call is None
    ] == []


def test_every_shipped_price_names_its_source_and_its_day(shipped):
    for price in [*shipped.models.values(), *shipped.stores.values()]:
        assert price.source.startswith(("https://", "arXiv:")) or getattr(price, "free_because", None)
        assert date(2026, 1, 1) <= price.checked <= shipped.dated


def test_the_paper_s_prices_stand_in_the_table(shipped):
    # Section 4.2: 0.50 and 3 dollars a million for Gemini, 2.50 and 15 for OpenAI. Table 6: 0.10 a query, flat.
    gemini, openai = price_of("gemini/gemini-3-flash-preview", shipped), price_of("openai/gpt-5.4", shipped)
    assert (gemini.input, gemini.output) == (Decimal("0.5"), Decimal(3))
    assert (openai.input, openai.output, openai.per_tool_call) == (Decimal("2.5"), Decimal(15), Decimal("0.0025"))
    assert price_of("customgpt/any-model", shipped).per_query == Decimal("0.1")


def test_the_shipped_local_model_is_free_with_a_reason(shipped):
    assert price_of("openai/smollm2-135m-instruct-q4_1", shipped).free_because == "runs on this machine"


# The model of a table


def test_prices_are_the_decimals_that_the_file_writes():
    price = table(a={"input": 0.1, "cached_input": 0.075}).models["a"]
    assert (price.input, price.cached_input) == (Decimal("0.1"), Decimal("0.075"))


def test_a_table_survives_being_written_and_read(shipped):
    assert PriceTable.model_validate_json(shipped.model_dump_json(), strict=True) == shipped


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ({"inptu": 1}, "Extra inputs"),
        ({"input": -1}, "greater than or equal to 0"),
        ({"input": 0.123456789}, "decimal places"),
        ({"input": "a lot"}, "valid decimal"),
        ({"input": None}, "go together"),
        ({"input": None, "output": None}, "or per_query"),
        ({"input": None, "output": None, "per_query": 1, "cached_input": 1}, "need input and output"),
        ({"input": 0, "output": 0}, "free_because goes with"),
        ({"free_because": "a gift"}, "free_because goes with"),
        ({"model": "gpt-5.4"}, "should match pattern"),
        ({"model": "openai/gpt-*"}, "should match pattern"),
        ({"model": "vertex_ai/meta/*"}, "should match pattern"),
        ({"also": ["acme/unknown-1"]}, "two prices"),
        ({"source": ""}, "at least 1 character"),
        ({"checked": "yesterday"}, "date"),
    ],
)
def test_an_entry_that_cannot_be_meant_is_refused(entry, words):
    with pytest.raises(ValidationError, match=words):
        table(a=entry)


def test_one_name_in_two_entries_is_refused_and_both_are_named():
    with pytest.raises(ValidationError, match="acme/x has two prices: under a and under b"):
        table(a={"model": "acme/x"}, b={"also": ["acme/x"]})


# Finding a price


def test_the_very_name_comes_before_the_provider_s_wildcard_and_order_does_not_matter():
    entries = {"rest": {"model": "acme/*", "input": 9}, "one": {"model": "acme/x", "also": ["acme/x-2026-01-01"]}}
    for order in (entries, dict(reversed(entries.items()))):
        found = table(**order)
        assert price_of("acme/x", found).input == 1
        assert price_of("acme/x-2026-01-01", found).input == 1
        assert price_of("acme/other", found).input == 9
        assert price_of("other/x", found) is None


@pytest.mark.parametrize("endpoint", [HERE, EMBEDDED])
def test_what_runs_on_this_machine_is_free_unless_the_table_prices_it(endpoint):
    found = table(a={"model": "openai/priced"})
    assert price_of("openai/priced", found, endpoint).input == 1
    assert price_of("openai/mine", found, endpoint) is ON_THIS_MACHINE
    assert price_of("openai/mine", found, CLOUD) is None
    assert price_of("openai/mine", found) is None


def test_an_embedded_endpoint_that_points_elsewhere_is_not_free():
    elsewhere = Endpoint(embedded=True, base_url="https://api.example.com/v1")
    assert price_of("openai/mine", table(), elsewhere) is None


def test_the_model_that_answered_is_the_one_that_is_billed():
    assert billed_name("openai/gpt-5.4", None) == "openai/gpt-5.4"
    assert billed_name("openai/gpt-5.4", "gpt-5.4-2026-03-05") == "openai/gpt-5.4-2026-03-05"


# Who is paid


def test_systems_that_call_nobody_are_paid_nothing():
    paid = {path.stem: payee_of(load_system(path)) for path in (CONF / "systems").glob("*.yaml")}
    assert paid["customgpt_rag"] == Payee("system customgpt_rag", "customgpt/claude-4.6-sonnet", "customgpt")
    assert paid["openai_rag"] == Payee("system openai_rag", "openai/gpt-5.4", "openai", searches=True)
    assert paid["gemini_rag"].searches
    assert paid["local_rag_strict"].endpoint == "embedded"
    assert not paid["no_rag_gpt_5_4"].searches


MODEL = ModelSettings(name="acme/judge-1", endpoint="acme")


def test_judges_and_the_classifier_are_paid_where_they_are_models():
    judge = ModelJudgeConfig(kind="model", family="acme", model=MODEL)
    classifier = ModelClassifierConfig(kind="model", model=MODEL, criteria="Decide.")
    assert payees([], classifier, {"b": judge}) == (
        Payee("the intent classifier", "acme/judge-1", "acme"),
        Payee("judge b", "acme/judge-1", "acme"),
    )
    assert payees([], PhraseClassifierConfig(kind="phrases"), {}) == ()


# Refusing to start


PAID = (
    Payee("system one", "acme/x", "cloud"),
    Payee("judge two", "acme/y", "cloud"),
    Payee("judge three", "acme/x", "cloud"),
    Payee("system four", "openai/mine", "here"),
)
ENDPOINTS = {"cloud": CLOUD, "here": HERE}


def test_unpriced_models_are_all_named_with_the_file_and_both_ways_out():
    with pytest.raises(ConfigError) as caught:
        require_prices(PAID, table(), ENDPOINTS, allow_unpriced=False)
    error = caught.value
    assert "acme/x, for system one and judge three; acme/y, for judge two" in error.what
    assert "2026-11-30" in error.what
    assert "openai/mine" not in error.what
    assert "conf/prices" in error.where
    assert "allow_unpriced=true" in error.fix
    assert error.exit_code is ExitCode.USAGE


def test_allowed_unpriced_models_are_handed_back_for_disclosure():
    found = require_prices(PAID, table(a={"model": "acme/x"}), ENDPOINTS, allow_unpriced=True)
    assert [payee.who for payee in found] == ["judge two"]


def test_a_campaign_of_priced_models_may_start():
    assert require_prices(PAID, table(a={"model": "acme/*"}), ENDPOINTS, allow_unpriced=False) == ()


def test_a_hosted_search_without_a_price_is_refused_even_where_the_model_has_one():
    paid = [Payee("system one", "acme/x", "cloud", searches=True)]
    with pytest.raises(ConfigError, match="per_tool_call"):
        require_prices(paid, table(a={"model": "acme/x"}), ENDPOINTS, allow_unpriced=False)
    assert require_prices(paid, table(a={"model": "acme/x", "per_tool_call": 0}), ENDPOINTS, allow_unpriced=False) == ()


def test_the_price_of_this_machine_is_a_valid_entry():
    assert ModelPrice.model_validate(ON_THIS_MACHINE.model_dump()) == ON_THIS_MACHINE
