"""Small campaigns written as words, one letter a response, for tests of scoring and of reports.

``C`` correct, ``W`` incorrect, ``U`` ungraded, ``A`` abstained, ``X`` excluded, ``N`` not classified, ``.`` not asked.
A system's answers are one word (one repeat) or several (one word per repeat); the n-th letter is question ``q00n``.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from runner.score.gradings import Panel
from runner.score.results import Campaign, compute_results
from runner.score.table import JudgeRow, ResponseRow, SystemRow, VoteRow
from schemas.results import Anomaly, Circumstances, Identity, ParityRow, Results
from schemas.results_systems import Kind
from schemas.scoring import Scoring

IDENTITY = Identity(
    name="example", protocol_hash="a" * 64, campaign_hash="b" * 64, scoring_hash="c" * 64, content_hash="d" * 64
)
PANEL = Panel(
    (JudgeRow("judge_a", "red"), JudgeRow("judge_b", "green"), JudgeRow("judge_c", "blue")), "judge_a", "judge_b"
)
QUICK = Scoring(resamples=500)
"""Enough resamples for shapes; figures of resampling are tested with more."""

_FIELDS: dict[str, dict[str, Any]] = {
    "C": {"intent": "attempt", "verdict": "correct"},
    "W": {"intent": "attempt", "verdict": "incorrect"},
    "U": {"intent": "attempt", "verdict": "ungraded"},
    "A": {"intent": "abstention"},
    "X": {"excluded": "timeout"},
    "N": {},
}


def question_id(index: int) -> str:
    """The id of the question at a place, from 0."""
    return f"q{index:03}"


def responses_of(slug: str, words: Sequence[str], **fields: Any) -> list[ResponseRow]:
    """The rows of one system, with further fields given to each."""
    return [
        ResponseRow(
            f"{slug}/{question_id(index)}/{repeat}", slug, question_id(index), repeat, **_FIELDS[letter], **fields
        )
        for repeat, word in enumerate(words)
        for index, letter in enumerate(word)
        if letter != "."
    ]


def unanimous(responses: Iterable[ResponseRow], panel: Panel = PANEL) -> list[VoteRow]:
    """Votes of the whole panel that agree with the recorded verdicts; ``not_applicable`` on ungraded responses."""
    return [
        VoteRow(row.response_id, judge.slug, "not_applicable" if row.verdict == "ungraded" else row.verdict)
        for row in responses
        if row.verdict is not None
        for judge in panel.judges
    ]


def campaign_of(
    answers: Mapping[str, str | Sequence[str]],
    canaries: Iterable[int] = (),
    kinds: Mapping[str, Kind] | None = None,
    **changes: Any,
) -> Campaign:
    """A campaign of the given answers.

    Args:
        answers: Words by slug; all systems see the questions of the longest word.
        canaries: Places of the canary questions.
        kinds: Kinds of systems that are not ranked; reference contestants bear the name of their contestant.
        changes: Fields of :class:`Campaign` to replace.
    """
    words = {slug: [word] if isinstance(word, str) else list(word) for slug, word in answers.items()}
    kinds = kinds or {}
    rows = [row for slug, repeats in words.items() for row in responses_of(slug, repeats)]
    flagged = set(canaries)
    length = max((len(word) for repeats in words.values() for word in repeats), default=0)
    systems = [
        SystemRow(
            slug,
            f"Title of {slug}",
            kinds.get(slug, "ranked"),
            contestant=slug if kinds.get(slug) == "reference" else None,
        )
        for slug in words
    ]
    fields: dict[str, Any] = {
        "identity": IDENTITY,
        "scoring": QUICK,
        "systems": systems,
        "questions": {question_id(index): index in flagged for index in range(length)},
        "repeats": max((len(repeats) for repeats in words.values()), default=1),
        "responses": rows,
        "votes": unanimous(changes.get("responses", rows)),
        "panel": PANEL,
    }
    return Campaign(**{**fields, **changes})


def results_of(answers: Mapping[str, str | Sequence[str]], *args: Any, **changes: Any) -> Results:
    """The results of :func:`campaign_of`."""
    return compute_results(campaign_of(answers, *args, **changes))


def example_results() -> Results:
    """A full example for whoever draws results: every part filled, ties, an exclusion, a disputed verdict, an anomaly.

    Ten questions of which the first two are canaries, two repeats; ``careful`` and ``cautious`` tie, ``eager`` answers
    everything, ``broken`` is barred for its exclusions, ``silent`` was never asked, ``bare`` is exempt.
    """
    answers = {
        "careful": ["AACCCCCCWA", "AACCCCCCAA"],
        "cautious": ["AACCCCCCAA", "AACCCCCCWA"],
        "eager": ["CWCCCCCWCC", "CWCCCCWWCC"],
        "broken": ["AAXCCCCCCC", "AACCCCCCCU"],
        "silent": ["..........", ".........."],
        "bare": ["CWCWCWCWCW", "CWCWCWCWCA"],
        "always_decline": ["AAAA......"],
        "injector": ["WWCW......"],
    }
    kinds: dict[str, Kind] = {"bare": "exempt", "always_decline": "reference", "injector": "reference"}
    rows = [
        row._replace(
            latency_s=0.5 + row.repeat, cost_usd=0.002, input_tokens=100, output_tokens=20, evidence=row.repeat == 0
        )
        for row in campaign_of(answers).responses
    ]
    disputed = "eager/q002/0"
    votes = [
        vote._replace(grade="incorrect") if (vote.response_id, vote.judge) == (disputed, "judge_c") else vote
        for vote in unanimous(rows)
    ]
    return results_of(
        answers,
        (0, 1),
        kinds,
        responses=rows,
        votes=votes,
        anomalies=[
            Anomaly(kind="interrupted", where="requests.jsonl", text="The campaign was interrupted and resumed.")
        ],
        parity=[
            ParityRow(slug="careful", delivery="system_message", received="Answer from your documents or decline.")
        ],
        circumstances=Circumstances(as_of="2026-08-28T03:39:53Z", versions={"ragcanary": "0.1.0"}),
    )
