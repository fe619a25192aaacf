"""Two systems on common questions: difference, p-values, decisions."""

from fractions import Fraction

import numpy as np
import pytest

from runner.score.bootstrap import Statistics
from runner.score.counts import count_questions
from runner.score.pair_data import PairData, difference_of
from runner.score.pairwise import Drawn, compare_pairs
from runner.score.table import build_table
from schemas.results_comparisons import Pair
from schemas.scoring import Scoring
from tests.results_examples import campaign_of, results_of


def only_pair(answers: dict[str, str | list[str]], **changes: object) -> Pair:
    (pair,) = results_of(answers, **changes).pairs
    return pair


def test_difference_is_on_the_questions_that_both_have() -> None:
    # 200 questions; b has no record of the first two, which a got wrong. On the other 198: a 198 right, b 196 and 2 W.
    pair = only_pair({"a": "WW" + "C" * 198, "b": "XX" + "W" * 2 + "C" * 196})
    assert pair.common_questions == 198
    by_name = {pair.a: 1.0, pair.b: 1.0}
    by_name["b"] = (196 - 8) / 198
    assert pair.difference.value == pytest.approx(by_name[pair.a] - by_name[pair.b], abs=1e-15)


def test_identical_systems_have_p_one() -> None:
    pair = only_pair({"a": "CWACCWAC", "b": "CWACCWAC"})
    assert (pair.difference.value, pair.p.value, pair.sign_flip.p.value) == (0.0, 1.0, 1.0)
    assert (pair.significant, pair.tests_disagree, pair.p_holm) == (False, False, 1.0)
    assert pair.standard_error.value == 0.0
    assert pair.minimum_detectable.value is None
    assert pair.difference.reason == "no variation: every question has the same outcome"


def test_five_clear_questions_do_not_convince_the_sign_flip_test() -> None:
    # BR-46: the bootstrap cannot vary and gives its smallest p; 2 of 2^5 sign patterns are as extreme.
    pair = only_pair({"a": "CCCCC", "b": "WWWWW"}, scoring=Scoring(resamples=999))
    assert pair.difference.value == 5.0
    assert pair.p.value == 1 / 1000
    assert (pair.sign_flip.p.value, pair.sign_flip.method) == (0.0625, "exact")
    assert (pair.significant, pair.tests_disagree) == (True, True)


def test_twelve_clear_questions_convince_both() -> None:
    pair = only_pair({"a": "C" * 12, "b": "W" * 12}, scoring=Scoring(resamples=999))
    # 2 / 2^12.
    assert (pair.p.value, pair.sign_flip.p.value) == (0.001, 2 / 4096)
    assert (pair.significant, pair.significant_holm, pair.tests_disagree) == (True, True, False)


def test_p_counts_draws_that_are_as_far_out_not_only_farther() -> None:
    # d = 1/2. d* - d of -1/2, 0, 1/2, 1: |.| >= 1/2 for three of four: (1 + 3) / 5.
    tops, bottoms = np.array([0, 1, 2, 3]), np.array([2, 2, 2, 2])
    assert Drawn(1, 2, tops, bottoms, 0).p_value() == Fraction(4, 5)
    # A resample without a difference counts as a hit.
    assert Drawn(1, 2, tops, bottoms, 2).p_value() == Fraction(6, 7)


def test_p_is_exact_where_numbers_outgrow_64_bits() -> None:
    scale = 10**13
    tops = np.array([0, scale, 2 * scale, 3 * scale - 1])
    bottoms = np.full(4, 2 * scale)
    assert Drawn(scale, 2 * scale, tops, bottoms, 0).p_value() == Fraction(4, 5)


def test_differences_of_unequal_counts_are_exact() -> None:
    # 3/4 - 1/3 = 5/12.
    top, bottom = difference_of((np.array([3]), np.array([1])), (np.array([4]), np.array([3])), 1)
    assert (int(top[0]), int(bottom[0])) == (5, 12)
    huge = 2**40
    top, bottom = difference_of((np.array([huge]), np.array([1])), (np.array([huge]), np.array([huge + 1])), 1)
    assert Fraction(int(top[0]), int(bottom[0])) == 1 - Fraction(1, huge + 1)


