"""``ragcanary kb``: knowledge bases."""

from pathlib import Path

import click

from runner.cli import options
from runner.errors import ExitCode


@click.group(name="kb")
def command() -> None:
    """Make manifests of knowledge bases, and check which questions they cover."""


@command.command(name="manifest")
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--licence", default="unknown", show_default=True, help="Licence of the documents, where they share one.")
@click.option(
    "--output", type=click.Path(dir_okay=False, path_type=Path), help="Where to write; manifest.json beside the folder."
)
def manifest(folder: Path, licence: str, output: Path | None) -> None:
    """Write the manifest of a folder of documents; its hash is the corpus's identity."""
    from runner.knowledge_base.corpus import read_corpus
    from runner.knowledge_base.manifest import build_manifest, write_manifest

    target = output or folder.parent / "manifest.json"
    made = build_manifest(read_corpus(folder).documents, licence=licence)
    write_manifest(target, made)
    click.echo(f"{len(made.documents)} documents, corpus {made.corpus_hash}: {target}")


@command.command(name="check")
@options.overrides
@options.config_dir
@click.option("--all", "show_all", is_flag=True, help="Show covered questions too, with the passage that covers them.")
def check(overrides: tuple[str, ...], config_dir: Path | None, *, show_all: bool) -> int:
    """Check which gold answers the whole corpus covers, and compare with the canary flags.

    Questions and corpus come from the configuration: `ragcanary kb check dataset=quickstart knowledge_base=quickstart`.
    """
    from runner.configure.compose import compose
    from runner.configure.freeze import open_corpus
    from runner.dataset.load import load_questions
    from runner.errors import ConfigError
    from runner.knowledge_base.coverage import check_coverage, compare_flags

    config = compose(overrides, config_dir=config_dir).config
    corpus, corpus_id = open_corpus(config.knowledge_base)
    if corpus is None or corpus_id is None:
        raise ConfigError("the corpus's text is not at hand", where="knowledge_base", fix="give knowledge_base.folder")
    questions = load_questions(config.dataset, {config.knowledge_base.name: corpus_id}).questions
    coverage = check_coverage(questions, corpus)
    for item in coverage:
        if show_all or not item.covered or item.needs_review:
            state = "covered" if item.covered else "absent"
            review = "; look at it" if item.needs_review else ""
            click.echo(f"{item.question_id}: {state} ({item.method}{review}) {item.reason}")
            if item.passage:
                click.echo(f"    {item.document_id}: {item.passage}")
    absent = sum(not item.covered for item in coverage)
    click.echo(f"{len(coverage)} questions, {absent} without their answer in the corpus {corpus_id[:8]}")
    disagreements = compare_flags(questions, coverage)
    for disagreement in disagreements:
        click.echo(f"differs from its flag: {disagreement}")
    return ExitCode.DATA if disagreements else ExitCode.OK
