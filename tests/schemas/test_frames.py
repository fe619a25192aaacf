"""Tables from records: exact types, nothing inferred, nothing lost, and errors that name the record."""

import json
from collections.abc import Sequence
from typing import Annotated, Any, Literal

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import Field, TypeAdapter, ValidationError

from schemas.frames import Rule, build_frame, frame_schema, frame_types, repeated_row, validate_frame
from schemas.response import Passage, Record, Response, Status, Usage
from schemas.rows import FrameError, json_text


class Vote(Record):
    vote_id: str = Field(pattern="^v-", min_length=3)
    grade: Literal["correct", "incorrect"] | None = None
    confidence: float | None = Field(default=None, ge=0, le=1)
    attempt: int = Field(ge=0)
    cast: bool = True
    tags: list[Annotated[str, Field(min_length=2)]] = Field(default=[], max_length=2)
    evidence: list[Passage] | None = None
    usage: Usage | None = None
    raw: Any = None
    extra: dict[str, int] = {}


def vote(number: int, **values: Any) -> dict[str, Any]:
    return {"vote_id": f"v-{number}", "attempt": 0, **values}


def refusal(rows: Sequence[dict[str, Any]], model: type[Record] = Vote, columns: Sequence[str] | None = None) -> str:
    with pytest.raises(FrameError) as error:
        build_frame(rows, model, columns)
    return str(error.value)


def faults(rows: Sequence[dict[str, Any]], **options: Any) -> FrameError:
    with pytest.raises(FrameError) as error:
        validate_frame(build_frame(rows, Vote), frame_schema(Vote, **options))
    return error.value


def test_the_types_come_from_the_model_alone() -> None:
    passage = pl.Struct(
        {"document_id": pl.String, "title": pl.String, "text": pl.String, "score": pl.Float64, "rank": pl.Int64}
    )
    expected = {
        "vote_id": pl.String,
        "grade": pl.String,
        "confidence": pl.Float64,
        "attempt": pl.Int64,
        "cast": pl.Boolean,
        "tags": pl.List(pl.String),
        "evidence": pl.List(passage),
        "usage": pl.Struct(
            {
                "input_tokens": pl.Int64,
                "cached_tokens": pl.Int64,
                "output_tokens": pl.Int64,
                "reasoning_tokens": pl.Int64,
            }
        ),
        "raw": pl.String,
        "extra": pl.String,
    }
    assert frame_types(Vote) == expected
    for rows in ([], [vote(1)], [vote(1, evidence=[], usage={}, tags=["ab"])]):
        frame = build_frame(rows, Vote)
        assert dict(frame.schema) == expected
        validate_frame(frame, frame_schema(Vote))


def test_every_value_comes_back_as_it_was() -> None:
    passage = {"document_id": "d", "title": None, "text": "x\0\u2028", "score": 0.25, "rank": 1}
    usage = {"input_tokens": 2**62, "cached_tokens": None, "output_tokens": 0, "reasoning_tokens": 1}
    rows = [
        vote(1, grade="correct", confidence=1, tags=["aa", "bb"], evidence=[passage, passage], usage=usage),
        vote(2, evidence=[], usage=None, raw={"b": [1, {"c": None}], "a": "é"}, extra={"z": 1, "a": 2}),
        vote(3, evidence=None, confidence=0.5, raw=[1.5], cast=False),
    ]
    found = build_frame(rows, Vote).to_dicts()
    empty = dict.fromkeys(("input_tokens", "cached_tokens", "output_tokens", "reasoning_tokens"))
    assert empty.keys() == usage.keys()
    assert [row["evidence"] for row in found] == [[passage, passage], [], None]
    assert [row["usage"] for row in found] == [usage, None, None]
    assert [row["confidence"] for row in found] == [1.0, None, 0.5]
    assert [row["tags"] for row in found] == [["aa", "bb"], [], []]
    assert [row["raw"] for row in found] == [None, '{"a":"\\u00e9","b":[1,{"c":null}]}', "[1.5]"]
    assert [row["extra"] for row in found] == ["{}", '{"a":2,"z":1}', "{}"]
    assert [row["cast"] for row in found] == [True, True, False]


