"""Scores over a grid of k: intervals point by point, a band for the whole line, and ranks, for sliders and charts."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from runner.score.bootstrap import Float64
from runner.score.ranks import rank_ranges, ranks_of
from runner.score.standard_errors import quality_error
from runner.score.systems import SystemData, threshold
from schemas.results_comparisons import Grid, GridRow

GRID = tuple(Fraction(step, 2) for step in range(41))
"""0 to 20 in steps of one half."""


@dataclass(slots=True)
class _Line:
    """One system's line over the grid, as it is filled in."""

    quality: list[float | None]
    low: list[float | None]
    high: list[float | None]
    band_low: list[float | None]
    band_high: list[float | None]
    drawn: list[Float64]
    rank: list[int | None]
    range: list[tuple[int, int] | None]


def grid_of(systems: Sequence[SystemData], ranked: Sequence[str], alpha: Fraction, questions: int) -> Grid:
    """Return the grid.

    Args:
        systems: Resampled systems with a score, in the order of the main table.
        ranked: Slugs of those that have a rank.
        alpha: One minus the confidence.
        questions: Questions that were resampled.
    """
    lines = {data.row.slug: _line(data, alpha) for data in systems}
    competing = [data for data in systems if data.row.slug in ranked]
    for at, k in enumerate(GRID):
        ranks = ranks_of([data.quality.scored.quality(k) for data in competing])
        ranges = rank_ranges([lines[data.row.slug].drawn[at] for data in competing], alpha, questions)
        for data, rank, span in zip(competing, ranks, ranges, strict=True):
            lines[data.row.slug].rank[at], lines[data.row.slug].range[at] = rank, span
    return Grid(
        ks=tuple(float(k) for k in GRID),
        thresholds=tuple(float(threshold(k)) for k in GRID),
        rows=tuple(_row(slug, line) for slug, line in lines.items()),
    )


def _line(data: SystemData, alpha: Fraction) -> _Line:
    figures = [data.quality.figure(k, alpha) for k in GRID]
    shown = [figure.method == "percentile" for figure in figures]
    drawn = [data.quality.drawn(k) for k in GRID]
    values = [figure.value if figure.value is not None else 0.0 for figure in figures]
    errors = [quality_error(data.quality.scored, k) if seen else None for k, seen in zip(GRID, shown, strict=True)]
    bands = band(values, drawn, errors, alpha)
    return _Line(
        quality=[figure.value for figure in figures],
        low=[figure.low for figure in figures],
        high=[figure.high for figure in figures],
        band_low=[None if ends is None else ends[0] for ends in bands],
        band_high=[None if ends is None else ends[1] for ends in bands],
        drawn=drawn,
        rank=[None] * len(GRID),
        range=[None] * len(GRID),
    )


def band(
    values: Sequence[float], drawn: Sequence[Float64], errors: Sequence[float | None], alpha: Fraction
) -> list[tuple[float, float] | None]:
    """Return a band that covers the whole line at once: ``Q(k) -+ c * SE(k)``.

    ``c`` is the r-th largest, ``r = floor((B + 1) * alpha)``, of the resampled maxima over k of
    ``|Q*(k) - Q(k)| / SE(k)``, with the standard error clustered by question. A k without a standard error takes no
    part and gets no band.

    Args:
        values: Q at each k.
        drawn: Q in every resample at each k.
        errors: Standard error at each k; null or zero where there is none.
        alpha: One minus the confidence of the band.

    Source: the studentised maximum ("sup-t") band; J. L. Montiel Olea and M. Plagborg-Moller, "Simultaneous confidence
    bands: theory, implementation, and an application to SVARs", Journal of Applied Econometrics 34 (2019), 1-17.
    """
    none: list[tuple[float, float] | None] = [None] * len(values)
    widest = np.zeros(len(drawn[0]) if drawn else 0)
    for value, scores, error in zip(values, drawn, errors, strict=True):
        if error:
            np.maximum(widest, np.abs(scores - value) / error, out=widest)
    rank = int((len(widest) + 1) * alpha)
    if rank < 1 or not any(errors):
        return none
    critical = float(np.partition(widest, len(widest) - rank)[len(widest) - rank])
    if not np.isfinite(critical):
        return none
    return [
        (value - critical * error, value + critical * error) if error else None
        for value, error in zip(values, errors, strict=True)
    ]


def _row(slug: str, line: _Line) -> GridRow:
    return GridRow(
        slug=slug,
        quality=tuple(line.quality),
        low=tuple(line.low),
        high=tuple(line.high),
        band_low=tuple(line.band_low),
        band_high=tuple(line.band_high),
        rank=tuple(line.rank),
        rank_low=tuple(None if span is None else span[0] for span in line.range),
        rank_high=tuple(None if span is None else span[1] for span in line.range),
    )
