"""The last stage: from the logs to ``results.json``, under any scoring, without asking or judging anything."""

import json
from datetime import UTC, datetime
from importlib.metadata import version
from typing import TYPE_CHECKING

from runner.campaign.folder import CampaignFolder, write_atomically
from runner.campaign.state import State, load_state
from runner.configure.provenance import commit, package_version
from runner.judge.panel import tally
from schemas.campaign import JudgeConfig
from schemas.canonical import sha256_of
from schemas.identity import blind_id, scoring_hash, sha256_text
from schemas.judging import Intent
from schemas.logs import RequestRecord, ScoreRecord
from schemas.response import Status
from schemas.results import Anomaly, Circumstances, Identity, ParityRow, Results
from schemas.scoring import Scoring
from schemas.spec import Spec, SystemSpec

if TYPE_CHECKING:
    from runner.score.table import ResponseRow, SystemRow, VoteRow

RESULTS, SCORES = "results.json", "scores.jsonl"


def score_run(folder: CampaignFolder, scoring: Scoring) -> Results:
    """Score a campaign and write ``results.json`` and ``scores.jsonl`` below ``scores/``.

    Args:
        folder: The campaign.
        scoring: Penalties and resampling; need not be those of the spec.

    Raises:
        RecordError: For a damaged log, or a record that breaks its schema.
    """
    check_logs(folder)
    state = load_state(folder)
    results = compute(folder, state, scoring)
    target = folder.scores(results.identity.scoring_hash)
    write_atomically(target / SCORES, dump_scores(folder, state, scoring))
    write_atomically(target / RESULTS, dump_results(results))
    return results


def dump_scores(folder: CampaignFolder, state: State, scoring: Scoring) -> bytes:
    """Return the bytes of ``scores.jsonl``: outcome, score at the primary k and volume of every recorded response."""
    from runner.score.outcomes import outcome_of, score_of, volume_of

    canaries = {question.question_id: question.is_gap_canary is True for question in folder.questions()}
    responses, _ = _rows(folder.spec, state, folder.blind_key)
    lines = []
    for row in sorted(responses, key=lambda row: (row.slug, row.question_id, row.repeat)):
        held = canaries[row.question_id] and folder.spec.systems[row.slug].role != "exempt"
        outcome = outcome_of(row.excluded, row.intent, row.verdict, held=held)
        score, volume = score_of(outcome, scoring.k), volume_of(outcome)
        record = ScoreRecord(
            response_id=row.response_id,
            slug=row.slug,
            question_id=row.question_id,
            repeat=row.repeat,
            outcome=outcome.word,
            verdict=row.verdict,
            score=None if score is None else float(score),
            volume=volume,
        )
        lines.append(json.dumps(record.model_dump(mode="json"), ensure_ascii=True, allow_nan=False) + "\n")
    return "".join(lines).encode()


def check_logs(folder: CampaignFolder) -> None:
    """Validate every log against its pandera schema, batch by batch.

    Raises:
        RecordError: Naming file, line and what the record breaks.
    """
    from runner.ledger.frames import read_batches
    from schemas.log_rules import LOGS

    for name, schema in LOGS.items():
        for _ in read_batches(folder.root, name, schema.model, rules=schema.rules):
            pass


def dump_results(results: Results) -> bytes:
    """Return the bytes of ``results.json``: ASCII, indented, without NaN or infinity."""
    return json.dumps(results.model_dump(mode="json"), indent=1, ensure_ascii=True, allow_nan=False).encode() + b"\n"


def compute(folder: CampaignFolder, state: State, scoring: Scoring) -> Results:
    """Compute the results of a campaign from what its logs hold."""
    from runner.score.gradings import Panel
    from runner.score.results import Campaign, compute_results
    from runner.score.table import JudgeRow

    spec, key = folder.spec, folder.blind_key
    panel = spec.protocol.panel
    judges = tuple(JudgeRow(slug=name, family=_judge_family(judge.config)) for name, judge in panel.judges.items())
    responses, votes = _rows(spec, state, key)
    return compute_results(
        Campaign(
            identity=Identity(
                name=spec.name,
                protocol_hash=spec.hashes.protocol,
                campaign_hash=spec.hashes.campaign,
                scoring_hash=scoring_hash(scoring),
                content_hash=content_hash(state, key),
            ),
            scoring=scoring,
            systems=[_system_row(slug, system) for slug, system in spec.systems.items()],
            questions={question.question_id: question.is_gap_canary for question in folder.questions()},
            repeats=spec.repeats,
            responses=responses,
            votes=votes,
            panel=Panel(judges=judges, primary=panel.primary, deputy=panel.deputy),
            ungraded_waiver=_waiver(spec),
            anomalies=[Anomaly(kind=a["kind"], where=a["subject"], text=a["text"]) for a in state.anomalies],
            parity=[_parity(slug, system) for slug, system in spec.systems.items() if system.role != "reference"],
            circumstances=_circumstances(spec, state),
        )
    )


