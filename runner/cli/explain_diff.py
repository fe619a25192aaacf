"""``ragcanary explain-diff``: which settings make two campaigns different, and whether they can be compared."""

from pathlib import Path

import click


@click.command(name="explain-diff")
@click.argument("first", type=click.Path(exists=True, path_type=Path))
@click.argument("second", type=click.Path(exists=True, path_type=Path))
def command(first: Path, second: Path) -> None:
    """Say which fields of two specs differ. FIRST and SECOND are runs or spec.json files."""
    from runner.campaign.folder import SPEC, parse_spec
    from runner.configure.difference import explain_difference

    paths = [path / SPEC if path.is_dir() else path for path in (first, second)]
    a, b = (parse_spec(path.read_bytes(), str(path)) for path in paths)
    for line in explain_difference(a, b):
        click.echo(line)
