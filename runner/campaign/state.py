"""What the logs of a campaign already hold, so that a resumed run does only what is missing."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from runner.campaign.folder import LOGS, CampaignFolder
from runner.errors import RecordError
from schemas.identity import blind_id
from schemas.logs import CallRecord, IntentRecord, RequestRecord, VoteRecord
from schemas.prices import Charge
from schemas.response import Status

if TYPE_CHECKING:
    from runner.money.total import Total


@dataclass(slots=True)
class State:
    """The last word of the logs on every response, intent and vote."""

    responses: dict[str, RequestRecord] = field(default_factory=dict)
    """The last ended call of each response, without raw request and reply, by response id."""
    under_way: dict[str, RequestRecord] = field(default_factory=dict)
    """Calls that began and have no end, by call id: they were under way at a crash."""
    intents: dict[str, IntentRecord] = field(default_factory=dict)
    """The classification of each response, by blind id."""
    votes: dict[str, dict[str, VoteRecord]] = field(default_factory=dict)
    """The last vote of each judge on each response, by blind id and judge."""
    calls_under_way: dict[str, CallRecord] = field(default_factory=dict)
    """Calls to judges and classifiers of which nothing came, by call id; rehearsals are not among them."""
    rehearsals: list[CallRecord] = field(default_factory=list)
    """Calls that tried a model; what came of them is not logged."""
    charges: list[Charge] = field(default_factory=list)
    """What every ended call cost, also of calls that were made again later."""
    anomalies: list[dict[str, Any]] = field(default_factory=list)
    """The anomalies so far, in order."""

    @property
    def ended(self) -> dict[str, Status]:
        """How the last call for each response ended."""
        return {key: record.response.status for key, record in self.responses.items() if record.response is not None}

    def add_request(self, record: RequestRecord) -> None:
        """Take in a line of ``requests.jsonl``."""
        if record.event == "started":
            self.under_way[record.call_id] = record
            return
        self.under_way.pop(record.call_id, None)
        self._add_charge(record.charge)
        self.responses[record.response_id] = slim(record)

    def add_intent(self, record: IntentRecord) -> None:
        """Take in a line of ``intents.jsonl``; the last one counts."""
        self.calls_under_way.pop(record.call_id or "", None)
        self._add_charge(record.charge)
        self.intents[record.blind_id] = record

    def add_vote(self, record: VoteRecord) -> None:
        """Take in a line of ``votes.jsonl``; a later cast replaces an earlier one."""
        self.calls_under_way.pop(record.call_id or "", None)
        self._add_charge(record.charge)
        self.votes.setdefault(record.blind_id, {})[record.judge] = record

    def add_call(self, record: CallRecord) -> None:
        """Take in a line of ``calls.jsonl``."""
        if record.stage == "rehearse":
            self.rehearsals.append(record)
        else:
            self.calls_under_way[record.call_id] = record

    def spent(self) -> "Total":
        """Return what the logs say was spent; calls without an end may have cost what was reserved for them."""
        from runner.money.total import recorded_total

        calling = [record.reserved_usd for record in self.under_way.values() if record.reserved_usd is not None]
        judging = [record.reserved_usd for record in (*self.calls_under_way.values(), *self.rehearsals)]
        return recorded_total(self.charges, [*calling, *judging])

    def _add_charge(self, charge: Charge | None) -> None:
        if charge is not None:
            self.charges.append(charge)


def slim(record: RequestRecord) -> RequestRecord:
    """Return the record without the raw request and reply, which no later stage reads."""
    response = record.response
    if response is None or (response.raw_request is None and response.raw_response is None):
        return record
    return record.model_copy(
        update={"response": response.model_copy(update={"raw_request": None, "raw_response": None})}
    )


def load_state(folder: CampaignFolder) -> State:
    """Read a campaign's logs.

    Raises:
        RecordError: For a damaged log, naming file and line; for a missing one too, since what it held would
            otherwise be paid for again.
    """
    from runner.ledger.reader import read_log

    state = State()
    for raw in read_log(folder.root, "requests"):
        state.add_request(RequestRecord.model_validate(raw))
    for raw in read_log(folder.root, "calls"):
        state.add_call(CallRecord.model_validate(raw))
    for raw in read_log(folder.root, "intents"):
        state.add_intent(IntentRecord.model_validate(raw))
    for raw in read_log(folder.root, "votes"):
        state.add_vote(VoteRecord.model_validate(raw))
    state.anomalies = list(read_log(folder.root, "anomalies"))
    return state


def require_logs(folder: CampaignFolder) -> None:
    """Refuse a folder from which a log is gone: what it held would be paid for again.

    Raises:
        RecordError: Naming the file.
    """
    from runner.ledger.names import log_files

    for log in LOGS:
        if not log_files(folder.root, log):
            raise RecordError(
                f"the log {log}.jsonl is missing",
                where=str(folder.root),
                fix="restore it from a copy of the run; or begin anew under another name=… or output=…",
            )


def check_consistency(folder: CampaignFolder, state: State) -> None:
    """Refuse logs that speak of responses which ``requests.jsonl`` does not hold.

    A shortened log, or another blind key, has a sound chain and shows here alone.

    Raises:
        RecordError: Saying how many are unknown.
    """
    known = {blind_id(folder.blind_key, response) for response in state.responses}
    unknown = (state.intents.keys() | state.votes.keys()) - known
    if unknown:
        raise RecordError(
            f"{len(unknown)} responses were classified or judged that the record of answers does not hold",
            where=str(folder.root),
            fix="requests.jsonl was shortened, or blind.key is that of another run: restore them from a copy",
        )


def answers_by_blind_id(state: State, key: bytes) -> dict[str, RequestRecord]:
    """Return the responses that have an answer, by their anonymous id."""
    return {
        blind_id(key, response): record
        for response, record in state.responses.items()
        if record.response is not None and record.response.status is Status.OK
    }


def answer_of(record: RequestRecord) -> str:
    """Return the text of a response that has one."""
    return (record.response.answer if record.response is not None else None) or ""
