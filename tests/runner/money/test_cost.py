"""Costs: the fault report's example to the digit, cached tokens once, and what is not known never as a number."""

from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runner.money.cost import (
    MAY_BE_BILLED,
    charge_of,
    cost_usd,
    disagreement,
    indexing_usd,
    storage_usd,
)
from schemas.prices import LongContextRates, ModelPrice, StorePrice
from schemas.response import Status, Usage

DAY = date(2026, 11, 30)


def price(**given_prices):
    return ModelPrice(model="acme/unknown-1", source="https://acme.example", checked=DAY, **given_prices)


BR50 = price(input=Decimal("1.00"), cached_input=Decimal("0.10"), output=Decimal("4.00"))
"""The prices of the fault report: 1.00, 0.10 and 4.00 dollars a million."""
BESIDE = price(input=1, cached_input=Decimal("0.1"), output=4, output_includes_reasoning=False)
FLAT = price(per_query=Decimal("0.10"))
SEARCH = price(input=Decimal("2.50"), output=15, per_tool_call=Decimal("0.0025"))
FREE = price(input=0, output=0, free_because="runs on this machine")
LONG = price(
    input=1,
    output=4,
    long_context=LongContextRates(above_input_tokens=1000, input=Decimal(2), output=Decimal(6)),
)


def usage(read=None, cached=None, written=None, reasoning=None):
    return Usage(input_tokens=read, cached_tokens=cached, output_tokens=written, reasoning_tokens=reasoning)


TABLE = [
    # BR-50: 2,000 x 1.00 + 8,000 x 0.10 + 1,000 x 4.00 = 2,000 + 800 + 4,000 = 6,800 millionths.
    (BR50, usage(10_000, 8_000, 1_000, 700), "0.0068"),
    # Without cached tokens, or without a word of them, all input costs the full rate: 10,000 + 4,000.
    (BR50, usage(10_000, 0, 1_000, 700), "0.014"),
    (BR50, usage(10_000, None, 1_000, None), "0.014"),
    # Everything cached: 1,000 + 4,000.
    (BR50, usage(10_000, 10_000, 1_000), "0.005"),
    # Reasoning counted beside the output: 2,000 + 800 + 1,700 x 4.
    (BESIDE, usage(10_000, 8_000, 1_000, 700), "0.0096"),
    # No rate for cached input: it costs as any other. 10,000 x 2.50 + 1,000 x 15.
    (SEARCH, usage(10_000, 8_000, 1_000), "0.04"),
    # Longer than the threshold: all tokens at the other rates, 1,001 x 2 + 10 x 6. At the threshold: 1,000 + 40.
    (LONG, usage(1_001, 0, 10), "0.002062"),
    (LONG, usage(1_000, 0, 10), "0.00104"),
    # A flat price needs no tokens.
    (FLAT, usage(), "0.10"),
    (BR50, usage(0, 0, 0, 0), "0"),
    # What costs nothing costs nothing, whatever is reported.
    (FREE, usage(), "0"),
    (FREE, usage(5, 9, 1, 7), "0"),
]


@pytest.mark.parametrize(("priced", "used", "dollars"), TABLE)
def test_the_cost_is_exact(priced, used, dollars):
    assert cost_usd(used, priced) == Decimal(dollars)


def test_queries_and_tool_calls_cost_their_own():
    # 1,000 x 2.50 + 100 x 15 = 4,000 millionths, and two searches at 0.0025.
    assert cost_usd(usage(1_000, 0, 100), SEARCH, tool_calls=2) == Decimal("0.009")
    # A message with an agentic action is billed as several queries.
    assert cost_usd(usage(), FLAT, queries=3) == Decimal("0.3")


@pytest.mark.parametrize(
    ("priced", "used", "calls"),
    [
        (None, usage(10, 0, 10), 0),
        (BR50, usage(), 0),
        (BR50, usage(None, None, 10), 0),
        (BR50, usage(10, None, None), 0),
        (BESIDE, usage(10, 0, 10, None), 0),
        # Contradictions: more cached than read, more reasoning than written although it is said to be inside.
        (BR50, usage(10, 11, 10), 0),
        (BR50, usage(10, 0, 10, 11), 0),
        # Searches that nobody counted, or that nobody has a price for.
        (SEARCH, usage(10, 0, 10), None),
        (BR50, usage(10, 0, 10), 1),
    ],
)
def test_what_is_not_known_is_unknown_and_never_a_number(priced, used, calls):
    assert cost_usd(used, priced, tool_calls=calls) is None


counts = st.none() | st.integers(0, 10**9)


