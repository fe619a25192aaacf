"""The goals of the classifier on public data sets that the project does not contain."""

import csv
import json
import time
from pathlib import Path

import pytest

from runner.classify.phrases import PhraseClassifier
from schemas.judging import Intent

CLASSIFIER = PhraseClassifier()


def needed(folder: Path) -> Path:
    if not folder.exists():
        pytest.skip(f"the shared data lacks {folder.name}")
    return folder


@pytest.fixture(scope="module")
def real_run(shared: Path) -> list[dict[str, str]]:
    path = needed(shared / "real_run_2025_09_29" / "answers.jsonl")
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_recorded_abstentions_of_the_real_run_are_found_and_attempts_are_kept(real_run: list[dict[str, str]]) -> None:
    # 12 of 1,413 were recorded as abstentions; two of those labels are debatable, so 10 are asked for.
    found, false, distinct_false = 0, 0, set()
    for row in real_run:
        abstains = CLASSIFIER.classify(row["question"], row["answer"]).intent is Intent.ABSTENTION
        recorded = row["recorded_intent"] == "abstention"
        found += abstains and recorded
        if abstains and not recorded:
            false += 1
            distinct_false.add(row["answer"])
    assert found >= 10
    assert false <= 3
    assert len(distinct_false) <= 3


def test_short_answers_are_classified_at_five_thousand_a_second(real_run: list[dict[str, str]]) -> None:
    short = [(row["question"], row["answer"]) for row in real_run if len(row["answer"]) < 200]
    assert len(short) > 500
    best = float("inf")
    for _ in range(4):  # the best of four, since other processes share the machine
        start = time.process_time()
        for question, answer in short:
            CLASSIFIER.classify(question, answer)
        best = min(best, time.process_time() - start)
    assert len(short) / best >= 5_000


@pytest.mark.parametrize(
    ("subset", "least_of_declines", "least_of_answers"), [("non_relevant", 0.95, 0.99), ("relevant", 0.95, 0.99)]
)
def test_prescribed_replies_of_nomiracl_are_read_as_prescribed(
    shared: Path, subset: str, least_of_declines: float, least_of_answers: float
) -> None:
    path = needed(shared / "nomiracl" / f"results__baselines__{subset}__en.test.vanilla_prompt.jsonl")
    right = {Intent.ABSTENTION: [0, 0], Intent.ATTEMPT: [0, 0]}
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        question = row["prompt"].split("QUESTION:\n", 1)[1].split("\n\nCONTEXTS", 1)[0]
        for reply in row["results"].values():
            opening = reply.strip().lower()
            if opening.startswith("i don't know"):
                truth = Intent.ABSTENTION
            elif opening.startswith("yes, answer is present"):
                truth = Intent.ATTEMPT
            else:
                continue
            right[truth][0] += CLASSIFIER.classify(question, reply).intent is truth
            right[truth][1] += 1
    assert right[Intent.ABSTENTION][0] >= least_of_declines * right[Intent.ABSTENTION][1] > 0
    assert right[Intent.ATTEMPT][0] >= least_of_answers * right[Intent.ATTEMPT][1] > 0


def test_full_refusals_and_full_compliance_of_xstest_are_told_apart(shared: Path) -> None:
    labels = {"1_full_compliance": Intent.ATTEMPT, "2_full_refusal": Intent.ABSTENTION}
    for path in sorted(needed(shared / "xstest").glob("xstest_v2_completions_*.csv")):
        right = {intent: [0, 0] for intent in Intent}
        with path.open(newline="", encoding="utf-8") as file:
            for row in csv.DictReader(file):
                truth = labels.get(row["final_label"])
                if truth:
                    right[truth][0] += CLASSIFIER.classify(row["prompt"], row["completion"]).intent is truth
                    right[truth][1] += 1
        balanced = sum(found / of for found, of in right.values()) / 2
        assert balanced >= 0.92, path.name


def test_answers_that_a_human_accepted_are_hardly_ever_taken_for_abstentions(shared: Path) -> None:
    path = needed(shared / "qa_eval" / "EVOUNA__NQ.json")
    kept, accepted = 0, 0
    for row in json.loads(path.read_text(encoding="utf-8")):
        for key, verdict in row.items():
            answer = row.get("answer_" + key.removeprefix("judge_"))
            if key.startswith("judge_") and verdict is True and not row["improper"] and isinstance(answer, str):
                accepted += 1
                kept += CLASSIFIER.classify(row["question"], answer).intent is Intent.ATTEMPT
    assert accepted > 10_000
    assert kept >= 0.997 * accepted
