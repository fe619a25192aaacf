"""The panel's votes as patterns: few distinct ones, each tallied once, however many responses there are."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from runner.errors import DataError
from runner.judge.panel import tally
from runner.score.outcomes import Outcome
from runner.score.table import Int8, Int64, JudgeRow, OutcomeTable, VoteRow
from schemas.judging import Grade, Verdict

MISSING, CORRECT, INCORRECT, NOT_APPLICABLE, INVALID = range(5)
"""What one judge has for one response."""

_STATE: dict[str, int] = {Grade.CORRECT: CORRECT, Grade.INCORRECT: INCORRECT, Grade.NOT_APPLICABLE: NOT_APPLICABLE}
_GRADE = {state: Grade(grade) for grade, state in _STATE.items()}
VERDICTS = (Verdict.CORRECT, Verdict.INCORRECT, Verdict.UNGRADED)
"""Verdicts by code."""
UNGRADED = VERDICTS.index(Verdict.UNGRADED)
_VERDICT_OF_OUTCOME = {
    Outcome.CORRECT: 0,
    Outcome.VIOLATION_CORRECT: 0,
    Outcome.WRONG: 1,
    Outcome.VIOLATION_WRONG: 1,
    Outcome.UNGRADED: 2,
    Outcome.VIOLATION_UNGRADED: 2,
}


@dataclass(frozen=True, slots=True)
class Panel:
    """Who judges, and who breaks ties."""

    judges: tuple[JudgeRow, ...]
    """In any order: none has a meaning."""
    primary: str
    """Slug of the judge that breaks ties."""
    deputy: str
    """Slug of the judge that breaks them where the primary has no vote."""


@dataclass(frozen=True, eq=False)
class Pattern:
    """One combination of votes, what it comes to, and what it would come to with one vote changed or gone."""

    states: tuple[int, ...]
    """What each judge has, in the judges' order."""
    verdict: int
    """Code of the verdict."""
    without: tuple[int, ...]
    """Code of the verdict without each judge in turn."""
    pivotal: tuple[bool, ...]
    """Whether the opposite grade of each judge would change the verdict; false where there is no verdict."""

    @property
    def correct(self) -> int:
        """Votes for correct."""
        return self.states.count(CORRECT)

    @property
    def incorrect(self) -> int:
        """Votes for incorrect."""
        return self.states.count(INCORRECT)


@dataclass(frozen=True, eq=False)
class Gradings:
    """All attempts of compared systems that the panel was asked about."""

    judges: tuple[JudgeRow, ...]
    """By slug."""
    patterns: tuple[Pattern, ...]
    """Distinct combinations of votes."""
    spots: Int64
    """Place of each grading in the outcome arrays, shape (gradings, 3)."""
    pattern: Int64
    """Which pattern each grading has, shape (gradings,)."""
    verdict: Int8
    """Code of the recorded verdict of each grading."""

    def counts(self, chosen: "np.ndarray[tuple[int], np.dtype[np.bool_]] | None" = None) -> list[int]:
        """Return how many gradings, or chosen ones, have each pattern."""
        pattern = self.pattern if chosen is None else self.pattern[chosen]
        return [int(count) for count in np.bincount(pattern, minlength=len(self.patterns))]


def collect_gradings(table: OutcomeTable, votes: Sequence[VoteRow], panel: Panel) -> Gradings:
    """Collect the votes on attempts of all systems but reference contestants.

    Votes on abstentions and excluded responses are not read: such responses are not judged.

    Args:
        table: All outcomes.
        votes: Votes as they stand at the end, in any order.
        panel: The judges and the tie rule.

    Raises:
        DataError: For a vote on an unknown response, by an unknown judge, given twice, or with an unknown grade.
    """
    ordered = tuple(sorted(panel.judges, key=lambda judge: judge.slug))
    judge_at = {judge.slug: index for index, judge in enumerate(ordered)}
    rows: dict[str, list[int]] = {}
    for vote in votes:
        at = judge_at.get(vote.judge)
        if at is None or vote.response_id not in table.place:
            raise DataError("a vote that belongs to nothing in this campaign", where=_where(vote))
        row = rows.setdefault(vote.response_id, [MISSING] * len(ordered))
        if row[at] != MISSING:
            raise DataError("a vote is given twice", where=_where(vote), fix="keep the last one of each judge")
        row[at] = _state(vote)
    graded = [
        (table.place[response_id], states)
        for response_id, states in rows.items()
        if table.systems[table.place[response_id][0]].kind != "reference"
        and table.outcome[table.place[response_id]] in _VERDICT_OF_OUTCOME
    ]
    graded.sort()
    seen = sorted({tuple(states) for _, states in graded})
    pattern_at = {states: index for index, states in enumerate(seen)}
    spots = np.array([spot for spot, _ in graded], dtype=np.int64).reshape(-1, 3)
    codes = np.zeros(len(Outcome), dtype=np.int8)
    for outcome, code in _VERDICT_OF_OUTCOME.items():
        codes[outcome] = code
    return Gradings(
        judges=ordered,
        patterns=tuple(_pattern(states, ordered, panel) for states in seen),
        spots=spots,
        pattern=np.array([pattern_at[tuple(states)] for _, states in graded], dtype=np.int64),
        verdict=codes[table.outcome[spots[:, 0], spots[:, 1], spots[:, 2]]],
    )


def _where(vote: VoteRow) -> str:
    return f"vote of {vote.judge} on response {vote.response_id}"


def _state(vote: VoteRow) -> int:
    if not vote.valid or vote.grade is None:
        return INVALID
    state = _STATE.get(vote.grade)
    if state is None:
        raise DataError(f"not a grade: {vote.grade!r}", where=_where(vote))
    return state


def _pattern(states: tuple[int, ...], judges: Sequence[JudgeRow], panel: Panel) -> Pattern:
    votes = {judge.slug: _GRADE.get(state) for judge, state in zip(judges, states, strict=True)}
    full = tally(votes, primary=panel.primary, deputy=panel.deputy)
    without = []
    for judge in judges:
        rest = {slug: grade for slug, grade in votes.items() if slug != judge.slug}
        without.append(VERDICTS.index(tally(rest, primary=panel.primary, deputy=panel.deputy).verdict))
    own = VERDICTS.index(full.verdict)
    return Pattern(
        states=states,
        verdict=own,
        without=tuple(without),
        pivotal=tuple(own != UNGRADED and judge.slug in full.pivotal for judge in judges),
    )
