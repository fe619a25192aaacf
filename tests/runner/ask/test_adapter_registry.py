"""The registry: what it finds, whom it tells the answers, and what it does not load."""

import subprocess
import sys
from pathlib import Path

import pytest

from runner.ask.base import PrivilegedAdapter, Resources
from runner.ask.registry import ADAPTERS, PRIVILEGED, adapter_class, build, content_hash, describe_delivery
from runner.ask.registry import require_adapters as require
from runner.errors import ConfigError
from schemas.system import SYSTEM

MODEL = {"name": "openai/demo", "endpoint": "demo"}
BASE = {"slug": "one", "title": "One"}
BUILT = {
    "local_rag": {"reader": MODEL},
    "chat": {"model": MODEL},
    "transcript": {"file": "answers.csv"},
    "reference": {"contestant": "gold_oracle"},
}
TO_COME = {
    "openai_file_search": {"model": MODEL},
    "gemini_file_search": {"model": MODEL},
    "customgpt": {"endpoint": "customgpt", "model": "x"},
}


class Oracle:
    def gold(self, _question_id):
        return "1912"

    def is_gap_canary(self, _question_id):
        return False


def make(adapter, settings):
    return SYSTEM.validate_python(BASE | {"adapter": adapter} | settings)


RESOURCES = Resources(instruction="Be brief.", caller=None)


@pytest.mark.parametrize(("adapter", "settings"), BUILT.items())
def test_every_listed_adapter_is_there(adapter, settings):
    system = make(adapter, settings)
    require([system], has_documents=True)
    built = build(system, RESOURCES, Oracle())
    assert built.system is system
    assert built.delivery == describe_delivery(system, "Be brief.")


def test_retrieval_without_documents_is_refused_before_anything_is_opened():
    with pytest.raises(ConfigError, match="needs the documents"):
        require([make("local_rag", BUILT["local_rag"])], has_documents=False)
    require([make("chat", BUILT["chat"])], has_documents=False)


def test_only_reference_contestants_are_given_the_oracle():
    assert sorted(PRIVILEGED) == ["reference"]
    for adapter, settings in BUILT.items():
        system, oracle = make(adapter, settings), Oracle()
        adapter_object = build(system, RESOURCES, oracle)
        knows = any(value is oracle for value in vars(adapter_object).values())
        assert knows == (adapter == "reference") == issubclass(adapter_class(system), PrivilegedAdapter)


def test_a_contestant_without_an_oracle_is_refused():
    with pytest.raises(ConfigError, match="gold answers"):
        build(make("reference", BUILT["reference"]), RESOURCES)


@pytest.mark.parametrize(("adapter", "settings"), TO_COME.items())
def test_an_adapter_that_is_to_come_can_be_planned_and_not_run(adapter, settings):
    system = make(adapter, settings)
    assert describe_delivery(system, "Be brief.").instruction == "Be brief."
    assert content_hash(system) is None
    with pytest.raises(ConfigError, match=f"no adapter '{adapter}'") as caught:
        require([system], has_documents=True)
    assert "chat, local_rag, reference, transcript" in caught.value.fix


def test_nothing_heavy_is_loaded_by_the_registry_and_its_adapters():
    modules = ["runner.ask.registry", "runner.model.endpoints", *(module for module, _ in ADAPTERS.values())]
    code = f"import {', '.join(modules)}, sys; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=_ROOT)
    heavy = {"litellm", "openai", "datasets", "polars", "bm25s", "numpy", "scipy", "xllamacpp", "hydra", "httpx2"}
    assert not heavy & set(run.stdout.split())


_ROOT = Path(__file__).resolve().parents[3]
