"""How often the deterministic panel and each of its judges agree with people, and how fast they are.

Run ``python -m benchmarks.instruments_judges [FOLDER]``; it prints the tables of ``docs/instruments.md``. The folder
holds the public data sets; without one, ``RAGCANARY_SHARED`` or ``../shared`` is read. Questions are split by a hash:
rules were developed on one half alone, and the other is the report.
"""

import argparse
import csv
import hashlib
import json
import os
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from runner.judge.gold import read_gold
from runner.judge.panel import tally
from runner.judge.registry import JUDGES
from schemas.judging import Grade, JudgeView, Verdict

HERE = Path(__file__).resolve().parent
PRIMARY, DEPUTY = "normalised_match", "quantities"
"""As in ``conf/panel/deterministic.yaml``."""
SYSTEMS = ("fid", "gpt35", "chatgpt", "gpt4", "newbing")
PANEL = "panel"
SUBSTRING = "substring match"


@dataclass(frozen=True)
class Case:
    """One graded answer."""

    view: JudgeView
    truth: bool
    """Whether it was recorded as correct."""
    group: str
    """The system that answered."""

    @property
    def half(self) -> str:
        """Which half its question belongs to."""
        return "development" if hashlib.sha256(self.view.question.encode()).digest()[0] % 2 == 0 else "report"


def real_run(folder: Path) -> list[Case]:
    """Return the answers of one commercial system that a language model graded."""
    rows = _lines(folder / "real_run_2025_09_29" / "answers.jsonl")
    return [
        Case(
            _view(row["question"], row["gold_answer"], row["answer"]),
            row["recorded_verdict"] == "correct",
            row["system"],
        )
        for row in rows
        if row["recorded_verdict"] in {"correct", "incorrect"}
    ]


def evouna(folder: Path) -> list[Case]:
    """Return answers of five systems to questions people asked, graded by people; improper questions are left out."""
    rows = json.loads((folder / "qa_eval" / "EVOUNA__NQ.json").read_text(encoding="utf-8"))
    return [
        Case(_view(row["question"], row["golden_answer"], row[f"answer_{system}"]), row[f"judge_{system}"], system)
        for row in rows
        for system in SYSTEMS
        if not row["improper"] and isinstance(row[f"judge_{system}"], bool) and isinstance(row[f"answer_{system}"], str)
    ]


def _view(question: str, gold: str, response: str) -> JudgeView:
    return JudgeView(question=question, gold=gold, response=response)


def votes_of(view: JudgeView) -> dict[str, Grade | None]:
    """Return the vote of each judge."""
    return {name: judge().grade(view).grade for name, judge in JUDGES.items()}


def verdicts(case: Case) -> dict[str, Verdict]:
    """Return the panel's verdict, each judge's vote, and what a plain substring match would say."""
    votes = votes_of(case.view)
    said = {
        name: Verdict.UNGRADED if vote in {None, Grade.NOT_APPLICABLE} else Verdict(str(vote))
        for name, vote in votes.items()
    }
    found = any(part.lower() in case.view.response.lower() for part in case.view.gold.split("/") if part)
    substring = Verdict.CORRECT if found else Verdict.INCORRECT
    return {PANEL: tally(votes, primary=PRIMARY, deputy=DEPUTY).verdict, **said, SUBSTRING: substring}


def figures(counts: Counter[tuple[Verdict, bool]]) -> str:
    """Return the cells of one row: accepted of the correct and of the incorrect, ungraded, balanced accuracy twice."""
    right = sum(count for (_, truth), count in counts.items() if truth)
    wrong = counts.total() - right
    accepted, false = counts[Verdict.CORRECT, True], counts[Verdict.CORRECT, False]
    lost, spared = counts[Verdict.UNGRADED, True], counts[Verdict.UNGRADED, False]
    ungraded = f"{lost + spared} of {right + wrong} = {_percent(lost + spared, right + wrong)}"
    graded = _balanced(accepted, right - lost, wrong - spared - false, wrong - spared)
    rejected = _balanced(accepted, right, wrong - false, wrong)
    accepted_cell = f"{accepted} of {right} = {_percent(accepted, right)}"
    return f"{accepted_cell} | {false} of {wrong} | {ungraded} | {graded} | {rejected}"


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "-"


