"""Units: what can be compared, and exact conversions."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runner.text.units import SYMBOLS, WORDS, convertible, in_base, unit_after


@pytest.mark.parametrize(
    ("one", "other", "comparable"),
    [
        ("km", "mi", True),
        ("km", "kg", False),
        ("$", "US$", True),
        ("A$", "US$", False),
        ("€", "$", False),
        ("°C", "°F", True),
    ],
)
def test_units_compare_within_their_dimension_alone(one, other, comparable):
    assert convertible(SYMBOLS[one], SYMBOLS[other]) is comparable
    assert convertible(SYMBOLS[other], SYMBOLS[one]) is comparable


def test_years_do_not_convert_to_days_and_pounds_stay_pounds():
    assert not convertible(WORDS["year"], WORDS["day"])
    assert convertible(WORDS["pounds"], SYMBOLS["£"])
    assert not convertible(WORDS["pounds"], SYMBOLS["kg"])
    assert convertible(None, None)
    assert not convertible(None, SYMBOLS["kg"])


def test_conversions_are_exact():
    # 1 mile = 5280 ft of 0.3048 m; 212 °F = 100 °C = 373.15 K; 1.25 km = 1250 m.
    assert in_base(Decimal(1), SYMBOLS["mi"]) == in_base(Decimal(5280), SYMBOLS["ft"]) == Decimal("1609.344")
    assert round(in_base(Decimal(212), SYMBOLS["°F"]), 20) == in_base(Decimal(100), SYMBOLS["°C"]) == Decimal("373.15")
    assert in_base(Decimal("1.25"), SYMBOLS["km"]) == 1250
    assert in_base(Decimal(7), None) == 7


def test_the_longest_name_counts():
    found = unit_after("5 kilometers per hour", 1)
    assert found is not None
    assert (found[0].name, found[1]) == ("kilometre per hour", 21)


@pytest.mark.parametrize("text", ["5 L. Jones", "5 W Main Street", "5 A's", "5 apples", "5"])
def test_what_only_looks_like_a_unit_is_none(text):
    assert unit_after(text, 1) is None


@given(st.text(max_size=40))
def test_no_text_makes_it_fail(text):
    found = unit_after(text, 0)
    assert found is None or 0 < found[1] <= len(text)
