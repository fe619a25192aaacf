"""Writing every page and table of some results into a folder."""

import os
from pathlib import Path

from reports.html import leaderboard_html
from reports.markdown import leaderboard_markdown
from reports.tables import TABLES
from schemas.results import Results


def render(results: Results, folder: Path) -> list[Path]:
    """Write ``leaderboard.html``, ``leaderboard.md`` and the CSV tables.

    Args:
        results: The results; nothing is computed from them.
        folder: Where to write; made if absent. Each file is replaced in one step.

    Returns:
        The files written.
    """
    texts = {
        "leaderboard.html": leaderboard_html(results),
        "leaderboard.md": leaderboard_markdown(results),
        **{f"tables/{name}": table(results) for name, table in TABLES.items()},
    }
    for name, text in texts.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(f".{path.name}.{os.getpid()}")
        draft.write_text(text, "utf-8", newline="\n")
        draft.replace(path)
    return [folder / name for name in texts]
