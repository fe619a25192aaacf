"""Campaigns over a real chat server on loopback: what is asked, what is asked again, and what comes out."""

import json
import re

import pytest

from runner.campaign.folder import open_folder
from runner.campaign.scoring import score_run
from runner.errors import ConfigError, RagcanaryError, RecordError
from schemas.results import Results
from tests.support.campaigns import Workshop, log
from tests.support.chat_server import ChatServer, Reply


def year_of(message: str) -> str:
    """The right answer to a question of the workshop."""
    found = re.search(r"bridge (\d+)", message)
    assert found is not None
    return str(1900 + int(found[1]))


def honest(message: str) -> Reply:
    """Answers what is asked, rightly."""
    return Reply(f"It was opened in {year_of(message)}.")


@pytest.fixture
def server():
    with ChatServer(honest) as running:
        yield running


@pytest.fixture
def workshop(tmp_path, server):
    return Workshop(tmp_path, server.url)


def test_a_campaign_runs_through_and_a_second_run_asks_nothing(workshop, server):
    sitting = workshop.run()
    assert (sitting.new_answers, sitting.missing_answers, sitting.complete) == (5, 0, True)
    assert len(server.bodies) == 5
    again = workshop.run()
    assert (again.new_answers, again.reused, again.complete) == (0, 0, True)
    assert len(server.bodies) == 5
    # 4 answers that are right, and one canary (q003) answered: Q(4) = (4 - 4) / 5 = 0, accuracy 5/5.
    system = workshop.results(again).system("one")
    assert (system.counts.correct, system.counts.violations, system.counts.overridden) == (5, 1, 1)
    assert system.at(4).quality.value == 0
    assert system.accuracy.value == 1


def test_every_call_has_a_durable_start_and_an_end(workshop):
    sitting = workshop.run()
    records = log(sitting, "requests")
    starts = [r["call_id"] for r in records if r["event"] == "started"]
    ends = [r["call_id"] for r in records if r["event"] == "finished"]
    assert len(starts) == len(set(starts)) == 5
    assert sorted(starts) == sorted(ends)
    for call in starts:
        places = [i for i, r in enumerate(records) if r["call_id"] == call]
        assert [records[i]["event"] for i in places] == ["started", "finished"]


def test_only_what_a_changed_setting_makes_new_is_asked(tmp_path, server):
    workshop = Workshop(tmp_path, server.url)
    asked = []

    def step(*overrides: str):
        before = len(server.bodies)
        sitting = workshop.run(*overrides)
        asked.append(len(server.bodies) - before)
        return sitting

    pilot = step("dataset.limit=2")
    whole = step(f"reuse={pilot.folder.root}")
    step(f"reuse={pilot.folder.root}")
    step("repeats=3", f"reuse={whole.folder.root}")
    rescored = step("scoring.k=9")
    assert asked == [2, 3, 0, 10, 0]
    assert rescored.folder.root == whole.folder.root
    reused = [r for r in log(whole, "requests") if r["reused_from"]]
    assert len(reused) == 2
    assert {r["reused_from"] for r in reused} == {pilot.folder.spec.hashes.campaign}


def test_reuse_takes_over_classifications_and_votes_too(workshop):
    pilot = workshop.run("dataset.limit=3")
    whole = workshop.run(f"reuse={pilot.folder.root}")
    # 3 answers, 3 classifications and 3 x 3 votes are taken over.
    assert whole.reused == 3 + 3 + 9
    fresh = workshop.results(workshop.run("name=fresh"))
    taken = workshop.results(whole)
    assert taken.result_digest == fresh.result_digest


def test_scores_under_two_penalties_lie_side_by_side(workshop):
    sitting = workshop.run()
    first, second = workshop.results(sitting), workshop.results(sitting, k=9.0)
    assert first.identity.scoring_hash != second.identity.scoring_hash
    kept = sorted(path.parent.name for path in sitting.folder.root.glob("scores/*/results.json"))
    assert kept == sorted([first.identity.scoring_hash[:8], second.identity.scoring_hash[:8]])


