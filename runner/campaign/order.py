"""The one question order that all systems share, and the one shuffled judging queue.

Both follow from the campaign's seed by SHA-256, so that they are equal on every machine and with every library version.
"""

import hashlib
from collections.abc import Iterable

from schemas.question import Question


def question_order(questions: Iterable[Question], seed: int) -> list[Question]:
    """Return the questions in the order in which every system gets them."""
    return sorted(questions, key=lambda question: _rank(seed, "question", question.question_id))


def judging_order(blind_ids: Iterable[str], seed: int) -> list[str]:
    """Return the anonymous ids of responses in the order of judging, shuffled over all systems."""
    return sorted(blind_ids, key=lambda blind: _rank(seed, "judging", blind))


def _rank(seed: int, purpose: str, item: str) -> bytes:
    return hashlib.sha256(f"{seed}\n{purpose}\n{item}".encode("utf-8", "surrogatepass")).digest()
