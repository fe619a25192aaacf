"""Answers that somebody already has: a file stands in for the system that gave them."""

from collections import defaultdict

from runner.ask.base import Resources, SystemAdapter
from runner.ask.transcript_rows import TranscriptAnswer, answers_hash, read_answers, same_question, systems_in
from runner.configure.paths import data_path
from runner.errors import DataError
from schemas.canonical import nfc
from schemas.response import AskedQuestion, Response, Status
from schemas.system import TranscriptSystem

__all__ = ["Transcript", "check_repeats", "systems_in"]

_MOST_SHOWN = 10


class Transcript(SystemAdapter[TranscriptSystem]):
    """Looks answers up in a file, by the question's id or, where that finds nothing, by its NFC text.

    A question without a row is ``missing``, a row without text ``empty``, and a row with an error is a failure whatever
    its answer holds. A row whose id fits while its text is another question's is not taken.
    """

    def __init__(self, system: TranscriptSystem, resources: Resources) -> None:
        """Keep settings and resources; the file is read by ``open``."""
        super().__init__(system, resources)
        self._by_id: dict[tuple[str, int], TranscriptAnswer] = {}
        self._by_text: dict[tuple[str, int], list[TranscriptAnswer]] = {}
        self._has_text = False

    @classmethod
    def content_hash(cls, system: TranscriptSystem) -> str:
        """Return the hash of the system's rows: another name or format of the file changes nothing, an answer does."""
        return answers_hash(_read(system))

    async def open(self) -> None:
        """Read the file.

        Raises:
            ConfigError: If its columns or ``select`` do not fit the file.
            DataError: If it cannot be read, with the line.
        """
        answers = _read(self.system)
        by_text: defaultdict[tuple[str, int], list[TranscriptAnswer]] = defaultdict(list)
        for answer in answers:
            if answer.question_id is not None:
                self._by_id[answer.question_id, answer.repeat] = answer
            if answer.question is not None:
                by_text[nfc(answer.question), answer.repeat].append(answer)
        self._by_text = dict(by_text)
        self._has_text = any(passage.text is not None for answer in answers for passage in answer.evidence or ())

    async def ask(self, question: AskedQuestion) -> Response:
        """Return the recorded answer."""
        found, why = self._find(question)
        if found is None:
            return Response(status=Status.MISSING, evidence_has_text=self._has_text, error=why)
        return Response(
            status=found.status,
            answer=found.answer,
            evidence=None if found.evidence is None else list(found.evidence),
            evidence_has_text=self._has_text,
            reported_model=found.model,
            latency_s=found.latency_s if found.status is Status.OK else None,
            cost_usd=found.cost_usd,
            error=found.error,
            raw_request={"line": found.line},
        )

    def _find(self, question: AskedQuestion) -> tuple[TranscriptAnswer | None, str]:
        """Return the row for a question and repeat, or why there is none."""
        by_id = self._by_id.get((question.question_id, question.repeat))
        if by_id is not None and (by_id.question is None or same_question(by_id.question, question.text)):
            return by_id, ""
        by_text = self._by_text.get((nfc(question.text), question.repeat), [])
        if len(by_text) == 1:
            return by_text[0], ""
        if by_text:
            lines = ", ".join(str(answer.line) for answer in by_text[:_MOST_SHOWN])
            return None, f"several rows hold this question under other ids: lines {lines}"
        if by_id is not None:
            return None, f"the row with this id, line {by_id.line}, holds another question"
        return None, f"the transcript holds no answer to this question in repeat {question.repeat}"


def unused_rows(system: TranscriptSystem, repeats: int) -> int:
    """Return how many rows of a transcript belong to repeats that the campaign does not have."""
    return sum(answer.repeat >= repeats for answer in _read(system))


def check_repeats(system: TranscriptSystem, repeats: int) -> None:
    """Refuse a transcript that has more answers to a question than the campaign has repeats.

    With a ``repeat`` column more rows are a choice, and those beyond the campaign's repeats are not used. Without one,
    they are more likely several systems in one file, or rows that were written twice.

    Args:
        system: The transcript's settings.
        repeats: The campaign's repeats.

    Raises:
        DataError: Naming questions and lines.
    """
    if system.columns.repeat is not None:
        return
    answers = _read(system)
    beyond = [answer for answer in answers if answer.repeat >= repeats]
    if not beyond:
        return
    most = max(answer.repeat for answer in beyond) + 1
    lines = ", ".join(str(answer.line) for answer in beyond[:_MOST_SHOWN])
    raise DataError(
        f"up to {most} rows answer one question, and the campaign has {repeats} repeats",
        where=f"{system.file}, lines {lines}" + (" and more" if len(beyond) > _MOST_SHOWN else ""),
        fix=f"set repeats={most}; if the file holds several systems, name columns.system; or remove the extra rows",
    )


def _read(system: TranscriptSystem) -> list[TranscriptAnswer]:
    return read_answers(data_path(system.file), system.columns, system.select)
