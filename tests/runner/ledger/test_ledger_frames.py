"""Logs as tables: by batch, over segments, validated, with the line of every fault."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

import polars as pl
import pytest
from pydantic import Field

from runner.errors import RecordError
from runner.ledger import frames as frames_module
from runner.ledger.frames import read_batches, read_frame
from schemas.frames import Rule
from schemas.response import Record
from tests.runner.ledger.ledger_folder import new_folder, refused, write


class Vote(Record):
    response_id: str
    judge: str
    grade: Literal["correct", "incorrect"] | None = None
    confidence: float | None = Field(default=None, ge=0, le=1)
    score: float = 0
    error: str | None = None
    raw: Any = None


def vote(number: int, **values: Any) -> dict[str, Any]:
    return {"response_id": f"r-{number}", "judge": "a", **values}


@pytest.fixture(autouse=True)
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frames_module, "BATCH_ROWS", 7)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return new_folder(tmp_path)


def refusal(folder: Path, **options: Any) -> RecordError:
    with pytest.raises(RecordError) as error:
        read_frame(folder, "votes", Vote, **options)
    refused(error)
    return error.value


@pytest.mark.parametrize("order", [1, -1])
@pytest.mark.parametrize("options", [{}, {"validate": False}, {"validate": False, "columns": True}])
def test_300_votes_load_alike_whatever_comes_first(folder: Path, order: int, options: dict[str, Any]) -> None:
    """BR-35: an ``error`` key from record 101 on; scores 1, then 0.5; ``confidence`` null for the first 150."""
    rows = [
        vote(
            n,
            score=1 if n < 101 else 0.5,
            confidence=None if n < 150 else 0.9,
            **({"error": "late"} if n >= 100 else {}),
        )
        for n in range(300)
    ]
    write(folder, rows[::order])
    columns = ["response_id", "error", "score", "confidence"]
    frame = read_frame(folder, "votes", Vote, **{**options, **({"columns": columns} if "columns" in options else {})})
    assert [frame["error"].count(), frame["score"].count(), frame["confidence"].count()] == [200, 300, 150]
    assert frame["score"].sum() == 101 + 199 * 0.5
    assert frame["response_id"].to_list() == [row["response_id"] for row in rows[::order]]


def test_all_segments_are_merged_in_one_order(folder: Path) -> None:
    for segment, first in ((10, 30), (2, 20), (None, 0), (0, 10)):
        write(folder, [vote(first + n) for n in range(10)], segment=segment)
    frame = read_frame(folder, "votes", Vote, unique=["response_id", "judge"])
    assert frame["response_id"].to_list() == [f"r-{n}" for n in range(40)]


def test_batches_bound_the_memory_and_add_up_to_the_whole(folder: Path) -> None:
    write(folder, [vote(n) for n in range(20)])
    batches = list(read_batches(folder, "votes", Vote))
    assert [batch.height for batch in batches] == [7, 7, 6]
    assert pl.concat(batches).equals(read_frame(folder, "votes", Vote))


def test_an_empty_log_is_an_empty_table_with_all_columns(folder: Path) -> None:
    write(folder, [])
    frame = read_frame(folder, "votes", Vote, unique=["response_id"])
    assert frame.height == 0
    assert frame.columns == list(Vote.model_fields)
    assert read_frame(folder, "votes", Vote, columns=["score"], validate=False).schema == {"score": pl.Float64}


def test_a_log_that_is_not_there_is_refused(folder: Path) -> None:
    assert "there is no log 'votes'" in str(refusal(folder))


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"reasonning": "x"}, "unknown key 'reasonning'; known are confidence, error, grade, judge"),
        ({"judge": 3}, "judge should be text and is 3"),
        ({"confidence": 1.5}, "confidence: 1.5 breaks"),
        ({"grade": "wrong"}, "grade: 'wrong' breaks isin"),
    ],
)
def test_a_record_that_does_not_fit_is_named_with_its_file_and_line(folder: Path, values: Any, words: str) -> None:
    write(folder, [vote(n) for n in range(10)])
    write(folder, [vote(n, **(values if n == 8 else {})) for n in range(10)], segment=3)
    error = refusal(folder)
    assert words in error.what
    assert error.where == f"{folder / 'votes.3.jsonl'}, line 9"


def test_a_key_recorded_twice_is_found_across_segments(folder: Path) -> None:
    write(folder, [vote(n) for n in range(10)])
    write(folder, [vote(11), vote(4)], segment=0)
    error = refusal(folder, unique=["response_id", "judge"])
    assert "response_id 'r-4', judge 'a' was recorded before" in error.what
    assert error.where == f"{folder / 'votes.0.jsonl'}, line 2"


def test_a_broken_rule_is_named_with_its_line(folder: Path) -> None:
    rule = Rule("an error has no grade", lambda frame: frame["error"].is_null() | frame["grade"].is_null())
    write(folder, [*[vote(n) for n in range(9)], vote(9, error="late", grade="correct")])
    error = refusal(folder, rules=[rule])
    assert "an error has no grade" in error.what
    assert error.where.endswith("votes.jsonl, line 10")
    assert read_frame(folder, "votes", Vote, rules=[rule], validate=False).height == 10


def test_damage_is_reported_as_such(folder: Path) -> None:
    log = write(folder, [vote(n) for n in range(20)])
    log.write_bytes(log.read_bytes().replace(b"r-12", b"r-21"))
    error = refusal(folder, columns=["judge"], validate=False)
    assert error.where.endswith("votes.jsonl, line 14")


def read_fast(folder: Path, columns: Sequence[str]) -> pl.DataFrame:
    return read_frame(folder, "votes", Vote, columns=columns, validate=False)


def test_the_fast_way_reads_what_the_exact_way_reads(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [
        vote(n, score=0, confidence=n / 30, error="é 😀\0\u2028" if n % 3 else None, raw={"n": n}) for n in range(30)
    ]
    rows[3]["error"] = "lone \ud800 half"
    write(folder, rows)
    columns = ["confidence", "response_id", "error", "score", "grade"]
    fast = read_fast(folder, columns)
    exact = read_frame(folder, "votes", Vote, columns=columns)
    assert fast.equals(exact)
    monkeypatch.setattr(frames_module, "build_frame", None)
    monkeypatch.setattr(frames_module, "read_line", None)
    rows[3]["error"] = None
    write(new_folder(folder / "plain"), rows)
    assert read_fast(folder / "plain", columns).drop("error").equals(exact.drop("error"))


@pytest.mark.parametrize("values", [{"confidence": "high"}, {"judge": None}, {"score": None}])
def test_the_fast_way_refuses_wrong_values_like_the_exact_one(folder: Path, values: Any) -> None:
    write(folder, [*[vote(n) for n in range(9)], vote(9, **values)])
    error = refusal(folder, columns=["judge", "confidence", "score"], validate=False)
    assert error.where.endswith("line 10")


def test_without_validation_an_absent_key_still_stands_for_its_default(folder: Path) -> None:
    write(folder, [vote(1), vote(2, score=1)])
    assert read_fast(folder, ["score"])["score"].to_list() == [0.0, 1.0]


def test_options_that_contradict_each_other_are_refused(folder: Path) -> None:
    write(folder, [vote(1)])
    with pytest.raises(ValueError, match="rules or columns"):
        read_frame(folder, "votes", Vote, columns=["judge"], rules=[Rule("x", lambda frame: frame["judge"] == "a")])
    with pytest.raises(ValueError, match="not read"):
        read_frame(folder, "votes", Vote, columns=["judge"], unique=["response_id"])
