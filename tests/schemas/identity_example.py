"""The example that docs/identity.md works through: one small campaign, built by hand."""

from schemas.campaign import DeterministicJudgeConfig, PhraseClassifierConfig, PromptConfig
from schemas.question import Question
from schemas.scoring import Scoring
from schemas.spec import ClassifierSpec, JudgeSpec, PanelSpec, ProtocolSpec, QuestionsSpec, SystemSpec
from schemas.system import ChatSystem, Delivery, ModelSettings

QUESTIONS = [
    Question(question_id="q1", text="When did it open?", gold="1912", is_gap_canary=False, corpus_id="declared:demo"),
    Question(question_id="q2", text="Who built it?", gold="Ada Lund", is_gap_canary=True, corpus_id="declared:demo"),
]
INSTRUCTION = "Answer briefly."
SYSTEM = SystemSpec(
    settings=ChatSystem(
        slug="demo_chat",
        title="Demo",
        adapter="chat",
        has_knowledge_base=True,
        model=ModelSettings(name="openai/demo", endpoint="local", temperature=0.0, max_output_tokens=64),
    ),
    delivery=Delivery(mode="system_message", instruction=INSTRUCTION),
    role="ranked",
    adapter_version=1,
    corpus_id="declared:demo",
)
JUDGE = JudgeSpec(config=DeterministicJudgeConfig(kind="deterministic", method="normalised_match"), version=1)
CLASSIFIER = ClassifierSpec(config=PhraseClassifierConfig(kind="phrases"), version=1)


def protocol(questions_sha256: str) -> ProtocolSpec:
    """Return the example's protocol around the hash of its questions."""
    return ProtocolSpec(
        questions=QuestionsSpec(
            dataset="demo", revision=None, sha256=questions_sha256, count=2, canaries=1, corpus_id="declared:demo"
        ),
        prompt=PromptConfig(name="standard", instruction=INSTRUCTION, instruction_without_documents=INSTRUCTION),
        classifier=CLASSIFIER,
        panel=PanelSpec(name="demo", judges={"match": JUDGE}, primary="match", deputy="match", judge_prompt=None),
        order_seed=7,
    )


SCORING = Scoring(k=4.0, ks=(1.0, 4.0), alpha=0.05, seed=1, resamples=1000)
