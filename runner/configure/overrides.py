"""Overrides from the command line: what is refused, what needs quotes, and what is a sweep."""

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass

from runner.configure.paths import SYSTEMS
from runner.errors import ConfigError


@dataclass(frozen=True, slots=True)
class Override:
    """One override, understood."""

    text: str
    """As typed."""
    key: str
    """The group or the dotted key that it sets."""
    choices: tuple[str, ...]
    """For a sweep: one override text for each value; otherwise the text itself."""

    @property
    def is_sweep(self) -> bool:
        """Whether it names several values."""
        return len(self.choices) > 1


def parse_overrides(texts: Sequence[str]) -> list[Override]:
    """Parse overrides by Hydra's grammar, with errors that a person can act on.

    Raises:
        ConfigError: For text that the grammar cannot read (with the quoting that works), for Hydra's own settings, and
            for any attempt to have Hydra load a system file.
    """
    return [_parse(text) for text in texts]


def _parse(text: str) -> Override:
    from hydra.core.override_parser.overrides_parser import OverridesParser
    from hydra.errors import HydraException

    if text.startswith("-"):
        raise ConfigError(
            f"unknown option {text}", where=text, fix="see `ragcanary run --help`; overrides are key=value"
        )
    try:
        parsed = OverridesParser.create().parse_override(text)
        choices = [str(choice) for choice in parsed.sweep_string_iterator()] if parsed.is_sweep_override() else []
    except HydraException as error:
        raise ConfigError("this override cannot be read", where=text, fix=_quoting(text)) from error
    key = parsed.key_or_group
    root = re.split(r"[/.@]", key)[0]
    if root == SYSTEMS or (parsed.package or "").startswith(("hydra", "_global_")):
        raise ConfigError(
            "system files are data that Hydra must not load" if root == SYSTEMS else "packages cannot be redirected",
            where=text,
            fix="choose systems by slug: system=[a,b]",
        )
    if root == "hydra":
        raise ConfigError("Hydra's own settings cannot be overridden here", where=text, fix="leave it out")
    sign = text[: len(text) - len(text.lstrip("+~"))]
    package = f"@{parsed.package}" if parsed.package else ""
    return Override(
        text=text,
        key=key,
        choices=tuple(f"{sign}{key}{package}={choice}" for choice in choices) or (text,),
    )


def _quoting(text: str) -> str:
    key, equals, value = text.partition("=")
    if not equals:
        return "write it as key=value"
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return (
        f"the value of `{key}` needs quotes that reach ragcanary: '{key}=\"{escaped}\"' in bash, zsh and fish"
        if "'" not in value
        else f'the value of `{key}` needs quotes that reach ragcanary: "{key}=\\"{escaped}\\"" in bash, zsh and fish'
    ) + "; see docs/configuration.md for other shells"


def refuse_sweeps(overrides: Sequence[Override]) -> None:
    """Raise for an override with several values where one was expected.

    Raises:
        ConfigError: Naming the field and both ways out: quotes for one value with a comma, ``-m`` for a sweep.
    """
    for override in overrides:
        if override.is_sweep:
            key, _, value = override.text.partition("=")
            raise ConfigError(
                f"`{key}` got several values",
                where=override.text,
                fix=f"one value with a comma: '{key}=\"{value}\"'; a list: '{key}=[{value}]'; a sweep: add -m",
            )


def expand(overrides: Sequence[Override]) -> list[list[str]]:
    """Return the override lists of all jobs of a sweep, the last-named override varying fastest."""
    return [list(combination) for combination in itertools.product(*(o.choices for o in overrides))]
