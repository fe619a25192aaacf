"""Estimates: hand-derived tokens, dollars and times, the paper's costs found again, unknown prices shown as such."""

import json
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from runner.campaign.work import Plan
from runner.configure.paths import CONF
from runner.configure.systems import load_system
from runner.money.estimate import estimate
from runner.money.estimate_table import estimate_table, show_time, store_notes
from runner.money.typical import Spread
from schemas.campaign import ExecutionConfig, ModelClassifierConfig, ModelJudgeConfig
from schemas.endpoint import Endpoint
from schemas.prices import ModelPrice, PriceTable, StorePrice
from schemas.question import Question
from schemas.spec import ClassifierSpec, JudgeSpec, Operations, Spec, SystemSpec
from schemas.system import SYSTEM, Delivery, ModelSettings
from tests.schemas.identity_example import protocol

DAY = date(2026, 11, 30)
QUESTIONS = [Question(question_id=f"q{n}", text="x" * (50 + 20 * n), gold="y" * 10) for n in range(2)]
"""Two questions of 50 and 70 bytes: 60 on average."""
INSTRUCTION = "z" * 40
OFF = {"name": "acme/x", "endpoint": "cloud", "max_output_tokens": 512, "reasoning": "off"}
ENDPOINTS = {"cloud": Endpoint(base_url="https://api.example.com/v1", concurrency=4), "here": Endpoint(embedded=True)}


def price(model, **given_prices):
    return ModelPrice(model=model, source="https://acme.example", checked=DAY, **given_prices)


def table(*prices, **stores):
    return PriceTable(dated=DAY, models={f"m{n}": one for n, one in enumerate(prices)}, stores=stores)


PRICED = table(price("acme/x", input=Decimal("2.50"), output=15, per_tool_call=Decimal("0.0025")))


def system(adapter, **more):
    return SYSTEM.validate_python({"slug": more.pop("slug", "one"), "title": "One", "adapter": adapter, **more})


def campaign(*systems, classifier=None, judges=None, instruction=INSTRUCTION, concurrency=8):
    """As much of a spec as an estimate reads."""
    known = protocol("0" * 64)
    if classifier is not None:
        known = known.model_copy(update={"classifier": ClassifierSpec(config=classifier, version=1)})
    if judges is not None:
        specs = {name: JudgeSpec(config=judge, version=1) for name, judge in judges.items()}
        panel = known.panel.model_copy(update={"judges": specs, "judge_prompt": "Grade it."})
        known = known.model_copy(update={"panel": panel})
    told = Delivery(mode="system_message", instruction=instruction)
    frozen = {
        one.slug: SystemSpec(settings=one, delivery=told, role="ranked", adapter_version=1, corpus_id=None)
        for one in systems
    }
    operations: dict[str, Any] = {"execution": ExecutionConfig(concurrency=concurrency), "endpoints": ENDPOINTS}
    parts: dict[str, Any] = {"protocol": known, "systems": frozen}
    return Spec.model_construct(**parts, operations=Operations.model_construct(**operations))


def work(calls=None, intents=0, votes=0):
    return Plan(answers=calls or {}, reference_answers=0, intents_at_most=intents, votes_at_most=votes)


def only_line(spec, plan, prices):
    (line,) = estimate(spec, QUESTIONS, plan, prices).lines
    return line


# Asking


def test_a_chat_system_reads_instruction_and_question_and_writes_a_short_answer():
    line = only_line(campaign(system("chat", model=OFF)), work({"one": 10}), PRICED)
    # 40 + 60 bytes are 25 tokens at 4 bytes a token, 33.3 at 3; an answer has 30 tokens, or 140.
    assert line.calls == Spread(10, 10)
    assert line.input_tokens == pytest.approx((250, 333.33), abs=0.01)
    assert line.output_tokens == (300, 1400)
    # 250 x 2.50 + 300 x 15 = 5,125 millionths; 333 x 2.50 + 1,400 x 15 = 21,832.5.
    assert line.usd == (Decimal("0.005125"), Decimal("0.0218325"))
    # The paper's bare model: 3.0 seconds, 4.7 at the 90th percentile.
    assert line.seconds == (30, 47)


def test_an_answer_is_no_longer_than_its_limit_and_may_fill_it_where_the_model_reasons():
    def written(**more):
        spec = campaign(system("chat", model=OFF | more))
        return only_line(spec, work({"one": 1}), PRICED).output_tokens

    assert written(max_output_tokens=20) == (20, 20)
    assert written(reasoning="lowest") == (30, 280)
    assert written(reasoning="default") == (30, 512)


def test_retrieval_here_adds_its_passages():
    rag = system("local_rag", reader=OFF, retrieval={"top_k": 3, "passage_words": 100})
    line = only_line(campaign(rag), work({"one": 1}), PRICED)
    # 300 words of 6 bytes at 4 bytes a token, or of 8 at 3: 450 and 800 tokens.
    assert line.input_tokens == pytest.approx((25 + 450, 33.33 + 800), abs=0.01)


