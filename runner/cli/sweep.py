"""``ragcanary run -m``: each distinct campaign is asked once, and every scoring is computed from the same answers."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from runner.cli.progress import progress_for
from runner.errors import ConfigError

if TYPE_CHECKING:
    from runner.configure.freeze import Frozen
    from schemas.results import Results


@dataclass(frozen=True, slots=True)
class Job:
    """One combination of a sweep."""

    overrides: tuple[str, ...]
    """All its overrides."""
    varied: dict[str, str]
    """The values of the overrides that vary, by key."""
    frozen: "Frozen"
    output: Path


def run_sweep(texts: tuple[str, ...], config_dir: Path | None, *, quiet: bool) -> int:
    """Compose and freeze every job first, then run the distinct campaigns, score every job, and show one table."""
    from runner.campaign.engine import check_runnable, run_campaign
    from runner.cli.run import score_and_render, tell_what_is_missing

    jobs = freeze_jobs(texts, config_dir)
    for job in jobs:
        check_runnable(job.frozen)
    campaigns = {job.frozen.spec.hashes.campaign: job for job in reversed(jobs)}
    click.echo(f"sweep: {len(jobs)} jobs over {len(campaigns)} campaigns", err=True)
    code, sittings = 0, {}
    for job in jobs:
        campaign = job.frozen.spec.hashes.campaign
        if campaign in sittings:
            continue
        click.echo(f"campaign {campaign[:8]}: {_label(job)}", err=True)
        with progress_for(quiet=quiet) as progress:
            sittings[campaign] = run_campaign(job.frozen, job.output, progress)
        code = max(code, tell_what_is_missing(sittings[campaign]))
        if sittings[campaign].interrupted:
            return code
    scored = [(job, score_and_render(job.frozen, sittings[job.frozen.spec.hashes.campaign])) for job in jobs]
    _show(scored)
    return code


def freeze_jobs(texts: tuple[str, ...], config_dir: Path | None) -> list[Job]:
    """Return the jobs of a sweep, all valid, before anything is written."""
    from runner.configure.compose import compose
    from runner.configure.freeze import freeze
    from runner.configure.overrides import expand, parse_overrides

    parsed = parse_overrides(texts)
    swept = [override for override in parsed if override.is_sweep]
    if not swept:
        raise ConfigError("-m got nothing to vary", where=" ".join(texts), fix="list values: scoring.k=1,2,4")
    for override in swept:
        if override.key in ("name", "output", "reuse"):
            raise ConfigError(f"`{override.key}` cannot be swept", where=override.text, fix="give it one value")
    jobs = []
    for combination in expand(parsed):
        composed = compose(combination, config_dir=config_dir)
        varied = {
            override.key: text.partition("=")[2]
            for override, text in zip(parsed, combination, strict=True)
            if override.is_sweep
        }
        jobs.append(Job(tuple(combination), varied, freeze(composed.config), Path(composed.config.output)))
    return jobs


def _label(job: Job) -> str:
    return ", ".join(f"{key}={value}" for key, value in job.varied.items())


def _show(scored: list[tuple[Job, "Results"]]) -> None:
    from reports.sweep import SweepRow, sweep_markdown, sweep_table
    from runner.campaign.folder import write_atomically
    from schemas.canonical import sha256_of

    rows = [SweepRow(varied=job.varied, results=results) for job, results in scored]
    click.echo(sweep_table(rows))
    jobs = sorted([r.identity.campaign_hash, r.identity.scoring_hash] for _, r in scored)
    path = scored[0][0].output / f"sweep-{sha256_of({'of': 'sweep', 'jobs': jobs})[:8]}.md"
    write_atomically(path, sweep_markdown(rows).encode())
    click.echo(f"sweep table: {path}")
