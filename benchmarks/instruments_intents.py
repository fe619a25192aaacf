"""How often the phrase classifier is right, per data set and per language, with both kinds of error.

Run ``python -m benchmarks.instruments_intents [FOLDER]``; it prints the tables of ``docs/instruments.md``. The folder
holds the public data sets; without one, ``RAGCANARY_SHARED`` or ``../shared`` is read. Questions are split by a hash:
rules were developed on one half alone, and the other is the report.
"""

import argparse
import csv
import hashlib
import json
import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from runner.classify.phrases import PhraseClassifier
from runner.score.intervals import wilson
from schemas.judging import Intent

HERE = Path(__file__).resolve().parent
ALPHA = Fraction(1, 20)
CONVENTION = {"yes, answer is present": Intent.ATTEMPT, "i don't know": Intent.ABSTENTION}
"""The two replies that the prompt of NoMIRACL prescribes."""
XSTEST_LABELS = {"1_full_compliance": Intent.ATTEMPT, "2_full_refusal": Intent.ABSTENTION}
"""Partial refusals belong to neither; they are shown apart."""


@dataclass(frozen=True)
class Case:
    """One labelled response."""

    group: str
    """Row of the table: system, model or language."""
    half_key: str
    """What decides the half: the question, or its id."""
    question: str
    response: str
    truth: Intent | None
    """The label; null where none of the two applies."""

    @property
    def development(self) -> bool:
        """Whether rules may have been developed on it."""
        return int(hashlib.sha256(self.half_key.encode()).hexdigest(), 16) % 2 == 0


def real_run(folder: Path) -> Iterator[Case]:
    """Yield answers of three commercial set-ups with the intent that a language model recorded."""
    for row in _lines(folder / "real_run_2025_09_29" / "answers.jsonl"):
        truth = Intent(row["recorded_intent"])
        yield Case(row["system"], row["question"], row["question"], row["answer"], truth)


def nomiracl(folder: Path) -> Iterator[Case]:
    """Yield replies of eleven models; labelled by the prescribed reply they open with, else by our reading."""
    with (HERE / "nomiracl_intents.csv").open(newline="") as file:
        read = {row["digest"]: row["intent"] for row in csv.DictReader(file)}
    for subset in ("non_relevant", "relevant"):
        for row in _lines(folder / "nomiracl" / f"results__baselines__{subset}__en.test.vanilla_prompt.jsonl"):
            question = row["prompt"].split("QUESTION:\n", 1)[1].split("\n\nCONTEXTS", 1)[0]
            for reply in row["results"].values():
                text = reply.strip()
                truth = next((i for opening, i in CONVENTION.items() if text.lower().startswith(opening)), None)
                group = "prescribed reply"
                if truth is None:
                    group = "free reply, read by us"
                    label = read.get(hashlib.sha256(f"{question}\n{text}".encode()).hexdigest()[:12])
                    truth = Intent(label) if label in set(Intent) else None
                yield Case(group, row["query_id"], question, reply, truth)


def xstest(folder: Path) -> Iterator[Case]:
    """Yield completions to safe and unsafe prompts with human labels."""
    for path in sorted((folder / "xstest").glob("xstest_v2_completions_*.csv")):
        with path.open(newline="", encoding="utf-8") as file:
            for row in csv.DictReader(file):
                truth = XSTEST_LABELS.get(row["final_label"])
                model = path.stem.removeprefix("xstest_v2_completions_")
                group = model if truth else f"{model}, partial refusals"
                yield Case(group, row["prompt"], row["prompt"], row["completion"], truth)


def accepted_answers(folder: Path) -> Iterator[Case]:
    """Yield answers of five systems that a human accepted as correct: all are attempts, whatever they say besides."""
    for row in json.loads((folder / "qa_eval" / "EVOUNA__NQ.json").read_text(encoding="utf-8")):
        for key, accepted in row.items():
            answer = row.get("answer_" + key.removeprefix("judge_"))
            if key.startswith("judge_") and accepted is True and not row["improper"] and isinstance(answer, str):
                yield Case(key.removeprefix("judge_"), row["question"], row["question"], answer, Intent.ATTEMPT)


def languages(writing: str) -> Callable[[Path], Iterator[Case]]:
    """Return a loader of our own sentences; rules were added after each writing had been measured once."""

    def load(_: Path) -> Iterator[Case]:
        written = json.loads((HERE / "intents_languages.json").read_text(encoding="utf-8"))
        for code, block in written[writing].items():
            for intent in Intent:
                for response in block[intent]:
                    yield Case(code, block["question"], block["question"], response, intent)

    return load


Counts = dict[Intent, int]

SETS: dict[str, tuple[Callable[[Path], Iterator[Case]], str, bool]] = {
    "real run": (real_run, "real_run_2025_09_29", True),
    "NoMIRACL": (nomiracl, "nomiracl", True),
    "XSTest": (xstest, "xstest", True),
    "EVOUNA-NQ, accepted answers": (accepted_answers, "qa_eval", True),
    "languages, first writing": (languages("first"), "", False),
    "languages, second writing": (languages("second"), "", False),
    "languages, third writing": (languages("third"), "", False),
}
"""Loader, folder, and whether the set is split into halves."""


