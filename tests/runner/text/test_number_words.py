"""Numbers in English words."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runner.text.number_words import find_word_numbers

ONES = {
    0: "zero",
    1: "one",
    2: "two",
    3: "three",
    4: "four",
    5: "five",
    6: "six",
    7: "seven",
    8: "eight",
    9: "nine",
    10: "ten",
    11: "eleven",
    12: "twelve",
    13: "thirteen",
    14: "fourteen",
    15: "fifteen",
    16: "sixteen",
    17: "seventeen",
    18: "eighteen",
    19: "nineteen",
}
TENS = {20: "twenty", 30: "thirty", 40: "forty", 50: "fifty", 60: "sixty", 70: "seventy", 80: "eighty", 90: "ninety"}


def in_words(number: int, conjunction: str) -> str:
    """Write a number in words, British with "and", American without."""
    if number < 20:
        return ONES[number]
    if number < 100:
        tens, ones = divmod(number, 10)
        return TENS[10 * tens] + (f"-{ONES[ones]}" if ones else "")
    for size, name in ((10**9, "billion"), (10**6, "million"), (1000, "thousand"), (100, "hundred")):
        if number >= size:
            head, rest = divmod(number, size)
            joint = conjunction if rest < 100 else " "
            return f"{in_words(head, conjunction)} {name}" + (joint + in_words(rest, conjunction) if rest else "")
    raise AssertionError


@given(st.integers(0, 999_999_999_999), st.sampled_from([" and ", " "]))
def test_a_number_written_in_words_is_read_back(number, conjunction):
    text = f"There were {in_words(number, conjunction)} boxes."
    assert [found.value for found in find_word_numbers(text)] == [number]


@pytest.mark.parametrize(
    ("text", "value", "kind"),
    [
        ("nineteen eighty-four", 1984, "cardinal"),
        ("twenty oh five", 2005, "cardinal"),
        ("a dozen eggs", 12, "cardinal"),
        ("two dozen", 24, "cardinal"),
        ("half a million", 500_000, "cardinal"),
        ("two and a half million", 2_500_000, "cardinal"),
        ("a hundred", 100, "cardinal"),
        ("eleven hundred", 1100, "cardinal"),
        ("twenty-first", 21, "ordinal"),
        ("the third", 3, "ordinal"),
        ("two hundredth", 200, "ordinal"),
        ("three quarters", Decimal("0.75"), "fraction"),
        ("one fifth", Decimal("0.2"), "fraction"),
    ],
)
def test_other_ways_to_say_a_number(text, value, kind):
    (found,) = find_word_numbers(text)
    assert (found.value, found.kind) == (value, kind)


def test_separate_numbers_stay_apart():
    assert [found.value for found in find_word_numbers("five, six and seven")] == [5, 6, 7]


@pytest.mark.parametrize(
    "text", ["no one", "one of them", "millions of people", "the one", "someone", "and a", "attend"]
)
def test_what_only_looks_like_a_number_is_none(text):
    assert find_word_numbers(text) == []


@given(st.text(max_size=120) | st.text("a dozen hundred million one second -", max_size=200))
def test_no_text_makes_it_fail(text):
    for found in find_word_numbers(text):
        assert 0 <= found.start < found.end <= len(text)


def test_a_million_number_words_are_read_in_a_moment():
    assert find_word_numbers("million " * 50_000)
