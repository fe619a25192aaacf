"""Ranks with ties, rank ranges, who is barred, and the order of the table."""

from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest

from runner.score.ranks import rank_ranges, ranks_of
from tests.results_examples import results_of

ALPHA = Fraction(1, 20)


def test_equal_scores_share_a_rank() -> None:
    scores = [Fraction(7, 10), Fraction(13, 20), Fraction(70, 100), Fraction(14, 20), None]
    assert ranks_of(scores) == [1, 4, 1, 1, None]
    assert ranks_of([]) == []


def test_all_orders_of_input_give_one_table() -> None:
    """Q of 20 responses at k = 4: a, b and c 15 right, 1 wrong (0.55); d 14 right, 1 wrong (0.50)."""
    answers = {
        "a": "C" * 15 + "W" + "A" * 4,
        "b": "A" * 4 + "W" + "C" * 15,
        "c": "AA" + "C" * 15 + "W" + "AA",
        "d": "C" * 14 + "W" + "A" * 5,
    }
    tables = set()
    for order in permutations(answers):
        results = results_of({slug: answers[slug] for slug in order})
        tables.add(tuple((system.slug, system.at(4).rank, system.at(4).quality) for system in results.systems))
        assert results.leaders == ("a", "b", "c")
    assert len(tables) == 1
    assert [(slug, rank, figure.value) for slug, rank, figure in tables.pop()] == [
        ("a", 1, 0.55),
        ("b", 1, 0.55),
        ("c", 1, 0.55),
        ("d", 4, 0.5),
    ]


def test_rank_ranges_come_from_the_resamples() -> None:
    # 100 resamples, r = floor(101 * 0.025) = 2: b beats a twice, so the 2nd largest rank of a is 2; c is always last.
    a, b, c = np.full(100, 0.5), np.full(100, 0.4), np.full(100, -np.inf)
    b[:2] = 0.6
    assert rank_ranges([a, b, c], ALPHA, 10) == [(1, 2), (1, 2), (3, 3)]
    b[1] = 0.4
    assert rank_ranges([a, b, c], ALPHA, 10) == [(1, 1), (2, 2), (3, 3)]
    # Equal scores in a resample share the better rank.
    assert rank_ranges([a, a], ALPHA, 10) == [(1, 1), (1, 1)]


def test_no_range_where_resampling_says_nothing() -> None:
    assert rank_ranges([np.zeros(100)], ALPHA, 4) == [None]
    assert rank_ranges([np.zeros(20)], ALPHA, 10) == [None]
    assert rank_ranges([], ALPHA, 10) == []


def test_a_system_without_a_score_is_last_and_unranked() -> None:
    # BR-37: 0.9, no scored item, 0.1 (k = 1: 19 right and 1 wrong; nothing; 11 right and 9 wrong of 20).
    answers = {"high": "C" * 19 + "W", "none": "X" * 20, "low": "C" * 11 + "W" * 9}
    results = results_of(answers)
    assert [system.slug for system in results.systems] == ["high", "low", "none"]
    assert [system.at(1).quality.value for system in results.systems] == [0.9, 0.1, None]
    last = results.system("none")
    assert last.at(1).rank is None
    assert last.unranked_reason == "not scored: no response of it could be scored"
    assert last.at(1).quality.reason == "no scored response"
    # All its responses counted as wrong: -k.
    assert last.at(4).bounds.excluded_as_wrong.value == -4.0


@pytest.mark.parametrize(("left_out", "ranked"), [(2, True), (3, False)])
def test_more_than_one_per_cent_left_out_bars_from_ranking(left_out: int, ranked: bool) -> None:
    for letter, kinds in [("X", "excluded"), ("U", "excluded or ungraded"), ("N", "excluded"), (".", "excluded")]:
        results = results_of({"a": letter * left_out + "C" * (200 - left_out), "b": "C" * 199 + "W"})
        reason = None if ranked else f"not ranked: 3 of 200 responses are {kinds}, above 1 %"
        assert (results.system("a").at(4).rank is not None) is ranked
        assert results.system("a").unranked_reason == reason
        assert results.tests.comparisons == int(ranked)


def test_a_waiver_lets_ungraded_responses_pass_but_not_exclusions() -> None:
    answers = {"ungraded": "U" * 20 + "C" * 80, "excluded": "X" * 20 + "C" * 80}
    results = results_of(answers, ungraded_waiver="a panel of code cannot tell everything")
    assert results.system("ungraded").at(4).rank == 1
    assert results.system("excluded").at(4).rank is None
    assert results.ungraded_waiver == "a panel of code cannot tell everything"


def test_order_of_the_table() -> None:
    answers = {
        "z_best": "C" * 10,
        "ref": "A" * 10,
        "exempt_low": "W" * 10,
        "exempt_high": "C" * 10,
        "unscored": "X" * 10,
        "barred": "X" + "C" * 9,
        "a_worst": "W" * 10,
    }
    kinds = {"exempt_low": "exempt", "exempt_high": "exempt", "ref": "reference"}
    campaign_systems = results_of(
        {("always_decline" if slug == "ref" else slug): word for slug, word in answers.items()},
        kinds={("always_decline" if slug == "ref" else slug): kind for slug, kind in kinds.items()},
    ).systems
    assert [system.slug for system in campaign_systems] == [
        "z_best",
        "a_worst",
        "barred",
        "unscored",
        "exempt_high",
        "exempt_low",
        "always_decline",
    ]
    assert [system.at(4).rank for system in campaign_systems] == [1, 2, None, None, None, None, None]
    assert all((system.at(4).rank is None) == (system.unranked_reason is not None) for system in campaign_systems)


def test_neighbours_that_are_not_separated_are_named_without_chaining() -> None:
    """a and b differ little, b and c differ little, a and c clearly: a is close to b alone."""
    answers = {
        "a": "C" * 200,
        "b": "C" * 197 + "W" * 3,
        "c": "C" * 190 + "W" * 10,
    }
    results = results_of(answers)
    assert {system.slug: system.not_separated_from for system in results.systems} == {
        "a": ("b",),
        "b": ("a", "c"),
        "c": ("b",),
    }
