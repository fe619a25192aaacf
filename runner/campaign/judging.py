"""The third stage: a blind panel grades every attempt.

One queue over all systems is shuffled by the campaign's seed. A judge gets a :class:`JudgeView` and nothing else; votes
are logged under anonymous ids. Judges made of code vote in groups; each judge that is a model has a queue and workers
of its own, so that one that hangs or is out of credit holds up no other.
"""

import asyncio
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from runner.campaign.groups import in_groups
from runner.campaign.instruments import Instruments, hold_for_judge, note_call, settle_call, work_off
from runner.campaign.order import judging_order
from runner.campaign.session import Session, now
from runner.campaign.state import State, answer_of, answers_by_blind_id
from runner.judge.model_judge import ModelJudge
from runner.money.budget import BudgetReached
from schemas.identity import vote_key
from schemas.judging import Intent, InvalidCause, JudgeView, Opinion
from schemas.logs import VoteRecord
from schemas.spec import PanelSpec

GROUP = 200
"""Attempts whose votes are made durable together."""
ENDS_A_JUDGE = frozenset({InvalidCause.QUOTA, InvalidCause.PIN_MISMATCH})
"""Causes after which a judge is asked nothing more in this sitting; its votes are left for repair."""

Due = dict[str, list[str]]
"""Judges by the blind id of the attempt that lacks their vote, in judging order."""


def attempts_in_order(session: Session) -> list[str]:
    """Return the blind ids of all attempts in the order of judging."""
    answers = answers_by_blind_id(session.state, session.folder.blind_key)
    return [
        blind
        for blind in judging_order(answers, session.frozen.spec.protocol.order_seed)
        if (record := session.state.intents.get(blind)) is not None and record.intent is Intent.ATTEMPT
    ]


def votes_missing(state: State, attempts: Iterable[str], judges: Iterable[str]) -> Due:
    """Return, for each attempt in the given order, the judges without a vote on it."""
    names = list(judges)
    due = {blind: [name for name in names if name not in state.votes.get(blind, {})] for blind in attempts}
    return {blind: lacking for blind, lacking in due.items() if lacking}


@dataclass(slots=True)
class Judging:
    """The casting of votes in one sitting."""

    session: Session
    instruments: Instruments
    reusable: Mapping[str, tuple[Opinion, str]] = field(default_factory=dict)
    """Valid votes of another campaign, with its campaign hash, by vote key."""

    async def cast_missing(self) -> None:
        """Have every judge vote on every attempt that it has no vote on, valid or not."""
        attempts = attempts_in_order(self.session)
        await self.cast(votes_missing(self.session.state, attempts, self.instruments.names), len(attempts))

    async def cast(self, due: Due, attempts: int) -> None:
        """Cast the votes that are due.

        Args:
            due: What is to be cast.
            attempts: All attempts of the campaign, for the progress.
        """
        names = self.instruments.names
        open_votes = {name: sum(name in lacking for lacking in due.values()) for name in names}
        self.session.progress.stage(
            "judge", dict.fromkeys(names, attempts), {name: attempts - open_votes[name] for name in names}
        )
        views = self._views(due)
        await self._cast_by_code(due, views)
        async with asyncio.TaskGroup() as group:
            for name, judge in self.instruments.model_judges.items():
                queue = [blind for blind, lacking in due.items() if name in lacking]
                group.create_task(self._cast_by_model(name, judge, queue, views))

    def _views(self, due: Due) -> dict[str, JudgeView]:
        questions = {question.question_id: question for question in self.session.frozen.questions}
        answers = answers_by_blind_id(self.session.state, self.session.folder.blind_key)
        views = {}
        for blind in due:
            question = questions[answers[blind].question_id]
            views[blind] = JudgeView(question=question.text, gold=question.gold, response=answer_of(answers[blind]))
        return views

    async def _cast_by_code(self, due: Due, views: Mapping[str, JudgeView]) -> None:
        judges = self.instruments.code_judges
        work = [(blind, name) for blind, lacking in due.items() for name in lacking if name in judges]
        for group in in_groups(work, GROUP * max(len(judges), 1)):
            if self.session.stopping.is_set():
                return
            records = []
            for blind, name in group:
                view = views[blind]
                reused = self._reused(name, view)
                opinion, source = reused or (judges[name].grade(view), None)
                records.append(self._record(blind, name, view, opinion, source=source))
                self.session.progress.advance(name)
            await self.session.write_votes(records)

    async def _cast_by_model(
        self, name: str, judge: ModelJudge, queue: list[str], views: Mapping[str, JudgeView]
    ) -> None:
        session = self.session

        async def one(blind: str) -> bool:
            if session.stopping.is_set() or name in session.stopped:
                return False
            view = views[blind]
            reused = self._reused(name, view)
            if reused is not None:
                await session.write_votes([self._record(blind, name, view, reused[0], source=reused[1])])
                session.progress.advance(name)
                return True
            earlier = session.state.votes.get(blind, {}).get(name)
            stored = None if earlier is None else earlier.call
            try:
                hold = await hold_for_judge(session, judge, view, stored)
            except BudgetReached as error:
                await session.stop_for_budget(error)
                return False
            with hold:
                call_id = await session.write_call("judge", name, blind, hold.reserved_usd)
                ballot = await judge.ballot(view, stored)
                charge = await settle_call(session, name, hold, ballot.call)
                record = self._record(blind, name, view, ballot.opinion)
                call = {"call_id": call_id, "call": ballot.call, "charge": charge}
                await session.write_votes([record.model_copy(update=call)])
            await note_call(session, name, ballot.call)
            invalid = ballot.opinion.invalid_cause
            session.progress.advance(name, excluded=invalid is not None, cost_usd=charge.usd or 0.0)
            if invalid in ENDS_A_JUDGE:
                await self._stop(name, f"{invalid}: {ballot.call.detail}")
            return True

        await work_off(queue, session.frozen.spec.operations.execution.concurrency, one)

    async def _stop(self, name: str, reason: str) -> None:
        if name not in self.session.stopped:
            self.session.stopped[name] = reason
            await self.session.anomaly("judge_stopped", name, f"stopped; its votes are left for repair: {reason}")

    def _reused(self, name: str, view: JudgeView) -> tuple[Opinion, str] | None:
        found = self.reusable.get(self._key(name, view))
        self.session.reused += found is not None
        return found

    def _key(self, name: str, view: JudgeView) -> str:
        panel: PanelSpec = self.session.frozen.spec.protocol.panel
        return vote_key(panel.judges[name], panel.judge_prompt, view.question, view.gold, view.response)

    def _record(
        self,
        blind: str,
        name: str,
        view: JudgeView,
        opinion: Opinion,
        *,
        source: str | None = None,
    ) -> VoteRecord:
        earlier = self.session.state.votes.get(blind, {}).get(name)
        return VoteRecord(
            blind_id=blind,
            judge=name,
            vote_key=self._key(name, view),
            cast=1 if earlier is None else earlier.cast + 1,
            view=view.model_dump(),
            grade=opinion.grade,
            reasoning=opinion.reasoning,
            confidence=opinion.confidence,
            invalid_cause=opinion.invalid_cause,
            at=now(),
            reused_from=source,
        )