def test_hosted_search_adds_its_chunks_and_its_call():
    rag = system("openai_file_search", model=OFF, max_num_results=10)
    line = only_line(campaign(rag), work({"one": 2}), PRICED)
    # The prompt twice and 10 chunks of 880 tokens, for each of two calls: 2 x (50 + 8,800).
    assert line.input_tokens.p50 == 17_700
    # 17,700 x 2.50 + 60 x 15 = 45,150 millionths, and two searches.
    assert line.usd.p50 == Decimal("0.05015")
    assert line.seconds == (18.4, 25.4)


def test_a_flat_price_is_known_to_the_cent_and_bills_no_tokens():
    flat = system("customgpt", endpoint="cloud", model="m")
    line = only_line(campaign(flat), work({"one": 30}), table(price("customgpt/*", per_query=Decimal("0.10"))))
    assert line.usd == (3, 3)
    assert line.input_tokens is None


def test_systems_that_call_nobody_have_no_line():
    silent = system("transcript", file="answers.csv")
    assert estimate(campaign(silent), QUESTIONS, work({"one": 10}), PRICED).lines == ()


# Classifying and judging


def test_the_classifier_reads_every_answer_with_its_criteria():
    config = ModelClassifierConfig(kind="model", model=ModelSettings(**OFF), criteria="c" * 400, json_schema=False)
    line = only_line(campaign(classifier=config), work(intents=100), PRICED)
    longer = config.model_copy(update={"criteria": "c" * 800})
    assert (line.stage, line.calls) == ("classify", Spread(100, 100))
    # 400 bytes more of criteria are 100 tokens more a call.
    more = only_line(campaign(classifier=longer), work(intents=100), PRICED)
    assert more.input_tokens.p50 - line.input_tokens.p50 == pytest.approx(100 * 100)
    assert line.output_tokens == (4_000, 10_000)


def test_every_judge_that_is_a_model_votes_on_the_attempts():
    judge = ModelJudgeConfig(kind="model", family="acme", model=ModelSettings(**OFF))
    code = protocol("0" * 64).panel.judges["match"].config
    # 3 judges and 1,000 answers: 923 attempts are typical (11,080 of the paper's 12,000), 1,000 the most.
    spec = campaign(judges={"a": judge, "b": judge, "code": code})
    lines = estimate(spec, QUESTIONS, work(votes=3_000), PRICED).lines
    assert [line.payee.who for line in lines] == ["judge a", "judge b"]
    assert lines[0].calls == Spread(923, 1000)
    assert lines[0].output_tokens == Spread(923 * 80, 1000 * 200)


# Prices that nobody knows


def test_an_unknown_price_stays_unknown_and_totals_say_at_least():
    systems = system("chat", model=OFF), system("chat", slug="two", model=OFF | {"name": "acme/unknown-1"})
    found = estimate(campaign(*systems), QUESTIONS, work({"one": 10, "two": 10}), PRICED)
    assert [line.usd is None for line in found.lines] == [False, True]
    assert found.unpriced == ("acme/unknown-1",)
    shown = estimate_table(found, PRICED)
    assert shown.rows[1][5:7] == ("unknown", "unknown")
    assert shown.rows[-1][5:7] == ("at least $0.0051", "at least $0.02")
    assert any("acme/unknown-1" in note and "allow_unpriced=true" in note for note in shown.notes)


def test_a_total_of_unknown_prices_alone_is_unknown():
    found = estimate(campaign(system("chat", model=OFF)), QUESTIONS, work({"one": 10}), table())
    assert estimate_table(found, table()).rows[-1][5:7] == ("unknown", "unknown")


def test_a_search_without_a_price_makes_the_cost_unknown():
    rag = system("openai_file_search", model=OFF)
    assert only_line(campaign(rag), work({"one": 1}), table(price("acme/x", input=1, output=1))).usd is None


# Time


def test_a_stage_takes_as_long_as_its_slowest_caller():
    systems = system("chat", model=OFF, concurrency=2), system("chat", slug="two", model=OFF, concurrency=1)
    found = estimate(campaign(*systems), QUESTIONS, work({"one": 10, "two": 10}), PRICED)
    # 10 calls of 3 seconds, one at a time; two at a time the other needs 15.
    assert found.seconds == {"ask": (30, 47)}
    assert found.total_seconds == (30, 47)


def test_a_stage_is_held_up_by_a_crowded_endpoint_and_by_the_campaign_s_limit():
    systems = [system("chat", slug=f"s{n}", model=OFF, concurrency=4) for n in range(8)]
    plan = work({f"s{n}": 10 for n in range(8)})
    # 80 calls of 3 seconds: 4 at once at the endpoint take 60 seconds, 2 at once in the campaign 120.
    assert estimate(campaign(*systems), QUESTIONS, plan, PRICED).seconds["ask"].p50 == 60
    assert estimate(campaign(*systems, concurrency=2), QUESTIONS, plan, PRICED).seconds["ask"].p50 == 120


