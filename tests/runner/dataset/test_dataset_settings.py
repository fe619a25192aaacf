"""What a file of ``conf/dataset`` may say: one kind, its own settings, no unknown keys."""

from typing import Any

import pytest
from pydantic import ValidationError

from schemas.dataset import DATASET, FileDataset, HubDataset

COMMON: dict[str, Any] = {
    "name": "own",
    "title": "Own",
    "licence": "MIT",
    "columns": {"question": "q", "gold": "g"},
}
FILE = COMMON | {"kind": "file", "path": "a.csv"}
HUB = COMMON | {"kind": "hub", "repo": "someone/questions", "split": "eval", "revision": "v1.0"}


def test_the_kind_decides_which_settings_there_are() -> None:
    assert isinstance(DATASET.validate_python(FILE), FileDataset)
    assert isinstance(DATASET.validate_python(HUB), HubDataset)


@pytest.mark.parametrize(
    ("settings", "where"),
    [
        (FILE | {"kind": "folder"}, "kind"),
        (FILE | {"pth": "b.csv"}, "pth"),
        (FILE | {"revision": "v1.0"}, "revision"),
        (FILE | {"path": ""}, "path"),
        (FILE | {"path": None}, "path"),
        (FILE | {"separator": "::"}, "separator"),
        (FILE | {"limit": 0}, "limit"),
        (FILE | {"select": []}, "select"),
        (FILE | {"name": "Own data"}, "name"),
        (FILE | {"expected_sha256": "abc"}, "expected_sha256"),
        (FILE | {"columns": {"question": "q"}}, "gold"),
        (FILE | {"columns": {"question": "q", "gold": "g", "answer": "a"}}, "answer"),
        ({key: value for key, value in HUB.items() if key != "revision"}, "revision"),
        (HUB | {"repo": "https://example.com/questions"}, "repo"),
        (HUB | {"repo": "../questions"}, "repo"),
        (HUB | {"revision": "--help"}, "revision"),
    ],
)
def test_a_setting_that_does_not_fit_is_named(settings: dict[str, Any], where: str) -> None:
    with pytest.raises(ValidationError) as caught:
        DATASET.validate_python(settings)
    assert any(
        where in error["loc"] or where in error.get("ctx", {}).get("discriminator", "")
        for error in caught.value.errors()
    )
