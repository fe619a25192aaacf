"""Properties that hold for every text: no crash, one label per meaning of the typography, bounded time."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runner.classify.phrases import PhraseClassifier
from schemas.judging import Intent

CLASSIFIER = PhraseClassifier()

PIECES = st.sampled_from(
    [
        "I don't know",
        "I can't find that in the documents",
        "but it was 1912",
        "The bridge was opened in 1912",
        "The documents don't say more",
        "However, it's likely Ada Vell's work",
        'The motto is "I don\'t know"',
        "Could you clarify",
        "Sorry",
        "No",
        "Ich weiß es nicht",
        "je n'ai pas trouvé",
        "資料には記載がありません",
        "1912年です",
        "N/A",
        "[1]",
        "(not specified)",
        "- item",
        "1. item",
        "If you need more, let me know",
    ]
)
SENTENCES = st.lists(
    st.tuples(PIECES, st.sampled_from([". ", "? ", ", ", "; ", "\n", "\n\n", "。", " "])), max_size=6
).map(lambda parts: "".join(piece + mark for piece, mark in parts))
QUESTIONS = st.sampled_from(
    ["", "When was the bridge opened?", "Who built the bridge?", "Is it open?", "What is the motto?"]
)

VARIANTS = {
    "right quote": {"'": "\u2019"},
    "modifier apostrophe": {"'": "\u02bc"},
    "acute": {"'": "\u00b4"},
    "full width": {chr(code): chr(code + 0xFEE0) for code in range(0x21, 0x7F)} | {" ": "\u3000"},
    "no-break space": {" ": "\u00a0"},
    "narrow no-break space": {" ": "\u202f"},
    "hyphens": {"-": "\u2011"},
    "curly double quotes": {'"': "\u201d"},
    "guillemets": {'"': "\u00bb"},
    "soft hyphens": {"n": "n\u00ad"},
    "zero-width joiners": {"o": "o\u200d"},
}

TRAILERS = [
    "\n",
    "   ",
    "\t\n\n",
    " **",
    "\n\n---",
    "\n```",
    "\n> ",
    "\n- ",
    "\n# ",
    " __",
    "\u200b",
    "\n<br>",
    " [1]",
    "\r\n",
]


@settings(max_examples=300)
@given(question=st.text(max_size=60), response=st.text(max_size=300))
def test_no_text_makes_it_raise(question: str, response: str) -> None:
    result = CLASSIFIER.classify(question, response)
    assert result.intent in Intent
    assert result.reason
    assert result == CLASSIFIER.classify(question, response)


@pytest.mark.parametrize("name", VARIANTS)
@settings(max_examples=50)
@given(question=QUESTIONS, response=SENTENCES)
def test_typography_never_changes_the_label(name: str, question: str, response: str) -> None:
    plain = CLASSIFIER.classify(question, response)
    variant = CLASSIFIER.classify(question, "".join(VARIANTS[name].get(char, char) for char in response))
    assert variant.intent is plain.intent, (plain.reason, variant.reason)


@settings(max_examples=300)
@given(question=QUESTIONS, response=SENTENCES, trailer=st.sampled_from(TRAILERS))
def test_trailing_white_space_and_markdown_never_change_the_label(question: str, response: str, trailer: str) -> None:
    plain = CLASSIFIER.classify(question, response)
    assert CLASSIFIER.classify(question, response + trailer).intent is plain.intent


@settings(max_examples=80)
@given(question=QUESTIONS, response=SENTENCES, mark=st.sampled_from(["**", "*", "_", "`"]))
def test_emphasis_around_a_whole_line_never_changes_the_label(question: str, response: str, mark: str) -> None:
    line = " ".join(response.split())
    assert CLASSIFIER.classify(question, mark + line + mark).intent is CLASSIFIER.classify(question, line).intent


@pytest.mark.parametrize(
    "response",
    [
        "a" * 1_000_000,
        "I do not " * 110_000,
        "not a, " * 140_000,
        '"a" ' * 100_000,
        "'a " * 330_000,
        "[a](" * 250_000,
        "(not " * 200_000,
        "\n- x" * 250_000,
        "a. " * 330_000,
        "no a-a " * 140_000,
        "\u0301" * 1_000_000,
        "\ue000\uf8ff" * 500_000,
        "ア" * 1_000_000,
        "\ud800" * 1_000,
        "\x00\u2028\x85" * 300_000,
    ],
    ids=lambda text: ascii(text[:8]),
)
def test_a_megabyte_is_classified_in_bounded_time(response: str) -> None:
    start = time.process_time()
    assert CLASSIFIER.classify("When?", response).intent in Intent
    # Linear work takes 0.1 to 4 s here; a quadratic pattern would take minutes.
    assert time.process_time() - start < 30


@pytest.mark.parametrize("response", ["I don't know \ud800.", "I can't say, but 1912 \udfff", "Do you \ud800 mean it?"])
def test_lone_surrogates_do_not_reach_the_reason(response: str) -> None:
    assert CLASSIFIER.classify("When \ud800?", response).reason.encode()


def test_an_abstention_at_the_end_of_a_long_response_is_seen() -> None:
    background = "The documents describe other bridges in detail. " * 2_000
    result = CLASSIFIER.classify("When was it opened?", background + "However, they do not mention when it was opened.")
    assert result.intent is Intent.ABSTENTION
