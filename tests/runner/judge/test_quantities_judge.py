"""Numbers, dates and quantities by value: BR-16, BR-17, units, ranges, and values that contradict."""

import pytest

from runner.judge.quantities import Quantities
from schemas.judging import Grade, JudgeView

JUDGE = Quantities()
C, W, N = Grade.CORRECT, Grade.INCORRECT, Grade.NOT_APPLICABLE


def grade(question: str, gold: str, response: str) -> Grade | None:
    return JUDGE.grade(JudgeView(question=question, gold=gold, response=response)).grade


R121 = "121 (acceptable range: anything between 119 and 123)"
R12K = "12.5k (acceptable range: anything between 12k and 13k)"
R1240 = "1,240 m (acceptable range: anything between 1,200 and 1,300 m)"
R32 = "-3.2 (acceptable range: anything between -3.5 and -2.9)"


@pytest.mark.parametrize(
    ("gold", "response", "expected"),
    [
        # The seven pairs of BR-16: in, in, out, in, in, in, in.
        (R121, "119", C),
        (R121, "123", C),
        (R121, "118.99", W),
        (R12K, "12,400", C),
        (R1240, "In 2019 it was 1,250 metres", C),
        (R32, "−3.0", C),
        (R1240, "1.25 km", C),
        # Bounds in reversed order, plain and with suffixes; a year elsewhere is not the number.
        ("121 (acceptable range: anything between 123 and 119)", "123", C),
        ("121 (acceptable range: anything between 123 and 119)", "118", W),
        ("120k (acceptable range: anything between 118k and 122k)", "In 1999 it was 119,000.", C),
        ("120k (acceptable range: anything between 118k and 122k)", "117,999", W),
        (R121, "In 2019 it was more than it is now.", N),
        (R32, "3.0", W),
        (R121, "−121", W),
        (R1240, "1,250 kg", N),
        (R1240, "1.35 km", W),
        (R1240, "about 4,100 feet", C),  # 4100 x 0.3048 = 1249.68 m
        # Not parsed, so not told.
        ("121 (acceptable range: 119 or 123)", "119", N),
        ("121 (acceptable range: anything between 130 and 140)", "135", N),
    ],
)
def test_the_accepted_range_decides_with_both_bounds_in_it(gold, response, expected):
    assert grade("How much was it?", gold, response) is expected


@pytest.mark.parametrize(
    ("response", "expected"),
    [
        ("405 x 480 cm", C),
        ("400 × 475 cm", C),
        ("409 cm by 485 cm", C),
        ("4.05 m x 4.80 m", C),
        ("410 x 480 cm", W),
        ("405 cm", N),
        ("480 x 405 cm", N),
        ("405 x 480 cm or 300 x 200 cm", N),
    ],
)
def test_a_size_needs_both_values_in_their_order(response, expected):
    gold = "405 x 480 cm (acceptable range: [400-409] x [475-485] cm)"
    assert grade("What are its dimensions?", gold, response) is expected


@pytest.mark.parametrize(
    ("response", "expected"),
    [
        ("July 2023; my documents do not give the day", N),
        ("2023", N),
        ("July 15", N),
        ("mid-July 2023", N),
        ("15/07/2023", C),
        ("07/15/2023", C),
        ("July 15th, 2023", C),
        ("2023-07-15", C),
        ("on the 15th of July, 2023", C),
        ("15. Juli 2023", C),
        ("Saturday, 15 July 2023, in Hungary", C),
        ("15 July 2023 or 16 July 2023", N),
        ("15 July 2023, though other sources say 16 July 2023", N),
        ("July 15 or 16, 2023", N),
        ("16 July 2023", W),
        ("not 15 July 2023 but 16 July 2023", W),
        ("It was 15 July 2023. It was 16 July 2023.", N),
        ("nobody knows", W),
    ],
)
def test_a_day_is_equal_in_any_format_and_never_partly_right(response, expected):
    assert grade("On what day, month, and year did they marry?", "15 July 2023", response) is expected


def test_an_ambiguous_date_is_not_told_on_either_side():
    assert grade("When?", "7 August 2023", "07/08/2023") is N
    assert grade("When?", "07/08/2023", "7 August 2023") is N
    assert grade("When?", "7 July 2023", "07/07/2023") is C
    assert grade("When?", "7 August 2023", "07/09/2023") is W


