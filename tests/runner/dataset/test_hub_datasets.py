"""Data sets from the Hub, against a small server that speaks the part of its protocol that reading needs (BR-41)."""

import hashlib
import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest

ROOT = Path(__file__).resolve().parents[3]
REPO = "someone/questions"

CARD = """---
configs:
- config_name: main
  default: true
  data_files:
  - split: eval
    path: questions.csv
- config_name: shards
  data_files:
  - split: eval
    path: part-*.jsonl
---
Questions.
"""
FIRST = "id,question,gold,gap\n007,Which symbol?,NA,false\n1e3,Who?,None,True\n010,What?,true,0\n"
SHARDS = {
    f"part-{n}.jsonl": json.dumps({"id": str(n), "question": f"q{n}", "gold": "a", "gap": 0}) + "\n" for n in (0, 1)
}


def commit(number: int) -> str:
    return hashlib.sha1(f"commit {number}".encode(), usedforsecurity=False).hexdigest()


@dataclass
class Hub:
    """One repository with its commits, the newest last."""

    commits: dict[str, dict[str, bytes]]
    endpoint: str = ""

    def revision(self, name: str) -> str | None:
        if name == "main":
            return list(self.commits)[-1]
        return name if name in self.commits else None


def entry(path: str, data: bytes) -> dict[str, Any]:
    return {
        "type": "file",
        "path": path,
        "oid": hashlib.sha1(data, usedforsecurity=False).hexdigest(),
        "size": len(data),
    }


def answer(hub: Hub, path: str, body: bytes) -> tuple[int, Any, dict[str, str]]:
    """Return status, body (JSON, or bytes of a file) and headers for one request."""
    api, files = f"/api/datasets/{REPO}", f"/datasets/{REPO}/resolve/"
    if path.startswith(files):
        name, _, file = path.removeprefix(files).partition("/")
        sha = hub.revision(name)
        if sha is None or file not in hub.commits[sha]:
            return 404, {}, {"X-Error-Code": "RevisionNotFound" if sha is None else "EntryNotFound"}
        data = hub.commits[sha][file]
        return 200, data, {"ETag": f'"{entry(file, data)["oid"]}"', "X-Repo-Commit": sha}
    if not path.startswith(api):
        return 404, {"error": "Repository not found"}, {"X-Error-Code": "RepoNotFound"}
    operation, _, name = path.removeprefix(api).strip("/").partition("/")
    if operation == "commits":
        newest_first = reversed(list(hub.commits))
        return (
            200,
            [
                {"id": sha, "title": "t", "message": "", "date": "2026-01-01T00:00:00Z", "authors": []}
                for sha in newest_first
            ],
            {},
        )
    sha = hub.revision(name or "main") if operation != "tree" else hub.revision(name.partition("/")[0])
    if sha is None:
        return 404, {}, {"X-Error-Code": "RevisionNotFound"}
    entries = [entry(file, data) for file, data in sorted(hub.commits[sha].items())]
    if operation == "tree":
        return 200, entries, {}
    if operation == "paths-info":
        wanted = json.loads(body)["paths"]
        return 200, [one for one in entries if one["path"] in wanted], {}
    return 200, {"id": REPO, "sha": sha, "tags": [], "siblings": [{"rfilename": one["path"]} for one in entries]}, {}


