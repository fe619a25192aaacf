import pytest

from runner.configure.systems import load_system
from runner.errors import ConfigError

GOOD = """slug: {slug}
title: A system
adapter: local_rag
retrieval:
  top_k: 2
reader:
  name: openai/small
  endpoint: embedded
"""


def write(tmp_path, text, name="mine"):
    folder = tmp_path / "systems"
    folder.mkdir(exist_ok=True)
    path = folder / f"{name}.yaml"
    path.write_text(text, "utf-8")
    return path


def test_a_good_file_is_read_with_all_defaults(tmp_path):
    system = load_system(write(tmp_path, GOOD.format(slug="mine")))
    assert (system.slug, system.adapter, system.retrieval.top_k, system.concurrency) == ("mine", "local_rag", 2, 1)


@pytest.mark.parametrize(
    ("old", "new", "what", "line", "fix"),
    [
        ("top_k: 2", "topk: 2", "unknown key `retrieval.topk`", 5, "`top_k`"),
        ("top_k: 2", "top_k: '2'", "`retrieval.top_k`: Input should be a valid integer, not '2'", 5, ""),
        ("top_k: 2", "top_k: true", "`retrieval.top_k`: Input should be a valid integer, not True", 5, ""),
        ("top_k: 2", "top_k: 900", "`retrieval.top_k`: Input should be less than or equal to 50, not 900", 5, ""),
        ("adapter: local_rag", "adapter: localrag", "`adapter` names no known kind: localrag", None, "`local_rag`"),
        ("adapter: local_rag\n", "", "`adapter` is missing", None, "`local_rag`"),
        ("title: A system\n", "", "`title` is missing", None, "set `title`"),
        ("  name: openai/small\n", "", "`reader.name` is missing", 6, "set `reader.name`"),
        ("title: A system", "titel: A system", "unknown key `titel`", 2, "`title`"),
        ("endpoint: embedded", "api_base: http://evil.example", "unknown key `reader.api_base`", 8, "allowed here"),
        ("slug: mine", "slug: Mine!", "`slug`: String should match pattern", 1, ""),
        ("slug: mine", "slug: other", "the slug `other` is not the file's name", 1, "other.yaml"),
    ],
)
def test_a_fault_is_named_at_its_line_with_what_would_be_accepted(tmp_path, old, new, what, line, fix):
    path = write(tmp_path, GOOD.format(slug="mine").replace(old, new))
    with pytest.raises(ConfigError) as caught:
        load_system(path)
    text = str(caught.value)
    assert what in text
    assert fix in text
    if line is not None:
        assert f"systems/mine.yaml:{line}" in text


def test_several_faults_are_told_at_once(tmp_path):
    path = write(tmp_path, GOOD.format(slug="mine").replace("top_k: 2", "topk: 2").replace("title", "titel"))
    with pytest.raises(ConfigError) as caught:
        load_system(path)
    text = str(caught.value)
    assert "3 settings cannot be accepted" in text
    for part in ("`titel` (systems/mine.yaml:2)", "`retrieval.topk` (systems/mine.yaml:5)", "`title` is missing"):
        assert part in text
