"""Local retrieval systems: what the reader is sent, when it is not asked at all, and what is recorded."""

import asyncio
from dataclasses import dataclass

import pytest

from runner.ask.base import Resources
from runner.ask.local_rag import DECLINE, NOTHING_FOUND, LocalRag
from runner.errors import ConfigError
from runner.model.completion import Completion
from schemas.endpoint import Endpoint
from schemas.response import AskedQuestion, Status, Usage
from schemas.system import LocalRagSystem

ENDPOINTS = {"demo": Endpoint(base_url="http://127.0.0.1:9/v1")}


@dataclass(frozen=True)
class Text:
    document_id: str
    title: str | None
    text: str


DOCUMENTS = [
    Text(
        "erebus", "Mount Erebus", "# Mount Erebus\n\nThe volcano stands on Ross Island. It was first climbed in 1908."
    ),
    Text("etna", "Etna", "The volcano stands on Sicily and erupts often."),
    Text("braces", "A {text} of {question}", "Curly braces such as {title} mean nothing here."),
]


class Reader:
    """Keeps what it is asked and gives one completion to everything."""

    def __init__(self, completion=None):
        self.completion = completion or Completion(Status.OK, "In 1908.", "stop", latency_s=0.25)
        self.asked = []

    async def complete(self, settings, endpoint, messages):
        self.asked.append((settings, endpoint, list(messages)))
        return self.completion


def rag(reader, *, documents=DOCUMENTS, prompt_delivery="system_message", model="openai/demo", **retrieval):
    system = LocalRagSystem.model_validate(
        {
            "slug": "rag",
            "title": "RAG",
            "adapter": "local_rag",
            "prompt_delivery": prompt_delivery,
            "retrieval": {"top_k": 2, "passage_words": 20} | retrieval,
            "reader": {"name": model, "endpoint": "demo"},
        }
    )
    resources = Resources(instruction="Be brief.", caller=reader, endpoints=ENDPOINTS, documents=documents)
    return LocalRag(system, resources)


def ask(adapter, text, question_id="qs-1"):
    async def go():
        await adapter.open()
        return await adapter.ask(AskedQuestion(question_id=question_id, text=text, repeat=0))

    return asyncio.run(go())


def test_the_reader_gets_instruction_passage_and_question_and_nothing_else():
    reader = Reader()
    response = ask(rag(reader, top_k=1), "When was Mount Erebus first climbed?", question_id="SECRET-ID")
    [(settings, endpoint, messages)] = reader.asked
    assert (settings.name, endpoint) == ("openai/demo", ENDPOINTS["demo"])
    assert messages == [
        {"role": "system", "content": "Be brief."},
        {
            "role": "user",
            "content": "Text:\nMount Erebus: The volcano stands on Ross Island. It was first climbed in 1908.\n\n"
            "Question: When was Mount Erebus first climbed?",
        },
    ]
    assert (response.status, response.answer) == (Status.OK, "In 1908.")


def test_the_evidence_is_what_the_reader_saw_with_scores_and_ranks():
    response = ask(rag(Reader()), "Which volcano erupts often?")
    assert [(p.rank, p.document_id, p.title) for p in response.evidence] == [
        (1, "etna", "Etna"),
        (2, "erebus", "Mount Erebus"),
    ]
    assert response.evidence_has_text
    assert response.evidence[0].text == DOCUMENTS[1].text
    assert 1 > response.evidence[0].score > response.evidence[1].score > 0


def test_below_the_threshold_it_declines_without_asking_the_reader():
    reader = Reader()
    response = ask(rag(reader, threshold=0.4), "Which volcano did Zebulon Quick survey?")
    assert reader.asked == []
    assert (response.status, response.answer) == (Status.OK, DECLINE)
    assert response.evidence[0].score < 0.4
    assert response.raw_request is None
    assert response.raw_response["declined"] == {"best_score": response.evidence[0].score, "threshold": 0.4}
    assert (response.cost_usd, response.usage) == (0.0, Usage(input_tokens=0, output_tokens=0))


def test_at_the_threshold_it_answers():
    question = "Which volcano erupts often?"
    best = ask(rag(Reader()), question).evidence[0].score
    assert ask(rag(Reader(), threshold=best), question).answer == "In 1908."
    assert ask(rag(Reader(), threshold=best + 1e-6), question).answer == DECLINE


def test_where_nothing_is_found_only_a_system_without_threshold_asks_its_reader():
    reader = Reader()
    eager = ask(rag(reader), "Xylophone?")
    assert (eager.answer, eager.evidence) == ("In 1908.", [])
    assert NOTHING_FOUND in reader.asked[0][2][1]["content"]
    strict = ask(rag(reader, threshold=0.0001), "Xylophone?")
    assert (strict.answer, strict.evidence, len(reader.asked)) == (DECLINE, [], 1)


def test_braces_in_texts_stay_what_they_are():
    reader = Reader()
    ask(rag(reader, top_k=1), "What do curly {passages} mean?")
    assert reader.asked[0][2][1]["content"] == (
        "Text:\nA {text} of {question}: Curly braces such as {title} mean nothing here.\n\n"
        "Question: What do curly {passages} mean?"
    )


def test_latency_is_retrieval_and_call_together():
    assert 0.25 < ask(rag(Reader()), "Which volcano erupts?").latency_s < 2


@pytest.mark.parametrize("status", [s for s in Status if s is not Status.OK])
def test_a_failed_call_keeps_its_cause_and_its_evidence(status):
    reader = Reader(Completion(status, error="why", raw_response={"http_status": 500}))
    response = ask(rag(reader), "Which volcano erupts?")
    assert (response.status, response.answer, response.error) == (status, None, "why")
    assert (response.latency_s, response.raw_response) == (None, {"http_status": 500})
    assert response.evidence


def test_without_delivery_the_question_goes_alone():
    reader = Reader()
    adapter = rag(reader, prompt_delivery="none")
    ask(adapter, "Which volcano erupts?")
    assert [message["role"] for message in reader.asked[0][2]] == ["user"]
    assert adapter.delivery.instruction is None


def test_what_is_delivered_names_every_fixed_word():
    plain, strict = rag(Reader()).delivery, rag(Reader(), threshold=0.3).delivery
    assert (plain.mode, plain.instruction) == ("system_message", "Be brief.")
    assert set(plain.frame) == {"question", "passage", "nothing_found"}
    assert strict.frame == plain.frame | {"decline": DECLINE}


def test_a_persona_is_refused():
    with pytest.raises(ConfigError, match="persona"):
        rag(Reader(), prompt_delivery="persona")


def test_without_documents_or_with_an_unfit_model_it_does_not_open():
    with pytest.raises(ConfigError, match="documents"):
        asyncio.run(rag(Reader(), documents=()).open())
    with pytest.raises(ConfigError, match="openai/<model>"):
        asyncio.run(rag(Reader(), model="gemini/demo").open())
