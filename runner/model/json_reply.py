"""Finds the one JSON object that a model's reply consists of, or says why there is none. Pure, and it never raises.

The ladder, first rung that fits: the whole reply is the object; the whole of one code fence is; the object stands alone
amid sentences. Nothing is mended and nothing evaluated: a brace that belongs to no whole object, a second object or a
repeated key ends the search.
"""

import json
from enum import StrEnum
from typing import Any, NamedTuple

LONGEST = 200_000
"""Characters of a reply that is still read; no output limit that a campaign can set allows as many."""
DEEPEST = 16
"""Levels of nesting that are still read."""


class Fault(StrEnum):
    """Why a reply holds no object that can be relied on."""

    ABSENT = "absent"
    """No object at all."""
    BROKEN = "broken"
    """Braces that form no valid JSON object: cut off, single quotes, too deep, too long."""
    SEVERAL = "several"
    """More than one object, or one key twice in an object: they may contradict each other."""


class ObjectReading(NamedTuple):
    """What was found in a reply."""

    value: dict[str, Any] | None
    """The object; null where there is none."""
    fault: Fault | None = None
    """Why there is none."""
    source: str = ""
    """The object's own text."""
    prose: str = ""
    """What stands around it, the lines that open and close a code fence left out."""


class _RepeatedKeyError(ValueError):
    """An object that holds one key twice."""


def read_object(reply: str) -> ObjectReading:
    """Find the one JSON object of a reply.

    Args:
        reply: The visible text of a reply, of any length and content.

    Returns:
        The object, or the reason why there is none. ``NaN`` and infinities are read as Python reads them, and a number
        of any length is a number: what a value means is for the reader of the object to say.
    """
    text = reply.strip().removeprefix("\ufeff").strip()
    if len(text) > LONGEST:
        return ObjectReading(None, Fault.BROKEN)
    if text.startswith("{"):
        return _amid_sentences(text)
    blocks, outside = _code_fences(text)
    braced = [block for block in blocks if "{" in block or "}" in block]
    if not braced:
        return _amid_sentences(text)
    if len(braced) > 1 or "{" in outside:
        return ObjectReading(None, Fault.SEVERAL)
    inside = _amid_sentences(braced[0].strip())
    if inside.value is not None and (inside.prose or "}" in outside):
        return ObjectReading(None, Fault.BROKEN)
    return inside if inside.value is None else inside._replace(prose=outside.strip())


def _code_fences(text: str) -> tuple[list[str], str]:
    """Split a text into the contents of its closed code fences and all other lines."""
    blocks: list[str] = []
    outside: list[str] = []
    opening, mark, inside = "", "", list[str]()
    for line in text.split("\n"):
        bare = line.strip()
        run = bare[: len(bare) - len(bare.lstrip(bare[:1]))] if bare[:1] in {"`", "~"} else ""
        if mark and run == bare and run.startswith(mark):
            blocks.append("\n".join(inside))
            mark = ""
        elif mark:
            inside.append(line)
        elif len(run) >= 3 and "`" not in bare[len(run) :]:
            opening, mark, inside = line, run, []
        else:
            outside.append(line)
    if mark:
        outside += [opening, *inside]
    return blocks, "\n".join(outside)


def _amid_sentences(text: str) -> ObjectReading:
    """Read the object that stands alone: no other brace around it, and no list."""
    start = text.find("{")
    if start < 0:
        return ObjectReading(None, Fault.BROKEN if "}" in text else Fault.ABSENT)
    found = _decode(text, start)
    if isinstance(found, Fault):
        return ObjectReading(None, found)
    value, end = found
    before, after = text[:start].strip(), text[end:].strip()
    following = after.find("{")
    if following >= 0:
        other = _decode(after, following)
        return ObjectReading(None, Fault.BROKEN if other is Fault.BROKEN else Fault.SEVERAL)
    listed = before.endswith("[") or (before.startswith("[") and before.endswith(","))
    if listed or "}" in before or "}" in after:
        return ObjectReading(None, Fault.BROKEN)
    return ObjectReading(value, source=text[start:end], prose=f"{before}\n{after}".strip())


def _decode(text: str, start: int) -> tuple[dict[str, Any], int] | Fault:
    """Return the object that starts at ``start`` and where it ends, or why none does."""
    try:
        value, end = _DECODER.raw_decode(text, start)
    except _RepeatedKeyError:
        return Fault.SEVERAL
    except (ValueError, RecursionError):
        return Fault.BROKEN
    return (value, end) if _shallow(value) else Fault.BROKEN


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise _RepeatedKeyError
    return found


def _integer(digits: str) -> int | float:
    """Read a whole number; one beyond what Python turns into an integer becomes a float, which may be infinite."""
    return int(digits) if len(digits) <= 300 else float(digits)


_DECODER = json.JSONDecoder(object_pairs_hook=_distinct, parse_int=_integer)


def _shallow(value: object) -> bool:
    level = [value]
    for _ in range(DEEPEST):
        level = [
            inner
            for outer in level
            if isinstance(outer, dict | list)
            for inner in (outer.values() if isinstance(outer, dict) else outer)
        ]
        if not level:
            return True
    return False
