"""What the deterministic panel must reach on real answers; skipped where the data is not there."""

import csv
import json
from collections import Counter
from pathlib import Path

import pytest

from runner.judge.gold import read_gold
from runner.judge.panel import tally
from runner.judge.registry import JUDGES
from schemas.judging import JudgeView, Verdict


def verdict(question: str, gold: str, response: str) -> Verdict:
    view = JudgeView(question=question, gold=gold, response=response)
    votes = {name: judge().grade(view).grade for name, judge in JUDGES.items()}
    return tally(votes, primary="normalised_match", deputy="quantities").verdict


@pytest.fixture(scope="module")
def golds(shared: Path) -> list[tuple[str, str]]:
    path = shared / "simpleqa_verified" / "simpleqa_verified.csv"
    if not path.is_file():
        pytest.skip(f"the data set is not there: {path.name}")
    with path.open(newline="", encoding="utf-8") as file:
        return [(row["problem"], row["answer"]) for row in csv.DictReader(file)]


def test_every_accepted_range_of_simpleqa_verified_is_understood(golds):
    read = [read_gold(answer, question) for question, answer in golds]
    noted = [gold for gold in read if "acceptable range" in (gold.note or "")]
    assert len(noted) == sum("acceptable range" in answer for _, answer in golds) == 88
    assert [gold.body for gold in noted if gold.unread or not gold.only_values] == []


def test_every_gold_answer_of_simpleqa_verified_is_correct_verbatim_and_without_its_note(golds):
    fails = [
        (answer, response)
        for question, answer in golds
        for response in (answer, f"The answer is {read_gold(answer, question).body.rstrip('.')}.")
        if verdict(question, answer, response) is not Verdict.CORRECT
    ]
    assert fails == []


def test_the_panel_agrees_with_the_recorded_verdicts_of_the_real_run(shared):
    path = shared / "real_run_2025_09_29" / "answers.jsonl"
    if not path.is_file():
        pytest.skip("the data set is not there: real_run_2025_09_29")
    counts: Counter[tuple[str, Verdict]] = Counter()
    for line in path.read_text("utf-8").splitlines():
        row = json.loads(line)
        if row["recorded_verdict"] in {"correct", "incorrect"}:
            counts[row["recorded_verdict"], verdict(row["question"], row["gold_answer"], row["answer"])] += 1
    correct = sum(count for (recorded, _), count in counts.items() if recorded == "correct")
    ungraded = sum(count for (_, said), count in counts.items() if said is Verdict.UNGRADED)
    assert (correct, counts.total()) == (441, 460)
    assert counts["correct", Verdict.CORRECT] >= 0.95 * correct
    assert counts["incorrect", Verdict.CORRECT] <= 4
    assert ungraded <= 0.05 * counts.total()


def test_the_panel_agrees_with_people_better_than_a_substring_does(shared):
    path = shared / "qa_eval" / "EVOUNA__NQ.json"
    if not path.is_file():
        pytest.skip("the data set is not there: EVOUNA-NQ")
    counts: Counter[tuple[bool, Verdict]] = Counter()
    for row in json.loads(path.read_text("utf-8"))[::7]:  # a seventh of the questions takes a second
        for system in ("fid", "gpt35", "chatgpt", "gpt4", "newbing"):
            if not row["improper"] and isinstance(row[f"judge_{system}"], bool):
                said = verdict(row["question"], row["golden_answer"], row[f"answer_{system}"])
                counts[row[f"judge_{system}"], said] += 1
    right = sum(count for (accepted, _), count in counts.items() if accepted)
    wrong = counts.total() - right
    # Ungraded counts as rejected: the stricter of the two ways.
    accepted = counts[True, Verdict.CORRECT] / right
    rejected = 1 - counts[False, Verdict.CORRECT] / wrong
    assert (accepted + rejected) / 2 > 0.89
