"""Fisher, McNemar and sign flips in whole numbers, and the corrections for many tests."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runner.score import exact_tests
from runner.score.exact_tests import bonferroni, fisher_exact, holm, mcnemar_exact, sign_flip_exact, sign_flip_sampled

GROUP = st.integers(0, 25).flatmap(lambda of: st.tuples(st.integers(0, of), st.just(of)))


def test_fisher_of_a_small_table() -> None:
    # [[3, 0], [0, 3]]: C(3,3) C(3,0) = 1 and its mirror, of C(6,3) = 20 tables: 2/20.
    assert fisher_exact(3, 3, 0, 3) == Fraction(1, 10)
    # The paper: 4 of 18 against 3 of 18, p = 1.00 (section 5.3): no table is likelier.
    assert fisher_exact(4, 18, 3, 18) == 1
    assert fisher_exact(0, 0, 3, 5) == 1


@settings(max_examples=15)
@given(GROUP, GROUP)
def test_fisher_agrees_with_scipy(a: tuple[int, int], b: tuple[int, int]) -> None:
    from scipy.stats import fisher_exact as reference

    table = [[a[0], a[1] - a[0]], [b[0], b[1] - b[0]]]
    assert float(fisher_exact(*a, *b)) == pytest.approx(reference(table).pvalue, abs=1e-9)
    assert fisher_exact(*a, *b) == fisher_exact(*b, *a)


def test_mcnemar_of_small_counts() -> None:
    # 5 against 0: 2 * (1/2)^5 = 1/16. 1 against 3: 2 * (1 + 4) / 16 = 5/8. None discordant: 1.
    assert mcnemar_exact(5, 0) == Fraction(1, 16)
    assert mcnemar_exact(1, 3) == Fraction(5, 8)
    assert mcnemar_exact(0, 0) == mcnemar_exact(4, 4) == 1


@given(st.integers(0, 200), st.integers(0, 200))
def test_mcnemar_agrees_with_scipy(only_a: int, only_b: int) -> None:
    from scipy.stats import binomtest

    if only_a + only_b:
        expected = binomtest(only_a, only_a + only_b).pvalue
        assert float(mcnemar_exact(only_a, only_b)) == pytest.approx(expected, abs=1e-9)


def test_sign_flips_of_small_samples() -> None:
    # Five questions that a has right and b wrong at k = 4: 2 of 32 patterns are as far out.
    assert sign_flip_exact([5] * 5) == Fraction(2, 32)
    assert sign_flip_exact([0, 0, 0]) == sign_flip_exact([]) == sign_flip_exact([3, -3]) == 1
    # 1, 2, 4 sum to 7; flipping 1 gives 5. |5| or more: +-7 and +-5, 4 of 8 patterns.
    assert sign_flip_exact([-1, 2, 4]) == Fraction(4, 8)
    assert sign_flip_exact([5, 0, 5, 0]) == sign_flip_exact([1, 1]) == Fraction(1, 2)


@given(st.lists(st.integers(-15, 15), max_size=9))
def test_sign_flips_agree_with_listing_all_patterns(values: list[int]) -> None:
    observed = abs(sum(values))
    patterns = list(product((-1, 1), repeat=len(values)))
    hits = sum(
        abs(sum(sign * value for sign, value in zip(signs, values, strict=True))) >= observed for signs in patterns
    )
    assert sign_flip_exact(values) == Fraction(hits, len(patterns))


def test_a_count_that_would_take_long_is_left_to_sampling() -> None:
    assert sign_flip_exact([10**9 + index for index in range(40)] + [-(10**9)] * 40) is None


def test_sampled_signs_come_near_the_exact_p_and_never_to_zero() -> None:
    columns = np.array([[5, 5, 1], [5, 0, -1], [5, 3, 0], [5, -3, 0], [5, 1, 0]], dtype=np.int64)
    sampled = sign_flip_sampled(columns, 9_999, 1)
    exact = [sign_flip_exact(columns[:, at].tolist()) for at in range(3)]
    # Standard deviation of a share p = 1/16 of 9,999: 0.0024; five of them.
    assert [float(p) for p in sampled] == pytest.approx([float(p) for p in exact if p is not None], abs=0.025)
    assert sampled[2] == 1
    assert sign_flip_sampled(np.full((60, 1), 5, dtype=np.int64), 99, 1) == [Fraction(1, 100)]


def test_sampled_signs_do_not_depend_on_chunks_or_company(monkeypatch: pytest.MonkeyPatch) -> None:
    columns = np.arange(-70, 140, dtype=np.int64).reshape(70, 3)
    whole = sign_flip_sampled(columns, 500, 3)
    assert sign_flip_sampled(columns[:, 1:2], 500, 3) == whole[1:2]
    monkeypatch.setattr(exact_tests, "_CHUNK_CELLS", 333)
    assert sign_flip_sampled(columns, 500, 3) == whole


def test_sums_too_large_to_be_exact_are_refused() -> None:
    with pytest.raises(OverflowError):
        sign_flip_sampled(np.full((3, 1), 2**51, dtype=np.int64), 9, 1)


def test_corrections_of_four_tests() -> None:
    # Holm: 0.01 * 4 = 0.04; 0.02 * 3 = 0.06; 0.03 * 2 = 0.06; 0.5 * 1 = 0.5. Bonferroni: * 4, at most 1.
    p_values = [Fraction(3, 100), Fraction(1, 100), Fraction(1, 2), Fraction(2, 100)]
    assert holm(p_values, 4) == [Fraction(6, 100), Fraction(4, 100), Fraction(1, 2), Fraction(6, 100)]
    assert bonferroni(p_values, 4) == [Fraction(12, 100), Fraction(4, 100), 1, Fraction(8, 100)]
    # A family of six of which two have no p: the first is multiplied by six.
    assert holm(p_values, 6)[1] == Fraction(6, 100)


@given(st.lists(st.fractions(0, 1), min_size=1, max_size=8))
def test_holm_lies_between_p_and_bonferroni(p_values: list[Fraction]) -> None:
    adjusted = holm(p_values, len(p_values))
    for own, lighter, heavier in zip(p_values, adjusted, bonferroni(p_values, len(p_values)), strict=True):
        assert own <= lighter <= heavier
