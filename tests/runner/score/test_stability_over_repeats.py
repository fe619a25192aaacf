"""Drift, changed outcomes and ranks between repeats."""

from tests.results_examples import results_of


def test_drift_and_changes_by_hand() -> None:
    """Three repeats of four questions.

    q0 is C C C; q1 is C W C; q2 is A A W; q3 is C X C. Q(4) per repeat: (3 + 0) / 4, (1 - 4) / 3, (3 - 4) / 4.
    """
    steady = results_of({"a": ["CCAC", "CWAX", "CCWC"]}, ungraded_waiver="none").system("a").stability
    assert [entry.quality.value for entry in steady.repeats] == [0.75, -1.0, -0.25]
    assert [entry.n for entry in steady.repeats] == [4, 3, 4]
    assert steady.quality_drift.value == 1.75
    # Accuracy 3/4, 1/3, 3/4.
    assert steady.accuracy_drift.value is not None
    assert abs(steady.accuracy_drift.value - 5 / 12) < 1e-15
    # All four questions were scored twice or more; q1 and q2 changed. Pairs 3 + 3 + 3 + 1; q1 and q2 differ in 2 each.
    assert (steady.questions_changed.count, steady.questions_changed.of) == (2, 4)
    assert (steady.pairs_changed.count, steady.pairs_changed.of) == (4, 10)


def test_ranks_are_compared_between_repeats() -> None:
    # Repeat 0: a 1, b 0.5; repeat 1: a 0.5, b 1.
    results = results_of({"a": ["CCCC", "CCAA"], "b": ["CCAA", "CCCC"], "c": ["AAAA", "AAAA"]})
    ranks = {s.slug: ([entry.rank for entry in s.stability.repeats], s.stability.rank_changed) for s in results.systems}
    assert ranks == {"a": ([1, 2], True), "b": ([2, 1], True), "c": ([3, 3], False)}


def test_violations_and_abstentions_are_counted_per_repeat() -> None:
    steady = results_of({"a": ["CAA", "AAW"]}, (0, 2)).system("a").stability
    assert [(entry.violations, entry.abstained) for entry in steady.repeats] == [(1, 2), (1, 2)]


def test_one_repeat_has_no_drift() -> None:
    steady = results_of({"a": "CWA"}).system("a").stability
    assert (steady.quality_drift.value, steady.quality_drift.reason) == (None, "fewer than two scored repeats")
    assert steady.rank_changed is None
    assert steady.questions_changed.of == 0


def test_a_violation_that_the_panel_sees_differently_is_a_change() -> None:
    steady = results_of({"a": ["C", "W"]}, (0,)).system("a").stability
    assert steady.quality_drift.value == 0.0
    assert steady.questions_changed.count == 1
