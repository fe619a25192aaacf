"""CPU time and peak memory of computing all results, as a campaign grows.

Run ``python -m benchmarks.scoring_growth``; each size runs in a process of its own, so that its peak memory is its own.
``--largest N`` leaves out sizes of more than N responses.
"""

import argparse
import resource
import subprocess
import sys
import time

import numpy as np

from runner.score.gradings import Panel
from runner.score.results import Campaign, compute_results
from runner.score.table import JudgeRow, ResponseRow, SystemRow, VoteRow
from schemas.results import Identity
from schemas.scoring import Scoring

SIZES = ((4, 100, 1), (4, 1_000, 3), (20, 1_000, 3), (4, 10_000, 3), (4, 100_000, 3))
"""Systems, questions, repeats."""
JUDGES = ("judge_a", "judge_b", "judge_c")


def campaign(systems: int, questions: int, repeats: int) -> Campaign:
    """Make a campaign with 5 % abstentions, 3 % wrong answers and 1 % disputed votes; the last system is exempt."""
    random = np.random.default_rng(1)
    digest = "0" * 64
    slugs = [f"system_{at:02}" for at in range(systems)]
    draws = random.random((systems, questions, repeats)).tolist()
    responses, votes = [], []
    for slug, by_question in zip(slugs, draws, strict=True):
        for question, by_repeat in enumerate(by_question):
            for repeat, spot in enumerate(by_repeat):
                response_id = f"{slug}/{question}/{repeat}"
                verdict = None if spot < 0.05 else "correct" if spot < 0.97 else "incorrect"
                intent = "attempt" if verdict else "abstention"
                row = ResponseRow(
                    response_id, slug, f"q{question}", repeat, intent=intent, verdict=verdict, evidence=True
                )
                responses.append(row._replace(latency_s=spot, cost_usd=0.01, input_tokens=900, output_tokens=60))
                if verdict:
                    votes += [VoteRow(response_id, judge, verdict) for judge in JUDGES]
    for at in np.flatnonzero(random.random(len(votes)) < 0.01).tolist():
        votes[at] = votes[at]._replace(grade="incorrect")
    return Campaign(
        identity=Identity(
            name="growth", protocol_hash=digest, campaign_hash=digest, scoring_hash=digest, content_hash=digest
        ),
        scoring=Scoring(),
        systems=[SystemRow(slug, slug, "exempt" if at == systems - 1 else "ranked") for at, slug in enumerate(slugs)],
        questions={f"q{question}": question % 50 == 0 for question in range(questions)},
        repeats=repeats,
        responses=responses,
        votes=votes,
        panel=Panel(tuple(JudgeRow(judge) for judge in JUDGES), JUDGES[0], JUDGES[1]),
    )


def measure(systems: int, questions: int, repeats: int) -> None:
    """Print one row of the table."""
    given = campaign(systems, questions, repeats)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    start = time.process_time()
    results = compute_results(given)
    seconds = time.process_time() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(
        f"| {systems} x {questions:,} x {repeats} | {len(given.responses):,} | {len(given.votes):,} "
        f"| {results.resampling.used:,} | {seconds:.2f} | {before / 1024:.0f} | {peak / 1024:.0f} |",
        flush=True,
    )


def main() -> None:
    """Print the table, or one row of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", nargs=3, type=int)
    parser.add_argument("--largest", type=int, default=10**9)
    given = parser.parse_args()
    if given.size:
        measure(*given.size)
        return
    print(
        "| systems x questions x repeats | responses | votes | resamples | CPU seconds | MB before | MB at the peak |"
    )
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |", flush=True)
    for size in SIZES:
        if size[0] * size[1] * size[2] <= given.largest:
            command = [sys.executable, "-m", "benchmarks.scoring_growth", "--size", *map(str, size)]
            subprocess.run(command, check=True)  # noqa: S603 - this very program


if __name__ == "__main__":
    main()
