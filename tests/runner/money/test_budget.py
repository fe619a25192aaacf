"""The cap: never exceeded under any interleaving, used up before it stops anything, and honest about what it lacks."""

import asyncio
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runner.errors import ExitCode, RagcanaryError
from runner.money.budget import Budget, BudgetReached
from runner.money.total import Total

CENT, NOTHING = Decimal("0.01"), Decimal(0)


def committed(budget):
    return budget.spent.at_most_usd + budget.reserved_usd


def run(coroutine):
    return asyncio.run(asyncio.wait_for(coroutine, 20))


# One call


def test_a_reservation_becomes_what_the_call_cost():
    async def main():
        budget = Budget(Decimal(1))
        reservation = await budget.reserve(Decimal("0.4"))
        assert (budget.reserved_usd, budget.spent.usd) == (Decimal("0.4"), NOTHING)
        assert reservation.settle(Decimal("0.1")) == 0
        assert (budget.reserved_usd, budget.spent.usd) == (NOTHING, Decimal("0.1"))

    run(main())


def test_a_call_that_was_not_made_gives_its_reservation_back():
    async def main():
        budget = Budget(Decimal(1))
        (await budget.reserve(Decimal(1))).release()
        (await budget.reserve(Decimal(1))).release()
        assert (committed(budget), budget.spent.usd) == (NOTHING, NOTHING)

    run(main())


def test_a_call_of_unknown_cost_counts_with_all_that_it_had_reserved():
    async def main():
        budget = Budget(Decimal(1))
        (await budget.reserve(Decimal("0.7"))).settle(None)
        assert budget.spent == Total(Decimal(0), Decimal("0.7"), 1)
        with pytest.raises(BudgetReached):
            await budget.reserve(Decimal("0.4"))

    run(main())


def test_requests_without_a_reply_count_beside_the_known_cost():
    async def main():
        budget = Budget(Decimal(1))
        (await budget.reserve(Decimal("0.6"))).settle(Decimal("0.1"), possible=Decimal("0.3"))
        assert budget.spent == Total(Decimal("0.1"), Decimal("0.3"), 1)

    run(main())


def test_a_call_that_breaks_off_counts_as_possibly_spent():
    async def main():
        budget = Budget(Decimal(1))

        async def call():
            with await budget.reserve(Decimal("0.2")):
                raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            await call()
        assert budget.spent == Total(Decimal(0), Decimal("0.2"), 1)

    run(main())


def test_leaving_a_settled_reservation_changes_nothing():
    async def main():
        budget = Budget(Decimal(1))
        with await budget.reserve(Decimal("0.2")) as reservation:
            reservation.settle(Decimal("0.05"))
        assert budget.spent.usd == Decimal("0.05")
        with pytest.raises(RuntimeError):
            reservation.release()

    run(main())


def test_a_call_that_cost_more_than_its_bound_says_so_and_holds_back_the_next():
    async def main():
        budget = Budget(Decimal(1))
        assert (await budget.reserve(Decimal("0.2"))).settle(Decimal("0.9")) == Decimal("0.7")
        assert budget.spent.usd == Decimal("0.9")
        with pytest.raises(BudgetReached):
            await budget.reserve(Decimal("0.2"))

    run(main())


def test_an_unpriced_call_is_outside_of_the_budget_and_makes_the_total_incomplete():
    async def main():
        budget = Budget(Decimal(0))
        assert (await budget.reserve(None)).settle(None) == 0
        assert budget.spent.usd is None
        assert committed(budget) == 0

    run(main())


def test_a_budget_of_nothing_still_allows_what_is_free():
    async def main():
        budget = Budget(Decimal(0))
        (await budget.reserve(Decimal(0))).settle(Decimal(0))
        with pytest.raises(BudgetReached):
            await budget.reserve(Decimal("0.000001"))

    run(main())


def test_without_a_limit_everything_fits_and_is_counted():
    async def main():
        budget = Budget(None)
        (await budget.reserve(Decimal(10**9))).settle(Decimal(5))
        assert budget.spent.usd == 5

    run(main())


@pytest.mark.parametrize("amount", [Decimal(-1), Decimal("-0.01")])
def test_nothing_costs_less_than_nothing(amount):
    async def main():
        budget = Budget(Decimal(1))
        with pytest.raises(ValueError, match="less than nothing"):
            await budget.reserve(amount)
        with await budget.reserve(CENT) as reservation, pytest.raises(ValueError, match="less than nothing"):
            reservation.settle(amount)

    run(main())


# Reaching the limit


def test_the_error_says_what_where_and_how_to_go_on():
    async def main():
        budget = Budget(Decimal(10), Total(Decimal("9.81"), Decimal("0.10"), 2))
        with pytest.raises(BudgetReached) as caught:
            await budget.reserve(Decimal("0.25"))
        return caught.value

    error = run(main())
    assert isinstance(error, RagcanaryError)
    assert error.exit_code is ExitCode.INCOMPLETE
    assert "$10.00" in error.what
    assert "$9.81" in error.what
    assert "$0.25" in error.what
    assert error.where == "budget.usd=10"
    assert "raise budget.usd and run again" in error.fix


def test_a_resumed_campaign_goes_on_from_what_was_spent_and_a_higher_limit_lets_it():
    async def main(limit):
        (await Budget(limit, Total(Decimal("0.9"), Decimal("0.05"), 1)).reserve(Decimal("0.1"))).release()

    with pytest.raises(BudgetReached):
        run(main(Decimal(1)))
    run(main(Decimal("1.05")))


