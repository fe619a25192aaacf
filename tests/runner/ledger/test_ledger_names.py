"""File names of logs and segments."""

from pathlib import Path

import pytest

from runner.errors import RecordError
from runner.ledger.names import log_file_name, log_files


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
