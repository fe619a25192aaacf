"""``ragcanary repair``: the votes that a panel owes, cast later."""

from pathlib import Path

import click

from runner.cli import options
from runner.cli.progress import progress_for
from runner.errors import ExitCode


@click.command(name="repair")
@options.run_folder
@options.quiet
def command(run: Path, *, quiet: bool) -> int:
    """Cast the missing and invalid votes of RUN from their stored prompts, and score it again.

    No answer is asked again and no valid vote is cast again. Safe to run again, and to kill.
    """
    from reports.render import render
    from reports.terminal import ranking
    from runner.campaign.repair import repair_run
    from runner.campaign.scoring import score_run

    with progress_for(quiet=quiet) as progress:
        repaired = repair_run(run, progress)
    record = repaired.record
    click.echo(f"{record.valid} of {record.due} votes repaired", err=True)
    for flip in record.flips:
        tie = ", had been a tie-break" if flip.was_tie_break else ""
        click.echo(
            f"  {flip.slug} ({flip.family or 'no family'}): {flip.count} from {flip.before} to {flip.after}{tie}",
            err=True,
        )
    if repaired.interrupted:
        click.echo("interrupted; run the same command again to go on", err=True)
        return 130
    results = score_run(repaired.folder, repaired.folder.spec.scoring)
    target = repaired.folder.scores(results.identity.scoring_hash)
    render(results, target)
    click.echo(ranking(results))
    click.echo(f"leaderboard: {target / 'leaderboard.html'}")
    return ExitCode.OK if record.valid == record.due else ExitCode.INCOMPLETE
