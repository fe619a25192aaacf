"""Folding: case, accents, articles, initials and numbers, with offsets into the original text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runner.text.fold import fold_spans, fold_token, fold_words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Jürgen Łódź Øresund Straße Þór Æther", ["jurgen", "lodz", "oresund", "strasse", "thor", "aether"]),
        ("O’Brien's, l'Oréal & Sana'a", ["obrien", "loreal", "sanaa"]),
        ("J. K. Rowling, J.K. Rowling, JK Rowling", ["jk", "rowling"] * 3),
        ("the U.S. and U.S", ["us", "and", "us"]),
        ("R.E.M", ["rem"]),
        ("R.E.M.", ["rem"]),
        ("John F. Kennedy", ["john", "f", "kennedy"]),
        ("1,200.5 km, v3.2.5 and 98.0.", ["1200.5", "km", "3.2.5", "and", "98.0"]),
        ("15.07.2023", ["15", "07", "2023"]),
        ("Canada⁶⁷ and 12 km²", ["canada", "and", "12", "km"]),
        ("e\u0301te\u0301 cafe\u0301", ["ete", "cafe"]),
        ("東京タワー in Tokyo", ["東", "京", "タ", "ワ", "ー", "in", "tokyo"]),
        ("snake_case-word", ["snake", "case", "word"]),
        ("", []),
        ("…!?", []),
    ],
)
def test_words_fold_as_a_reader_would_take_them(text, words):
    assert fold_words(text) == words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("The dog saw a cat and an owl", ["dog", "saw", "cat", "and", "owl"]),
        ("A dog", ["dog"]),
        ("Hepatitis A is a virus", ["hepatitis", "a", "is", "virus"]),
        ("Group A", ["group", "a"]),
    ],
)
def test_articles_go_and_letters_that_are_names_stay(text, words):
    assert fold_words(text) == words


def test_articles_can_be_kept():
    assert fold_words("The dog and a cat", articles=True) == ["the", "dog", "and", "a", "cat"]


def test_offsets_point_into_the_original():
    text = "  Ünter den J. K. Linden’s 1,200"
    assert [text[word.start : word.end] for word in fold_spans(text)] == ["Ünter", "den", "J. K.", "Linden’s", "1,200"]


@given(st.text(max_size=200))
def test_folding_never_fails_and_spans_are_in_order(text):
    end = 0
    for word in fold_spans(text, articles=True):
        assert end <= word.start < word.end <= len(text)
        assert word.text == fold_token(text[word.start : word.end]) != ""
        end = word.end


@given(st.lists(st.sampled_from(["Ärger", "O'Neil", "1,200", "b", "Straße", "東"]), max_size=8))
def test_folding_twice_changes_nothing(parts):
    once = fold_words(" ".join(parts), articles=True)
    assert fold_words(" ".join(once), articles=True) == once
