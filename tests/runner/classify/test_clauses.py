"""How a response is cut into clauses before any phrase is sought."""

import pytest

from runner.classify.clauses import clauses


def texts(response: str) -> list[str]:
    return [clause.text for clause in clauses(response)]


@pytest.mark.parametrize(
    ("response", "expected"),
    [
        ("It was 1912. More is not known.", ["it was 1912.", "more is not known."]),
        ("It was Dr. A. Vell in St. Anne. Nothing else.", ["it was dr. a. vell in st. anne.", "nothing else."]),
        ("I can't say, but it was 1912.", ["i can not say", "but it was 1912."]),
        ("It was 1912; the day is not given.", ["it was 1912", "the day is not given."]),
        ("In 1912 (the day is not given).", ["in 1912 .", "the day is not given"]),
        ("Ada Vell (1860-1891) was here.", ["ada vell (1860-1891) was here."]),
        ("While they do not say so, it was 1912.", ["while they do not say so", "it was 1912."]),
        ("They looked, but could not find it.", ["they looked, but could not find it."]),
        ("1912年です。日は不明です。", ["1912年です。", "日は不明です。"]),
        ("Das weiß ich nicht, aber es war 1912.", ["das weiss ich nicht", "aber es war 1912."]),
        ("No lo sé; quizás 1912.", ["no lo se", "quizas 1912."]),
    ],
)
def test_sentences_turns_and_negated_asides_become_clauses(response: str, expected: list[str]) -> None:
    assert texts(response) == expected


@pytest.mark.parametrize(
    ("response", "expected"),
    [
        ("**Bold** and _emphasis_ and ~~this~~", ["bold and emphasis and this"]),
        ("# Heading\n\n- first\n- second", ["heading", "first", "second"]),
        ("1. first\n2. second", ["first", "second"]),
        ("See [the page](https://example.org/a_b) [1][2, 3]【4:0†x.pdf】.", ["see the page ."]),
        ("wrapped in\nlower case", ["wrapped in lower case"]),
        ("* one\n* two\n### three", ["one", "two", "three"]),
        ("Not wrapped.\nnext", ["not wrapped.", "next"]),
        ("line<br>break", ["line break"]),
        ("---\n***\n```", []),
    ],
)
def test_markup_and_citations_leave_no_trace(response: str, expected: list[str]) -> None:
    assert texts(response) == expected


@pytest.mark.parametrize("short", ["can't", "cannot", "can\u2019t", "cant", "CAN'T", "can not"])
def test_contractions_are_written_out(short: str) -> None:
    assert texts(f"I {short} say") == ["i can not say"]


def test_a_quotation_is_masked_for_patterns_and_kept_for_values() -> None:
    (clause,) = clauses('The motto is "I don\'t know" and nothing else')
    assert "know" not in clause.text
    assert clause.raw == 'The motto is "I do not know" and nothing else'


@pytest.mark.parametrize(
    "response", ['"I don\'t know"', "'I don't know.'", 'The answer is "I don\'t know"', 'Response: "I don\'t know"']
)
def test_a_reply_that_is_wholly_quoted_is_not_masked(response: str) -> None:
    assert "know" in texts(response)[0]


def test_a_very_long_response_keeps_both_ends() -> None:
    found = texts("\n".join(f"Line number {i}." for i in range(1000)))
    assert (found[0], found[-1], len(found)) == ("line number 0.", "line number 999.", 300)
