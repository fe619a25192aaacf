"""BR-02 and BR-08: a label is whole or nothing, and a strange confidence is unknown."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runner.judge.confidence import normalise
from runner.judge.labels import parse_label

# The replies of BR-02 and what each must be.
REPLIES = {
    "INCORRECT": "incorrect",
    "Incorrect.": "incorrect",
    "not correct": None,
    "The answer is not entirely correct": None,
    "**CORRECT**": "correct",
    "correct\n": "correct",
}


@pytest.mark.parametrize(("reply", "label"), REPLIES.items())
def test_the_replies_of_the_report_are_two_incorrect_two_invalid_two_correct(reply, label):
    assert parse_label(reply) == label


@pytest.mark.parametrize(
    "reply", ["`correct`", '"Correct"', "(correct)", " Correct! ", "> **Correct.**", "__correct__", "ＣＯＲＲＥＣＴ"]
)
def test_emphasis_quotes_and_punctuation_are_set_aside(reply):
    assert parse_label(reply) == "correct"


@pytest.mark.parametrize(
    "reply",
    [
        "",
        "partially correct",
        "correctly",
        "incorrectness",
        "correct?",
        "!correct",
        "≠ correct",
        "correct/incorrect",
        "correct incorrect",
        "grade: correct",
        "yes",
        "true",
        "c o r r e c t",
        "un-correct",
        "correct " * 20,
    ],
)
def test_anything_else_is_no_label(reply):
    assert parse_label(reply) is None


def test_an_all_wrong_judge_accepts_nothing():
    assert [parse_label(reply) for reply in ["INCORRECT"] * 100].count("correct") == 0


@given(st.text(max_size=80))
def test_only_the_word_itself_can_be_a_label(text):
    label = parse_label(text)
    assert label is None or label in text.casefold() or not text.isascii()


def test_the_eleven_values_of_the_report_give_four_known_ones_with_mean_095():
    missing: dict[str, object] = {}
    values = [0.95, "0.95", 95, "95 %", "high", -5, 250, math.nan, None, missing.get("confidence"), True]
    known = [value for value in map(normalise, values) if value is not None]
    assert known == [0.95] * 4


@pytest.mark.parametrize(
    ("raw", "value"),
    [
        (0, 0.0),
        (1, 1.0),
        (1.0, 1.0),
        (100, 1.0),
        ("100%", 1.0),
        ("1 %", 0.01),
        (" 80% ", 0.8),
        ("80\u00a0%", 0.8),
        (".5", 0.5),
        (False, None),
        (math.inf, None),
        (-math.inf, None),
        (100.1, None),
        ("1e1", None),
        ("95 percent", None),
        ("-1", None),
        ([0.9], None),
        ({}, None),
        (b"0.9", None),
        (0.5j, None),
        ("0,9", None),
        ("١", None),
        (10**400, None),
    ],
)
def test_other_values_of_confidence(raw, value):
    assert normalise(raw) == value


@given(st.one_of(st.floats(), st.integers(), st.text(max_size=12), st.booleans(), st.none()))
def test_a_known_confidence_lies_between_0_and_1(raw):
    value = normalise(raw)
    assert value is None or 0 <= value <= 1


@given(st.integers(2, 100))
def test_a_percentage_means_the_same_in_every_form(percent):
    forms = [percent, float(percent), percent / 100, f"{percent}%", f"{percent} %", str(percent)]
    assert {normalise(form) for form in forms} == {percent / 100}
