"""What a campaign will probably cost and how long it will take, before anybody is called. Pure.

An estimate, and no promise: ``runner/money/typical.py`` holds what it assumes. It counts neither retries nor discounts
for cached input. The 95th percentile takes the 95th percentile of every call at once, so that it errs on the high side.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Literal, NamedTuple

from runner.campaign.work import Plan
from runner.classify.prompt import DECISION, classifier_messages
from runner.judge.prompt import BALLOT, judge_messages
from runner.model.completion import Message
from runner.money import typical
from runner.money.cost import MILLION
from runner.money.price_table import Payee, payee_of, price_of
from runner.money.total import ZERO
from runner.money.typical import Spread
from schemas.endpoint import Endpoint
from schemas.judging import JudgeView
from schemas.prices import ModelPrice, PriceTable
from schemas.question import Question
from schemas.spec import Spec, SystemSpec
from schemas.system import (
    ChatSystem,
    GeminiFileSearchSystem,
    LocalRagSystem,
    ModelSettings,
    OpenAIFileSearchSystem,
)

Stage = Literal["ask", "classify", "judge"]


class UsdSpread(NamedTuple):
    """A typical cost and one that is seldom exceeded, in US dollars."""

    p50: Decimal
    p95: Decimal


@dataclass(frozen=True, slots=True)
class Line:
    """The calls to one model in one stage."""

    stage: Stage
    payee: Payee
    """Who calls which model where."""
    calls: Spread
    """How many calls."""
    input_tokens: Spread | None
    """Input tokens of all calls; null where the vendor bills and reports none."""
    output_tokens: Spread | None
    """Output tokens of all calls; likewise."""
    usd: UsdSpread | None
    """Cost of all calls; null where nobody knows the price."""
    seconds: Spread
    """Time of all calls if they were made one by one."""
    parallel: int
    """Calls in flight at once, at most."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """An estimate of a whole campaign."""

    lines: tuple[Line, ...]
    """Whoever calls a model, in the order of the stages; empty where everything is made of code."""
    seconds: Mapping[Stage, Spread]
    """Time of each stage that calls a model, under the campaign's limits on concurrency."""

    @property
    def unpriced(self) -> tuple[str, ...]:
        """Models without a price, each once."""
        return tuple(dict.fromkeys(line.payee.model for line in self.lines if line.usd is None))

    @property
    def usd(self) -> UsdSpread:
        """Cost of all priced calls: the campaign's only where nothing is unpriced, and otherwise "at least"."""
        known = [line.usd for line in self.lines if line.usd is not None]
        return UsdSpread(sum((usd.p50 for usd in known), ZERO), sum((usd.p95 for usd in known), ZERO))

    @property
    def total_seconds(self) -> Spread:
        """Time of all stages, which follow one another."""
        stages = self.seconds.values()
        return Spread(sum(stage.p50 for stage in stages), sum(stage.p95 for stage in stages))


class _Use(NamedTuple):
    """What one call uses."""

    input_tokens: Spread
    output_tokens: Spread
    tool_calls: int = 0


def estimate(spec: Spec, questions: Sequence[Question], work: Plan, prices: PriceTable) -> Estimate:
    """Estimate a whole campaign.

    Args:
        spec: The frozen campaign.
        questions: Its questions.
        work: How many calls each stage makes (:func:`runner.campaign.work.plan`).
        prices: The price table.
    """
    lines = [
        *_asking(spec, questions, work, prices),
        *_classifying(spec, questions, work, prices),
        *_judging(spec, questions, work, prices),
    ]
    gate = spec.operations.execution.concurrency
    seconds: dict[Stage, Spread] = {}
    for line in lines:
        in_stage = [other for other in lines if other.stage == line.stage]
        seconds[line.stage] = _stage_seconds(in_stage, spec.operations.endpoints, gate)
    return Estimate(tuple(lines), seconds)


