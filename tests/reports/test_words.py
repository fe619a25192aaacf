import pytest
from hypothesis import given
from hypothesis import strategies as st

from reports import words
from schemas.results_figures import Figure, Rate


@pytest.mark.parametrize(
    ("value", "shown"), [(-0.0004, "0.000"), (0.0004, "0.000"), (-0.9996, "-1.000"), (0.8623, "+0.862"), (None, "—")]
)
def test_scores_have_three_digits_and_no_negative_zero(value, shown):
    assert words.plain(value, sign=True) == shown


@given(st.floats(allow_nan=False, allow_infinity=False, min_value=-1e6, max_value=1e6), st.integers(0, 6))
def test_no_number_is_ever_shown_as_negative_zero(value, digits):
    shown = words.plain(value, digits)
    assert not (shown.startswith("-") and float(shown) == 0)


@pytest.mark.parametrize(("p", "shown"), [(0.0001, "<0.001"), (0.001, "0.001"), (1.0, "1.000"), (None, "—")])
def test_a_p_value_is_never_shown_as_zero(p, shown):
    assert words.p_value(p) == shown


def test_shares_and_their_counts():
    rate = Rate(value=4 / 18, count=4, of=18, low=0.0900, high=0.4521, method="wilson")
    assert (words.share(rate), words.share_interval(rate), words.counted(rate)) == ("22.2 %", "[9.0, 45.2]", "4 of 18")
    assert words.score_interval(Figure(value=0.5, reason="one question")) == ""


@pytest.mark.parametrize(("low", "high", "shown"), [(1, 1, "1"), (1, 3, "1–3"), (None, None, ""), (2, None, "")])
def test_rank_ranges(low, high, shown):
    assert words.rank_range(low, high) == shown


@pytest.mark.parametrize(("usd", "shown"), [(0.0, "$0"), (0.0018, "$0.0018"), (12.5, "$12.50"), (None, "—")])
def test_money(usd, shown):
    assert words.money(usd) == shown
