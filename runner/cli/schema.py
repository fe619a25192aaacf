"""``ragcanary schema``: JSON Schemas of everything that people write or read."""

import json
from pathlib import Path
from typing import Any

import click


def schemas() -> dict[str, dict[str, Any]]:
    """Return the JSON Schema of each kind of file, by file name."""
    from schemas.campaign import CampaignConfig
    from schemas.results import Results
    from schemas.spec import Spec
    from schemas.system import SYSTEM

    return {
        "system.schema.json": SYSTEM.json_schema(),
        "campaign.schema.json": CampaignConfig.model_json_schema(),
        "spec.schema.json": Spec.model_json_schema(),
        "results.schema.json": Results.model_json_schema(),
    }


@click.command(name="schema")
@click.option(
    "--output",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("schema"),
    show_default=True,
    help="Folder to write into.",
)
def command(output: Path) -> None:
    """Write JSON Schemas of system files, campaigns, specs and results.

    In an editor with the YAML language server, the first line
    `# yaml-language-server: $schema=../../schema/system.schema.json` in a system file gives completion and checks.
    """
    output.mkdir(parents=True, exist_ok=True)
    for name, schema in schemas().items():
        schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
        (output / name).write_text(json.dumps(schema, indent=1, ensure_ascii=True) + "\n", "utf-8")
        click.echo(output / name)
