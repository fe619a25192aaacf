"""From votes to a verdict: rule 6 of the protocol. The order of votes never matters."""

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from schemas.judging import Grade, Verdict


class DecidedBy(StrEnum):
    """How a verdict came about."""

    UNANIMOUS = "unanimous"
    """Two or more valid votes, all alike."""
    MAJORITY = "majority"
    """More valid votes for it than against it, with at least one against."""
    SINGLE = "single"
    """One valid vote; all others were not applicable, invalid or missing."""
    PRIMARY = "primary"
    """A tie that went to the primary judge's vote."""
    DEPUTY = "deputy"
    """A tie that went to the deputy's vote, because the primary has none."""
    UNGRADED = "ungraded"
    """No valid vote, or a tie that neither the primary nor the deputy decides."""


class Tally(NamedTuple):
    """What a panel says of one attempt, and how it came to say so."""

    verdict: Verdict
    """The verdict."""
    decided_by: DecidedBy
    """How it came about."""
    correct: int
    """Valid votes for ``correct``."""
    incorrect: int
    """Valid votes for ``incorrect``."""
    pivotal: frozenset[str]
    """Judges whose opposite vote, all else equal, would have changed the verdict."""

    @property
    def margin(self) -> int:
        """Votes for the verdict less votes against it; 0 after a tie and where there is no verdict."""
        return abs(self.correct - self.incorrect)


_OPPOSITE = {Grade.CORRECT: Grade.INCORRECT, Grade.INCORRECT: Grade.CORRECT}
_VERDICT = {Grade.CORRECT: Verdict.CORRECT, Grade.INCORRECT: Verdict.INCORRECT}


def _decide(votes: Mapping[str, Grade], primary: str, deputy: str) -> tuple[Verdict, DecidedBy, int, int]:
    correct = sum(grade is Grade.CORRECT for grade in votes.values())
    incorrect = len(votes) - correct
    if correct != incorrect:
        winner = Verdict.CORRECT if correct > incorrect else Verdict.INCORRECT
        if len(votes) == 1:
            return winner, DecidedBy.SINGLE, correct, incorrect
        unanimous = 0 in {correct, incorrect}
        return winner, DecidedBy.UNANIMOUS if unanimous else DecidedBy.MAJORITY, correct, incorrect
    for judge, how in ((primary, DecidedBy.PRIMARY), (deputy, DecidedBy.DEPUTY)):
        if judge in votes:
            return _VERDICT[votes[judge]], how, correct, incorrect
    return Verdict.UNGRADED, DecidedBy.UNGRADED, correct, incorrect


def tally(votes: Mapping[str, Grade | None], *, primary: str, deputy: str) -> Tally:
    """Count a panel's votes on one attempt.

    The majority of valid votes is the verdict, so 2-0 and 1-0 stand. A tie goes to the primary judge's vote, or to the
    deputy's where the primary has none; otherwise the attempt is ungraded. A vote ``not_applicable`` is no valid vote
    and no failure. Reasons and confidences are not looked at.

    Args:
        votes: Grade by judge; null for an invalid vote. Judges without a vote may be left out.
        primary: The judge whose vote decides a tie.
        deputy: The judge whose vote decides a tie where the primary has no valid vote.

    Returns:
        The verdict with the way it was decided.
    """
    counted = {judge: grade for judge, grade in votes.items() if grade is not None and grade in _OPPOSITE}
    verdict, decided_by, correct, incorrect = _decide(counted, primary, deputy)
    pivotal = frozenset(
        judge
        for judge, grade in counted.items()
        if _decide({**counted, judge: _OPPOSITE[grade]}, primary, deputy)[0] is not verdict
    )
    return Tally(verdict, decided_by, correct, incorrect, pivotal)
