"""Numbers in digits and words: value, unit, kind and place."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runner.text.numbers import NumberKind, find_numbers

SPACES = [" ", "\u00a0", "\u2009", "\u202f"]


def grouped(number: int, mark: str) -> str:
    return f"{number:,}".replace(",", mark)


def indian(number: int) -> str:
    digits = str(number)
    head, tail = digits[:-3], digits[-3:]
    pairs: list[str] = []
    while head:
        pairs.insert(0, head[-2:])
        head = head[:-2]
    return ",".join([*pairs, tail])


@given(st.integers(0, 10**12), st.sampled_from([",", "'", "’", *SPACES]))
def test_an_integer_in_any_grouping_is_read_back(number, mark):
    text = f"It was {grouped(number, mark)}."
    assert [found.value for found in find_numbers(text)] == [number]


@given(st.integers(10**6, 10**12))
def test_full_stops_group_where_there_are_two_of_them(number):
    assert [found.value for found in find_numbers(f"({grouped(number, '.')})")] == [number]


@given(st.integers(1000, 10**10))
def test_indian_grouping_is_read_back(number):
    assert [found.value for found in find_numbers(indian(number))] == [number]


@given(st.decimals(-(10**9), 10**9, places=3, allow_nan=False), st.sampled_from(["-", "−"]))
def test_a_decimal_with_either_minus_is_read_back(number, minus):
    text = f"at {number:f} degrees".replace("-", minus)
    assert [found.value for found in find_numbers(text)] == [number]


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("7,654,321 people", "7654321", None),
        ("1.200,50 EUR", "1200.50", "euro"),
        ("12.5k", "12500", None),
        ("2.5 million", "2500000", None),
        ("$2.5 million", "2500000", "dollar"),
        ("US$12m", "12000000", "USD"),
        ("2.5m USD", "2500000", "USD"),
        ("₹31.20 crores", "312000000", "rupee"),
        ("12,34,567 rupees", "1234567", "rupee"),
        ("a 40-acre farm", "40", "acre"),
        ("250cc", "250", "cubic centimetre"),
        ("9,843 ft", "9843", "foot"),
        ("27 in.", "27", "inch"),
        ("born 27 in Rome", "27", None),
        ("12,300 km2", "12300", "square kilometre"),
        ("12,300 square kilometers", "12300", "square kilometre"),
        ("451 °F", "451", "fahrenheit"),
        ("at −5 degrees Celsius", "-5", "celsius"),
        ("minus 5 °C", "-5", "celsius"),
        ("64 per cent", "64", "percent"),
        ("3.14%", "3.14", "percent"),
        ("17-year-old", "17", "year"),
        ("seven miles", "7", "mile"),
        ("3 1/2 miles", "3.5", "mile"),
        ("2½ hours", "2.5", "hour"),
        ("1.2 × 10^5 m", "120000", "metre"),
        ("6.02e23", "6.02E+23", None),
        ("60W", "60", "watt"),
        ("98 MHz", "98", "megahertz"),
        (".5 inches", "0.5", "inch"),
        ("v2.07", "2.07", None),
    ],
)
def test_a_number_with_its_unit(text, value, unit):
    (found,) = find_numbers(text)
    assert found.value == Decimal(value)
    assert (found.unit.name if found.unit else None) == unit


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("the 61st minute", NumberKind.ORDINAL, 61),
        ("the twenty-first", NumberKind.ORDINAL, 21),
        ("in the 1990s", NumberKind.DECADE, 1990),
        ("12:34", NumberKind.CLOCK, 12 * 60 + 34),
        ("2:05:07", NumberKind.CLOCK, 2 * 3600 + 5 * 60 + 7),
        ("7:30 p.m.", NumberKind.TIME, 19 * 60 + 30),
        ("12 a.m.", NumberKind.TIME, 0),
        ("1/4", NumberKind.FRACTION, Decimal("0.25")),
        ("3.2.5", NumberKind.LABEL, 3),
        ("RX-350", NumberKind.LABEL, 350),
        ("7QX42", NumberKind.LABEL, 7),
    ],
)
def test_the_sort_of_number_is_told(text, kind, value):
    (found,) = find_numbers(text)
    assert (found.kind, found.value) == (kind, value)


@pytest.mark.parametrize("text", ["QX42", "U2", "9" * 28, "", "km"])
def test_digits_inside_words_and_endless_digits_are_no_numbers(text):
    assert find_numbers(text) == []


def test_offsets_take_in_sign_currency_and_unit():
    text = "It cost −$2.5 million dollars, i.e. 40 km."
    assert [text[one.start : one.end] for one in find_numbers(text)] == ["−$2.5 million dollars", "40 km"]
    assert text[find_numbers(text)[1].start : find_numbers(text)[1].number_end] == "40"


def test_a_range_holds_two_positive_numbers():
    assert [found.value for found in find_numbers("400-409 and 3–5")] == [400, 409, 3, 5]


@pytest.mark.parametrize(("text", "decimals"), [("1.25", 2), ("120,000", 0), ("2.5 million", -5), ("12k", -3)])
def test_the_last_digit_written_is_known(text, decimals):
    assert find_numbers(text)[0].decimals == decimals


@given(st.text(max_size=150) | st.text("0123456789.,:/'-−+ kmM%$€½eExX^()", max_size=150))
def test_no_text_makes_it_fail_and_mentions_do_not_overlap(text):
    end = 0
    for found in find_numbers(text):
        assert end <= found.start < found.number_end <= found.end <= len(text)
        assert found.value.is_finite()
        end = found.number_end
