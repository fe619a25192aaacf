"""Resampling of questions: one matrix for all systems and all k, equal bit for bit on every machine.

numpy promises that a seeded bit generator gives the same raw words for ever; it promises nothing of the kind for the
methods of ``Generator``. So only raw words are used, and everything made of them is whole numbers.
"""

from fractions import Fraction

import numpy as np
import numpy.typing as npt

from runner.score.intervals import Limits
from runner.score.table import Int64

INDEX_STREAM, SIGN_STREAM = 0, 1
"""Second words of the seeds: question indices and random signs come from separate streams."""
MIN_QUESTIONS = 5
"""With fewer questions no percentile interval is given."""
_BLOCK_WORDS = 1 << 15
_CHUNK_CELLS = 1 << 20
_LOW_HALF = np.uint64(0xFFFFFFFF)
_HALF_BITS = np.uint64(32)

Float64 = npt.NDArray[np.float64]


class IndexStream:
    """Unbiased random whole numbers below a bound, from the raw words of PCG64.

    Each 64-bit word gives two 32-bit numbers, the low half first. A number ``u`` becomes ``(u * bound) >> 32``; it is
    thrown away where ``(u * bound) mod 2^32 < 2^32 mod bound``, which leaves every value equally many ``u``.

    Source: D. Lemire, "Fast random integer generation in an interval", ACM Transactions on Modeling and Computer
    Simulation 29 (2019), article 3.
    """

    def __init__(self, seed: int, bound: int) -> None:
        """Start the stream.

        Args:
            seed: Seed of the campaign's scoring.
            bound: One more than the largest value; between 1 and 2^32 - 1.

        Raises:
            ValueError: For a bound out of range.
        """
        if not 1 <= bound < 2**32:
            raise ValueError(f"cannot draw below {bound}")
        self._words = np.random.PCG64([seed, INDEX_STREAM])
        self._bound = np.uint64(bound)
        self._floor = np.uint64(2**32 % bound)
        self._left = np.empty(0, dtype=np.int64)

    def take(self, count: int) -> Int64:
        """Return the next ``count`` numbers. How the numbers are asked for never changes them."""
        parts, have = [self._left], len(self._left)
        while have < count:
            words = self._words.random_raw(_BLOCK_WORDS)
            halves = np.empty(2 * _BLOCK_WORDS, dtype=np.uint64)
            halves[0::2] = words & _LOW_HALF
            halves[1::2] = words >> _HALF_BITS
            halves *= self._bound
            if self._floor:
                halves = halves[(halves & _LOW_HALF) >= self._floor]
            parts.append((halves >> _HALF_BITS).astype(np.int64))
            have += len(parts[-1])
        drawn = np.concatenate(parts)
        self._left = drawn[count:]
        return drawn[:count]


def needed_resamples(alpha: Fraction, comparisons: int) -> int:
    """Return the fewest resamples that a corrected alpha allows: ten of them, with the sample itself, lie beyond it.

    ``B + 1 >= 10 * max(1, comparisons) / alpha``; 1,199 for one family of six tests at 0.05.
    """
    needed = 10 * max(1, comparisons) / alpha - 1
    return -(-needed.numerator // needed.denominator)


def resample_sums(stats: Int64, resamples: int, seed: int, chunk_cells: int = _CHUNK_CELLS) -> Int64:
    """Draw the questions with replacement, as many as there are, and sum every statistic over each draw.

    The sums are exact: they are made as matrix products in doubles, and as every partial sum is a whole number below
    2^53, no addition rounds, whatever the order or the instructions in which a machine does them.

    Args:
        stats: Whole numbers per question, shape (questions, statistics).
        resamples: How often to draw.
        seed: Seed of the scoring.
        chunk_cells: How many cells of the matrix (resamples, questions) are held at once. Changes memory, not results.

    Returns:
        Shape (resamples, statistics).

    Raises:
        OverflowError: If a sum could leave the exact whole numbers of a double.
    """
    questions = len(stats)
    if questions and int(np.abs(stats).max(initial=0)) * questions >= 2**53:
        raise OverflowError("the counts are too large to be summed exactly")
    if not questions:
        return np.zeros((resamples, stats.shape[1]), dtype=np.int64)
    stream = IndexStream(seed, questions)
    weights = stats.astype(np.float64)
    sums = np.empty((resamples, stats.shape[1]), dtype=np.int64)
    step = max(1, chunk_cells // questions)
    for start in range(0, resamples, step):
        rows = min(step, resamples - start)
        cells = stream.take(rows * questions).reshape(rows, questions)
        cells += np.arange(rows, dtype=np.int64)[:, None] * questions
        drawn = np.bincount(cells.ravel(), minlength=rows * questions).reshape(rows, questions)
        sums[start : start + rows] = (drawn.astype(np.float64) @ weights).astype(np.int64)
    return sums


class Statistics:
    """Columns of whole numbers per question that are resampled together; equal columns are drawn once."""

    def __init__(self, questions: int) -> None:
        """Start without columns."""
        self._questions = questions
        self._columns: list[Int64] = []
        self._at: dict[bytes, int] = {}
        self._sums: Int64 = np.zeros((0, 0), dtype=np.int64)

    def add(self, column: Int64) -> int:
        """Register a column of shape (questions,) and return the number by which its sums are asked for."""
        column = np.ascontiguousarray(column, dtype=np.int64)
        key = column.tobytes()
        if key not in self._at:
            self._at[key] = len(self._columns)
            self._columns.append(column)
        return self._at[key]

    def draw(self, resamples: int, seed: int) -> None:
        """Resample all registered columns."""
        stats = np.stack(self._columns, axis=1) if self._columns else np.zeros((self._questions, 0), dtype=np.int64)
        self._sums = np.asfortranarray(resample_sums(stats, resamples, seed))

    def sums(self, number: int) -> Int64:
        """Return a column's sum in every resample, shape (resamples,)."""
        return self._sums[:, number]


def percentile_limits(values: Float64, alpha: Fraction) -> Limits | None:
    """Return the percentile interval of resampled values.

    With B values and ``r = floor((B + 1) * alpha / 2)``, the ends are the r-th smallest and the r-th largest value. No
    interpolation: an end is always a value that was drawn, and mirrored values give a mirrored interval. At B = 10,000
    and alpha = 0.05, r is 250.

    Returns:
        The interval; null where there are too few values (r = 0).

    Source: B. Efron and R. J. Tibshirani, "An Introduction to the Bootstrap" (1993), chapter 13; the rank is that of
    A. C. Davison and D. V. Hinkley, "Bootstrap Methods and their Application" (1997), section 5.3.
    """
    count = len(values)
    rank = int((count + 1) * alpha / 2)
    if rank < 1:
        return None
    ends = np.partition(values, (rank - 1, count - rank))
    return Limits(float(ends[rank - 1]), float(ends[count - rank]))


def ratios(points: Int64, of: Int64, scale: int = 1) -> Float64:
    """Return ``points / (scale * of)`` for the resamples in which ``of`` is not zero.

    Whole numbers below 2^53 divided once: the nearest double to the exact ratio, on every machine. Equal ratios are
    equal doubles. Different ratios over n and m responses differ by at least ``1 / (scale n m)``, so that up to some
    four million responses they are different doubles too: comparing them is exact.
    """
    kept = of > 0
    return points[kept] / (scale * of[kept])


def varies(points: Int64, of: Int64) -> bool:
    """Return whether ``points / of`` differs between any two questions with ``of > 0``."""
    kept = of > 0
    numerators, denominators = points[kept], of[kept]
    return bool(len(numerators)) and bool((numerators * denominators[0] != numerators[0] * denominators).any())
