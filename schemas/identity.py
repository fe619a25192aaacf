"""Keys and hashes: what makes two answers, votes, systems, protocols or campaigns the same.

Every key is the SHA-256 of canonical JSON (RFC 8785) of a mapping whose first member ``of`` names what is hashed, so
that keys of different kinds can never meet. ``docs/identity.md`` works an example of each.
"""

import hashlib
import hmac
from typing import Any

from schemas.canonical import nfc, sha256_of
from schemas.question import Question
from schemas.scoring import Scoring
from schemas.spec import ClassifierSpec, JudgeSpec, ProtocolSpec, SystemSpec

_UNMEASURED = frozenset({"slug", "title", "description", "concurrency", "family"})
"""Settings of every system that change nothing it answers."""
_UNMEASURED_OF_TRANSCRIPTS = frozenset({"file", "columns", "select"})
"""A transcript is identified by the rows read from it, not by where they lay or what the columns were called."""


def question_id_of(text: str) -> str:
    """Return the id of a question whose data set gives none: ``q-`` and 12 hex digits of its NFC text's SHA-256."""
    return "q-" + hashlib.sha256(nfc(text).encode("utf-8", "surrogatepass")).hexdigest()[:12]


def questions_hash(questions: list[Question]) -> str:
    """Return the hash of the questions with texts, golds, flags and corpus, whatever their order."""
    rows = [
        {
            "question_id": q.question_id,
            "text": q.text,
            "gold": q.gold,
            "is_gap_canary": q.is_gap_canary,
            "corpus_id": q.corpus_id,
        }
        for q in sorted(questions, key=lambda q: q.question_id)
    ]
    return sha256_of({"of": "questions", "questions": rows})


def system_key(system: SystemSpec) -> str:
    """Return the hash of the measured part of a system with the prompt as delivered."""
    dropped = _UNMEASURED | (_UNMEASURED_OF_TRANSCRIPTS if system.settings.adapter == "transcript" else frozenset())
    settings = {key: value for key, value in system.settings.model_dump(mode="json").items() if key not in dropped}
    return sha256_of(
        {
            "of": "system",
            "settings": settings,
            "delivery": system.delivery.model_dump(mode="json"),
            "adapter_version": system.adapter_version,
            "corpus_id": system.corpus_id,
            "data_sha256": system.data_sha256,
        }
    )


def answer_key(system: str, question_text: str, repeat: int) -> str:
    """Return the key under which an answer may be taken over by another campaign.

    Args:
        system: The system key.
        question_text: The question as put.
        repeat: The repeat, from 0.
    """
    return sha256_of({"of": "answer", "system": system, "question": nfc(question_text), "repeat": repeat})


def intent_key(classifier: ClassifierSpec, question_text: str, response_text: str) -> str:
    """Return the key under which a classification may be taken over."""
    return sha256_of(
        {
            "of": "intent",
            "classifier": classifier.model_dump(mode="json"),
            "question": question_text,
            "response": sha256_text(response_text),
        }
    )


def vote_key(judge: JudgeSpec, judge_prompt: str | None, question: str, gold: str, response: str) -> str:
    """Return the key under which a valid vote may be taken over.

    Args:
        judge: The judge with its parameters.
        judge_prompt: The panel's instructions to judges; enters for model judges only.
        question: The question as put.
        gold: The gold answer with its notes.
        response: The answer under judgement.
    """
    return sha256_of(
        {
            "of": "vote",
            "judge": judge.model_dump(mode="json"),
            "prompt": judge_prompt if judge.config.kind == "model" else None,
            "question": question,
            "gold": gold,
            "response": sha256_text(response),
        }
    )


def protocol_hash(protocol: ProtocolSpec) -> str:
    """Return the hash that two results must share to be comparable."""
    body = protocol.model_dump(mode="json")
    body["questions"] = {"sha256": protocol.questions.sha256, "corpus_id": protocol.questions.corpus_id}
    del body["prompt"]["name"]
    del body["panel"]["name"]
    return sha256_of({"of": "protocol", **body})


def campaign_hash(protocol: str, systems: dict[str, SystemSpec], repeats: int) -> str:
    """Return the hash of a campaign: its protocol, its systems with their roles, and the repeats.

    Slugs and roles enter beside the system keys, because response ids carry the slug and exemption changes scores.
    """
    members = {
        slug: {"key": system_key(system), "role": system.role, "sample": system.sample}
        for slug, system in systems.items()
    }
    return sha256_of({"of": "campaign", "protocol": protocol, "systems": members, "repeats": repeats})


def scoring_hash(scoring: Scoring) -> str:
    """Return the hash of the settings that turn verdicts into scores."""
    body = scoring.model_dump(mode="json")
    body["ks"] = sorted(set(body["ks"]))
    return sha256_of({"of": "scoring", **body})


def response_id(campaign: str, slug: str, question_id: str, repeat: int) -> str:
    """Return the id of a response: ``r-`` and 16 hex digits."""
    body: dict[str, Any] = {
        "of": "response",
        "campaign": campaign,
        "slug": slug,
        "question_id": question_id,
        "repeat": repeat,
    }
    return "r-" + sha256_of(body)[:16]


def blind_id(key: bytes, response: str) -> str:
    """Return the anonymous id of a response: ``b-`` and 16 hex digits of an HMAC-SHA-256 under the run's key."""
    return "b-" + hmac.new(key, response.encode(), hashlib.sha256).hexdigest()[:16]


def sha256_text(text: str) -> str:
    """Return the SHA-256 of a text's UTF-8 bytes; lone surrogates count as their three-byte form."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
