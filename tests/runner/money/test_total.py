"""Totals that say what they lack, and dollars as text."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runner.money.total import Total, recorded_total, show_usd, total_of
from schemas.prices import Charge


def charge(usd, possible=0.0):
    return Charge(usd=usd, possible_usd=possible, basis="price_table")


def test_a_total_with_an_unknown_part_is_no_number():
    assert total_of([Decimal("0.5"), Decimal("0.7")]).usd == Decimal("1.2")
    lacking = total_of([Decimal("0.5"), None, None])
    assert lacking.usd is None
    assert str(lacking) == "at least $0.50 (2 calls of unknown cost)"
    assert str(total_of([None])) == "unknown (1 call of unknown cost)"
    assert str(total_of([])) == "$0.00"


def test_the_log_s_charges_and_the_calls_under_way_add_up():
    # Known 0.1 + 0.2, exactly 0.3; possibly 0.05 for a request without reply, 0.4 for a call lost in a crash. Unknown:
    # that request's call, the one without any tokens, the one under way and the unpriced one under way.
    found = recorded_total([charge(0.1), charge(0.2, 0.05), charge(None)], under_way=[0.4, None])
    assert found == Total(Decimal("0.3"), Decimal("0.45"), 4)
    assert found.at_most_usd == Decimal("0.75")
    assert str(found) == "at least $0.30 (4 calls of unknown cost, up to $0.45 as far as priced)"


def test_a_free_call_under_way_lacks_nothing():
    assert recorded_total([], under_way=[0.0]) == Total()


@given(st.lists(st.decimals(0, 10, places=6), max_size=50))
def test_no_cent_is_lost_between_log_and_total(amounts):
    assert recorded_total([charge(float(amount)) for amount in amounts]).usd == sum(amounts, Decimal(0))


@given(st.lists(st.none() | st.decimals(0, 10, places=6), max_size=20), st.integers(0, 20))
def test_totals_of_parts_add_up_to_the_total_of_the_whole(costs, cut):
    assert total_of(costs[:cut]) + total_of(costs[cut:]) == total_of(costs)


@pytest.mark.parametrize(
    ("amount", "text"),
    [
        ("0", "$0.00"),
        ("0.0068", "$0.0068"),
        ("0.00175", "$0.0018"),
        ("0.0000012345", "$0.0000012"),
        ("0.00999", "$0.01"),
        ("0.01", "$0.01"),
        ("0.126", "$0.13"),
        ("1234.5", "$1,234.50"),
        ("1000000", "$1,000,000.00"),
    ],
)
def test_dollars_are_shown_in_cents_or_two_digits(amount, text):
    assert show_usd(Decimal(amount)) == text
