"""Names of classifiers, and the contract that a campaign relies on."""

import subprocess
import sys

import pytest

from runner.classify.registry import CLASSIFIERS, classifier_class
from runner.errors import ConfigError
from schemas.judging import Classification


@pytest.mark.parametrize("name", CLASSIFIERS)
def test_every_classifier_has_the_name_it_is_registered_under_and_a_version(name: str) -> None:
    found = classifier_class(name)
    assert found.name == name
    assert found.version >= 1


def test_the_phrase_classifier_is_made_without_arguments_and_says_who_decided() -> None:
    result = classifier_class("phrases")().classify("When?", "1912")
    assert isinstance(result, Classification)
    assert result.source == "phrases"


def test_an_unknown_name_is_an_error_that_names_the_nearest() -> None:
    with pytest.raises(ConfigError) as caught:
        classifier_class("phrase")
    assert "phrases" in caught.value.fix


def test_importing_the_classifier_loads_no_heavy_library() -> None:
    heavy = "{'litellm', 'datasets', 'polars', 'hydra', 'scipy', 'rapidfuzz', 'rich'}"
    code = f"import runner.classify.registry, sys; print(sorted({heavy} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