def test_a_free_model_on_this_machine_is_fast_and_costs_nothing():
    here = system("chat", model=OFF | {"endpoint": "here", "reasoning": "default"})
    line = only_line(campaign(here), work({"one": 10}), table())
    assert (line.usd, line.seconds) == ((0, 0), (10, 25))


# The whole


@given(st.integers(0, 10**6), st.integers(1, 32), st.integers(1, 64))
def test_the_high_figure_is_never_below_the_typical_one(calls, parallel, gate):
    spec = campaign(system("chat", model=OFF, concurrency=parallel), concurrency=gate)
    found = estimate(spec, QUESTIONS, work({"one": calls}), PRICED)
    assert found.usd.p50 <= found.usd.p95
    assert found.total_seconds.p50 <= found.total_seconds.p95


@pytest.fixture(scope="module")
def shipped():
    text = (CONF / "prices" / "list_2026_11.yaml").read_text("utf-8")
    return PriceTable.model_validate_json(json.dumps(yaml.safe_load(text), default=str), strict=True)


@pytest.mark.parametrize(
    ("slug", "dollars", "seconds"),
    [
        # The paper's table 6: cost of a query and median seconds. Half of its questions have up to 91 characters.
        ("openai_rag", 0.047, 9.2),
        ("gemini_rag", 0.0018, 12.4),
        ("customgpt_rag", 0.100, 7.0),
        ("no_rag_gpt_5_4", 0.0006, 3.0),
    ],
)
def test_the_paper_s_cost_of_a_query_is_found_again(slug, dollars, seconds, shipped):
    asked = [Question(question_id="q", text="x" * 91, gold="y")]
    instruction = yaml.safe_load((CONF / "prompt" / "standard.yaml").read_text("utf-8"))["instruction"]
    spec = campaign(load_system(CONF / "systems" / f"{slug}.yaml"), instruction=instruction)
    (line,) = estimate(spec, asked, work({slug: 3_000}), shipped).lines
    assert float(line.usd.p50) / 3_000 == pytest.approx(dollars, rel=0.1)
    assert line.seconds.p50 / 3_000 == pytest.approx(seconds)


# The table


def test_the_table_has_a_row_for_each_caller_each_stage_and_the_campaign():
    judge = ModelJudgeConfig(kind="model", family="acme", model=ModelSettings(**OFF))
    spec = campaign(system("chat", model=OFF), judges={"a": judge})
    shown = estimate_table(estimate(spec, QUESTIONS, work({"one": 10}, votes=10), PRICED), PRICED)
    assert [row[:2] for row in shown.rows] == [
        ("ask", "system one (acme/x)"),
        ("judge", "judge a (acme/x)"),
        ("", "ask: all"),
        ("", "judge: all"),
        ("", "campaign"),
    ]
    assert {len(row) for row in shown.rows} == {len(shown.header)}
    assert shown.rows[0][2:7] == ("10", "250", "300", "$0.0051", "$0.02")
    assert "no promise" in shown.notes[0]
    assert "2026-11-30" in shown.notes[0]


def test_a_campaign_without_models_says_so():
    shown = estimate_table(estimate(campaign(), QUESTIONS, work(), PRICED), PRICED)
    assert (shown.rows, shown.notes) == ((), ("No model is called, so there is nothing to pay.",))


@pytest.mark.parametrize(("limit", "word"), [("0.001", "typical"), ("0.01", "95th-percentile"), ("1", None)])
def test_a_budget_below_the_estimate_is_pointed_out(limit, word):
    # 0.005125 is typical, 0.0218 the high figure.
    found = estimate(campaign(system("chat", model=OFF)), QUESTIONS, work({"one": 10}), PRICED)
    notes = [note for note in estimate_table(found, PRICED, Decimal(limit)).notes if "budget" in note]
    assert [word in note for note in notes] == ([True] if word else [])


def test_stores_cost_beside_the_budget():
    rag = system("openai_file_search", model=OFF)
    prices = table(
        openai=StorePrice(per_gb_day=Decimal("0.10"), free_gb=Decimal(1), source="x", checked=DAY),
        gemini=StorePrice(per_gb_day=Decimal(0), indexing=Decimal("0.15"), source="x", checked=DAY),
    )
    # 3 GB less one that is free, at 0.10.
    assert store_notes([rag], prices, 3 * 2**30) == (
        "The store at openai for 3.000 GB of documents costs $0.00 once and $0.20 a day while it exists.",
    )
    assert store_notes([rag], table(), 1) == ("What the store at openai costs is unknown.",)
    # 4,000,000 bytes are a million tokens.
    (note,) = store_notes([system("gemini_file_search", model=OFF)], prices, 4_000_000)
    assert "costs $0.15 once" in note
    assert store_notes([system("chat", model=OFF)], prices, 1) == ()


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0, "0 s"), (0.2, "1 s"), (59, "59 s"), (60, "1 min"), (61, "2 min"), (3600, "1 h 0 min"), (12_000, "3 h 20 min")],
)
def test_times_are_rounded_up(seconds, text):
    assert show_time(seconds) == text
