from decimal import Decimal

import pytest

from runner.knowledge_base.gold_patterns import GoldPatterns, read_patterns
from runner.text.dates import Day
from schemas.question import Question


def read(gold: str, asked: str = "Which?", answer_type: str | None = None) -> GoldPatterns:
    return read_patterns(Question(question_id="q", text=asked, gold=gold, answer_type=answer_type))


def test_the_accepted_range_replaces_the_value_and_takes_over_its_unit():
    patterns = read("390 metres (acceptable range: anything between 386 and 394 metres)")
    (number,) = patterns.numbers
    assert (number.low, number.high) == (Decimal(386), Decimal(394))
    assert number.unit is not None
    assert number.unit.name == "metre"
    assert patterns.phrases == ()


@pytest.mark.parametrize(
    ("gold", "originals"),
    [
        ("tramp steamer (or collier)", ("tramp steamer", "collier")),
        ("Cusco (or Cuzco)", ("Cusco", "Cuzco")),
        ("Colin Archer", ("Colin Archer",)),
    ],
)
def test_alternatives_are_wordings_of_their_own_and_the_bracketed_whole_is_none(gold, originals):
    assert read(gold).originals == read(gold).phrases == originals


def test_a_date_is_looked_for_as_a_date_at_its_own_precision():
    assert read("9 November 1993").days == (Day(1993, 11, 9),)
    assert read("November 1930").days == (Day(1930, 11),)
    assert read("22 March").days == (Day(None, 3, 22),)
    assert read("9 November 1993").phrases == ()


def test_a_bare_year_is_a_date_a_number_or_both_as_the_answer_type_says():
    assert read("1841", "In which year was it?", "Date").days == (Day(1841),)
    assert read("1841", "How many were there?", "Number").days == ()
    both = read("1841", "Which?")
    assert both.days == (Day(1841),)
    assert [number.low for number in both.numbers] == [Decimal(1841)]


def test_answers_of_several_values_and_unread_notes_are_compound_and_kept_as_words():
    assert read("50 Yeas and 49 Nays", "How many voted?", "Number").is_compound
    odd = read("121 (acceptable range: about right)", "How many?", "Number")
    assert odd.is_compound
    assert odd.numbers == ()
    assert not read("Colin Archer").is_compound


def test_only_the_answer_type_makes_a_person():
    assert read("Colin Archer", answer_type="Person").is_person
    assert read("Colin Archer", answer_type="person").is_person
    assert not read("Colin Archer").is_person
