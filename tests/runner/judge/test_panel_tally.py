"""Rule 6: majority, ties to the primary and the deputy, and an order that never decides."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runner.judge.panel import DecidedBy, tally
from schemas.judging import Grade, Verdict

C, W, N = Grade.CORRECT, Grade.INCORRECT, Grade.NOT_APPLICABLE
VOTES = st.dictionaries(st.sampled_from("abcde"), st.sampled_from([C, W, N, None]), max_size=5)


@pytest.mark.parametrize(
    ("votes", "verdict", "how", "margin"),
    [
        ((C, C, C), Verdict.CORRECT, DecidedBy.UNANIMOUS, 3),
        ((W, W, W), Verdict.INCORRECT, DecidedBy.UNANIMOUS, 3),
        ((C, C, W), Verdict.CORRECT, DecidedBy.MAJORITY, 1),
        ((W, C, W), Verdict.INCORRECT, DecidedBy.MAJORITY, 1),
        ((None, C, C), Verdict.CORRECT, DecidedBy.UNANIMOUS, 2),  # 2-0 stands
        ((N, W, W), Verdict.INCORRECT, DecidedBy.UNANIMOUS, 2),
        ((C, W, None), Verdict.CORRECT, DecidedBy.PRIMARY, 0),
        ((W, N, C), Verdict.INCORRECT, DecidedBy.PRIMARY, 0),
        ((None, C, W), Verdict.CORRECT, DecidedBy.DEPUTY, 0),
        ((N, W, C), Verdict.INCORRECT, DecidedBy.DEPUTY, 0),
        ((N, N, C), Verdict.CORRECT, DecidedBy.SINGLE, 1),  # 1-0 is a majority of the valid votes
        ((None, None, W), Verdict.INCORRECT, DecidedBy.SINGLE, 1),
        ((N, N, N), Verdict.UNGRADED, DecidedBy.UNGRADED, 0),
        ((None, N, None), Verdict.UNGRADED, DecidedBy.UNGRADED, 0),
    ],
)
def test_the_table_of_cases_with_a_as_primary_and_b_as_deputy(votes, verdict, how, margin):
    result = tally(dict(zip("abc", votes, strict=True)), primary="a", deputy="b")
    assert (result.verdict, result.decided_by, result.margin) == (verdict, how, margin)


def test_a_tie_without_primary_and_deputy_is_ungraded():
    assert tally({"c": C, "d": W}, primary="a", deputy="b").verdict is Verdict.UNGRADED
    assert tally({}, primary="a", deputy="b").verdict is Verdict.UNGRADED


def test_a_judge_without_a_vote_counts_like_an_invalid_one():
    assert tally({"b": C, "c": W}, primary="a", deputy="b") == tally(
        {"a": None, "b": C, "c": W}, primary="a", deputy="b"
    )


@pytest.mark.parametrize(
    ("votes", "pivotal"),
    [
        ((C, C, C), set()),
        ((C, C, W), {"a", "b"}),
        # 2-0 with the primary: had the primary said otherwise, the tie would be its own; had b, it would be too.
        ((C, C, None), {"a"}),
        ((None, C, C), {"b"}),
        ((N, N, C), {"c"}),
        ((C, W, None), {"a"}),
        ((N, N, N), set()),
    ],
)
def test_a_vote_is_pivotal_where_its_opposite_would_change_the_verdict(votes, pivotal):
    assert tally(dict(zip("abc", votes, strict=True)), primary="a", deputy="b").pivotal == pivotal


@given(VOTES)
def test_the_order_of_votes_never_decides(votes):
    results = {
        tally(dict(order), primary="a", deputy="b")
        for order in itertools.islice(itertools.permutations(votes.items()), 60)
    }
    assert len(results) == 1


@given(VOTES)
def test_swapping_all_grades_swaps_the_verdict(votes):
    swap = {C: W, W: C, N: N, None: None}
    opposite = {
        Verdict.CORRECT: Verdict.INCORRECT,
        Verdict.INCORRECT: Verdict.CORRECT,
        Verdict.UNGRADED: Verdict.UNGRADED,
    }
    result = tally(votes, primary="a", deputy="b")
    mirrored = tally({judge: swap[grade] for judge, grade in votes.items()}, primary="a", deputy="b")
    assert mirrored.verdict is opposite[result.verdict]
    assert (mirrored.decided_by, mirrored.pivotal) == (result.decided_by, result.pivotal)


@given(VOTES)
def test_votes_that_are_not_valid_change_nothing(votes):
    valid = {judge: grade for judge, grade in votes.items() if grade in {C, W}}
    assert tally(votes, primary="a", deputy="b") == tally(valid, primary="a", deputy="b")
