"""Taking over from another campaign what has equal keys: answers, classifications, valid votes."""

from dataclasses import dataclass, field
from pathlib import Path

from runner.campaign.folder import open_folder
from runner.campaign.state import State, load_state
from schemas.judging import Classification, Opinion
from schemas.response import Response, Status


@dataclass(frozen=True, slots=True)
class Reusable:
    """What may be taken over, with the hash of the campaign that it comes from, by key."""

    answers: dict[str, tuple[Response, str]] = field(default_factory=dict)
    intents: dict[str, tuple[Classification, str]] = field(default_factory=dict)
    votes: dict[str, tuple[Opinion, str]] = field(default_factory=dict)


def reusable_from(root: Path) -> Reusable:
    """Read another campaign's folder.

    Only answers with text are taken over: a failure of that campaign is no result of this one. Invalid votes are cast
    anew for the same reason.

    Raises:
        RecordError: If the folder is none, or its logs are damaged.
    """
    folder = open_folder(root)
    return collect(load_state(folder), folder.spec.hashes.campaign)


def collect(state: State, campaign: str) -> Reusable:
    """Return what a state offers for reuse."""
    reusable = Reusable()
    for record in state.responses.values():
        if record.response is not None and record.response.status is Status.OK:
            reusable.answers[record.answer_key] = (record.response, record.reused_from or campaign)
    for intent in state.intents.values():
        decided = Classification(intent=intent.intent, source=intent.source, reason=intent.reason)
        reusable.intents[intent.intent_key] = (decided, intent.reused_from or campaign)
    for votes in state.votes.values():
        for vote in votes.values():
            if vote.grade is not None:
                opinion = Opinion(grade=vote.grade, reasoning=vote.reasoning, confidence=vote.confidence)
                reusable.votes[vote.vote_key] = (opinion, vote.reused_from or campaign)
    return reusable
