"""One table over the jobs of a sweep."""

from dataclasses import dataclass

from reports.escape import markdown_cell, terminal_text
from reports.groups import groups
from reports.terminal import aligned
from reports.words import percent, plain, score, score_interval, share
from schemas.results import Results


@dataclass(frozen=True, slots=True)
class SweepRow:
    """One job of a sweep."""

    varied: dict[str, str]
    """The values that vary, by setting."""
    results: Results
    """What it came to."""


def sweep_table(rows: list[SweepRow]) -> str:
    """Return the table as plain text."""
    shown = [[terminal_text(cell) for cell in row] for row in _cells(rows)]
    return "\n".join(["", *aligned(shown, left=tuple(range(len(rows[0].varied) + 1))), ""])


def sweep_markdown(rows: list[SweepRow]) -> str:
    """Return the table as Markdown."""
    # Values that vary and titles are strangers' texts; the figures behind them are this project's own.
    named = len(rows[0].varied) + 1
    head, *body = [[*map(markdown_cell, row[:named]), *row[named:]] for row in _cells(rows)]
    lines = [" | ".join(head), " | ".join("---" for _ in head), *(" | ".join(row) for row in body)]
    return "# Sweep\n\n" + "".join(f"| {line} |\n" for line in lines)


def _cells(rows: list[SweepRow]) -> list[list[str]]:
    head = [*rows[0].varied, "system", "rank", "Q", "interval", "accuracy", "declined", "canary violations"]
    table = [head]
    for row in rows:
        k = row.results.scoring.k
        for system in groups(row.results).compared:
            at = system.at(k)
            table.append(
                [
                    *row.varied.values(),
                    system.title,
                    "exempt" if system.exempt else "-" if at.rank is None else str(at.rank),
                    score(at.quality),
                    score_interval(at.quality),
                    plain(system.accuracy.value),
                    percent(system.abstention.value),
                    "exempt" if system.exempt else share(system.canaries.trials),
                ]
            )
    return table