def test_calls_wait_for_others_to_end_rather_than_stop_with_most_of_the_budget_unspent():
    async def main():
        # One call may cost 0.50 and does cost 0.01. The limit of 1 leaves room for two at a time; 50 calls cost 0.50.
        budget, most = Budget(Decimal(1)), 0

        async def call():
            nonlocal most
            with await budget.reserve(Decimal("0.50")) as reservation:
                most = max(most, round(budget.reserved_usd / Decimal("0.50")))
                await asyncio.sleep(0)
                reservation.settle(CENT)

        await asyncio.gather(*(call() for _ in range(50)))
        assert budget.spent.usd == Decimal("0.50")
        assert most == 2

    run(main())


def test_whoever_waits_is_turned_away_when_the_budget_runs_out():
    async def main():
        budget = Budget(Decimal(1))
        first = await budget.reserve(Decimal("0.8"))
        waiting = [asyncio.create_task(budget.reserve(Decimal("0.5"))) for _ in range(3)]
        await asyncio.sleep(0)
        first.settle(Decimal("0.6"))
        found = await asyncio.gather(*waiting, return_exceptions=True)
        assert [type(error) for error in found] == [BudgetReached] * 3

    run(main())


def test_waiting_calls_are_served_in_their_order_and_small_ones_do_not_push_in():
    async def main():
        budget, order = Budget(Decimal(1)), []
        first = await budget.reserve(Decimal("0.9"))

        async def call(name, amount):
            with await budget.reserve(amount) as reservation:
                order.append(name)
                reservation.settle(Decimal(0))

        tasks = [asyncio.create_task(call("large", Decimal("0.8")))]
        await asyncio.sleep(0)
        tasks.append(asyncio.create_task(call("small", CENT)))
        await asyncio.sleep(0)
        assert order == []
        first.settle(Decimal("0.1"))
        await asyncio.gather(*tasks)
        assert order == ["large", "small"]

    run(main())


def test_a_cancelled_wait_leaves_nothing_reserved_and_lets_the_next_one_in():
    async def main():
        budget = Budget(Decimal(1))
        first = await budget.reserve(Decimal("0.5"))
        large = asyncio.create_task(budget.reserve(Decimal("0.9")))
        small = asyncio.create_task(budget.reserve(Decimal("0.1")))
        await asyncio.sleep(0)
        large.cancel()
        assert (await small).usd == Decimal("0.1")
        with pytest.raises(asyncio.CancelledError):
            await large
        first.release()
        assert budget.reserved_usd == Decimal("0.1")

    run(main())


def test_a_wait_cancelled_at_the_moment_of_its_turn_gives_it_back():
    async def main():
        budget = Budget(Decimal(1))
        first = await budget.reserve(Decimal(1))
        task = asyncio.create_task(budget.reserve(Decimal(1)))
        await asyncio.sleep(0)
        first.release()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert budget.reserved_usd == 0

    run(main())


# Any interleaving


async def crowd(budget, calls, chance):
    """Make calls at once, each given as (worst, actual or null, how it ends), and cancel some of them at any moment."""

    async def pauses(most):
        for _ in range(chance.randint(0, most)):
            await asyncio.sleep(0)
            assert committed(budget) <= budget.limit_usd

    async def call(worst, actual, end):
        await pauses(2)
        with await budget.reserve(worst) as reservation:
            await pauses(3)
            if end == "settle":
                reservation.settle(actual)
            elif end == "release":
                reservation.release()
        assert committed(budget) <= budget.limit_usd

    tasks = [asyncio.create_task(call(*each)) for each in calls]
    for task in tasks:
        if chance.randint(0, 9) == 0:
            await asyncio.sleep(0)
            task.cancel()
    found = await asyncio.gather(*tasks, return_exceptions=True)
    allowed = (BudgetReached, asyncio.CancelledError)
    assert [error for error in found if error is not None and not isinstance(error, allowed)] == []


amounts = st.integers(0, 100).map(lambda cents: cents * CENT)


@st.composite
def one_call(draw):
    worst = draw(amounts)
    share = draw(st.integers(0, 4))
    actual = None if share == 4 else worst * share / 3
    return worst, actual, draw(st.sampled_from(["settle", "settle", "settle", "release", "break off"]))


@given(st.integers(0, 2000).map(lambda cents: cents * CENT), st.lists(one_call(), max_size=60), st.randoms())
def test_no_interleaving_of_calls_ends_and_cancellations_exceeds_the_limit(limit, calls, chance):
    async def main():
        budget = Budget(limit)
        await crowd(budget, calls, chance)
        assert budget.spent.at_most_usd <= limit
        assert budget.reserved_usd == 0

    run(main())


@settings(max_examples=5)
@given(st.randoms(use_true_random=True))
def test_a_thousand_calls_at_once_spend_up_to_the_limit_and_never_beyond(chance):
    async def main():
        # Each may cost 0.03 and costs 0.01. The limit of 5 is reached after 498: with 4.98 spent, 0.03 do not fit.
        budget, refused = Budget(Decimal(5)), 0

        async def call():
            nonlocal refused
            try:
                with await budget.reserve(3 * CENT) as reservation:
                    for _ in range(chance.randint(0, 4)):
                        await asyncio.sleep(0)
                        assert committed(budget) <= 5
                    reservation.settle(CENT)
            except BudgetReached:
                refused += 1

        await asyncio.gather(*(call() for _ in range(1000)))
        assert (budget.spent.usd, budget.reserved_usd, refused) == (Decimal("4.98"), NOTHING, 502)

    run(main())
