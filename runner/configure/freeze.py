"""Freezing: a validated configuration, its questions and its corpus become a spec with hashes. Writes nothing."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import get_args

from pydantic import BaseModel

from runner.ask.registry import adapter_version, content_hash, describe_delivery
from runner.configure.paths import CONF, data_path
from runner.configure.provenance import provenance
from runner.configure.systems import system_files
from runner.errors import ConfigError
from runner.knowledge_base.corpus import Corpus, read_corpus
from schemas.campaign import CampaignConfig, KnowledgeBaseConfig, TranscriptConfig
from schemas.identity import campaign_hash, protocol_hash, questions_hash, scoring_hash, system_key
from schemas.question import Question
from schemas.spec import (
    ClassifierSpec,
    Hashes,
    JudgeSpec,
    Operations,
    PanelSpec,
    ProtocolSpec,
    QuestionsSpec,
    Spec,
    SystemSpec,
)
from schemas.system import Contestant, ModelSettings, ReferenceSystem, System, TranscriptSystem


@dataclass(frozen=True, slots=True)
class Frozen:
    """A campaign that is ready to run."""

    spec: Spec
    """The frozen spec."""
    questions: list[Question]
    """The questions in the order of the data set."""
    corpus: Corpus | None
    """The corpus's documents; null where their text is not at hand."""
    notes: tuple[str, ...] = ()
    """What the reader of the results should know of how the data was read."""


def freeze(config: CampaignConfig) -> Frozen:
    """Freeze a configuration.

    Args:
        config: The validated configuration.

    Returns:
        The spec, the questions and the corpus.

    Raises:
        ConfigError: When parts do not fit together: no systems, flags of another corpus, exemption for a system with
            a knowledge base, two names for one system.
        DataError: When questions, documents or transcripts cannot be read.
    """
    from runner.dataset.load import load_questions

    corpus, corpus_id = open_corpus(config.knowledge_base)
    loaded = load_questions(config.dataset, {config.knowledge_base.name: corpus_id} if corpus_id else {})
    questions = loaded.questions
    _check_flags(questions, corpus_id, config.knowledge_base.name)
    systems = _systems(config, corpus_id)
    protocol = ProtocolSpec(
        questions=QuestionsSpec(
            dataset=config.dataset.name,
            revision=loaded.report.revision,
            sha256=questions_hash(questions),
            count=len(questions),
            canaries=sum(question.is_gap_canary is True for question in questions),
            corpus_id=corpus_id,
        ),
        prompt=config.prompt,
        classifier=_classifier(config),
        panel=_panel(config),
        order_seed=config.order_seed,
    )
    used = endpoints_of(
        [*(system.settings for system in systems.values()), config.classifier, *config.panel.judges.values()]
    )
    for slug in sorted(used - set(config.endpoints)):
        raise ConfigError(f"there is no endpoint `{slug}`", where="endpoints", fix=f"known: {sorted(config.endpoints)}")
    protocol_sha = protocol_hash(protocol)
    spec = Spec(
        name=config.name,
        protocol=protocol,
        systems=systems,
        repeats=config.repeats,
        scoring=config.scoring,
        operations=Operations(
            execution=config.execution,
            endpoints={slug: endpoint for slug, endpoint in config.endpoints.items() if slug in used},
            dataset=config.dataset,
            knowledge_base=config.knowledge_base,
            prices=config.prices,
            budget=config.budget,
            allow_unpriced=config.allow_unpriced,
            reuse=config.reuse,
        ),
        provenance=provenance(),
        hashes=Hashes(
            protocol=protocol_sha,
            campaign=campaign_hash(protocol_sha, systems, config.repeats),
            scoring=scoring_hash(config.scoring),
            systems={slug: system_key(system) for slug, system in systems.items()},
        ),
    )
    notes = (*loaded.report.notes, *_unused_answers(systems, config.repeats))
    return Frozen(spec=spec, questions=questions, corpus=corpus, notes=notes)


def _unused_answers(systems: dict[str, SystemSpec], repeats: int) -> Iterator[str]:
    """Yield a sentence for each transcript with answers that the campaign has no place for."""
    from runner.ask.transcript import unused_rows

    for slug, system in systems.items():
        if isinstance(system.settings, TranscriptSystem) and (unused := unused_rows(system.settings, repeats)):
            yield f"{unused} answers of {slug} are of repeats beyond the campaign's {repeats} and are not used"


def open_corpus(config: KnowledgeBaseConfig) -> tuple[Corpus | None, str | None]:
    """Return a knowledge base's documents and its id: the manifest's hash, ``declared:<name>``, or null for none."""
    if config.folder is not None:
        manifest = None if config.manifest is None else data_path(config.manifest)
        corpus = read_corpus(data_path(config.folder), manifest)
        return corpus, corpus.corpus_hash
    return None, None if config.name == "none" else f"declared:{config.name}"


def _check_flags(questions: list[Question], corpus_id: str | None, name: str) -> None:
    for question in questions:
        if question.is_gap_canary is not None and question.corpus_id != corpus_id:
            raise ConfigError(
                f"the canary flags were made for the corpus {question.corpus_id}, and this campaign's systems hold "
                f"{corpus_id or 'none'}",
                where=f"question {question.question_id}",
                fix=f"choose the knowledge base that the flags belong to (now: {name}), or check this one "
                "and use the flags of that check",
            )


