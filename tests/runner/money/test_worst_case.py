"""Upper bounds of a request's cost: from the text in bytes, the output limit and what hosted retrieval may add."""

from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runner.model.completion import Message
from runner.money.cost import cost_usd
from runner.money.worst_case import (
    TOKENS_PER_MESSAGE,
    TOKENS_PER_REQUEST,
    Bound,
    answer_bound,
    messages_bound,
    tokens_at_most,
    worst_case_usd,
)
from schemas.prices import LongContextRates, ModelPrice
from schemas.response import Usage
from schemas.system import SYSTEM, Delivery, ModelSettings

DAY = date(2026, 11, 30)
MODEL = {"name": "acme/x", "endpoint": "cloud", "max_output_tokens": 100}
TOLD = Delivery(mode="system_message", instruction="Be brief.")  # 9 bytes
UNTOLD = Delivery(mode="none", instruction=None)
EMPTY_PROMPT = TOKENS_PER_REQUEST + 2 * TOKENS_PER_MESSAGE


def price(**given_prices):
    return ModelPrice(model="acme/x", source="https://acme.example", checked=DAY, **given_prices)


PRICED = price(input=Decimal("2.50"), cached_input=Decimal("0.25"), output=15, per_tool_call=Decimal("0.0025"))


def system(adapter, **more):
    return SYSTEM.validate_python({"slug": "one", "title": "One", "adapter": adapter, **more})


# Text


@pytest.mark.parametrize(("text", "tokens"), [("", 0), ("1912", 4), ("né", 3), ("大阪", 6), ("\ud800", 3)])
def test_a_text_has_at_most_a_token_for_each_byte(text, tokens):
    assert tokens_at_most(text) == tokens


def test_a_conversation_is_bounded_by_its_texts_its_schema_and_the_output_limit():
    messages: list[Message] = [{"role": "system", "content": "12345"}, {"role": "user", "content": "é"}]
    # 1,000 + 2 x 16 + 5 + 2 bytes; the schema as JSON has 13 more.
    assert messages_bound(messages, ModelSettings(**MODEL)) == Bound(1_039, 100)
    assert messages_bound(messages, ModelSettings(**MODEL), {"type": "a"}) == Bound(1_052, 100)


# Systems


def test_a_chat_system_reads_its_instruction_and_the_question():
    assert answer_bound(system("chat", model=MODEL), TOLD, "When?") == Bound(EMPTY_PROMPT + 9 + 5, 100)
    assert answer_bound(system("chat", model=MODEL), UNTOLD, "When?") == Bound(EMPTY_PROMPT + 5, 100)


def test_retrieval_here_adds_as_many_of_the_longest_passages_as_it_hands_over():
    told = Delivery(mode="none", instruction=None, frame={"question": "Q: ", "passage": "{title}"})
    found = answer_bound(system("local_rag", reader=MODEL, retrieval={"top_k": 3}), told, "When?", passage_bytes=200)
    # The frame's words 3 + 7, the question 5, and three times 200 bytes with a frame of 7 + 16.
    assert found == Bound(EMPTY_PROMPT + 15 + 3 * 223, 100)


def test_hosted_search_reads_the_prompt_again_after_every_search():
    # Two searches at most: the prompt is read three times, what the first one found twice, what the second found once.
    found = answer_bound(system("openai_file_search", model=MODEL, max_num_results=10), TOLD, "When?")
    assert found == Bound(3 * (EMPTY_PROMPT + 14) + 3 * 10 * 900, 100, tool_calls=2)
    found = answer_bound(system("gemini_file_search", model=MODEL, top_k=10), TOLD, "When?")
    assert found == Bound(3 * (EMPTY_PROMPT + 14) + 3 * 10 * 2_560, 100, tool_calls=2)


def test_a_flat_price_needs_no_tokens_and_who_calls_nobody_has_no_bound():
    assert answer_bound(system("customgpt", endpoint="customgpt", model="m"), UNTOLD, "When?") == Bound(0, 0)
    assert answer_bound(system("transcript", file="x.csv"), UNTOLD, "When?") is None
    assert answer_bound(system("reference", contestant="empty"), UNTOLD, "When?") is None


# Money


def test_the_worst_case_pays_the_full_rate_for_every_token():
    # 1,000 x 2.50 + 100 x 15 = 4,000 millionths; two searches 0.005; nothing for the query.
    assert worst_case_usd(Bound(1_000, 100, tool_calls=2), PRICED) == Decimal("0.009")
    assert worst_case_usd(Bound(0, 0), price(per_query=Decimal("0.10"))) == Decimal("0.10")
    assert worst_case_usd(Bound(1, 1), None) is None


def test_a_dearer_cache_and_a_dearer_long_context_count():
    assert worst_case_usd(Bound(1_000_000, 0), price(input=1, cached_input=2, output=1)) == 2
    long = LongContextRates(above_input_tokens=1_000, input=Decimal(3), output=Decimal(3))
    assert worst_case_usd(Bound(1_001, 0), price(input=1, output=1, long_context=long)) == Decimal("0.003003")
    assert worst_case_usd(Bound(1_000, 0), price(input=1, output=1, long_context=long)) == Decimal("0.001")
    # A long context that is cheaper does not lower the bound, since the request may turn out to be short.
    cheap = LongContextRates(above_input_tokens=1_000, input=Decimal(0), output=Decimal(0))
    assert worst_case_usd(Bound(1_001, 0), price(input=1, output=1, long_context=cheap)) == Decimal("0.001001")


PRICES = st.sampled_from(
    [
        PRICED,
        price(input=1, cached_input=2, output=3),
        price(per_query=Decimal("0.1")),
        price(
            input=1,
            output=4,
            long_context=LongContextRates(above_input_tokens=500, input=Decimal(2), output=Decimal(6)),
        ),
    ]
)


@given(PRICES, st.integers(0, 1_000), st.integers(0, 1_000), st.integers(0, 1_000), st.data())
def test_no_request_within_its_bound_costs_more_than_the_worst_case(priced, read, written, searches, data):
    searches = 0 if priced.per_tool_call is None else searches
    bound = Bound(read, written, tool_calls=searches)
    used_read = data.draw(st.integers(0, read))
    used = Usage(
        input_tokens=used_read,
        cached_tokens=data.draw(st.integers(0, used_read)),
        output_tokens=data.draw(st.integers(0, written)),
    )
    cost = cost_usd(used, priced, tool_calls=data.draw(st.integers(0, searches)))
    assert cost <= worst_case_usd(bound, priced)
