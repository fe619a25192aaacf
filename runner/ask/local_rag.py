"""Retrieval-augmented answering on this machine: BM25 over the campaign's corpus, and any chat model as reader."""

import asyncio
import re
import time
from dataclasses import dataclass

from runner.ask.base import SystemAdapter
from runner.ask.conversation import chat_delivery, messages_for, to_response
from runner.ask.retrieval import Hit, PassageIndex, PassageLike
from runner.errors import ConfigError
from runner.model.caller import check_fit
from schemas.response import AskedQuestion, Passage, Response, Status, Usage
from schemas.system import Delivery, LocalRagSystem

QUESTION_FRAME = "Text:\n{passages}\n\nQuestion: {question}"
"""The user's message. Passages come first: a small model answers what it read last."""

PASSAGE_FRAME = "{title}: {text}"
"""One passage in it; the title says what "it" and "he" in the text mean."""

NOTHING_FOUND = "(nothing was found)"
"""Stands for the passages where retrieval found none and the system answers nevertheless."""

DECLINE = "I do not know: the documents do not seem to contain the answer to this question."
"""What a system with a threshold says when its best passage lies below it."""


@dataclass(frozen=True, slots=True)
class _Cut:
    """A passage as cut for one system."""

    document_id: str
    title: str | None
    text: str


class LocalRag(SystemAdapter[LocalRagSystem]):
    """Retrieves, declines if what it found is too weak, and otherwise lets the reader answer from it."""

    needs_documents = True
    _index: PassageIndex

    @classmethod
    def describe_delivery(cls, system: LocalRagSystem, instruction: str) -> Delivery:
        """Return the instruction with this adapter's own words around passages and question."""
        frame = {"question": QUESTION_FRAME, "passage": PASSAGE_FRAME, "nothing_found": NOTHING_FOUND}
        if system.retrieval.threshold is not None:
            frame["decline"] = DECLINE
        return chat_delivery(system, instruction, frame)

    async def open(self) -> None:
        """Cut the corpus into passages and index them.

        Raises:
            ConfigError: If there is no corpus, or the reader cannot be asked at its endpoint.
            MissingPartError: If the BM25 library is absent.
        """
        check_fit(self.system.reader, self.resources.endpoint(self.system.reader.endpoint))
        if not self.resources.documents:
            raise ConfigError(
                "retrieval on this machine needs the documents of the knowledge base",
                where=f"system.{self.system.slug}",
                fix="choose a knowledge_base with a folder",
            )
        self._index = await asyncio.to_thread(self._build_index)

    def _build_index(self) -> PassageIndex:
        from runner.knowledge_base.passages import cut_passages

        return PassageIndex(
            [
                _Cut(document.document_id, document.title, document.text[span.start : span.end])
                for document in self.resources.documents
                for span in cut_passages(document.text, self.system.retrieval.passage_words)
            ]
        )

    async def ask(self, question: AskedQuestion) -> Response:
        """Answer one question from what retrieval finds for it."""
        started = time.perf_counter()
        retrieval = self.system.retrieval
        hits = self._index.search(question.text, retrieval.top_k)
        evidence = [_evidence(rank, hit) for rank, hit in enumerate(hits, start=1)]
        best = hits[0].score if hits else 0.0
        if retrieval.threshold is not None and best < retrieval.threshold:
            return Response(
                status=Status.OK,
                answer=DECLINE,
                evidence=evidence,
                evidence_has_text=True,
                usage=Usage(input_tokens=0, output_tokens=0),
                latency_s=time.perf_counter() - started,
                cost_usd=0.0,
                raw_response={"declined": {"best_score": best, "threshold": retrieval.threshold}},
            )
        spent = time.perf_counter() - started
        reader = self.system.reader
        completion = await self.resources.caller.complete(
            reader,
            self.resources.endpoint(reader.endpoint),
            messages_for(self.delivery, question_text(question.text, hits)),
        )
        return to_response(completion, evidence=evidence, before_s=spent)


def question_text(question: str, hits: list[Hit]) -> str:
    """Return the user's message: passages, then the question, each exactly as it is."""
    passages = "\n\n".join(_shown(hit.passage) for hit in hits) or NOTHING_FOUND
    return _fill(QUESTION_FRAME, passages=passages, question=question)


def _shown(passage: PassageLike) -> str:
    """Return a passage as the reader sees it: its document's title, and the text without a repeated heading."""
    text = passage.text
    if passage.title is None:
        return text
    first, _, rest = text.partition("\n")
    if first.lstrip("# ").strip() == passage.title:
        text = rest.strip()
    return _fill(PASSAGE_FRAME, title=passage.title, text=text)


def _fill(frame: str, **values: str) -> str:
    """Put ``values`` in their places in one pass, so that braces inside them stay what they are."""
    return re.sub(r"\{(\w+)\}", lambda mark: values[mark[1]], frame)


def _evidence(rank: int, hit: Hit) -> Passage:
    passage = hit.passage
    return Passage(document_id=passage.document_id, title=passage.title, text=passage.text, score=hit.score, rank=rank)
