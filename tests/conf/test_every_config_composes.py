"""Every file of every group composes and freezes: a config that nobody uses is wrong sooner or later."""

import json
from pathlib import Path

import pytest

from runner.configure.compose import compose
from runner.configure.freeze import freeze
from runner.configure.paths import CONF
from runner.configure.systems import load_system
from runner.errors import ConfigError

PLAIN = ["system=[local_rag_eager]"]
NEEDS = {
    ("dataset", "file"): ["dataset.path={file}", "dataset.columns.question_id=id", "knowledge_base=none"],
    ("dataset", "transcript"): ["dataset.path={file}", "knowledge_base=none", "dataset.columns.question_id=id"],
    ("dataset", "simpleqa_verified"): ["dataset.path={shared}", "knowledge_base=simpleqa_verified"],
    ("knowledge_base", "folder"): ["knowledge_base.folder={folder}", *("dataset=file", "dataset.path={file}")],
    ("knowledge_base", "none"): ["dataset=file", "dataset.path={file}"],
    ("knowledge_base", "simpleqa_verified"): ["dataset=simpleqa_verified", "dataset.path={shared}"],
    ("experiment", "paper_2026_08"): ["dataset.path={shared}"],
    ("experiment", "transcript"): [
        "transcript.file={file}",
        "transcript.columns.question_id=id",
        "transcript.columns.system=null",
    ],
}
"""What a config must be given that leaves something to the user."""


def options():
    for group in sorted(path for path in CONF.iterdir() if path.is_dir() and path.name not in ("data", "systems")):
        for path in sorted(group.rglob("*.yaml")):
            yield group.name, str(path.relative_to(group).with_suffix(""))


@pytest.fixture
def given(tmp_path, request):
    """Return a function that fills the places of a list of overrides."""
    file = tmp_path / "questions.jsonl"
    rows = [{"id": f"q{i}", "question": f"What is {i}?", "gold": str(i), "answer": str(i)} for i in range(3)]
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    folder = tmp_path / "documents"
    folder.mkdir()
    (folder / "one.md").write_text("# One\n\nOne is the number before two, and it is odd.\n", "utf-8")

    def fill(texts):
        shared = ""
        if any("{shared}" in text for text in texts):
            shared = request.getfixturevalue("shared") / "simpleqa_verified" / "simpleqa_verified.csv"
        return [text.format(file=file, folder=folder, shared=shared) for text in texts]

    return fill


@pytest.mark.parametrize(("group", "name"), list(options()))
def test_it_composes_and_freezes(group, name, given):
    choice = {
        "judge": f"judge@panel.judges.fuzzy={name}",
        "endpoints": f"endpoints@endpoints.{name}={name}",
    }.get(group, f"{group}={name}")
    texts = given(NEEDS.get((group, name), []))
    if group != "experiment":
        texts = [*PLAIN, *texts]
    if group == "judge":
        texts += ["panel.judge_prompt=Grade it."]
    frozen = freeze(compose([choice, *texts]).config)
    assert len(frozen.spec.hashes.campaign) == 64


@pytest.mark.parametrize("path", sorted((CONF / "systems").glob("*.yaml")), ids=lambda path: path.stem)
def test_every_system_file_is_valid_and_can_be_chosen(path):
    assert load_system(path).slug == path.stem
    assert list(compose([f"system=[{path.stem}]"]).config.system) == [path.stem]


def test_package_headers_stand_in_experiments_alone():
    for path in CONF.rglob("*.yaml"):
        if "@package" in path.read_text("utf-8"):
            assert path.parent == CONF / "experiment", path


def test_hydra_is_never_pointed_at_system_files():
    for path in CONF.rglob("*.yaml"):
        text = path.read_text("utf-8")
        assert "/systems" not in text.replace("conf/systems", ""), path
        assert "systems:" not in text, path


def test_a_system_file_with_a_package_header_cannot_reach_hydra(tmp_path):
    folder = tmp_path / "conf"
    (folder / "systems").mkdir(parents=True)
    trap = tmp_path / "trap"
    (folder / "systems" / "evil.yaml").write_text(
        f"# @package _global_\nhydra:\n  run:\n    dir: {trap}\n  job:\n    env_set: {{TRAP: sprung}}\n", "utf-8"
    )
    for override in ("system=[evil]", "+systems=evil", "+systems@_global_=evil"):
        with pytest.raises(ConfigError):
            compose([override], config_dir=folder)
    assert not trap.exists()


def test_every_setting_of_the_root_is_commented():
    lines = (CONF / "campaign.yaml").read_text("utf-8").splitlines()
    for number, line in enumerate(lines):
        if line and not line.startswith((" ", "#", "defaults")):
            assert lines[number - 1].startswith("#"), f"{line!r} has no comment above it"


def test_experiments_hold_only_differences():
    for path in (CONF / "experiment").glob("*.yaml"):
        assert len([x for x in Path(path).read_text("utf-8").splitlines() if x and not x.startswith("#")]) <= 30, path