@pytest.mark.parametrize("order", [1, -1], ids=["as written", "reversed"])
def test_types_do_not_depend_on_which_rows_come_first(order: int) -> None:
    """BR-35: a key that first appears late, whole numbers before fractions, nulls before values."""
    late_key = [vote(n, **({"grade": "correct"} if n > 100 else {})) for n in range(300)][::order]
    fractions = [vote(n, confidence=0.5 if n > 100 else 1) for n in range(300)][::order]
    nulls = [vote(n, confidence=None if n < 150 else 0.9) for n in range(300)][::order]
    assert build_frame(late_key, Vote)["grade"].count() == 199
    assert build_frame(fractions, Vote)["confidence"].count() == 300
    assert build_frame(fractions, Vote)["confidence"].sum() == 101 + 199 * 0.5
    assert build_frame(nulls, Vote)["confidence"].count() == 150


@pytest.mark.parametrize(
    ("record", "words"),
    [
        (vote(1, gradee="correct"), "the record has the unknown key 'gradee'; known are attempt, cast, confidence"),
        ({"vote_id": "v-1"}, "lacks the key 'attempt'"),
        (vote(1, vote_id=None), "vote_id is null and may not be"),
        (vote(1, cast=None), "cast is null"),
        (vote(1, cast=1), "cast should be flag and is 1"),
        (vote(1, attempt=True), "attempt should be integer and is true"),
        (vote(1, attempt=1.0), "attempt should be integer and is 1.0"),
        (vote(1, attempt="1"), 'attempt should be integer and is "1"'),
        (vote(1, attempt=2**63), "attempt is beyond 64 bits"),
        (vote(1, confidence=True), "confidence should be number and is true"),
        (vote(1, confidence="0.5"), "confidence should be number"),
        (vote(1, confidence=10**400), "confidence is beyond the range"),
        (vote(1, confidence=json.loads("1e999")), "confidence is beyond the range"),
        (vote(1, vote_id=7), "vote_id should be text and is 7"),
        (vote(1, tags="ab"), "tags should be a list"),
        (vote(1, tags=["ab", None]), "tags[1] is null"),
        (vote(1, tags=["ab", "cd", 3]), "tags[2] should be text and is 3"),
        (vote(1, evidence=[{"rank": 1}, {"rank": 2, "page": 3}]), "evidence[1] has the unknown key 'page'"),
        (vote(1, evidence=[{"rank": 1}, {"score": 1}]), "evidence[1] lacks the key 'rank'"),
        (vote(1, evidence=[{"rank": None}]), "evidence[0].rank is null"),
        (vote(1, evidence=[{"rank": 1.5}]), "evidence[0].rank should be integer and is 1.5"),
        (vote(1, evidence=[3]), "evidence[0] should be an object and is 3"),
        (vote(1, evidence=[None]), "evidence[0] is null"),
        (vote(1, usage={"input_tokens": "many"}), 'usage.input_tokens should be integer and is "many"'),
        (vote(1, usage={"tokens": 1}), "usage has the unknown key 'tokens'"),
        (vote(1, usage=[]), "usage should be an object and is []"),
    ],
)
def test_a_record_that_does_not_fit_is_named_with_the_path_of_the_value(record: dict[str, Any], words: str) -> None:
    rows = [vote(0, tags=["aa"], evidence=[{"rank": 1}] * 3), record, vote(2)]
    assert refusal(rows).startswith("record 1: ")
    assert words in refusal(rows)


def test_an_object_that_is_null_needs_none_of_its_keys() -> None:
    class Request(Record):
        number: int
        response: Response | None = None
        evidence: list[Passage | None] = []

    passage = {"document_id": None, "title": None, "text": None, "score": None, "rank": 1}
    response = Response(status=Status.OK, answer="x", evidence=[Passage(rank=1)]).model_dump(mode="json")
    rows: list[dict[str, Any]] = [
        {"number": 1, "evidence": [None, {"rank": 1}]},
        {"number": 2, "response": response},
        {"number": 3},
    ]
    frame = build_frame(rows, Request)
    validate_frame(frame, frame_schema(Request))
    assert frame["response"].to_list() == [None, response, None]
    assert frame["evidence"].to_list() == [[None, passage], [], []]
    wrong = [rows[0], {"number": 2, "response": {**response, "status": None}}]
    assert refusal(wrong, Request) == "record 1: response.status is null and may not be"


