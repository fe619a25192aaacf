"""File names: safe ones from any text (BR-55), and those of logs and segments."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runner.errors import RecordError
from runner.ledger.names import log_file_name, log_files, safe_file_name

NINE = {
    "openai/gpt-x": "openai_gpt-x-",
    "openai:gpt-x": "openai_gpt-x-",
    "openai_gpt-x": "openai_gpt-x-",
    "CON": "_CON-",
    "a.": "a-",
    "..": "_-",
    "n" * 300: "n" * 60 + "-",
    "\u00c4": "A-",
    "A\u0308": "A-",
}


def test_nine_hard_names_become_nine_files_inside_the_folder(tmp_path: Path) -> None:
    names = {name: safe_file_name(name) for name in NINE}
    assert {name: file[:-12] for name, file in names.items()} == NINE
    for name, file in names.items():
        (tmp_path / f"{file}.json").write_text(name, encoding="utf-8")
    assert len(list(tmp_path.iterdir())) == 9
    assert {path.parent.resolve() for path in tmp_path.iterdir()} == {tmp_path.resolve()}


@given(st.text(st.characters(categories=None)))
def test_every_name_is_safe_everywhere(name: str) -> None:
    file = safe_file_name(name)
    assert re.fullmatch(r"[A-Za-z0-9_][A-Za-z0-9._-]*-[0-9a-f]{12}", file)
    assert len(file) <= 74
    assert file == safe_file_name(name)


@given(st.text(), st.text())
def test_different_names_get_different_files_also_without_regard_to_case(one: str, other: str) -> None:
    assert (one == other) == (safe_file_name(one).casefold() == safe_file_name(other).casefold())


@pytest.mark.parametrize("name", ["con", "con.txt", "Aux.model", "nul", "COM1", "lpt9.x"])
def test_windows_device_names_are_never_the_stem(name: str) -> None:
    assert safe_file_name(name).startswith("_")


def test_names_that_differ_only_in_case_differ_in_more_than_case() -> None:
    assert safe_file_name("GPT").casefold() != safe_file_name("gpt").casefold()


def test_logs_and_segments_have_predictable_names() -> None:
    assert log_file_name("requests") == "requests.jsonl"
    assert log_file_name("requests", 0) == "requests.0.jsonl"
    assert log_file_name("requests", 12) == "requests.12.jsonl"


@pytest.mark.parametrize(("log", "segment"), [("", None), ("a/b", None), ("A", 1), ("a.1", None), ("..", 1), ("a", -1)])
def test_a_log_name_that_could_leave_the_folder_or_pose_as_a_segment_is_refused(log: str, segment: int | None) -> None:
    with pytest.raises(RecordError):
        log_file_name(log, segment)


def test_segments_are_listed_by_number_after_the_main_file_and_nothing_else_is(tmp_path: Path) -> None:
    for name in ("votes.10.jsonl", "votes.2.jsonl", "votes.jsonl", "votes.0.jsonl"):
        (tmp_path / name).touch()
    for name in ("votes.jsonl.torn-1", "votes.01.jsonl", "votes.x.jsonl", "votes_2.jsonl", "intents.jsonl"):
        (tmp_path / name).touch()
    found = [path.name for path in log_files(tmp_path, "votes")]
    assert found == ["votes.jsonl", "votes.0.jsonl", "votes.2.jsonl", "votes.10.jsonl"]
