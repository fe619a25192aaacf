"""One system's figures, by hand."""

import pytest

from runner.score.results import compute_results
from schemas.results_figures import Figure, Rate
from schemas.results_systems import Bounds
from tests.results_examples import campaign_of, results_of


def values(bounds: Bounds) -> tuple[float | None, float | None, float | None]:
    return bounds.excluded_as_wrong.value, bounds.ungraded_as_wrong.value, bounds.ungraded_as_correct.value


def test_every_rule_in_one_system() -> None:
    """Ten questions, the first four canaries, one repeat: ``C W U A`` on canaries, then ``C C W A U X``.

    n = 8 (all but U and X outside canaries); panel: correct C, C, C = 3, incorrect W, W = 2, abstained 2, and one
    violation without a verdict. Credited 2 (the canary's C is overridden); penalised: three violations and one W = 4.
    """
    system = results_of({"a": "CWUACCWAUX"}, range(4)).system("a")
    assert system.counts.model_dump() == {
        "responses": 10,
        "questions": 8,
        "n": 8,
        "correct": 3,
        "incorrect": 2,
        "abstained": 2,
        "credited": 2,
        "penalised": 4,
        "violations": 3,
        "overridden": 1,
        "ungraded_violations": 1,
        "excluded": 1,
        "ungraded": 1,
    }
    assert system.accuracy.value == 3 / 8
    assert system.abstention.value == 2 / 8
    assert system.incorrect.value == 2 / 8
    assert system.accuracy_given_attempt.value == 3 / 5
    # Q(4) = (2 - 16) / 8; Q(1) = (2 - 4) / 8; without canaries n = 4 (C C W A): (2 - 4) / 4.
    assert system.at(4).quality.value == -14 / 8
    assert system.at(1).quality.value == -2 / 8
    assert system.at(4).without_canaries.value == -2 / 4
    # Wrong: (2 - 4 * 6) / 10; only the ungraded one: (2 - 4 * 5) / 9 or (3 - 16) / 9.
    assert values(system.at(4).bounds) == (-22 / 10, -18 / 9, -13 / 9)
    # Accuracy 3 / 10; 3 / 9; correct with both ungraded ones: 5 / 9.
    assert values(system.accuracy_bounds) == (3 / 10, 3 / 9, 5 / 9)
    canaries = system.canaries
    assert (canaries.questions, canaries.attempted, canaries.attempted_correct) == (4, 3, 1)
    assert (canaries.trials.count, canaries.trials.of) == (3, 4)


def test_an_exempt_system_keeps_its_canary_answers() -> None:
    system = results_of({"a": "CWUACCWAUX"}, range(4), {"a": "exempt"}).system("a")
    # Now the canary's U is ungraded as any other: n = 7, credited 3, penalised 2.
    assert (system.counts.n, system.counts.credited, system.counts.penalised, system.counts.ungraded) == (7, 3, 2, 2)
    assert system.at(4).quality.value == (3 - 8) / 7
    assert system.canaries.attempted == 2
    assert system.canaries.trials == Rate(value=None, reason="exempt from the canary rule", count=0, of=0)
    assert system.exempt
    assert system.unranked_reason is not None


def test_threshold_is_the_indifferent_confidence() -> None:
    system = results_of({"a": "CW"}).system("a")
    # 1/2, 2/3, 4/5, 9/10 (table 5).
    assert [(entry.k, entry.threshold) for entry in system.by_k] == [(1, 0.5), (2, 2 / 3), (4, 0.8), (9, 0.9)]
    with pytest.raises(KeyError, match="no score at k = 3"):
        system.at(3)


def test_canary_questions_are_violated_in_any_or_in_all_repeats() -> None:
    """Four canaries: always, once, never, and twice of two scored repeats."""
    system = results_of({"a": ["CAAC", "WAAX", "UCAC"]}, range(4)).system("a")
    canaries = system.canaries
    assert (canaries.trials.count, canaries.trials.of) == (3 + 1 + 0 + 2, 11)
    assert (canaries.questions_any_repeat.count, canaries.questions_any_repeat.of) == (3, 4)
    assert (canaries.questions_all_repeats.count, canaries.questions_all_repeats.of) == (2, 4)


