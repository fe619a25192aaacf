"""The tables as CSV, unrounded, for spreadsheets and scripts."""

import csv
import io
from collections.abc import Iterable, Sequence

from schemas.results import Results

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What makes a spreadsheet take a text for a formula."""


def systems_csv(results: Results) -> str:
    """Return one row for each system: counts, rates and the score at the primary k."""
    columns = [
        "slug",
        "title",
        "kind",
        "rank",
        "q",
        "q_low",
        "q_high",
        "accuracy",
        "abstention",
        "accuracy_given_attempt",
        "canary_violation",
        "canary_low",
        "canary_high",
        "n",
        "correct",
        "incorrect",
        "abstained",
        "credited",
        "penalised",
        "violations",
        "excluded",
        "ungraded",
    ]
    rows = []
    for system in results.systems:
        at, counts, canaries = system.at(results.scoring.k), system.counts, system.canaries.trials
        rows.append(
            [
                system.slug,
                _text(system.title),
                system.kind,
                at.rank,
                at.quality.value,
                at.quality.low,
                at.quality.high,
                system.accuracy.value,
                system.abstention.value,
                system.accuracy_given_attempt.value,
                canaries.value,
                canaries.low,
                canaries.high,
                counts.n,
                counts.correct,
                counts.incorrect,
                counts.abstained,
                counts.credited,
                counts.penalised,
                counts.violations,
                counts.excluded,
                counts.ungraded,
            ]
        )
    return _csv(columns, rows)


def scores_by_k_csv(results: Results) -> str:
    """Return one row for each system and penalty."""
    columns = ["slug", "k", "threshold", "q", "q_low", "q_high", "rank", "rank_low", "rank_high", "q_without_canaries"]
    rows = [
        [
            system.slug,
            at.k,
            at.threshold,
            at.quality.value,
            at.quality.low,
            at.quality.high,
            at.rank,
            at.rank_low,
            at.rank_high,
            at.without_canaries.value,
        ]
        for system in results.systems
        for at in system.by_k
    ]
    return _csv(columns, rows)


def pairs_csv(results: Results) -> str:
    """Return one row for each pair of compared systems."""
    columns = [
        "a",
        "b",
        "common_questions",
        "difference",
        "low",
        "high",
        "p",
        "p_bonferroni",
        "p_holm",
        "sign_flip_p",
        "significant",
        "crossing_k",
    ]
    rows = [
        [
            pair.a,
            pair.b,
            pair.common_questions,
            pair.difference.value,
            pair.difference.low,
            pair.difference.high,
            pair.p.value,
            pair.p_bonferroni,
            pair.p_holm,
            pair.sign_flip.p.value,
            pair.significant,
            pair.crossing.k.value,
        ]
        for pair in results.pairs
    ]
    return _csv(columns, rows)


def exclusions_csv(results: Results) -> str:
    """Return one row for each response that is left out."""
    rows = [[item.slug, _text(item.question_id), item.repeat, item.cause] for item in results.exclusions]
    return _csv(["slug", "question_id", "repeat", "cause"], rows)


TABLES = {
    "systems.csv": systems_csv,
    "scores_by_k.csv": scores_by_k_csv,
    "pairs.csv": pairs_csv,
    "exclusions.csv": exclusions_csv,
}
"""The tables by file name."""


def _csv(columns: list[str], rows: Iterable[Sequence[object]]) -> str:
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(["" if value is None else value for value in row] for row in rows)
    return buffer.getvalue()


def _text(text: str) -> str:
    """Return a stranger's text so that no spreadsheet runs it as a formula."""
    return f"'{text}" if text.startswith(FORMULA) else text
