"""A campaign's budget over real sockets: never exceeded, and gone on under a higher one."""

import pytest

from runner.errors import ConfigError
from tests.support.campaigns import Workshop, log
from tests.support.chat_server import ChatServer, Reply

PRICE = (
    "+prices.models.demo={model: openai/demo-2026, input: 100.0, cached_input: null, output: 200.0, "
    "output_includes_reasoning: true, source: the test, checked: '2026-11-30'}"
)


@pytest.fixture
def server():
    with ChatServer(lambda _: Reply("It was opened in 1901.")) as running:
        yield running


@pytest.fixture
def workshop(tmp_path, server):
    return Workshop(tmp_path, server.url, count=40)


def test_costs_come_from_the_table_and_the_tokens(workshop):
    sitting = workshop.run(PRICE)
    ends = [r for r in log(sitting, "requests") if r["event"] == "finished"]
    # 11 input tokens at $100 and 5 output tokens at $200 a million: 0.0011 + 0.0010.
    assert [r["charge"]["usd"] for r in ends] == [0.0021] * 40
    operation = workshop.results(sitting).system("one").operation
    assert operation.cost_total_usd.value == pytest.approx(0.084)
    assert operation.cost_per_query_usd.value == pytest.approx(0.0021)


def test_the_cap_is_never_exceeded_and_a_higher_one_goes_on(workshop, server):
    first = workshop.run(PRICE, "budget.usd=0.15")
    assert first.out_of_budget is not None
    assert not first.complete
    starts = [r for r in log(first, "requests") if r["event"] == "started"]
    assert 0 < len(starts) == len(server.bodies) < 40
    # What was spent and the most that the next call can cost would exceed the cap.
    spent, reserved = 0.0021 * len(starts), starts[0]["reserved_usd"]
    assert spent <= 0.15 < spent + reserved
    asked = len(server.bodies)
    again = workshop.run(PRICE, "budget.usd=0.15")
    assert again.out_of_budget is not None
    assert len(server.bodies) == asked
    last = workshop.run(PRICE, "budget.usd=10")
    assert last.complete
    assert last.folder.root == first.folder.root
    assert len(server.bodies) == 40
    assert [a["kind"] for a in log(last, "anomalies")].count("budget_reached") == 1


def test_a_model_without_a_price_is_refused_before_anything_is_written_unless_allowed(tmp_path, server):
    workshop = Workshop(tmp_path, server.url, count=3)
    (workshop.conf / "systems" / "one.yaml").write_text(
        (workshop.conf / "systems" / "one.yaml").read_text("utf-8").replace("endpoint: local", "endpoint: openai"),
        "utf-8",
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OPENAI_API_KEY", "not-a-key")
        with pytest.raises(ConfigError, match="no price for openai/demo-2026"):
            workshop.run()
    assert not (tmp_path / "runs").exists()


def test_a_server_on_this_machine_costs_nothing(workshop):
    sitting = workshop.run()
    assert {r["charge"]["usd"] for r in log(sitting, "requests") if r["event"] == "finished"} == {0.0}
