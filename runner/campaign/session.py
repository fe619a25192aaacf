"""One sitting of a campaign: its folder, its open ledger, what it knows, and whether it has been asked to stop."""

import asyncio
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from runner.campaign.folder import CampaignFolder
from runner.campaign.progress import Progress
from runner.campaign.state import State
from runner.configure.freeze import Frozen
from runner.money.budget import BudgetReached
from runner.money.purse import Purse
from schemas.logs import AnomalyRecord, CallRecord, IntentRecord, RepairRecord, RequestRecord, VoteRecord

if TYPE_CHECKING:
    from runner.ledger.writer import Writer

Kind = str


def new_call_id() -> str:
    """Return a fresh id for a call."""
    return "c-" + secrets.token_hex(8)


def now() -> str:
    """Return the UTC time, ISO 8601 with milliseconds."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


@dataclass(slots=True)
class Session:
    """What all stages share."""

    frozen: Frozen
    folder: CampaignFolder
    writer: "Writer"
    state: State
    progress: Progress
    stopping: asyncio.Event
    """Set by the first Ctrl-C, or when the budget is reached: begin nothing new, finish what is under way."""
    purse: Purse
    """Pays for the calls."""
    out_of_budget: str | None = None
    """Why the budget ends this sitting; null while it does not."""
    new_answers: int = 0
    """Answers asked in this sitting."""
    new_failures: int = 0
    """Those of them that ended as technical failures."""
    new_records: int = 0
    """Classifications and votes recorded in this sitting."""
    reused: int = 0
    """Answers, intents and votes taken over from another campaign."""
    stopped: dict[str, str] = field(default_factory=dict)
    """Systems and judges that were stopped, with the reason."""

    async def write_request(self, record: RequestRecord) -> None:
        """Make a request record durable, then take it into the state."""
        await self.writer.write("requests", record.model_dump(mode="json"))
        self.state.add_request(record)

    async def write_intents(self, records: list[IntentRecord]) -> None:
        """Make classifications durable as one group, then take them into the state."""
        await self._write_group("intents", records)
        for record in records:
            self.state.add_intent(record)

    async def write_votes(self, records: list[VoteRecord]) -> None:
        """Make votes durable as one group, then take them into the state."""
        await self._write_group("votes", records)
        for record in records:
            self.state.add_vote(record)

    async def stop_for_budget(self, error: BudgetReached) -> None:
        """Begin nothing new: the next call could exceed the budget."""
        if self.out_of_budget is None:
            self.out_of_budget = error.what
            self.stopping.set()
            await self.anomaly("budget_reached", "budget", error.what)

    async def note_costs(self, subject: str, texts: Iterable[str]) -> None:
        """Record what is unusual about the cost of a call."""
        for text in texts:
            await self.anomaly("cost", subject, text)

    async def write_call(self, stage: str, model: str, blind: str | None, reserved_usd: float | None) -> str:
        """Make it durable that a model is about to be called, and return the call's id."""
        record = CallRecord.model_validate(
            {
                "call_id": new_call_id(),
                "stage": stage,
                "model": model,
                "blind_id": blind,
                "reserved_usd": reserved_usd,
                "at": now(),
            }
        )
        await self.writer.write("calls", record.model_dump(mode="json"))
        self.state.add_call(record)
        return record.call_id

    async def write_repair(self, record: RepairRecord) -> None:
        """Make the account of a repair durable, and disclose it."""
        await self.writer.write("repairs", record.model_dump(mode="json"))
        flips = sum(flip.count for flip in record.flips)
        ties = sum(flip.count for flip in record.flips if flip.was_tie_break)
        await self.anomaly(
            "repair",
            "panel",
            f"{record.valid} of {record.due} missing or invalid votes were cast later; {flips} verdicts changed, "
            f"{ties} of them had been decided by a tie-break",
        )

    async def _write_group(self, log: str, records: Sequence[IntentRecord | VoteRecord]) -> None:
        written = [self.writer.append(log, record.model_dump(mode="json")) for record in records]
        await asyncio.gather(*(asyncio.wrap_future(future) for future in written))
        self.new_records += len(records)

    async def anomaly(self, kind: Kind, subject: str, text: str) -> None:
        """Record an anomaly once; the same one is not written a second time."""
        known = ((a["kind"], a["subject"], a["text"]) for a in self.state.anomalies)
        if (kind, subject, text) in known:
            return
        record = AnomalyRecord.model_validate({"kind": kind, "subject": subject, "text": text, "at": now()})
        raw = record.model_dump(mode="json")
        await self.writer.write("anomalies", raw)
        self.state.anomalies.append(raw)
        self.progress.note(f"{subject}: {text}")
