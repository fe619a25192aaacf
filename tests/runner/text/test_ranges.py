"""Accepted ranges: every form that is understood, and nothing guessed about the others."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runner.text.ranges import parse_range
from runner.text.units import SYMBOLS

NUMBERS = st.decimals(-(10**6), 10**6, places=2, allow_nan=False)
FORMS = ["anything between {} and {}", "between {} and {}", "{} to {}", "[{}-{}]", "{}–{}"]
POSITIVE_FORMS = FORMS[3:]  # a dash before a negative number would be read as a second minus


@given(NUMBERS, NUMBERS, st.sampled_from(FORMS), st.sampled_from(["", " km", " metres", "%"]))
def test_bounds_in_any_form_and_order_are_read_back_inclusive(one, other, form, unit):
    if form in POSITIVE_FORMS:
        one, other = abs(one), abs(other)
    if one == other:
        return
    (found,) = parse_range(form.format(f"{one:,f}{unit}", f"{other:,f}{unit}"))
    low, high = sorted((one, other))
    assert (found.low, found.high) == (low, high)
    assert found.holds(low, None) is found.holds(high, None) is True
    assert found.holds(low - Decimal("0.01"), None) is found.holds(high + Decimal("0.01"), None) is False


@pytest.mark.parametrize(
    ("text", "bounds"),
    [
        ("anything between 12k and 13k", [("12000", "13000", None)]),
        ("between 1,200 and 1,300 m", [("1200", "1300", "metre")]),
        ("anything between 286 and 294 metres", [("286", "294", "metre")]),
        ("between −3.5 and −2.9", [("-3.5", "-2.9", None)]),
        ("anything between 60th and 62nd minute", [("60", "62", "minute")]),
        ("anything between 11.80 and 12.20%", [("11.80", "12.20", "percent")]),
        ("between 2.6 million and 2.7 million USD", [("2600000", "2700000", "USD")]),
        ("between 2.6 and 2.7 million", [("2600000", "2700000", None)]),
        ("anything between 12:33 and 12:35", [("753", "755", None)]),
        ("[400-409] x [475-485] cm", [("400", "409", "centimetre"), ("475", "485", "centimetre")]),
        ("2 years, anything between 28 and 32 days", [("2", "2", "year"), ("28", "32", "day")]),
        ("12 years and between 5-7 months", [("12", "12", "year"), ("5", "7", "month")]),
        (
            "€31.2-€31.8 billion and €6.1-€6.5 billion",
            [("31200000000", "31800000000", "euro"), ("6100000000", "6500000000", "euro")],
        ),
        ("between 900 and 1,000 meters above sea level", [("900", "1000", "metre")]),
    ],
)
def test_forms_with_units_and_magnitudes(text, bounds):
    found = parse_range(text)
    assert [(one.low, one.high, one.unit.name if one.unit else None) for one in found] == [
        (Decimal(low), Decimal(high), unit) for low, high, unit in bounds
    ]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "about 5",
        "5",
        "between 5",
        "4 or 5",
        "5 ± 1",
        "more than 5",
        "at least 5 and at most 9",
        "between 5 and many",
        "between 5 and 9, except 7",
        "not between 5 and 9",
        "between 5 kg and 9 m",
        "between 900 and 1.1 million",
        "between 3.2.5 and 3.2.9",
    ],
)
def test_a_form_that_is_not_understood_is_not_guessed(text):
    assert parse_range(text) is None


def test_a_value_in_another_unit_is_converted_or_not_compared():
    (found,) = parse_range("between 1,200 and 1,300 m")
    assert found.holds(Decimal("1.25"), SYMBOLS["km"]) is True
    assert found.holds(Decimal("1.35"), SYMBOLS["km"]) is False
    assert found.holds(Decimal(1250), SYMBOLS["kg"]) is None


@given(st.text(max_size=100) | st.text("0123456789 -–betwand,.[]x()km", max_size=100))
def test_no_text_makes_it_fail(text):
    found = parse_range(text)
    assert found is None or all(one.low <= one.high for one in found)
