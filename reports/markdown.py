"""The leaderboard as Markdown, for a README or a dataset card."""

from reports.environment import markdown_environment
from reports.groups import groups
from schemas.results import Results


def leaderboard_markdown(results: Results) -> str:
    """Return the page."""
    template = markdown_environment().get_template("leaderboard.md.j2")
    return template.render(results=results, groups=groups(results), k=results.scoring.k)
