"""What a question asks for, and what a clause offers towards it."""

import pytest

from runner.classify.clauses import clauses
from runner.classify.evidence import Asked, asks, evidence, profile, restates


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("When was the bridge opened?", Asked.NUMBER),
        ("In what year was it opened?", Asked.NUMBER),
        ("What day, month, and year was it opened?", Asked.NUMBER),
        ("How many rooms are there?", Asked.NUMBER),
        ("What is the population of the town?", Asked.NUMBER),
        ("Who built it?", Asked.NAME),
        ("Where was she born?", Asked.NAME),
        ("Who starred in When the Wind Blows?", Asked.NAME),
        ("Is it open?", Asked.WHETHER),
        ("Did she build it in 1912?", Asked.WHETHER),
        ("What is a null result?", Asked.OPEN),
        ("Which is older, the bridge or the tower?", Asked.OPEN),
        ("Is it older or younger?", Asked.OPEN),
        ("Name the builder.", Asked.OPEN),
        ("", Asked.OPEN),
        ("Wann wurde sie eröffnet?", Asked.NUMBER),
        ("In welchem Jahr war das?", Asked.NUMBER),
        ("¿Quién lo fundó?", Asked.NAME),
        ("Combien de pièces ?", Asked.NUMBER),
        ("いつ開通しましたか。", Asked.NUMBER),
        ("谁创建了天文台？", Asked.NAME),
    ],
)
def test_the_first_question_word_tells_what_is_asked(question: str, asked: Asked) -> None:
    assert profile(question).asked is asked


@pytest.mark.parametrize(
    ("question", "clause", "value"),
    [
        ("When was Ada Vell (1860-1891) painted?", "Ada Vell (1860-1891) was a sculptor", False),
        ("When was Ada Vell (1860-1891) painted?", "Ada Vell was painted in 1885", True),
        ("When was Ada Vell painted?", "in the spring of that year", False),
        ("When was Ada Vell painted?", "in July", True),
        ("How many rooms are there?", "there are twelve rooms", True),
        ("Who built it?", "it was built by Ada Vell", True),
        ("Who built the bridge at Oslo?", "the bridge at Oslo was built long ago", False),
        ("Which key is it in?", "it is in G major", True),
        ("What is the motto?", 'the motto is "onward and upward"', True),
        ("Is it open?", "no", True),
        ("Is the tower open to visitors?", "the tower is open to all visitors", True),
    ],
)
def test_a_value_counts_when_it_is_of_the_asked_kind_and_new(question: str, clause: str, value: bool) -> None:
    (found,) = clauses(clause)
    assert evidence(found, profile(question)).value is value


def test_a_plain_answer_is_focused_and_background_is_not() -> None:
    question = profile("When was the bridge opened?")
    (plain,), (background,) = (
        clauses("The bridge opened in 1912"),
        clauses("A painter drew five ships in 1912 for a king"),
    )
    assert evidence(plain, question).focused
    # Content words beside the value and the question: painter, drew, ships, king.
    assert evidence(background, question) == (True, 4)


def test_asking_back_offers_no_value_and_a_guess_put_as_a_question_does() -> None:
    question = profile("When was the bridge opened?")
    asked = [asks(clauses(text)[0], question) for text in ("When was the bridge opened?", "Which bridge is it?")]
    answered = [asks(clauses(text)[0], question) for text in ("Could it be 1912?", "It was 1912")]
    assert (asked, answered) == ([True, True], [False, False])


def test_restating_needs_half_of_the_content_words() -> None:
    question = profile("Who taught the sculptor Ada Vell?")
    (whole,), (other,) = clauses("nobody knows who taught Ada Vell"), clauses("the month is not known")
    assert restates(whole, question)
    assert not restates(other, question)
    assert not restates(whole, profile(""))
