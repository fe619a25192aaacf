"""The transcript as a system: found by id or text, missing where there is no row, and its identity."""

import asyncio
import json
from pathlib import Path
from typing import Any, cast

import pytest

from runner.ask.base import Resources
from runner.ask.registry import build, content_hash
from runner.ask.transcript import Transcript, check_repeats, systems_in
from runner.errors import DataError
from runner.model.completion import Caller
from schemas.response import AskedQuestion, Response, Status
from schemas.system import TranscriptColumns, TranscriptSystem

RESOURCES = Resources(instruction="Answer.", caller=cast("Caller", None))  # a transcript calls nobody


def system(path: Path, **settings: Any) -> TranscriptSystem:
    body = {"slug": "t", "title": "T", "adapter": "transcript", "file": str(path)}
    return TranscriptSystem.model_validate(body | settings)


def save(path: Path, *rows: dict[str, Any]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return path


def ask(settings: TranscriptSystem, *questions: tuple[str, str, int]) -> list[Response]:
    async def run() -> list[Response]:
        adapter = build(settings, RESOURCES)
        await adapter.open()
        asked = [AskedQuestion(question_id=i, text=text, repeat=repeat) for i, text, repeat in questions]
        answers = [await adapter.ask(question) for question in asked]
        await adapter.close()
        return answers

    return asyncio.run(run())


def test_answers_are_found_by_id_and_by_text_and_otherwise_missing(tmp_path: Path) -> None:
    path = save(
        tmp_path / "t.jsonl",
        {"question_id": "1", "question": "Who?", "answer": "a"},
        {"question_id": "2", "question": "Caf\u00e9?", "answer": "b"},
        {"question_id": "3", "question": "Where?", "answer": " "},
    )
    by_id, by_text, empty, missing, later = ask(
        system(path),
        ("1", "who?", 0),
        ("other-id", "Cafe\u0301?", 0),
        ("3", "Where?", 0),
        ("9", "When?", 0),
        ("1", "Who?", 1),
    )
    assert (by_id.status, by_id.answer, by_id.raw_request) == (Status.OK, "a", {"line": 1})
    assert by_text.answer == "b"
    assert (empty.status, empty.answer) == (Status.EMPTY, None)
    assert (missing.status, missing.error) == (
        Status.MISSING,
        "the transcript holds no answer to this question in repeat 0",
    )
    assert later.status is Status.MISSING


def test_an_id_that_belongs_to_another_question_is_not_taken(tmp_path: Path) -> None:
    path = save(
        tmp_path / "t.jsonl",
        {"question_id": "1", "question": "Who?", "answer": "a"},
        {"question_id": "2", "question": "When?", "answer": "b"},
    )
    crossed, strange = ask(system(path), ("1", "When?", 0), ("2", "Why?", 0))
    assert crossed.answer == "b"
    assert (strange.status, strange.error) == (Status.MISSING, "the row with this id, line 2, holds another question")


def test_one_text_under_two_ids_is_not_guessed_at(tmp_path: Path) -> None:
    path = save(
        tmp_path / "t.jsonl",
        {"question_id": "1", "question": "Who?", "answer": "a"},
        {"question_id": "2", "question": "Who?", "answer": "b"},
    )
    first, other = ask(system(path), ("1", "Who?", 0), ("9", "Who?", 0))
    assert first.answer == "a"
    assert (other.status, other.error) == (
        Status.MISSING,
        "several rows hold this question under other ids: lines 1, 2",
    )


def test_ids_alone_or_texts_alone_are_enough(tmp_path: Path) -> None:
    ids = save(tmp_path / "i.jsonl", {"question_id": 1, "answer": "a"})
    texts = save(tmp_path / "t.jsonl", {"question": "Who?", "answer": "b"})
    assert ask(system(ids, columns={"question": None}), ("1", "Who?", 0))[0].answer == "a"
    assert ask(system(texts, columns={"question_id": None}), ("1", "Who?", 0))[0].answer == "b"


def test_evidence_latency_cost_and_model_come_along(tmp_path: Path) -> None:
    rows = (
        {"question_id": "1", "question": "q", "answer": "a", "c": ["p"], "s": 2, "usd": 0.25, "m": "m-1", "e": ""},
        {"question_id": "2", "question": "r", "answer": "", "c": [], "s": 2, "usd": 0.25, "m": "", "e": "blocked"},
    )
    columns = {"contexts": "c", "latency_s": "s", "cost_usd": "usd", "model": "m", "error": "e"}
    fine, failed = ask(system(save(tmp_path / "t.jsonl", *rows), columns=columns), ("1", "q", 0), ("2", "r", 0))
    assert fine.evidence is not None
    assert (fine.evidence[0].text, fine.evidence_has_text) == ("p", True)
    assert (fine.latency_s, fine.cost_usd, fine.reported_model) == (2.0, 0.25, "m-1")
    # A failure has no latency of a successful attempt, and its cost counts all the same.
    assert (failed.status, failed.latency_s, failed.cost_usd, failed.reported_model) == (
        Status.BLOCKED,
        None,
        0.25,
        None,
    )
    assert (failed.evidence, failed.evidence_has_text) == ([], True)


def test_more_answers_than_repeats_are_refused_unless_a_column_numbers_them(tmp_path: Path) -> None:
    rows = [{"question_id": "1", "question": "q", "answer": str(i), "n": i} for i in range(3)]
    path = save(tmp_path / "t.jsonl", *rows)
    check_repeats(system(path), 3)
    check_repeats(system(path, columns={"repeat": "n"}), 1)
    with pytest.raises(DataError, match="up to 3 rows answer one question, and the campaign has 1 repeats") as caught:
        check_repeats(system(path), 1)
    assert caught.value.where.endswith("t.jsonl, lines 2, 3")
    assert "columns.system" in caught.value.fix


def test_another_file_name_is_the_same_system_and_another_answer_is_not(tmp_path: Path) -> None:
    row = {"question_id": "1", "question": "q", "answer": "a"}
    one = content_hash(system(save(tmp_path / "t.jsonl", row)))
    assert one == content_hash(system(save(tmp_path / "u.jsonl", row)))
    assert one != content_hash(system(save(tmp_path / "u.jsonl", row | {"answer": "b"})))


def test_the_real_run_has_three_systems_with_the_same_471_questions(shared: Path) -> None:
    path = shared / "real_run_2025_09_29" / "answers.jsonl"
    columns = TranscriptColumns(system="system")
    assert systems_in(path, columns) == [
        ("CustomGPT_RAG", "customgpt_rag"),
        ("OpenAI_RAG", "openai_rag"),
        ("OpenAI_Vanilla", "openai_vanilla"),
    ]
    questions = {}
    for line in path.read_text("utf-8").split("\n"):
        if line:
            row = json.loads(line)
            questions[row["question_id"]] = row["question"]
    assert len(questions) == 471
    for name, slug in systems_in(path, columns):
        settings = system(path, slug=slug, columns=columns, select=name)
        check_repeats(settings, 1)
        answers = ask(settings, *((i, text, 0) for i, text in questions.items()))
        assert {answer.status for answer in answers} == {Status.OK}


def test_it_is_opened_without_calling_anybody(tmp_path: Path) -> None:
    path = save(tmp_path / "t.jsonl", {"question_id": "1", "question": "q", "answer": "a"})
    adapter = Transcript(system(path), RESOURCES)
    assert (adapter.delivery.mode, adapter.delivery.instruction) == ("none", None)
