"""The commands as a user types them."""

import json
import re
import resource
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from runner.cli.main import COMMANDS, cli
from tests.support.campaigns import Workshop
from tests.support.chat_server import ChatServer, Reply


def call(*arguments: str) -> Result:
    return CliRunner().invoke(cli, list(arguments))


@pytest.fixture
def server():
    with ChatServer(lambda _: Reply("It was opened in 1901.")) as running:
        yield running


@pytest.fixture
def workshop(tmp_path, server):
    return Workshop(tmp_path, server.url)


def test_every_command_explains_itself():
    overview = call("--help").output
    for name in COMMANDS:
        assert name in overview
        result = call(name, "--help")
        assert result.exit_code == 0
        assert "Usage:" in result.output


def test_help_takes_less_than_half_a_second_of_processor_time():
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-m", "runner", "--help"], check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    assert used < 0.5


@pytest.mark.parametrize(
    ("arguments", "code", "parts"),
    [
        (["rnu"], 2, ["there is no command 'rnu'", "`run`"]),
        (["run", "system=[nobody]"], 2, ["there is no system `nobody`", "where: system=[nobody]"]),
        (["run", "name=a,b"], 2, ["`name` got several values", "add -m"]),
        (["run"], 2, ["the campaign has no systems", "experiment=transcript"]),
        (["run", "-m", "experiment=quickstart"], 2, ["-m got nothing to vary"]),
        (["run", "experiment=transcript", "transcript.file=nowhere.csv"], 3, ["nowhere.csv"]),
        (["score", "nowhere"], 5, ["no campaign's folder"]),
        (["report", "nowhere"], 5, ["no results to render"]),
    ],
)
def test_a_mistake_ends_with_its_exit_code_and_one_error(tmp_path, arguments, code, parts):
    done = subprocess.run(
        [sys.executable, "-m", "runner", *arguments],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        env={"PATH": "", "PYTHONPATH": str(Path(__file__).parents[3])},
    )
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr
    for part in parts:
        assert part in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_plan_shows_hashes_and_calls_and_touches_nothing(workshop, server):
    result = call("plan", "--config-dir", str(workshop.conf), *workshop.overrides("repeats=2"))
    assert result.exit_code == 0, result.output
    spec = workshop.freeze("repeats=2").spec
    for value in (spec.hashes.protocol, spec.hashes.campaign, spec.hashes.scoring):
        assert value in result.output
    assert re.search(r"ask +10  one \(chat, ranked\)", result.output)
    assert "5 from own_questions, 1 canaries" in result.output
    assert not server.bodies
    assert not (workshop.folder / "runs").exists()


def test_run_ends_with_the_ranking_and_the_page(workshop):
    arguments = ["run", "-q", "--config-dir", str(workshop.conf), *workshop.overrides()]
    result = call(*arguments)
    assert result.exit_code == 0, result.output
    assert "Q at k=4" in result.output
    page = Path(result.output.rsplit("leaderboard: ", 1)[1].strip())
    assert page.read_text("utf-8").startswith("<!doctype html>")
    assert "everything was done already" in call(*arguments).output


def test_a_frozen_spec_runs_again_without_composing(workshop, server):
    sitting = workshop.run()
    asked = len(server.bodies)
    result = call("run", "-q", "--spec", str(sitting.folder.root / "spec.json"))
    assert result.exit_code == 0, result.output
    assert len(server.bodies) == asked


def test_a_frozen_spec_alone_finds_its_questions_again(workshop, server, monkeypatch):
    sitting = workshop.run()
    elsewhere = workshop.folder / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "spec.json").write_bytes((sitting.folder.root / "spec.json").read_bytes())
    monkeypatch.chdir(elsewhere)
    asked = len(server.bodies)
    result = call("run", "-q", "--spec", "spec.json")
    assert result.exit_code == 0, result.output
    assert len(server.bodies) == 2 * asked
    assert (elsewhere / "runs" / sitting.folder.root.name / "spec.json").is_file()


def test_a_frozen_spec_whose_questions_changed_is_refused(workshop):
    sitting = workshop.run()
    elsewhere = workshop.folder / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "spec.json").write_bytes((sitting.folder.root / "spec.json").read_bytes())
    workshop.file.write_text(workshop.file.read_text("utf-8").replace("1901", "1902"), "utf-8")
    result = call("run", "-q", "--spec", str(elsewhere / "spec.json"))
    assert result.exception is not None
    assert "questions have changed" in str(result.exception)


