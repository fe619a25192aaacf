"""How the engine tells of its progress. The command line decides how that looks."""

from typing import Protocol


class Progress(Protocol):
    """Receives what happens, stage by stage."""

    def stage(self, name: str, totals: dict[str, int], done: dict[str, int]) -> None:
        """Begin a stage.

        Args:
            name: ``ask``, ``classify``, ``judge`` or ``score``.
            totals: Units of work by row (a system, or the panel).
            done: Units that earlier runs did already, by row.
        """

    def advance(self, row: str, *, excluded: bool = False, cost_usd: float = 0.0) -> None:
        """Count one unit of work.

        Args:
            row: The row of the stage that it belongs to.
            excluded: Whether it ended as a technical failure.
            cost_usd: What it cost.
        """

    def note(self, text: str) -> None:
        """Tell something that the user should see now."""


class Silent:
    """Says nothing."""

    def stage(self, name: str, totals: dict[str, int], done: dict[str, int]) -> None:
        """Ignore the stage."""

    def advance(self, row: str, *, excluded: bool = False, cost_usd: float = 0.0) -> None:
        """Ignore the step."""

    def note(self, text: str) -> None:
        """Ignore the note."""