def _balanced(accepted: int, right: int, refused: int, wrong: int) -> str:
    return f"{50 * (accepted / right + refused / wrong):.1f} %" if right and wrong else "-"


def table(name: str, cases: Iterable[Case]) -> Iterator[str]:
    """Yield the rows of one data set: the panel by half and system, then each judge by half."""
    counts: dict[tuple[str, str, str], Counter[tuple[Verdict, bool]]] = {}
    for case in cases:
        for instrument, verdict in verdicts(case).items():
            for half in (case.half, "all"):
                for group in {"all", case.group} if instrument == PANEL else {"all"}:
                    counts.setdefault((instrument, half, group), Counter())[verdict, case.truth] += 1
    order = {instrument: place for place, instrument in enumerate((PANEL, *JUDGES, SUBSTRING))}
    for (instrument, half, group), count in sorted(counts.items(), key=lambda item: (order[item[0][0]], *item[0][1:])):
        yield f"| {name} | {instrument} | {group} | {half} | {figures(count)} |"


def ranges(folder: Path) -> Iterator[str]:
    """Yield how many gold answers of SimpleQA Verified name an accepted range, and how many of those are understood."""
    with (folder / "simpleqa_verified" / "simpleqa_verified.csv").open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    golds = [read_gold(row["answer"], row["problem"]) for row in rows]
    noted = [gold for gold in golds if gold.note is not None]
    understood = sum(not gold.unread for gold in noted)
    yield f"Gold answers: {len(golds)}; with an accepted range: {len(noted)}; understood: {understood}."
    echoed, others = Counter[Verdict](), Counter[Verdict]()
    last: dict[str, str] = {}
    for row, gold in zip(rows, golds, strict=True):
        sentence = f"The answer is {gold.body.rstrip('.')}."
        echoed[_panel(row["problem"], row["answer"], sentence)] += 1
        if last.get(row["answer_type"], gold.body) != gold.body:
            others[_panel(row["problem"], row["answer"], f"The answer is {last[row['answer_type']].rstrip('.')}.")] += 1
        last[row["answer_type"]] = gold.body
    yield f"Answered with the gold answer in a sentence: {_counts(echoed)}."
    yield f"Answered with the previous question's gold answer of the same type: {_counts(others)}."


def _panel(question: str, gold: str, response: str) -> Verdict:
    return tally(votes_of(_view(question, gold, response)), primary=PRIMARY, deputy=DEPUTY).verdict


def _counts(counts: Counter[Verdict]) -> str:
    return ", ".join(f"{counts[verdict]} {verdict}" for verdict in Verdict)


def speed(cases: list[Case]) -> str:
    """Return how many views per second of processor time the three judges grade together."""
    views = [case.view for case in cases[:4000]]
    best = float("inf")
    for _ in range(3):
        start = time.process_time()
        for view in views:
            votes_of(view)
        best = min(best, time.process_time() - start)
    return f"Speed: {len(views) / best:,.0f} views per second of processor time, all three judges together."


def data_folder(given: str | None) -> Path:
    """Return the folder of the data sets; one that holds a ``data`` folder stands for that."""
    folder = Path(given or os.environ.get("RAGCANARY_SHARED") or HERE.parent.parent / "shared")
    return folder / "data" if (folder / "data").is_dir() else folder


def _lines(path: Path) -> list[dict[str, Any]]:
    with path.open(encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description="Measure the deterministic panel.")
    parser.add_argument("folder", nargs="?", help="folder of the public data sets")
    folder = data_folder(parser.parse_args().folder)
    print(
        "| set | instrument | system | half | accepted of the correct | accepted of the incorrect | ungraded "
        "| balanced accuracy, graded | balanced accuracy, ungraded as rejected |"
    )
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    measured: list[Case] = []
    for name, load, needs in (("real run", real_run, "real_run_2025_09_29"), ("EVOUNA-NQ", evouna, "qa_eval")):
        if (folder / needs).is_dir():
            cases = load(folder)
            measured += cases
            print("\n".join(table(name, cases)))
        else:
            print(f"| {name} | not there: {needs} | | | | | | | |")
    print()
    if (folder / "simpleqa_verified").is_dir():
        print("\n".join(ranges(folder)))
    if measured:
        print(speed(measured))


if __name__ == "__main__":
    main()
