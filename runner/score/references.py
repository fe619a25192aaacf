"""Reference contestants: what each must come to (protocol rule 12), and whether it did."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from runner.errors import DataError
from runner.score.outcomes import Outcome
from runner.score.table import OutcomeTable
from schemas.results_comparisons import ReferenceCheck

_VIOLATIONS = frozenset({Outcome.VIOLATION_CORRECT, Outcome.VIOLATION_WRONG, Outcome.VIOLATION_UNGRADED})
_ATTEMPTS = frozenset({Outcome.CORRECT, Outcome.WRONG, Outcome.UNGRADED})


class Prediction(NamedTuple):
    """Outcomes that a contestant may have on canaries and elsewhere, and the same in words."""

    canary: frozenset[Outcome]
    elsewhere: frozenset[Outcome]
    words: str


PREDICTIONS: Mapping[str, Prediction] = {
    "always_decline": Prediction(
        frozenset({Outcome.ABSTAINED}), frozenset({Outcome.ABSTAINED}), "every response an abstention"
    ),
    "always_answer": Prediction(_VIOLATIONS, _ATTEMPTS, "a violation on every canary, an attempt elsewhere"),
    "empty": Prediction(
        frozenset({Outcome.EXCLUDED}), frozenset({Outcome.EXCLUDED}), "every response excluded, none an abstention"
    ),
    "gold_oracle": Prediction(
        frozenset({Outcome.VIOLATION_CORRECT}),
        frozenset({Outcome.CORRECT}),
        "correct by the panel everywhere, and a violation on every canary",
    ),
    "injector": Prediction(_VIOLATIONS, frozenset({Outcome.WRONG}), "a violation on every canary, incorrect elsewhere"),
}
"""What each built-in contestant must come to."""


def check_references(table: OutcomeTable) -> tuple[ReferenceCheck, ...]:
    """Return the check of every reference contestant, by slug.

    Raises:
        DataError: For a contestant without a prediction.
    """
    return tuple(_check(table, at) for at, system in enumerate(table.systems) if system.kind == "reference")


def _check(table: OutcomeTable, at: int) -> ReferenceCheck:
    system = table.systems[at]
    prediction = PREDICTIONS.get(system.contestant or "")
    if prediction is None:
        raise DataError(
            f"no outcome is predicted for the reference contestant {system.contestant!r}",
            where=f"system {system.slug}",
            fix=f"name one of {', '.join(PREDICTIONS)}",
        )
    canary = np.bincount(table.outcome[at][table.canary].ravel(), minlength=len(Outcome))
    elsewhere = np.bincount(table.outcome[at][~table.canary].ravel(), minlength=len(Outcome))
    asked = int(canary[1:].sum() + elsewhere[1:].sum())
    deviating = sum(
        int(counts[code])
        for counts, expected in ((canary, prediction.canary), (elsewhere, prediction.elsewhere))
        for code in Outcome
        if code is not Outcome.NOT_ASKED and code not in expected
    )
    return ReferenceCheck(
        slug=system.slug,
        title=system.title,
        contestant=str(system.contestant),
        predicted=prediction.words,
        actual=f"on canaries: {_words(canary)}; elsewhere: {_words(elsewhere)}",
        responses=asked,
        deviating=deviating,
        passed=deviating == 0 if asked else None,
    )


def _words(counts: "np.ndarray[tuple[int], np.dtype[np.int64]]") -> str:
    parts = [f"{int(counts[code])} {_NAMES[code]}" for code in Outcome if code and counts[code]]
    return ", ".join(parts) or "nothing"


_NAMES = {
    Outcome.NOT_ASKED: "not asked",
    Outcome.EXCLUDED: "excluded",
    Outcome.UNGRADED: "ungraded",
    Outcome.ABSTAINED: "abstained",
    Outcome.CORRECT: "correct",
    Outcome.WRONG: "incorrect",
    Outcome.VIOLATION_CORRECT: "violations that the panel found correct",
    Outcome.VIOLATION_WRONG: "violations that the panel found incorrect",
    Outcome.VIOLATION_UNGRADED: "violations without a verdict",
}
