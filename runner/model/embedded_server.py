"""The embedded model's server: llama.cpp behind a small OpenAI-compatible HTTP front that counts what it is asked.

Started by the runner (``runner.model.embedded``) or by hand: ``python -m runner.model.embedded_server --port 8123``.

Why a front of its own: llama.cpp's server counts tokens but not requests, and a campaign must be comparable with the
server's own count after a crash. Why several workers of one thread each, instead of one with several threads: every
answer is then computed alone, in the same order of operations whatever else is being asked, so equal requests give
equal answers; and on a busy machine single threads never wait for each other.
Nothing is kept between requests (``cache_prompt`` is off), so no answer depends on what was asked before.
"""

import argparse
import contextlib
import json
import os
import queue
import secrets
import signal
import sys
import threading
import time
from dataclasses import dataclass, field
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from runner.errors import RagcanaryError
from runner.model.local_model import MODEL_NAME, find_model, verify_model

CONTEXT_TOKENS = 4096
"""Prompt and answer of one request together; longer ones are refused with status 400."""

SEED = 20240817
"""Sampling seed where a request names none. At temperature 0, the default, it decides nothing."""

_BODY_LIMIT = 1_000_000
_MAX_WORKERS = 4


def default_workers() -> int:
    """Return how many answers this machine can well compute at once: its usable processors, at most four."""
    affinity = getattr(os, "sched_getaffinity", None)
    usable = len(affinity(0)) if affinity is not None else os.cpu_count() or 1
    return max(1, min(usable, _MAX_WORKERS))


@dataclass
class Counts:
    """Chat requests since the start of the server."""

    started: int = 0
    """Requests whose body was received."""
    completed: int = 0
    """Requests whose reply was computed, whether or not anybody was still there to read it."""
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)

    def start(self) -> None:
        """Count one request received."""
        with self._lock:
            self.started += 1

    def complete(self) -> None:
        """Count one reply computed."""
        with self._lock:
            self.completed += 1

    def snapshot(self) -> dict[str, int]:
        """Return both counts, taken at one moment."""
        with self._lock:
            return {"started": self.started, "completed": self.completed}


class Workers:
    """Independent copies of the model, each of which computes one answer at a time on one thread."""

    def __init__(self, path: Path, count: int) -> None:
        """Load ``count`` copies; the file's pages are shared between them."""
        self.count = count
        self._free: queue.Queue[Any] = queue.Queue()
        for _ in range(count):
            self._free.put(_load(path))

    def chat(self, request: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        """Answer one chat request on the first free worker.

        Returns:
            HTTP status and the reply in OpenAI's format.
        """
        worker = self._free.get()
        try:
            reply: dict[str, Any] = worker.handle_chat_completions({**request, "cache_prompt": False})
        except (ValueError, RuntimeError) as error:  # how llama.cpp's binding says that it cannot read a request
            return HTTPStatus.BAD_REQUEST, _problem(str(error), "invalid_request_error")
        finally:
            self._free.put(worker)
        if "error" in reply:
            code = reply["error"].get("code")
            return code if isinstance(code, int) else HTTPStatus.INTERNAL_SERVER_ERROR, reply
        return HTTPStatus.OK, reply


def _load(path: Path) -> Any:  # noqa: ANN401 - xllamacpp has no types
    import xllamacpp

    params = xllamacpp.CommonParams()
    params.model.path = str(path)
    params.model_alias = {MODEL_NAME}
    params.n_ctx, params.n_parallel, params.n_predict = CONTEXT_TOKENS, 1, 1024
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = 1
    params.cache_prompt, params.cache_ram_mib, params.n_ctx_checkpoints = False, 0, 0
    params.sampling.temp, params.sampling.seed = 0.0, SEED
    params.verbosity, params.ui, params.warmup = 1, False, False
    # The library always opens a port of its own; with a key that nobody knows, nothing can be asked past the count.
    params.api_keys = [secrets.token_hex(32)]
    return xllamacpp.Server(params)


def _problem(message: str, kind: str) -> dict[str, Any]:
    return {"error": {"message": message, "type": kind, "code": kind}}


class Front(ThreadingHTTPServer):
    """The HTTP server around the workers; listens on this machine alone."""

    daemon_threads = True
    request_queue_size = 128

    workers: Workers
    """To be set before serving."""

    def __init__(self, port: int) -> None:
        """Listen on ``port`` of the loopback interface; 0 takes a free one.

        Raises:
            OSError: If the port is taken.
        """
        super().__init__(("127.0.0.1", port), _Handler)
        self.counts = Counts()

    @property
    def url(self) -> str:
        """Base URL for OpenAI-compatible clients."""
        return f"http://127.0.0.1:{self.server_address[1]}/v1"


class _Handler(BaseHTTPRequestHandler):
    server: Front
    protocol_version = "HTTP/1.1"
    # One segment per reply: headers and body apart would cost 40 ms each time (Nagle against delayed acknowledgement).
    wbufsize = 1 << 16
    disable_nagle_algorithm = True

    def do_GET(self) -> None:
        if self.path == "/health":
            self._reply(HTTPStatus.OK, {"status": "ok"})
        elif self.path == "/counts":
            self._reply(HTTPStatus.OK, self.server.counts.snapshot())
        elif self.path == "/v1/models":
            self._reply(HTTPStatus.OK, {"object": "list", "data": [{"id": MODEL_NAME, "object": "model"}]})
        else:
            self._reply(HTTPStatus.NOT_FOUND, _problem(f"no such path: {self.path}", "not_found_error"))

    def do_POST(self) -> None:
        length = self.headers.get("Content-Length", "")
        if not length.isdecimal() or int(length) > _BODY_LIMIT:
            self.close_connection = True
            self._reply(HTTPStatus.BAD_REQUEST, _problem("a body of known, moderate length", "invalid_request_error"))
            return
        body = self.rfile.read(int(length))
        if self.path != "/v1/chat/completions":
            self._reply(HTTPStatus.NOT_FOUND, _problem(f"no such path: {self.path}", "not_found_error"))
            return
        self.server.counts.start()
        status, reply = self._answer(body)
        self.server.counts.complete()
        self._reply(status, reply)

    def _answer(self, body: bytes) -> tuple[int, dict[str, Any]]:
        try:
            request = json.loads(body)
        except ValueError:
            return HTTPStatus.BAD_REQUEST, _problem("the body is not JSON", "invalid_request_error")
        if not isinstance(request, dict) or request.get("stream"):
            return HTTPStatus.BAD_REQUEST, _problem("an object without 'stream' is wanted", "invalid_request_error")
        if request.get("model") != MODEL_NAME:
            return HTTPStatus.NOT_FOUND, _problem(f"the only model here is {MODEL_NAME}", "model_not_found")
        return self.server.workers.chat(request)

    def _reply(self, status: int, value: dict[str, Any]) -> None:
        body = json.dumps(value).encode()
        try:
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)
            self.wfile.flush()
        except OSError:
            self.close_connection = True

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class names it so
        """Say nothing: the runner's terminal is not the server's."""


