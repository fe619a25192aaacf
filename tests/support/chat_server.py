"""A real HTTP server on loopback that speaks OpenAI's chat wire format, counts, and misbehaves on demand."""

import json
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self


@dataclass
class Reply:
    """What the server does with one request."""

    text: str = "It was 1912."
    status: int = 200
    delay_s: float = 0.0
    body: dict[str, Any] | None = None
    """Replaces the whole body."""


@dataclass
class ChatServer:
    """Start with ``with``; ``behave`` decides every reply from the user's last message."""

    behave: Callable[[str], Reply] = lambda _: Reply()
    by_model: dict[str, Callable[[str], Reply]] = field(default_factory=dict)
    """Decides in place of ``behave`` where the request names such a model."""
    model: str = "demo-2026"
    bodies: list[dict[str, Any]] = field(default_factory=list)
    """Request bodies, in order of arrival."""

    def __enter__(self) -> Self:
        server = self
        lock = threading.Lock()

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                self._send(200, {"object": "list", "data": [{"id": server.model, "object": "model"}]})

            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                with lock:
                    server.bodies.append(body)
                behave = server.by_model.get(str(body["model"]), server.behave)
                reply = behave(str(body["messages"][-1]["content"]))
                time.sleep(reply.delay_s)
                self._send(reply.status, reply.body or server.completion(reply.text, str(body["model"])))

            def _send(self, status: int, body: dict[str, Any]) -> None:
                raw = json.dumps(body).encode()
                try:
                    self.send_response(status)
                    self.send_header("Content-Type", "application/json")
                    self.send_header("Content-Length", str(len(raw)))
                    self.end_headers()
                    self.wfile.write(raw)
                except (BrokenPipeError, ConnectionResetError):
                    self.close_connection = True  # The caller was killed; the request still counts.

            def log_message(self, *_: object) -> None:
                return

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    @property
    def url(self) -> str:
        """Base URL for clients."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def questions(self) -> Counter[str]:
        """How often each last message was asked."""
        return Counter(str(body["messages"][-1]["content"]) for body in self.bodies)

    def asked(self, model: str) -> int:
        """How many requests named a model."""
        return sum(body["model"] == model for body in self.bodies)

    def completion(self, text: str, model: str | None = None) -> dict[str, Any]:
        """The body of a chat completion, as the vendor documents it."""
        return {
            "id": "chatcmpl-1",
            "object": "chat.completion",
            "created": 1_790_000_000,
            "model": model or self.model,
            "choices": [
                {
                    "index": 0,
                    "message": {"role": "assistant", "content": text, "refusal": None},
                    "finish_reason": "stop",
                }
            ],
            "usage": {"prompt_tokens": 11, "completion_tokens": 5, "total_tokens": 16},
        }
