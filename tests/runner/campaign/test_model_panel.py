"""Campaigns whose judges and classifier are models, over a real chat server; outages, repair, and kills of judges."""

import json
import re
from typing import Any

import pytest

from runner.campaign.progress import Silent
from runner.campaign.repair import repair_run
from runner.errors import ConfigError, RagcanaryError
from tests.support.campaigns import Workshop, log
from tests.support.chat_server import ChatServer, Reply

JUDGES = ("judge_a", "judge_b", "judge_c")


def panel(workshop: Workshop) -> None:
    """Write a panel of three model judges, and a model classifier."""
    for name in JUDGES:
        (workshop.conf / "judge").mkdir(exist_ok=True)
        (workshop.conf / "judge" / f"{name}.yaml").write_text(
            f"kind: model\nfamily: {name[-1]}\njson_schema: true\n"
            f"model: {{name: openai/{name}, endpoint: local, max_output_tokens: 300, temperature: 0.0, seed: 1, "
            "reasoning: default}\n",
            "utf-8",
        )
    (workshop.conf / "panel").mkdir(exist_ok=True)
    (workshop.conf / "panel" / "three.yaml").write_text(
        "defaults:\n"
        + "".join(f"  - /judge@judges.{name}: {name}\n" for name in JUDGES)
        + "  - _self_\nname: three\nprimary: judge_a\ndeputy: judge_b\nsize: 3\njudge_prompt: Grade the reply.\n",
        "utf-8",
    )
    (workshop.conf / "classifier").mkdir(exist_ok=True)
    (workshop.conf / "classifier" / "demo.yaml").write_text(
        "kind: model\njson_schema: true\n"
        "model: {name: openai/classifier, endpoint: local, max_output_tokens: 100, temperature: 0.0, seed: null, "
        "reasoning: default}\ncriteria: Attempt or abstention?\n",
        "utf-8",
    )


def ballot(grade: str) -> Reply:
    return Reply(json.dumps({"grade": grade, "reasoning": "I compared the years.", "confidence": 0.9}))


def fair(message: str) -> Reply:
    """A judge that reads the gold answer and the response: correct if the year stands in it."""
    years = re.findall(r"\b19\d\d\b", message)
    return ballot("correct" if "triangle" in message or len(set(years)) == 1 else "incorrect")


def answers(message: str) -> Reply:
    found = re.search(r"bridge (\d+)", message)
    assert found is not None
    number = int(found[1])
    if number == 1:
        return Reply("I do not know.")
    return Reply(f"It was opened in {1900 + number if number != 2 else 1955}.")


def classify(message: str) -> Reply:
    return Reply(
        json.dumps({"intent": "abstention" if "do not know" in message else "attempt", "reason": "It says so."})
    )


@pytest.fixture
def server():
    with ChatServer(answers, {**dict.fromkeys(JUDGES, fair), "classifier": classify}) as running:
        yield running


@pytest.fixture
def workshop(tmp_path, server):
    shop = Workshop(tmp_path, server.url, count=6)
    panel(shop)
    return shop


MODELS = ("panel=three", "classifier=demo")


def test_models_classify_and_judge_and_every_call_is_accounted_for(workshop, server):
    sitting = workshop.run(*MODELS)
    assert sitting.complete
    results = workshop.results(sitting)
    counts = results.system("one").counts
    # q1 declined; q2 wrong; q3 is a canary answered rightly; q0, q4, q5 right.
    assert (counts.abstained, counts.incorrect, counts.correct, counts.violations) == (1, 1, 4, 1)
    assert {i["source"] for i in log(sitting, "intents")} == {"openai/classifier"}
    # Each judge: one rehearsal and five attempts. The classifier: one rehearsal and six answers.
    assert {name: server.asked(name) for name in (*JUDGES, "classifier")} == {
        **dict.fromkeys(JUDGES, 6),
        "classifier": 7,
    }
    calls = log(sitting, "calls")
    assert len(calls) == 3 * 6 + 7
    assert {v["call_id"] for v in log(sitting, "votes")} == {c["call_id"] for c in calls if c["stage"] == "judge"}
    before = len(server.bodies)
    assert workshop.run(*MODELS).complete
    assert len(server.bodies) == before


