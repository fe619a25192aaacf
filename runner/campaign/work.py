"""What a campaign has to do: every response that its spec foresees, and what of it is still missing. Pure."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from runner.ask.reference import reference_sample
from runner.campaign.order import question_order
from schemas.identity import answer_key, response_id
from schemas.question import Question
from schemas.response import Status
from schemas.spec import Spec

ASKED_AGAIN = frozenset({Status.QUOTA, Status.PIN_MISMATCH, Status.UNAVAILABLE, Status.RATE_LIMITED})
"""How a call can end without the system having had its say: the service was out, or the wrong one answered. Such a
response is asked again when the campaign is resumed, and disclosed; every other end is final."""
UNSERVED = ASKED_AGAIN | {Status.REFUSED}
"""Ends of calls to a system that may not be there at all. A system with no other end so far has never had its say (a
wrong key, a wrong model name), and all its calls are made again."""


@dataclass(frozen=True, slots=True)
class Due:
    """One response that the spec foresees."""

    response_id: str
    slug: str
    question: Question
    repeat: int
    answer_key: str


def responses_due(spec: Spec, questions: Iterable[Question]) -> Iterator[Due]:
    """Yield every response of a campaign in the order of asking.

    Repeats follow one another; within one, all systems get a question before any gets the next. Reference contestants
    get their sample, once.
    """
    ordered = question_order(questions, spec.protocol.order_seed)
    samples = {
        slug: {q.question_id for q in reference_sample(ordered, spec.protocol.order_seed, others=system.sample)}
        for slug, system in spec.systems.items()
        if system.sample is not None
    }
    for repeat in range(spec.repeats):
        for question in ordered:
            for slug in sorted(spec.systems):
                if slug in samples and (repeat or question.question_id not in samples[slug]):
                    continue
                yield Due(
                    response_id=response_id(spec.hashes.campaign, slug, question.question_id, repeat),
                    slug=slug,
                    question=question,
                    repeat=repeat,
                    answer_key=answer_key(spec.hashes.systems[slug], question.text, repeat),
                )


def responses_missing(due: Iterable[Due], ended: Mapping[str, Status]) -> list[Due]:
    """Return the responses that no call has finally ended.

    Args:
        due: The responses that the spec foresees.
        ended: How the last call for each response id ended.
    """
    items = list(due)
    served = served_systems(items, ended)

    def is_missing(item: Due) -> bool:
        status = ended.get(item.response_id)
        return status is None or status in ASKED_AGAIN or (status in UNSERVED and item.slug not in served)

    return [item for item in items if is_missing(item)]


def served_systems(due: Iterable[Due], ended: Mapping[str, Status]) -> set[str]:
    """Return the systems that have had their say at least once."""
    return {item.slug for item in due if (status := ended.get(item.response_id)) is not None and status not in UNSERVED}


@dataclass(frozen=True, slots=True)
class Plan:
    """How much a campaign has to do, by stage."""

    answers: dict[str, int]
    """Answers by system, without the reference contestants."""
    reference_answers: int
    """Answers of the reference contestants, which call nobody."""
    intents_at_most: int
    """Classifications: one for each answer with text."""
    votes_at_most: int
    """Votes: one for each judge and attempt."""


def plan(spec: Spec, questions: list[Question]) -> Plan:
    """Count the work of a whole campaign; nothing is called."""
    answers = dict.fromkeys((s for s, system in spec.systems.items() if system.role != "reference"), 0)
    references = 0
    for due in responses_due(spec, questions):
        if due.slug in answers:
            answers[due.slug] += 1
        else:
            references += 1
    responses = sum(answers.values()) + references
    return Plan(
        answers=answers,
        reference_answers=references,
        intents_at_most=responses,
        votes_at_most=responses * len(spec.protocol.panel.judges),
    )
