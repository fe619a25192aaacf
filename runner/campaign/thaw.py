"""Reading a frozen spec back, with the questions and the corpus that it was frozen with."""

from pathlib import Path

from runner.ask.registry import content_hash
from runner.campaign.folder import QUESTIONS, parse_spec, read_questions
from runner.configure.freeze import Frozen, open_corpus
from runner.errors import ConfigError
from schemas.identity import questions_hash
from schemas.question import Question
from schemas.spec import Spec


def thaw(spec_file: Path) -> Frozen:
    """Read a ``spec.json`` and find its questions and corpus again.

    The questions come from ``questions.jsonl`` beside the spec, else from the data set that the spec names; either way
    they must have the spec's hash, and so must the corpus and the rows of transcripts.

    Raises:
        ConfigError: If something is not what it was when the spec was frozen.
    """
    spec = parse_spec(spec_file.read_bytes(), str(spec_file))
    questions = _questions(spec, spec_file)
    corpus, corpus_id = open_corpus(spec.operations.knowledge_base)
    if corpus_id != spec.protocol.questions.corpus_id:
        raise ConfigError(
            f"the corpus has changed since the spec was frozen: {corpus_id}, not {spec.protocol.questions.corpus_id}",
            where=str(spec.operations.knowledge_base.folder),
            fix="restore the documents, or freeze a new campaign",
        )
    for slug, system in spec.systems.items():
        if content_hash(system.settings) != system.data_sha256:
            raise ConfigError(
                f"the answers of `{slug}` have changed since the spec was frozen",
                where=getattr(system.settings, "file", slug),
                fix="restore the file, or freeze anew",
            )
    return Frozen(spec=spec, questions=questions, corpus=corpus)


def _questions(spec: Spec, spec_file: Path) -> list[Question]:
    from runner.dataset.load import load_questions

    beside = spec_file.with_name(QUESTIONS)
    if beside.exists():
        questions, where = read_questions(beside), str(beside)
    else:
        knowledge_base, corpus_id = spec.operations.knowledge_base, spec.protocol.questions.corpus_id
        names = {knowledge_base.name: corpus_id} if corpus_id else {}
        questions, where = load_questions(spec.operations.dataset, names).questions, spec.operations.dataset.name
    if questions_hash(questions) != spec.protocol.questions.sha256:
        raise ConfigError(
            "the questions have changed since the spec was frozen",
            where=where,
            fix="restore the data set, or freeze a new campaign",
        )
    return questions
