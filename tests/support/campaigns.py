"""Small campaigns over a chat server: configuration folders, overrides, and a look into the logs."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from runner.campaign.engine import Sitting, run_campaign
from runner.campaign.progress import Silent
from runner.configure.compose import compose
from runner.configure.freeze import Frozen, freeze
from schemas.results import Results

SYSTEM = """slug: {slug}
title: {title}
adapter: chat
has_knowledge_base: true
concurrency: {concurrency}
model:
  name: openai/demo-2026
  endpoint: local
  temperature: 0.0
  max_output_tokens: {tokens}
"""


def questions(count: int) -> list[dict[str, Any]]:
    """Questions whose gold answer is a year, every fourth one a canary."""
    return [
        {
            "id": f"q{i:03}",
            "question": f"In which year was bridge {i} opened?",
            "gold": str(1900 + i),
            "gap": i % 4 == 3,
        }
        for i in range(count)
    ]


class Workshop:
    """A folder with questions and systems, and the overrides that use them."""

    def __init__(self, folder: Path, url: str, count: int = 5, systems: Sequence[str] = ("one",)) -> None:
        self.folder, self.url = folder, url
        self.conf = folder / "conf"
        (self.conf / "systems").mkdir(parents=True)
        for number, slug in enumerate(systems):
            self.system(slug, tokens=32 + number)
        self.file = folder / "questions.jsonl"
        self.file.write_text("".join(json.dumps(row) + "\n" for row in questions(count)), "utf-8")
        self.systems = systems

    def system(self, slug: str, *, tokens: int = 32, concurrency: int = 2, title: str | None = None) -> None:
        """Write a system file."""
        text = SYSTEM.format(slug=slug, title=title or slug, tokens=tokens, concurrency=concurrency)
        (self.conf / "systems" / f"{slug}.yaml").write_text(text, "utf-8")

    def overrides(self, *more: str) -> list[str]:
        """The overrides of a campaign."""
        return [
            f"system=[{','.join(self.systems)}]",
            "knowledge_base=none",
            "knowledge_base.name=bridges",
            "dataset=file",
            f"dataset.path={self.file}",
            "dataset.columns.question_id=id",
            "dataset.columns.gold=gold",
            "dataset.canary.column=gap",
            "dataset.canary.corpus=declared:bridges",
            f"endpoints.local.base_url={self.url}",
            "references.enabled=false",
            "execution.retries=0",
            "scoring.resamples=200",
            f"output={self.folder / 'runs'}",
            *more,
        ]

    def freeze(self, *more: str) -> Frozen:
        """The frozen campaign."""
        return freeze(compose(self.overrides(*more), config_dir=self.conf).config)

    def run(self, *more: str) -> Sitting:
        """Run or resume the campaign."""
        return run_campaign(self.freeze(*more), self.folder / "runs", Silent())

    def results(self, sitting: Sitting, **scoring: Any) -> Results:
        """Score a sitting's campaign."""
        from runner.campaign.scoring import score_run

        return score_run(sitting.folder, sitting.folder.spec.scoring.model_copy(update=scoring))


def log(sitting: Sitting, name: str) -> list[dict[str, Any]]:
    """The records of a log."""
    path = sitting.folder.root / f"{name}.jsonl"
    return [json.loads(line) for line in path.read_bytes().split(b"\n") if line]
