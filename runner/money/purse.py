"""Price table and budget in one hand: what a stage needs to pay for its calls.

A call goes: reserve, write the ``started`` record with ``reserved_usd``, call, settle, write the end with the charge.

    hold = await purse.for_call(judge.model, messages, BALLOT)  # may raise BudgetReached
    with hold:
        ...  # write the started record, then make the call
        paid = hold.settle([completion.usage], litellm_usd=completion.cost_usd)
"""

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from types import TracebackType
from typing import Any, NamedTuple, Self

from runner.model.completion import Message
from runner.money.budget import Budget, Reservation
from runner.money.cost import SMALLEST_DIFFERENCE, charge_of, cost_usd, disagreement
from runner.money.price_table import billed_name, payee_of, price_of
from runner.money.total import show_usd
from runner.money.worst_case import Bound, answer_bound, messages_bound, worst_case_usd
from schemas.endpoint import Endpoint
from schemas.prices import Charge, ModelPrice, PriceTable
from schemas.response import Usage
from schemas.system import Delivery, ModelSettings, System


class Paid(NamedTuple):
    """What a call has cost, and what the reader of the results must know of it."""

    charge: Charge
    """For the log."""
    anomalies: tuple[str, ...]
    """Sentences: LiteLLM's figure is another one; the call cost more than it had reserved."""


class Hold:
    """The money held back for one call. A context manager: left without an end, all of it may be spent."""

    def __init__(
        self, purse: "Purse", callee: tuple[str, str], worst_usd: Decimal | None, reservation: Reservation
    ) -> None:
        """Belong to ``purse``; its methods make holds.

        Args:
            purse: The purse.
            callee: The model as configured, and the id of its endpoint.
            worst_usd: The most that one request can cost; null for an unpriced model.
            reservation: What the budget reserved for all requests of the call.
        """
        self._purse, self._worst_usd, self._reservation = purse, worst_usd, reservation
        self._model, self._endpoint = callee

    @property
    def reserved_usd(self) -> float | None:
        """US dollars reserved, for the ``started`` record; null for an unpriced model."""
        usd = self._reservation.usd
        return None if usd is None else float(usd)

    def settle(
        self,
        requests: Sequence[Usage | None],
        *,
        reported_model: str | None = None,
        tool_calls: int | None = 0,
        litellm_usd: float | None = None,
    ) -> Paid:
        """End the hold with what the call cost.

        Args:
            requests: Tokens of each request that may have been billed, the last one last; null where no reply said.
            reported_model: The model that answered, where the reply names one.
            tool_calls: Calls of the hosted file search; null where they were not reported.
            litellm_usd: LiteLLM's figure for the last request.
        """
        price = self._purse.price(billed_name(self._model, reported_model), self._endpoint)
        charge = charge_of(requests, price, worst_usd=self._worst_usd, tool_calls=tool_calls, litellm_usd=litellm_usd)
        outside = charge.usd is None and self._worst_usd is None
        actual = None if outside else Decimal(repr(charge.usd or 0.0))
        excess = self._reservation.settle(actual, possible=Decimal(repr(charge.possible_usd)))
        found = []
        if price is not None and price.free_because is None and requests and requests[-1] is not None:
            found.append(disagreement(cost_usd(requests[-1], price, tool_calls=tool_calls), charge.litellm_usd))
        if excess > SMALLEST_DIFFERENCE:
            found.append(
                f"a call of {self._model} may have cost {show_usd(excess)} more than the most that was foreseen"
            )
        return Paid(charge, tuple(text for text in found if text is not None))

    def release(self) -> None:
        """End the hold of a call that was not made."""
        self._reservation.release()

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Count all of it as possibly spent, unless settled or released."""
        self._reservation.__exit__(kind, error, trace)


class Purse:
    """Pays for the calls of one campaign within one event loop."""

    def __init__(
        self, table: PriceTable, endpoints: Mapping[str, Endpoint], budget: Budget, *, requests_per_call: int
    ) -> None:
        """Reserve nothing yet.

        Args:
            table: The price table.
            endpoints: The endpoints in use, by id.
            budget: The cap.
            requests_per_call: Requests that one call may send, retries included; each may be billed.
        """
        self.table, self.endpoints, self.budget = table, endpoints, budget
        self.requests_per_call = requests_per_call

    def price(self, model: str, endpoint: str) -> ModelPrice | None:
        """Return what a model costs at an endpoint, or None where nobody knows."""
        return price_of(model, self.table, self.endpoints.get(endpoint))

    async def for_answer(
        self, system: System, delivery: Delivery, question: str, *, passage_bytes: int = 0
    ) -> Hold | None:
        """Hold back the most that one answer of a system can cost.

        Args:
            system: The system under test.
            delivery: What it gets besides the question.
            question: The question's text.
            passage_bytes: For retrieval on this machine: bytes of the longest passage with its title.

        Returns:
            The hold, or None for a system that calls nobody.

        Raises:
            BudgetReached: If the answer could exceed the budget.
        """
        payee, bound = payee_of(system), answer_bound(system, delivery, question, passage_bytes=passage_bytes)
        if payee is None or bound is None:
            return None
        return await self._hold(payee.model, payee.endpoint, bound)

    async def for_call(
        self, settings: ModelSettings, messages: Iterable[Message], schema: Mapping[str, Any] | None = None
    ) -> Hold:
        """Hold back the most that one call of a judge or classifier can cost.

        Args:
            settings: The model.
            messages: The conversation as it will be sent.
            schema: JSON schema of the reply.

        Raises:
            BudgetReached: If the call could exceed the budget.
        """
        return await self._hold(settings.name, settings.endpoint, messages_bound(messages, settings, schema))

    async def _hold(self, model: str, endpoint: str, bound: Bound) -> Hold:
        worst = worst_case_usd(bound, self.price(model, endpoint))
        whole = None if worst is None else worst * self.requests_per_call
        return Hold(self, (model, endpoint), worst, await self.budget.reserve(whole))
