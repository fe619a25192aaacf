"""Reading gold answers: alternatives, lists, values, dates, notes on accepted ranges."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runner.judge.gold import read_gold


def texts(gold: str, question: str = "") -> list[str]:
    return [alternative.text for alternative in read_gold(gold, question).alternatives]


@pytest.mark.parametrize(
    ("gold", "alternatives"),
    [
        ("tug (or lighter)", {"tug", "lighter"}),
        ("Teletype/RTTY", {"Teletype", "RTTY"}),
        ("parsley or coriander", {"parsley", "coriander"}),
        ('Upper (or "Greater") Canada College', {"Upper Canada College", "Greater Canada College"}),
        ("Gdańsk, Poland (formerly Danzig, Germany)", {"Gdańsk, Poland", "Danzig, Germany"}),
        ("International Business Machines (IBM)", {"International Business Machines", "IBM"}),
        ("the Welsh rock group The Alarm", {"The Alarm"}),
        ("Prime minister Anna Keller", {"Anna Keller"}),
    ],
)
def test_every_way_to_be_right_is_an_alternative(gold, alternatives):
    assert alternatives <= set(texts(gold))


@pytest.mark.parametrize("gold", ["AC/DC", "TCP/IP", "07/15/2023", "9/11", "Rose Stadium in Tyler, Texas"])
def test_names_dates_and_fractions_are_not_split(gold):
    assert texts(gold) == [gold]


def test_a_season_is_one_value_and_a_count_is_split_at_its_slash():
    assert len(read_gold("1983/84", "When was it?").alternatives) == 1
    assert texts("31/72", "how many medals were won") == ["31", "72"]


def test_a_country_may_be_named_without_its_form_of_state_where_a_country_is_asked_for():
    assert "Malta" in texts("The Republic of Malta", "In which country is it?")
    assert "Wine" not in texts("The Republic of Wine", "What is the novel called?")


def test_lists_have_parts():
    (alternative,) = read_gold("Laurel and Hardy.").alternatives
    assert alternative.items == ("Laurel", "Hardy")


@pytest.mark.parametrize(
    ("gold", "question", "low", "high", "unit"),
    [
        ("121 (acceptable range: anything between 119 and 123)", "How many?", "119", "123", None),
        ("12.5k (acceptable range: anything between 12k and 13k)", "How many?", "12000", "13000", None),
        ("1,240 m (acceptable range: anything between 1,200 and 1,300 m)", "How high?", "1200", "1300", "metre"),
        ("4000 (acceptable range: anything between 4050 and 3950 meters above sea level)", "", "3950", "4050", "metre"),
        ("11 degrees Fahrenheit (accepted values: 10 to 12)", "", "10", "12", "fahrenheit"),
        ("48 votes", "How many votes did he receive?", "48", "48", None),
        ("$700 fine", "What was the fine?", "700", "700", "dollar"),
        ("Three", "How many were there?", "3", "3", None),
    ],
)
def test_numbers_become_intervals(gold, question, low, high, unit):
    (alternative,) = read_gold(gold, question).alternatives
    (interval,) = alternative.values
    assert (interval.low, interval.high) == (Decimal(low), Decimal(high))
    assert (interval.unit.name if interval.unit else None) == unit


@pytest.mark.parametrize(
    "gold",
    [
        "5 (acceptable range: 4 or 5)",
        "5 (acceptable range: anything between 7 and 9)",  # does not hold the answer itself
        "5 (acceptable range: anything between 4 and 6 and 8)",
        "5 kg (acceptable range: anything between 4 and 6 km)",
        "5 (acceptable range: ask the author)",
    ],
)
def test_a_note_that_cannot_be_read_is_left_unread(gold):
    read = read_gold(gold)
    assert read.unread
    assert read.body.startswith("5")


@pytest.mark.parametrize(
    ("gold", "question"),
    [
        ("12 Market Street West", "What was the address?"),
        ('"The Second"', "In which musical?"),
        ("3.2.5", "Which patch?"),
        ("one person", "Who decides?"),
        ("RX-350", "Which player?"),
        ("Channel 4", "Which station?"),
    ],
)
def test_names_with_numbers_are_no_values(gold, question):
    assert not read_gold(gold, question).only_values


def test_a_year_is_a_date_unless_a_count_is_asked_for():
    assert read_gold("1912", "In which year did he enrol?").alternatives[0].dates
    assert read_gold("1912", "How many metres high is it?").alternatives[0].values
    assert read_gold("336", "When was it first held?").alternatives[0].dates


@given(st.text(min_size=1, max_size=120), st.text(max_size=60))
def test_every_text_has_an_alternative(gold, question):
    assert read_gold(gold, question).alternatives
