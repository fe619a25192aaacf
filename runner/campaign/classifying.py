"""The second stage: is each answer an attempt or an abstention?"""

from collections.abc import Mapping

from runner.campaign.groups import in_groups
from runner.campaign.order import judging_order
from runner.campaign.session import Session, now
from runner.campaign.state import answer_of, answers_by_blind_id
from runner.classify.base import IntentClassifier
from runner.classify.registry import classifier_class
from runner.classify.sanity import identical_canary_outcome
from runner.errors import ConfigError
from schemas.identity import intent_key
from schemas.judging import Classification, Intent
from schemas.logs import IntentRecord
from schemas.spec import ClassifierSpec

GROUP = 500
"""Classifications made durable together."""


def build_classifier(spec: ClassifierSpec) -> IntentClassifier:
    """Return the classifier of a campaign.

    Raises:
        ConfigError: If this version cannot run it.
    """
    if spec.config.kind != "phrases":
        raise ConfigError("this version has no model classifier", where="classifier", fix="use classifier=phrases")
    return classifier_class(spec.config.kind)()


async def classify_missing(session: Session, reusable: Mapping[str, tuple[Classification, str]]) -> None:
    """Classify every answer that has no intent yet.

    Args:
        session: The sitting.
        reusable: Classifications of another campaign, with its campaign hash, by intent key.
    """
    spec = session.frozen.spec.protocol.classifier
    classifier = build_classifier(spec)
    questions = {question.question_id: question.text for question in session.frozen.questions}
    answers = answers_by_blind_id(session.state, session.folder.blind_key)
    missing = [blind for blind in answers if blind not in session.state.intents]
    session.progress.stage("classify", {"answers": len(answers)}, {"answers": len(answers) - len(missing)})
    for group in in_groups(judging_order(missing, session.frozen.spec.protocol.order_seed), GROUP):
        if session.stopping.is_set():
            return
        records = []
        for blind in group:
            answer, question = answer_of(answers[blind]), questions[answers[blind].question_id]
            key = intent_key(spec, question, answer)
            known, source = reusable.get(key, (None, None))
            decided = known or classifier.classify(question, answer)
            session.reused += known is not None
            records.append(
                IntentRecord(
                    blind_id=blind,
                    intent_key=key,
                    intent=decided.intent,
                    source=decided.source,
                    reason=decided.reason,
                    at=now(),
                    reused_from=source,
                )
            )
            session.progress.advance("answers")
        await session.write_intents(records)


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
