"""Scores over k: the same figures as in the table, a band, and ranks that change."""

from fractions import Fraction

import numpy as np
import pytest

from runner.score.grid import band
from schemas.scoring import Scoring
from tests.results_examples import example_results, results_of

EAGER = "C" * 90 + "W" * 10
CAREFUL = "C" * 70 + "W" * 5 + "A" * 25


def test_the_grid_agrees_with_the_table_at_its_points() -> None:
    results = example_results()
    for row in results.grid.rows:
        for entry in results.system(row.slug).by_k:
            at = results.grid.ks.index(entry.k)
            assert results.grid.thresholds[at] == entry.threshold
            assert row.quality[at] == entry.quality.value
            assert (row.rank[at], row.rank_low[at], row.rank_high[at]) == (entry.rank, entry.rank_low, entry.rank_high)
            assert (row.low[at], row.high[at]) == (entry.quality.low, entry.quality.high)
            assert (row.band_low[at] is None) == (entry.quality.method != "percentile")


def test_ranks_change_at_the_crossing() -> None:
    """90 right and 10 wrong against 70 right and 5 wrong: equal at k = 4."""
    grid = results_of({"careful": CAREFUL, "eager": EAGER}).grid
    rows = {row.slug: row for row in grid.rows}
    assert grid.ks == tuple(step / 2 for step in range(41))
    at = grid.ks.index(4.0)
    assert [rows["eager"].rank[at + step] for step in (-1, 0, 1)] == [1, 1, 2]
    assert [rows["careful"].rank[at + step] for step in (-1, 0, 1)] == [2, 1, 1]


def test_the_band_is_wider_than_the_intervals_and_holds_whole_lines() -> None:
    results = results_of({"eager": EAGER}, scoring=Scoring(resamples=4_000))
    (row,) = results.grid.rows
    for value, low, high, band_low, band_high in zip(
        row.quality, row.low, row.high, row.band_low, row.band_high, strict=True
    ):
        assert None not in (value, low, high, band_low, band_high)
        assert band_low < value < band_high  # type: ignore[operator]
        assert abs((value - band_low) - (band_high - value)) < 1e-9  # type: ignore[operator]
    widths = [high - low for low, high in zip(row.low, row.high, strict=True)]  # type: ignore[operator]
    bands = [high - low for low, high in zip(row.band_low, row.band_high, strict=True)]  # type: ignore[operator]
    assert sum(bands) > sum(widths)


def test_the_band_by_hand() -> None:
    """Two points, 19 resamples, alpha 0.05: r = floor(20 * 0.05) = 1, the largest of the maxima.

    Deviations are +-1 everywhere but once 3 at the first point (error 2) and once 5 at the second (error 4):
    maxima 1/2, 3/2 and 5/4; c = 3/2, so the half-widths are 3 and 6.
    """
    first, second = np.full(19, 1.0), np.full(19, -1.0)
    first[3], second[7] = 3.0, 5.0
    assert band([0.0, 0.0], [first, second], [2.0, 4.0], Fraction(1, 20)) == [(-3.0, 3.0), (-6.0, 6.0)]
    # A point without a standard error takes no part.
    assert band([0.0, 0.0], [first, second], [2.0, None], Fraction(1, 20)) == [(-3.0, 3.0), None]
    assert band([0.0, 0.0], [first, second], [None, 0.0], Fraction(1, 20)) == [None, None]
    # Too few resamples, or one without a score.
    assert band([0.0], [first[:9]], [2.0], Fraction(1, 20)) == [None]
    first[0] = -np.inf
    assert band([0.0], [first], [2.0], Fraction(1, 20)) == [None]


def test_systems_without_percentiles_keep_their_line_and_bounds() -> None:
    (row,) = results_of({"a": "CCCC"}).grid.rows
    assert set(row.quality) == {1.0}
    assert set(row.band_low) == set(row.band_high) == set(row.rank_low) == {None}
    # Four of four right: the penalised rate up to 3.8415 / 7.8415 = 0.4899, so 1 - (k + 1) * 0.4899.
    assert row.low[0] == pytest.approx(0.5101, abs=1e-4)
    assert row.low[-1] == pytest.approx(1 - 21 * 0.48989, abs=1e-3)
    assert set(row.rank) == {1}