def test_an_unknown_key_is_an_error_also_where_only_some_columns_are_read() -> None:
    assert "'x'" in refusal([vote(1, x=1)], columns=["vote_id"])
    assert build_frame([vote(1)], Vote, ["attempt", "vote_id"]).columns == ["attempt", "vote_id"]
    with pytest.raises(KeyError, match="nothing"):
        build_frame([vote(1)], Vote, ["nothing"])


def test_lone_surrogates_become_replacement_characters_and_whole_pairs_characters() -> None:
    frame = build_frame([vote(1, grade="a\ud800b", tags=["\udfff"], raw="\ud800")], Vote)
    assert frame["grade"][0] == "a\ufffdb"
    assert frame["tags"][0].to_list() == ["\ufffd"]
    assert frame["raw"][0] == '"\\ud800"'
    assert build_frame([vote(1, grade="\ud83d" + "\ude00 \ud800")], Vote)["grade"][0] == "😀 \ufffd"


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"vote_id": "x-17"}, "vote_id: 'x-17' breaks str_contains('^v-')"),
        ({"vote_id": "v-"}, "vote_id: 'v-' breaks min_length 3"),
        ({"grade": "corect"}, "grade: 'corect' breaks isin"),
        ({"confidence": 1.01}, "confidence: 1.01 breaks less_than_or_equal_to(1)"),
        ({"confidence": -0.1}, "confidence: -0.1 breaks greater_than_or_equal_to(0)"),
        ({"attempt": -1}, "attempt: -1 breaks"),
        ({"tags": ["aa", "b"]}, "tags: ['aa', 'b'] breaks item min_length 2"),
        ({"tags": ["aa"] * 3}, "breaks max_length 2"),
        ({"evidence": [{"rank": 1}, {"rank": 0}]}, "breaks item rank: ge 1"),
        ({"usage": {"cached_tokens": -5}}, "breaks cached_tokens: ge 0"),
    ],
)
def test_a_broken_limit_is_named_with_its_first_record(values: dict[str, Any], words: str) -> None:
    fine = [vote(n, evidence=[{"rank": 1}], usage={}, tags=["aa"], confidence=0.5) for n in range(3)]
    fault = faults([*fine, vote(9, **values), vote(10), vote(11, **values)])
    assert fault.row == 3
    assert words in str(fault)


def test_all_faults_are_counted_and_three_are_spelt_out() -> None:
    fault = faults([vote(1), vote(2, attempt=-1, confidence=2, grade="x", tags=["a"])])
    assert str(fault).count("breaks") == 3
    assert "(and 1 more faults)" in str(fault)


def test_a_key_must_be_unique_and_a_rule_must_hold() -> None:
    rule = Rule(
        "an ungraded vote has no confidence", lambda frame: frame["grade"].is_not_null() | frame["confidence"].is_null()
    )
    rows = [vote(1, grade="correct", confidence=1), vote(2), vote(3, confidence=0.5), vote(2)]
    fault = faults(rows, unique=["vote_id"], rules=[rule])
    assert fault.row == 1
    assert "vote_id repeats" in str(fault)
    assert "rule broken: an ungraded vote has no confidence" in str(fault)
    assert faults(rows, rules=[rule]).row == 2
    assert faults([*rows[:2], rows[1]], unique=["vote_id", "attempt"]).row == 1
    validate_frame(build_frame(rows[:2], Vote), frame_schema(Vote, unique=["vote_id"], rules=[rule]))


def test_a_rule_that_is_null_for_a_record_counts_as_held() -> None:
    rule = Rule("confidence is high", lambda frame: frame["confidence"] > 0.5)
    schema = frame_schema(Vote, rules=[rule])
    validate_frame(build_frame([vote(1), vote(2, confidence=0.9)], Vote), schema)
    assert faults([vote(1), vote(2, confidence=0.1)], rules=[rule]).row == 1


