"""The command line: ``ragcanary`` and ``python -m runner``."""

from runner.cli.main import main

__all__ = ["main"]
