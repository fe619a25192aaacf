"""Options and arguments that several commands share."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])

CONTEXT = {"ignore_unknown_options": False, "help_option_names": ["-h", "--help"]}


def overrides(function: F) -> F:
    """Add the overrides in Hydra's grammar."""
    return click.argument("overrides", nargs=-1, metavar="[KEY=VALUE]...")(function)


def config_dir(function: F) -> F:
    """Add the option for a configuration folder of the user's own."""
    return click.option(
        "--config-dir",
        type=click.Path(exists=True, file_okay=False, path_type=Path),
        help="A folder of your own beside the shipped configuration, with the same groups and systems/.",
    )(function)


def quiet(function: F) -> F:
    """Add the option that silences progress."""
    return click.option("-q", "--quiet", is_flag=True, help="No progress; only results and errors.")(function)


def run_folder(function: F) -> F:
    """Add the folder of a campaign."""
    return click.argument("run", type=click.Path(path_type=Path))(function)
