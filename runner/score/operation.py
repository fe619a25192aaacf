"""Latency, cost and tokens of a system (paper, section 5.7 and table 6). All outside the result digest."""

import math
from collections.abc import Sequence

from runner.score.table import ResponseRow
from schemas.results_figures import Figure, missing
from schemas.results_systems import Operation


def nearest_rank(ordered: Sequence[float], percent: int) -> float:
    """Return the smallest value that at least ``percent`` of the values do not exceed.

    Args:
        ordered: At least one value, ascending.
        percent: Whole per cent, from 1 to 100.
    """
    return ordered[-(-percent * len(ordered) // 100) - 1]


def median(ordered: Sequence[float]) -> float:
    """Return the middle value, or the mean of the two middle ones.

    Args:
        ordered: At least one value, ascending.
    """
    middle = len(ordered) // 2
    return ordered[middle] if len(ordered) % 2 else (ordered[middle - 1] + ordered[middle]) / 2


def operation_of(rows: Sequence[ResponseRow]) -> Operation:
    """Return the operational figures over one system's responses.

    Latency is that of answered responses alone; cost and tokens are those of all responses for which they are known,
    since an excluded response has been paid for too. Sums are correctly rounded, so that no order of rows matters.
    """
    latencies = sorted(row.latency_s for row in rows if row.latency_s is not None and row.excluded is None)
    costs = [row.cost_usd for row in rows if row.cost_usd is not None]
    tokens = [
        (row.input_tokens, row.output_tokens)
        for row in rows
        if row.input_tokens is not None and row.output_tokens is not None
    ]
    no_latency, no_cost = missing("no latency was recorded"), missing("no cost is known")
    total = math.fsum(costs)
    return Operation(
        latency_known=len(latencies),
        latency_median_s=Figure(value=median(latencies)) if latencies else no_latency,
        latency_p90_s=Figure(value=nearest_rank(latencies, 90)) if latencies else no_latency,
        cost_known=len(costs),
        cost_total_usd=Figure(value=total) if costs else no_cost,
        cost_per_query_usd=Figure(value=total / len(costs)) if costs else no_cost,
        tokens_known=len(tokens),
        input_tokens=sum(used for used, _ in tokens) if tokens else None,
        output_tokens=sum(used for _, used in tokens) if tokens else None,
    )
