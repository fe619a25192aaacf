"""The ranking as plain text, for the end of a run."""

from reports.escape import terminal_text
from reports.groups import groups
from reports.words import counted, percent, plain, rank_range, score, score_interval, share
from schemas.results import Results
from schemas.results_systems import SystemResult


def ranking(results: Results) -> str:
    """Return the ranking, the state of the instrument, and what was left out."""
    sorted_out, k = groups(results), results.scoring.k
    head = ["rank", "system", f"Q at k={k:g}", "interval", "accuracy", "declined", "canary violations", "left out"]
    rows = [_row(system, k) for system in sorted_out.compared]
    lines = ["", *aligned([head, *rows], left=(1,)), ""]
    lines += [f"{terminal_text(system.title)}: {system.unranked_reason}" for system in sorted_out.unranked]
    if results.references:
        failed = [reference for reference in results.references if reference.passed is False]
        lines.append(
            f"reference contestants: {len(results.references) - len(failed)} of {len(results.references)} as predicted"
        )
        lines += [
            f"  {terminal_text(reference.title)}: must come to {reference.predicted}; came to {reference.actual}"
            for reference in failed
        ]
    panel = results.panel
    lines.append(f"panel: unanimous on {share(panel.unanimous)} ({counted(panel.unanimous)}), {panel.ties} ties")
    if results.anomalies:
        lines.append(f"anomalies: {len(results.anomalies)}, listed on the page")
    return "\n".join(lines)


def _row(system: SystemResult, k: float) -> list[str]:
    at, trials = system.at(k), system.canaries.trials
    rank = "exempt" if system.exempt else "-" if at.rank is None else str(at.rank)
    spread = rank_range(at.rank_low, at.rank_high)
    canaries = "exempt" if system.exempt else f"{share(trials)} ({counted(trials)})"
    left_out = system.counts.excluded + system.counts.ungraded
    return [
        f"{rank} ({spread})" if spread and at.rank is not None else rank,
        terminal_text(system.title),
        score(at.quality),
        score_interval(at.quality),
        plain(system.accuracy.value),
        percent(system.abstention.value),
        canaries,
        str(left_out),
    ]


def aligned(rows: list[list[str]], *, left: tuple[int, ...] = ()) -> list[str]:
    """Return rows as lines with aligned columns and a rule below the first.

    Args:
        rows: The head and the rows, equally long.
        left: Columns that are aligned to the left; the others go to the right.
    """
    from rich.cells import cell_len

    # Wide letters take two cells of a terminal, so lengths are counted in cells and not in characters.
    widths = [max(cell_len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = [
            text + " " * (width - cell_len(text)) if column in left else " " * (width - cell_len(text)) + text
            for column, (text, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    lines.insert(1, "  ".join("-" * width for width in widths))
    return lines
