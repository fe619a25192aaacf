import pytest

from runner.campaign.folder import LOGS as FOLDER_LOGS
from runner.configure.compose import compose
from runner.configure.freeze import freeze
from runner.errors import ConfigError
from schemas.log_rules import LOGS


def write(tmp_path, name, text):
    (tmp_path / "systems").mkdir(exist_ok=True)
    (tmp_path / "systems" / f"{name}.yaml").write_text(text, "utf-8")


@pytest.mark.parametrize(
    "text",
    [
        "slug: {slug}\ntitle: Sly\nadapter: reference\ncontestant: gold_oracle\n",
        "slug: {slug}\ntitle: Sly\nadapter: chat\nmodel: {{name: openai/x, endpoint: local}}\n",
    ],
)
def test_no_file_can_pose_as_a_reference_contestant_and_see_the_gold_answers(tmp_path, text):
    write(tmp_path, "reference_sly", text.format(slug="reference_sly"))
    with pytest.raises(ConfigError, match="would be a reference contestant"):
        freeze(compose(["system=[reference_sly]"], config_dir=tmp_path).config)


def test_one_model_under_two_names_is_refused(tmp_path):
    for slug in ("one", "two"):
        write(
            tmp_path, slug, f"slug: {slug}\ntitle: {slug}\nadapter: chat\nmodel: {{name: openai/x, endpoint: local}}\n"
        )
    with pytest.raises(ConfigError, match="`one` and `two` are the same system"):
        freeze(compose(["system=[one,two]"], config_dir=tmp_path).config)


def test_two_systems_of_a_transcript_may_have_given_the_same_answers(tmp_path):
    rows = [f'{{"question_id": "q", "question": "Why?", "gold": "so", "system": "{s}", "answer": "So."}}' for s in "ab"]
    (tmp_path / "t.jsonl").write_text("\n".join(rows), "utf-8")
    spec = freeze(compose(["experiment=transcript", f"transcript.file={tmp_path / 't.jsonl'}"]).config).spec
    assert {"a", "b"} <= set(spec.systems)
    assert spec.hashes.systems["a"] == spec.hashes.systems["b"]


def test_the_commands_of_the_guides_freeze(tmp_path):
    write(tmp_path, "mine", "slug: mine\ntitle: M\nadapter: chat\nmodel: {name: openai/x, endpoint: local}\n")
    one = "system.local_rag_strict.retrieval.top_k=5"
    freeze(compose(["experiment=quickstart", "system=[local_rag_strict]", one]).config)
    freeze(compose(["experiment=quickstart", "system=[mine]"], config_dir=tmp_path).config)
    with pytest.raises(ConfigError, match="`nobody` is exempt"):
        freeze(compose(["experiment=quickstart", "exempt=[nobody]"]).config)


def test_answers_of_repeats_beyond_the_campaigns_are_counted(tmp_path):
    rows = [
        f'{{"question_id": "q", "question": "Why?", "gold": "so", "r": {r}, "answer": "So {r}."}}' for r in (0, 1, 7)
    ]
    (tmp_path / "t.jsonl").write_text("\n".join(rows), "utf-8")
    columns = ["transcript.columns.system=null", "transcript.columns.repeat=r"]
    frozen = freeze(compose(["experiment=transcript", f"transcript.file={tmp_path / 't.jsonl'}", *columns]).config)
    assert frozen.notes[-1] == "2 answers of transcript are of repeats beyond the campaign's 1 and are not used"


def test_columns_of_a_transcript_are_named_once(tmp_path):
    (tmp_path / "t.jsonl").write_text('{"q": "Why?", "gold": "so", "system": "a", "answer": "So."}\n', "utf-8")
    columns = ["transcript.columns.question_id=null", "transcript.columns.question=q"]
    frozen = freeze(compose(["experiment=transcript", f"transcript.file={tmp_path / 't.jsonl'}", *columns]).config)
    assert frozen.questions[0].question_id.startswith("q-")


def test_exemption_is_for_systems_without_a_knowledge_base():
    with pytest.raises(ConfigError, match="has a knowledge base, so it cannot be exempt"):
        freeze(compose(["experiment=quickstart", "exempt=[local_rag_eager]"]).config)


def test_every_log_is_born_with_the_folder():
    assert set(FOLDER_LOGS) == set(LOGS)
