"""What scoring starts from: rows of responses and votes, and the dense table of outcomes made of them.

The engine hands over plain rows; everything after this module works on small integer arrays with the axes
``system`` (by slug), ``question`` (by id) and ``repeat``, so that no order of rows can change a result.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from runner.errors import DataError
from runner.score.outcomes import Outcome, outcome_of
from schemas.results_systems import Kind

Int8 = npt.NDArray[np.int8]
Int64 = npt.NDArray[np.int64]
Bool = npt.NDArray[np.bool_]


class ResponseRow(NamedTuple):
    """One recorded response."""

    response_id: str
    """Id that votes refer to."""
    slug: str
    """The system."""
    question_id: str
    """The question."""
    repeat: int
    """The repeat, from 0."""
    excluded: str | None = None
    """Cause of a technical failure (the response's status); null where there is an answer."""
    intent: str | None = None
    """``attempt`` or ``abstention``; null where it was not classified."""
    verdict: str | None = None
    """``correct``, ``incorrect`` or ``ungraded``; null where there is none."""
    evidence: bool | None = None
    """Whether retrieved passages came with it: true, none found (false), or not exposed (null)."""
    latency_s: float | None = None
    """Seconds of the successful attempt."""
    cost_usd: float | None = None
    """Cost of the call."""
    input_tokens: int | None = None
    """Input tokens."""
    output_tokens: int | None = None
    """Output tokens."""


class VoteRow(NamedTuple):
    """One vote as it stands at the end: repaired votes replace what they repair."""

    response_id: str
    """The response."""
    judge: str
    """Slug of the judge."""
    grade: str | None
    """``correct``, ``incorrect``, ``not_applicable``; null where the vote is invalid."""
    valid: bool = True
    """Whether the vote counts."""


@dataclass(frozen=True, slots=True)
class SystemRow:
    """One system of the campaign."""

    slug: str
    title: str
    kind: Kind = "ranked"
    family: str | None = None
    """Vendor family of the answering model."""
    description: str = ""
    contestant: str | None = None
    """For reference contestants: which built-in one."""

    @property
    def exempt(self) -> bool:
        """Whether the canary rule spares it."""
        return self.kind == "exempt"


@dataclass(frozen=True, slots=True)
class JudgeRow:
    """One judge of the panel."""

    slug: str
    family: str | None = None
    """Vendor family, or the method of a deterministic judge."""


EVIDENCE_NOT_EXPOSED, EVIDENCE_EMPTY, EVIDENCE_PRESENT = 0, 1, 2
"""Codes of the evidence array."""


@dataclass(frozen=True, eq=False)
class OutcomeTable:
    """All responses of a campaign as arrays."""

    systems: tuple[SystemRow, ...]
    """By slug: the first axis."""
    question_ids: tuple[str, ...]
    """By code point: the second axis."""
    canary: Bool
    """Shape (questions,)."""
    unchecked: int
    """Questions without a flag; they count as no canaries."""
    outcome: Int8
    """:class:`Outcome` codes, shape (systems, questions, repeats)."""
    evidence: Int8
    """Evidence codes, same shape."""
    place: Mapping[str, tuple[int, int, int]]
    """Where each response id stands in the arrays."""
    causes: Mapping[tuple[int, int, int], str]
    """Cause of each excluded response that has a record."""
    rows: tuple[list[ResponseRow], ...] = field(repr=False)
    """The rows of each system, for what is not an outcome (time, money, tokens)."""

    @property
    def held(self) -> Bool:
        """Where the canary rule holds: shape (systems, questions)."""
        bound = np.array([not system.exempt for system in self.systems], dtype=np.bool_)
        return bound[:, None] & self.canary[None, :]


def build_table(
    systems: Sequence[SystemRow],
    questions: Mapping[str, bool | None],
    repeats: int,
    responses: Sequence[ResponseRow],
) -> OutcomeTable:
    """Lay the responses out as arrays.

    Args:
        systems: All systems, in any order.
        questions: Question id -> whether it is a canary of the systems' corpus (null: nobody checked).
        repeats: Repeats per question.
        responses: The rows, in any order; a missing one is ``NOT_ASKED``.

    Raises:
        DataError: For a system given twice, a row that names an unknown system, question, repeat, intent or verdict,
            and a response or response id given twice.
    """
    ordered = tuple(sorted(systems, key=lambda system: system.slug))
    question_ids = tuple(sorted(questions))
    system_at = {system.slug: index for index, system in enumerate(ordered)}
    if len(system_at) != len(ordered):
        raise DataError("a system is given twice", where=", ".join(system.slug for system in ordered))
    question_at = {question: index for index, question in enumerate(question_ids)}
    shape = (len(ordered), len(question_ids), repeats)
    outcome = np.zeros(shape, dtype=np.int8)
    evidence = np.zeros(shape, dtype=np.int8)
    place: dict[str, tuple[int, int, int]] = {}
    causes: dict[tuple[int, int, int], str] = {}
    rows: tuple[list[ResponseRow], ...] = tuple([] for _ in ordered)
    seen: dict[tuple[bool, str | None, str | None, bool], int] = {}
    for row in responses:
        system, question = system_at.get(row.slug), question_at.get(row.question_id)
        if system is None or question is None or not 0 <= row.repeat < repeats:
            raise DataError("a response to nothing in this campaign", where=_where(row))
        spot = (system, question, row.repeat)
        if outcome[spot] != Outcome.NOT_ASKED or row.response_id in place:
            raise DataError("a response is given twice", where=_where(row), fix="keep one record of each response")
        held = bool(questions[row.question_id]) and not ordered[system].exempt
        key = (row.excluded is not None, row.intent, row.verdict, held)
        if key not in seen:
            seen[key] = _outcome(row, held=held)
        outcome[spot] = seen[key]
        place[row.response_id] = spot
        if seen[key] == Outcome.EXCLUDED:
            causes[spot] = row.excluded or "not_classified"
        if row.evidence is not None:
            evidence[spot] = EVIDENCE_PRESENT if row.evidence else EVIDENCE_EMPTY
        rows[system].append(row)
    flags = [questions[question] for question in question_ids]
    return OutcomeTable(
        systems=ordered,
        question_ids=question_ids,
        canary=np.array([flag is True for flag in flags], dtype=np.bool_),
        unchecked=sum(flag is None for flag in flags),
        outcome=outcome,
        evidence=evidence,
        place=place,
        causes=causes,
        rows=rows,
    )


def _outcome(row: ResponseRow, *, held: bool) -> Outcome:
    try:
        return outcome_of(row.excluded, row.intent, row.verdict, held=held)
    except ValueError as error:
        raise DataError(f"not a word of classification or judging: {error}", where=_where(row)) from error


def _where(row: ResponseRow) -> str:
    return f"response {row.response_id}: system {row.slug}, question {row.question_id}, repeat {row.repeat}"
