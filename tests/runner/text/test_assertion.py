"""Whether a text says, denies or doubts what it mentions."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runner.text.assertion import Standing, clause_bounds, sentence_bounds, standing


def of_paris(text: str) -> Standing:
    start = text.index("Paris")
    return standing(text, start, start + 5)


@pytest.mark.parametrize(
    "text",
    [
        "The capital is Paris.",
        "Not only is Paris the largest city, it is the capital.",
        "It was not until 1900 that Paris became so large.",
        "The documents do not give the year, but the city is Paris.",
        "The only one who was not a sailor is Paris.",
        "I may be out of date, but as of 2021 it is Paris.",
        "While I could not find a source, Paris is the capital.",
        "Without doubt, Paris.",
    ],
)
def test_asserted(text):
    assert of_paris(text) is Standing.ASSERTED


@pytest.mark.parametrize(
    "text",
    [
        "It is not Paris.",
        "It isn't Paris, it is Lyon.",
        "It isn’t in Paris.",
        "The capital was never Paris.",
        "Lyon rather than Paris",
        "Lyon instead of Paris",
        "anywhere except Paris",
        "neither Lyon nor Paris",
        "Paris is not the capital.",
        "Paris wasn't it.",
        "Paris is incorrect; it is Lyon.",
        "No longer Paris.",
        "It is not true that it was Paris.",
        "often confused with Paris",
    ],
)
def test_denied(text):
    assert of_paris(text) is Standing.DENIED


@pytest.mark.parametrize(
    "text",
    [
        "Some say Paris, but it is Lyon.",
        "It might be Paris, but my documents say Lyon.",
        "Although often believed to be Paris, the capital is Lyon.",
        "Paris. No, wait: Lyon.",
        "Paris described Lyon, not the other way around.",
        "There is no evidence that Paris is the capital.",
        "It is unclear whether Paris is the capital.",
    ],
)
def test_doubted(text):
    assert of_paris(text) is Standing.DOUBTED


def test_clauses_and_sentences_around_a_mention():
    text = "At first, he lived in Paris, then J. S. Smith moved. He stayed."
    at = text.index("Paris")
    assert text[slice(*clause_bounds(text, at, at + 5))].strip() == "he lived in Paris"
    assert text[slice(*sentence_bounds(text, at, at + 5))].startswith("At first")


@given(st.text(max_size=120), st.integers(0, 120), st.integers(0, 120))
def test_no_text_makes_it_fail(text, one, other):
    start, end = sorted((min(one, len(text)), min(other, len(text))))
    assert standing(text, start, end) in set(Standing)
