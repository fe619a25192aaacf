"""Canary flags: the usual spellings and no others, lists that fit, and always a corpus (BR-41)."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from runner.dataset.flags import flag_of
from runner.dataset.load import load_questions
from runner.errors import ConfigError, DataError
from schemas.dataset import CanaryFlags, Dataset

Write = Callable[[str, bytes | str], Path]
Config = Callable[..., Dataset]


@pytest.mark.parametrize("value", [True, "true", "True", "TRUE", " true ", "yes", "y", "t", "1", "1.0"])
def test_spellings_of_true(value: object) -> None:
    assert flag_of(value) is True


@pytest.mark.parametrize("value", [False, "false", "False", "no", "N", "f", "0", "0.0"])
def test_spellings_of_false(value: object) -> None:
    assert flag_of(value) is False


@pytest.mark.parametrize("value", ["", " ", None, "maybe", "2", "-", "null", "NA", ["true"]])
def test_everything_else_is_refused(value: object) -> None:
    with pytest.raises(ValueError, match=r"missing|neither|where text belongs"):
        flag_of(value)


def rows(write: Write, flags: list[Any]) -> Path:
    lines = [json.dumps({"question": f"q{i}", "gold": "a", "flag": flag}) for i, flag in enumerate(flags)]
    return write("a.jsonl", "\n".join(lines))


def canary(**settings: Any) -> dict[str, Any]:
    return {"column": "flag", "corpus": "declared:web"} | settings


def test_a_flag_column_is_mapped_and_tied_to_its_corpus(write: Write, config: Config) -> None:
    path = rows(write, [True, "true", "False", "0", 1])
    loaded = load_questions(config(path, canary=canary()))
    assert [q.is_gap_canary for q in loaded.questions] == [True, True, False, False, True]
    assert {q.corpus_id for q in loaded.questions} == {"declared:web"}
    assert (loaded.report.available_canaries, loaded.report.used_canaries) == (3, 3)
    other = load_questions(config(path, canary=canary(canary_when=False)))
    assert [q.is_gap_canary for q in other.questions] == [False, False, True, True, False]
    assert other.report.questions_sha256 != loaded.report.questions_sha256


def test_unreadable_flags_are_refused_with_all_their_rows(write: Write, config: Config) -> None:
    with pytest.raises(DataError, match="unreadable canary flags in the column 'flag': missing") as caught:
        load_questions(config(rows(write, [True, "true", "False", "0", "", None]), canary=canary()))
    assert caught.value.where.endswith("a.jsonl, lines 5, 6")


def test_without_flags_nobody_has_checked(write: Write, config: Config) -> None:
    loaded = load_questions(config(rows(write, [True])))
    assert (loaded.questions[0].is_gap_canary, loaded.questions[0].corpus_id) == (None, None)
    assert loaded.report.available_canaries is None


def test_flags_of_a_knowledge_base_carry_its_hash(write: Write, config: Config) -> None:
    path = rows(write, [True])
    loaded = load_questions(config(path, canary=canary(corpus="docs")), {"docs": "ab" * 32})
    assert loaded.questions[0].corpus_id == "ab" * 32
    with pytest.raises(ConfigError, match=r"belong to the knowledge base 'docs'.*another: other"):
        load_questions(config(path, canary=canary(corpus="docs")), {"other": "cd" * 32})


def listed(write: Write, keys: str) -> dict[str, Any]:
    return {"list_file": str(write("gaps.csv", keys)), "list_key": "question", "corpus": "declared:web"}


def test_a_list_of_canaries_is_joined_and_reported(write: Write, config: Config) -> None:
    path = rows(write, [None, None, None])
    loaded = load_questions(config(path, canary=listed(write, "question\nq2\nq0\n")))
    assert [q.is_gap_canary for q in loaded.questions] == [True, False, True]
    assert [Path(table.path).name for table in loaded.report.tables] == ["a.jsonl", "gaps.csv"]


@pytest.mark.parametrize(
    ("keys", "what"),
    [
        ("question\nq0\nq9\n", "1 listed canaries are not in the data set: q9"),
        ("question\nq0\nq0\n", "'q0' is listed twice"),
        ("question,x\nq0,1\n,2\n", "key of a canary is empty"),
        ("id\n1\n", r"'question' \(canary.list_key\)"),
    ],
)
def test_a_list_that_does_not_fit_is_refused(write: Write, config: Config, keys: str, what: str) -> None:
    with pytest.raises(DataError, match=what):
        load_questions(config(rows(write, [None]), canary=listed(write, keys)))


@pytest.mark.parametrize(
    ("settings", "what"),
    [
        ({"column": "flag"}, "flags belong to a corpus"),
        ({"list_file": "gaps.csv", "corpus": "docs"}, "list_key"),
        ({"column": "flag", "list_file": "gaps.csv", "list_key": "id", "corpus": "docs"}, "exclude each other"),
        ({"corpus": "docs"}, "neither column nor list_file"),
        ({"column": "flag", "corpus": "declared:Web Docs"}, "pattern"),
        ({"column": "flag", "corpus": "docs", "typo": 1}, "Extra inputs"),
    ],
)
def test_flags_without_a_corpus_or_a_single_origin_are_refused(settings: dict[str, Any], what: str) -> None:
    with pytest.raises(ValidationError, match=what):
        CanaryFlags.model_validate(settings)
