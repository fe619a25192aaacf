"""Names of the deterministic judges that a panel can be made of."""

from difflib import get_close_matches
from types import MappingProxyType

from runner.errors import ConfigError
from runner.judge.base import DeterministicJudge
from runner.judge.fuzzy import Fuzzy
from runner.judge.normalised_match import NormalisedMatch
from runner.judge.quantities import Quantities

JUDGES: MappingProxyType[str, type[DeterministicJudge]] = MappingProxyType(
    {judge.name: judge for judge in (NormalisedMatch, Quantities, Fuzzy)}
)
"""Judge classes by name."""


def judge_class(name: str) -> type[DeterministicJudge]:
    """Look up a judge by the name that a configuration gives.

    Args:
        name: A key of `JUDGES`.

    Returns:
        The class; its ``version`` enters the vote key and the protocol hash.

    Raises:
        ConfigError: No judge has that name; the message lists the nearest names.
    """
    try:
        return JUDGES[name]
    except KeyError:
        near = get_close_matches(name, JUDGES, n=3) or sorted(JUDGES)
        raise ConfigError(
            f"There is no deterministic judge named {name!r}.",
            where="panel.judges.*.method",
            fix="Use one of: " + ", ".join(near) + ".",
        ) from None
