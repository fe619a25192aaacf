"""The engine: walks a frozen campaign through all stages, from wherever an earlier sitting left it."""

import asyncio
import contextlib
import json
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING

from runner.campaign.asking import ask_missing
from runner.campaign.classifying import classify_missing, warn_of_identical_canaries
from runner.campaign.folder import UNBLINDING, CampaignFolder, create_folder, write_atomically
from runner.campaign.instruments import Instruments, has_models, open_instruments, rehearse
from runner.campaign.judging import Judging, votes_missing
from runner.campaign.progress import Progress
from runner.campaign.reuse import Reusable, reusable_from
from runner.campaign.session import Session
from runner.campaign.state import State, answers_by_blind_id, check_consistency, load_state, require_logs
from runner.campaign.work import responses_due, responses_missing
from runner.configure.freeze import Frozen
from runner.configure.provenance import commit, package_version
from runner.errors import RagcanaryError
from runner.money.budget import Budget
from runner.money.price_table import Payee, payees, require_prices
from runner.money.purse import Purse
from schemas.identity import blind_id
from schemas.judging import Intent
from schemas.spec import Spec

if TYPE_CHECKING:
    from runner.ledger.writer import Writer


@dataclass(frozen=True, slots=True)
class Sitting:
    """What one sitting did, and what is left."""

    folder: CampaignFolder
    """The campaign's folder."""
    new_answers: int
    """Answers asked in this sitting."""
    new_failures: int
    """Those of them that ended as technical failures."""
    reused: int
    """Answers, classifications and votes taken over from another campaign."""
    new_records: int
    """Classifications and votes recorded in this sitting."""
    stopped: dict[str, str]
    """Systems that were stopped, with the reason."""
    missing_answers: int
    """Responses still to be asked."""
    graded: bool
    """Whether every answer is classified and every attempt has all its votes, valid or not."""
    out_of_budget: str | None
    """Why the budget ended the sitting; null where it did not."""
    interrupted: bool
    """Whether the user ended the sitting early."""

    @property
    def complete(self) -> bool:
        """Whether nothing is left to do."""
        return not self.missing_answers and self.graded and not self.interrupted

    @property
    def failed(self) -> bool:
        """Whether there was something to ask and every call failed."""
        return self.new_answers > 0 and self.new_failures == self.new_answers


def check_runnable(frozen: Frozen) -> None:
    """Refuse, before anything is written, a campaign that this version or this machine cannot run.

    Raises:
        ConfigError: For an adapter that does not exist here.
        MissingPartError: For an absent library, model or key.
    """
    from runner.ask.registry import require_adapters
    from runner.model.endpoints import require_endpoints

    settings = [system.settings for system in frozen.spec.systems.values()]
    require_adapters(settings, has_documents=frozen.corpus is not None)
    operations = frozen.spec.operations
    require_endpoints(operations.endpoints)
    require_prices(
        paid_by(frozen.spec), operations.prices, operations.endpoints, allow_unpriced=operations.allow_unpriced
    )


def paid_by(spec: Spec) -> tuple[Payee, ...]:
    """Return everyone whom a campaign pays."""
    protocol = spec.protocol
    judges = {name: judge.config for name, judge in protocol.panel.judges.items()}
    return payees([system.settings for system in spec.systems.values()], protocol.classifier.config, judges)


def run_campaign(frozen: Frozen, output: Path, progress: Progress) -> Sitting:
    """Run or resume a campaign up to complete grading.

    Args:
        frozen: The campaign.
        output: Folder of the campaigns' folders.
        progress: Where to tell what happens.

    Raises:
        RagcanaryError: For everything that the user can mend; what was recorded until then stays.
    """
    check_runnable(frozen)
    reuse = frozen.spec.operations.reuse
    reusable = Reusable() if reuse is None else reusable_from(Path(reuse))
    folder = create_folder(output, frozen.spec, frozen.questions)
    folder.questions()  # Damage to them must show before anything is asked.
    try:
        return asyncio.run(_sit(frozen, folder, reusable, progress))
    except BaseExceptionGroup as group:
        raise first_cause(group) from group


def first_cause(group: BaseExceptionGroup[BaseException]) -> BaseException:
    """Return the error to show of several that concurrent tasks raised: one that the user can mend, if any."""
    flat: list[BaseException] = []
    queue: list[BaseException] = [group]
    while queue:
        error = queue.pop(0)
        if isinstance(error, BaseExceptionGroup):
            queue.extend(error.exceptions)
        else:
            flat.append(error)
    return next((error for error in flat if isinstance(error, RagcanaryError)), flat[0])


