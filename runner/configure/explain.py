"""Turning a validation error into one that names the place, the key, and what would be accepted."""

import difflib
from collections.abc import Callable, Sequence
from typing import Any

from pydantic import BaseModel, TypeAdapter, ValidationError
from pydantic_core import ErrorDetails

from runner.errors import ConfigError

Loc = tuple[str | int, ...]


def nearest(name: str, allowed: Sequence[str], *, most: int = 3) -> str:
    """Return a hint such as ``did you mean `top_k`?``, or the list of what is allowed when nothing is near."""
    close = difflib.get_close_matches(name, allowed, n=most, cutoff=0.5)
    if close:
        return "did you mean " + " or ".join(f"`{word}`" for word in close) + "?"
    return "allowed here: " + ", ".join(f"`{word}`" for word in sorted(allowed)) if allowed else ""


def explain(
    error: ValidationError, *, model: type[BaseModel] | TypeAdapter[Any], where: Callable[[Loc], str]
) -> ConfigError:
    """Build one error that lists every fault.

    Args:
        error: What pydantic found.
        model: The validated model or type, to name the keys that exist beside an unknown one.
        where: Names the place of a key path: ``file:line``, or the override that set it.

    Returns:
        An error to raise; its text has one line for each fault.
    """
    schema = model.json_schema() if isinstance(model, TypeAdapter) else model.model_json_schema()
    faults = []
    for fault in error.errors(include_url=False):
        loc, siblings, nodes = _walk(schema, fault["loc"])
        if fault["type"].startswith("union_tag"):
            what, fix = _describe_tag(fault, ".".join(str(part) for part in loc), nodes)
        else:
            what, fix = _describe(fault, ".".join(str(part) for part in loc), siblings)
        faults.append((what, where(loc), fix))
    if len(faults) == 1:
        what, place, fix = faults[0]
        return ConfigError(what, where=place, fix=fix)
    lines = [f"  - {what} ({place}){': ' + fix if fix else ''}" for what, place, fix in faults]
    return ConfigError(f"{len(faults)} settings cannot be accepted:\n" + "\n".join(lines))


def _describe(fault: ErrorDetails, key: str, siblings: list[str]) -> tuple[str, str]:
    """Return what is wrong with one key, and what to do."""
    if fault["type"] == "extra_forbidden":
        return f"unknown key `{key}`", nearest(key.rsplit(".", 1)[-1], siblings)
    if fault["type"] == "missing":
        return f"`{key}` is missing", f"set `{key}`"
    value = "" if isinstance(fault["input"], dict) else f", not {_short(fault['input'])}"
    message = fault["msg"].removeprefix("Value error, ")
    return f"`{key or 'the whole'}`: {message}{value}", ""


def _describe_tag(fault: ErrorDetails, key: str, nodes: list[dict[str, Any]]) -> tuple[str, str]:
    """Return what is wrong with the setting that decides between several kinds, and which kinds there are."""
    context = fault.get("ctx", {})
    tag = str(context.get("discriminator", "")).strip("'")
    named = str(context.get("tag", ""))
    kinds = sorted({str(node["properties"][tag].get("const")) for node in nodes if tag in node.get("properties", {})})
    setting = f"{key}.{tag}" if key else tag
    return (f"`{setting}` names no known kind: {named}" if named else f"`{setting}` is missing"), nearest(named, kinds)


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _walk(schema: dict[str, Any], loc: Loc) -> tuple[Loc, list[str], list[dict[str, Any]]]:
    """Follow a pydantic location through a JSON Schema.

    Pydantic puts the tag of a discriminated union into the location; people do not write it, so it is dropped.

    Returns:
        The location as written, the names of the keys that exist beside its last part, and the schemas it leads to.
    """
    definitions = schema.get("$defs", {})
    nodes, kept = [schema], []
    siblings: list[str] = []
    for part in loc:
        variants = _variants(nodes, definitions)
        tagged = [v for v in variants if any(p.get("const") == part for p in v.get("properties", {}).values())]
        if tagged and not any(part in v.get("properties", {}) for v in variants):
            nodes = tagged
            continue
        siblings = sorted({name for v in variants for name in v.get("properties", {})})
        nodes = [child for v in variants for child in _children(v, part)]
        kept.append(part)
    return tuple(kept), siblings, _variants(nodes, definitions)


def _variants(nodes: list[dict[str, Any]], definitions: dict[str, Any]) -> list[dict[str, Any]]:
    found, queue = [], list(nodes)
    while queue:
        node = queue.pop()
        if "$ref" in node:
            queue.append(definitions[node["$ref"].rsplit("/", 1)[-1]])
        queue += [*node.get("anyOf", []), *node.get("oneOf", []), *node.get("allOf", [])]
        found.append(node)
    return found


def _children(node: dict[str, Any], part: str | int) -> list[dict[str, Any]]:
    if isinstance(part, int):
        return [node["items"]] if isinstance(node.get("items"), dict) else []
    if part in node.get("properties", {}):
        return [node["properties"][part]]
    named = [child for child in node.get("patternProperties", {}).values() if isinstance(child, dict)]
    extra = node.get("additionalProperties")
    return [*named, extra] if isinstance(extra, dict) else named
