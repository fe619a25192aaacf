"""The top of the command line: commands are imported only when they are called, so that ``--help`` answers at once."""

import os
import sys
from importlib import import_module
from typing import Any, NoReturn

import click

from runner.errors import ExitCode, RagcanaryError

COMMANDS = {
    "run": ("runner.cli.run", "Ask, classify, judge, score and report a campaign; resume it if it exists."),
    "plan": ("runner.cli.plan", "Show hashes and the number of calls of a campaign; call nobody."),
    "repair": ("runner.cli.repair", "Cast the missing and invalid votes of a run, and say what that changed."),
    "score": ("runner.cli.score", "Score a finished run again, with another penalty or seed."),
    "report": ("runner.cli.report", "Render the leaderboards of a scored run again."),
    "explain-diff": ("runner.cli.explain_diff", "Say which settings make two campaigns incomparable."),
    "kb": ("runner.cli.kb", "Knowledge bases: make a manifest, check which questions a corpus covers."),
    "schema": ("runner.cli.schema", "Write JSON Schemas, so that editors complete and check the YAML."),
}
"""Module and one-line help by command."""


class LazyGroup(click.Group):
    """A group whose commands live in modules of their own, imported when called."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """Return the commands in the order in which they are used."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Return a command; for the overview, without importing it."""
        if cmd_name not in COMMANDS:
            return None
        module, _ = COMMANDS[cmd_name]
        command: click.Command = import_module(module).command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Write the overview of commands from their one-line helps."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Resolve a command, with the nearest names for an unknown one."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from runner.configure.explain import nearest

            ctx.fail(f"there is no command {args[0]!r}; {nearest(args[0], list(COMMANDS))}")
        return super().resolve_command(ctx, args)


@click.command(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="ragcanary", prog_name="ragcanary")
def cli() -> None:
    """Measure whether RAG systems answer when they should and decline when they should.

    Correct scores +1, wrong -k, declined 0; canaries are questions whose answer is verified to be absent.
    First steps: ragcanary run experiment=quickstart
    """


def main() -> NoReturn:
    """Run the command line and leave with a documented exit code (``docs/cli.md``)."""
    # A terminal or pipe with an old encoding must not be able to stop a campaign at the first emoji.
    for stream in (sys.stdout, sys.stderr):
        reconfigure: Any = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        code = cli.main(prog_name="ragcanary", standalone_mode=False)
    except click.exceptions.Abort:
        code = 130
    except click.ClickException as error:
        error.show()
        code = ExitCode.USAGE
    except RagcanaryError as error:
        click.echo(f"error: {error}", err=True)
        code = error.exit_code
    except KeyboardInterrupt:
        code = 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 141
    except OSError as error:
        where = f" ({error.filename})" if error.filename else ""
        click.echo(f"error: {error.strerror or error}{where}; what was recorded until then stays", err=True)
        code = ExitCode.FAILURE
    sys.exit(int(code or 0))