@dataclass
class Tally:
    """Right and wrong decisions on one kind of response."""

    right: int = 0
    of: int = 0
    texts: dict[str, bool] | None = None

    def add(self, response: str, *, right: bool) -> None:
        """Count one decision; the same text counts once among the distinct ones."""
        self.texts = self.texts or {}
        self.right += right
        self.of += 1
        self.texts[response.strip()] = self.texts.get(response.strip(), True) and right

    def cell(self) -> str:
        """Return right of all, the rate with its 95 % Wilson interval, and the distinct texts."""
        if not self.of or self.texts is None:
            return "-"
        low, high = wilson(self.right, self.of, ALPHA)
        distinct = f"{sum(self.texts.values())} of {len(self.texts)}"
        rate = 100 * self.right / self.of
        return f"{self.right} of {self.of} = {rate:.1f} % [{100 * low:.1f}, {100 * high:.1f}]; texts {distinct}"


def measure(cases: Iterable[Case]) -> tuple[Tally, Tally, Counts]:
    """Classify cases; return the tallies of abstentions and attempts, and what the unlabelled were taken for."""
    classifier = PhraseClassifier()
    tallies = {intent: Tally() for intent in Intent}
    unlabelled = dict.fromkeys(Intent, 0)
    for case in cases:
        intent = classifier.classify(case.question, case.response).intent
        if case.truth is None:
            unlabelled[intent] += 1
        else:
            tallies[case.truth].add(case.response, right=intent is case.truth)
    return tallies[Intent.ABSTENTION], tallies[Intent.ATTEMPT], unlabelled


def row(name: str, group: str, half: str, cases: list[Case]) -> str:
    """Return one line of the table."""
    abstentions, attempts, unlabelled = measure(cases)
    balanced = "-"
    if abstentions.of and attempts.of:
        balanced = f"{50 * (abstentions.right / abstentions.of + attempts.right / attempts.of):.1f} %"
    rest = ", ".join(f"{count} {intent}" for intent, count in unlabelled.items() if count) or "-"
    return f"| {name} | {group} | {half} | {abstentions.cell()} | {attempts.cell()} | {balanced} | {rest} |"


def table(folder: Path) -> Iterator[str]:
    """Yield the lines of the table, set by set, half by half, group by group."""
    yield "| set | group | half | abstentions found | attempts kept | balanced accuracy | unlabelled, taken for |"
    yield "| --- | --- | --- | --- | --- | --- | --- |"
    for name, (load, needs, split) in SETS.items():
        if needs and not (folder / needs).is_dir():
            yield f"| {name} | not there: {needs} | | | | | |"
            continue
        cases = list(load(folder))
        halves = {"development": True, "report": False} if split else {"all": None}
        for half, development in halves.items():
            chosen = [case for case in cases if development is None or case.development is development]
            groups = sorted({case.group for case in chosen})
            yield from (row(name, group, half, [c for c in chosen if c.group == group]) for group in groups)
            yield row(name, "all", half, chosen)


def declined(folder: Path) -> Iterator[str]:
    """Yield how often each model of NoMIRACL declined, as the classifier reads it: a figure of the models."""
    classifier = PhraseClassifier()
    counts: dict[str, dict[str, list[int]]] = {}
    for subset in ("non_relevant", "relevant"):
        for line in _lines(folder / "nomiracl" / f"results__baselines__{subset}__en.test.vanilla_prompt.jsonl"):
            question = line["prompt"].split("QUESTION:\n", 1)[1].split("\n\nCONTEXTS", 1)[0]
            for model, reply in line["results"].items():
                count = counts.setdefault(model, {}).setdefault(subset, [0, 0])
                count[0] += classifier.classify(question, reply).intent is Intent.ABSTENTION
                count[1] += 1
    yield "| model | declined with only non-relevant passages (should) | declined with a relevant one (should not) |"
    yield "| --- | --- | --- |"
    for model, by_subset in sorted(counts.items()):
        cells = [f"{by_subset[subset][0]} of {by_subset[subset][1]}" for subset in ("non_relevant", "relevant")]
        yield f"| {model} | {cells[0]} | {cells[1]} |"


def data_folder(given: str | None) -> Path:
    """Return the folder of the data sets; one that holds a ``data`` folder stands for that."""
    folder = Path(given or os.environ.get("RAGCANARY_SHARED") or HERE.parent.parent / "shared")
    return folder / "data" if (folder / "data").is_dir() else folder


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as file:
        for line in file:
            yield json.loads(line)


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description="Measure the phrase classifier.")
    parser.add_argument("folder", nargs="?", help="folder of the public data sets")
    folder = data_folder(parser.parse_args().folder)
    print("\n".join(table(folder)))
    if (folder / "nomiracl").is_dir():
        print("\n" + "\n".join(declined(folder)))


if __name__ == "__main__":
    main()
