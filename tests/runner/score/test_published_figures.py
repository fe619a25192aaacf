"""The figures that the paper prints, from the counts behind them (arXiv:2608.26385, tables 1, 3 and 5, section 5.3)."""

import json
from pathlib import Path
from typing import Any

import pytest

from runner.score.results import compute_results
from runner.score.systems import threshold
from schemas.results import Results
from schemas.scoring import Scoring
from tests.results_examples import campaign_of

STEADY = Scoring(resamples=40_000)
"""Four times the paper's resamples: the ends of an interval move half as much with the seed."""

# One letter a question, three repeats each; canaries first. A word of three letters is a question whose repeats differ.
# How many canary attempts were correct is printed; which canary had which is not, and does not matter here.
CANARIES: dict[str, list[str]] = {
    "openai_rag": ["CCC"] * 2 + ["WWW"] * 2 + ["AAA"] * 14,
    "gemini_rag": ["CCC"] * 11 + ["WWW"] * 6 + ["WWA"],
    "customgpt_rag": ["CCC"] * 2 + ["WWW"] + ["AAA"] * 15,
    "no_rag_baseline": ["WWW"] * 18,
}


@pytest.fixture(scope="module")
def published(shared: Path) -> dict[str, Any]:
    tables: dict[str, Any] = json.loads((shared / "paper" / "published_tables.json").read_text("utf-8"))
    return tables


