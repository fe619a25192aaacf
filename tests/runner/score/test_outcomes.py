"""The outcome of a single response: exclusion before abstention before the canary rule before the verdict."""

from fractions import Fraction
from itertools import product

import pytest

from runner.score.counts import count_questions
from runner.score.outcomes import Outcome, exact, outcome_of, score_of, volume_of
from runner.score.table import ResponseRow, SystemRow, build_table


@pytest.mark.parametrize(
    ("excluded", "intent", "verdict", "held", "expected", "score", "volume"),
    [
        (None, "attempt", "correct", False, Outcome.CORRECT, 1, 1),
        (None, "attempt", "incorrect", False, Outcome.WRONG, -4, 0),
        (None, "attempt", "ungraded", False, Outcome.UNGRADED, None, None),
        (None, "attempt", None, False, Outcome.UNGRADED, None, None),
        (None, "abstention", None, False, Outcome.ABSTAINED, 0, 0),
        # A canary: an attempt costs k whatever the panel said, the volume score keeps the panel's verdict.
        (None, "attempt", "correct", True, Outcome.VIOLATION_CORRECT, -4, 1),
        (None, "attempt", "incorrect", True, Outcome.VIOLATION_WRONG, -4, 0),
        (None, "attempt", "ungraded", True, Outcome.VIOLATION_UNGRADED, -4, 0),
        (None, "attempt", None, True, Outcome.VIOLATION_UNGRADED, -4, 0),
        (None, "abstention", None, True, Outcome.ABSTAINED, 0, 0),
        # A technical failure is neither wrong nor an abstention, on canaries too.
        ("timeout", None, None, False, Outcome.EXCLUDED, None, None),
        ("empty", "abstention", None, True, Outcome.EXCLUDED, None, None),
        ("blocked", "attempt", "correct", False, Outcome.EXCLUDED, None, None),
        (None, None, None, False, Outcome.EXCLUDED, None, None),
        # Abstentions are not judged; a stray verdict is not read.
        (None, "abstention", "correct", False, Outcome.ABSTAINED, 0, 0),
    ],
)
def test_outcome_and_both_scores(
    excluded: str | None,
    intent: str | None,
    verdict: str | None,
    held: bool,
    expected: Outcome,
    score: int | None,
    volume: int | None,
) -> None:
    outcome = outcome_of(excluded, intent, verdict, held=held)
    assert outcome is expected
    assert score_of(outcome, 4.0) == score
    assert volume_of(outcome) == volume


def test_a_violation_is_one_word_whatever_the_panel_said() -> None:
    words = [outcome.word for outcome in Outcome]
    assert words == ["not_asked", "excluded", "ungraded", "abstained", "correct", "wrong", *["violation"] * 3]


def test_a_word_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="maybe"):
        outcome_of(None, "maybe", None, held=False)
    with pytest.raises(ValueError, match="half"):
        outcome_of(None, "attempt", "half", held=False)


def test_decimals_are_read_as_written() -> None:
    # The double 0.1 is slightly more than one tenth; the setting means one tenth.
    assert exact(0.1) == Fraction(1, 10)
    assert exact(0.05) == Fraction(1, 20)
    assert exact(4.0) == 4
    assert score_of(Outcome.WRONG, 0.1) == Fraction(-1, 10)


def test_sums_over_questions_equal_sums_of_single_scores() -> None:
    """The array code and the scalar rule are two ways to the same numbers, for every combination there is."""
    cases = list(product([None, "error"], [None, "attempt", "abstention"], [None, "correct", "incorrect", "ungraded"]))
    systems = [SystemRow("held", "Held"), SystemRow("spared", "Spared", "exempt")]
    questions = {f"q{index}": index % 2 == 0 for index in range(2 * len(cases))}
    rows = [
        ResponseRow(f"{system.slug}-{index}", system.slug, f"q{index}", 0, *cases[index // 2])
        for system in systems
        for index in range(len(questions))
    ]
    table = build_table(systems, questions, 1, rows)
    counts = count_questions(table.outcome)
    for at, system in enumerate(table.systems):
        outcomes = [
            outcome_of(
                row.excluded, row.intent, row.verdict, held=bool(questions[row.question_id]) and not system.exempt
            )
            for row in rows
            if row.slug == system.slug
        ]
        scores = [score for outcome in outcomes if (score := score_of(outcome, 4.0)) is not None]
        volumes = [volume for outcome in outcomes if (volume := volume_of(outcome)) is not None]
        assert int(counts.n[at].sum()) == len(scores) == len(volumes)
        assert int(counts.credited[at].sum()) - 4 * int(counts.penalised[at].sum()) == sum(scores)
        assert int(counts.correct[at].sum()) == sum(volumes)
        assert int(counts.violations[at].sum()) == sum(outcome.violation for outcome in outcomes)
