"""The second stage: is each answer an attempt or an abstention?"""

from collections.abc import Mapping

from runner.campaign.groups import in_groups
from runner.campaign.instruments import hold_for_classifier, note_call, settle_call, work_off
from runner.campaign.order import judging_order
from runner.campaign.session import Session, now
from runner.campaign.state import answer_of, answers_by_blind_id
from runner.classify.model_classifier import ModelClassifier
from runner.classify.phrases import PhraseClassifier
from runner.classify.sanity import identical_canary_outcome
from runner.money.budget import BudgetReached
from schemas.identity import intent_key
from schemas.judging import Classification, Intent
from schemas.logs import IntentRecord

GROUP = 500
"""Classifications made durable together."""


async def classify_missing(
    session: Session,
    classifier: PhraseClassifier | ModelClassifier,
    reusable: Mapping[str, tuple[Classification, str]],
) -> None:
    """Classify every answer that has no intent yet.

    Args:
        session: The sitting.
        classifier: Who decides.
        reusable: Classifications of another campaign, with its campaign hash, by intent key.
    """
    answers = answers_by_blind_id(session.state, session.folder.blind_key)
    missing = [blind for blind in answers if blind not in session.state.intents]
    session.progress.stage("classify", {"answers": len(answers)}, {"answers": len(answers) - len(missing)})
    queue = judging_order(missing, session.frozen.spec.protocol.order_seed)
    spec = session.frozen.spec.protocol.classifier
    questions = {question.question_id: question.text for question in session.frozen.questions}
    texts = {blind: (questions[answers[blind].question_id], answer_of(answers[blind])) for blind in queue}
    keys = {blind: intent_key(spec, *texts[blind]) for blind in queue}
    known = [blind for blind in queue if keys[blind] in reusable]
    for group in in_groups(known, GROUP):
        await _write(session, [_intent(blind, keys[blind], *reusable[keys[blind]]) for blind in group])
        session.reused += len(group)
    unknown = [blind for blind in queue if keys[blind] not in reusable]
    if isinstance(classifier, ModelClassifier):
        await _by_model(session, classifier, unknown, texts, keys)
        return
    for group in in_groups(unknown, GROUP):
        if session.stopping.is_set():
            return
        await _write(session, [_intent(blind, keys[blind], classifier.classify(*texts[blind])) for blind in group])


async def _by_model(
    session: Session,
    classifier: ModelClassifier,
    queue: list[str],
    texts: Mapping[str, tuple[str, str]],
    keys: Mapping[str, str],
) -> None:
    async def one(blind: str) -> bool:
        if session.stopping.is_set():
            return False
        try:
            hold = await hold_for_classifier(session, classifier, *texts[blind])
        except BudgetReached as error:
            await session.stop_for_budget(error)
            return False
        with hold:
            call_id = await session.write_call("classify", "classifier", blind, hold.reserved_usd)
            decision = await classifier.decide(*texts[blind])
            charge = await settle_call(session, "classifier", hold, decision.call)
            record = _intent(blind, keys[blind], decision.classification)
            call = {"call_id": call_id, "call": decision.call, "charge": charge}
            await _write(session, [record.model_copy(update=call)])
        await note_call(session, "classifier", decision.call)
        return True

    await work_off(queue, session.frozen.spec.operations.execution.concurrency, one)


async def _write(session: Session, records: list[IntentRecord]) -> None:
    await session.write_intents(records)
    for _ in records:
        session.progress.advance("answers")


def _intent(blind: str, key: str, decided: Classification, source: str | None = None) -> IntentRecord:
    return IntentRecord(
        blind_id=blind,
        intent_key=key,
        intent=decided.intent,
        source=decided.source,
        reason=decided.reason,
        at=now(),
        reused_from=source,
    )


async def warn_of_identical_canaries(session: Session) -> None:
    """Record an anomaly where all systems did the same on all canaries; usually the classifier is to blame."""
    spec, key = session.frozen.spec, session.folder.blind_key
    canaries = {question.question_id for question in session.frozen.questions if question.is_gap_canary}
    intents: dict[str, dict[str, list[Intent]]] = {
        slug: {} for slug, system in spec.systems.items() if system.role == "ranked"
    }
    for blind, record in answers_by_blind_id(session.state, key).items():
        if record.slug in intents and record.question_id in canaries and blind in session.state.intents:
            found = intents[record.slug].setdefault(record.question_id, [])
            found.append(session.state.intents[blind].intent)
    warning = identical_canary_outcome(intents)
    if warning is not None and warning.uniform:
        await session.anomaly("identical_canary_outcome", "classifier", warning.message)
