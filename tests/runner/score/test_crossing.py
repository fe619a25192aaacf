"""Where two systems change places."""

from fractions import Fraction

import numpy as np
import pytest

from runner.score.counts import Scored
from runner.score.crossing import crossing_of
from schemas.results_comparisons import Crossing
from tests.results_examples import results_of


def scored(credited: int, penalised: int, n: int) -> Scored:
    return Scored(*(np.array([part], dtype=np.int64) for part in (credited, penalised, n)))


@pytest.mark.parametrize(
    ("first", "second", "k", "reason"),
    [
        # 0.9 - 0.1 k = 0.7 - 0.05 k at k = 4.
        ((90, 10, 100), (70, 5, 100), Fraction(4), None),
        # Unequal counts: 9/10 - k/10 = 3/5 - 0: k = 3.
        ((9, 1, 10), (12, 0, 20), Fraction(3), None),
        ((90, 10, 100), (90, 5, 100), Fraction(0), None),
        ((90, 5, 100), (70, 10, 100), None, "one of the two is ahead at every k >= 0"),
        ((90, 5, 100), (70, 5, 100), None, "parallel lines: the same difference at every k"),
        ((90, 5, 100), (18, 1, 20), None, "equal scores at every k"),
        ((0, 0, 0), (18, 1, 20), None, "no common question"),
    ],
)
def test_crossing_in_closed_form(
    first: tuple[int, int, int], second: tuple[int, int, int], k: Fraction | None, reason: str | None
) -> None:
    assert crossing_of(scored(*first), scored(*second)) == (k, reason)
    assert crossing_of(scored(*second), scored(*first)) == (k, reason)


def crossing(a: str, b: str) -> Crossing:
    (pair,) = results_of({"a": a, "b": b}).pairs
    return pair.crossing


def test_a_crossing_has_a_share_and_a_conditional_interval() -> None:
    # a: 90 right, 10 wrong; b: 70 right, 5 wrong, 25 declined: k = 4.
    found = crossing("C" * 90 + "W" * 10, "C" * 70 + "W" * 5 + "A" * 25)
    assert found.k.value == 4.0
    assert found.k.method == "percentile_of_crossings"
    assert found.k.low is not None
    assert found.k.high is not None
    assert 0 <= found.k.low < 4 < found.k.high <= 20
    assert found.share_of_resamples.value is not None
    assert found.share_of_resamples.value > 0.8


def test_resamples_may_cross_where_the_sample_does_not() -> None:
    found = crossing("C" * 90 + "W" * 10, "C" * 90 + "W" * 10)
    assert found.k.reason == "equal scores at every k"
    assert found.share_of_resamples.value == 0.0
    # a is ahead on right answers by 5 and on wrong ones by 1 of 100: some draws turn one of them round.
    ahead = crossing("C" * 85 + "A" * 10 + "W" * 5, "A" * 5 + "C" * 80 + "A" * 9 + "W" * 6)
    assert ahead.k.reason == "one of the two is ahead at every k >= 0"
    assert ahead.share_of_resamples.value is not None
    assert 0 < ahead.share_of_resamples.value < 1


def test_a_crossing_beyond_twenty_says_so() -> None:
    # 0.99 - 0.01 k against 0.69: k = 30.
    found = crossing("C" * 99 + "W", "C" * 69 + "A" * 31)
    assert (found.k.value, found.k.low, found.k.reason) == (30.0, None, "beyond k = 20")
