"""The cap on what a campaign may cost: every call reserves the most that it can cost before it is made.

At any moment, what was spent, what may have been spent and what is reserved add up to no more than the limit. A call
that does not fit waits for others to end, since they mostly cost less than they reserved; one that could not fit even
if all others cost nothing ends the campaign's spending. One budget serves one event loop.
"""

import asyncio
from collections import deque
from decimal import Decimal
from types import TracebackType
from typing import Self

from runner.errors import ExitCode, RagcanaryError
from runner.money.total import ZERO, Total, show_usd


class BudgetReached(RagcanaryError):  # noqa: N818 - no fault: a limit that somebody has set
    """The next call could exceed the budget. Nothing is lost: a campaign goes on under a higher one."""

    exit_code = ExitCode.INCOMPLETE


class Reservation:
    """The right to make one call. Settle it with what the call cost, or release it if the call was not made.

    As a context manager, it counts as possibly spent when it is left otherwise: a call that was cancelled or broke off
    may have been billed.
    """

    def __init__(self, budget: "Budget", usd: Decimal | None) -> None:
        """Belong to ``budget``; :meth:`Budget.reserve` makes reservations.

        Args:
            budget: The budget.
            usd: What is reserved; null for a call of an unpriced model, which is outside of the budget.
        """
        self.usd = usd
        """US dollars reserved; null for a call of an unpriced model."""
        self._budget = budget
        self._open = True

    def settle(self, actual: Decimal | None, *, possible: Decimal = ZERO) -> Decimal:
        """Replace what was reserved by what was spent.

        Args:
            actual: What the call cost; null where nobody knows, so that all that was reserved may be spent.
            possible: What may have been billed besides, for requests of the call without an answer.

        Returns:
            By how much the call may have cost more than it had reserved; 0 unless the bound was no bound. The excess
            counts like everything else, so that the next call is held back by it.

        Raises:
            ValueError: For a negative amount.
            RuntimeError: If this reservation is over.
        """
        if possible < 0 or (actual is not None and actual < 0):
            raise ValueError("a call cannot cost less than nothing")
        reserved = self.usd or ZERO
        if actual is None:
            spent = Total(ZERO, max(reserved, possible), 1)
        else:
            spent = Total(actual, possible, int(possible > 0))
        self._end(spent)
        return ZERO if self.usd is None else max(ZERO, spent.at_most_usd - reserved)

    def release(self) -> None:
        """Give back what was reserved: the call was not made.

        Raises:
            RuntimeError: If this reservation is over.
        """
        self._end(Total())

    def _end(self, spent: Total) -> None:
        if not self._open:
            raise RuntimeError("a reservation ends once")
        self._open = False
        self._budget._end(self.usd or ZERO, spent)  # noqa: SLF001 - the other half of the same mechanism

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Count as possibly spent, unless settled or released."""
        if self._open:
            self.settle(None)


class Budget:
    """What a campaign may cost, what it has cost, and what is reserved for calls under way."""

    def __init__(self, limit_usd: Decimal | None, spent: Total | None = None) -> None:
        """Begin, or go on from what earlier sittings spent.

        Args:
            limit_usd: The most that may be spent in all; null for no limit.
            spent: What the logs say was spent so far (:func:`runner.money.total.recorded_total`).
        """
        self.limit_usd = limit_usd
        self.spent = spent or Total()
        """What ended calls cost, in all sittings."""
        self.reserved_usd = ZERO
        """What is reserved for calls under way."""
        self._waiting: deque[tuple[Decimal, asyncio.Future[Reservation]]] = deque()

    async def reserve(self, worst_usd: Decimal | None) -> Reservation:
        """Reserve the most that a call can cost; wait while calls under way may still leave enough.

        Whoever holds a reservation must not ask for another before it is over, or calls could wait for each other.

        Args:
            worst_usd: The most that the call can cost; null for an unpriced model, which reserves nothing.

        Raises:
            BudgetReached: If the call could exceed the limit even if all calls under way cost nothing.
            ValueError: For a negative amount.
        """
        amount = worst_usd or ZERO
        if amount < 0:
            raise ValueError("a call cannot cost less than nothing")
        if not amount:
            return Reservation(self, worst_usd)
        if not self._waiting and self._fits(amount):
            return self._take(amount)
        if self._is_hopeless(amount):
            raise self._reached(amount)
        turn: asyncio.Future[Reservation] = asyncio.get_running_loop().create_future()
        self._waiting.append((amount, turn))
        try:
            return await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled() and turn.exception() is None:
                turn.result().release()
            self._serve()
            raise

    def _fits(self, amount: Decimal) -> bool:
        return self.limit_usd is None or self.spent.at_most_usd + self.reserved_usd + amount <= self.limit_usd

    def _is_hopeless(self, amount: Decimal) -> bool:
        return self.limit_usd is not None and self.spent.at_most_usd + amount > self.limit_usd

    def _take(self, amount: Decimal) -> Reservation:
        self.reserved_usd += amount
        return Reservation(self, amount)

    def _end(self, reserved: Decimal, spent: Total) -> None:
        self.reserved_usd -= reserved
        self.spent += spent
        self._serve()

    def _serve(self) -> None:
        """Let in those who wait, in their order, as far as they fit; turn away those who never will."""
        while self._waiting:
            amount, turn = self._waiting[0]
            if turn.done():
                self._waiting.popleft()
            elif self._is_hopeless(amount):
                self._waiting.popleft()
                turn.set_exception(self._reached(amount))
            elif self._fits(amount):
                self._waiting.popleft()
                turn.set_result(self._take(amount))
            else:
                return

    def _reached(self, amount: Decimal) -> BudgetReached:
        limit = self.limit_usd or ZERO
        return BudgetReached(
            f"the budget of {show_usd(limit)} is reached: {self.spent} spent, and the next call could cost "
            f"{show_usd(amount)}",
            where=f"budget.usd={limit.normalize():f}",
            fix="raise budget.usd and run again: it goes on where it stopped, and pays for nothing twice",
        )
