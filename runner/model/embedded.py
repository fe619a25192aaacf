"""Starts the embedded model as a child process, waits until it answers, and stops it again."""

import asyncio
import json
import os
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from runner.errors import MissingPartError
from runner.model.local_model import find_model
from schemas.endpoint import Endpoint

_PACKAGE_ROOT = Path(__file__).resolve().parents[2]
_LOG_LINES = 5


@dataclass(frozen=True, slots=True)
class EmbeddedServer:
    """A running server that belongs to this process; it ends when this process ends, however that comes about."""

    process: asyncio.subprocess.Process
    """The child."""
    url: str
    """Base URL for OpenAI-compatible clients."""
    workers: int
    """Answers that it computes at once."""

    def endpoint(self, entry: Endpoint) -> Endpoint:
        """Return ``entry`` with the URL of this server, and as many calls at once as it has workers."""
        return entry.model_copy(update={"base_url": self.url, "concurrency": self.workers})

    async def stop(self, patience_s: float = 5.0) -> None:
        """End the server: by closing its standard input, and by force after ``patience_s``."""
        if self.process.stdin is not None:
            self.process.stdin.close()
        try:
            async with asyncio.timeout(patience_s):
                await self.process.wait()
        except TimeoutError:
            self.process.kill()
            await self.process.wait()


async def start_embedded(timeout_s: float = 60.0, workers: int = 0) -> EmbeddedServer:
    """Start the embedded model on a free port of this machine.

    Args:
        timeout_s: How long loading may take.
        workers: Answers computed at once; 0 takes one per processor, at most four.

    Returns:
        The server, ready to answer.

    Raises:
        MissingPartError: If llama.cpp or the model file is absent, or the server does not come up.
    """
    find_model()
    command = [sys.executable, "-m", "runner.model.embedded_server", "--die-with-parent", "--workers", str(workers)]
    # The package may be run from a checkout that is not installed.
    paths = [str(_PACKAGE_ROOT), os.environ.get("PYTHONPATH", "")]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in paths if path)}
    with tempfile.TemporaryFile() as log:
        process = await asyncio.create_subprocess_exec(
            *command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=log,
            env=environment,
        )
        ready = None
        try:
            async with asyncio.timeout(timeout_s):
                ready = await _ready_line(process)
        except TimeoutError:
            pass
        finally:
            # Also when the start is cancelled: a child without its handle would outlive its use.
            if ready is None and process.returncode is None:
                process.kill()
        if ready is not None:
            return EmbeddedServer(process, ready["url"], ready["workers"])
        await process.wait()
        log.seek(0)
        tail = log.read().decode(errors="replace").strip().splitlines()[-_LOG_LINES:]
    raise MissingPartError(
        "the embedded model's server did not start",
        where=" | ".join(tail) or f"exit code {process.returncode}",
        fix="try it by hand: python -m runner.model.embedded_server",
    )


async def _ready_line(process: asyncio.subprocess.Process) -> dict[str, Any] | None:
    """Return the line with which the server says where it listens, or None if it ended without one."""
    if process.stdout is None:
        return None
    async for line in process.stdout:
        try:
            value = json.loads(line)
        except ValueError:
            continue  # llama.cpp may print lines of its own
        if isinstance(value, dict) and "url" in value:
            return value
    return None