@pytest.fixture
def hub() -> Iterator[Hub]:
    both = {"README.md": CARD.encode()} | {name: text.encode() for name, text in SHARDS.items()}
    hub = Hub(
        {
            commit(1): both | {"questions.csv": FIRST.encode()},
            commit(2): both | {"questions.csv": FIRST.replace("NA", "Na").encode()},
        }
    )

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_: object) -> None:
            pass

        def reply(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length") or 0))
            status, content, headers = answer(hub, unquote(urlsplit(self.path).path), body)
            data = content if isinstance(content, bytes) else json.dumps(content).encode()
            self.send_response(status)
            for key, value in (headers | {"Content-Length": str(len(data))}).items():
                self.send_header(key, value)
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(data)

        do_GET = do_HEAD = do_POST = reply  # noqa: N815 - the names that http.server calls

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    hub.endpoint = f"http://127.0.0.1:{server.server_port}"
    yield hub
    server.shutdown()
    server.server_close()
    thread.join()


SCRIPT = """
import json, sys
from runner.dataset.load import load_questions
from runner.errors import RagcanaryError
from schemas.dataset import DATASET
for settings in json.loads(sys.stdin.read()):
    try:
        loaded = load_questions(DATASET.validate_python(settings))
        questions = [q.model_dump() for q in loaded.questions]
        print(json.dumps({"questions": questions, "report": loaded.report.model_dump()}))
    except RagcanaryError as error:
        print(json.dumps({"error": type(error).__name__, "text": str(error)}))
"""


def load(hub: Hub, home: Path, *settings: dict[str, Any]) -> list[dict[str, Any]]:
    """Load in a fresh process: the Hub's libraries read the endpoint when they are imported."""
    base = {
        "kind": "hub",
        "name": "own",
        "title": "Own",
        "licence": "MIT",
        "repo": REPO,
        "split": "eval",
        "revision": commit(1),
        "columns": {"question_id": "id", "question": "question", "gold": "gold"},
        "canary": {"column": "gap", "corpus": "declared:web"},
    }
    environment = os.environ | {
        "HF_ENDPOINT": hub.endpoint,
        "HF_HOME": str(home),
        "HF_HUB_DISABLE_XET": "1",
        "HF_HUB_DISABLE_TELEMETRY": "1",
        "HF_HUB_DISABLE_PROGRESS_BARS": "1",
        "PYTHONPATH": str(ROOT),
    }
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        input=json.dumps([base | one for one in settings]),
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_the_hub_s_values_survive_and_its_revision_is_pinned_and_recorded(hub: Hub, tmp_path: Path) -> None:
    whole, short, newer, moving, shards, config, split, revision, repo, unknown = load(
        hub,
        tmp_path,
        {},
        {"revision": commit(1)[:7]},
        {"revision": commit(2)},
        {"revision": "main"},
        {"config": "shards"},
        {"config": "other"},
        {"split": "test"},
        {"revision": "v9"},
        {"repo": "someone/else"},
        {"revision": "0000000"},
    )
    assert [(q["question_id"], q["gold"]) for q in whole["questions"]] == [
        ("007", "NA"),
        ("1e3", "None"),
        ("010", "true"),
    ]
    assert [q["is_gap_canary"] for q in whole["questions"]] == [False, True, False]
    assert (whole["report"]["repo"], whole["report"]["revision"]) == (REPO, commit(1))
    assert (short["report"]["revision"], short["report"]["notes"]) == (commit(1), [])
    assert short["report"]["questions_sha256"] == whole["report"]["questions_sha256"]
    # One letter differs between the two commits: another hash.
    assert newer["report"]["questions_sha256"] != whole["report"]["questions_sha256"]
    assert moving["report"]["revision"] == commit(2)
    assert "can move" in moving["report"]["notes"][0]
    assert [q["question_id"] for q in shards["questions"]] == ["0", "1"]
    for wrong, what in (
        (config, "does not have this data set"),
        (split, "dataset.split must be one of: eval"),
        (revision, "RevisionNotFoundError"),
        (repo, "does not have this data set"),
        (unknown, "0 commits begin with 0000000"),
    ):
        assert wrong["error"] == "DataError"
        assert what in wrong["text"]


def test_without_the_library_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    from runner.dataset.hub import fetch_files
    from runner.errors import MissingPartError
    from schemas.dataset import HubDataset

    monkeypatch.setitem(sys.modules, "datasets", None)
    dataset = HubDataset.model_validate(
        {
            "kind": "hub",
            "name": "own",
            "title": "Own",
            "licence": "MIT",
            "repo": REPO,
            "split": "eval",
            "revision": "v1",
            "columns": {"question": "q", "gold": "g"},
        }
    )
    with pytest.raises(MissingPartError, match=r"library .datasets.") as caught:
        fetch_files(dataset)
    assert "ragcanary[hub]" in caught.value.fix
    assert "dataset.path=" in caught.value.fix
