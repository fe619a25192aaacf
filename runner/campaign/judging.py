"""The third stage: a blind panel grades every attempt.

One queue over all systems is shuffled by the campaign's seed. A judge gets a :class:`JudgeView` and nothing else; votes
are logged under anonymous ids.
"""

from collections.abc import Mapping

from runner.campaign.groups import in_groups
from runner.campaign.order import judging_order
from runner.campaign.session import Session, now
from runner.campaign.state import State, answer_of, answers_by_blind_id
from runner.errors import ConfigError
from runner.judge.base import Judge
from runner.judge.registry import judge_class
from schemas.identity import vote_key
from schemas.judging import Intent, JudgeView, Opinion
from schemas.logs import VoteRecord
from schemas.spec import PanelSpec

GROUP = 200
"""Attempts whose votes are made durable together."""


def build_judges(panel: PanelSpec) -> dict[str, Judge]:
    """Return the judges of a panel by name.

    Raises:
        ConfigError: If this version cannot run one of them.
    """
    judges: dict[str, Judge] = {}
    for name, judge in sorted(panel.judges.items()):
        if judge.config.kind != "deterministic":
            raise ConfigError(
                "this version has no model judges", where=f"panel.judges.{name}", fix="use panel=deterministic"
            )
        judges[name] = judge_class(judge.config.method)()
    return judges


def votes_missing(state: State, attempts: list[str], judges: Mapping[str, object]) -> dict[str, list[str]]:
    """Return, for each attempt in the given order, the judges without a vote on it."""
    due = {blind: [name for name in judges if name not in state.votes.get(blind, {})] for blind in attempts}
    return {blind: names for blind, names in due.items() if names}


async def judge_missing(session: Session, reusable: Mapping[str, tuple[Opinion, str]]) -> None:
    """Have every judge vote on every attempt that lacks its vote.

    Args:
        session: The sitting.
        reusable: Valid votes of another campaign, with its campaign hash, by vote key.
    """
    spec = session.frozen.spec
    panel = spec.protocol.panel
    judges = build_judges(panel)
    questions = {question.question_id: question for question in session.frozen.questions}
    answers = answers_by_blind_id(session.state, session.folder.blind_key)
    attempts = [
        blind
        for blind in judging_order(answers, spec.protocol.order_seed)
        if (record := session.state.intents.get(blind)) is not None and record.intent is Intent.ATTEMPT
    ]
    due = votes_missing(session.state, attempts, judges)
    total = len(attempts) * len(judges)
    session.progress.stage("judge", {"votes": total}, {"votes": total - sum(map(len, due.values()))})
    for group in in_groups(list(due.items()), GROUP):
        if session.stopping.is_set():
            return
        records = []
        for blind, names in group:
            question = questions[answers[blind].question_id]
            view = JudgeView(question=question.text, gold=question.gold, response=answer_of(answers[blind]))
            for name in names:
                key = vote_key(panel.judges[name], panel.judge_prompt, view.question, view.gold, view.response)
                known, source = reusable.get(key, (None, None))
                session.reused += known is not None
                opinion = known or judges[name].grade(view)
                records.append(_record(session.state, blind, name, key, view, opinion, source))
                session.progress.advance("votes")
        await session.write_votes(records)


def _record(
    state: State, blind: str, judge: str, key: str, view: JudgeView, opinion: Opinion, source: str | None
) -> VoteRecord:
    earlier = state.votes.get(blind, {}).get(judge)
    return VoteRecord(
        blind_id=blind,
        judge=judge,
        vote_key=key,
        cast=1 if earlier is None else earlier.cast + 1,
        view=view.model_dump(),
        grade=opinion.grade,
        reasoning=opinion.reasoning,
        confidence=opinion.confidence,
        invalid_cause=opinion.invalid_cause,
        at=now(),
        reused_from=source,
    )
