"""The data sets of ``conf/dataset``: valid, commented, and SimpleQA Verified with its 18 published canaries."""

from pathlib import Path
from typing import Any

import pytest
import yaml

import conf
from runner.dataset.load import load_questions
from runner.errors import DataError
from schemas.dataset import DATASET, HubDataset

FOLDER = Path(conf.__path__[0]) / "dataset"


def settings(name: str) -> dict[str, Any]:
    loaded = yaml.safe_load((FOLDER / f"{name}.yaml").read_text("utf-8"))
    assert isinstance(loaded, dict)
    return loaded


@pytest.mark.parametrize("name", sorted(path.stem for path in FOLDER.glob("*.yaml")))
def test_every_file_is_valid_and_shows_every_setting(name: str) -> None:
    body = settings(name)
    dataset = DATASET.validate_python({key: "x.csv" if value == "???" else value for key, value in body.items()})
    assert body.keys() == type(dataset).model_fields.keys()
    assert body["columns"].keys() == type(dataset.columns).model_fields.keys()
    assert body["canary"].keys() == type(dataset.canary).model_fields.keys()


def test_simpleqa_verified_is_pinned_on_the_hub() -> None:
    dataset = DATASET.validate_python(settings("simpleqa_verified"))
    assert isinstance(dataset, HubDataset)
    assert (dataset.repo, dataset.config, dataset.split) == ("google/simpleqa-verified", "simpleqa_verified", "eval")
    assert dataset.revision.startswith("e021cfe")


def simpleqa(path: Path, **canary: Any) -> Any:
    body = settings("simpleqa_verified")
    return DATASET.validate_python(body | {"path": str(path), "canary": body["canary"] | canary})


def test_all_of_simpleqa_verified_loads_with_the_published_canaries_by_list_and_by_column(shared: Path) -> None:
    folder = shared / "simpleqa_verified"
    checked = folder / "simpleqa_verified_with_kb_check.csv"
    by_list = load_questions(simpleqa(folder / "simpleqa_verified.csv"))
    by_list_too = load_questions(simpleqa(checked))
    by_column = load_questions(simpleqa(checked, list_file=None, column="gold_in_kb", canary_when=False))
    assert by_list.questions == by_list_too.questions == by_column.questions
    assert len(by_list.questions) == 1000
    assert sum(q.is_gap_canary is True for q in by_list.questions) == 18
    assert {q.corpus_id for q in by_list.questions} == {"declared:simpleqa_verified_kb_2026"}
    assert by_list.report.questions_sha256 == settings("simpleqa_verified")["expected_sha256"]


def test_another_number_of_canaries_is_refused(shared: Path, tmp_path: Path) -> None:
    lines = (Path(conf.__path__[0]) / "data/simpleqa_verified/knowledge_gaps.csv").read_text().splitlines()
    short = tmp_path / "gaps.csv"
    short.write_text("\n".join(lines[:-1]))
    with pytest.raises(DataError, match="must have 18 and has 17 canaries"):
        load_questions(simpleqa(shared / "simpleqa_verified" / "simpleqa_verified.csv", list_file=str(short)))


def test_the_shipped_flags_are_eighteen_numbers_and_no_text() -> None:
    lines = (Path(conf.__path__[0]) / "data/simpleqa_verified/knowledge_gaps.csv").read_text("utf-8").splitlines()
    assert lines[0] == "original_index"
    assert len(set(lines[1:])) == 18
    assert all(line.isdecimal() for line in lines[1:])


def test_the_real_transcript_holds_471_questions(shared: Path) -> None:
    body = settings("transcript") | {"path": str(shared / "real_run_2025_09_29" / "answers.jsonl")}
    body["columns"] = body["columns"] | {"gold": "gold_answer"}
    loaded = load_questions(DATASET.validate_python(body))
    # 1,413 rows are three systems' answers to 471 questions.
    assert (len(loaded.questions), loaded.report.merged_rows) == (471, 942)
