"""Agreement, pivotal votes, and rankings without each judge."""

from collections.abc import Mapping
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runner.score.gradings import Panel
from runner.score.panel_figures import krippendorff_alpha
from runner.score.results import compute_results
from runner.score.table import JudgeRow, SystemRow, VoteRow
from schemas.results import Results
from schemas.results_panel import JudgeFigures, LeaveOneOut
from tests.results_examples import PANEL, campaign_of, results_of

_GRADES = {"C": "correct", "W": "incorrect", "n": "not_applicable"}


def graded(answers: Mapping[str, str], votes: Mapping[str, str], **changes: object) -> Results:
    """Results of one repeat in which the n-th letters of each judge's word are its votes (``x`` invalid, ``.`` none).

    Args:
        answers: Words by system; the panel's verdicts as recorded.
        votes: For each system, the words of judge_a, judge_b and judge_c, separated by blanks.
        changes: Fields of the campaign to replace.
    """
    rows = [
        VoteRow(f"{slug}/q{at:03}/0", judge.slug, _GRADES.get(letter), letter != "x")
        for slug, words in votes.items()
        for judge, word in zip(PANEL.judges, words.split(), strict=True)
        for at, letter in enumerate(word)
        if letter != "."
    ]
    return results_of(answers, votes=rows, **changes)


def judge(results: Results, slug: str) -> JudgeFigures:
    return next(figures for figures in results.panel.judges if figures.judge == slug)


def without(results: Results, slug: str) -> LeaveOneOut:
    return next(entry for entry in results.panel.leave_one_out if entry.judge == slug)


def test_agreement_by_hand() -> None:
    """Six attempts; verdicts C C W C W U.

    1. C C C unanimous. 2. C W C. 3. W W x: two votes, unanimous. 4. C x W: a tie, judge_a is primary. 5. n W .: one
    vote. 6. n n x: none.
    """
    results = graded({"a": "CCWCWU"}, {"a": "CCWCnn CWWxWn CCxW.x"}, ungraded_waiver="by design")
    panel = results.panel
    assert panel.gradings == 6
    # Two decisive votes or more on the first four; 1 and 3 agree.
    assert (panel.unanimous.count, panel.unanimous.of) == (2, 4)
    assert (panel.full_panels, panel.ties) == (2, 1)
    a, b, c = (judge(results, slug) for slug in ("judge_a", "judge_b", "judge_c"))
    assert (a.votes, a.not_applicable, a.invalid, a.missing) == (6, 2, 0, 0)
    assert (b.votes, b.not_applicable, b.invalid, b.missing) == (6, 1, 1, 0)
    assert (c.votes, c.not_applicable, c.invalid, c.missing) == (5, 0, 2, 1)
    # judge_a always agrees (4 votes); judge_b erred on 2 (of 1, 2, 3, 5); judge_c on 4 (of 1, 2, 4).
    assert [(f.disagreement.count, f.disagreement.of) for f in (a, b, c)] == [(0, 4), (1, 4), (1, 3)]
    assert [(f.primary, f.deputy) for f in (a, b, c)] == [(True, False), (False, True), (False, False)]
    # One changed vote flips: 2 (a or c), 3 (a, whose vote is the tie's), 4 (a), 5 (b). Not 1; 6 has no verdict.
    assert (panel.one_vote_away.count, panel.one_vote_away.of) == (4, 5)
    # C/W votes per attempt: 3/0, 2/1, 0/2, 1/1. n = 10 votes, 6 for C, 4 for W.
    # Disagreeing coincidences: 2*2*1/2 + 2*1*1/1 = 4. alpha = 1 - 9 * 4 / (2 * 6 * 4) = 1/4.
    assert panel.krippendorff_alpha.value == 0.25


def test_krippendorff_alpha_of_a_worked_table() -> None:
    # Two observers, ten units, one binary value each (Krippendorff 2011, section A): 0s 14 and 1s 6 of 20 values,
    # agreement on 5 pairs of zeros and 1 of ones, 4 units differ: 1 - 19 * 8 / (2 * 14 * 6) = 0.0952.
    assert krippendorff_alpha([(0, 2, 5), (2, 0, 1), (1, 1, 4)]).value == pytest.approx(0.095, abs=5e-4)


def test_krippendorff_alpha_without_variation_or_pairs_is_null() -> None:
    assert krippendorff_alpha([(3, 0, 10)]).reason == "all votes are the same grade: there is no variation to agree on"
    assert krippendorff_alpha([(1, 0, 10), (0, 0, 3)]).reason == "no grading with two decisive votes"
    assert krippendorff_alpha([(2, 0, 1), (0, 2, 1)]).value == 1.0


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1, max_size=8))
def test_krippendorff_alpha_agrees_with_its_definition_by_pairs(units: list[tuple[int, int]]) -> None:
    """Observed over expected disagreement, counted pair by pair of single votes."""
    values = [["c"] * correct + ["i"] * incorrect for correct, incorrect in units if correct + incorrect >= 2]
    pooled = [value for unit in values for value in unit]
    found = krippendorff_alpha([(correct, incorrect, 1) for correct, incorrect in units]).value
    if len(set(pooled)) < 2:
        assert found is None
        return
    observed = sum(Fraction(sum(x != y for x in unit for y in unit), len(unit) - 1) for unit in values) / len(pooled)
    expected = Fraction(sum(x != y for x in pooled for y in pooled), len(pooled) * (len(pooled) - 1))
    assert found == float(1 - observed / expected)


