"""``ragcanary report``: the pages of a scored run, rendered again."""

from pathlib import Path

import click

from runner.cli import options
from runner.errors import RecordError


@click.command(name="report")
@options.run_folder
def command(run: Path) -> None:
    """Render the leaderboards of every scoring of RUN again, from its results alone."""
    from pydantic import ValidationError

    from reports.render import render
    from runner.campaign.scoring import RESULTS
    from schemas.results import Results, result_digest

    found = sorted((run / "scores").glob(f"*/{RESULTS}"))
    if not found:
        raise RecordError("there are no results to render", where=str(run), fix="run `ragcanary score RUN` first")
    for path in found:
        try:
            results = Results.model_validate_json(path.read_bytes())
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            key = ".".join(str(part) for part in first["loc"])
            raise RecordError(
                f"not the results of this version: `{key}`: {first['msg']}",
                where=str(path),
                fix="run `ragcanary score RUN` to make them again",
            ) from error
        if result_digest(results) != results.result_digest:
            raise RecordError(
                "the results were changed after they were computed: they do not have the digest that they state",
                where=str(path),
                fix="run `ragcanary score RUN` to make them again",
            )
        for written in render(results, path.parent):
            click.echo(written)