def test_another_penalty_asks_nothing(workshop, server):
    sitting = workshop.run()
    asked = len(server.bodies)
    result = call("score", str(sitting.folder.root), "scoring.k=9")
    assert result.exit_code == 0, result.output
    assert "Q at k=9" in result.output
    assert len(server.bodies) == asked
    refused = call("score", str(sitting.folder.root), "repeats=2")
    assert "only settings of scoring" in str(refused.exception)
    unknown = call("score", str(sitting.folder.root), "scoring.kk=2")
    assert "did you mean `k`" in str(unknown.exception)


def test_report_renders_again_from_results_alone(workshop):
    sitting = workshop.run()
    results = workshop.results(sitting)
    folder = sitting.folder.scores(results.identity.scoring_hash)
    assert call("report", str(sitting.folder.root)).exit_code == 0
    assert (folder / "leaderboard.md").is_file()


def test_results_that_were_edited_are_not_rendered(workshop):
    sitting = workshop.run()
    results = workshop.results(sitting)
    path = sitting.folder.scores(results.identity.scoring_hash) / "results.json"
    path.write_text(path.read_text("utf-8").replace('"credited": ', '"credited": 1'), "utf-8")
    result = call("report", str(sitting.folder.root))
    assert "changed after they were computed" in str(result.exception)


def test_explain_diff_names_the_fields(workshop):
    first = workshop.run()
    second = workshop.run("prompt=strict", "repeats=2", "scoring.k=9")
    lines = call("explain-diff", str(first.folder.root), str(second.folder.root)).output.splitlines()
    assert lines[0] == "not comparable: the protocols differ"
    text = "\n".join(lines)
    for part in ("protocol.prompt.instruction:", "repeats: 1 -> 2", "scoring.k: 4.0 -> 9.0", "systems.one.delivery"):
        assert part in text
    same = call("explain-diff", str(first.folder.root), str(first.folder.root)).output
    assert same.startswith("comparable: the protocol hashes are equal")


def test_a_sweep_asks_each_prompt_once_and_scores_every_penalty(workshop, server):
    sweep = ["scoring.k=1,2,4,9", "prompt=standard,strict,confidence_target"]
    result = call("run", "-q", "-m", "--config-dir", str(workshop.conf), *workshop.overrides(*sweep))
    assert result.exit_code == 0, result.output
    # Five questions: standard and strict once each, confidence_target once for each of the four penalties.
    assert len(server.bodies) == 5 * (1 + 1 + 4)
    assert "12 jobs over 6 campaigns" in result.output
    runs = workshop.folder / "runs"
    assert len(list(runs.glob("campaign-*"))) == 6
    assert len(list(runs.glob("campaign-*/scores/*/results.json"))) == 12
    table = [
        line for line in result.output.splitlines() if re.match(r"^[1249] +(standard|strict|confidence_target) ", line)
    ]
    assert len(table) == 12
    (page,) = runs.glob("sweep-*.md")
    assert page.read_text("utf-8").count("\n| ") == 14
    before = len(server.bodies)
    assert call("run", "-q", "-m", "--config-dir", str(workshop.conf), *workshop.overrides(*sweep)).exit_code == 0
    assert len(server.bodies) == before


def test_a_sweep_with_one_bad_job_runs_nothing(workshop, server):
    result = call("run", "-q", "-m", "--config-dir", str(workshop.conf), *workshop.overrides("repeats=1,zero"))
    assert result.exception is not None
    assert "`repeats`" in str(result.exception)
    assert not server.bodies
    assert not (workshop.folder / "runs").exists()


def test_schemas_for_editors_describe_what_the_loader_accepts(tmp_path):
    result = call("schema", "--output", str(tmp_path))
    assert result.exit_code == 0
    system = json.loads((tmp_path / "system.schema.json").read_text("utf-8"))
    assert {"LocalRagSystem", "ChatSystem", "TranscriptSystem"} <= set(system["$defs"])
    top_k = system["$defs"]["BM25Retrieval"]["properties"]["top_k"]
    assert (top_k["type"], top_k["minimum"], top_k["maximum"]) == ("integer", 1, 50)


def test_output_in_an_odd_locale_is_the_same(workshop):
    workshop.system("one", title="模型 🚀")
    arguments = ["run", "-q", "--config-dir", str(workshop.conf), *workshop.overrides()]
    shown = []
    for env in ({"PYTHONIOENCODING": "cp1252", "LC_ALL": "C"}, {"PYTHONIOENCODING": "utf-8", "LC_ALL": "C.UTF-8"}):
        done = subprocess.run(
            [sys.executable, "-m", "runner", *arguments],
            capture_output=True,
            check=False,
            env={"PATH": "/usr/bin", "PYTHONPATH": str(Path(__file__).parents[3]), **env},
        )
        assert done.returncode == 0, done.stderr
        shown.append(done.stdout)
    assert "模型 🚀".encode() in shown[0]
    assert shown[0] == shown[1]
