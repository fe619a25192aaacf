"""The purse: what a stage holds back for a call, what it pays in the end, and what the reader must know."""

import asyncio
import json
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runner.money.budget import Budget, BudgetReached
from runner.money.purse import Purse
from runner.money.total import Total, recorded_total
from schemas.endpoint import Endpoint
from schemas.prices import PriceTable
from schemas.response import Usage
from schemas.system import SYSTEM, Delivery, ModelSettings

TABLE = PriceTable.model_validate_json(
    json.dumps(
        {
            "dated": "2026-11-30",
            "models": {
                "x": {
                    "model": "acme/x",
                    "also": ["acme/x-2026-01-01"],
                    "input": 1.0,
                    "cached_input": 0.1,
                    "output": 4.0,
                    "per_tool_call": 0.5,
                    "source": "https://acme.example",
                    "checked": "2026-11-30",
                },
                "flat": {
                    "model": "customgpt/*",
                    "per_query": 0.1,
                    "source": "https://acme.example",
                    "checked": "2026-11-30",
                },
            },
        }
    ),
    strict=True,
)
ENDPOINTS = {
    "cloud": Endpoint(base_url="https://api.example.com/v1"),
    "here": Endpoint(base_url="http://127.0.0.1:8123/v1"),
}
MODEL = ModelSettings(name="acme/x", endpoint="cloud", max_output_tokens=1_000)
MESSAGES = [{"role": "user", "content": "x" * 984}]
WORST = 0.006
"""One request: 1,000 + 16 + 984 bytes at 1 and 1,000 tokens at 4 dollars a million."""
BR50 = Usage(input_tokens=10_000, cached_tokens=8_000, output_tokens=1_000, reasoning_tokens=700)
UNTOLD = Delivery(mode="none", instruction=None)


def purse(limit=None, requests_per_call=1):
    budget = Budget(None if limit is None else Decimal(limit))
    return Purse(TABLE, ENDPOINTS, budget, requests_per_call=requests_per_call)


def run(coroutine):
    return asyncio.run(coroutine)


def test_a_call_holds_back_the_worst_case_of_all_its_requests_and_pays_what_it_cost():
    async def main():
        ours = purse(requests_per_call=4)
        with await ours.for_call(MODEL, MESSAGES) as hold:
            assert hold.reserved_usd == 4 * WORST
            assert ours.budget.reserved_usd == Decimal("0.024")
            paid = hold.settle([BR50], litellm_usd=0.0068)
        assert (paid.charge.usd, paid.charge.possible_usd, paid.charge.basis) == (0.0068, 0.0, "price_table")
        assert paid.anomalies == ()
        assert ours.budget.spent == Total(Decimal("0.0068"))

    run(main())


def test_a_request_that_timed_out_counts_with_its_own_worst_case_alone():
    async def main():
        ours = purse(requests_per_call=4)
        with await ours.for_call(MODEL, MESSAGES) as hold:
            paid = hold.settle([None, BR50])
        assert (paid.charge.usd, paid.charge.possible_usd) == (0.0068, WORST)
        assert ours.budget.spent == Total(Decimal("0.0068"), Decimal("0.006"), 1)

    run(main())


def test_requests_that_were_all_turned_away_cost_nothing():
    async def main():
        ours = purse()
        with await ours.for_call(MODEL, MESSAGES) as hold:
            assert hold.settle([]).charge.basis == "not_billed"
        assert ours.budget.spent == Total()

    run(main())


def test_an_unpriced_model_runs_outside_of_the_budget_and_its_cost_is_no_number():
    async def main():
        ours = purse(limit="0")
        settings = MODEL.model_copy(update={"name": "acme/unknown-1"})
        with await ours.for_call(settings, MESSAGES) as hold:
            assert hold.reserved_usd is None
            paid = hold.settle([BR50], litellm_usd=0.5)
        assert (paid.charge.usd, paid.charge.basis, paid.anomalies) == (None, "unpriced", ())
        assert ours.budget.spent.usd is None

    run(main())


def test_a_model_on_this_machine_is_free_whatever_litellm_thinks_of_its_name():
    async def main():
        settings = MODEL.model_copy(update={"name": "openai/gpt-4o", "endpoint": "here"})
        with await purse(limit="0").for_call(settings, MESSAGES) as hold:
            assert hold.reserved_usd == 0.0
            paid = hold.settle([Usage()], litellm_usd=0.02)
        assert (paid.charge.usd, paid.charge.basis, paid.anomalies) == (0.0, "free", ())

    run(main())