def _die_with_parent() -> None:
    """End this process as soon as whoever started it is gone, however that came about.

    Standard input is a pipe whose other end only the parent holds: its end closes with the parent, SIGKILL included.
    A change of parent is the second sign, for the case that some other child of the parent inherited that end.
    """

    def watch_pipe() -> None:
        while sys.stdin.buffer.read(4096):
            pass
        os._exit(0)

    def watch_parent(parent: int) -> None:
        while os.getppid() == parent:
            time.sleep(0.5)
        os._exit(0)

    threading.Thread(target=watch_pipe, daemon=True).start()
    threading.Thread(target=watch_parent, args=(os.getppid(),), daemon=True).start()


def main(arguments: list[str] | None = None) -> int:
    """Load the model and serve until stopped.

    Args:
        arguments: Command line without the program's name.

    Returns:
        Exit code.
    """
    parser = argparse.ArgumentParser(prog="python -m runner.model.embedded_server", description=__doc__.split("\n")[0])
    parser.add_argument("--port", type=int, default=0, help="port on 127.0.0.1; 0 takes a free one (default)")
    parser.add_argument("--workers", type=int, default=0, help="answers computed at once; 0: one per processor, max. 4")
    parser.add_argument("--die-with-parent", action="store_true", help="end when standard input closes")
    options = parser.parse_args(arguments)
    if options.die_with_parent:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the runner's to handle: it drains first
        _die_with_parent()
    try:
        path = find_model()
        verify_model(path)
        front = Front(options.port)
        front.workers = Workers(path, options.workers or default_workers())
    except (RagcanaryError, OSError, RuntimeError) as error:
        sys.stderr.write(f"{error}\n")
        return error.exit_code if isinstance(error, RagcanaryError) else 1
    sys.stdout.write(json.dumps({"url": front.url, "workers": front.workers.count, "model": MODEL_NAME}) + "\n")
    sys.stdout.flush()
    # Nobody reads standard output from here on; llama.cpp's own lines must not fill the pipe and stop the server.
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    with contextlib.suppress(KeyboardInterrupt):
        front.serve_forever()
    return 0


if __name__ == "__main__":
    exit_code = main()
    sys.stdout.flush()
    sys.stderr.flush()
    # llama.cpp's own threads may be computing; taking them down in order takes seconds, and at times for ever.
    os._exit(exit_code)
