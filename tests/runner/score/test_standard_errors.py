"""Clustered standard errors and the smallest detectable difference."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from runner.score.counts import Scored
from runner.score.standard_errors import difference_error, minimum_detectable, quality_error

K = Fraction(4)


def scored(credited: list[int], penalised: list[int], n: list[int]) -> Scored:
    return Scored(*(np.array(part, dtype=np.int64) for part in (credited, penalised, n)))


RIGHT_AND_WRONG = scored([1, 1, 1, 0], [0, 0, 0, 1], [1, 1, 1, 1])


def test_error_of_four_questions() -> None:
    # Points 1, 1, 1, -4, mean -0.25; deviations 1.25, 1.25, 1.25, -3.75: sum of squares 18.75.
    # Variance of the mean 18.75 / (4 * 3) = 1.5625, root 1.25.
    assert quality_error(RIGHT_AND_WRONG, K) == 1.25


def test_repeats_that_are_copies_add_nothing() -> None:
    copies = scored([3, 3, 3, 0], [0, 0, 0, 3], [3, 3, 3, 3])
    assert quality_error(copies, K) == quality_error(RIGHT_AND_WRONG, K)


def test_fractional_penalties_are_exact() -> None:
    # k = 1/2: points 1, 1, 1, -0.5, mean 0.625; deviations 0.375 (three) and -1.125: squares 1.6875; / 12 = 0.140625.
    assert quality_error(RIGHT_AND_WRONG, Fraction(1, 2)) == 0.375


def test_one_question_has_no_error_and_equal_ones_none() -> None:
    assert quality_error(scored([1, 0], [0, 0], [1, 0]), K) is None
    assert quality_error(scored([1, 1], [0, 0], [1, 1]), K) == 0.0


def test_error_of_a_difference_cancels_what_both_share() -> None:
    other = scored([1, 1, 0, 0], [0, 0, 1, 1], [1, 1, 1, 1])
    # Differences per question 0, 0, 5, 0, mean 1.25; deviations -1.25 (three), 3.75: 18.75 / 12 = 1.5625, root 1.25.
    assert difference_error(RIGHT_AND_WRONG, other, K) == 1.25
    assert difference_error(RIGHT_AND_WRONG, RIGHT_AND_WRONG, K) == 0.0


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(0, 3)), min_size=2, max_size=12))
def test_agrees_with_the_definition_in_floats(rows: list[tuple[int, int, int]]) -> None:
    kept = [row for row in rows if sum(row)]
    credited, penalised, n = ([row[0] for row in rows], [row[1] for row in rows], [sum(row) for row in rows])
    found = quality_error(scored(credited, penalised, n), K)
    if len(kept) < 2:
        assert found is None
        return
    total = sum(n)
    quality = (sum(credited) - 4 * sum(penalised)) / total
    squares = sum((c - 4 * w - quality * (c + w + a)) ** 2 for c, w, a in kept) / total**2
    assert found == pytest.approx(math.sqrt(len(kept) / (len(kept) - 1) * squares), abs=1e-12)


def test_very_large_counts_do_not_overflow() -> None:
    many = scored([10**7, 10**7, 0], [0, 0, 10**7], [10**7, 10**7, 10**7])
    # Points per response 1, 1, -1000: as with single responses, deviations 333 2/3 (two), -667 1/3.
    few = scored([1, 1, 0], [0, 0, 1], [1, 1, 1])
    assert quality_error(many, Fraction(1000)) == quality_error(few, Fraction(1000))


def test_smallest_detectable_difference() -> None:
    # (1.959964 + 0.841621) * 0.1.
    assert minimum_detectable(0.1, Fraction(1, 20)) == pytest.approx(0.2801585, abs=1e-6)
