"""Errors that a user can act on, and the exit codes they lead to."""

from enum import IntEnum


class ExitCode(IntEnum):
    """Exit codes of the command line; documented in ``docs/cli.md``."""

    OK = 0
    FAILURE = 1
    """A fault of ragcanary itself, or one that nobody foresaw."""
    USAGE = 2
    """A wrong command line, configuration or system file. Nothing was written."""
    DATA = 3
    """Questions, documents or transcripts that cannot be read."""
    INCOMPLETE = 4
    """The campaign ran and some of its work could not be done."""
    RECORD = 5
    """A damaged, locked or unwritable record of a campaign."""
    MISSING_PART = 6
    """An optional part, a key or a service is absent."""


class RagcanaryError(Exception):
    """Something that the user can mend: what happened, where, and what to do about it."""

    exit_code: ExitCode = ExitCode.FAILURE

    def __init__(self, what: str, *, where: str = "", fix: str = "") -> None:
        """Keep the three parts.

        Args:
            what: What happened, in one sentence.
            where: File and line, override, key or URL.
            fix: What to do next.
        """
        super().__init__(what)
        self.what, self.where, self.fix = what, where, fix

    def __str__(self) -> str:
        """Return the parts that are there, one line each."""
        return "\n".join(
            part
            for part in (self.what, self.where and f"  where: {self.where}", self.fix and f"  fix:   {self.fix}")
            if part
        )


class ConfigError(RagcanaryError):
    """A setting, override or system file that cannot be accepted."""

    exit_code = ExitCode.USAGE


class DataError(RagcanaryError):
    """Questions, documents or transcripts that cannot be accepted."""

    exit_code = ExitCode.DATA


class RecordError(RagcanaryError):
    """A campaign's record that is damaged, locked or cannot be written."""

    exit_code = ExitCode.RECORD


class MissingPartError(RagcanaryError):
    """An optional library, a key or a service that is needed and absent."""

    exit_code = ExitCode.MISSING_PART
