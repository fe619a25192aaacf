"""``ragcanary score``: another penalty, seed or level over the same answers and votes."""

from pathlib import Path

import click

from runner.cli import options
from runner.errors import ConfigError


@click.command(name="score")
@options.run_folder
@options.overrides
def command(run: Path, overrides: tuple[str, ...]) -> None:
    """Score a finished run again; nothing is asked or judged.

    RUN is a campaign's folder; overrides name settings of scoring: `ragcanary score RUN scoring.k=9`.
    """
    from reports.render import render
    from reports.terminal import ranking
    from runner.campaign.folder import open_folder
    from runner.campaign.scoring import score_run
    from runner.configure.rescoring import rescoring

    folder = open_folder(run)
    strangers = [text for text in overrides if not text.lstrip("+~").startswith("scoring.")]
    if strangers:
        raise ConfigError("only settings of scoring can be changed", where=strangers[0], fix="scoring.k=9")
    results = score_run(folder, rescoring(folder.spec.scoring, overrides))
    target = folder.scores(results.identity.scoring_hash)
    render(results, target)
    click.echo(ranking(results))
    click.echo(f"leaderboard: {target / 'leaderboard.html'}")
