"""BM25 over passages: which is found, on which scale, in which order."""

import math
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runner.ask.retrieval import PassageIndex, terms


@dataclass(frozen=True)
class Piece:
    document_id: str
    title: str | None
    text: str


RIVERS = [
    Piece("danube", "Danube", "The river flows into the Black Sea."),
    Piece("rhine", "Rhine", "The river flows into the North Sea."),
    Piece("mole", "Mole", "The animal digs tunnels under the lawn."),
]


def found(index, question, top_k=3):
    return [hit.passage.document_id for hit in index.search(question, top_k)]


def test_the_passage_that_shares_the_questions_words_comes_first():
    index = PassageIndex(RIVERS)
    assert found(index, "Which sea does the Rhine flow into, the North Sea?")[0] == "rhine"
    assert found(index, "Who digs tunnels?") == ["mole"]


def test_the_title_is_searched_with_the_text():
    assert found(PassageIndex(RIVERS), "Danube") == ["danube"]


def test_the_score_is_the_share_of_the_questions_weight():
    # Two passages of two terms each: b = 0.4 changes nothing, since both have the average length. A term that stands
    # once in one of two passages has the weight w1 = ln(1 + 1.5 / 1.5) = ln 2, and adds w1 · 1 / (1 + 0.9). A term in
    # no passage has w0 = ln(1 + 2.5 / 0.5) = ln 6, and adds nothing.
    index = PassageIndex([Piece("a", None, "amber beryl"), Piece("b", None, "coral dolomite")])
    share = 1 / 1.9
    assert index.search("amber", 1)[0].score == pytest.approx(share, abs=1e-6)
    assert index.search("amber beryl", 1)[0].score == pytest.approx(share, abs=1e-6)
    unknown = math.log(2) * share / (math.log(2) + math.log(6))
    assert index.search("amber zircon", 1)[0].score == pytest.approx(unknown, abs=1e-6)


def test_equal_scores_are_ranked_in_the_order_of_the_passages():
    pieces = [Piece(name, None, "quartz vein") for name in "dbca"]
    assert found(PassageIndex(pieces), "quartz", 4) == list("dbca")


def test_passages_that_share_nothing_are_never_returned():
    index = PassageIndex(RIVERS)
    assert index.search("xylophone", 3) == []
    assert index.search("", 3) == []
    assert index.search("?!", 3) == []
    assert len(index.search("river", 3)) == 2


@pytest.mark.parametrize("pieces", [[], [Piece("a", None, "")], [Piece("a", None, "…!")]])
def test_a_corpus_without_a_word_finds_nothing(pieces):
    assert PassageIndex(pieces).search("anything", 3) == []


def test_no_more_than_top_k_are_returned():
    pieces = [Piece(str(n), None, "quartz") for n in range(9)]
    assert len(PassageIndex(pieces).search("quartz", 4)) == 4


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Poincaré", "poincare"),
        ("it’s Ohm’s law", "Ohm's law"),
        ("ＡＢＣ 12", "abc 12"),
        ("The rivers", "river"),
        ("Straße", "strasse"),
    ],
)
def test_spellings_that_mean_the_same_are_the_same_terms(one, other):
    assert terms(one) == terms(other)


def test_scripts_without_spaces_are_searched_by_character():
    pieces = [Piece("tokyo", None, "東京は日本の首都です。"), Piece("kyoto", None, "大阪の料理")]
    assert found(PassageIndex(pieces), "日本の首都はどこですか", 1) == ["tokyo"]


def test_a_question_of_stop_words_alone_keeps_them():
    assert terms("Who was The Who?") == ["who", "was", "the", "who"]


WORDS = st.text(alphabet="abcde éß京 ?'", max_size=20)


@given(st.lists(WORDS, max_size=6), WORDS)
def test_scores_lie_from_0_to_below_1_and_never_rise_with_the_rank(texts, question):
    hits = PassageIndex([Piece(str(n), None, text) for n, text in enumerate(texts)]).search(question, 6)
    scores = [hit.score for hit in hits]
    assert all(0 <= score < 1 for score in scores)
    assert scores == sorted(scores, reverse=True)
