"""Names that file systems and tables stumble over (BR-55), from a transcript to the page."""

import json
from pathlib import Path

from runner.campaign.engine import run_campaign
from runner.campaign.progress import Silent
from runner.campaign.scoring import score_run
from runner.configure.compose import compose
from runner.configure.freeze import freeze

NINE = ["openai/gpt-x", "openai:gpt-x", "openai_gpt-x", "CON", "a.", "..", "n" * 300, "\u00c4", "A\u0308"]


def test_nine_hard_names_are_nine_systems_inside_the_folder_and_keep_their_names(tmp_path: Path) -> None:
    rows = [
        {"question_id": "q", "question": "In which year?", "gold": "1912", "system": name, "answer": f"1912. {number}"}
        for number, name in enumerate(NINE)
    ]
    file = tmp_path / "answers.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    output = tmp_path / "runs"
    overrides = ["experiment=transcript", f"transcript.file={file}", "references.enabled=false", f"output={output}"]
    frozen = freeze(compose(overrides).config)
    sitting = run_campaign(frozen, output, Silent())
    results = score_run(sitting.folder, frozen.spec.scoring)
    assert len({system.slug for system in results.systems}) == 9
    assert {system.title for system in results.systems} == {name[:80] for name in NINE}
    assert {path.name for path in tmp_path.iterdir()} == {"answers.jsonl", "runs"}
    assert [path.name for path in output.iterdir()] == [sitting.folder.root.name]