def test_another_figure_of_litellm_is_an_anomaly():
    async def main():
        with await purse(requests_per_call=4).for_call(MODEL, MESSAGES) as hold:
            paid = hold.settle([BR50], litellm_usd=0.0148)
        assert len(paid.anomalies) == 1
        assert "$0.006800, by LiteLLM $0.014800" in paid.anomalies[0]
        assert paid.charge.litellm_usd == 0.0148

    run(main())


def test_a_call_beyond_its_worst_case_is_an_anomaly():
    async def main():
        with await purse().for_call(MODEL, MESSAGES) as hold:
            paid = hold.settle([Usage(input_tokens=100_000, output_tokens=0)])
        # 0.1 dollars where 0.006 were reserved.
        assert paid.charge.usd == 0.1
        assert "$0.09 more" in paid.anomalies[0]

    run(main())


def test_the_model_that_answered_is_the_one_that_is_paid():
    async def main():
        ours = purse()
        with await ours.for_call(MODEL, MESSAGES) as hold:
            assert hold.settle([BR50], reported_model="x-2026-01-01").charge.usd == 0.0068
        with await ours.for_call(MODEL, MESSAGES) as hold:
            charge = hold.settle([BR50], reported_model="somebody-else").charge
        # Nobody knows what the other model costs; what had been reserved for this one counts in its stead.
        assert (charge.usd, charge.possible_usd, charge.basis) == (None, WORST, "unpriced")
        assert ours.budget.spent == Total(Decimal("0.0068"), Decimal("0.006"), 1)

    run(main())


def test_answers_are_paid_by_query_by_search_or_not_at_all():
    async def main():
        ours = purse()
        flat = SYSTEM.validate_python(
            {"slug": "a", "title": "A", "adapter": "customgpt", "endpoint": "cloud", "model": "m"}
        )
        with await ours.for_answer(flat, UNTOLD, "When?") as hold:
            assert hold.reserved_usd == 0.1
            assert hold.settle([Usage()]).charge.usd == 0.1
        hosted = SYSTEM.validate_python(
            {"slug": "b", "title": "B", "adapter": "openai_file_search", "model": MODEL.model_dump()}
        )
        with await ours.for_answer(hosted, UNTOLD, "When?") as hold:
            assert hold.settle([BR50], tool_calls=1).charge.usd == 0.5068
        silent = SYSTEM.validate_python({"slug": "c", "title": "C", "adapter": "reference", "contestant": "empty"})
        assert await ours.for_answer(silent, UNTOLD, "When?") is None

    run(main())


NAMES = st.sampled_from(["acme/x", "acme/unknown-1", "customgpt/m", "openai/mine"])
USED = st.lists(st.sampled_from([None, Usage(), BR50, Usage(input_tokens=5, output_tokens=5)]), max_size=4)


@given(st.lists(st.tuples(NAMES, USED, st.sampled_from([None, "x", "somebody-else"])), max_size=12))
def test_a_resumed_budget_begins_with_what_the_one_before_had_spent(calls):
    async def main():
        ours, charges = purse(requests_per_call=4), []
        for name, used, reported in calls:
            endpoint = "here" if name == "openai/mine" else "cloud"
            settings = MODEL.model_copy(update={"name": name, "endpoint": endpoint})
            with await ours.for_call(settings, MESSAGES) as hold:
                charges.append(hold.settle(used, reported_model=reported).charge)
        assert recorded_total(charges) == ours.budget.spent

    run(main())


def test_a_cancelled_call_may_have_been_spent_and_a_call_not_made_was_not():
    async def main():
        ours = purse()

        async def cancelled():
            with await ours.for_call(MODEL, MESSAGES):
                raise asyncio.CancelledError

        with pytest.raises(asyncio.CancelledError):
            await cancelled()
        with await ours.for_call(MODEL, MESSAGES) as hold:
            hold.release()
        assert ours.budget.spent == Total(Decimal(0), Decimal("0.006"), 1)

    run(main())


def test_a_hundred_calls_at_once_stop_at_the_limit():
    async def main():
        # Each may cost 0.006 and costs 2,000 x 1 + 500 x 4 millionths, 0.004. The limit of 0.1 lets 24 through: 0.006
        # still fit beside the 0.092 of 23, and no longer beside the 0.096 of 24.
        ours, refused = purse(limit="0.1"), 0

        async def call():
            nonlocal refused
            try:
                with await ours.for_call(MODEL, MESSAGES) as hold:
                    await asyncio.sleep(0)
                    hold.settle([Usage(input_tokens=2_000, output_tokens=500)])
            except BudgetReached:
                refused += 1

        await asyncio.gather(*(call() for _ in range(100)))
        assert (ours.budget.spent.usd, refused) == (Decimal("0.096"), 76)

    run(main())
