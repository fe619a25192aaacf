"""Blanking marks without moving anything."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runner.text.markup import blank_markup


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("**60 acres** [1], see [the map](https://example.org/a_b).", "60 acres , see [the map ."),
        ("1. Paris\n2) Lyon\n- Nice\n# Title", "Paris Lyon Nice Title"),
        ("Canada⁶⁷ has 12 km².", "Canada has 12 km²."),
        ("A claim【4:0†source】 and <b>bold</b> `code`", "A claim and bold code"),
        ("It fell -5 degrees, 3 * 4 and snake_case", "It fell -5 degrees, 3 4 and snake_case"),
    ],
)
def test_marks_go_and_words_stay_where_they_were(text, words):
    blanked = blank_markup(text)
    assert len(blanked) == len(text)
    assert " ".join(blanked.split()) == words
    assert all(new in {old, " "} for old, new in zip(text, blanked, strict=True))


@given(st.text(max_size=150) | st.text("[]()<>*_#`1.http:/\n -¹²⁴ab", max_size=150))
def test_the_length_never_changes(text):
    assert len(blank_markup(text)) == len(text)