def test_judges_are_told_question_gold_and_response_alone(workshop, server):
    workshop.run(*MODELS, "system.one.title=SENTINEL", "prompt.instruction=SENTINEL_INSTRUCTION")
    for body in server.bodies:
        if body["model"] in JUDGES:
            text = json.dumps(body["messages"])
            for leak in ("SENTINEL", "q00", "demo-2026", "bridges", "canary", "r-", "b-"):
                assert leak not in text, leak


def test_judges_swapped_in_the_list_change_nothing(workshop):
    first = workshop.run(*MODELS)
    path = workshop.conf / "panel" / "three.yaml"
    lines = path.read_text("utf-8").splitlines()
    lines[1], lines[3] = lines[3], lines[1]
    path.write_text("\n".join(lines) + "\n", "utf-8")
    assert workshop.run(*MODELS).folder.root == first.folder.root


def test_a_judge_that_rejects_a_parameter_stops_the_campaign_before_its_first_question(workshop, server):
    server.by_model["judge_b"] = lambda _: Reply(
        status=400, body={"error": {"message": "Unsupported parameter: temperature", "type": "invalid_request_error"}}
    )
    with pytest.raises(ConfigError, match=r"judge 'judge_b' cannot vote.*temperature"):
        workshop.run(*MODELS)
    assert server.asked("judge_b") == 1
    assert server.asked("demo-2026") == 0


def test_a_judge_that_is_out_costs_no_verdict_and_repair_completes_the_panel(workshop, server, tmp_path):
    state = {"out": False}

    def shaky(message: str) -> Reply:
        if state["out"] and "triangle" not in message:
            return Reply(status=500, body={"error": {"message": "down"}})
        return fair(message)

    server.by_model["judge_c"] = shaky
    state["out"] = True
    sitting = workshop.run(*MODELS)
    assert sitting.complete  # Every vote was cast; judge_c's are invalid, and two others decide.
    degraded = workshop.results(sitting)
    assert degraded.system("one").counts.correct == 4
    (row,) = [judge for judge in degraded.panel.judges if judge.judge == "judge_c"]
    assert (row.votes, row.invalid) == (5, 5)

    state["out"] = False
    asked = {name: server.asked(name) for name in ("demo-2026", "judge_a", "judge_b", "classifier")}
    repaired = repair_run(sitting.folder.root, Silent())
    assert (repaired.record.due, repaired.record.valid, repaired.record.flips) == (5, 5, [])
    # No answer is asked again and no valid vote cast again; the two other judges are rehearsed once more.
    assert server.asked("demo-2026") == asked["demo-2026"]
    assert server.asked("judge_a") == asked["judge_a"] + 1

    votes = [v for v in log(sitting, "votes") if v["judge"] == "judge_c"]
    by_blind: dict[str, list[dict[str, Any]]] = {}
    for vote in votes:
        by_blind.setdefault(vote["blind_id"], []).append(vote)
    for first, second in by_blind.values():
        assert (first["grade"], first["cast"], second["cast"]) == (None, 1, 2)
        assert first["call"]["messages"] == second["call"]["messages"]
        assert second["grade"] is not None

    calm = Workshop(tmp_path / "calm", server.url, count=6)
    panel(calm)
    undisturbed = calm.results(calm.run(*MODELS))
    assert workshop.results(sitting).result_digest == undisturbed.result_digest
    again = repair_run(sitting.folder.root, Silent())
    assert again.record.due == 0


