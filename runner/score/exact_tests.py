"""Exact tests on small counts, in whole numbers: Fisher, McNemar, sign flips; and corrections for many tests."""

import math
from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from runner.score.bootstrap import SIGN_STREAM
from runner.score.table import Int64

_MOST_WORK = 1 << 29
"""Bits that the exact sign-flip count may touch (some tens of milliseconds); beyond, signs are sampled."""
_CHUNK_CELLS = 1 << 20


def fisher_exact(hits_a: int, of_a: int, hits_b: int, of_b: int) -> Fraction:
    """Return the two-sided p of Fisher's exact test on the table [[hits, misses] of a, [hits, misses] of b].

    The sum of the hypergeometric probabilities that are no larger than that of the table at hand. Equal weights are
    compared as whole numbers, so that no tolerance is needed. An empty group gives 1.

    Source: R. A. Fisher, "Statistical Methods for Research Workers", section 21.02; the paper, section 5.3 (4 of 18
    against 3 of 18: p = 1.00).
    """
    hits = hits_a + hits_b
    weights = [math.comb(of_a, x) * math.comb(of_b, hits - x) for x in range(max(0, hits - of_b), min(of_a, hits) + 1)]
    seen = math.comb(of_a, hits_a) * math.comb(of_b, hits_b)
    return Fraction(sum(weight for weight in weights if weight <= seen), math.comb(of_a + of_b, hits))


def mcnemar_exact(only_a: int, only_b: int) -> Fraction:
    """Return the two-sided p of the exact McNemar test: ``min(1, 2 P(X <= min(b, c)))``, X binomial (b + c, 1/2).

    Args:
        only_a: Questions on which only a hit.
        only_b: Questions on which only b hit.

    Source: Q. McNemar, Psychometrika 12 (1947), 153-157, with the binomial distribution in place of chi-square.
    """
    discordant = only_a + only_b
    tail = sum(math.comb(discordant, x) for x in range(min(only_a, only_b) + 1))
    return min(Fraction(1), Fraction(2 * tail, 2**discordant))


def sign_flip_exact(contributions: Sequence[int]) -> Fraction | None:
    """Return the exact two-sided sign-flip p, or null where counting all patterns would take too long.

    Under the hypothesis that the two systems are interchangeable on every question, each contribution is as likely to
    have the other sign. p is the share of the ``2^m`` sign patterns whose sum is at least as far from zero as the
    observed one. With M the sum of the absolute values and D the observed sum, that is twice the number of subsets
    whose absolute values sum to at most ``(M - |D|) / 2``. Subsets are counted by their sum, all counts packed into one
    whole number of ``m + 1`` bits each, so that adding a question is one shift and one addition.

    Args:
        contributions: One whole number per question.

    Source: E. J. G. Pitman, Supplement to the Journal of the Royal Statistical Society 4 (1937), 119-130.
    """
    sizes = [abs(value) for value in contributions if value]
    observed = abs(sum(contributions))
    if not observed:
        return Fraction(1)
    divisor = math.gcd(*sizes)
    sizes = sorted(size // divisor for size in sizes)
    # Sums have the parity of M, so M - |D| is even.
    most = (sum(sizes) - observed // divisor) // 2
    width = len(sizes) + 1
    if len(sizes) * (most + 1) * width > _MOST_WORK:
        return None
    mask = (1 << ((most + 1) * width)) - 1
    packed = 1
    for size in sizes:
        if size <= most:
            packed = (packed + (packed << (size * width))) & mask
    # In base 2^width, a number and the sum of its digits leave the same rest modulo 2^width - 1; the sum of the counts
    # is at most 2^m, which is smaller, so the rest is the sum.
    subsets = packed % ((1 << width) - 1)
    return min(Fraction(1), Fraction(2 * subsets, 1 << len(sizes)))


def sign_flip_sampled(contributions: Int64, resamples: int, seed: int) -> list[Fraction]:
    """Return the sampled sign-flip p of several pairs: ``(1 + #{|D*| >= |D|}) / (B + 1)``.

    The signs are the bits of raw PCG64 words, lowest bit first, one word after another, a fresh word for each resample;
    all pairs see the same signs. Sums are whole numbers below 2^53 in doubles, hence exact.

    Args:
        contributions: Whole numbers, shape (questions, pairs).
        resamples: B.
        seed: Seed of the scoring.

    Raises:
        OverflowError: If a sum could leave the exact whole numbers of a double.
    """
    questions = len(contributions)
    if int(np.abs(contributions).sum(axis=0).max(initial=0)) >= 2**52:
        raise OverflowError("the contributions are too large to be summed exactly")
    words = -(-questions // 64)
    source = np.random.PCG64([seed, SIGN_STREAM])
    weights = contributions.astype(np.float64)
    observed = contributions.sum(axis=0)
    hits = np.zeros(contributions.shape[1], dtype=np.int64)
    step = max(1, _CHUNK_CELLS // max(1, questions))
    for start in range(0, resamples, step):
        rows = min(step, resamples - start)
        raw = source.random_raw(rows * words).astype("<u8").reshape(rows, words)
        bits = np.unpackbits(raw.view(np.uint8), axis=1, count=questions, bitorder="little")
        sums = 2 * (bits.astype(np.float64) @ weights).astype(np.int64) - observed
        hits += (np.abs(sums) >= np.abs(observed)).sum(axis=0)
    return [Fraction(1 + int(hit), resamples + 1) for hit in hits]


def holm(p_values: Sequence[Fraction], tests: int) -> list[Fraction]:
    """Return Holm's step-down adjusted p-values, in the order given.

    The i-th smallest is multiplied by ``tests - i + 1``, capped at 1, and never falls below its predecessor.

    Args:
        p_values: The p-values there are.
        tests: Size of the family; tests without a p-value count as the least significant ones.

    Source: S. Holm, Scandinavian Journal of Statistics 6 (1979), 65-70.
    """
    adjusted = [Fraction(0)] * len(p_values)
    running = Fraction(0)
    for step, index in enumerate(sorted(range(len(p_values)), key=lambda index: p_values[index])):
        running = max(running, min(Fraction(1), (tests - step) * p_values[index]))
        adjusted[index] = running
    return adjusted


def bonferroni(p_values: Sequence[Fraction], tests: int) -> list[Fraction]:
    """Return each p multiplied by the number of tests in the family, capped at 1 (paper, section 5.1)."""
    return [min(Fraction(1), tests * p) for p in p_values]
