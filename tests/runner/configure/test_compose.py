import pytest

from runner.configure.compose import compose
from runner.configure.overrides import expand, parse_overrides, refuse_sweeps
from runner.errors import ConfigError

BASE = "system=[local_rag_eager,no_rag_baseline]"


@pytest.mark.parametrize(
    ("overrides", "parts"),
    [
        (["+typo=1"], ["unknown key `typo`", "override +typo=1", "`system`"]),
        (["typo=1"], ["unknown key `typo`", "override typo=1", "`experiment`"]),
        (["scoring.kk=1"], ["unknown key `scoring.kk`", "did you mean `k` or `ks`?"]),
        ([BASE, "system.local_rag_eager.retrieval.topk=5"], ["`system.local_rag_eager.retrieval.topk`", "`top_k`"]),
        ([BASE, "+system.local_rag_eager.retrieval.topk=5"], ["`system.local_rag_eager.retrieval.topk`", "`top_k`"]),
        (["system=[local_rag_eagr]"], ["there is no system `local_rag_eagr`", "`local_rag_eager`"]),
        (["experiment=quikstart"], ["there is no experiment `quikstart`", "`quickstart`"]),
        (["dataset=simpleqa"], ["there is no dataset `simpleqa`", "`simpleqa_verified`"]),
        (["dataset=7"], ["cannot be composed", "dataset=7", "the name of a file"]),
        (["dataset=null"], ["dataset"]),
        (["scoring.alpha=1e-12"], ["`scoring.alpha`", "greater than or equal to 0.001"]),
        (["transcript.file=x.csv"], ["unknown key `transcript.file`", "`transcript` is null here"]),
        (["experiment=transcript"], ["1 setting must be given: transcript.file"]),
        (["data=x"], ["unknown key `data`", "`dataset`"]),
        (["judge=fuzzy"], ["unknown key `judge`"]),
        (["repeats=two"], ["`repeats`", "valid integer, not 'two'", "override repeats=two"]),
        (["repeats='2'"], ["`repeats`", "valid integer, not '2'"]),
        (["repeats=true"], ["`repeats`", "valid integer, not True"]),
        (["repeats=null"], ["`repeats`", "valid integer, not None"]),
        (["knowledge_base=folder", "dataset=file"], ["2 settings must be given: dataset.path, knowledge_base.folder"]),
        (["~panel.judges.fuzzy"], ["the panel has 2 judges", "conf/panel/deterministic.yaml"]),
        (["panel.primary=nobody"], ["primary names 'nobody'"]),
        (["hydra.run.dir=elsewhere"], ["Hydra's own settings"]),
        (["+systems=openai_rag"], ["system files are data that Hydra must not load", "system=[a,b]"]),
        (["+systems@x=openai_rag"], ["system files are data that Hydra must not load"]),
        (["+dataset@_global_=file"], ["packages cannot be redirected"]),
        (["reuse=${oc.env:HOME}"], ["the interpolation in `reuse` cannot be resolved", "the environment is not read"]),
        (["name=${now:%Y}"], ["the interpolation in `name` cannot be resolved"]),
        (["scoring.k=-1"], ["`scoring.k`", "greater than or equal to 0"]),
        ([BASE, "system.no_rag_baseline.slug=other"], ["calls itself `other`"]),
    ],
)
def test_a_fault_is_one_error_that_names_place_key_and_remedy(overrides, parts):
    with pytest.raises(ConfigError) as caught:
        compose(overrides)
    for part in parts:
        assert part in str(caught.value)


@pytest.mark.parametrize(
    ("override", "quoted"),
    [
        ("name=k=4", "'name=\"k=4\"'"),
        ("name=ab#c", "'name=\"ab#c\"'"),
        ("name=李明", "'name=\"李明\"'"),
        ("name=it's", '"name=\\"it\'s\\""'),
        ("name=tuned (v2)", "'name=\"tuned (v2)\"'"),
        ('name=say "hi"', '\'name="say \\"hi\\""\''),
    ],
)
def test_text_that_the_grammar_cannot_read_comes_with_the_quoting_that_works(override, quoted):
    import shlex

    with pytest.raises(ConfigError) as caught:
        parse_overrides([override])
    assert "`name`" in caught.value.fix
    assert quoted in caught.value.fix
    # The advice is worth something only if a shell hands it over as an override that parses to the value meant.
    (argument,) = shlex.split(quoted)
    (parsed,) = parse_overrides([argument])
    assert parsed.key == "name"


def test_a_comma_never_starts_a_sweep_by_accident():
    with pytest.raises(ConfigError) as caught:
        refuse_sweeps(parse_overrides(["name=a,b"]))
    assert "`name` got several values" in caught.value.what
    assert "add -m" in caught.value.fix


def test_leading_zeros_survive_and_null_is_no_text():
    assert compose(["name=007"]).config.name == "007"
    with pytest.raises(ConfigError, match="`name`"):
        compose(["name=null"])


def test_a_single_field_of_one_of_several_systems_can_be_overridden():
    config = compose([BASE, "system.local_rag_eager.retrieval.top_k=7"]).config
    assert sorted(config.system) == ["local_rag_eager", "no_rag_baseline"]
    assert config.system["local_rag_eager"].retrieval.top_k == 7


def test_the_threshold_in_a_prompt_follows_the_primary_penalty():
    # k/(k+1): 4/5 = 80 %, 9/10 = 90 %, 2/3 = 66.67 %
    for k, percent in ((4, "80 percent"), (9, "90 percent"), (2, "66.67 percent")):
        assert percent in compose(["prompt=confidence_target", f"scoring.k={k}"]).config.prompt.instruction


def test_a_folder_of_the_users_own_adds_systems_and_groups(tmp_path):
    (tmp_path / "systems").mkdir()
    (tmp_path / "systems" / "mine.yaml").write_text(
        "slug: mine\ntitle: Mine\nadapter: chat\nmodel: {name: openai/x, endpoint: local}\n", "utf-8"
    )
    (tmp_path / "prompt").mkdir()
    (tmp_path / "prompt" / "own.yaml").write_text(
        "name: own\ninstruction: Be brief.\ninstruction_without_documents: Be brief.\n", "utf-8"
    )
    config = compose(["system=[mine]", "prompt=own"], config_dir=tmp_path).config
    assert (list(config.system), config.prompt.name) == (["mine"], "own")


def test_a_broken_system_file_matters_only_to_who_selects_it(tmp_path):
    (tmp_path / "systems").mkdir()
    (tmp_path / "systems" / "broken.yaml").write_text("slug: broken\ntitel: x\n", "utf-8")
    assert compose([BASE], config_dir=tmp_path).config.system
    with pytest.raises(ConfigError, match="adapter"):
        compose(["system=[broken]"], config_dir=tmp_path)


def test_a_sweep_expands_to_every_combination():
    parsed = parse_overrides(["experiment=quickstart", "scoring.k=1,2", "prompt=standard,strict"])
    assert expand(parsed) == [
        ["experiment=quickstart", "scoring.k=1", "prompt=standard"],
        ["experiment=quickstart", "scoring.k=1", "prompt=strict"],
        ["experiment=quickstart", "scoring.k=2", "prompt=standard"],
        ["experiment=quickstart", "scoring.k=2", "prompt=strict"],
    ]
