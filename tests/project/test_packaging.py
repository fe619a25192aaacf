"""The built wheel: everything that a run needs, nothing else, and it runs from where it is unpacked."""

import os
import subprocess
import sys
import zipfile
from email.parser import HeaderParser
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("conf/", "runner/", "schemas/", "reports/")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    built = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr
    (found,) = folder.glob("*.whl")
    return found


@pytest.fixture(scope="module")
def unpacked(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("unpacked")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


def test_the_wheel_holds_exactly_the_packages_files(wheel: Path, files: list[str]) -> None:
    """So also the configuration with its data, the report templates and the typing markers."""
    packed = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    expected = {name for name in files if name.startswith(PACKAGES)}
    assert packed == expected
    assert {"conf/campaign.yaml", "runner/py.typed", "reports/py.typed", "schemas/py.typed"} <= packed
    assert any(name.startswith("conf/data/") for name in packed)


def test_the_wheel_carries_licence_notice_and_command(unpacked: Path) -> None:
    (info,) = unpacked.glob("ragcanary-*.dist-info")
    assert (info / "licenses" / "LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()
    assert (info / "licenses" / "NOTICE").read_bytes() == (ROOT / "NOTICE").read_bytes()
    assert "ragcanary = runner.cli:main" in (info / "entry_points.txt").read_text("utf-8")
    metadata = HeaderParser().parsestr((info / "METADATA").read_text("utf-8"))
    assert metadata["License-Expression"] == "Apache-2.0"
    assert metadata["Requires-Python"] == ">=3.11"


def test_an_unpacked_wheel_plans_the_quickstart_from_any_folder(unpacked: Path, tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(unpacked), "PYTHONSAFEPATH": "1"}
    where = [sys.executable, "-c", "import runner; print(runner.__file__)"]
    found = subprocess.run(where, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True)
    assert Path(found.stdout.strip()) == unpacked / "runner" / "__init__.py"
    command = [sys.executable, "-m", "runner", "plan", "experiment=quickstart"]
    planned = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert planned.returncode == 0, planned.stderr
    assert "protocol" in planned.stdout
