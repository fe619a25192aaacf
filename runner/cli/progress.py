"""Progress on a terminal, as plain lines elsewhere, or not at all."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import click

from runner.campaign.progress import Progress, Silent

if TYPE_CHECKING:
    from rich.progress import Progress as RichProgress
    from rich.progress import TaskID

PLAIN_EVERY_S = 10.0
"""Seconds between two plain lines of one stage."""


@contextmanager
def progress_for(*, quiet: bool) -> Iterator[Progress]:
    """Yield the progress that fits: silent when asked, bars on a terminal, plain lines otherwise."""
    if quiet:
        yield Silent()
    elif sys.stderr.isatty():
        bars = Bars()
        try:
            yield bars
        finally:
            bars.close()
    else:
        lines = Lines()
        try:
            yield lines
        finally:
            lines.close()


@dataclass(slots=True)
class _Row:
    total: int
    already: int
    done: int = 0
    excluded: int = 0
    cost_usd: float = 0.0


class Bars:
    """One bar for each row of the stage, with rate, exclusions, cost and time left."""

    def __init__(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
        from rich.progress import Progress as RichProgress

        console = Console(stderr=True)

        def make() -> "RichProgress":
            return RichProgress(
                TextColumn("{task.description:<34}"),
                BarColumn(bar_width=24),
                MofNCompleteColumn(),
                TextColumn("{task.fields[extra]}"),
                TimeRemainingColumn(compact=True),
                console=console,
            )

        self._make = make
        self._live = make()
        self._rows: dict[str, tuple[TaskID, _Row]] = {}
        self._began = time.monotonic()

    def stage(self, name: str, totals: dict[str, int], done: dict[str, int]) -> None:
        """Draw the rows of a new stage below those of the earlier ones."""
        self._live.stop()
        self._live, self._rows = self._make(), {}
        self._began = time.monotonic()
        for row, total in totals.items():
            if not total:
                continue
            label = f"{name} {row}"
            task = self._live.add_task(label, total=total, completed=done.get(row, 0), extra="")
            self._rows[row] = (task, _Row(total=total, already=done.get(row, 0)))
        self._live.start()

    def advance(self, row: str, *, excluded: bool = False, cost_usd: float = 0.0) -> None:
        """Move a row's bar by one."""
        task, counts = self._rows[row]
        counts.done += 1
        counts.excluded += excluded
        counts.cost_usd += cost_usd
        self._live.update(task, advance=1, extra=_extra(counts, time.monotonic() - self._began, left=False))

    def note(self, text: str) -> None:
        """Print a note above the bars."""
        self._live.console.print(text, style="yellow", markup=False, highlight=False)

    def close(self) -> None:
        """Leave the bars as they stand."""
        self._live.stop()


@dataclass(slots=True)
class Lines:
    """A line for each row at its end, and one now and then before."""

    _name: str = ""
    _rows: dict[str, _Row] = field(default_factory=dict)
    _began: float = 0.0
    _last: float = 0.0

    def stage(self, name: str, totals: dict[str, int], done: dict[str, int]) -> None:
        """Say what the stage has to do."""
        self._name = name
        self._rows = {row: _Row(total=total, already=done.get(row, 0)) for row, total in totals.items() if total}
        self._began = self._last = time.monotonic()
        due = sum(row.total - row.already for row in self._rows.values())
        total = sum(row.total for row in self._rows.values())
        click.echo(f"{name}: {due} of {total} to do" if due else f"{name}: all {total} done already", err=True)

    def advance(self, row: str, *, excluded: bool = False, cost_usd: float = 0.0) -> None:
        """Count; print when the row is complete or enough time has passed."""
        counts = self._rows[row]
        counts.done += 1
        counts.excluded += excluded
        counts.cost_usd += cost_usd
        now = time.monotonic()
        if counts.done + counts.already == counts.total:
            self._print(row, counts, now)
        elif now - self._last >= PLAIN_EVERY_S:
            self._last = now
            self._print(row, counts, now)

    def note(self, text: str) -> None:
        """Print the note."""
        click.echo(text, err=True)

    def close(self) -> None:
        """Nothing is left open."""

    def _print(self, row: str, counts: _Row, now: float) -> None:
        extra = _extra(counts, now - self._began, left=True)
        click.echo(f"{self._name} {row}: {counts.done + counts.already}/{counts.total}{extra}", err=True)


def _extra(counts: _Row, seconds: float, *, left: bool) -> str:
    rate = counts.done / seconds if seconds > 0 else 0.0
    parts = [f" {rate:.1f}/s" if rate < 100 else f" {rate:.0f}/s"]
    if counts.excluded:
        parts.append(f"{counts.excluded} excluded")
    if counts.cost_usd:
        parts.append(f"${counts.cost_usd:.2f}")
    due = counts.total - counts.already - counts.done
    if left and rate and due:
        parts.append(f"{due / rate:.0f} s left")
    return " ".join(parts)