def test_outcomes_stand_beside_their_evidence() -> None:
    campaign = campaign_of({"a": "CAAX"}, (2,))
    evidence = [True, False, None, True]
    rows = [row._replace(evidence=seen) for row, seen in zip(campaign.responses, evidence, strict=True)]
    system = compute_results(campaign_of({"a": "CAAX"}, (2,), responses=rows)).system("a")
    assert [tuple(row.model_dump().values()) for row in system.outcomes] == [
        ("correct", False, 1, 1, 0, 0),
        ("abstained", False, 1, 0, 1, 0),
        ("abstained", True, 1, 0, 0, 1),
        ("excluded", False, 1, 1, 0, 0),
    ]


def test_a_score_without_variation_is_bounded_by_wilson_and_says_so() -> None:
    # BR-43: 20 of 20 right at k = 4: down to 1 - 5 * 0.16113 = 0.1944.
    figure = results_of({"a": "C" * 20}).system("a").at(4).quality
    assert (figure.value, figure.high, figure.method) == (1.0, 1.0, "wilson_bound")
    assert figure.low == pytest.approx(0.1944, abs=1e-4)
    assert figure.reason == "no variation: every question has the same outcome"
    declined = results_of({"a": "A" * 10}).system("a")
    assert (declined.at(4).quality.value, declined.abstention.value) == (0.0, 1.0)
    assert declined.at(4).quality.low == pytest.approx(-4 * 0.2775, abs=1e-3)
    assert declined.accuracy_given_attempt == Rate(
        value=None,
        reason="no graded attempt",
        count=0,
        of=0,
        by_question=Figure(value=None, reason="no graded attempt"),
    )


def test_no_wrong_answer_so_far_is_not_taken_for_none_ever() -> None:
    """Right and declined answers vary, penalised ones do not: 60 of 90 right, 30 declined.

    Resampling would leave out the chance of an error, 3.8415 / 93.8415 = 0.0409 by Wilson, which costs 4 * 0.0409.
    """
    figure = results_of({"a": "C" * 60 + "A" * 30}).system("a").at(4).quality
    assert figure.method == "wilson_bound"
    assert figure.reason is not None
    assert figure.reason.startswith("no variation in penalised responses")
    # Wilson for 60 of 90: [0.5641, 0.7553].
    assert (figure.low, figure.high) == pytest.approx((0.5641 - 4 * 0.0409, 0.7553), abs=1e-3)
    assert results_of({"a": "C" * 60 + "A" * 29 + "W"}).system("a").at(4).quality.method == "percentile"


@pytest.mark.parametrize("word", ["C", "CW", "CWAC"])
def test_fewer_than_five_questions_get_no_percentiles(word: str) -> None:
    results = results_of({"a": word, "b": word[::-1]})
    system = results.system("a")
    assert system.at(4).quality.method == "wilson_bound"
    assert system.at(4).quality.reason == "fewer than 5 questions"
    assert system.accuracy.by_question is not None
    assert system.accuracy.by_question.method == "wilson_by_question"
    assert (system.at(4).rank_low, system.at(4).rank_high) == (None, None)
    (pair,) = results.pairs
    assert (pair.difference.low, pair.difference.reason) == (None, "fewer than 5 questions")
    assert (pair.p.value, pair.significant, pair.p_holm, pair.tests_disagree) == (None, None, None, None)


def test_repeats_do_not_narrow_the_interval_over_questions() -> None:
    word = "CCCCCCCWWA"
    once, thrice = (results_of({"a": repeats}).system("a") for repeats in ([word], [word] * 3))
    assert once.accuracy.by_question == thrice.accuracy.by_question
    assert once.at(4).quality == thrice.at(4).quality
    assert once.at(4).standard_error == thrice.at(4).standard_error
    # Wilson on trials takes copies for news: 7/10 against 21/30.
    assert once.accuracy.low is not None
    assert thrice.accuracy.low is not None
    assert once.accuracy.low < thrice.accuracy.low


def test_the_question_level_bound_counts_questions_not_trials() -> None:
    figure = results_of({"a": ["C" * 20] * 3}).system("a").at(4).quality
    assert figure.low == pytest.approx(0.1944, abs=1e-4)
