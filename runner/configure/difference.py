"""Why two campaigns are not the same: the fields that differ, part by part of their identity."""

from collections.abc import Iterator
from typing import Any

from schemas.spec import Spec


def explain_difference(a: Spec, b: Spec) -> list[str]:
    """Return lines for people: the verdict on comparability first, then every field that differs.

    Args:
        a: One frozen spec.
        b: Another.
    """
    lines = []
    if a.hashes.protocol == b.hashes.protocol:
        lines.append("comparable: the protocol hashes are equal")
    else:
        lines.append("not comparable: the protocols differ")
        lines += _changes("protocol", a.protocol.model_dump(mode="json"), b.protocol.model_dump(mode="json"))
    if a.hashes.campaign == b.hashes.campaign:
        lines.append("the same campaign: answers and votes are shared")
    else:
        lines += _systems(a, b)
        lines += _changes("repeats", a.repeats, b.repeats)
    if a.hashes.scoring != b.hashes.scoring:
        lines.append("scored differently:")
        lines += _changes("scoring", a.scoring.model_dump(mode="json"), b.scoring.model_dump(mode="json"))
    recorded = list(_changes("operations", a.operations.model_dump(mode="json"), b.operations.model_dump(mode="json")))
    if recorded:
        lines.append("recorded beside the identity (changes no hash):")
        lines += recorded
    return lines


def _systems(a: Spec, b: Spec) -> Iterator[str]:
    for slug in sorted(a.systems.keys() | b.systems.keys()):
        if slug not in a.systems or slug not in b.systems:
            yield f"  systems.{slug}: only in the {'first' if slug in a.systems else 'second'}"
        elif a.systems[slug] != b.systems[slug]:
            yield from _changes(
                f"systems.{slug}", a.systems[slug].model_dump(mode="json"), b.systems[slug].model_dump(mode="json")
            )


def _changes(path: str, a: Any, b: Any) -> Iterator[str]:  # noqa: ANN401
    if a == b:
        return
    if isinstance(a, dict) and isinstance(b, dict):
        for key in sorted(a.keys() | b.keys()):
            yield from _changes(f"{path}.{key}", a.get(key, "(absent)"), b.get(key, "(absent)"))
        return
    yield f"  {path}: {_shown(a)} -> {_shown(b)}"


def _shown(value: Any) -> str:  # noqa: ANN401
    text = repr(value)
    return text if len(text) <= 160 else f"{text[:157]}..."
