import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runner.configure.strict_yaml import load_strict, parse_strict
from runner.errors import ConfigError


@pytest.mark.parametrize(
    ("text", "what", "line"),
    [
        ("# @package _global_\nslug: a\n", "package header", 1),
        ("slug: a\n  # @package hydra\n", "package header", 2),
        ("a: &x 1\nb: *x\n", "anchors and aliases", 1),
        ("a: !!python/object/apply:os.system ['x']\n", "tags are not accepted", 1),
        ("a: !!str 1\n", "tags are not accepted", 1),
        ("base: 1\n<<: {a: 1}\n", "merge keys", 2),
        ("a: 1\nb: 2\na: 3\n", "stands twice", 3),
        ("1: a\n", "keys must be text", 1),
        ("a: 1\n---\nb: 2\n", "more than one document", 2),
        ("_target_: os.system\n", "`_target_` is not accepted", 1),
        ("a:\n  - b:\n      _partial_: true\n", "`_partial_` is not accepted", 3),
        ("hydra: {}\n", "`hydra` is not accepted", 1),
        ("defaults: []\n", "`defaults` is not accepted", 1),
        ("a: ${oc.env:HOME}\n", "interpolations", 1),
        ("a: 1\nb: '{{ x }}'\n", "templates", 2),
        ("- a\n- b\n", "must be a mapping", None),
        ("", "must be a mapping", None),
        ("a: [1, 2\n", "not readable as YAML", 2),
        ("a: b: c\n", "not readable as YAML", 1),
        ("a: " + "[" * 9 + "]" * 9 + "\n", "deeper than", 1),
        ("a: [" + "1, " * 2001 + "1]\n", "more than 2000 values", 1),
        ("a: \x00\n", "not readable as YAML", None),
    ],
)
def test_what_a_data_file_may_not_hold_is_named_with_its_line(text, what, line):
    with pytest.raises(ConfigError) as caught:
        parse_strict(text, "systems/x.yaml")
    assert what in caught.value.what
    if line is not None:
        assert caught.value.where == f"systems/x.yaml:{line}"


def test_values_keep_their_types_and_keys_their_lines():
    document = parse_strict(
        "slug: a\nretrieval:\n  top_k: 3\n  list: [x, 007, 1.5, null, true]\nday: 2026-01-02\n", "f"
    )
    # YAML 1.1 reads 007 as octal 7; a date stays text, because no setting is one.
    assert document.data == {
        "slug": "a",
        "retrieval": {"top_k": 3, "list": ["x", 7, 1.5, None, True]},
        "day": "2026-01-02",
    }
    assert document.where(("retrieval", "top_k")) == "f:3"
    assert document.where(("retrieval", "list", 1)) == "f:4"
    assert document.where(("retrieval", "absent")) == "f:2"
    assert document.where(("absent",)) == "f"


def test_an_alias_bomb_is_refused_before_it_is_expanded():
    bomb = "a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: [*b,*b,*b,*b,*b,*b,*b,*b,*b]\n"
    with pytest.raises(ConfigError, match="anchors and aliases"):
        parse_strict(bomb, "f")


def test_links_folders_large_and_undecodable_files_are_refused(tmp_path):
    target = tmp_path / "a.yaml"
    target.write_text("slug: a\n")
    link = tmp_path / "link.yaml"
    link.symlink_to(target)
    large = tmp_path / "large.yaml"
    large.write_text("a: " + "x" * 40_000)
    latin = tmp_path / "latin.yaml"
    latin.write_bytes(b"a: caf\xe9\n")
    for path, what in [(link, "regular file"), (tmp_path, "regular file"), (large, "at most"), (latin, "not UTF-8")]:
        with pytest.raises(ConfigError, match=what):
            load_strict(path)
    assert load_strict(target).data == {"slug": "a"}


@given(st.text(max_size=200))
def test_no_text_raises_anything_but_a_named_error(text):
    with contextlib.suppress(ConfigError):
        parse_strict(text, "f")
