"""Wilson's interval and the bound on Q made of it."""

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runner.score.intervals import normal_quantile, quality_bound, wilson

ALPHA = Fraction(1, 20)


@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    [
        # n of n: low = n / (n + z^2), 20 / 23.8415 = 0.8389; 0 of n: high = z^2 / (n + z^2), 3.8415 / 13.8415 = 0.2775.
        (20, 20, 0.8389, 1.0),
        (0, 10, 0.0, 0.2775),
        # One trial: 3.8415 / 4.8415 = 0.7935.
        (0, 1, 0.0, 0.7935),
        (1, 1, 0.2065, 1.0),
        # Half of 4 is its own centre; spread sqrt(3.8415 * 1 + 3.8415^2 / 4) / 7.8415 = 2.7443 / 7.8415 = 0.3500.
        (2, 4, 0.1500, 0.8500),
        # The paper's canary rates: 12, 53 and 9 of 54 (table 3).
        (12, 54, 0.132, 0.349),
        (53, 54, 0.902, 0.997),
        (9, 54, 0.090, 0.287),
    ],
)
def test_known_values(count: int, of: int, low: float, high: float) -> None:
    assert wilson(count, of, ALPHA) == pytest.approx((low, high), abs=5e-4)


def test_both_ends_are_exact_at_the_borders() -> None:
    assert wilson(0, 7, ALPHA).low == 0.0
    assert wilson(7, 7, ALPHA).high == 1.0


@given(
    st.integers(1, 10_000).flatmap(lambda of: st.tuples(st.integers(0, of), st.just(of))), st.sampled_from([1, 5, 10])
)
def test_agrees_with_scipy(trial: tuple[int, int], percent: int) -> None:
    from scipy.stats import binomtest

    count, of = trial
    expected = binomtest(count, of).proportion_ci(confidence_level=1 - percent / 100, method="wilson")
    assert wilson(count, of, Fraction(percent, 100)) == pytest.approx((expected.low, expected.high), abs=1e-10)


@given(st.integers(1, 500).flatmap(lambda of: st.tuples(st.integers(0, of), st.just(of))))
def test_mirrors_itself_and_holds_the_rate(trial: tuple[int, int]) -> None:
    count, of = trial
    interval, mirrored = wilson(count, of, ALPHA), wilson(of - count, of, ALPHA)
    assert interval.low <= count / of <= interval.high
    assert interval.low == pytest.approx(1 - mirrored.high, abs=1e-15)


def test_normal_quantile_is_rounded_to_twelve_decimals() -> None:
    # 1.95996398454005423552... (Abramowitz and Stegun, table 26.5, continued).
    assert normal_quantile(Fraction(39, 40)) == Decimal("1.959963984540")
    assert normal_quantile(Fraction(1, 2)) == 0


@pytest.mark.parametrize(
    ("credited", "penalised", "of", "low", "high"),
    [
        # All right in 20: penalised up to 0.1611, credited down to 0.8389: 1 - 5 * 0.16113 = 0.1944.
        (Fraction(1), Fraction(0), 20, 0.1944, 1.0),
        # All declined in 10: credited up to 0.2775, penalised up to 0.2775: -4 * 0.2775 = -1.1101.
        (Fraction(0), Fraction(0), 10, -1.1101, 0.2775),
        # All wrong in 20: credited up to 0.1611, penalised down to 0.8389: 0.1611 - 4 * 0.8389 = -3.1945.
        (Fraction(0), Fraction(1), 20, -4.0, -3.1945),
    ],
)
def test_a_score_without_variation_is_bounded(
    credited: Fraction, penalised: Fraction, of: int, low: float, high: float
) -> None:
    assert quality_bound(credited, penalised, of, Fraction(4), ALPHA) == pytest.approx((low, high), abs=5e-4)


@given(
    st.integers(1, 60).flatmap(
        lambda of: st.tuples(st.just(of), st.integers(0, of)).flatmap(
            lambda pair: st.tuples(st.just(pair[0]), st.just(pair[1]), st.integers(0, pair[0] - pair[1]))
        )
    ),
    st.integers(0, 20),
)
def test_the_bound_holds_the_score_and_can_come_about(counts: tuple[int, int, int], k: int) -> None:
    of, credited, penalised = counts
    bound = quality_bound(Fraction(credited, of), Fraction(penalised, of), of, Fraction(k), ALPHA)
    assert -k - 1e-12 <= bound.low <= (credited - k * penalised) / of + 1e-12
    assert (credited - k * penalised) / of - 1e-12 <= bound.high <= 1 + 1e-12
    # The rates at the lower end share one whole: neither end supposes more responses than there are.
    assert wilson(credited, of, ALPHA).low + wilson(penalised, of, ALPHA).high <= 1 + 1e-12
