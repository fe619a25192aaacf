"""``ragcanary plan``: what a campaign would be and cost in calls; nothing is written and nobody is called."""

from decimal import Decimal
from pathlib import Path

import click

from runner.cli import options


@click.command(name="plan")
@options.overrides
@options.config_dir
def command(overrides: tuple[str, ...], config_dir: Path | None) -> None:
    """Show the hashes of a campaign, its systems, and the calls of each stage."""
    from reports.terminal import aligned
    from runner.campaign.folder import folder_name
    from runner.campaign.work import plan
    from runner.configure.compose import compose
    from runner.configure.freeze import freeze
    from runner.configure.overrides import parse_overrides, refuse_sweeps
    from runner.money.estimate import estimate
    from runner.money.estimate_table import estimate_table, store_notes

    refuse_sweeps(parse_overrides(overrides))
    composed = compose(overrides, config_dir=config_dir)
    frozen = freeze(composed.config)
    spec, work = frozen.spec, plan(frozen.spec, frozen.questions)
    questions = spec.protocol.questions
    judges = ", ".join(f"{name} ({judge.config.kind})" for name, judge in sorted(spec.protocol.panel.judges.items()))
    echo = click.echo
    echo(f"campaign   {spec.name}")
    echo(f"folder     {Path(composed.config.output) / folder_name(spec)}")
    echo(f"protocol   {spec.hashes.protocol}")
    echo(f"campaign   {spec.hashes.campaign}")
    echo(f"scoring    {spec.hashes.scoring}   k = {spec.scoring.k:g}, ks = {[f'{k:g}' for k in spec.scoring.ks]}")
    echo(f"questions  {questions.count} from {questions.dataset}, {questions.canaries} canaries")
    echo(f"corpus     {questions.corpus_id or 'none'}")
    echo(f"prompt     {spec.protocol.prompt.name}")
    echo(f"classifier {spec.protocol.classifier.config.kind}")
    echo(f"panel      {spec.protocol.panel.name}: {judges}; primary {spec.protocol.panel.primary}")
    echo("calls")
    for slug, number in sorted(work.answers.items()):
        system = spec.systems[slug]
        adapter = system.settings.adapter
        echo(f"  ask      {number:>7}  {slug} ({adapter}, {system.role})  key {spec.hashes.systems[slug][:16]}")
    echo(f"  ask      {work.reference_answers:>7}  reference contestants (call nobody)")
    echo(f"  classify {work.intents_at_most:>7}  at most, one for each answer")
    echo(f"  judge    {work.votes_at_most:>7}  at most, one for each judge and attempt")
    echo("")
    prices, limit = composed.config.prices, composed.config.budget.usd
    table = estimate_table(
        estimate(spec, frozen.questions, work, prices), prices, None if limit is None else Decimal(str(limit))
    )
    if table.rows:
        for line in aligned([list(table.header), *map(list, table.rows)], left=(0, 1)):
            echo(line)
    corpus = sum(document.size_bytes for document in frozen.corpus.documents) if frozen.corpus else None
    settings = [system.settings for system in spec.systems.values()]
    for note in [*table.notes, *(store_notes(settings, prices, corpus) if corpus else ())]:
        echo(note)
    echo("Nothing was called and nothing was written.")
