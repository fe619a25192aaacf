"""Which version of ragcanary this is: recorded beside every spec, never hashed."""

import platform
import subprocess
from datetime import UTC, datetime
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from runner.configure.paths import CONF
from schemas.spec import Provenance


@cache
def package_version() -> str:
    """Return the installed version of ragcanary, or ``unknown`` when it runs without being installed."""
    try:
        return version("ragcanary")
    except PackageNotFoundError:
        return "unknown"


@cache
def commit() -> str | None:
    """Return the commit of the checkout that runs, ``-dirty`` when files differ from it; null outside of one."""
    root = CONF.parent
    if not (root / ".git").exists():
        return None
    head = _git(root, "rev-parse", "HEAD")
    if head is None:
        return None
    return head + ("-dirty" if _git(root, "status", "--porcelain", "--untracked-files=no") else "")


def provenance() -> Provenance:
    """Return version, commit, Python and the time of freezing."""
    return Provenance(
        ragcanary=package_version(),
        commit=commit(),
        python=platform.python_version(),
        frozen_at=datetime.now(UTC).isoformat(timespec="seconds"),
    )


def _git(root: Path, *arguments: str) -> str | None:
    try:
        done = subprocess.run(  # noqa: S603 - fixed arguments, no shell
            ["git", *arguments],  # noqa: S607 - whichever git the user has
            cwd=root,
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=10,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.strip() if done.returncode == 0 else None
