"""The Jinja environments: HTML with autoescape, Markdown with its own escape, both with the same filters."""

from collections.abc import Callable
from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from reports import words
from reports.escape import html_safe_text, markdown_cell

FILTERS: dict[str, Callable[..., Any]] = {
    "plain": words.plain,
    "percent": words.percent,
    "score": words.score,
    "score_interval": words.score_interval,
    "share": words.share,
    "share_interval": words.share_interval,
    "counted": words.counted,
    "p_value": words.p_value,
    "money": words.money,
    "seconds": words.seconds,
    "penalty": words.penalty,
    "safe_text": html_safe_text,
    "cell": markdown_cell,
}
"""Filters of the templates; none of them computes a figure."""


@cache
def html_environment() -> Environment:
    """Return the environment of HTML pages: everything is escaped, and an unknown name is an error."""
    return _environment(autoescape=True)


@cache
def markdown_environment() -> Environment:
    """Return the environment of Markdown pages: strangers' texts go through the filter ``cell``."""
    return _environment(autoescape=False)


def _environment(*, autoescape: bool) -> Environment:
    environment = Environment(
        loader=PackageLoader("reports", "templates"),
        autoescape=autoescape,  # noqa: S701 - Markdown is escaped by the filter `cell`
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters.update(FILTERS)
    environment.globals["rank_range"] = words.rank_range
    return environment