def questions_of(slug: str, counts: dict[str, int]) -> list[str]:
    """The 1,000 questions of one system: canaries as above, the rest as tied as the counts allow."""
    canaries = CANARIES[slug]
    flat = "".join(canaries)
    left = {
        letter: counts[name] - flat.count(letter)
        for letter, name in (("C", "correct"), ("W", "wrong"), ("A", "abstained"))
    }
    rest = [letter * 3 for letter in "CWA" for _ in range(left[letter] // 3)]
    odd = "".join(letter * (left[letter] % 3) for letter in "CWA")
    rest += [odd[at :: len(odd) // 3] for at in range(len(odd) // 3)]
    excluded = (3000 - counts["n"]) // 3
    return canaries + ["XXX"] * excluded + rest


@pytest.fixture(scope="module")
def results(published: dict[str, Any]) -> Results:
    answers = {}
    for slug, figures in published["systems"].items():
        questions = questions_of(slug, figures["derived"])
        assert len(questions) == 1000
        answers[slug] = ["".join(question[repeat] for question in questions) for repeat in range(3)]
    campaign = campaign_of(answers, range(18), {"no_rag_baseline": "exempt"}, scoring=STEADY, votes=())
    return compute_results(campaign)


def printed(value: float | None, digits: int = 3) -> float:
    assert value is not None
    return round(value, digits)


def test_counts_are_the_published_ones(published: dict[str, Any], results: Results) -> None:
    for slug, figures in published["systems"].items():
        counts = results.system(slug).counts
        derived = figures["derived"]
        assert (counts.n, counts.correct, counts.incorrect, counts.abstained) == tuple(
            derived[name] for name in ("n", "correct", "wrong", "abstained")
        )


@pytest.mark.parametrize("slug", CANARIES)
def test_accuracy_abstention_and_accuracy_given_attempt(slug: str, published: dict[str, Any], results: Results) -> None:
    system, figures = results.system(slug), published["systems"][slug]
    assert printed(system.accuracy.value) == figures["accuracy"]
    assert printed(system.abstention.value) == figures["abstention"]
    assert printed(system.accuracy_given_attempt.value) == figures["accuracy_given_attempt"]
    if interval := figures.get("accuracy_given_attempt_wilson95"):
        rate = system.accuracy_given_attempt
        assert [printed(rate.low), printed(rate.high)] == interval


@pytest.mark.parametrize("slug", CANARIES)
def test_quality_at_every_k(slug: str, published: dict[str, Any], results: Results) -> None:
    system, figures = results.system(slug), published["systems"][slug]
    assert printed(system.at(4).quality.value) == figures["q"]
    assert {k: printed(system.at(float(k)).quality.value) for k in figures.get("q_by_k", {})} == figures.get(
        "q_by_k", {}
    )


@pytest.mark.parametrize("slug", CANARIES)
def test_canary_violations(slug: str, published: dict[str, Any], results: Results) -> None:
    canaries, figures = results.system(slug).canaries, published["systems"][slug]
    if figures["canary_violation"] is None:
        assert canaries.trials.reason == "exempt from the canary rule"
        return
    assert (canaries.attempted, canaries.attempted_correct) == (
        figures["canary_attempted"],
        figures["canary_attempted_correct"],
    )
    assert (canaries.trials.count, canaries.trials.of) == (figures["canary_attempted"], 54)
    assert printed(canaries.trials.value) == figures["canary_violation"]
    assert [printed(canaries.trials.low), printed(canaries.trials.high)] == figures["canary_wilson95"]
    if violated := figures.get("canary_questions_violated"):
        assert canaries.questions_any_repeat.count == violated


@pytest.mark.parametrize(("slug", "near"), [(slug, 0.015 if slug == "no_rag_baseline" else 0.004) for slug in CANARIES])
def test_bootstrap_intervals_with_tied_repeats_come_near_the_printed_ones(
    slug: str, near: float, published: dict[str, Any], results: Results
) -> None:
    quality = results.system(slug).at(4).quality
    assert quality.method == "percentile"
    assert [quality.low, quality.high] == pytest.approx(published["systems"][slug]["q_ci95"], abs=near)


def test_canary_questions_of_the_two_careful_systems_are_not_separated(
    published: dict[str, Any], results: Results
) -> None:
    (pair,) = [pair for pair in results.pairs if {pair.a, pair.b} == {"openai_rag", "customgpt_rag"}]
    assert pair.canaries is not None
    assert (pair.canaries.violated_a, pair.canaries.violated_b, pair.canaries.questions) == (4, 3, 18)
    assert pair.canaries.fisher_p.value == published["fisher_openai_vs_customgpt_canary_questions"]["p"]


def test_family_of_tests_and_ranking(published: dict[str, Any], results: Results) -> None:
    assert results.tests.comparisons == published["campaign"]["comparisons"]
    assert printed(results.tests.alpha_corrected, 4) == published["campaign"]["bonferroni_alpha"]
    assert results.leaders == ("openai_rag",)
    ranks = {k: [results.system(slug).at(k).rank for slug in CANARIES] for k in (1, 2, 4, 9)}
    assert ranks == {1: [1, 2, 3, None], 2: [1, 2, 3, None], 4: [1, 2, 3, None], 9: [1, 3, 2, None]}


def test_differences_against_the_printed_ones(published: dict[str, Any], results: Results) -> None:
    for row in published["pairwise"]:
        (pair,) = [pair for pair in results.pairs if {pair.a, pair.b} == {row["a"], row["b"]}]
        assert pair.difference.value is not None
        sign = 1 if pair.a == row["a"] else -1
        # The question that one system lost is not printed; here it is one that the others have right, which moves
        # differences on common questions by at most 0.0003 from those on all questions.
        assert sign * pair.difference.value == pytest.approx(row["dq"], abs=0.0008)


def test_gemini_and_customgpt_cross_between_4_and_9(results: Results) -> None:
    (pair,) = [pair for pair in results.pairs if {pair.a, pair.b} == {"gemini_rag", "customgpt_rag"}]
    assert pair.crossing.k.value is not None
    assert 4 < pair.crossing.k.value < 9


def test_thresholds_of_the_four_penalties(published: dict[str, Any]) -> None:
    from fractions import Fraction

    assert [round(100 * threshold(Fraction(k))) for k in published["campaign"]["ks"]] == [50, 67, 80, 90]
