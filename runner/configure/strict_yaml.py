"""A YAML loader for data from strangers: plain mappings, lists and scalars, and nothing that acts at a distance.

Refused, each with its line: anchors and aliases, tags, merge keys, duplicate keys, several documents, keys that are not
text, Hydra package headers, interpolations, and anything deeper or larger than a system file can need.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from runner.errors import ConfigError

MAX_BYTES = 32_768
MAX_DEPTH = 8
MAX_NODES = 2_000


@dataclass(frozen=True, slots=True)
class StrictDocument:
    """A loaded file and where in it each key stands."""

    path: str
    """The file, as given."""
    data: dict[str, Any]
    """The top-level mapping."""
    lines: dict[tuple[str | int, ...], int]
    """Line, from 1, of each key path."""

    def where(self, key_path: tuple[str | int, ...]) -> str:
        """Return ``file:line`` of a key path, or of the nearest parent that the file has."""
        for length in range(len(key_path), 0, -1):
            if key_path[:length] in self.lines:
                return f"{self.path}:{self.lines[key_path[:length]]}"
        return self.path


def load_strict(path: Path, *, shown_as: str | None = None) -> StrictDocument:
    """Read one file strictly.

    Args:
        path: The file; it must be a regular file and no link.
        shown_as: How errors name the file; its path by default.

    Raises:
        ConfigError: For everything listed in the module's description, naming file and line.
    """
    name = shown_as or str(path)
    if path.is_symlink() or not path.is_file():
        raise ConfigError("not a regular file", where=name, fix="give a YAML file itself, not a link or a folder")
    raw = path.read_bytes()
    if len(raw) > MAX_BYTES:
        raise ConfigError(f"the file has {len(raw)} bytes; at most {MAX_BYTES} are read", where=name)
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise ConfigError(f"the file is not UTF-8 (byte {error.start})", where=name, fix="save it as UTF-8") from error
    return parse_strict(text, name)


def parse_strict(text: str, name: str) -> StrictDocument:
    """Parse the text of one file strictly; see :func:`load_strict`."""
    for number, line in enumerate(text.split("\n"), 1):
        if line.lstrip().startswith("#") and "@package" in line:
            raise ConfigError(
                "a Hydra package header has no place in a data file", where=f"{name}:{number}", fix="delete the line"
            )
    try:
        events = list(yaml.parse(text, Loader=yaml.SafeLoader))
        _check_events(events, name)
        root = yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = f"{name}:{mark.line + 1}" if mark else name
        raise ConfigError(
            f"not readable as YAML: {error.problem or error.context}",
            where=line,
            fix="check indentation, colons and quotes on this line",
        ) from error
    except yaml.YAMLError as error:
        raise ConfigError(f"not readable as YAML: {error}", where=name) from error
    if not isinstance(root, yaml.MappingNode):
        raise ConfigError("the file must be a mapping of keys to values", where=name)
    lines: dict[tuple[str | int, ...], int] = {}
    data = _build(root, (), lines, name)
    return StrictDocument(path=name, data=data, lines=lines)


def _check_events(events: list[yaml.Event], name: str) -> None:
    depth = nodes = documents = 0
    for event in events:
        where = f"{name}:{event.start_mark.line + 1}" if event.start_mark else name
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            raise ConfigError("anchors and aliases are not accepted", where=where, fix="write the value out")
        if isinstance(event, yaml.DocumentStartEvent):
            documents += 1
            if documents > 1:
                raise ConfigError("the file holds more than one document", where=where, fix="delete the `---` line")
        if isinstance(event, yaml.NodeEvent):
            nodes += 1
            tag = getattr(event, "tag", None)
            if tag is not None:
                raise ConfigError(f"tags are not accepted ({tag})", where=where, fix="delete the tag")
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        if depth > MAX_DEPTH or nodes > MAX_NODES:
            raise ConfigError(f"deeper than {MAX_DEPTH} levels or more than {MAX_NODES} values", where=where)


def _build(node: yaml.Node, path: tuple[str | int, ...], lines: dict[tuple[str | int, ...], int], name: str) -> Any:  # noqa: ANN401
    if isinstance(node, yaml.MappingNode):
        return _build_mapping(node, path, lines, name)
    if isinstance(node, yaml.SequenceNode):
        for index, item in enumerate(node.value):
            lines[*path, index] = item.start_mark.line + 1
        return [_build(item, (*path, index), lines, name) for index, item in enumerate(node.value)]
    value = _scalar(node)
    if isinstance(value, str) and ("${" in value or "{{" in value or "{%" in value):
        raise ConfigError(
            "interpolations and templates are not accepted",
            where=f"{name}:{node.start_mark.line + 1}",
            fix="write the value out",
        )
    return value


def _build_mapping(
    node: yaml.MappingNode, path: tuple[str | int, ...], lines: dict[tuple[str | int, ...], int], name: str
) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for key_node, value_node in node.value:
        line = key_node.start_mark.line + 1
        where = f"{name}:{line}"
        if key_node.tag == "tag:yaml.org,2002:merge":
            raise ConfigError("merge keys are not accepted", where=where, fix="write the values out")
        key = _scalar(key_node) if isinstance(key_node, yaml.ScalarNode) else None
        if not isinstance(key, str):
            raise ConfigError(f"keys must be text, not {key!r}", where=where, fix="quote the key")
        if key.startswith("_") or key in ("hydra", "defaults"):
            raise ConfigError(f"the key `{key}` is not accepted in a data file", where=where, fix="delete it")
        if key in result:
            raise ConfigError(f"the key `{key}` stands twice", where=where, fix="keep one of the two")
        lines[*path, key] = line
        result[key] = _build(value_node, (*path, key), lines, name)
    return result


def _scalar(node: yaml.Node) -> Any:  # noqa: ANN401
    # SafeConstructor turns a scalar node into text, number, boolean or null by YAML 1.1's rules; dates stay text, for
    # no setting is one.
    if node.tag == "tag:yaml.org,2002:timestamp":
        return str(node.value)
    return yaml.SafeLoader("").construct_object(node, deep=True)
