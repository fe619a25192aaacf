"""The two judges of wording: variants they accept, and what must not fool them."""

import pytest

from runner.judge.fuzzy import Fuzzy
from runner.judge.normalised_match import NormalisedMatch
from schemas.judging import Grade, JudgeView

NORMALISED, FUZZY = NormalisedMatch(), Fuzzy()
C, W, N = Grade.CORRECT, Grade.INCORRECT, Grade.NOT_APPLICABLE


def grades(gold: str, response: str, question: str = "Which one is it?") -> tuple[Grade | None, Grade | None]:
    view = JudgeView(question=question, gold=gold, response=response)
    return NORMALISED.grade(view).grade, FUZZY.grade(view).grade


@pytest.mark.parametrize(
    ("gold", "response"),
    [
        ("Vigdís Finnbogadóttir", "It was Vigdis Finnbogadottir."),
        ("The University of Padua.", "He studied at the UNIVERSITY OF PADUA"),
        ("Secretary of State for Wales", "He was Secretary of State of Wales."),
        ("Iwan Petrow and Olga Petrow", "They are Olga Petrov and Ivan Petrov."),
        ("On Growth and Form", 'It is called "Growth and Form."'),
        ("tug (or lighter)", "a lighter"),
        ("Royal Institute of British Architects", "It was the Royal Institute of British Architects (RIBA)."),
        ("No parking on the bridge", "One rule: no parking on the bridge."),
        ("東京", "首都は東京です。"),
        ("Prophase I", "during prophase I"),
        ("30 Rock", "**30 Rock** [1]"),
    ],
)
def test_both_accept_the_answer_in_another_form(gold, response):
    assert grades(gold, response) == (C, C)


def test_a_name_of_function_words_is_left_to_the_exact_match():
    assert grades("The Who", "The band is The Who.") == (C, N)


@pytest.mark.parametrize(
    ("gold", "response"),
    [
        ("Erwin Rudolf Schrödinger", "It went to E. Schrödinger."),
        ("Fyodor Dostoyevsky", "It is by F. M. Dostoevsky."),
        ("Kyoto prefecture", "She was born in Kyoto."),
        ("Royal Institute of British Architects", "the RIBA"),
        ("NASA", "The National Aeronautics and Space Administration launched it."),
    ],
)
def test_normalised_match_knows_initials_acronyms_and_what_the_question_says(gold, response):
    assert grades(gold, response, "In which prefecture was she born, or what was it?")[0] is C


@pytest.mark.parametrize(
    ("gold", "response"),
    [
        ("Massachusetts", "Massachusets"),
        ("Higher speed and shorter braking distance", "It has a shorter braking distance and a higher speed."),
        ("The Lost Key, Season 4 Episode 7", 'Season 4, Episode 7, titled "The Lost Key".'),
    ],
)
def test_fuzzy_accepts_misspelling_and_another_order(gold, response):
    assert grades(gold, response)[1] is C


@pytest.mark.parametrize(
    "response",
    [
        "Lyon",
        "It is not Paris, it is Lyon.",
        "It isn’t Paris.",
        "Lyon rather than Paris",
        "Paris is wrong; it is Lyon.",
        "INCORRECT",
        "correct",
        "",
        "🤷",
        "Comparison",
        "I have no answer.",
    ],
)
def test_a_wrong_or_denied_answer_is_incorrect_for_both(response):
    assert grades("Paris", response, "What is the capital of France?") == (W, W)


@pytest.mark.parametrize(
    "response",
    [
        "Paris or Lyon",
        "Either Paris or Lyon.",
        "It could be Paris, Lyon, Marseille or Nice.",
        "Paris, Lyon, Nice, Lille, Metz",
        "1. Paris\n2. Lyon\n3. Nice\n4. Lille",
        "Paris and Lyon",
        "Some say Paris, but it is Lyon.",
        "It might be Paris, but my documents say Lyon.",
        "Is it Paris?",
        "Paris? No, wait: Lyon.",
        "There is no evidence that Paris is the capital.",
    ],
)
def test_an_answer_that_does_not_settle_on_the_gold_is_not_for_them_to_tell(response):
    assert grades("Paris", response, "What is the capital of France?") == (N, N)


def test_the_gold_inside_a_restated_question_is_no_answer():
    question = "Was the treaty signed in Paris or in Rome?"
    assert grades("Paris", "Was the treaty signed in Paris or in Rome? It was signed in Rome.", question) == (W, W)
    assert grades("Paris", "You asked whether the treaty was signed in Paris or in Rome. It was Rome.", question) == (
        N,
        N,
    )
    assert grades("Paris", "It was signed in Paris.", question) == (C, C)
    assert C not in grades(
        "Red Rock", "The Legend of Red Rock is made in Utah.", "where is the legend of red rock made"
    )


@pytest.mark.parametrize(
    ("gold", "response"),
    [
        ("John Smith", "Robert Smith"),
        ("John Smith", "Will Smith and John Doe"),
        ("John Smith", "John"),
        ("New South Wales and Victoria", "New South Wales"),
        ("3.2.5", "3.2.6"),
        ("3.2.5", "3.2.5.1"),
        ("Season 4 Episode 7: The Lost Key", "Season 4 Episode 8: The Lost Key"),
        ("Series 2, Episode 1", "Series 1, Episode 2"),
    ],
)
def test_a_near_miss_is_accepted_by_neither(gold, response):
    assert C not in grades(gold, response)


@pytest.mark.parametrize(
    "gold", ["1912", "15 July 2023", "121 (acceptable range: anything between 119 and 123)", "10 acres"]
)
def test_numbers_and_dates_are_left_to_the_judge_of_values(gold):
    assert grades(gold, f"I think it was {gold[:2]}, or 1912, or 10 acres, or 15 July 2023, or 121.") == (N, N)


def test_a_value_word_for_word_is_the_gold_answer():
    assert grades("15 July 2023", "15 July 2023.")[0] is C
    assert grades("-3.2", "3.2")[0] is N


def test_reasons_say_what_was_found():
    view = JudgeView(question="Who?", gold="Ada Lovelace", response="Ada Lovelace")
    assert "word for word" in NORMALISED.grade(view).reasoning
    assert "1.00" in FUZZY.grade(view).reasoning
