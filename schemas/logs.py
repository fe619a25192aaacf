"""What stands in the logs of a campaign: one record model for each file, from which the frame schemas follow.

Judges and the classifier know responses by ``blind_id`` alone; ``unblinding.json`` ties these to ``response_id`` once
grading is complete.
"""

from typing import Literal

from pydantic import Field

from schemas.calls import ModelCall
from schemas.judging import Grade, Intent, InvalidCause, Verdict
from schemas.prices import Charge
from schemas.response import Record, Response
from schemas.system import Slug

RESPONSE_ID = r"^r-[0-9a-f]{16}$"
BLIND_ID = r"^b-[0-9a-f]{16}$"
CALL_ID = r"^c-[0-9a-f]{16}$"
SHA256 = r"^[0-9a-f]{64}$"


class RequestRecord(Record):
    """A line of ``requests.jsonl``: a call to a system that began, or how it ended."""

    event: Literal["started", "finished"]
    """``started`` is durable before the call is made, so that a crash leaves no call unaccounted for."""
    call_id: str = Field(pattern=CALL_ID)
    """Ties the two lines of one call together."""
    response_id: str = Field(pattern=RESPONSE_ID)
    """The response that the call is for."""
    slug: Slug
    """The system."""
    question_id: str
    """The question."""
    repeat: int = Field(ge=0)
    """The repeat, from 0."""
    answer_key: str = Field(pattern=SHA256)
    """Identity of the answer, for reuse by other campaigns."""
    at: str
    """UTC time of writing, ISO 8601."""
    response: Response | None = None
    """What came back; null on ``started``."""
    reserved_usd: float | None = Field(default=None, ge=0)
    """On ``started``: the most that the call can cost; null where the system calls nobody or has no price."""
    charge: Charge | None = None
    """On ``finished``: what the call cost; null for systems that call nobody, and for answers of another campaign."""
    reused_from: str | None = None
    """Campaign hash of the run that the answer was taken from; null for an answer of this run."""


class IntentRecord(Record):
    """A line of ``intents.jsonl``: one classification."""

    blind_id: str = Field(pattern=BLIND_ID)
    """The response, anonymous."""
    intent_key: str = Field(pattern=SHA256)
    """Identity of the classification, for reuse."""
    intent: Intent
    """The decision."""
    source: str
    """Which classifier decided."""
    reason: str
    """The rule or phrase that decided."""
    call_id: str | None = Field(default=None, pattern=CALL_ID)
    """The call to a model behind it; null where code decided."""
    call: ModelCall | None = None
    """That call; of a model that failed, where phrases decided in its stead."""
    charge: Charge | None = None
    """What that call cost."""
    at: str
    """UTC time of writing, ISO 8601."""
    reused_from: str | None = None
    """Campaign hash of the run that it was taken from."""


class VoteRecord(Record):
    """A line of ``votes.jsonl``: one vote, valid or not."""

    blind_id: str = Field(pattern=BLIND_ID)
    """The response, anonymous."""
    judge: Slug
    """The judge."""
    vote_key: str = Field(pattern=SHA256)
    """Identity of the vote, for reuse."""
    cast: int = Field(ge=1)
    """Which attempt at this vote, from 1; later ones are repairs."""
    view: dict[str, str]
    """All that the judge was shown, verbatim: question, gold, response."""
    call_id: str | None = Field(default=None, pattern=CALL_ID)
    """The call to a model behind it; null for a judge made of code."""
    call: ModelCall | None = None
    """That call: prompt, raw reply, tokens. A repair sends its prompt again, byte for byte."""
    charge: Charge | None = None
    """What that call cost."""
    grade: Grade | None
    """The grade; null when the vote is invalid."""
    reasoning: str
    """The judge's reasons. Nothing ever reads them to change a grade."""
    confidence: float | None = Field(default=None, ge=0, le=1)
    """The stated confidence; null where unknown."""
    invalid_cause: InvalidCause | None = None
    """Why the vote is invalid; null when it is valid."""
    at: str
    """UTC time of writing, ISO 8601."""
    reused_from: str | None = None
    """Campaign hash of the run that it was taken from."""


class CallRecord(Record):
    """A line of ``calls.jsonl``: a call to a judge or classifier that is a model, durable before it is made.

    The vote or classification that comes of it carries the same ``call_id``. A call without one was under way when a
    sitting ended.
    """

    call_id: str = Field(pattern=CALL_ID)
    """Ties the call to what came of it."""
    stage: Literal["classify", "judge", "rehearse"]
    """What it is for. A rehearsal tries a model before a campaign spends anything; nothing is scored from it."""
    model: str
    """Name of the judge, or ``classifier``."""
    blind_id: str | None = Field(default=None, pattern=BLIND_ID)
    """The response, anonymous; null for a rehearsal."""
    reserved_usd: float | None = Field(default=None, ge=0)
    """The most that the call can cost; null for a model without a price."""
    at: str
    """UTC time of writing, ISO 8601."""


class AnomalyRecord(Record):
    """A line of ``anomalies.jsonl``: something that the reader of the results must know."""

    kind: Literal[
        "interrupted_call",
        "torn_log",
        "other_version",
        "asked_again",
        "system_stopped",
        "judge_stopped",
        "repair",
        "cost",
        "unpriced",
        "budget_reached",
        "unwanted_reasoning",
        "identical_canary_outcome",
        "reference_off_prediction",
        "corpus_flags",
        "dataset_note",
        "launch",
    ]
    """What kind of thing it is."""
    subject: str
    """What it is about: a system, a file, a question."""
    text: str
    """The anomaly in one or two sentences."""
    at: str
    """UTC time of writing, ISO 8601."""


class Flip(Record):
    """Verdicts of one system that a repair changed in one way."""

    slug: Slug
    """The system."""
    family: str | None
    """Its vendor family, to see whom the missing votes had cost."""
    before: Verdict
    """The verdict without the votes."""
    after: Verdict
    """The verdict with them."""
    was_tie_break: bool
    """Whether a tie-break had decided the former one."""
    count: int = Field(ge=1)
    """How many."""


class RepairRecord(Record):
    """A line of ``repairs.jsonl``: what one repair cast, and what that changed."""

    due: int = Field(ge=0)
    """Votes that were missing or invalid."""
    valid: int = Field(ge=0)
    """Those of them that are valid now."""
    flips: list[Flip]
    """Verdicts that changed."""
    at: str
    """UTC time of writing, ISO 8601."""


class ScoreRecord(Record):
    """A line of ``scores.jsonl``: what one response came to under one scoring. Derived, and not part of the chain."""

    response_id: str = Field(pattern=RESPONSE_ID)
    """The response."""
    slug: Slug
    """The system."""
    question_id: str
    """The question."""
    repeat: int = Field(ge=0)
    """The repeat, from 0."""
    outcome: Literal["excluded", "ungraded", "abstained", "correct", "wrong", "violation"]
    """The outcome by the canary rule and the exclusion rule."""
    verdict: str | None
    """The panel's verdict; null where it was not asked."""
    score: float | None
    """Score at the primary k: +1, 0 or -k; null where the response is not scored."""
    volume: int | None
    """1 where the panel found it correct, 0 otherwise; null where the response is not scored."""
