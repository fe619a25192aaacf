"""A campaign's folder: where each file lies, and how it comes into being in one step."""

import json
import os
import secrets
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from runner.errors import ConfigError, RecordError
from schemas.canonical import sha256_bytes
from schemas.identity import campaign_hash, protocol_hash, questions_hash, scoring_hash, system_key
from schemas.question import Question
from schemas.spec import Spec

LOGS = ("requests", "intents", "votes", "calls", "anomalies", "repairs")
"""The logs of a campaign; ``schemas.log_rules.LOGS`` says what they hold."""
SPEC, QUESTIONS, KEY, UNBLINDING = "spec.json", "questions.jsonl", "blind.key", "unblinding.json"


@dataclass(frozen=True, slots=True)
class CampaignFolder:
    """An existing folder of a campaign."""

    root: Path
    """The folder."""
    spec: Spec
    """The spec with which it was begun."""
    spec_sha256: str
    """SHA-256 of the bytes of ``spec.json``: where the chains of all logs begin."""

    @property
    def blind_key(self) -> bytes:
        """The random key of the anonymous ids; read by nothing but the making of ids.

        Raises:
            RecordError: If it is absent or damaged.
        """
        path = self.root / KEY
        try:
            key = bytes.fromhex(path.read_text("ascii").strip())
        except (OSError, ValueError) as error:
            raise RecordError(
                "the key of the anonymous ids cannot be read",
                where=str(path),
                fix="restore the file from a copy of the run; unblinding.json of a graded run holds it too",
            ) from error
        if len(key) != 32:
            raise RecordError(
                "the key of the anonymous ids is damaged",
                where=str(path),
                fix="restore the file from a copy of the run",
            )
        return key

    def questions(self) -> list[Question]:
        """Return the questions as asked.

        Raises:
            RecordError: If the file is damaged or not the one that the spec was frozen with.
        """
        questions = read_questions(self.root / QUESTIONS)
        if questions_hash(questions) != self.spec.protocol.questions.sha256:
            raise RecordError(
                "the questions are not those of the spec",
                where=str(self.root / QUESTIONS),
                fix="restore the file from a copy of the run",
            )
        return questions

    def scores(self, scoring: str) -> Path:
        """Return the folder of the scores under one scoring hash."""
        return self.root / "scores" / scoring[:8]


def folder_name(spec: Spec) -> str:
    """Return the name of a campaign's folder: its name and the first 8 digits of its hash."""
    return f"{spec.name}-{spec.hashes.campaign[:8]}"


def open_folder(root: Path) -> CampaignFolder:
    """Open an existing folder.

    Raises:
        RecordError: If it is none, or its spec does not have the hashes that it states.
    """
    path = root / SPEC
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise RecordError("this is no campaign's folder", where=str(root), fix=f"it must hold a {SPEC}") from error
    return CampaignFolder(root=root, spec=parse_spec(raw, str(path)), spec_sha256=sha256_bytes(raw))


def create_folder(output: Path, spec: Spec, questions: list[Question]) -> CampaignFolder:
    """Open the campaign's folder below ``output``, making it first if there is none.

    The folder appears whole or not at all: it is made under a temporary name and renamed.

    Raises:
        RecordError: If the folder cannot be made, or belongs to another campaign.
    """
    root = output / folder_name(spec)
    if not root.exists():
        try:
            _make(output, root, spec, questions)
        except OSError as error:
            raise RecordError(
                f"the campaign's folder cannot be made: {error.strerror}",
                where=str(root),
                fix="choose another place: output=FOLDER",
            ) from error
    folder = open_folder(root)
    if folder.spec.hashes.campaign != spec.hashes.campaign:
        raise RecordError("the folder belongs to another campaign", where=str(root), fix="choose another name=…")
    return folder


def _make(output: Path, root: Path, spec: Spec, questions: list[Question]) -> None:
    output.mkdir(parents=True, exist_ok=True)
    draft = Path(tempfile.mkdtemp(prefix=f".{root.name}.", dir=output))
    try:
        _write(draft / SPEC, dump_spec(spec))
        _write(draft / QUESTIONS, b"".join(_line(question) for question in questions))
        for log in LOGS:
            # Born with the folder, so that a log that is gone later is known to be gone, and nothing is paid for twice.
            _write(draft / f"{log}.jsonl", b"")
        _write(draft / KEY, secrets.token_hex(32).encode() + b"\n")
        (draft / KEY).chmod(0o600)
        draft.chmod(0o755)
        try:
            draft.rename(root)
        except OSError:
            # Somebody else made the folder in the meantime; theirs is as good, and open_folder checks it.
            if not (root / SPEC).exists():
                raise
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def dump_spec(spec: Spec) -> bytes:
    """Return the bytes of ``spec.json``: indented for people, ASCII, keys in the order of the model."""
    return json.dumps(spec.model_dump(mode="json"), indent=1, ensure_ascii=True, allow_nan=False).encode() + b"\n"


def parse_spec(raw: bytes, where: str) -> Spec:
    """Read a spec and check that it has the hashes that it states.

    Raises:
        ConfigError: If it cannot be read as a spec, or was changed after freezing.
    """
    try:
        spec = Spec.model_validate_json(raw)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        key = ".".join(str(part) for part in first["loc"])
        raise ConfigError(
            f"not a frozen spec of this version: `{key}`: {first['msg']}",
            where=where,
            fix="give the spec.json of a campaign's folder",
        ) from error
    protocol = protocol_hash(spec.protocol)
    stated, actual = (
        spec.hashes,
        {
            "protocol": protocol,
            "campaign": campaign_hash(protocol, spec.systems, spec.repeats),
            "scoring": scoring_hash(spec.scoring),
            "systems": {slug: system_key(system) for slug, system in spec.systems.items()},
        },
    )
    changed = [name for name, value in actual.items() if getattr(stated, name) != value]
    if changed:
        raise ConfigError(
            f"the spec was changed after freezing: its {', '.join(changed)} differ",
            where=where,
            fix="freeze again with `ragcanary run`, or restore the file",
        )
    return spec


def read_questions(path: Path) -> list[Question]:
    """Read a ``questions.jsonl``.

    Raises:
        RecordError: Naming the line that cannot be read.
    """
    questions = []
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise RecordError(f"the questions cannot be read: {error.strerror}", where=str(path)) from error
    for number, line in enumerate(raw.split(b"\n"), 1):
        if line:
            try:
                questions.append(Question.model_validate_json(line))
            except ValidationError as error:
                raise RecordError(
                    "a question cannot be read", where=f"{path}:{number}", fix="restore the file from a copy of the run"
                ) from error
    return questions


def write_atomically(path: Path, data: bytes) -> None:
    """Write a derived file so that readers see the old one or the new one, never a part."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    _write(draft, data)
    draft.replace(path)


def _write(path: Path, data: bytes) -> None:
    with path.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _line(question: Question) -> bytes:
    return json.dumps(question.model_dump(mode="json"), ensure_ascii=True).encode() + b"\n"
