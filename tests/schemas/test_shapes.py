"""The shape of a record, derived from its pydantic model."""

from collections.abc import Callable
from datetime import date
from enum import Enum, IntEnum, StrEnum
from typing import Annotated, Any, Literal

import pytest
from pydantic import AfterValidator, BaseModel, Field, create_model

from schemas.response import Passage, Response, Status
from schemas.shapes import Kind, Limit, Shape, shape_of


class Level(IntEnum):
    LOW = 1
    HIGH = 2


class Mixed(Enum):
    TEXT = "a"
    NUMBER = 1


class Colour(StrEnum):
    RED = "red"


def shape(annotation: Any, **field: Any) -> Shape:
    """The shape of a model's only field."""
    model = create_model("M", x=(annotation, Field(**field)))
    return shape_of(model).fields[0].shape


@pytest.mark.parametrize(
    ("annotation", "expected"),
    [
        (str, Shape(Kind.TEXT)),
        (int, Shape(Kind.INTEGER)),
        (float, Shape(Kind.NUMBER)),
        (bool, Shape(Kind.FLAG)),
        (Any, Shape(Kind.JSON, nullable=True)),
        (dict, Shape(Kind.JSON)),
        (dict[str, int], Shape(Kind.JSON)),
        (dict[str, Any] | None, Shape(Kind.JSON, nullable=True)),
        (str | None, Shape(Kind.TEXT, nullable=True)),
        (None | int, Shape(Kind.INTEGER, nullable=True)),
        (Literal["a", "b"], Shape(Kind.TEXT, limits=(Limit("isin", ("a", "b")),))),
        (Literal["a"] | None, Shape(Kind.TEXT, nullable=True, limits=(Limit("isin", ("a",)),))),
        (Literal[1, 2], Shape(Kind.INTEGER, limits=(Limit("isin", (1, 2)),))),
        (Literal[Colour.RED], Shape(Kind.TEXT, limits=(Limit("isin", ("red",)),))),
        (Colour, Shape(Kind.TEXT, limits=(Limit("isin", ("red",)),))),
        (Level, Shape(Kind.INTEGER, limits=(Limit("isin", (1, 2)),))),
        (list[str], Shape(Kind.LIST, item=Shape(Kind.TEXT))),
        (list[str | None], Shape(Kind.LIST, item=Shape(Kind.TEXT, nullable=True))),
        (tuple[float, ...], Shape(Kind.LIST, item=Shape(Kind.NUMBER))),
        (list[list[int]] | None, Shape(Kind.LIST, nullable=True, item=Shape(Kind.LIST, item=Shape(Kind.INTEGER)))),
        (
            list[Annotated[str, Field(min_length=2)]],
            Shape(Kind.LIST, item=Shape(Kind.TEXT, limits=(Limit("min_length", 2),))),
        ),
        (Passage, shape_of(Passage)),
    ],
)
def test_each_type_has_one_kind(annotation: Any, expected: Shape) -> None:
    assert shape(annotation) == expected


def test_bounds_lengths_and_patterns_are_limits_wherever_they_stand() -> None:
    assert shape(int, ge=0, lt=10).limits == (Limit("ge", 0), Limit("lt", 10))
    assert shape(float | None, gt=0, le=1).limits == (Limit("gt", 0), Limit("le", 1))
    assert shape(str, pattern="^r-", max_length=18).limits == (Limit("max_length", 18), Limit("pattern", "^r-"))
    assert shape(Annotated[int, Field(ge=1)] | None, le=5).limits == (Limit("ge", 1), Limit("le", 5))
    assert shape(list[int], min_length=1, max_length=3).limits == (Limit("min_length", 1), Limit("max_length", 3))


def test_an_absent_key_stands_for_the_default_as_json() -> None:
    class Record(BaseModel):
        needed: str
        status: Status = Status.OK
        tags: list[str] = Field(default_factory=list)
        place: Passage = Passage(rank=1)

    fields = {field.name: field for field in shape_of(Record).fields}
    assert fields["needed"].required
    assert not fields["tags"].required
    assert (fields["status"].default, fields["tags"].default) == ("ok", [])
    assert fields["place"].default == {"document_id": None, "title": None, "text": None, "score": None, "rank": 1}


def test_the_response_has_a_shape() -> None:
    kinds = {field.name: field.shape.kind for field in shape_of(Response).fields}
    assert kinds["evidence"] is Kind.LIST
    assert kinds["usage"] is Kind.STRUCT
    assert kinds["raw_response"] is Kind.JSON


def is_short(value: str) -> str:
    return value


@pytest.mark.parametrize(
    "make",
    [
        lambda: shape(int | str),
        lambda: shape(date),
        lambda: shape(tuple[int, str]),
        lambda: shape(set[str]),
        lambda: shape(Literal["a", 1]),
        lambda: shape(Literal[True]),
        lambda: shape(Mixed),
        lambda: shape(bytes),
        lambda: shape(int, multiple_of=2),
        lambda: shape(Annotated[str, AfterValidator(is_short)]),
        lambda: shape(str, alias="y"),
    ],
)
def test_what_a_table_cannot_hold_or_check_is_refused_with_the_name_of_the_field(make: Callable[[], Shape]) -> None:
    with pytest.raises(TypeError, match=r"^M\.x"):
        make()
