"""Names: titles, initials, middle names, foreign spellings, and other bearers of the surname."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runner.text.canonical import canonical, content
from runner.text.fold import fold_spans
from runner.text.names import Likeness, find_name, is_name, name_words, spelling_key


def likeness(text: str, name: str) -> Likeness:
    found = find_name(text, fold_spans(text), name_words(name))
    return max((match.likeness for match in found), default=Likeness.NONE)


@pytest.mark.parametrize(
    ("text", "name", "expected"),
    [
        ("the prize went to Erwin Schrödinger in 1901", "Erwin Rudolf Schrödinger", Likeness.FULL),
        ("by John Fitzgerald Kennedy", "John Kennedy", Likeness.FULL),
        ("It was J. K. Rowling.", "Joanne Kathleen Rowling", Likeness.FULL),
        ("It was Joanne Kathleen Rowling.", "J.K. Rowling", Likeness.FULL),
        ("by P. I. Tchaikovsky", "Pyotr Ilyich Chaikovskii", Likeness.FULL),
        ("Fyodor Dostoevsky", "Fyodor Dostoyevsky", Likeness.FULL),
        ("Vincent van Gogh", "Vincent Willem van Gogh", Likeness.FULL),
        ("Dave Norton played him", "David Michael Norton", Likeness.FULL),
        ("by Dr. Schrödinger", "Erwin Schrödinger", Likeness.SURNAME),
        ("Schrödinger found it", "Erwin Schrödinger", Likeness.SURNAME),
        ("by Robert Kennedy", "John Kennedy", Likeness.NONE),
        ("by Modest Tchaikovsky", "Pyotr Tchaikovsky", Likeness.NONE),
        ("by John Smith", "John Kennedy", Likeness.NONE),
    ],
)
def test_a_name_is_known_in_its_forms_and_others_are_not_taken_for_it(text, name, expected):
    assert likeness(text, name) is expected


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Sir Abraham Dawes", ("abraham", "dawes")),
        ("U.S. President John F. Kennedy", ("john", "f", "kennedy")),
        ("Dr. J. K. Rowling OBE", ("j", "k", "rowling")),
        ("Robert Adamson IV", ("robert", "adamson")),
        ("Queen", ("queen",)),
    ],
)
def test_titles_and_suffixes_are_no_part_of_a_name(text, words):
    assert name_words(text) == words


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("tchaikovsky", "chaikovskii"),
        ("dostoyevsky", "dostoevskii"),
        ("chekhov", "tchekhoff"),
        ("rachmaninov", "rachmaninoff"),
        ("mueller", "muller"),
        ("mohammed", "mohamed"),
        ("iwan", "ivan"),
        ("yury", "yuri"),
        ("philip", "filip"),
    ],
)
def test_spellings_of_one_name_share_a_key(one, other):
    assert spelling_key(one) == spelling_key(other)


@pytest.mark.parametrize(
    ("one", "other"), [("paris", "perth"), ("austria", "australia"), ("iran", "iraq"), ("mali", "malta")]
)
def test_different_names_have_different_keys(one, other):
    assert spelling_key(one) != spelling_key(other)


def test_what_is_written_like_a_name():
    assert is_name("Juan de la Cruz Gómez")
    assert not is_name("the left arm")
    assert not is_name("Paris")
    assert not is_name("Area 51")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("daughters", "daughter"),
        ("three", "3"),
        ("third", "3rd"),
        ("saint", "st"),
        ("cities", "city"),
        ("avenue", "ave"),
    ],
)
def test_variants_of_a_word_are_one(one, other):
    assert canonical(one) == canonical(other)


def test_content_words_are_told_from_function_words():
    assert content(["minister", "of", "foreign", "affairs"]) == [0, 2, 3]
    assert content(["the", "who"]) == [0, 1]


@given(st.text(max_size=80), st.text(max_size=30))
def test_no_text_makes_it_fail(text, name):
    words = name_words(name)
    if len(words) > 1:
        for match in find_name(text, fold_spans(text), words):
            assert match.first <= match.last
