"""The leaderboard as one HTML page: self-contained, offline, without script, every stranger's text escaped."""

import base64
import hashlib
from functools import cache

from markupsafe import Markup

from reports.environment import html_environment
from reports.figures import bar_of, quality_against_violations
from reports.groups import groups
from schemas.results import Results

SECTIONS = (
    ("ranking", "Ranking"),
    ("penalties", "Other penalties"),
    ("canaries", "Canaries"),
    ("pairs", "Pairs"),
    ("cost", "Time and money"),
    ("panel", "Panel"),
    ("disclosures", "Exclusions and anomalies"),
    ("parity", "What they were told"),
    ("identity", "Identity"),
)
"""Anchor and title of each section."""


def leaderboard_html(results: Results) -> str:
    """Return the page.

    Its content security policy allows nothing but its own style, by hash, so that even a text that slipped through the
    escaping could load and run nothing.
    """
    style = _style()
    return (
        html_environment()
        .get_template("leaderboard.html.j2")
        .render(
            results=results,
            groups=groups(results),
            sections=SECTIONS,
            plot=quality_against_violations(results),
            bar=bar_of,
            style=Markup(style),  # noqa: S704 - this package's own style sheet
            style_hash=base64.b64encode(hashlib.sha256(style.encode()).digest()).decode(),
        )
    )


@cache
def _style() -> str:
    loader = html_environment().loader
    if loader is None:
        raise RuntimeError("the template environment has no loader")
    source, _, _ = loader.get_source(html_environment(), "style.css")
    return source
