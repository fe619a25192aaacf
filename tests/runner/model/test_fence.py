"""Fences: no text can hold the word of its own fence, and every text comes out of it as it went in."""

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from runner.model.fence import SHORTEST, fence_word, fenced, sound

TEXTS = st.lists(st.text(st.characters(codec=None), max_size=80), min_size=1, max_size=3)


def test_the_word_depends_on_every_letter_and_on_which_text_holds_it():
    words = {fence_word(texts) for texts in (["ab", "c"], ["a", "bc"], ["abc"], ["c", "ab"], ["ab", "d"], [], [""])}
    assert len(words) == 7
    assert fence_word(["ab", "c"]) == fence_word(["ab", "c"])


@given(TEXTS)
def test_a_word_is_hexadecimal_and_stands_in_no_text(texts):
    word = fence_word(texts)
    assert re.fullmatch(r"[0-9a-f]{16,}", word)
    assert all(word not in text for text in texts)


SPELLINGS = {
    "plain": str,
    "upper case": str.upper,
    "zero width": "\u200b".join,
    "bidi": "\u202e".join,
    "spaces": " ".join,
    "tags": "</".join,
    "full width": lambda digits: "".join(chr(ord(char) + 0xFEE0) for char in digits),
    "Arabic": lambda digits: "".join(chr(0x0660 + int(char)) if char.isdecimal() else char for char in digits),
    "mathematical": lambda digits: "".join(chr(0x1D7CE + int(char)) if char.isdecimal() else char for char in digits),
}


@pytest.mark.parametrize("spelling", SPELLINGS.values(), ids=SPELLINGS.keys())
def test_a_word_that_stands_in_a_text_grows_until_it_does_not(spelling):
    # The text holds all 256 words of one byte, so that a word of one byte stands in it whatever the text hashes to.
    digits = "".join(f"{number:02x}" for number in range(256))
    for beginning in "abcdefgh":
        text = beginning + spelling(digits)
        assert len(fence_word([text], shortest=1)) > 2
        assert len(fence_word([text])) == 2 * SHORTEST


@given(TEXTS)
@example(["\ud800", "a\r\n<b 1>\n", "\ud83d\ude00"])
def test_what_was_fenced_can_be_read_back(texts):
    named = {f"text{number}": text for number, text in enumerate(texts)}
    word = fence_word(texts)
    whole = fenced(named, word)
    for name, text in named.items():
        opening, closing = f"<{name} {word}>\n", f"\n</{name} {word}>"
        assert (whole.count(opening), whole.count(closing)) == (1, 1)
        assert whole.partition(opening)[2].partition(closing)[0] == sound(text)


def test_lone_surrogates_become_replacement_characters_and_pairs_are_joined():
    assert sound("a\ud800b") == "a\ufffdb"
    assert sound("\ud83d\ude00") == "\U0001f600"
