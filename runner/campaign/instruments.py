"""The classifier and the judges of a campaign, opened when there is work for them, and rehearsed before any is done."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field

from runner.campaign.session import Session
from runner.classify.model_classifier import ModelClassifier
from runner.classify.phrases import PhraseClassifier
from runner.configure.freeze import endpoints_of
from runner.judge.base import DeterministicJudge
from runner.judge.model_judge import ModelJudge
from runner.judge.registry import judge_class
from schemas.calls import ModelCall
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
        await session.write_call("rehearse", name, None)
        await note_call(session, name, (await judge.rehearse()).call)
    if isinstance(instruments.classifier, ModelClassifier):
        await session.write_call("rehearse", "classifier", None)
        await note_call(session, "classifier", (await instruments.classifier.rehearse()).call)


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
