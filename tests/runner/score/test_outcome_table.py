"""Rows into arrays: what is refused, and what is taken for missing."""

import numpy as np
import pytest

from runner.errors import DataError
from runner.score.outcomes import Outcome
from runner.score.results import compute_results
from runner.score.table import ResponseRow, SystemRow, build_table
from tests.results_examples import campaign_of, results_of

ROW = ResponseRow("r1", "a", "q000", 0, None, "attempt", "correct")


@pytest.mark.parametrize(
    ("row", "said"),
    [
        (ROW._replace(response_id="r2"), "given twice"),
        (ROW._replace(question_id="q001"), "given twice"),
        (ROW._replace(response_id="r2", slug="z"), "nothing in this campaign"),
        (ROW._replace(response_id="r2", question_id="z"), "nothing in this campaign"),
        (ROW._replace(response_id="r2", repeat=1), "nothing in this campaign"),
        (ROW._replace(response_id="r2", repeat=-1), "nothing in this campaign"),
        (ROW._replace(response_id="r2", question_id="q001", intent="attemptt"), "attemptt"),
        (ROW._replace(response_id="r2", question_id="q001", verdict="right"), "right"),
    ],
)
def test_a_row_that_does_not_fit_is_named(row: ResponseRow, said: str) -> None:
    with pytest.raises(DataError) as caught:
        build_table([SystemRow("a", "A")], {"q000": False, "q001": False}, 1, [ROW, row])
    assert said in str(caught.value)
    assert row.response_id in caught.value.where


def test_a_system_given_twice_is_refused() -> None:
    with pytest.raises(DataError, match="twice"):
        build_table([SystemRow("a", "A"), SystemRow("a", "B")], {}, 1, [])


def test_what_has_no_record_was_not_asked() -> None:
    table = build_table([SystemRow("a", "A")], {"q000": None, "q001": True}, 2, [ROW])
    assert table.outcome.tolist() == [[[Outcome.CORRECT, Outcome.NOT_ASKED], [Outcome.NOT_ASKED, Outcome.NOT_ASKED]]]
    assert table.canary.tolist() == [False, True]
    assert table.unchecked == 1
    assert table.held.tolist() == [[False, True]]
    assert table.evidence.dtype == np.int8


def test_unasked_and_unclassified_responses_are_listed_as_left_out() -> None:
    results = results_of({"a": ["CCX.", "CNUC"]})
    assert [(entry.question_id, entry.repeat, entry.cause) for entry in results.exclusions] == [
        ("q001", 1, "not_classified"),
        ("q002", 0, "timeout"),
        ("q002", 1, "ungraded"),
        ("q003", 0, "not_asked"),
    ]
    assert {cause.cause: cause.count for cause in results.system("a").causes} == {
        "not_asked": 1,
        "not_classified": 1,
        "timeout": 1,
        "ungraded": 1,
    }
    # 8 foreseen = 4 scored + 3 excluded + 1 ungraded.
    counts = results.system("a").counts
    assert (counts.responses, counts.n, counts.excluded, counts.ungraded) == (8, 4, 3, 1)
    assert results.system("a").excluded_share.value == 0.5


def test_a_stray_vote_is_refused() -> None:
    campaign = campaign_of({"a": "CC"})
    vote = campaign.votes[0]
    for votes, said in [
        ([*campaign.votes, vote], "twice"),
        ([vote._replace(response_id="r-unknown")], "belongs to nothing"),
        ([vote._replace(judge="nobody")], "belongs to nothing"),
        ([vote._replace(grade="maybe")], "not a grade"),
    ]:
        with pytest.raises(DataError, match=said):
            compute_results(campaign_of({"a": "CC"}, votes=votes))