def test_answers_land_on_their_question_whatever_the_order_of_finishing(tmp_path):
    def delays(sign: int):
        def behave(message: str) -> Reply:
            number = int(year_of(message)) - 1900
            if number == 4:
                return Reply(status=400, body={"error": {"message": "no such thing", "code": "invalid_request"}})
            return Reply(f"It was opened in {year_of(message)}.", delay_s=0.01 * (10 - number if sign > 0 else number))

        return behave

    digests = []
    for sign in (1, -1):
        with ChatServer(delays(sign)) as server:
            workshop = Workshop(tmp_path / str(sign), server.url, count=10, systems=("one", "two", "three"))
            for slug in workshop.systems:
                workshop.system(slug, tokens=32 + len(slug) + ord(slug[0]), concurrency=8)
            sitting = workshop.run()
            for record in log(sitting, "requests"):
                if record["event"] == "finished":
                    year = str(1900 + int(record["question_id"][1:]))
                    answer = record["response"]["answer"]
                    assert answer is None if record["question_id"] == "q004" else year in answer
            results = workshop.results(sitting)
            assert {(e.slug, e.question_id) for e in results.exclusions} == {(s, "q004") for s in workshop.systems}
            digests.append(results.result_digest)
    assert digests[0] == digests[1]


def test_a_service_that_is_out_stops_its_system_and_is_asked_again_on_resume(tmp_path):
    out = {"now": True}

    def behave(message: str) -> Reply:
        return Reply(status=503, body={"error": {"message": "try later"}}) if out["now"] else honest(message)

    with ChatServer(behave) as server:
        workshop = Workshop(tmp_path, server.url, count=30)
        first = workshop.run()
        # Ten failures in a row stop the system; one further call may have been under way beside the tenth.
        assert 10 <= len(server.bodies) <= 11
        assert first.failed
        assert not first.complete
        assert "one" in first.stopped
        out["now"] = False
        second = workshop.run()
        assert second.complete
        kinds = {a["kind"] for a in log(second, "anomalies")}
        assert kinds == {"system_stopped", "asked_again"}
        assert workshop.results(second).system("one").counts.excluded == 0


def test_a_rejected_request_is_an_exclusion_and_never_a_wrong_answer(tmp_path):
    def behave(message: str) -> Reply:
        if "bridge 2 " in message:
            return Reply(status=400, body={"error": {"message": "refused", "code": "invalid_request"}})
        if "bridge 1 " in message:
            return Reply("")
        return honest(message)

    with ChatServer(behave) as server:
        workshop = Workshop(tmp_path, server.url)
        sitting = workshop.run()
        results = workshop.results(sitting)
        assert {(e.question_id, e.cause) for e in results.exclusions} == {("q001", "empty"), ("q002", "refused")}
        counts = results.system("one").counts
        assert (counts.n, counts.incorrect, counts.abstained, counts.excluded) == (3, 0, 0, 2)
        # Both are final: a resume asks neither again.
        before = len(server.bodies)
        assert workshop.run().complete
        assert len(server.bodies) == before


def test_judges_and_classifier_see_neither_systems_nor_flags(workshop):
    sitting = workshop.run("system.one.title=SENTINEL_TITLE", "system.one.family=SENTINEL_FAMILY")
    key = sitting.folder.blind_key
    for name in ("votes", "intents"):
        text = json.dumps(log(sitting, name))
        for leak in ("SENTINEL", '"one"', "q00", "r-", key.hex(), "canary", "bridges"):
            assert leak not in text, (name, leak)
    for vote in log(sitting, "votes"):
        assert set(vote["view"]) == {"question", "gold", "response"}


def test_systems_are_told_the_question_and_the_instruction_alone(workshop, server):
    workshop.run("prompt.instruction=SENTINEL_INSTRUCTION")
    for body in server.bodies:
        text = json.dumps(body)
        assert "SENTINEL_INSTRUCTION" in text
        for leak in ("q00", "gap", "bridges", "canary", "19"):
            assert leak not in text, leak


def test_unblinding_is_published_when_grading_is_complete(workshop):
    sitting = workshop.run()
    table = json.loads((sitting.folder.root / "unblinding.json").read_text("utf-8"))
    responses = {r["response_id"] for r in log(sitting, "requests")}
    assert set(table["responses"].values()) == responses
    assert {v["blind_id"] for v in log(sitting, "votes")} <= set(table["responses"])
    assert bytes.fromhex(table["key"]) == sitting.folder.blind_key


def test_nothing_is_written_before_the_campaign_is_known_to_be_runnable(tmp_path, server, monkeypatch):
    workshop = Workshop(tmp_path, server.url)
    for key in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY"):
        monkeypatch.delenv(key, raising=False)
    for overrides, fault in (
        (["panel=cross_family"], "the key for .* is not set"),
        (["classifier=gpt_5_4_nano"], "the key for .* is not set"),
        (["system=[openai_rag]"], "no adapter"),
        (["system=[local_rag_eager]"], "needs the documents"),
        (["dataset.canary.corpus=declared:elsewhere"], "canary flags were made for"),
    ):
        with pytest.raises(RagcanaryError, match=fault):
            workshop.run(*overrides)
    assert not (tmp_path / "runs").exists()
    assert not server.bodies


