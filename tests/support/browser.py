"""A headless browser on pages that a loopback server hands out, and what it asked that server for."""

import http.server
import shutil
import subprocess
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

OFFLINE = (
    "--headless",
    "--no-sandbox",  # CI runs as root in a container of its own
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
SECONDS = 60


@dataclass(frozen=True)
class Visit:
    """What came of opening a page."""

    dom: str
    """The document as it stood when everything had loaded and run."""
    requested: tuple[str, ...]
    """Paths asked of the server, in order."""


class Browser:
    """Opens pages; each visit is a new browser with an empty profile."""

    def __init__(self, program: str, folder: Path) -> None:
        self.program, self.folder = program, folder

    def visit(self, pages: Mapping[str, str], path: str) -> Visit:
        """Serve ``pages`` (HTML by path) and open one of them."""
        requested: list[str] = []

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                requested.append(self.path)
                body = pages.get(self.path, "").encode()
                self.send_response(200 if body else 404)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: object) -> None:
                """Say nothing."""

        with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
            thread = threading.Thread(target=server.serve_forever)
            thread.start()
            try:
                dom = self._dump(f"http://127.0.0.1:{server.server_port}{path}")
            finally:
                server.shutdown()
                thread.join()
        return Visit(dom, tuple(requested))

    def _dump(self, url: str) -> str:
        command = [
            self.program,
            *OFFLINE,
            f"--user-data-dir={self.folder}",
            "--virtual-time-budget=5000",
            "--dump-dom",
            url,
        ]
        done = subprocess.run(command, capture_output=True, timeout=SECONDS, check=False)
        assert done.returncode == 0, done.stderr.decode(errors="replace")
        return done.stdout.decode()


def find_browser(folder: Path) -> Browser:
    """Return the browser of this machine, or skip the test."""
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if program is None:
        pytest.skip("no Chromium on this machine (make browser installs Debian's)")
    return Browser(program, folder)