async def _sit(frozen: Frozen, folder: CampaignFolder, reusable: Reusable, progress: Progress) -> Sitting:
    from runner.ledger.writer import Writer
    from schemas.log_rules import LOGS

    durability = frozen.spec.operations.execution.durability
    require_logs(folder)
    with Writer(folder.root, list(LOGS), durability=durability) as writer:
        session = open_session(frozen, folder, writer, progress)
        await disclose_sitting(session)
        async with AsyncExitStack() as stack:
            if not has_models(frozen.spec.protocol) or not is_complete(frozen, folder, session.state):
                instruments = await open_instruments(session, stack)
                await rehearse(session, instruments)
                with draining(session):
                    await _all_stages(session, instruments, reusable)
        await warn_of_identical_canaries(session)
        missing = responses_missing(responses_due(frozen.spec, frozen.questions), session.state.ended)
        graded = grading_complete(frozen, folder, session.state)
        if not missing and graded:
            unblind(folder, session.state)
        return Sitting(
            folder=folder,
            new_answers=session.new_answers,
            new_failures=session.new_failures,
            reused=session.reused,
            new_records=session.new_records,
            stopped=dict(session.stopped),
            missing_answers=len(missing),
            graded=graded,
            out_of_budget=session.out_of_budget,
            interrupted=session.stopping.is_set() and session.out_of_budget is None,
        )


def open_session(frozen: Frozen, folder: CampaignFolder, writer: "Writer", progress: Progress) -> Session:
    """Return a sitting that goes on where the logs end, money included."""
    state, operations = load_state(folder), frozen.spec.operations
    check_consistency(folder, state)
    limit = operations.budget.usd
    budget = Budget(None if limit is None else Decimal(str(limit)), state.spent())
    purse = Purse(operations.prices, operations.endpoints, budget, requests_per_call=1 + operations.execution.retries)
    return Session(frozen, folder, writer, state, progress, asyncio.Event(), purse)


async def _all_stages(session: Session, instruments: Instruments, reusable: Reusable) -> None:
    await ask_missing(session, reusable.answers)
    await classify_missing(session, instruments.classifier, reusable.intents)
    await Judging(session, instruments, reusable.votes).cast_missing()


def is_complete(frozen: Frozen, folder: CampaignFolder, state: State) -> bool:
    """Tell whether nothing is left to ask, classify or judge."""
    missing = responses_missing(responses_due(frozen.spec, frozen.questions), state.ended)
    return not missing and grading_complete(frozen, folder, state)


async def disclose_sitting(session: Session) -> None:
    """Record what the reader must know of how this sitting began."""
    for recovery in session.writer.recoveries:
        await session.anomaly("torn_log", recovery.file, str(recovery))
    told = [a["text"] for a in session.state.anomalies if a["kind"] == "torn_log"]
    for torn in sorted(session.folder.root.glob("*.torn-*")):
        # A crash between the recovery and its disclosure leaves the file alone to tell of it.
        if not any(torn.name in text for text in told):
            await session.anomaly("torn_log", torn.name, f"{torn.name} keeps what a crash left of a record")
    begun = session.folder.spec.provenance
    here = (package_version(), commit())
    if here != (begun.ragcanary, begun.commit):
        await session.anomaly(
            "other_version",
            "ragcanary",
            f"begun with version {begun.ragcanary} ({begun.commit or 'no commit'}), resumed with {here[0]} "
            f"({here[1] or 'no commit'})",
        )
    for call in session.state.calls_under_way.values():
        await session.anomaly(
            "interrupted_call",
            call.model,
            f"the call to {call.stage} {call.blind_id} ({call.call_id}) was under way when an earlier sitting ended; "
            "it is made again",
        )
    session.state.calls_under_way.clear()
    operations = session.frozen.spec.operations
    for payee in require_prices(
        paid_by(session.frozen.spec), operations.prices, operations.endpoints, allow_unpriced=True
    ):
        await session.anomaly(
            "unpriced", payee.who, f"the price table has no price for {payee.model}: costs are at least"
        )
    for note in session.frozen.notes:
        await session.anomaly("dataset_note", session.frozen.spec.protocol.questions.dataset, note)


def grading_complete(frozen: Frozen, folder: CampaignFolder, state: State) -> bool:
    """Tell whether every answer is classified and every attempt has all its votes, valid or not."""
    answers = answers_by_blind_id(state, folder.blind_key)
    if any(blind not in state.intents for blind in answers):
        return False
    attempts = [blind for blind in answers if state.intents[blind].intent is Intent.ATTEMPT]
    return not votes_missing(state, attempts, frozen.spec.protocol.panel.judges)


def unblind(folder: CampaignFolder, state: State) -> None:
    """Publish which anonymous id belongs to which response, and the key that made them."""
    key = folder.blind_key
    table = {blind_id(key, response): response for response in sorted(state.responses)}
    body = {"key": key.hex(), "responses": dict(sorted(table.items()))}
    write_atomically(folder.root / UNBLINDING, json.dumps(body, indent=1).encode() + b"\n")


@contextlib.contextmanager
def draining(session: Session) -> Iterator[None]:
    """Let the first Ctrl-C finish what is under way, and the second one stop at once."""
    loop, task = asyncio.get_running_loop(), asyncio.current_task()

    def on_interrupt() -> None:
        if session.stopping.is_set() and task is not None:
            task.cancel()
            return
        session.stopping.set()
        session.progress.note("stopping: calls under way are finished; Ctrl-C again stops now")

    if sys.platform == "win32" or threading.current_thread() is not threading.main_thread():
        # No signal handlers there: Ctrl-C then stops at once, and a resume goes on from the record.
        yield
        return
    loop.add_signal_handler(signal.SIGINT, on_interrupt)
    try:
        yield
    finally:
        loop.remove_signal_handler(signal.SIGINT)
