"""Where configuration and its data lie, and how the paths in it are read."""

from pathlib import Path

import conf

CONF = Path(conf.__path__[0])
"""The shipped configuration."""
SYSTEMS = "systems"
"""Folder of contributed system files inside a configuration folder; Hydra must never read it."""


def data_path(path: str) -> Path:
    """Return the file or folder that a setting names.

    Args:
        path: A path of the configuration. Under ``data/`` it names what ships with the configuration, where there is
            such a thing; otherwise it is absolute, or relative to the working directory.
    """
    shipped = CONF / path
    if path.startswith("data/") and shipped.exists():
        return shipped
    return Path(path).expanduser()
