"""Starting is light: what importing the packages loads, and what ``--help`` costs."""

import json
import os
import pkgutil
import resource
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SLOW = {"litellm", "datasets", "pandas", "pyarrow", "torch", "xllamacpp", "bm25s"}
SLOW_FOR_HELP = SLOW | {"hydra", "numpy", "pandera", "polars", "scipy"}


def loaded(*modules: str) -> set[str]:
    """Return the top-level modules that a new interpreter has after importing some."""
    script = f"import sys, json\nfor name in {modules!r}: __import__(name)\nprint(json.dumps(sorted(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return {name.partition(".")[0] for name in json.loads(done.stdout)}


def every_module(package: str) -> list[str]:
    return [package, *(found.name for found in pkgutil.walk_packages([str(ROOT / package)], f"{package}."))]


@pytest.mark.parametrize("package", ["runner", "schemas", "reports"])
def test_importing_every_module_of_a_package_loads_no_slow_library(package: str) -> None:
    modules = [name for name in every_module(package) if not name.endswith("__main__")]
    assert loaded(*modules) & SLOW == set()


def test_the_command_line_is_imported_without_the_libraries_of_a_run() -> None:
    assert loaded("runner.cli") & SLOW_FOR_HELP == set()


def test_help_answers_in_under_half_a_second_of_processor_time() -> None:
    def seconds() -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        command = [sys.executable, "-m", "runner", "--help"]
        done = subprocess.run(command, cwd=ROOT, env=os.environ, capture_output=True, text=True, check=True)
        assert "run" in done.stdout
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    assert min(seconds() for _ in range(3)) < 0.5
