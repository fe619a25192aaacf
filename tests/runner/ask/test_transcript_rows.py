"""Which row of a transcript answers what, and which cells are refused."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from runner.ask.transcript_rows import answers_hash, read_answers, systems_in
from runner.errors import ConfigError, DataError
from schemas.response import Passage, Status
from schemas.system import SLUG_PATTERN, TranscriptColumns

Rows = Callable[..., Path]


@pytest.fixture
def rows(tmp_path: Path) -> Rows:
    """Write rows as JSON Lines."""

    def rows(*items: dict[str, Any], name: str = "t.jsonl") -> Path:
        path = tmp_path / name
        path.write_text("".join(json.dumps(item) + "\n" for item in items), "utf-8")
        return path

    return rows


def columns(**mapped: str | None) -> TranscriptColumns:
    return TranscriptColumns.model_validate(mapped)


def row(number: object = 1, answer: object = "a", **more: Any) -> dict[str, Any]:
    return {"question_id": number, "question": f"q{number}", "answer": answer} | more


def test_a_row_becomes_an_answer_with_all_that_is_mapped(rows: Rows) -> None:
    path = rows(row(7, "NA", ctx=["p", {"text": "r", "title": "t", "score": 0.5}], s="1.5", usd=0, m="m-1", e=None))
    mapped = columns(contexts="ctx", latency_s="s", cost_usd="usd", model="m", error="e")
    (answer,) = read_answers(path, mapped, None)
    assert (answer.question_id, answer.question, answer.answer, answer.status) == ("7", "q7", "NA", Status.OK)
    assert answer.evidence == (Passage(text="p", rank=1), Passage(text="r", title="t", score=0.5, rank=2))
    assert (answer.latency_s, answer.cost_usd, answer.model, answer.line, answer.repeat) == (1.5, 0.0, "m-1", 1, 0)


@pytest.mark.parametrize("answer", ["", "  \n", None])
def test_a_row_without_text_is_empty(rows: Rows, answer: str | None) -> None:
    (read,) = read_answers(rows(row(1, answer)), columns(), None)
    assert (read.status, read.answer) == (Status.EMPTY, None)


@pytest.mark.parametrize("cell", [None, "", " ", "ok", "None", "null", "NaN", False, "false", 0])
def test_an_error_column_that_reports_none_is_no_failure(rows: Rows, cell: object) -> None:
    assert read_answers(rows(row(e=cell)), columns(error="e"), None)[0].status is Status.OK


@pytest.mark.parametrize(
    ("cell", "status"),
    [
        ("HTTP 500", Status.MISSING),
        (True, Status.MISSING),
        ("unavailable", Status.MISSING),  # final: asking the file again changes nothing
        ("quota", Status.MISSING),
        ("Timeout", Status.TIMEOUT),
        ("blocked", Status.BLOCKED),
        ("truncated", Status.TRUNCATED),
    ],
)
def test_a_row_with_an_error_is_a_failure_whatever_its_answer_holds(rows: Rows, cell: object, status: Status) -> None:
    (read,) = read_answers(rows(row(e=cell)), columns(error="e"), None)
    assert (read.status, read.answer) == (status, None)
    assert read.error is not None
    assert str(cell).lower() in read.error.lower()


def test_keys_do_not_pass_through_error_texts(rows: Rows) -> None:
    key = "sk-" + "a1B2" * 8
    (read,) = read_answers(rows(row(e=f"401 for {key}")), columns(error="e"), None)
    assert read.error is not None
    assert key not in read.error


def test_rows_of_a_question_count_as_repeats_in_file_order(rows: Rows) -> None:
    path = rows(row(1, "a"), row(2, "b"), row(1, "c"), row(1, "d"))
    assert [(r.question_id, r.repeat, r.answer) for r in read_answers(path, columns(), None)] == [
        ("1", 0, "a"),
        ("2", 0, "b"),
        ("1", 1, "c"),
        ("1", 2, "d"),
    ]


def test_without_ids_rows_of_one_nfc_text_belong_together(rows: Rows) -> None:
    path = rows({"question": "Caf\u00e9?", "answer": "a"}, {"question": "Cafe\u0301?", "answer": "b"})
    assert [r.repeat for r in read_answers(path, columns(question_id=None), None)] == [0, 1]


def test_a_repeat_column_is_obeyed_and_checked(rows: Rows) -> None:
    path = rows(row(1, "a", n=1), row(1, "b", n="0"))
    assert [r.repeat for r in read_answers(path, columns(repeat="n"), None)] == [1, 0]
    for bad, what in (
        ([row(n=0), row(2, n="x")], r"'x' is no repeat.*"),
        ([row(n=0), row(n=0)], "two rows answer repeat 0 of '1'"),
        ([row(n=1), row(2, n=2)], "count from 0"),
        ([row(n=None)], "'' is no repeat"),
    ):
        with pytest.raises(DataError, match=what):
            read_answers(rows(*bad), columns(repeat="n"), None)


def test_twice_the_same_repeat_is_refused_with_both_lines(rows: Rows) -> None:
    with pytest.raises(DataError) as caught:
        read_answers(rows(row(n=0), row(2, n=0), row(n=0)), columns(repeat="n"), None)
    assert caught.value.where.endswith("t.jsonl, lines 1, 3")


def test_contexts_are_json_also_inside_csv(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    cell = json.dumps(["p", {"document_id": "d", "score": 1}]).replace('"', '""')
    path.write_text(f'question_id,question,answer,ctx\n1,q,a,"{cell}"\n2,r,b,[]\n3,s,c,\n', "utf-8")
    read = read_answers(path, columns(contexts="ctx"), None)
    assert [r.evidence for r in read] == [
        (Passage(text="p", rank=1), Passage(document_id="d", score=1.0, rank=2)),
        (),
        None,
    ]


@pytest.mark.parametrize(
    "cell",
    [
        "plain text",
        "['python']",
        '{"text": "p"}',
        "[true]",
        '[{"page": 1}]',
        '[{"text": "p", "score": "high"}]',
        '["\\ud800"]',
    ],
)
def test_contexts_in_another_notation_are_refused_with_their_line(rows: Rows, cell: str) -> None:
    with pytest.raises(DataError, match="context") as caught:
        read_answers(rows(row(ctx=None), row(2, ctx=cell)), columns(contexts="ctx"), None)
    assert caught.value.where.endswith("line 2")


@pytest.mark.parametrize(
    ("cell", "what"), [("fast", "no number"), ("1,5", "no number"), ("nan", "no number"), (-1, "negative")]
)
def test_a_latency_that_is_no_duration_is_refused_with_its_line(rows: Rows, cell: object, what: str) -> None:
    with pytest.raises(DataError, match=what) as caught:
        read_answers(rows(row(s=cell)), columns(latency_s="s"), None)
    assert caught.value.where.endswith("line 1")


def test_rows_without_a_question_are_refused(rows: Rows) -> None:
    with pytest.raises(DataError, match="a row without a question"):
        read_answers(rows(row(), row(" ")), columns(), None)
    with pytest.raises(ConfigError, match="neither is mapped"):
        read_answers(rows(row()), columns(question_id=None, question=None), None)
    with pytest.raises(DataError, match=r"'reply' \(columns.answer\)"):
        read_answers(rows(row()), columns(answer="reply"), None)


def test_one_of_several_systems_is_selected(rows: Rows) -> None:
    path = rows(row(1, "a", by="A"), row(1, "b", by="B"))
    assert [r.answer for r in read_answers(path, columns(system="by"), "B")] == ["b"]
    with pytest.raises(ConfigError, match="several systems: A, B"):
        read_answers(path, columns(system="by"), None)
    with pytest.raises(ConfigError, match="no system 'C'"):
        read_answers(path, columns(system="by"), "C")
    with pytest.raises(ConfigError, match="no column holds"):
        read_answers(path, columns(), "A")


def test_systems_get_slugs_that_are_valid_unique_and_the_same_for_any_order(rows: Rows) -> None:
    names = ["CustomGPT_RAG", "GPT 5.4 (no RAG)", "GPT-5.4 no rag", "Zoë/été", "東京", "x" * 90]
    items = [row(1, "a", by=name) for name in names]
    found = dict(systems_in(rows(*items), columns(system="by")))
    assert found == dict(systems_in(rows(*reversed(items)), columns(system="by")))
    assert found.keys() == set(names)
    assert found["CustomGPT_RAG"] == "customgpt_rag"
    assert found["Zoë/été"] == "zoe_ete"
    assert found["東京"] == "system"
    assert found["GPT 5.4 (no RAG)"].startswith("gpt_5_4_no_rag_")
    assert len(set(found.values())) == len(names)
    for slug in found.values():
        assert re.fullmatch(SLUG_PATTERN, slug)


def test_rows_that_name_no_system_are_refused(rows: Rows) -> None:
    with pytest.raises(DataError, match="rows without a system") as caught:
        systems_in(rows(row(by="A"), row(2, by=" "), row(3)), columns(system="by"))
    assert caught.value.where.endswith("lines 2, 3")
    with pytest.raises(ConfigError, match="no column holds"):
        systems_in(rows(row()), columns())


def test_the_hash_is_of_what_the_rows_say_not_of_file_format_order_or_column_names(rows: Rows, tmp_path: Path) -> None:
    items = [row(1, "a", ctx=["p"], s=1.5), row(2, "b", ctx=[], s=2)]
    mapped = columns(contexts="ctx", latency_s="s")
    reference = answers_hash(read_answers(rows(*items), mapped, None))
    renamed = [{"Q": i["question_id"], "T": i["question"], "A": i["answer"], "C": i["ctx"], "S": i["s"]} for i in items]
    pl.DataFrame(renamed).write_parquet(tmp_path / "other.parquet")
    same = columns(question_id="Q", question="T", answer="A", contexts="C", latency_s="S")
    assert answers_hash(read_answers(tmp_path / "other.parquet", same, None)) == reference
    assert answers_hash(read_answers(rows(*reversed(items), name="u.jsonl"), mapped, None)) == reference
    for changed in (row(2, "c", ctx=[], s=2), row(2, "b", ctx=["p"], s=2), row(2, "b", ctx=[], s=3)):
        assert answers_hash(read_answers(rows(items[0], changed), mapped, None)) != reference
