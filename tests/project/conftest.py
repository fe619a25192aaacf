"""The project's own files, as git knows them."""

import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def files() -> list[str]:
    """Every file of the project that exists, tracked or not yet, but none that is ignored; paths from the root."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=ROOT,
        capture_output=True,
        check=False,
    )
    if listed.returncode:
        pytest.skip("not a git checkout, so the project's files cannot be listed")
    return sorted(name for name in set(listed.stdout.decode().split("\0")) if name and (ROOT / name).is_file())


@pytest.fixture(scope="session")
def texts(files: list[str]) -> dict[str, str]:
    """The text of every file that is text."""
    found = {}
    for name in files:
        try:
            found[name] = (ROOT / name).read_text("utf-8")
        except UnicodeDecodeError:
            continue
    return found