def test_a_spec_that_was_edited_is_refused(workshop):
    sitting = workshop.run()
    path = sitting.folder.root / "spec.json"
    path.write_text(path.read_text("utf-8").replace('"repeats": 1', '"repeats": 2'), "utf-8")
    with pytest.raises(ConfigError, match="changed after freezing: its campaign"):
        open_folder(sitting.folder.root)


@pytest.mark.parametrize("name", ["requests", "votes", "calls"])
def test_a_log_that_is_gone_is_named_and_nothing_is_asked(workshop, server, name):
    (workshop.run().folder.root / f"{name}.jsonl").unlink()
    asked = len(server.bodies)
    with pytest.raises(RecordError, match=rf"the log {name}\.jsonl is missing"):
        workshop.run()
    assert len(server.bodies) == asked


def test_a_log_that_was_emptied_and_a_key_of_another_run_are_noticed(workshop, server):
    root = workshop.run().folder.root
    asked = len(server.bodies)
    whole = (root / "requests.jsonl").read_bytes()
    (root / "requests.jsonl").write_bytes(b"")
    with pytest.raises(RecordError, match="the record of answers does not hold"):
        workshop.run()
    (root / "requests.jsonl").write_bytes(whole)
    (root / "blind.key").write_text("ab" * 32, "utf-8")
    with pytest.raises(RecordError, match="the record of answers does not hold"):
        workshop.run()
    assert len(server.bodies) == asked


@pytest.mark.parametrize("text", [None, "not hex", "abcd"])
def test_a_lost_or_damaged_key_of_the_anonymous_ids_is_named(workshop, text):
    path = workshop.run().folder.root / "blind.key"
    if text is None:
        path.unlink()
    else:
        path.write_text(text, "utf-8")
    with pytest.raises(RecordError, match="the key of the anonymous ids") as caught:
        workshop.run()
    assert caught.value.where.endswith("blind.key")


def test_questions_that_were_edited_are_refused(workshop):
    sitting = workshop.run()
    path = sitting.folder.root / "questions.jsonl"
    path.write_text(path.read_text("utf-8").replace("1901", "1902"), "utf-8")
    with pytest.raises(RecordError, match="not those of the spec"):
        score_run(sitting.folder, sitting.folder.spec.scoring)
    with pytest.raises(RecordError, match="not those of the spec"):
        workshop.run()


def test_an_edited_vote_is_found_with_its_line(workshop):
    sitting = workshop.run()
    path = sitting.folder.root / "votes.jsonl"
    path.write_bytes(path.read_bytes().replace(b'"grade":"correct"', b'"grade":"incorrect"', 1))
    with pytest.raises(RecordError, match=r"votes\.jsonl"):
        workshop.run()


def test_a_torn_end_is_moved_aside_and_disclosed_once(workshop):
    sitting = workshop.run()
    path = sitting.folder.root / "votes.jsonl"
    whole = path.read_bytes()
    path.write_bytes(whole + b'{"prev":"0000')
    for _ in range(2):
        again = workshop.run()
        assert again.complete
        assert path.read_bytes() == whole
        (anomaly,) = log(again, "anomalies")
        assert (anomaly["kind"], anomaly["subject"]) == ("torn_log", "votes.jsonl")


def test_a_torn_end_whose_disclosure_was_lost_is_disclosed_later(workshop):
    sitting = workshop.run()
    (sitting.folder.root / "votes.jsonl.torn-1").write_bytes(b"half a record")
    (anomaly,) = log(workshop.run(), "anomalies")
    assert (anomaly["kind"], anomaly["subject"]) == ("torn_log", "votes.jsonl.torn-1")


def test_a_resume_under_another_version_is_disclosed(workshop, monkeypatch):
    workshop.run()
    monkeypatch.setattr("runner.campaign.engine.package_version", lambda: "99.0")
    sitting = workshop.run()
    (anomaly,) = log(sitting, "anomalies")
    assert anomaly["kind"] == "other_version"
    assert "99.0" in anomaly["text"]


def test_canaries_on_which_all_systems_do_the_same_raise_a_warning(tmp_path, server):
    workshop = Workshop(tmp_path, server.url, count=8, systems=("one", "two"))
    sitting = workshop.run()
    (anomaly,) = log(sitting, "anomalies")
    assert (anomaly["kind"], anomaly["subject"]) == ("identical_canary_outcome", "classifier")


def test_results_survive_a_round_trip_and_hold_no_secret(workshop):
    sitting = workshop.run()
    results = workshop.results(sitting)
    target = sitting.folder.scores(results.identity.scoring_hash) / "results.json"
    assert Results.model_validate_json(target.read_bytes()) == results