def _asking(spec: Spec, questions: Sequence[Question], work: Plan, prices: PriceTable) -> Iterable[Line]:
    question_bytes = _mean(_size(question.text) for question in questions)
    for slug, calls in sorted(work.answers.items()):
        system = spec.systems[slug]
        payee = payee_of(system.settings)
        if payee is not None:
            endpoint = spec.operations.endpoints.get(payee.endpoint)
            price = price_of(payee.model, prices, endpoint)
            seconds = _latency(system.settings.adapter, price, endpoint)
            parallel = min(system.settings.concurrency, _concurrency(spec, payee))
            use = _answer_use(system, question_bytes)
            yield _line("ask", payee, Spread(calls, calls), use, price, (seconds, parallel))


def _classifying(spec: Spec, questions: Sequence[Question], work: Plan, prices: PriceTable) -> Iterable[Line]:
    config = spec.protocol.classifier.config
    if config.kind != "model":
        return
    payee = Payee("the intent classifier", config.model.name, config.model.endpoint)
    fixed = classifier_messages(config.criteria, "", "")
    per_question = _mean(_size(question.text) for question in questions)
    read = _prompt_tokens(fixed, DECISION if config.json_schema else None, per_question)
    use = _Use(_plus(read, typical.ANSWER_TOKENS), _written(typical.DECISION_TOKENS, config.model))
    calls = Spread(work.intents_at_most, work.intents_at_most)
    yield _grading_line(spec, "classify", payee, (calls, use), prices)


def _judging(spec: Spec, questions: Sequence[Question], work: Plan, prices: PriceTable) -> Iterable[Line]:
    panel = spec.protocol.panel
    per_question = _mean(_size(question.text) + _size(question.gold) for question in questions)
    fixed = judge_messages(panel.judge_prompt or "", JudgeView(question="", gold="", response=""))
    for name, judge in sorted(panel.judges.items()):
        config = judge.config
        if config.kind != "model":
            continue
        payee = Payee(f"judge {name}", config.model.name, config.model.endpoint)
        read = _prompt_tokens(fixed, BALLOT if config.json_schema else None, per_question)
        use = _Use(_plus(read, typical.ANSWER_TOKENS), _written(typical.BALLOT_TOKENS, config.model))
        votes = work.votes_at_most / len(panel.judges)
        calls = Spread(round(votes * typical.ATTEMPTS.p50), round(votes * typical.ATTEMPTS.p95))
        yield _grading_line(spec, "judge", payee, (calls, use), prices)


def _grading_line(spec: Spec, stage: Stage, payee: Payee, work: tuple[Spread, _Use], prices: PriceTable) -> Line:
    endpoint = spec.operations.endpoints.get(payee.endpoint)
    price = price_of(payee.model, prices, endpoint)
    seconds = _latency("judge" if stage == "judge" else "classifier", price, endpoint)
    parallel = min(spec.operations.execution.concurrency, _concurrency(spec, payee))
    return _line(stage, payee, work[0], work[1], price, (seconds, parallel))


def _answer_use(system: SystemSpec, question_bytes: float) -> _Use | None:
    """Return what one answer uses; None where the vendor bills no tokens."""
    settings, delivery = system.settings, system.delivery
    text = _tokens(_size(delivery.instruction or "") + question_bytes)
    if isinstance(settings, ChatSystem):
        return _Use(text, _written(typical.ANSWER_TOKENS, settings.model))
    if isinstance(settings, LocalRagSystem):
        words = settings.retrieval.top_k * settings.retrieval.passage_words
        found = Spread(
            words * typical.WORD_BYTES.p50 / typical.BYTES_PER_TOKEN.p50,
            words * typical.WORD_BYTES.p95 / typical.BYTES_PER_TOKEN.p95,
        )
        return _Use(_plus(text, found), _written(typical.ANSWER_TOKENS, settings.reader))
    if isinstance(settings, OpenAIFileSearchSystem):
        found = typical.OPENAI_CHUNK_TOKENS.times(settings.max_num_results)
        # The prompt is read before the search and again after it.
        return _Use(_plus(text.times(2), found), _written(typical.ANSWER_TOKENS, settings.model), tool_calls=1)
    if isinstance(settings, GeminiFileSearchSystem):
        found = typical.GEMINI_CHUNK_TOKENS.times(settings.top_k)
        return _Use(_plus(text.times(2), found), _written(typical.ANSWER_TOKENS, settings.model), tool_calls=1)
    return None