def test_a_table_from_elsewhere_with_wrong_columns_or_types_is_refused() -> None:
    frame = build_frame([vote(1)], Vote)
    schema = frame_schema(Vote)
    for wrong, words in (
        (frame.drop("grade"), "'grade'"),
        (frame.with_columns(new=pl.lit(1)), "'new'"),
        (frame.with_columns(attempt=pl.lit("0")), "attempt"),
        (frame.with_columns(attempt=pl.lit(None, dtype=pl.Int64)), "attempt: None breaks not_nullable"),
    ):
        with pytest.raises(FrameError, match=words):
            validate_frame(wrong, schema)


def test_a_schema_of_some_columns_checks_those() -> None:
    schema = frame_schema(Vote, columns=["attempt"])
    with pytest.raises(FrameError, match="attempt: -1"):
        validate_frame(build_frame([vote(1, attempt=-1)], Vote, ["attempt"]), schema)


def test_the_first_repetition_of_a_key_is_found() -> None:
    frame = pl.DataFrame({"a": [1, 1, 2, 1, 2], "b": [1, 2, 1, 1, 1]})
    assert repeated_row(frame, ["a", "b"]) == 3
    assert repeated_row(frame, ["a"]) == 1
    assert repeated_row(frame[:3], ["a", "b"]) is None
    assert repeated_row(frame, []) is None


@given(st.recursive(st.none() | st.integers() | st.text(), lambda inner: st.dictionaries(st.text(), inner)))
def test_json_text_is_the_same_for_equal_values_and_can_be_read_back(value: Any) -> None:
    assert json.loads(json_text(value)) == value
    if isinstance(value, dict):
        assert json_text(dict(reversed(value.items()))) == json_text(value)


PASSAGES = st.builds(
    Passage,
    document_id=st.none() | st.text(max_size=5),
    text=st.none() | st.text(max_size=5),
    score=st.none() | st.floats(allow_nan=False, allow_infinity=False),
    rank=st.integers(1, 2**60),
)
RESPONSES = st.builds(
    Response,
    status=st.sampled_from(Status),
    answer=st.none() | st.text(max_size=9),
    evidence=st.none() | st.lists(PASSAGES, max_size=3),
    usage=st.builds(Usage, input_tokens=st.none() | st.integers(0, 2**60)),
    latency_s=st.none() | st.floats(0, 1e6),
    raw_response=st.none() | st.dictionaries(st.text(max_size=3), st.integers(), max_size=3),
)


@given(st.lists(RESPONSES, max_size=8))
def test_any_responses_go_through_a_table_unchanged(responses: list[Response]) -> None:
    rows = [response.model_dump(mode="json") for response in responses]
    frame = build_frame(rows, Response)
    validate_frame(frame, frame_schema(Response))
    found = frame.to_dicts()
    for row in found:
        for name in ("raw_request", "raw_response"):
            row[name] = None if row[name] is None else json.loads(row[name])
    assert [Response.model_validate(row) for row in found] == responses


@given(
    st.fixed_dictionaries(
        {"vote_id": st.sampled_from(["v-1", "x-1", "v-", "av-1"]), "attempt": st.integers(-1, 1)},
        optional={
            "grade": st.sampled_from(["correct", "Correct", None]),
            "confidence": st.sampled_from([0, 1, 0.5, -0.5, 1.5, None]),
            "tags": st.lists(st.sampled_from(["aa", "a"]), max_size=3),
            "evidence": st.none() | st.lists(st.fixed_dictionaries({"rank": st.integers(0, 1)}), max_size=2),
            "usage": st.sampled_from([{}, {"input_tokens": -1}, {"input_tokens": 0}, None]),
        },
    )
)
def test_a_table_accepts_exactly_the_records_that_the_model_accepts(record: dict[str, Any]) -> None:
    try:
        TypeAdapter(Vote).validate_python(record)
        expected = True
    except ValidationError:
        expected = False
    try:
        validate_frame(build_frame([record], Vote), frame_schema(Vote))
        found = True
    except FrameError:
        found = False
    assert found == expected