def _rows(spec: Spec, state: State, key: bytes) -> tuple[list["ResponseRow"], list["VoteRow"]]:
    """Return the rows of responses and votes that scoring starts from."""
    from runner.score.table import ResponseRow, VoteRow

    panel = spec.protocol.panel
    responses: list[ResponseRow] = []
    votes: list[VoteRow] = []
    for response_id, record in state.responses.items():
        response = record.response
        if response is None:
            continue
        blind = blind_id(key, response_id)
        intent, cast = state.intents.get(blind), state.votes.get(blind, {})
        attempted = intent is not None and intent.intent is Intent.ATTEMPT
        grades = {judge: vote.grade for judge, vote in cast.items() if judge in panel.judges}
        verdict = tally(grades, primary=panel.primary, deputy=panel.deputy).verdict if attempted and grades else None
        responses.append(
            ResponseRow(
                response_id=response_id,
                slug=record.slug,
                question_id=record.question_id,
                repeat=record.repeat,
                excluded=None if response.status is Status.OK else response.status.value,
                intent=None if intent is None else intent.intent.value,
                verdict=None if verdict is None else verdict.value,
                evidence=None if response.evidence is None else bool(response.evidence),
                latency_s=response.latency_s,
                cost_usd=response.cost_usd,
                input_tokens=response.usage.input_tokens,
                output_tokens=response.usage.output_tokens,
            )
        )
        votes += [
            VoteRow(
                response_id=response_id,
                judge=judge,
                grade=None if grade is None else grade.value,
                valid=grade is not None,
            )
            for judge, grade in grades.items()
            if attempted
        ]
    return responses, votes


def _waiver(spec: Spec) -> str | None:
    """Return why ungraded responses do not bar a system, where the panel has nobody who could be asked again.

    Judges made of code say where they cannot tell, and would say so again; the bounds beside each score show what the
    ungraded responses could change.
    """
    if all(judge.config.kind == "deterministic" for judge in spec.protocol.panel.judges.values()):
        return "the panel is made of code, which cannot be asked again; see the bounds"
    return None


def content_hash(state: State, key: bytes) -> str:
    """Return a hash of all answers, intents and votes that depends on neither time, order nor machine."""
    rows = []
    for response_id, record in sorted(state.responses.items()):
        blind = blind_id(key, response_id)
        intent = state.intents.get(blind)
        rows.append(
            [
                record.slug,
                record.question_id,
                record.repeat,
                *_answer(record),
                None if intent is None else [intent.intent.value, intent.source],
                sorted(
                    [judge, None if vote.grade is None else vote.grade.value]
                    for judge, vote in state.votes.get(blind, {}).items()
                ),
            ]
        )
    return sha256_of({"of": "content", "responses": rows})


def _answer(record: RequestRecord) -> list[str | None]:
    response = record.response
    if response is None:
        return [None, None]
    return [response.status.value, None if response.answer is None else sha256_text(response.answer)]


def _judge_family(config: JudgeConfig) -> str:
    return config.family if config.kind == "model" else config.method


def _system_row(slug: str, system: SystemSpec) -> "SystemRow":
    from runner.score.table import SystemRow

    settings = system.settings
    return SystemRow(
        slug=slug,
        title=settings.title,
        kind=system.role,
        family=settings.family,
        description=settings.description,
        contestant=getattr(settings, "contestant", None),
    )


def _parity(slug: str, system: SystemSpec) -> ParityRow:
    return ParityRow(
        slug=slug,
        delivery=system.delivery.mode,
        received=system.delivery.instruction,
        note="" if system.settings.has_knowledge_base else "no knowledge base",
    )


def _circumstances(spec: Spec, state: State) -> Circumstances:
    last = max((record.at for record in state.responses.values()), default=None)
    libraries = {name: version(name) for name in ("numpy", "litellm", "pydantic")}
    return Circumstances(
        as_of=last,
        scored_at=datetime.now(UTC).isoformat(timespec="seconds"),
        versions={
            "ragcanary": package_version(),
            "commit": commit() or "none",
            "python": spec.provenance.python,
            **libraries,
        },
    )
