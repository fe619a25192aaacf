"""Whole campaigns: the empty and the extreme ones, and what must never change a result."""

import json
from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runner.score import bootstrap
from runner.score.results import compute_results
from schemas.results import Results, result_digest
from schemas.scoring import Scoring
from tests.results_examples import campaign_of, example_results, results_of

EXTREMES: dict[str, dict[str, Any]] = {
    "no canaries": {"answers": {"a": "CWACCA", "b": "CCCCWA"}},
    "no attempts": {"answers": {"a": "AAAAAA", "b": "AAAAAA"}, "canaries": (0, 1)},
    "only canaries": {"answers": {"a": "CAWUAA", "b": "AAAAAA"}, "canaries": range(6)},
    "one question": {"answers": {"a": "C", "b": "W"}},
    "one canary": {"answers": {"a": "C", "b": "A"}, "canaries": (0,)},
    "two questions": {"answers": {"a": "CA", "b": "WC"}},
    "no question": {"answers": {"a": "", "b": ""}},
    "no system": {"answers": {}},
    "one system": {"answers": {"a": ["CWACCA", "CWACCC"]}},
    "all excluded": {"answers": {"a": "XXXXXX", "b": "XXXXXX"}},
    "all ungraded": {"answers": {"a": "UUUUUU"}, "ungraded_waiver": "tried"},
    "nothing asked": {"answers": {"a": "......"}},
    "only exempt": {"answers": {"a": "CWCWCW"}, "canaries": (0,), "kinds": {"a": "exempt"}},
    "only references": {"answers": {"always_decline": "AA"}, "kinds": {"always_decline": "reference"}},
    "k of nought": {"answers": {"a": "CWACCA", "b": "CCCCWA"}, "scoring": Scoring(k=0, ks=(), resamples=100)},
    "fractional k": {"answers": {"a": "CWACCA", "b": "CCCCWA"}, "scoring": Scoring(k=0.1, ks=(0.3,), resamples=100)},
    "one resampled question of many": {"answers": {"a": "X" * 40 + "C", "b": "C" * 40 + "W"}},
}


def numbers(value: object) -> Iterator[float]:
    if isinstance(value, dict):
        for entry in value.values():
            yield from numbers(entry)
    elif isinstance(value, list):
        for entry in value:
            yield from numbers(entry)
    elif isinstance(value, float):
        yield value


def refuse(name: str) -> float:
    raise AssertionError(f"{name} in the JSON")


@pytest.mark.parametrize("name", EXTREMES)
def test_an_extreme_campaign_gives_valid_results(name: str) -> None:
    fields = dict(EXTREMES[name])
    results = results_of(fields.pop("answers"), **fields)
    text = results.model_dump_json()
    parsed = json.loads(text, parse_constant=refuse)
    assert Results.model_validate_json(text) == results
    assert not [number for number in numbers(parsed) if str(number).startswith("-0.0") and number == 0]
    for system in results.systems:
        assert (system.at(results.scoring.k).rank is None) == (system.unranked_reason is not None)


@pytest.mark.parametrize("name", ["no system", "no question", "nothing asked", "all excluded", "only references"])
def test_nothing_is_resampled_where_nothing_is_scored(name: str) -> None:
    fields = dict(EXTREMES[name])
    results = results_of(fields.pop("answers"), **fields)
    assert (results.resampling.used, results.leaders, results.pairs) == (0, (), ())


def shuffled(results_random: Random, **fields: Any) -> Results:
    campaign = campaign_of(**fields)
    changes: dict[str, Any] = {
        name: results_random.sample(list(getattr(campaign, name)), len(getattr(campaign, name)))
        for name in ("systems", "responses", "votes")
    }
    questions = results_random.sample(list(campaign.questions), len(campaign.questions))
    changes["questions"] = {question: campaign.questions[question] for question in questions}
    return compute_results(campaign_of(**fields, **changes))


