"""The shipped corpus and questions keep what their README promises."""

import json
import re
import time
from collections import Counter
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from runner.knowledge_base.corpus import Corpus, read_corpus
from runner.knowledge_base.coverage import check_coverage, compare_flags
from runner.knowledge_base.gold_patterns import read_patterns
from runner.knowledge_base.manifest import build_manifest, read_manifest
from runner.text.fold import fold_words
from schemas.coverage import Coverage, CoverageMethod
from schemas.question import Question

HOME = Path(__file__).resolve().parents[3] / "conf" / "data" / "quickstart"
FIELDS = {"question_id", "question", "gold", "answer_type", "topic", "document_id", "gold_in_kb"}
ROWS: list[dict[str, Any]] = [json.loads(line) for line in (HOME / "questions.jsonl").read_text("utf-8").splitlines()]


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    return read_corpus(HOME / "corpus", HOME / "manifest.json")


@pytest.fixture(scope="module")
def questions(corpus: Corpus) -> list[Question]:
    return [
        Question(
            question_id=row["question_id"],
            text=row["question"],
            gold=row["gold"],
            is_gap_canary=not row["gold_in_kb"],
            corpus_id=corpus.corpus_hash,
            answer_type=row["answer_type"],
            topic=row["topic"],
            document_id=row["document_id"],
        )
        for row in ROWS
    ]


@pytest.fixture(scope="module")
def coverage(questions: list[Question], corpus: Corpus) -> list[Coverage]:
    return check_coverage(questions, corpus)


# Corpus


def test_the_manifest_is_that_of_the_folder(corpus):
    written = read_manifest(HOME / "manifest.json")
    assert build_manifest(corpus.documents, licence="CC0-1.0") == written
    assert corpus.notes == ()


def test_documents_are_short_have_one_heading_and_a_name_that_is_a_slug(corpus):
    assert len(corpus) >= 64
    for document in corpus:
        heading, _, body = document.text.partition("\n\n")
        assert heading == f"# {document.title}", document.document_id
        assert "#" not in body
        assert 70 <= len(body.split()) <= 130, document.document_id
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*\.md", document.file_name)
    assert len({document.title for document in corpus}) == len(corpus)


# Questions


def test_rows_have_exactly_the_documented_fields_and_running_ids():
    assert [row["question_id"] for row in ROWS] == [f"qs-{number:03}" for number in range(1, len(ROWS) + 1)]
    assert all(set(row) == FIELDS for row in ROWS)
    assert all(type(row["gold_in_kb"]) is bool for row in ROWS)


def test_there_are_enough_questions_canaries_and_answers_of_each_type():
    canaries = [row for row in ROWS if not row["gold_in_kb"]]
    assert len(ROWS) >= 96
    assert len(canaries) >= 28
    kinds = Counter(row["answer_type"] for row in ROWS)
    assert set(kinds) == {"Number", "Date", "Person", "Place", "Other"}
    assert min(kinds.values()) >= 15
    assert min(Counter(row["answer_type"] for row in canaries).values()) >= 5
    # Both kinds of canary: about nothing in the corpus, and left out by the document on its subject.
    assert sum(row["document_id"] is None for row in canaries) >= 8
    assert sum(row["document_id"] is not None for row in canaries) >= 16


def test_answerable_questions_ask_about_documents_of_their_own_and_every_document_named_exists(corpus):
    known = {document.document_id for document in corpus}
    answerable = [row["document_id"] for row in ROWS if row["gold_in_kb"]]
    assert len(set(answerable)) == len(answerable)
    assert {row["document_id"] for row in ROWS} - {None} <= known


def test_questions_stand_alone_are_unique_and_do_not_give_their_answer_away():
    texts = [row["question"] for row in ROWS]
    assert len({" ".join(fold_words(text)) for text in texts}) == len(texts)
    for row in ROWS:
        assert row["question"].endswith("?")
        assert not re.search(r"\b(this|that|the) (document|passage|text|article)\b", row["question"], re.IGNORECASE)
        body = f" {' '.join(fold_words(row['question']))} "
        for original in read_patterns(Question(question_id="q", text="?", gold=row["gold"])).originals:
            assert f" {' '.join(fold_words(original))} " not in body, row["question_id"]


def test_no_two_questions_are_near_duplicates():
    words = [frozenset(fold_words(row["question"])) for row in ROWS]
    for (one, first), (other, second) in combinations(enumerate(words), 2):
        shared = len(first & second) / len(first | second)
        assert shared < 0.75, (ROWS[one]["question"], ROWS[other]["question"])


def test_no_question_stands_in_the_corpus(corpus):
    everything = " ".join(" ".join(fold_words(document.text)) for document in corpus)
    for row in ROWS:
        assert " ".join(fold_words(row["question"])) not in everything


def test_gold_answers_are_short_and_read_as_what_they_are(questions):
    for question in questions:
        patterns = read_patterns(question)
        assert not patterns.is_compound, question.gold
        assert all(len(original) <= 40 for original in patterns.originals)
        assert bool(patterns.numbers) == (question.answer_type == "Number"), question.gold
        assert bool(patterns.days) == (question.answer_type == "Date"), question.gold
        if "range" in question.gold:
            (number,) = patterns.numbers
            assert number.low < number.high


# Coverage


def test_the_check_finds_exactly_the_canaries_uncovered(questions, coverage):
    assert [str(disagreement) for disagreement in compare_flags(questions, coverage)] == []
    assert [finding.covered for finding in coverage] == [row["gold_in_kb"] for row in ROWS]


def test_covered_answers_are_found_in_the_document_named_and_beside_their_question(coverage):
    for row, finding in zip(ROWS, coverage, strict=True):
        if row["gold_in_kb"]:
            assert finding.document_id == row["document_id"], row["question"]
            assert finding.method is not CoverageMethod.NONE


def test_few_findings_need_a_person(coverage):
    assert sum(finding.needs_review for finding in coverage) <= 5


def test_a_canary_planted_in_one_document_is_caught(questions, corpus):
    canary = next(question for question in questions if question.is_gap_canary)
    planted = list(corpus.documents)
    answer = read_patterns(canary).originals[0]
    planted[50] = replace(planted[50], text=f"{planted[50].text}\n\nIt is {answer}.")
    (disagreement,) = compare_flags(questions, check_coverage(questions, planted))
    assert disagreement.question_id == canary.question_id
    assert disagreement.document_id == planted[50].document_id


def test_the_check_takes_well_under_a_second(questions, corpus):
    begin = time.process_time()
    check_coverage(questions, corpus)
    assert time.process_time() - begin < 1