def test_pivotal_votes_by_family() -> None:
    """judge_a is of the family red; ``red_one`` is a red system, ``other`` names no family.

    red_one: C C W (a and b pivotal in favour), C C C (nobody), W W C (a and b against).
    other: C W C (a and c in favour).
    """
    answers = {"red_one": "CCWAA", "other": "CAAAA"}
    votes = {"red_one": "CCW CCW WCC", "other": "C W C"}
    systems = [SystemRow("red_one", "Red", family="red"), SystemRow("other", "Other")]
    rows = graded(answers, votes, systems=systems).panel.pivotal
    table = {
        (row.judge, row.system_family): (row.gradings, row.in_favour, row.against, row.same_family) for row in rows
    }
    assert table == {
        ("judge_a", "red"): (3, 1, 1, True),
        ("judge_b", "red"): (3, 1, 1, False),
        ("judge_c", "red"): (3, 0, 0, False),
        ("judge_a", None): (1, 1, 0, False),
        ("judge_b", None): (1, 0, 0, False),
        ("judge_c", None): (1, 1, 0, False),
    }


def test_leaving_out_each_judge() -> None:
    """Five attempts of a (verdicts C C C W W) and of b (C C C C W), k = 4: Q = (3 - 8)/5 = -1 and (4 - 4)/5 = 0.

    a: CCC CCC CCC WWW | C W W: without a W W -> W; without b or c a tie C-W, primary a -> C.
    b: CCC CCC CCC | C C W: without a: C-W, primary out, deputy b -> C; without b: C-W, primary a -> C | WWW.
    """
    results = graded({"a": "CCCWW", "b": "CCCCW"}, {"a": "CCCWC CCCWW CCCWW", "b": "CCCCW CCCCW CCCWW"})
    for slug, changed, quality in [("judge_a", 0, -1.0), ("judge_b", 1, 0.0), ("judge_c", 1, 0.0)]:
        entry = without(results, slug)
        scores = {system.slug: (system.quality.value, system.rank) for system in entry.systems}
        assert entry.verdicts_changed == changed
        # With a's last verdict turned to correct, a and b tie on rank 1: the ranks have changed.
        assert scores == {"a": (quality, 1 if changed else 2), "b": (0.0, 1)}
        assert entry.ranks_changed is bool(changed)


def test_without_primary_and_deputy_a_tie_is_ungraded_and_a_canary_stays_a_violation() -> None:
    """One canary (first) and one question, both C W x, decided by the primary."""
    results = graded({"a": "CC"}, {"a": "CC WW xx"}, canaries=(0,))
    # Without the primary one vote W stands: incorrect.
    entry = without(results, "judge_a")
    assert (entry.verdicts_changed, entry.systems[0].quality.value, entry.systems[0].ungraded) == (2, -4.0, 0)
    no_vote = graded({"a": "CC"}, {"a": "CC xx xx"}, canaries=(0,))
    alone = without(no_vote, "judge_a")
    # Without the only vote: the canary still scores -4, the other is left out.
    assert (alone.verdicts_changed, alone.systems[0].quality.value, alone.systems[0].ungraded) == (2, -4.0, 2)


def test_order_of_votes_and_judges_has_no_meaning() -> None:
    campaign = campaign_of({"a": "CWCWA", "b": "CCCWW"})
    votes = [vote._replace(grade="correct") if vote.judge == "judge_c" else vote for vote in campaign.votes]
    panel = Panel(tuple(reversed(PANEL.judges)), PANEL.primary, PANEL.deputy)
    straight = compute_results(campaign_of({"a": "CWCWA", "b": "CCCWW"}, votes=votes))
    reversed_ = compute_results(campaign_of({"a": "CWCWA", "b": "CCCWW"}, votes=votes[::-1], panel=panel))
    assert straight == reversed_


def test_one_judge_or_none_gives_a_valid_panel() -> None:
    single = Panel((JudgeRow("only"),), "only", "only")
    votes = [VoteRow("a/q000/0", "only", "correct")]
    panel = results_of({"a": "C"}, votes=votes, panel=single).panel
    assert (panel.gradings, panel.leave_one_out, panel.unanimous.value) == (1, (), None)
    assert (panel.one_vote_away.count, panel.one_vote_away.of) == (1, 1)
    empty = results_of({"a": "A"}, votes=[]).panel
    assert (empty.gradings, empty.pivotal, empty.krippendorff_alpha.value) == (0, (), None)
