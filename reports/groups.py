"""The groups in which systems are shown: ranked, barred, exempt, reference contestants."""

from typing import NamedTuple

from schemas.results import Results
from schemas.results_systems import SystemResult


class Groups(NamedTuple):
    """The systems of some results, each group in the order of the results."""

    ranked: list[SystemResult]
    """Systems with a rank at the primary k."""
    unranked: list[SystemResult]
    """Competing systems without a rank; each says why."""
    exempt: list[SystemResult]
    """Systems without a knowledge base, which the canary rule spares."""
    reference: list[SystemResult]
    """Contestants that test the instrument."""

    @property
    def compared(self) -> list[SystemResult]:
        """All but the reference contestants."""
        return [*self.ranked, *self.unranked, *self.exempt]


def groups(results: Results) -> Groups:
    """Sort the systems into their groups."""
    competing = [system for system in results.systems if system.kind == "ranked"]
    k = results.scoring.k
    return Groups(
        ranked=[system for system in competing if system.at(k).rank is not None],
        unranked=[system for system in competing if system.at(k).rank is None],
        exempt=[system for system in results.systems if system.kind == "exempt"],
        reference=[system for system in results.systems if system.kind == "reference"],
    )
