"""The Makefile: it explains itself, and says what is missing before it begins."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def make(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run make as from a shell, whatever make runs these tests."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    command = ["make", "-C", str(ROOT), *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


@pytest.fixture
def bare_folder(tmp_path: Path) -> Path:
    """The Makefile and what it installs from, and no environment."""
    for name in ("Makefile", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path)
    shutil.copytree(ROOT / "requirements", tmp_path / "requirements")
    return tmp_path


def fake_python(folder: Path, script: str) -> Path:
    path = folder / "python"
    path.write_text(f"#!/bin/sh\n{script}\n", "utf-8")
    path.chmod(0o755)
    return path


def test_help_is_the_default_and_explains_every_target() -> None:
    targets = re.findall(r"^\.PHONY: (\w+)$", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    shown = make("--no-print-directory").stdout
    assert len(targets) >= 8
    assert [target for target in targets if not re.search(rf"^  make {target}\s+\S", shown, re.MULTILINE)] == []


def test_an_old_python_is_named_before_anything_is_made(bare_folder: Path) -> None:
    python = fake_python(bare_folder, '[ "$1" = --version ] && echo Python 3.9.2 || exit 1')
    done = make("-C", str(bare_folder), f"PYTHON={python}", "quickstart")
    assert done.returncode != 0
    assert "needs Python 3.11 or newer" in done.stderr
    assert "Python 3.9.2" in done.stderr
    assert not (bare_folder / ".venv").exists()


def test_a_python_without_venv_is_named_and_the_next_call_tries_again(bare_folder: Path) -> None:
    """Debian's python3 without python3-venv leaves half an environment behind."""
    python = fake_python(
        bare_folder, '[ "$1" = -m ] && { mkdir -p .venv/bin; touch .venv/bin/python; exit 1; }; exit 0'
    )
    for _ in range(2):
        done = make("-C", str(bare_folder), f"PYTHON={python}", "quickstart")
        assert done.returncode != 0
        assert "apt-get install python3-venv" in done.stderr
