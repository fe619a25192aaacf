"""A real HTTP server on loopback that speaks three vendors' wire formats and makes the trouble it is told to make."""

import json
import socket
import threading
from collections import deque
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Literal, Self

Wire = Literal["openai", "anthropic", "gemini"]


@dataclass(frozen=True)
class Act:
    """What the server does with one request."""

    status: int = 200
    body: Any = None
    """JSON, or bytes sent as they are; null sends a good completion."""
    headers: dict[str, str] = field(default_factory=dict)
    trouble: Literal["none", "hang", "drip", "drop", "truncate"] = "none"


@dataclass(frozen=True)
class Seen:
    """One request as it arrived."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


@dataclass
class ScriptedVendor:
    """Start with ``with``; the first POSTs get ``script`` in order, all others a good completion."""

    wire: Wire = "openai"
    script: list[Act] = field(default_factory=list)
    model: str | None = "demo-2026"
    seen: list[Seen] = field(default_factory=list)
    """POST requests, in order of arrival."""
    looked_up: list[Seen] = field(default_factory=list)
    """GET requests, in order of arrival."""
    lookup_status: int = 200

    def __enter__(self) -> Self:
        vendor, acts, lock = self, deque(self.script), threading.Lock()
        self._over = threading.Event()

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            wbufsize = 1 << 16

            def do_GET(self) -> None:
                vendor.looked_up.append(Seen(self.path, {k.lower(): v for k, v in self.headers.items()}, b""))
                found = self.path in {"/v1/models", "/v1beta/models", "/proxy/v1/models"}
                self._send(Act(status=vendor.lookup_status if found else 404, body={"data": []}))

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                with lock:
                    vendor.seen.append(Seen(self.path, {k.lower(): v for k, v in self.headers.items()}, body))
                    act = acts.popleft() if acts else Act()
                try:
                    self._act(act)
                except OSError:
                    self.close_connection = True

            def _act(self, act: Act) -> None:
                if act.trouble == "none":
                    self._send(act)
                    return
                self.close_connection = True
                if act.trouble in {"drip", "truncate"}:
                    self.wfile.write(
                        b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{"
                    )
                    self.wfile.flush()
                if act.trouble == "drip":
                    while not vendor._over.wait(0.1):
                        self.wfile.write(b" ")
                        self.wfile.flush()
                elif act.trouble == "hang":
                    vendor._over.wait()
                self.connection.shutdown(socket.SHUT_RDWR)

            def _send(self, act: Act) -> None:
                raw = act.body if isinstance(act.body, bytes) else json.dumps(act.body or vendor.good()).encode()
                self.send_response(act.status)
                for name, value in {"Content-Type": "application/json", **act.headers}.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(raw)))
                self.end_headers()
                self.wfile.write(raw)
                self.wfile.flush()

            def log_message(self, *_: object) -> None:
                return

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._server.shutdown()
        self._server.server_close()

    @property
    def root(self) -> str:
        """The server without any path."""
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    @property
    def url(self) -> str:
        """Base URL for clients of this wire format."""
        return self.root + {"openai": "/v1", "anthropic": "", "gemini": "/v1beta"}[self.wire]

    def good(self, text: str = "It was 1912.", reason: str | None = None) -> dict[str, Any]:
        """The body of a completion as the vendor documents it; without ``model``, it names none."""
        if self.wire == "openai":
            message = {"role": "assistant", "content": text, "refusal": None}
            body: dict[str, Any] = {
                "id": "chatcmpl-1",
                "object": "chat.completion",
                "created": 1_790_000_000,
                "choices": [{"index": 0, "message": message, "finish_reason": reason or "stop"}],
                "usage": {
                    "prompt_tokens": 11,
                    "completion_tokens": 5,
                    "total_tokens": 16,
                    "prompt_tokens_details": {"cached_tokens": 8},
                    "completion_tokens_details": {"reasoning_tokens": 2},
                },
            }
        elif self.wire == "anthropic":
            body = {
                "id": "msg_1",
                "type": "message",
                "role": "assistant",
                "content": [{"type": "text", "text": text}],
                "stop_reason": reason or "end_turn",
                "stop_sequence": None,
                "usage": {"input_tokens": 11, "output_tokens": 5},
            }
        else:
            candidate = {"content": {"role": "model", "parts": [{"text": text}]}, "finishReason": reason or "STOP"}
            body = {
                "candidates": [{**candidate, "index": 0}],
                "usageMetadata": {"promptTokenCount": 11, "candidatesTokenCount": 5, "totalTokenCount": 16},
            }
        name = {} if self.model is None else {"modelVersion" if self.wire == "gemini" else "model": self.model}
        return body | name