@pytest.mark.parametrize(
    ("response", "expected"),
    [
        ("2014", C),
        ("In July 2014.", C),
        ("It was founded in 1990 and renamed in 2014.", C),
        ("2014 and 2023", N),
        ("2014 or 2023", N),
        ("2014/2023", N),
        ("2014–2023", N),
        ("between 2014 and 2023", N),
        ("2023", W),
        ("not 2014", W),
        ("the 2010s", N),
        ("2014, but some sources say 2023", N),
        ("In what year was it renamed? In 2014.", C),
    ],
)
def test_a_year_with_a_contradicting_one_is_not_told(response, expected):
    assert grade("In what year was it renamed?", "2014", response) is expected


@pytest.mark.parametrize(
    ("question", "gold", "response", "expected"),
    [
        (
            "How many moons were known as of March 5, 1612?",
            "3",
            "Two moons were known as of March 5, 1612; the third came later.",
            W,
        ),
        ("How many moons were there?", "3", "There were three moons.", C),
        ("How many moons were there?", "3", "There were not 3 but 4.", W),
        ("How many moons were there?", "3", "3 or 4", N),
        ("How many moons were there?", "3", "several", N),
        ("How many children had he?", "3", "He had 3 daughters and 2 sons.", C),
        ("What was the gap in age?", "12 years.", "The gap was 12 years. He was 40 and she was 28.", C),
        ("How often was he elected?", "2", "He was elected twice.", C),
        ("How often was he elected?", "3", "three times: for 1951–1954, 1955–1958, and 1960–1963", C),
        ("What week was she out?", "2", "In Week 2 of Season 1.", C),
        ("What is the area in acres?", "25 acres", "It covers 25 acres (10.1 hectares).", C),
        ("What is the area in acres?", "25 acres", "It covers 27 acres.", W),
        ("What is the height in feet?", "9,843 ft", "9,843 feet (3,000 m)", C),
        ("How long was it?", "2.4 hours", "2 hours and 24 minutes", C),
        ("How long was it?", "2.4 hours", "144 minutes", C),
        (
            "How long did it last?",
            "2 years, 30 days (acceptable range: 2 years, anything between 28 and 32 days)",
            "2 years and 28 days",
            C,
        ),
        (
            "How long did it last?",
            "2 years, 30 days (acceptable range: 2 years, anything between 28 and 32 days)",
            "760 days",
            N,
        ),
        ("How much did it cost?", "$2.5 million", "US$2,500,000", C),
        ("How much did it cost?", "$2.5 million", "2.5 billion dollars", W),
        ("How much did it cost?", "$2.5 million", "2.5 million euros", N),
        ("How much did it cost?", "$2.5 million", "$2,512,000", N),
        ("How many live there?", "23,456", "about 23,500", N),
        ("How many live there?", "23,456", "23,500", W),
        ("What share?", "64%", "sixty-four per cent", C),
        ("What share?", "64%", "46 %", W),
        ("At what time?", "7 a.m.", "It opens at 7:00 AM.", C),
        ("At what time?", "7 a.m.", "7 p.m.", W),
        ("What was the time?", "12:34 (acceptable range: anything between 12:33 and 12:35)", "12:35", C),
        ("In which minute?", "61st minute (acceptable range: anything between 60th and 62nd minute)", "in the 62nd", C),
        ("In what years?", "1851 to 1853", "from 1851 until 1853", C),
        ("In what years?", "1851 to 1853", "1851", N),
        ("In what years?", "1851 to 1853", "1850–1853", W),
        ("How many won?", "0", "none", N),
        ("Which version?", "2.07", "v2.07", C),
        ("Which version?", "2.07", "2.7", W),
        ("When was it released?", "2016/April 2016", "in September 2016", N),
        ("When was it released?", "2016/April 2016", "in 2016", C),
        ("How many?", "Paris", "3", N),
    ],
)
def test_values_are_compared_as_a_careful_reader_would(question, gold, response, expected):
    assert grade(question, gold, response) is expected
