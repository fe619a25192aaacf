"""``ragcanary run``: a campaign from YAML to a leaderboard, or a sweep of several."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from runner.cli import options
from runner.cli.progress import progress_for
from runner.errors import ConfigError, ExitCode

if TYPE_CHECKING:
    from runner.campaign.engine import Sitting
    from runner.configure.freeze import Frozen
    from schemas.results import Results


@click.command(name="run")
@options.overrides
@click.option("-m", "--multirun", is_flag=True, help="Run every combination of the values that overrides list.")
@click.option(
    "--spec",
    "spec_file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Run a frozen spec.json again, without composing anything.",
)
@options.config_dir
@options.quiet
def command(
    overrides: tuple[str, ...], spec_file: Path | None, config_dir: Path | None, *, multirun: bool, quiet: bool
) -> int:
    r"""Run a campaign; if its folder exists, do only what is missing.

    \b
    ragcanary run experiment=quickstart
    ragcanary run experiment=quickstart system=[local_rag_strict] system.local_rag_strict.retrieval.top_k=5
    ragcanary run -m experiment=quickstart scoring.k=1,2,4,9 prompt=standard,strict
    """
    from runner.cli.sweep import run_sweep

    if spec_file is not None:
        if overrides or multirun:
            raise ConfigError(
                "a frozen spec takes no overrides",
                where=" ".join(overrides) or "-m",
                fix="compose anew without --spec, or `ragcanary score RUN scoring.k=…` for another penalty",
            )
        return run_spec(spec_file, quiet=quiet)
    if multirun:
        return run_sweep(overrides, config_dir, quiet=quiet)
    from runner.configure.compose import compose
    from runner.configure.freeze import freeze
    from runner.configure.overrides import parse_overrides, refuse_sweeps

    refuse_sweeps(parse_overrides(overrides))
    composed = compose(overrides, config_dir=config_dir)
    return run_one(freeze(composed.config), Path(composed.config.output), quiet=quiet)


def run_spec(spec_file: Path, *, quiet: bool) -> int:
    """Run a frozen spec again: in its own folder if it lies in one, else in a new one below ``runs``."""
    from runner.campaign.folder import folder_name
    from runner.campaign.thaw import thaw

    frozen = thaw(spec_file)
    own = spec_file.resolve().parent
    output = own.parent if own.name == folder_name(frozen.spec) else Path("runs")
    return run_one(frozen, output, quiet=quiet)


def run_one(frozen: "Frozen", output: Path, *, quiet: bool) -> int:
    """Run one campaign, score it, render its reports and say how it ended."""
    from runner.campaign.engine import run_campaign

    with progress_for(quiet=quiet) as progress:
        sitting = run_campaign(frozen, output, progress)
    code = tell_what_is_missing(sitting)
    if not sitting.interrupted and not sitting.out_of_budget:
        results = score_and_render(frozen, sitting)
        show_results(results, sitting.folder.scores(results.identity.scoring_hash))
    return code


def score_and_render(frozen: "Frozen", sitting: "Sitting") -> "Results":
    """Score a sitting's campaign under the spec's scoring, and render its reports."""
    from reports.render import render
    from runner.campaign.scoring import score_run

    results = score_run(sitting.folder, frozen.spec.scoring)
    render(results, sitting.folder.scores(results.identity.scoring_hash))
    return results


def show_results(results: "Results", folder: Path) -> None:
    """Print the ranking and where the pages lie."""
    from reports.terminal import ranking

    click.echo(ranking(results))
    click.echo(f"leaderboard: {folder / 'leaderboard.html'}")


def tell_what_is_missing(sitting: "Sitting") -> int:
    """Say what is left to do, and return the exit code that follows."""
    if sitting.new_answers or sitting.reused or sitting.new_records:
        click.echo(
            f"{sitting.new_answers} answers asked, {sitting.new_records} classifications and votes recorded, "
            f"{sitting.reused} records reused",
            err=True,
        )
    else:
        click.echo("everything was done already; nothing was asked", err=True)
    for slug, reason in sitting.stopped.items():
        click.echo(f"stopped: {slug}: {reason}", err=True)
    if sitting.out_of_budget:
        click.echo(f"{sitting.out_of_budget}; run the same command again with a higher budget.usd to go on", err=True)
        return ExitCode.INCOMPLETE
    if sitting.interrupted:
        click.echo("interrupted; run the same command again to go on", err=True)
        return 130
    if sitting.missing_answers:
        click.echo(
            f"{sitting.missing_answers} answers are missing; run the same command again when the cause is mended",
            err=True,
        )
    elif sitting.failed:
        click.echo("every call of this sitting failed; see requests.jsonl for the causes", err=True)
    elif not sitting.graded:
        click.echo("votes are missing; run the same command again when the cause is mended", err=True)
    else:
        return ExitCode.OK
    return ExitCode.INCOMPLETE