def _line(
    stage: Stage,
    payee: Payee,
    calls: Spread,
    use: _Use | None,
    price: ModelPrice | None,
    pace: tuple[Spread, int],
) -> Line:
    latency, parallel = pace
    p50 = None if price is None else _usd(price, calls.p50, use, 0)
    p95 = None if price is None else _usd(price, calls.p95, use, 1)
    return Line(
        stage=stage,
        payee=payee,
        calls=calls,
        input_tokens=None if use is None else _product(calls, use.input_tokens),
        output_tokens=None if use is None else _product(calls, use.output_tokens),
        usd=None if p50 is None or p95 is None else UsdSpread(p50, p95),
        seconds=_product(calls, latency),
        parallel=parallel,
    )


def _usd(price: ModelPrice, calls: float, use: _Use | None, end: Literal[0, 1]) -> Decimal | None:
    """Return the cost of so many calls at one end of the spread; None where a price is lacking."""
    if price.costs_nothing:
        return ZERO
    number = Decimal(round(calls))
    total = number * (price.per_query or ZERO)
    rates = price.rates(0 if use is None else round(use.input_tokens[end]))
    if rates is None:
        return total
    if use is None or (use.tool_calls and price.per_tool_call is None):
        return None
    read, written = calls * use.input_tokens[end], calls * use.output_tokens[end]
    tokens = (round(read) * rates.input + round(written) * rates.output).scaleb(MILLION)
    return total + tokens + number * use.tool_calls * (price.per_tool_call or ZERO)


def _stage_seconds(lines: Sequence[Line], endpoints: Mapping[str, Endpoint], gate: int) -> Spread:
    """Return the time of a stage: no faster than its slowest caller, its busiest endpoint, or the gate allows."""

    def longest(which: Literal[0, 1]) -> float:
        by_caller = [line.seconds[which] / line.parallel for line in lines]
        by_endpoint = [
            sum(line.seconds[which] for line in lines if line.payee.endpoint == name) / endpoint.concurrency
            for name, endpoint in endpoints.items()
        ]
        asks = [line.seconds[which] for line in lines if line.stage == "ask"]
        return max([*by_caller, *by_endpoint, sum(asks) / gate])

    return Spread(longest(0), longest(1))


def _latency(kind: str, price: ModelPrice | None, endpoint: Endpoint | None) -> Spread:
    here = endpoint is not None and (endpoint.embedded or endpoint.on_this_machine)
    return typical.LATENCY_S["on this machine" if here and price is not None and price.costs_nothing else kind]


def _concurrency(spec: Spec, payee: Payee) -> int:
    endpoint = spec.operations.endpoints.get(payee.endpoint)
    return spec.operations.execution.concurrency if endpoint is None else endpoint.concurrency


def _written(visible: Spread, model: ModelSettings) -> Spread:
    """Return the output tokens of one call: no more than its limit, and up to the limit where it may reason."""
    limit = model.max_output_tokens
    often = {"off": visible.p95, "lowest": 2 * visible.p95, "default": limit}[model.reasoning]
    return Spread(min(limit, visible.p50), min(limit, often))


def _prompt_tokens(fixed: Iterable[Message], schema: Mapping[str, Any] | None, more_bytes: float) -> Spread:
    form = 0 if schema is None else _size(json.dumps(schema))
    return _tokens(sum(_size(message["content"]) for message in fixed) + form + more_bytes)


def _tokens(size: float) -> Spread:
    return Spread(size / typical.BYTES_PER_TOKEN.p50, size / typical.BYTES_PER_TOKEN.p95)


def _size(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))


def _mean(values: Iterable[float]) -> float:
    found = list(values)
    return sum(found) / max(len(found), 1)


def _plus(one: Spread, other: Spread) -> Spread:
    return Spread(one.p50 + other.p50, one.p95 + other.p95)


def _product(one: Spread, other: Spread) -> Spread:
    return Spread(one.p50 * other.p50, one.p95 * other.p95)
