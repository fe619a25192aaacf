import hashlib
import re
from pathlib import Path

import pytest

from schemas import identity
from schemas.canonical import canonical_json
from tests.schemas import identity_example as example

DOC = Path(__file__).parents[2] / "docs" / "identity.md"
KEY = bytes(range(32))


@pytest.fixture(scope="module")
def documented():
    """Return the texts of the note with the hashes printed below them, by what is hashed."""
    pairs = re.findall(r"```json\n(.*?)\n```\n\nSHA-256: `([0-9a-f]{64})`", DOC.read_text("utf-8"), re.DOTALL)
    assert len(pairs) == 9
    for text, digest in pairs:
        assert hashlib.sha256(text.encode()).hexdigest() == digest
    return {re.search(r'"of":"(\w+)"', text).group(1): digest for text, digest in pairs}


def test_the_worked_example_is_what_the_code_does(documented):
    questions = identity.questions_hash(example.QUESTIONS)
    system = identity.system_key(example.SYSTEM)
    protocol = identity.protocol_hash(example.protocol(questions))
    campaign = identity.campaign_hash(protocol, {"demo_chat": example.SYSTEM}, 1)
    question, answer = "When did it open?", "It opened in 1912."
    assert documented == {
        "questions": questions,
        "system": system,
        "answer": identity.answer_key(system, question, 0),
        "intent": identity.intent_key(example.CLASSIFIER, question, answer),
        "vote": identity.vote_key(example.JUDGE, None, question, "1912", answer),
        "protocol": protocol,
        "campaign": campaign,
        "scoring": identity.scoring_hash(example.SCORING),
        "response": documented["response"],
    }
    response = identity.response_id(campaign, "demo_chat", "q1", 0)
    assert response == "r-" + documented["response"][:16]
    assert f"`{response}`" in DOC.read_text("utf-8")
    assert f"`{identity.blind_id(KEY, response)}`" in DOC.read_text("utf-8")


def system(**changes):
    return example.SYSTEM.model_copy(update=changes)


def settings(**changes):
    return system(settings=example.SYSTEM.settings.model_copy(update=changes))


@pytest.mark.parametrize("field", ["slug", "title", "description", "concurrency", "family"])
def test_names_and_speed_are_no_part_of_a_system(field):
    changed = {"slug": "x", "title": "x", "description": "x", "concurrency": 9, "family": "x"}[field]
    assert identity.system_key(settings(**{field: changed})) == identity.system_key(example.SYSTEM)


def test_everything_measured_is_part_of_a_system():
    model = example.SYSTEM.settings.model
    others = [
        settings(model=model.model_copy(update={"temperature": 0.5})),
        settings(model=model.model_copy(update={"name": "openai/other"})),
        system(delivery=example.SYSTEM.delivery.model_copy(update={"instruction": "Answer briefly!"})),
        system(delivery=example.SYSTEM.delivery.model_copy(update={"frame": {"question": "Q: {}"}})),
        system(adapter_version=2),
        system(corpus_id="declared:other"),
        system(data_sha256="0" * 64),
    ]
    keys = {identity.system_key(other) for other in [example.SYSTEM, *others]}
    assert len(keys) == len(others) + 1


def test_order_of_questions_judges_and_ks_changes_nothing_but_a_comma_does():
    assert identity.questions_hash(example.QUESTIONS) == identity.questions_hash(example.QUESTIONS[::-1])
    changed = [example.QUESTIONS[0].model_copy(update={"gold": "1912,"}), example.QUESTIONS[1]]
    assert identity.questions_hash(example.QUESTIONS) != identity.questions_hash(changed)
    reordered = example.SCORING.model_copy(update={"ks": (4.0, 1.0, 4.0)})
    assert identity.scoring_hash(reordered) == identity.scoring_hash(example.SCORING)
    assert identity.scoring_hash(example.SCORING.model_copy(update={"k": 5.0})) != identity.scoring_hash(
        example.SCORING
    )


def test_the_role_of_a_system_and_the_repeats_change_the_campaign_and_not_the_protocol():
    protocol = identity.protocol_hash(example.protocol(identity.questions_hash(example.QUESTIONS)))
    campaigns = {
        identity.campaign_hash(protocol, {"a": example.SYSTEM}, 1),
        identity.campaign_hash(protocol, {"a": example.SYSTEM}, 2),
        identity.campaign_hash(protocol, {"b": example.SYSTEM}, 1),
        identity.campaign_hash(protocol, {"a": system(role="exempt")}, 1),
    }
    assert len(campaigns) == 4


def test_a_changed_comma_in_a_judge_prompt_changes_the_protocol():
    protocol = example.protocol("0" * 64)
    changed = protocol.model_copy(update={"panel": protocol.panel.model_copy(update={"judge_prompt": "Grade, please"})})
    assert identity.protocol_hash(protocol) != identity.protocol_hash(changed)


def test_questions_without_an_id_get_one_from_their_composed_text():
    # "é" composed and decomposed is one text in NFC.
    assert identity.question_id_of("caf\u00e9?") == identity.question_id_of("cafe\u0301?")
    assert identity.question_id_of("caf\u00e9?") == "q-" + hashlib.sha256("caf\u00e9?".encode()).hexdigest()[:12]


def test_lone_surrogates_can_be_part_of_a_response_and_not_of_canonical_json():
    assert identity.sha256_text("\ud800") != identity.sha256_text("\udfff")
    with pytest.raises(ValueError, match="canonical JSON"):
        canonical_json({"text": "\ud800"})
    with pytest.raises(ValueError, match="canonical JSON"):
        canonical_json({"number": float("nan")})
