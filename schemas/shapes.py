"""The shape of a record as its pydantic model declares it, in the few kinds that a table can hold."""

import types
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum, StrEnum
from functools import cache
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import annotated_types
from pydantic import BaseModel
from pydantic.fields import FieldInfo
from pydantic_core import to_jsonable_python


class Kind(StrEnum):
    """What a value is, once it has been through JSON."""

    TEXT = "text"
    INTEGER = "integer"
    NUMBER = "number"
    FLAG = "flag"
    JSON = "json"
    """Anything; a table holds it as JSON text with sorted keys."""
    STRUCT = "struct"
    LIST = "list"


@dataclass(frozen=True, slots=True)
class Limit:
    """One constraint on a value that is there."""

    name: Literal["ge", "gt", "le", "lt", "min_length", "max_length", "pattern", "isin"]
    """Which constraint; ``pattern`` is searched for, as pydantic does, and matches from the start only with ``^``."""
    value: Any
    """Its bound, pattern or tuple of choices."""


@dataclass(frozen=True, slots=True)
class Shape:
    """The kind of a value, whether it may be null, and what limits it."""

    kind: Kind
    nullable: bool = False
    limits: tuple[Limit, ...] = ()
    fields: tuple["Field", ...] = ()
    """Of a struct."""
    item: "Shape | None" = None
    """Of a list."""


@dataclass(frozen=True, slots=True)
class Field:
    """One key of a record."""

    name: str
    shape: Shape
    required: bool
    default: Any
    """What an absent key stands for, JSON-shaped."""


_SCALARS = {str: Kind.TEXT, bool: Kind.FLAG, int: Kind.INTEGER, float: Kind.NUMBER}
_BOUNDS: dict[type, tuple[Literal["ge", "gt", "le", "lt", "min_length", "max_length"], str]] = {
    annotated_types.Ge: ("ge", "ge"),
    annotated_types.Gt: ("gt", "gt"),
    annotated_types.Le: ("le", "le"),
    annotated_types.Lt: ("lt", "lt"),
    annotated_types.MinLen: ("min_length", "min_length"),
    annotated_types.MaxLen: ("max_length", "max_length"),
}


@cache
def shape_of(model: type[BaseModel]) -> Shape:
    """Derive the shape of a record.

    Args:
        model: A model whose fields are ``str``, ``int``, ``float``, ``bool``, ``StrEnum``, ``Literal`` of text or of
            whole numbers, ``Any``, ``dict``, other such models, and lists, tuples of one type and optional forms of
            these, with bounds, lengths and patterns.

    Returns:
        A struct with one field for each of the model's, in their order.

    Raises:
        TypeError: For a type or constraint that has no counterpart in a table; names the field.
    """
    return Shape(Kind.STRUCT, fields=tuple(_field(model, name, info) for name, info in model.model_fields.items()))


def _field(model: type[BaseModel], name: str, info: FieldInfo) -> Field:
    where = f"{model.__name__}.{name}"
    if info.alias is not None:
        raise TypeError(f"{where} has an alias; a logged field has one name")
    shape = _limited(_shape(info.annotation, where), info.metadata, where)
    required = info.is_required()
    default = None if required else to_jsonable_python(info.get_default(call_default_factory=True, validated_data={}))
    return Field(name, shape, required, default)


def _shape(annotation: Any, where: str) -> Shape:  # noqa: ANN401
    origin, args = get_origin(annotation), get_args(annotation)
    others = [arg for arg in args if arg is not type(None)]
    if origin is Annotated:
        shape = _limited(_shape(args[0], where), args[1:], where)
    elif origin in (Union, types.UnionType) and len(others) == 1:
        shape = replace(_shape(others[0], where), nullable=True)
    elif origin is Literal:
        shape = _choices(args, where)
    elif origin in (list, Sequence) or (origin is tuple and args[1:] == (...,)):
        shape = Shape(Kind.LIST, item=_shape(args[0], where))
    elif (origin or annotation) in (Any, dict, Mapping):
        shape = Shape(Kind.JSON, nullable=annotation is Any)
    elif isinstance(annotation, type):
        shape = _plain(annotation, where)
    else:
        raise _unsupported(annotation, where)
    return shape


def _plain(annotation: type, where: str) -> Shape:
    if issubclass(annotation, BaseModel):
        return shape_of(annotation)
    if issubclass(annotation, Enum):
        return _choices(tuple(member.value for member in annotation), where)
    if annotation in _SCALARS:
        return Shape(_SCALARS[annotation])
    raise _unsupported(annotation, where)


def _choices(values: tuple[Any, ...], where: str) -> Shape:
    present = tuple(value for value in values if value is not None)
    for kind, python in ((Kind.TEXT, str), (Kind.INTEGER, int)):
        if present and all(isinstance(value, python) and not isinstance(value, bool) for value in present):
            # A StrEnum's own members inside a Literal are text to JSON, and have to be plain text here.
            plain = tuple(python(value) for value in present)
            return Shape(kind, nullable=len(present) < len(values), limits=(Limit("isin", plain),))
    raise _unsupported(values, where)


def _limited(shape: Shape, metadata: Sequence[Any], where: str) -> Shape:
    limits = list(shape.limits)
    for item in metadata:
        if isinstance(item, FieldInfo):
            limits += _limited(Shape(shape.kind), item.metadata, where).limits
        elif type(item) in _BOUNDS:
            name, attribute = _BOUNDS[type(item)]
            limits.append(Limit(name, getattr(item, attribute)))
        elif isinstance(pattern := getattr(item, "pattern", None), str):
            limits.append(Limit("pattern", pattern))
        else:
            raise _unsupported(item, where)
    return replace(shape, limits=tuple(limits))


def _unsupported(what: object, where: str) -> TypeError:
    return TypeError(f"{where}: {what!r} has no counterpart in a table of records")
