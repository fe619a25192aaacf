"""The classifier and the judges of a campaign, opened when there is work for them, and rehearsed before any is done."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field

from runner.campaign.session import Session
from runner.classify.model_classifier import ModelClassifier
from runner.classify.phrases import PhraseClassifier
from runner.classify.prompt import DECISION, classifier_messages
from runner.configure.freeze import endpoints_of
from runner.judge.base import DeterministicJudge
from runner.judge.model_judge import REHEARSAL, ModelJudge
from runner.judge.prompt import BALLOT, judge_messages
from runner.judge.registry import judge_class
from runner.model.record import messages_of
from runner.money.purse import Hold
from schemas.calls import ModelCall
from schemas.judging import JudgeView
from schemas.prices import Charge
from schemas.spec import ProtocolSpec


@dataclass(frozen=True, slots=True)
class Instruments:
    """Who classifies and who judges."""

    classifier: PhraseClassifier | ModelClassifier
    """The intent classifier."""
    code_judges: dict[str, DeterministicJudge] = field(default_factory=dict)
    """Judges made of code, by name."""
    model_judges: dict[str, ModelJudge] = field(default_factory=dict)
    """Judges that are models, by name."""

    @property
    def names(self) -> list[str]:
        """Names of all judges, sorted: their order in a file has no meaning."""
        return sorted({*self.code_judges, *self.model_judges})


def has_models(protocol: ProtocolSpec) -> bool:
    """Tell whether the classifier or any judge is a model."""
    return protocol.classifier.config.kind == "model" or any(
        judge.config.kind == "model" for judge in protocol.panel.judges.values()
    )


async def open_instruments(session: Session, stack: AsyncExitStack) -> Instruments:
    """Build classifier and judges, with caller and endpoints for those that are models.

    Args:
        session: The sitting.
        stack: Closes what is opened here.

    Raises:
        ConfigError: If an endpoint or a model does not fit.
        MissingPartError: If a key is not set or a server cannot be reached.
    """
    from runner.model.caller import ModelCaller
    from runner.model.endpoints import ready_endpoints
    from runner.model.retry import CallPolicy

    protocol, operations = session.frozen.spec.protocol, session.frozen.spec.operations
    configs = {name: judge.config for name, judge in sorted(protocol.panel.judges.items())}
    code = {name: judge_class(c.method)() for name, c in configs.items() if c.kind == "deterministic"}
    if not has_models(protocol):
        return Instruments(PhraseClassifier(), code)
    used = endpoints_of([protocol.classifier.config, *configs.values()])
    endpoints = await stack.enter_async_context(
        ready_endpoints({name: operations.endpoints[name] for name in sorted(used)})
    )
    execution = operations.execution
    caller = ModelCaller(CallPolicy(timeout_s=execution.call_timeout_s, max_attempts=1 + execution.retries))
    stack.push_async_callback(caller.close)
    prompt = protocol.panel.judge_prompt or ""
    models = {
        name: ModelJudge(name, config, prompt, caller, endpoints[config.model.endpoint])
        for name, config in configs.items()
        if config.kind == "model"
    }
    config = protocol.classifier.config
    classifier = (
        ModelClassifier(config, caller, endpoints[config.model.endpoint])
        if config.kind == "model"
        else PhraseClassifier()
    )
    return Instruments(classifier, code, models)


async def rehearse(session: Session, instruments: Instruments) -> None:
    """Try every model once on a made-up case, before the campaign spends anything on it.

    Raises:
        ConfigError: For the first model whose request the vendor rejects, or that is not the one configured.
    """
    for name, judge in instruments.model_judges.items():
        with await hold_for_judge(session, judge, REHEARSAL) as hold:
            await session.write_call("rehearse", name, None, hold.reserved_usd)
            call = (await judge.rehearse()).call
            await settle_call(session, name, hold, call)
        await note_call(session, name, call)
    classifier = instruments.classifier
    if isinstance(classifier, ModelClassifier):
        with await hold_for_classifier(session, classifier, REHEARSAL.question, REHEARSAL.response) as hold:
            await session.write_call("rehearse", "classifier", None, hold.reserved_usd)
            call = (await classifier.rehearse()).call
            await settle_call(session, "classifier", hold, call)
        await note_call(session, "classifier", call)


async def hold_for_judge(
    session: Session, judge: ModelJudge, view: JudgeView, earlier: ModelCall | None = None
) -> Hold:
    """Hold back the most that a vote can cost.

    Raises:
        BudgetReached: If it could exceed the budget.
    """
    messages = judge_messages(judge.judge_prompt, view) if earlier is None else messages_of(earlier)
    return await session.purse.for_call(judge.config.model, messages, BALLOT if judge.config.json_schema else None)


async def hold_for_classifier(session: Session, classifier: ModelClassifier, question: str, response: str) -> Hold:
    """Hold back the most that a classification can cost.

    Raises:
        BudgetReached: If it could exceed the budget.
    """
    config = classifier.config
    messages = classifier_messages(config.criteria, question, response)
    return await session.purse.for_call(config.model, messages, DECISION if config.json_schema else None)


async def settle_call(session: Session, name: str, hold: Hold, call: ModelCall) -> Charge:
    """End the hold of a call to a judge or classifier, and disclose what is unusual about its cost."""
    sent = [] if call.sent is None else [call.usage]
    paid = hold.settle(sent, reported_model=call.reported_model, litellm_usd=call.cost_usd)
    await session.note_costs(name, paid.anomalies)
    return paid.charge


async def note_call(session: Session, name: str, call: ModelCall) -> None:
    """Record once for each model what is unusual about its calls though nothing went wrong."""
    for note in call.notes:
        await session.anomaly("unwanted_reasoning", name, note)


async def work_off(items: Sequence[str], workers: int, one: Callable[[str], Awaitable[bool]]) -> None:
    """Work through items in their order, several at once.

    Args:
        items: The items.
        workers: How many are under way at once.
        one: Does one item, and returns whether to go on.
    """
    queue = deque(items)

    async def worker() -> None:
        while queue and await one(queue.popleft()):
            pass

    async with asyncio.TaskGroup() as group:
        for _ in range(min(workers, len(queue))):
            group.create_task(worker())
