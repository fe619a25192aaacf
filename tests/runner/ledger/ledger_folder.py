"""Small campaign folders for the tests of the ledger."""

import hashlib
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from runner.errors import RecordError
from runner.ledger.writer import Writer

ROOT = Path(__file__).resolve().parents[3]
SPEC = b'{"name":"example"}'


def new_folder(path: Path) -> Path:
    """Make a campaign's folder with a frozen spec."""
    path.mkdir(exist_ok=True)
    (path / "spec.json").write_bytes(SPEC)
    return path


def write(folder: Path, records: Sequence[Mapping[str, Any]], log: str = "votes", segment: int | None = None) -> Path:
    """Append records durably and return the log's file."""
    with Writer(folder, [log], segment=segment) as writer:
        for record in records:
            writer.append(log, record)
    return folder / (f"{log}.jsonl" if segment is None else f"{log}.{segment}.jsonl")


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def refused(error: pytest.ExceptionInfo[RecordError]) -> str:
    """Return the whole text of a refusal, which must say what, where and what to do."""
    assert error.value.what
    assert error.value.where
    assert error.value.fix
    return str(error.value)


def start_python(code: str, *arguments: object, **options: Any) -> subprocess.Popen[str]:
    """Start a Python process of its own that can import the project and whose output can be read."""
    command = [sys.executable, "-c", code, *map(str, arguments)]
    return subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8", **options
    )
