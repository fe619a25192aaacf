"""What must hold across the fields of a record, and which model defines which log."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from pydantic import BaseModel

from schemas.frames import Rule
from schemas.logs import AnomalyRecord, CallRecord, IntentRecord, RepairRecord, RequestRecord, VoteRecord

if TYPE_CHECKING:
    import polars as pl


class LogSchema(NamedTuple):
    """How the records of one log are validated."""

    model: type[BaseModel]
    """Names, types and limits of the fields."""
    rules: tuple[Rule, ...] = ()
    """What takes more than one field to tell."""


def _ends_carry_a_response(frame: "pl.DataFrame") -> "pl.Series":
    return (frame["event"] == "finished") == frame["response"].struct.field("status").is_not_null()


def _answers_go_with_ok(frame: "pl.DataFrame") -> "pl.Series":
    response = frame["response"].struct
    return (response.field("status") == "ok") == response.field("answer").is_not_null()


def _invalid_votes_name_their_cause(frame: "pl.DataFrame") -> "pl.Series":
    return frame["grade"].is_null() == frame["invalid_cause"].is_not_null()


LOGS: Mapping[str, LogSchema] = {
    "requests": LogSchema(
        RequestRecord,
        (
            Rule("a finished call carries a response and a started one none", _ends_carry_a_response),
            Rule("an answer stands beside the status ok and nowhere else", _answers_go_with_ok),
        ),
    ),
    "intents": LogSchema(IntentRecord),
    "votes": LogSchema(VoteRecord, (Rule("a vote without a grade names its cause", _invalid_votes_name_their_cause),)),
    "calls": LogSchema(CallRecord),
    "anomalies": LogSchema(AnomalyRecord),
    "repairs": LogSchema(RepairRecord),
}
"""The logs of a campaign by name."""