def test_pairs_without_common_questions_have_reasons() -> None:
    campaign = campaign_of({"a": "C" * 6 + "." * 6, "b": "." * 6 + "C" * 6})
    table = build_table(campaign.systems, campaign.questions, 1, campaign.responses)
    statistics = Statistics(12)
    data = PairData.register(table, count_questions(table.outcome), (0, 1), statistics)
    statistics.draw(200, 1)
    (pair,) = compare_pairs([data], Fraction(4), Fraction(1, 20), 200, 1)
    assert pair.common_questions == 0
    assert {figure.reason for figure in (pair.difference, pair.p, pair.crossing.k, pair.sign_flip.p)} == {
        "no common question"
    }
    assert (pair.significant, pair.sign_flip.method) == (None, None)


def test_the_family_is_every_pair_that_is_tested() -> None:
    """Two ranked systems, an exempt one and a reference contestant: three pairs, alpha 0.05 / 3."""
    word = "CCCCCCWWAA"
    results = results_of(
        {"a": word, "b": word[::-1], "bare": "W" * 10, "always_decline": "A" * 10},
        kinds={"bare": "exempt", "always_decline": "reference"},
    )
    assert results.tests.comparisons == 3
    assert results.tests.alpha_corrected == float(Fraction(1, 60))
    assert results.tests.members == ("a", "b", "bare")
    assert [(pair.a, pair.b) for pair in results.pairs] == [("a", "b"), ("a", "bare"), ("b", "bare")]
    for pair in results.pairs:
        assert pair.p.value is not None
        assert pair.p_bonferroni == min(1.0, float(3 * Fraction(pair.p.value).limit_denominator(2000)))
    assert [pair.canaries is None for pair in results.pairs] == [False, True, True]


@pytest.mark.parametrize(("times", "method"), [(10, "exact"), (100, "sampled")])
def test_unequal_repeats_are_tested_on_one_scale(times: int, method: str) -> None:
    """With one response missing, contributions are large and unequal; where there are many, signs are sampled."""
    a, b = "CWACCAWCCW" * times, "CCACCACCCA" * times
    pair = only_pair({"a": [a, a], "b": [b, "X" + b[1:]]})
    assert pair.sign_flip.method == method
    assert pair.common_questions == 10 * times
    # In each ten, b is 5 better on two questions and 4 on one: (14 per ten) / 10 questions, and the lost correct
    # response lowers a mean of 0.6 by some 0.0002 to 0.002.
    assert pair.difference.value == pytest.approx(1.4, abs=0.003)
    assert pair.sign_flip.p.value is not None
    assert 0 < pair.sign_flip.p.value <= 1 / 500
    assert (pair.significant, pair.tests_disagree) == (True, False)


def test_no_p_is_zero_however_clear_the_case() -> None:
    # 2 of 2^1100 patterns: a double would be zero.
    pair = only_pair({"a": "C" * 1100, "b": "W" * 1100}, canaries=range(0))
    assert (pair.sign_flip.p.value, pair.sign_flip.p.reason) == (1e-300, "smaller than the value given")
    violated = only_pair({"a": "A" * 1100, "b": "W" * 1100}, canaries=range(1100))
    assert violated.canaries is not None
    assert violated.canaries.mcnemar_p.value == violated.canaries.fisher_p.value == 1e-300


def test_canary_questions_of_a_pair() -> None:
    """18 canaries, a violates four and b three of them, two the same: the paper's table, Fisher p = 1.00."""
    a, b = "CCCC" + "A" * 14, "AACCC" + "A" * 13
    pair = only_pair({"a": a + "C" * 20, "b": b + "C" * 20}, canaries=range(18))
    assert pair.canaries is not None
    fields = pair.canaries.model_dump()
    # b, which violates fewer, stands first in the table. Both violate questions 2 and 3, a also 0 and 1, b also 4.
    assert (pair.a, pair.b) == ("b", "a")
    assert (fields["questions"], fields["violated_a"], fields["violated_b"]) == (18, 3, 4)
    assert (fields["only_a"], fields["only_b"]) == (1, 2)
    # McNemar on 1 against 2: 2 * (1 + 3) / 8 = 1.
    assert (pair.canaries.fisher_p.value, pair.canaries.mcnemar_p.value) == (1.0, 1.0)


def test_no_common_canary_has_a_reason() -> None:
    pair = only_pair({"a": "CWACC", "b": "CCACW"})
    assert pair.canaries is not None
    assert pair.canaries.fisher_p.reason == "no common canary"
