"""A check of the instrument: canary outcomes that are the same everywhere are usually the classifier's doing."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from schemas.judging import Intent

_LEAST_SYSTEMS = 2
_SHOWN = 10


@dataclass(frozen=True)
class CanaryWarning:
    """Canaries on which all systems did the same."""

    uniform: Intent | None
    """The one intent of every response to every canary; null where outcomes differ at all."""
    attempted_by_all: tuple[str, ...]
    """Ids of canaries that every system attempted in every repeat, sorted."""
    declined_by_all: tuple[str, ...]
    """Ids of canaries that every system declined in every repeat, sorted."""
    message: str
    """What to tell the reader and what to check, in plain sentences."""


def identical_canary_outcome(
    intents_by_system: Mapping[str, Mapping[str, Collection[Intent]]],
) -> CanaryWarning | None:
    """Look for canaries on which every system attempts, or every system abstains.

    A classifier that misses a way of declining makes all systems attempt alike, and one that takes a common phrase
    for a decline makes all abstain alike. Three readings, in falling weight:

    - every response to every canary has one intent: the classifier (or the canary flags) must be checked;
    - some canaries are attempted by all: a missed decline, or a question whose answer is in the corpus after all;
    - some canaries are declined by all: what good systems do; worth one look, nothing more.

    Args:
        intents_by_system: For each ranked system its canaries by id, each with the intents of its classified repeats.
            Exempt systems and reference contestants, whose outcome is known beforehand, are left out by the caller.
            A canary without any response in a system says nothing about that system.

    Returns:
        The warning, or null where no canary has the same outcome everywhere or fewer than two systems answered.
    """
    outcomes: dict[str, list[frozenset[Intent]]] = {}
    for canaries in intents_by_system.values():
        for question_id, intents in canaries.items():
            if intents:
                outcomes.setdefault(question_id, []).append(frozenset(intents))
    shared = {question_id: found for question_id, found in outcomes.items() if len(found) >= _LEAST_SYSTEMS}
    united = {question_id: frozenset().union(*found) for question_id, found in shared.items()}
    attempted = tuple(sorted(q for q, intents in united.items() if intents == {Intent.ATTEMPT}))
    declined = tuple(sorted(q for q, intents in united.items() if intents == {Intent.ABSTENTION}))
    if not attempted and not declined:
        return None
    every = frozenset().union(*(intents for found in outcomes.values() for intents in found))
    uniform = next(iter(every)) if len(every) == 1 else None
    return CanaryWarning(uniform, attempted, declined, _message(uniform, attempted, declined))


def _message(uniform: Intent | None, attempted: tuple[str, ...], declined: tuple[str, ...]) -> str:
    if uniform is not None:
        count = len(attempted) + len(declined)
        verb = "attempted" if uniform is Intent.ATTEMPT else "declined"
        return (
            f"Every system {verb} every canary ({count} shared by at least two systems). An outcome without any"
            " difference is usually the classifier's: read some responses, and check the canary flags."
        )
    parts = []
    if attempted:
        parts.append(
            f"{_count(attempted)} attempted by every system ({_listed(attempted)}): check whether the classifier missed"
            " a decline, and whether the answer is in the corpus."
        )
    if declined:
        parts.append(f"{_count(declined)} declined by every system ({_listed(declined)}): read one response of each.")
    return " ".join(parts)


def _count(ids: tuple[str, ...]) -> str:
    return f"{len(ids)} canary was" if len(ids) == 1 else f"{len(ids)} canaries were"


def _listed(ids: tuple[str, ...]) -> str:
    more = len(ids) - _SHOWN
    return ", ".join(ids[:_SHOWN]) + (f" and {more} more" if more > 0 else "")
