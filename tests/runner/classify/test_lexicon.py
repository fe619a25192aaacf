"""The notation of the lexicon, and what must hold for every language."""

import pytest

from runner.classify.lexicon import LANGUAGES
from runner.classify.lexicon.language import Language, alternatives, any_of, fold_letters


def test_a_block_is_one_pattern_a_line_and_a_backslash_continues() -> None:
    assert alternatives(" no lo sé\n\n  a b \\\n   c\n") == ["no lo se", "a b c"]
    assert any_of([]).search("anything") is None


@pytest.mark.parametrize(
    ("text", "folded"),
    [("crème brûlée", "creme brulee"), ("weiß", "weiss"), ("ありがとう", "ありがとう"), ("한국", "한국"), ("ё", "е")],
)
def test_folding_takes_accents_off_latin_and_cyrillic_letters_alone(text: str, folded: str) -> None:
    assert fold_letters(text) == folded


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)
def test_every_pattern_compiles_in_lower_case_and_matches_no_empty_text(language: Language) -> None:
    for guarded in language.decline_patterns + language.hedge_patterns:
        assert guarded.triggers
        assert guarded.pattern.search("") is None
        assert guarded.triggers == {fold_letters(word.lower()) for word in guarded.triggers}