def _systems(config: CampaignConfig, corpus_id: str | None) -> dict[str, SystemSpec]:
    from runner.ask.transcript import check_repeats

    members: dict[str, System] = dict(config.system)
    if config.transcript is not None:
        for system in _transcript_systems(config.transcript):
            check_repeats(system, config.repeats)
            if system.slug in members:
                raise ConfigError(
                    f"two systems are called `{system.slug}`", where="transcript", fix="rename the one under system"
                )
            members[system.slug] = system
    _refuse_posers(members)
    if not members:
        raise ConfigError(
            "the campaign has no systems",
            where="system",
            fix="choose files of conf/systems: system=[a,b]; or answers that exist: experiment=transcript",
        )
    for slug in config.exempt:
        if slug not in members and slug in system_files([CONF]):
            continue  # An experiment's exemption of a system that an override left out.
        if slug not in members:
            raise ConfigError(
                f"`{slug}` is exempt and not in the campaign",
                where="exempt",
                fix=f"systems: {', '.join(sorted(members))}",
            )
        if members[slug].has_knowledge_base:
            raise ConfigError(
                f"`{slug}` has a knowledge base, so it cannot be exempt from the canary rule",
                where="exempt",
                fix=f"remove {slug} from exempt",
            )
    frozen = {
        slug: _freeze_system(system, config, corpus_id, role="exempt" if slug in config.exempt else "ranked")
        for slug, system in members.items()
    }
    _refuse_twins(frozen)
    if config.references.enabled:
        for contestant in get_args(Contestant):
            reference = ReferenceSystem(
                slug=f"reference_{contestant}",
                title=contestant.replace("_", " "),
                adapter="reference",
                contestant=contestant,
                concurrency=8,
            )
            frozen[reference.slug] = _freeze_system(
                reference, config, corpus_id, role="reference", sample=config.references.others
            )
    return frozen


def _freeze_system(
    system: System, config: CampaignConfig, corpus_id: str | None, *, role: str, sample: int | None = None
) -> SystemSpec:
    prompt = config.prompt
    instruction = prompt.instruction if system.has_knowledge_base else prompt.instruction_without_documents
    return SystemSpec.model_validate(
        {
            "settings": system,
            "delivery": describe_delivery(system, instruction),
            "role": role,
            "adapter_version": adapter_version(system),
            "corpus_id": corpus_id if system.has_knowledge_base else None,
            "data_sha256": content_hash(system),
            "sample": sample,
        }
    )


def _refuse_posers(members: dict[str, System]) -> None:
    """Keep the door to the gold answers shut: reference contestants are built in, and no file can be one."""
    for slug, system in members.items():
        if system.adapter == "reference" or slug.startswith("reference_"):
            raise ConfigError(
                f"`{slug}` would be a reference contestant, and these are built in",
                where=f"system.{slug}",
                fix="choose another adapter and a name that does not begin with reference_",
            )


def _refuse_twins(systems: dict[str, SystemSpec]) -> None:
    seen: dict[str, str] = {}
    for slug, system in systems.items():
        if system.settings.adapter == "transcript":
            continue  # Two systems may well have given the same answers.
        twin = seen.setdefault(system_key(system), slug)
        if twin != slug:
            raise ConfigError(
                f"`{twin}` and `{slug}` are the same system under two names",
                where="system",
                fix="drop one of them; to see how steady a system is, raise repeats",
            )


def _transcript_systems(config: TranscriptConfig) -> list[TranscriptSystem]:
    from runner.ask.transcript import systems_in

    path = data_path(config.file)
    if config.columns.system is None:
        return [_transcript_system(config, path.stem, "transcript", None)]
    return [_transcript_system(config, name, slug, name) for name, slug in systems_in(path, config.columns)]


def _transcript_system(config: TranscriptConfig, title: str, slug: str, select: str | None) -> TranscriptSystem:
    return TranscriptSystem(
        slug=slug,
        title=title[:80],
        adapter="transcript",
        file=config.file,
        columns=config.columns,
        select=select,
        has_knowledge_base=config.has_knowledge_base,
        concurrency=8,
    )


def _classifier(config: CampaignConfig) -> ClassifierSpec:
    from runner.classify.model_classifier import ModelClassifier
    from runner.classify.registry import classifier_class

    return ClassifierSpec(
        config=config.classifier,
        # A model classifier falls back to the phrases, so their version is part of it as well.
        version=classifier_class("phrases").version,
        reading=ModelClassifier.version if config.classifier.kind == "model" else 0,
    )


def _panel(config: CampaignConfig) -> PanelSpec:
    from runner.judge.model_judge import ModelJudge
    from runner.judge.registry import judge_class

    panel = config.panel
    versions = {
        name: judge_class(judge.method).version if judge.kind == "deterministic" else ModelJudge.version
        for name, judge in panel.judges.items()
    }
    return PanelSpec(
        name=panel.name,
        judges={name: JudgeSpec(config=judge, version=versions[name]) for name, judge in panel.judges.items()},
        primary=panel.primary,
        deputy=panel.deputy,
        judge_prompt=panel.judge_prompt,
    )


def endpoints_of(callers: Iterable[BaseModel]) -> set[str]:
    """Return the ids of the endpoints that systems, classifiers and judges call."""
    settings = list(callers)
    models = {value.endpoint for caller in settings for _, value in caller if isinstance(value, ModelSettings)}
    return models | {endpoint for caller in settings if (endpoint := getattr(caller, "endpoint", None))}
