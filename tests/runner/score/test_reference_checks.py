"""Reference contestants and their predicted outcomes."""

import pytest

from runner.errors import DataError
from runner.score.references import PREDICTIONS, check_references
from runner.score.table import SystemRow, build_table
from tests.results_examples import results_of

# The first two questions are canaries.
AS_PREDICTED = {
    "always_decline": "AAAA",
    "always_answer": "WCWC",
    "empty": "XXXX",
    "gold_oracle": "CCCC",
    "injector": "CWWW",
}


def test_all_land_on_their_predictions() -> None:
    kinds = dict.fromkeys(AS_PREDICTED, "reference")
    results = results_of({**AS_PREDICTED, "a": "AACC"}, (0, 1), kinds)
    assert set(AS_PREDICTED) == set(PREDICTIONS)
    assert [(check.slug, check.passed, check.deviating) for check in results.references] == [
        (slug, True, 0) for slug in sorted(AS_PREDICTED)
    ]
    # They are in no ranking, test, panel figure, grid or list of exclusions.
    assert results.leaders == ("a",)
    assert results.pairs == ()
    assert results.panel.gradings == 2
    assert [row.slug for row in results.grid.rows] == ["a"]
    assert results.exclusions == ()


@pytest.mark.parametrize(
    ("slug", "word", "deviating"),
    [
        ("always_decline", "AAAC", 1),
        ("always_decline", "AXAA", 1),
        ("always_answer", "AWWW", 1),
        ("always_answer", "WWWA", 1),
        ("empty", "XXXA", 1),
        ("gold_oracle", "WCCC", 1),
        ("gold_oracle", "CCCU", 1),
        ("injector", "WWCC", 2),
        ("injector", "AAWW", 2),
    ],
)
def test_one_outside_its_prediction_fails(slug: str, word: str, deviating: int) -> None:
    (check,) = results_of({slug: word}, (0, 1), {slug: "reference"}).references
    assert (check.passed, check.deviating, check.responses) == (False, deviating, 4)


def test_what_happened_is_told_in_words() -> None:
    (check,) = results_of({"injector": "CWCW"}, (0, 1), {"injector": "reference"}).references
    assert check.actual == (
        "on canaries: 1 violations that the panel found correct, 1 violations that the panel found incorrect; "
        "elsewhere: 1 correct, 1 incorrect"
    )


def test_a_sample_is_no_exclusion_and_a_contestant_not_run_did_not_pass() -> None:
    results = results_of(
        {"always_decline": "AA..", "empty": "....", "a": "CCCC"},
        (),
        dict.fromkeys(["always_decline", "empty"], "reference"),
    )
    sampled = results.system("always_decline")
    assert (sampled.counts.responses, sampled.counts.n, sampled.counts.excluded) == (2, 2, 0)
    assert sampled.at(4).quality.reason == "reference contestants are not resampled"
    assert [(check.slug, check.passed) for check in results.references] == [("always_decline", True), ("empty", None)]


def test_a_contestant_without_prediction_is_refused() -> None:
    table = build_table([SystemRow("x", "X", "reference", contestant="stranger")], {}, 1, [])
    with pytest.raises(DataError, match="stranger"):
        check_references(table)
