"""The first stage: put every missing question to every system."""

import asyncio
from collections import deque
from collections.abc import Mapping
from contextlib import AsyncExitStack, nullcontext
from typing import Any

from runner.ask.base import Resources, SystemAdapter
from runner.ask.registry import build
from runner.campaign.session import Session, new_call_id, now
from runner.campaign.work import UNSERVED, Due, responses_due, responses_missing, served_systems
from runner.configure.freeze import Frozen, endpoints_of
from runner.errors import RagcanaryError, RecordError
from runner.money.budget import BudgetReached
from schemas.logs import RequestRecord
from schemas.prices import Charge
from schemas.question import Question
from schemas.response import AskedQuestion, Response, Status

STOP_AFTER = 10
"""A system whose first calls all fail for want of its service is stopped after so many; a resume tries it again."""


class GoldOracle:
    """Gold answers and flags, for the reference contestants alone."""

    def __init__(self, questions: list[Question]) -> None:
        """Index the questions."""
        self._questions = {question.question_id: question for question in questions}

    def gold(self, question_id: str) -> str:
        """Return the gold answer."""
        return self._questions[question_id].gold

    def is_gap_canary(self, question_id: str) -> bool | None:
        """Return the canary flag."""
        return self._questions[question_id].is_gap_canary


async def ask_missing(session: Session, reusable: Mapping[str, tuple[Response, str]]) -> None:
    """Ask what is missing; every call is durable before it is made and after it ended.

    Args:
        session: The sitting.
        reusable: Answers of another campaign: response and its campaign hash by answer key.
    """
    spec = session.frozen.spec
    due = list(responses_due(spec, session.frozen.questions))
    missing = responses_missing(due, session.state.ended)
    queues: dict[str, deque[Due]] = {slug: deque() for slug in spec.systems}
    for item in missing:
        queues[item.slug].append(item)
    totals = {slug: sum(1 for item in due if item.slug == slug) for slug in sorted(spec.systems)}
    session.progress.stage("ask", totals, {slug: totals[slug] - len(queues[slug]) for slug in totals})
    await _disclose(session, missing)
    for queue in queues.values():
        await _take_over(session, queue, reusable)
    pending = {slug: queue for slug, queue in queues.items() if queue}
    served = served_systems(due, session.state.ended)
    if not pending or session.stopping.is_set():
        return
    async with AsyncExitStack() as stack:
        adapters = await _open(session, list(pending), stack)
        gate = asyncio.Semaphore(spec.operations.execution.concurrency)
        async with asyncio.TaskGroup() as group:
            for slug, adapter in adapters.items():
                worker = _SystemWorker(session, slug, adapter, pending[slug], gate, served=slug in served)
                for _ in range(min(spec.systems[slug].settings.concurrency, len(pending[slug]))):
                    group.create_task(worker.work())


async def _disclose(session: Session, missing: list[Due]) -> None:
    """Say which calls were under way at a crash, and which failed for want of a service and are asked again."""
    if session.state.under_way:
        for call in session.state.under_way.values():
            await session.anomaly(
                "interrupted_call",
                call.slug,
                f"the call for {call.question_id}, repeat {call.repeat} ({call.call_id}), was under way when an "
                "earlier sitting ended; it may have been answered and is asked again",
            )
        session.state.under_way.clear()
    again = [item for item in missing if item.response_id in session.state.responses]
    for slug in sorted({item.slug for item in again}):
        number = sum(1 for item in again if item.slug == slug)
        await session.anomaly(
            "asked_again",
            slug,
            f"{number} calls had failed because the service did not serve them; they are asked again",
        )


async def _take_over(session: Session, queue: deque[Due], reusable: Mapping[str, tuple[Response, str]]) -> None:
    for _ in range(len(queue)):
        item = queue.popleft()
        if item.answer_key not in reusable:
            queue.append(item)
            continue
        response, source = reusable[item.answer_key]
        await session.write_request(_record(item, new_call_id(), "finished", response, reused_from=source))
        session.reused += 1
        session.progress.advance(item.slug)


async def _open(session: Session, slugs: list[str], stack: AsyncExitStack) -> dict[str, SystemAdapter[Any]]:
    """Build and open the adapters, with any embedded server that they need."""
    from runner.model.caller import ModelCaller
    from runner.model.endpoints import ready_endpoints
    from runner.model.retry import CallPolicy

    frozen = session.frozen
    operations, execution = frozen.spec.operations, frozen.spec.operations.execution
    needed = {slug: frozen.spec.systems[slug] for slug in slugs}
    used = endpoints_of([system.settings for system in needed.values()])
    endpoints = await stack.enter_async_context(
        ready_endpoints({name: operations.endpoints[name] for name in sorted(used)})
    )
    caller = ModelCaller(CallPolicy(timeout_s=execution.call_timeout_s, max_attempts=1 + execution.retries))
    stack.push_async_callback(caller.close)
    documents = frozen.corpus.documents if frozen.corpus is not None else ()
    oracle = GoldOracle(frozen.questions)
    adapters: dict[str, SystemAdapter[Any]] = {}
    for slug, system in needed.items():
        resources = Resources(
            instruction=system.delivery.instruction or "", caller=caller, endpoints=endpoints, documents=documents
        )
        adapter = build(system.settings, resources, oracle if system.role == "reference" else None)
        await adapter.open()
        stack.push_async_callback(adapter.close)
        adapters[slug] = adapter
    return adapters


