"""Dates: precision, ambiguity, ranges, and formats that mean the same day."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runner.text.dates import Day, find_dates

DAYS = st.dates(date(1000, 1, 1), date(2199, 12, 31))


def suffix(day: int) -> str:
    return "th" if 11 <= day % 100 <= 13 else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")


FORMATS = [
    lambda d: f"{d.day} {d:%B} {d.year}",
    lambda d: f"{d:%B} {d.day}, {d.year}",
    lambda d: f"{d:%B} {d.day}{suffix(d.day)}, {d.year}",
    lambda d: f"the {d.day}{suffix(d.day)} of {d:%B}, {d.year}",
    lambda d: f"{d.day} of {d:%B} of {d.year}",
    lambda d: f"{d:%b} {d.day}, {d.year}",
    lambda d: f"{d.day} {d:%b}. {d.year}",
    lambda d: d.isoformat(),
    lambda d: f"{d:%A}, {d:%B} {d.day}, {d.year}",
    lambda d: f"{d.year}年{d.month}月{d.day}日",
    lambda d: f"{d:%B} {d.day:02d} {d.year}".upper(),
]


@given(DAYS, st.sampled_from(FORMATS))
def test_a_day_in_any_format_is_read_back(day, write):
    (found,) = find_dates(f"It happened on {write(day)}.")
    assert found.readings == (Day(day.year, day.month, day.day),)


@given(DAYS, st.booleans(), st.sampled_from("/.-"))
def test_a_numeric_date_keeps_every_reading_it_has(day, american, mark):
    parts = (day.month, day.day) if american else (day.day, day.month)
    (found,) = find_dates(f"{parts[0]:02d}{mark}{parts[1]:02d}{mark}{day.year}")
    assert Day(day.year, day.month, day.day) in found.readings
    assert found.ambiguous == (day.day <= 12 and day.day != day.month)


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("July 2023", [(2023, 7, None)]),
        ("July of 2023", [(2023, 7, None)]),
        ("on July 15", [(None, 7, 15)]),
        ("in 2014", [(2014, None, None)]),
        ("539 BCE", [(-539, None, None)]),
        ("AD 70", [(70, None, None)]),
        ("15 de julio de 2023", [(2023, 7, 15)]),
        ("15. Juli 2023", [(2023, 7, 15)]),
        ("15 mars 2023", [(2023, 3, 15)]),
        ("Mars 2020", [(2020, None, None)]),
        ("May 18-20, 2018", [(2018, 5, 18), (2018, 5, 20)]),
        ("2014–15 season", [(2014, None, None), (2015, None, None)]),
        ("1985-1988, 1990-1993", [(1985, None, None), (1988, None, None), (1990, None, None), (1993, None, None)]),
        ("30 February 2001", [(2001, None, None)]),
        ("2000 people", []),
        ("1200 m", []),
        ("$1999 or 1,999", []),
        ("you may 2", []),
    ],
)
def test_dates_at_the_precision_they_are_written_in(text, days):
    assert [tuple(found.date) for found in find_dates(text)] == days


def test_decades_and_centuries_cover_their_years():
    decade, century = find_dates("the 1990s, not the 12th century")
    assert (decade.date.year, decade.span) == (1990, 10)
    assert (century.date.year, century.span) == (1101, 100)


def test_a_date_includes_what_agrees_with_all_its_parts():
    assert Day(2023, 7).includes(Day(2023, 7, 15))
    assert not Day(2023, 7, 15).includes(Day(2023, 7))
    assert not Day(2023, 7).includes(Day(2022, 7, 15))


@given(st.text(max_size=150) | st.text("0123456789/-. JanFebMay,st年月日BCADs–", max_size=150))
def test_no_text_makes_it_fail(text):
    for found in find_dates(text):
        assert 0 <= found.start < found.end <= len(text)
        assert found.readings
