"""Latency, cost and tokens."""

from collections.abc import Sequence
from random import Random
from typing import Any

from runner.score.operation import median, nearest_rank, operation_of
from runner.score.table import ResponseRow
from tests.results_examples import campaign_of, results_of


def rows(**columns: Sequence[Any]) -> list[ResponseRow]:
    """Answered responses with the given columns."""
    names, values = list(columns), zip(*columns.values(), strict=True)
    return [
        ResponseRow(f"r{at}", "a", f"q{at}", 0, intent="abstention", **dict(zip(names, row, strict=True)))
        for at, row in enumerate(values)
    ]


def test_median_and_nearest_rank() -> None:
    assert median([1.0, 2.0, 4.0]) == 2.0
    assert median([1.0, 2.0, 4.0, 9.0]) == 3.0
    # 90 % of 10 values: the 9th; of 11: ceil(9.9) = the 10th; of 1: the 1st.
    assert nearest_rank([float(at) for at in range(1, 11)], 90) == 9.0
    assert nearest_rank([float(at) for at in range(1, 12)], 90) == 10.0
    assert nearest_rank([3.0], 90) == 3.0


def test_latency_is_that_of_answers_and_cost_that_of_everything() -> None:
    answered = rows(latency_s=[2.0, 1.0], cost_usd=[0.1, 0.2])
    failed = ResponseRow("x", "a", "qx", 0, "timeout", latency_s=120.0, cost_usd=0.3)
    found = operation_of([*answered, failed])
    assert (found.latency_known, found.latency_median_s.value) == (2, 1.5)
    assert (found.cost_known, found.cost_total_usd.value) == (3, 0.6)
    assert found.cost_per_query_usd.value == 0.6 / 3


def test_sums_do_not_depend_on_the_order_of_rows() -> None:
    random = Random(1)  # noqa: S311 - only shuffles
    costs = [random.random() * 10 ** random.randint(-12, 3) for _ in range(300)]
    found = rows(cost_usd=costs)
    shuffled = random.sample(found, len(found))
    assert operation_of(found) == operation_of(shuffled)


def test_tokens_are_summed_where_both_are_known() -> None:
    found = operation_of(rows(input_tokens=[10, 20, None], output_tokens=[1, None, 5]))
    assert (found.tokens_known, found.input_tokens, found.output_tokens) == (1, 10, 1)


def test_what_is_unknown_is_null_with_a_reason() -> None:
    found = results_of({"a": "CW"}).system("a").operation
    assert (found.latency_median_s.value, found.latency_median_s.reason) == (None, "no latency was recorded")
    assert (found.cost_per_query_usd.value, found.cost_per_query_usd.reason) == (None, "no cost is known")
    assert found.input_tokens is None
    assert campaign_of({"a": "CW"}).responses[0].latency_s is None