@settings(max_examples=15)
@given(
    st.integers(1, 9).flatmap(
        lambda length: st.dictionaries(
            st.sampled_from("abcd"),
            st.lists(st.text("CWUAXN.", min_size=length, max_size=length), min_size=1, max_size=2),
            min_size=1,
        )
    ),
    st.sets(st.integers(0, 8)),
    st.randoms(use_true_random=False),
)
def test_no_order_changes_a_result(answers: dict[str, list[str]], canaries: set[int], random: Random) -> None:
    fields: dict[str, Any] = {
        "answers": answers,
        "canaries": canaries,
        "kinds": {"d": "exempt"},
        "ungraded_waiver": "tried",
    }
    straight = compute_results(campaign_of(**fields))
    assert shuffled(random, **fields) == straight
    counted = straight.system(min(answers)).counts
    assert counted.responses == counted.n + counted.excluded + counted.ungraded
    assert counted.n == counted.correct + counted.incorrect + counted.abstained + counted.ungraded_violations


def test_chunks_change_no_result(monkeypatch: pytest.MonkeyPatch) -> None:
    straight = example_results()
    monkeypatch.setattr(bootstrap, "_BLOCK_WORDS", 7)
    assert example_results() == straight


def test_adding_a_system_changes_nothing_about_the_others() -> None:
    """Beyond what names the family: intervals of a are drawn from the same resamples with b there or not."""
    alone = results_of({"a": "CWACCACCWC"}).system("a")
    together = results_of({"a": "CWACCACCWC", "b": "CCCCCCCWWC"}).system("a")
    assert [entry.quality for entry in alone.by_k] == [entry.quality for entry in together.by_k]
    assert alone.accuracy == together.accuracy


def test_all_systems_and_all_k_share_the_resamples() -> None:
    """Two systems with the same outcome on every question have the same interval, and Q(0) mirrors no penalty."""
    results = results_of({"a": "CWACCACCWC", "b": "CWACCACCWC"}, scoring=Scoring(k=4, ks=(0, 1), resamples=500))
    assert results.system("a").by_k == results.system("b").by_k
    # Q(0) counts credited responses only: 6 of 10.
    assert results.system("a").at(0).quality.value == 0.6


def test_q_at_nought_is_not_accuracy() -> None:
    system = results_of({"a": "CCCCC"}, (0,), scoring=Scoring(k=0, ks=(), resamples=100)).system("a")
    assert (system.accuracy.value, system.at(0).quality.value) == (1.0, 0.8)


def test_more_resamples_are_drawn_where_the_family_needs_them() -> None:
    answers = {f"s{at:02}": "CWACC" for at in range(6)}
    # 15 pairs at 0.05: 10 * 15 / 0.05 - 1.
    results = results_of(answers, scoring=Scoring(resamples=100))
    assert (results.resampling.needed, results.resampling.used) == (2_999, 2_999)


def test_the_digest_depends_on_results_alone() -> None:
    base = campaign_of({"a": "CWACC", "b": "CCCCW"})
    first = compute_results(base)
    assert first.result_digest == result_digest(first)
    renamed = [system.__class__(system.slug, "Another title") for system in base.systems]
    timed = [row._replace(latency_s=3.0, cost_usd=0.5, input_tokens=7, output_tokens=7) for row in base.responses]
    same = compute_results(campaign_of({"a": "CWACC", "b": "CCCCW"}, systems=renamed, responses=timed))
    assert same.result_digest == first.result_digest
    assert same != first
    changed = compute_results(campaign_of({"a": "CWACC", "b": "CCCCA"}))
    assert changed.result_digest != first.result_digest


def test_values_are_the_doubles_nearest_to_exact_fractions() -> None:
    system = results_of({"a": "CCCCCWA"}, scoring=Scoring(k=0.3, ks=(), resamples=100)).system("a")
    assert system.at(0.3).quality.value == float(Fraction(47, 70))
    assert system.accuracy.value == 5 / 7