@given(counts, counts, counts, counts, st.sampled_from([BR50, BESIDE, FLAT, SEARCH, FREE, LONG]))
def test_a_cost_is_unknown_or_not_negative_and_nothing_breaks_it(read, cached, written, reasoning, priced):
    cost = cost_usd(usage(read, cached, written, reasoning), priced)
    assert cost is None or cost >= 0


@given(st.integers(0, 10**7), st.integers(0, 10**7), st.integers(0, 10**7), st.integers(1, 400))
def test_a_sum_of_calls_is_the_cost_of_their_sum(read, cached, written, calls):
    one = usage(read + cached, cached, written)
    all_of_them = usage(calls * (read + cached), calls * cached, calls * written)
    assert sum(cost_usd(one, BR50) for _ in range(calls)) == cost_usd(all_of_them, BR50)


@given(st.integers(0, 10**7), st.integers(0, 10**7), st.integers(0, 10**7))
def test_cached_tokens_never_cost_more_than_if_they_were_not(read, cached, written):
    assert cost_usd(usage(read + cached, cached, written), BR50) <= cost_usd(usage(read + cached, 0, written), BR50)


# The cross-check


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ("0.0068", 0.0068),
        ("0.0100", 0.0101),  # 1 % of the larger is 0.000101
        ("0.0000010", 0.0000020),  # a millionth of a dollar is rounding
        ("0", 0.0),
        ("1", None),
        (None, 1.0),
        ("1", float("nan")),
        ("1", float("inf")),
    ],
)
def test_small_differences_and_missing_figures_are_no_disagreement(ours, theirs):
    assert disagreement(None if ours is None else Decimal(ours), theirs) is None


@pytest.mark.parametrize(("ours", "theirs"), [("0.0068", 0.0148), ("0.0100", 0.010102), ("0", 0.5), ("0.76", 0.18)])
def test_a_disagreement_names_both_figures(ours, theirs):
    text = disagreement(Decimal(ours), theirs)
    assert text is not None
    assert text.count("$") == 2


# What the log keeps


def test_a_charge_adds_up_the_requests_of_a_call():
    # Two billed replies of 0.0068 and one that never came, which may have cost up to 0.03.
    used = usage(10_000, 8_000, 1_000, 700)
    charge = charge_of([used, None, used], BR50, worst_usd=Decimal("0.03"), litellm_usd=0.0068)
    assert charge.model_dump() == {
        "usd": 0.0136,
        "possible_usd": 0.03,
        "basis": "price_table",
        "litellm_usd": 0.0068,
    }


@pytest.mark.parametrize(
    ("requests", "priced", "usd", "possible", "basis"),
    [
        ([], BR50, 0.0, 0.0, "not_billed"),
        ([], None, 0.0, 0.0, "not_billed"),
        ([usage(5, 0, 5)], None, None, 0.0, "unpriced"),
        ([None], BR50, None, 0.03, "no_usage"),
        ([usage(), usage()], BR50, None, 0.06, "no_usage"),
        ([None], FREE, 0.0, 0.0, "free"),
        ([usage()], FLAT, 0.1, 0.0, "price_table"),
    ],
)
def test_a_charge_says_where_it_comes_from(requests, priced, usd, possible, basis):
    charge = charge_of(requests, priced, worst_usd=None if priced is None else Decimal("0.03"))
    assert (charge.usd, charge.possible_usd, charge.basis) == (usd, possible, basis)


@pytest.mark.parametrize("figure", [float("nan"), float("inf"), -1.0])
def test_a_figure_of_litellm_that_is_none_is_left_out(figure):
    assert charge_of([usage()], FLAT, worst_usd=Decimal(1), litellm_usd=figure).litellm_usd is None


def test_requests_that_were_turned_away_are_not_billed_and_answers_are():
    assert {Status.OK, Status.EMPTY, Status.TIMEOUT, Status.MALFORMED, Status.UNAVAILABLE} <= MAY_BE_BILLED
    assert not MAY_BE_BILLED & {Status.RATE_LIMITED, Status.QUOTA, Status.REFUSED}


# Stores


def test_storage_is_billed_beyond_what_is_free():
    store = StorePrice(per_gb_day=Decimal("0.10"), free_gb=Decimal(1), source="x", checked=DAY)
    # 3 GB for 2 days: two of them are paid, 2 x 2 x 0.10.
    assert storage_usd(3 * 2**30, Decimal(2), store) == Decimal("0.4")
    assert storage_usd(2**29, Decimal(30), store) == 0


def test_indexing_is_billed_once_for_the_tokens():
    store = StorePrice(per_gb_day=Decimal(0), indexing=Decimal("0.15"), source="x", checked=DAY)
    assert indexing_usd(2_000_000, store) == Decimal("0.3")