def test_a_repair_reports_the_verdicts_that_it_changed(workshop, server):
    state = {"out": True}
    server.by_model["judge_a"] = lambda m: fair(m) if "triangle" in m else ballot("incorrect")
    server.by_model["judge_c"] = lambda m: (
        Reply(status=500, body={"error": {"message": "down"}}) if state["out"] and "triangle" not in m else fair(m)
    )
    sitting = workshop.run(*MODELS)
    # judge_a (the primary) says incorrect to all, judge_b is fair, judge_c is out: 1-1 goes to the primary.
    assert workshop.results(sitting).system("one").counts.correct == 0
    state["out"] = False
    record = repair_run(sitting.folder.root, Silent()).record
    # Four right answers: 1-1 by the primary becomes 2-1 for correct.
    assert [(f.slug, f.before, f.after, f.was_tie_break, f.count) for f in record.flips] == [
        ("one", "incorrect", "correct", True, 4)
    ]
    assert workshop.results(sitting).system("one").counts.correct == 4
    assert any(a["kind"] == "repair" for a in log(sitting, "anomalies"))


def test_a_judge_out_of_credit_is_stopped_and_the_others_go_on(workshop, server):
    server.by_model["judge_b"] = lambda m: (
        fair(m)
        if "triangle" in m
        else Reply(status=429, body={"error": {"message": "You exceeded your quota", "code": "insufficient_quota"}})
    )
    sitting = workshop.run(*MODELS, "execution.concurrency=1")
    assert "judge_b" in sitting.stopped
    assert not sitting.graded
    assert server.asked("judge_b") == 2  # The rehearsal and one vote; nothing is spent after that.
    assert server.asked("judge_a") == server.asked("judge_c") == 6
    assert workshop.results(sitting).system("one").counts.correct == 4


def test_no_vote_is_changed_for_what_its_reasons_say(workshop, server):
    """BR-10: a phrase in the reasons once flipped 84 right grades of another project."""
    reasons = {
        "correct": "Nothing here contradicts the expected answer.",
        "incorrect": "No contradiction; no city either.",
    }

    def say(message: str) -> Reply:
        grade = json.loads(fair(message).text)["grade"]
        return Reply(json.dumps({"grade": grade, "reasoning": reasons[grade], "confidence": 0.5}))

    server.by_model.update(dict.fromkeys(JUDGES, say))
    sitting = workshop.run(*MODELS)
    votes = log(sitting, "votes")
    assert {(v["grade"], v["reasoning"]) for v in votes} == set(reasons.items())
    right = {v["blind_id"] for v in votes if v["grade"] == "correct"}
    assert workshop.results(sitting).system("one").counts.correct == len(right) == 4


def test_a_classifier_that_fails_falls_back_to_phrases_and_says_so(workshop, server):
    server.by_model["classifier"] = lambda m: classify(m) if "triangle" in m else Reply("Hard to say.")
    sitting = workshop.run(*MODELS)
    assert sitting.complete
    assert all(i["source"].startswith("phrases (after") for i in log(sitting, "intents"))
    assert workshop.results(sitting).system("one").counts.abstained == 1


def test_a_hanging_judge_holds_up_no_other(workshop, server):
    server.by_model["judge_c"] = lambda m: fair(m) if "triangle" in m else Reply(fair(m).text, delay_s=2.0)
    sitting = workshop.run(*MODELS, "execution.call_timeout_s=0.3")
    votes = log(sitting, "votes")
    assert {v["invalid_cause"] for v in votes if v["judge"] == "judge_c"} == {"timeout"}
    assert all(v["grade"] for v in votes if v["judge"] != "judge_c")


def test_a_key_that_is_not_set_is_named_before_anything_is_written(tmp_path, server, monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    workshop = Workshop(tmp_path, server.url)
    panel(workshop)
    with pytest.raises(RagcanaryError, match="is not set"):
        workshop.run(*MODELS, "panel.judges.judge_a.model.endpoint=openai")
    assert not (tmp_path / "runs").exists()
