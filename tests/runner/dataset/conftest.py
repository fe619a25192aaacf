"""Question files as people have them, written by the tests themselves."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from schemas.dataset import DATASET, Dataset


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str, bytes | str], Path]:
    """Write a file of exactly these bytes (text as UTF-8) and return its path."""

    def write(name: str, content: bytes | str) -> Path:
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


@pytest.fixture
def config() -> Callable[..., Dataset]:
    """Make the configuration of a file of questions; keywords replace settings."""

    def config(path: Path, **settings: Any) -> Dataset:
        body: dict[str, Any] = {
            "kind": "file",
            "name": "own",
            "title": "Own questions",
            "licence": "CC0-1.0",
            "path": str(path),
            "columns": {"question": "question", "gold": "gold"},
        }
        return DATASET.validate_python(body | settings)

    return config