class _SystemWorker:
    """Asks one system; several of its tasks may share a queue."""

    def __init__(
        self,
        session: Session,
        slug: str,
        adapter: SystemAdapter[Any],
        queue: deque[Due],
        gate: asyncio.Semaphore,
        *,
        served: bool,
    ) -> None:
        self.session, self.slug, self.adapter, self.queue, self.gate = session, slug, adapter, queue, gate
        self.served = served
        self.unserved_in_a_row = 0
        self.passage_bytes = _longest_passage(session.frozen, slug)

    async def work(self) -> None:
        """Ask until the queue is empty, the system is stopped, or the sitting ends."""
        while self.queue and self.slug not in self.session.stopped and not self.session.stopping.is_set():
            async with self.gate:
                if not self.queue:
                    return
                await self._ask(self.queue.popleft())

    async def _ask(self, item: Due) -> None:
        session, call_id = self.session, new_call_id()
        try:
            hold = await session.purse.for_answer(
                self.adapter.system, self.adapter.delivery, item.question.text, passage_bytes=self.passage_bytes
            )
        except BudgetReached as error:
            await session.stop_for_budget(error)
            return
        with hold or nullcontext():
            reserved = None if hold is None else hold.reserved_usd
            await session.write_request(_record(item, call_id, "started", reserved_usd=reserved))
            response = await self._answer(item)
            charge = None
            if hold is not None:
                sent = [] if response.raw_request is None else [response.usage]
                paid = hold.settle(sent, reported_model=response.reported_model, litellm_usd=response.cost_usd)
                charge = paid.charge
                response = response.model_copy(update={"cost_usd": charge.usd})
                await session.note_costs(self.slug, paid.anomalies)
            await session.write_request(_record(item, call_id, "finished", response, charge=charge))
        session.new_answers += 1
        failed = response.status is not Status.OK
        session.new_failures += failed
        session.progress.advance(self.slug, excluded=failed, cost_usd=response.cost_usd or 0.0)
        await self._watch(response)

    async def _answer(self, item: Due) -> Response:
        asked = AskedQuestion(question_id=item.question.question_id, text=item.question.text, repeat=item.repeat)
        try:
            return await self.adapter.ask(asked)
        except RecordError:
            raise
        except RagcanaryError as error:
            await self._stop(str(error).replace("\n", ";"))
            return Response(status=Status.UNAVAILABLE, error=error.what)

    async def _watch(self, response: Response) -> None:
        """Stop a system that is out of credit, answers with another model, or is not there at all."""
        if response.status in (Status.QUOTA, Status.PIN_MISMATCH):
            await self._stop(response.error or response.status.value)
        self.served = self.served or response.status not in UNSERVED
        self.unserved_in_a_row += 1
        if not self.served and self.unserved_in_a_row >= STOP_AFTER:
            await self._stop(f"the first {STOP_AFTER} calls all failed; the last one said: {response.error}")

    async def _stop(self, reason: str) -> None:
        if self.slug not in self.session.stopped:
            self.session.stopped[self.slug] = reason
            await self.session.anomaly("system_stopped", self.slug, f"stopped: {reason}")


def _longest_passage(frozen: Frozen, slug: str) -> int:
    """Return the bytes of the longest passage that a system can hand to its reader, with its title; 0 without one."""
    from runner.knowledge_base.passages import cut_passages

    settings = frozen.spec.systems[slug].settings
    if settings.adapter != "local_rag" or frozen.corpus is None:
        return 0
    return max(
        len((document.title + document.text[span.start : span.end]).encode())
        for document in frozen.corpus.documents
        for span in cut_passages(document.text, settings.retrieval.passage_words)
    )


def _record(
    item: Due,
    call_id: str,
    event: str,
    response: Response | None = None,
    *,
    reused_from: str | None = None,
    reserved_usd: float | None = None,
    charge: Charge | None = None,
) -> RequestRecord:
    return RequestRecord.model_validate(
        {
            "event": event,
            "call_id": call_id,
            "response_id": item.response_id,
            "slug": item.slug,
            "question_id": item.question.question_id,
            "repeat": item.repeat,
            "answer_key": item.answer_key,
            "at": now(),
            "response": response,
            "reused_from": reused_from,
            "reserved_usd": reserved_usd,
            "charge": charge,
        }
    )
