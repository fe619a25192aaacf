"""Repair: casting the missing and invalid votes of a graded campaign, and saying what that changed (protocol rule 7).

Answers are never asked again and no valid vote is cast again. A vote that was invalid is cast from its stored prompt,
byte for byte.
"""

import asyncio
from collections import Counter
from collections.abc import Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path

from runner.campaign.engine import disclose_sitting, draining, first_cause, grading_complete, open_session, unblind
from runner.campaign.folder import SPEC, CampaignFolder, open_folder
from runner.campaign.instruments import open_instruments, rehearse
from runner.campaign.judging import Due, Judging, attempts_in_order
from runner.campaign.progress import Progress
from runner.campaign.session import Session, now
from runner.campaign.state import State, answers_by_blind_id, require_logs
from runner.campaign.thaw import thaw
from runner.configure.freeze import Frozen
from runner.judge.panel import DecidedBy, Tally, tally
from schemas.judging import Verdict
from schemas.logs import Flip, RepairRecord
from schemas.spec import PanelSpec

_TIE_BREAKS = frozenset({DecidedBy.PRIMARY, DecidedBy.DEPUTY})


@dataclass(frozen=True, slots=True)
class Repaired:
    """What a repair did."""

    folder: CampaignFolder
    """The campaign."""
    frozen: Frozen
    """Its spec, questions and corpus."""
    record: RepairRecord
    """What was cast, what became valid, and which verdicts changed."""
    interrupted: bool
    """Whether the user ended it early."""


def votes_to_repair(state: State, attempts: list[str], judges: list[str]) -> Due:
    """Return, for each attempt in the given order, the judges whose vote on it is missing or invalid."""
    due = {}
    for blind in attempts:
        votes = state.votes.get(blind, {})
        lacking = [name for name in judges if name not in votes or votes[name].grade is None]
        if lacking:
            due[blind] = lacking
    return due


def repair_run(root: Path, progress: Progress) -> Repaired:
    """Cast the missing and invalid votes of a campaign.

    Safe to run again and to kill: what is valid by then stays, and the rest is cast the next time.

    Args:
        root: The campaign's folder.
        progress: Where to tell what happens.

    Raises:
        RagcanaryError: For everything that the user can mend; what was recorded until then stays.
    """
    folder, frozen = open_folder(root), thaw(root / SPEC)
    folder.questions()  # Damage to them must show before anything is asked.
    try:
        return asyncio.run(_repair(frozen, folder, progress))
    except BaseExceptionGroup as group:
        raise first_cause(group) from group


async def _repair(frozen: Frozen, folder: CampaignFolder, progress: Progress) -> Repaired:
    from runner.ledger.writer import Writer
    from schemas.log_rules import LOGS

    durability = frozen.spec.operations.execution.durability
    require_logs(folder)
    with Writer(folder.root, list(LOGS), durability=durability) as writer:
        session = open_session(frozen, folder, writer, progress)
        await disclose_sitting(session)
        attempts = attempts_in_order(session)
        panel = frozen.spec.protocol.panel
        due = votes_to_repair(session.state, attempts, sorted(panel.judges))
        before = {blind: _tally(session.state, blind, panel) for blind in due}
        if due:
            async with AsyncExitStack() as stack:
                instruments = await open_instruments(session, stack)
                await rehearse(session, instruments)
                with draining(session):
                    await Judging(session, instruments).cast(due, len(attempts))
        record = _report(session, due, before)
        if due:
            await session.write_repair(record)
        if grading_complete(frozen, folder, session.state):
            unblind(folder, session.state)
        return Repaired(folder, frozen, record, session.stopping.is_set())


def _tally(state: State, blind: str, panel: PanelSpec) -> Tally:
    grades = {judge: vote.grade for judge, vote in state.votes.get(blind, {}).items()}
    return tally(grades, primary=panel.primary, deputy=panel.deputy)


def _report(session: Session, due: Due, before: Mapping[str, Tally]) -> RepairRecord:
    frozen, state = session.frozen, session.state
    panel, answers = frozen.spec.protocol.panel, answers_by_blind_id(state, session.folder.blind_key)
    flips: Counter[tuple[str, str | None, Verdict, Verdict, bool]] = Counter()
    for blind, earlier in before.items():
        later = _tally(state, blind, panel)
        if later.verdict is not earlier.verdict:
            slug = answers[blind].slug
            family = frozen.spec.systems[slug].settings.family
            flips[slug, family, earlier.verdict, later.verdict, earlier.decided_by in _TIE_BREAKS] += 1
    open_votes = [(blind, name) for blind, names in due.items() for name in names]
    valid = sum(
        (vote := state.votes.get(blind, {}).get(name)) is not None and vote.grade is not None
        for blind, name in open_votes
    )
    return RepairRecord(
        due=len(open_votes),
        valid=valid,
        flips=[
            Flip(slug=slug, family=family, before=earlier, after=later, was_tie_break=tied, count=count)
            for (slug, family, earlier, later, tied), count in sorted(flips.items(), key=str)
        ],
        at=now(),
    )
