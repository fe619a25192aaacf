"""Resampling: the same bits everywhere, unbiased indices, exact sums, percentiles without interpolation."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from runner.score.bootstrap import (
    IndexStream,
    Statistics,
    needed_resamples,
    percentile_limits,
    ratios,
    resample_sums,
    varies,
)

ALPHA = Fraction(1, 20)
STATS = np.array([[1, 0, 3], [0, 2, 3], [1, 1, 2], [0, 0, 3], [5, 1, 1]], dtype=np.int64)


def test_the_stream_is_pinned() -> None:
    """numpy guarantees the raw words of a seeded PCG64; these indices were made from them word by word.

    First word of PCG64([1, 0]) below 1,000: low half first, each times 1,000, shifted right by 32 bits.
    """
    word = int(np.random.PCG64([1, 0]).random_raw())
    by_hand = [((word & 0xFFFFFFFF) * 1000) >> 32, ((word >> 32) * 1000) >> 32]
    drawn = IndexStream(1, 1000).take(8).tolist()
    assert drawn[:2] == by_hand
    assert drawn == [473, 511, 755, 950, 34, 144, 822, 948]


@given(st.lists(st.integers(1, 200_000), min_size=1, max_size=6), st.integers(2, 2**31 + 5))
def test_how_numbers_are_asked_for_does_not_change_them(counts: list[int], bound: int) -> None:
    piecewise = IndexStream(7, bound)
    parts = np.concatenate([piecewise.take(count) for count in counts])
    assert np.array_equal(parts, IndexStream(7, bound).take(sum(counts)))
    assert parts.min() >= 0
    assert parts.max() < bound


def test_rejection_leaves_every_value_equally_likely() -> None:
    # With 3 * 2^30 values, 2^32 mod bound = 2^30: without rejection the residue classes would hold 2, 1 and 1 numbers.
    bound = 3 * 2**30
    drawn = IndexStream(3, bound).take(90_000)
    thirds = np.bincount(drawn % 3, minlength=3)
    # Binomial(90,000, 1/3) has a standard deviation of 141; five of them are 707.
    assert np.abs(thirds - 30_000).max() < 707


def test_indices_are_uniform() -> None:
    drawn = np.bincount(IndexStream(11, 100).take(1_000_000), minlength=100)
    # Chi-square with 99 degrees of freedom: mean 99, standard deviation 14.1; five of them above is 169.5.
    assert ((drawn - 10_000) ** 2 / 10_000).sum() < 169.5


def test_a_bound_out_of_range_is_refused() -> None:
    for bound in (0, 2**32):
        with pytest.raises(ValueError, match="cannot draw"):
            IndexStream(1, bound)


def test_sums_are_those_of_the_drawn_questions() -> None:
    sums = resample_sums(STATS, 50, 5)
    indices = IndexStream(5, len(STATS)).take(50 * len(STATS)).reshape(50, len(STATS))
    expected = [[sum(int(STATS[question, column]) for question in row) for column in range(3)] for row in indices]
    assert sums.tolist() == expected


@pytest.mark.parametrize("chunk", [1, 5, 37, 10**6])
def test_chunks_change_nothing(chunk: int) -> None:
    assert np.array_equal(resample_sums(STATS, 333, 9, chunk_cells=chunk), resample_sums(STATS, 333, 9))


def test_large_counts_are_summed_exactly_or_refused() -> None:
    near = np.array([[2**50], [2**50 - 1], [1], [3], [7]], dtype=np.int64)
    sums = resample_sums(near, 20, 1)
    indices = IndexStream(1, 5).take(100).reshape(20, 5)
    assert sums[:, 0].tolist() == [sum(int(near[i, 0]) for i in row) for row in indices]
    with pytest.raises(OverflowError):
        resample_sums(near * 4, 20, 1)


def test_no_question_gives_empty_sums() -> None:
    assert resample_sums(np.zeros((0, 2), dtype=np.int64), 3, 1).tolist() == [[0, 0]] * 3


def test_equal_columns_are_drawn_once() -> None:
    statistics = Statistics(5)
    first, second, again = (statistics.add(STATS[:, column]) for column in (0, 1, 0))
    assert (first, second, again) == (0, 1, 0)
    statistics.draw(10, 5)
    assert np.array_equal(statistics.sums(second), resample_sums(STATS[:, :2], 10, 5)[:, 1])


def test_percentiles_are_order_statistics() -> None:
    # B = 100, alpha = 0.05: r = floor(101 * 0.025) = 2, so the 2nd smallest and 2nd largest of 0 ... 99.
    values = np.arange(100.0)[::-1]
    assert percentile_limits(values, ALPHA) == (1.0, 98.0)
    # B = 10,000: r = 250.
    assert percentile_limits(np.arange(10_000.0), ALPHA) == (249.0, 9750.0)
    # 38 values: floor(39 * 0.025) = 0, too few.
    assert percentile_limits(np.arange(38.0), ALPHA) is None
    assert percentile_limits(np.arange(39.0), ALPHA) == (0.0, 38.0)


def test_enough_resamples_for_the_corrected_level() -> None:
    # Six tests at 0.05: B + 1 >= 10 * 6 / 0.05 = 1,200. 190 tests: 38,000. No test: as for one, 200.
    assert needed_resamples(ALPHA, 6) == 1_199
    assert needed_resamples(ALPHA, 190) == 37_999
    assert needed_resamples(ALPHA, 0) == 199
    # Never below what is needed: 10 / 0.03 = 333.33, so B + 1 = 334.
    assert needed_resamples(Fraction(3, 100), 1) == 333


def test_resamples_without_a_scored_response_have_no_ratio() -> None:
    points, of = np.array([3, 1, 0], dtype=np.int64), np.array([4, 0, 2], dtype=np.int64)
    assert ratios(points, of).tolist() == [0.75, 0.0]
    assert ratios(points, of, 2).tolist() == [0.375, 0.0]


def test_variation_is_between_ratios_not_counts() -> None:
    # 1/2, 2/4 and 0/0: no variation. 1/2 and 2/3: variation.
    assert not varies(np.array([1, 2, 0]), np.array([2, 4, 0]))
    assert varies(np.array([1, 2]), np.array([2, 3]))
    assert not varies(np.array([0]), np.array([0]))
