import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runner.knowledge_base.corpus import Document
from runner.knowledge_base.passages import count_words, cut_passages, document_passages, split_sentences

TEXTS = st.one_of(
    st.text(max_size=300),
    st.text(alphabet="aB1 .!?\n\"')#-。東京\u00a0\u2028é", max_size=300),
    st.lists(
        st.sampled_from(["Dr. Who came.", "He left!", "the end", "3.5", "\n\n", "# Head\n", "x" * 70]), max_size=60
    ).map(" ".join),
)


def sentences(text: str) -> list[str]:
    return [text[start:end] for start, end in split_sentences(text)]


def passages(text: str, max_words: int) -> list[str]:
    return [text[start:end] for start, end in cut_passages(text, max_words)]


@given(TEXTS, st.integers(1, 40))
def test_passages_hold_every_visible_character_once_and_in_order(text, max_words):
    spans = cut_passages(text, max_words)
    position = 0
    for start, end in spans:
        assert position <= start < end
        assert not text[position:start].strip()
        position = end
    assert not text[position:].strip()


@given(TEXTS, st.integers(1, 40))
def test_no_passage_has_more_words_than_allowed_or_space_at_its_ends(text, max_words):
    for passage in passages(text, max_words):
        assert len(passage.split()) <= count_words(passage) <= max_words
        assert passage == passage.strip()


@given(TEXTS, st.integers(1, 40))
def test_a_passage_boundary_is_a_sentence_end_unless_the_sentence_is_too_long(text, max_words):
    ends = {end: count_words(text[start:end]) for start, end in split_sentences(text)}
    starts = {start: count_words(text[start:end]) for start, end in split_sentences(text)}
    for start, end in cut_passages(text, max_words):
        for boundary, known in ((start, starts), (end, ends)):
            if boundary not in known:
                around = [s for s in split_sentences(text) if s.start <= boundary <= s.end]
                assert any(count_words(text[s.start : s.end]) > max_words for s in around)


@given(TEXTS)
def test_cutting_again_gives_the_same_passages(text):
    assert cut_passages(text, 12) == cut_passages(text, 12)


def test_sentences_end_at_full_stops_but_not_at_abbreviations_initials_or_decimals():
    text = (
        "J. L. B. Smith named it. Dr. Mary Jones of St. Paul's agreed. It melts at 29.76 degrees. "
        "See No. 7, e.g. Table 2. “Is it so?” he asked. Yes! It cost 5 p.m. time."
    )
    assert sentences(text) == [
        "J. L. B. Smith named it.",
        "Dr. Mary Jones of St. Paul's agreed.",
        "It melts at 29.76 degrees.",
        "See No. 7, e.g. Table 2.",
        "“Is it so?” he asked.",
        "Yes!",
        "It cost 5 p.m. time.",
    ]


def test_headings_empty_lines_and_list_items_end_a_sentence_and_a_wrapped_line_does_not():
    text = "# Title\nFirst line\nwraps here. Second.\n\nno full stop\n\n- item one\n- item two\n1. third\n"
    assert sentences(text) == [
        "# Title",
        "First line\nwraps here.",
        "Second.",
        "no full stop",
        "- item one",
        "- item two",
        "1. third",
    ]


def test_closing_quotes_stay_with_their_sentence_and_japanese_stops_need_no_space():
    assert sentences('He said "no." She left. (All of them.) Done.') == [
        'He said "no."',
        "She left.",
        "(All of them.)",
        "Done.",
    ]
    assert sentences("東京は首都です。人口は多い。") == ["東京は首都です。", "人口は多い。"]


def test_sentences_are_joined_as_long_as_they_fit():
    text = "One two three. Four five. Six seven eight nine. Ten."
    # 3 + 2 = 5; + 4 would be 9; 4 + 1 = 5.
    assert passages(text, 5) == ["One two three. Four five.", "Six seven eight nine. Ten."]
    assert passages(text, 4) == ["One two three.", "Four five.", "Six seven eight nine.", "Ten."]
    assert passages(text, 100) == [text]


def test_a_sentence_that_is_too_long_is_cut_between_words():
    assert passages("a b c d e f g. H.", 3) == ["a b c", "d e f", "g. H."]


def test_unbroken_text_cannot_make_an_unlimited_passage():
    # 130 characters without a space count as three words: 64 + 64 + 2.
    assert [len(part) for part in passages("x" * 130, 1)] == [64, 64, 2]
    assert [len(part) for part in passages("山" * 5, 2)] == [2, 2, 1]


@pytest.mark.parametrize("text", ["", "  \n\n\t"])
def test_a_text_without_words_has_no_passages(text):
    assert cut_passages(text, 5) == []


def test_a_limit_below_one_is_refused():
    with pytest.raises(ValueError, match="at least 1"):
        cut_passages("text", 0)


def test_passages_of_a_document_carry_its_id_title_and_offsets():
    text = "# Fram\n\nShe was 39 metres long. Her name means forward.\n"
    document = Document("fram", "Fram", text, "fram.md", "0" * 64, len(text))
    found = document_passages(document, 7)
    # "# Fram" counts two words, the sentences five and four.
    assert [(p.document_id, p.title, p.index, p.text) for p in found] == [
        ("fram", "Fram", 0, "# Fram\n\nShe was 39 metres long."),
        ("fram", "Fram", 1, "Her name means forward."),
    ]
    assert all(text[p.start : p.end] == p.text for p in found)


@pytest.mark.parametrize("unit", ["A b. ", ".", ". ", "\n ", "\n", "? )", "# \n", "a", "。"])
def test_time_grows_with_the_length_of_the_text_and_not_faster(unit):
    def seconds(size: int) -> float:
        text = unit * (size // len(unit))
        begin = time.process_time()
        cut_passages(text, 50)
        return time.process_time() - begin

    seconds(1000)
    small = max(min(seconds(6_000) for _ in range(5)), 1e-3)
    # Ten times the text: quadratic growth would take 100 times as long.
    assert min(seconds(60_000) for _ in range(2)) < 40 * small
