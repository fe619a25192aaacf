"""The shape of results.json: nothing but finite numbers, nulls with reasons, and a digest of what matters."""

import json
import math

import pytest
from pydantic import ValidationError

from schemas.results import Results, result_digest
from schemas.results_figures import Figure, Rate, missing
from schemas.scoring import Scoring
from tests.results_examples import example_results


def test_the_example_survives_json() -> None:
    results = example_results()
    text = results.model_dump_json()
    assert "NaN" not in text
    assert "Infinity" not in text
    again = Results.model_validate_json(text)
    assert again == results
    assert again.result_digest == result_digest(again)
    # Through the plain json module, as any reader would.
    assert Results.model_validate(json.loads(json.dumps(results.model_dump(mode="json"), allow_nan=False))) == results


def test_the_example_has_something_in_every_part() -> None:
    results = example_results()
    empty = [name for name, value in results.model_dump().items() if value in ((), {}, None)]
    assert empty == ["ungraded_waiver"]
    assert results.system("eager").canaries.trials.count == 4
    assert results.system("broken").unranked_reason is not None


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_no_figure_is_nan_or_infinite(value: float) -> None:
    with pytest.raises(ValidationError):
        Figure(value=value)
    with pytest.raises(ValidationError):
        Figure(value=0.5, low=value, high=1.0, method="percentile")


def test_whole_numbers_are_figures_and_negative_zero_is_zero() -> None:
    assert Figure(value=1).value == 1.0
    assert str(Figure(value=-0.0).value) == "0.0"
    assert Figure(value=-0.0).model_dump_json() == Figure(value=0.0).model_dump_json()


def test_a_missing_figure_says_why() -> None:
    assert missing("no response").reason == "no response"
    with pytest.raises(ValidationError, match="must give the reason"):
        Figure(value=None)


@pytest.mark.parametrize(
    "fields",
    [
        {"low": 0.1},
        {"low": 0.1, "high": 0.9},
        {"high": 0.9, "method": "wilson"},
        {"low": 0.9, "high": 0.1, "method": "wilson"},
        {"low": 0.1, "high": 0.9, "method": "guess"},
        {"lower": 0.1},
    ],
)
def test_half_an_interval_is_refused(fields: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        Figure.model_validate({"value": 0.5, **fields})


def test_a_rate_is_a_share() -> None:
    assert Rate(value=0.5, count=1, of=2).value == 0.5
    with pytest.raises(ValidationError, match="not a share"):
        Rate(value=2.0, count=2, of=1)


def test_results_cannot_be_changed_or_widened() -> None:
    results = example_results()
    with pytest.raises(ValidationError):
        results.leaders = ()  # type: ignore[misc]
    with pytest.raises(ValidationError):
        Results.model_validate({**results.model_dump(), "winner": "me"})


def test_names_must_agree() -> None:
    plain = example_results().model_dump()
    for change, said in [
        ({"leaders": ("nobody",)}, "not described"),
        ({"systems": (*plain["systems"], plain["systems"][0])}, "twice"),
    ]:
        with pytest.raises(ValidationError, match=said):
            Results.model_validate({**plain, **change})


def test_the_digest_leaves_out_names_time_and_money_and_nothing_else() -> None:
    results = example_results()
    plain = results.model_dump()
    outside = {
        "result_digest": "e" * 64,
        "anomalies": (),
        "parity": (),
        "circumstances": {"as_of": "2030-01-01T00:00:00Z", "scored_at": None, "versions": {}},
        "identity": {**plain["identity"], "name": "another"},
    }
    for field, value in outside.items():
        assert result_digest(Results.model_validate({**plain, field: value})) == results.result_digest, field
    first = {
        **plain["systems"][0],
        "title": "Another",
        "description": "Other",
        "operation": plain["systems"][3]["operation"],
    }
    assert (
        result_digest(Results.model_validate({**plain, "systems": (first, *plain["systems"][1:])}))
        == results.result_digest
    )
    inside = {
        "ungraded_waiver": "because",
        "leaders": (),
        "exclusions": (),
        "identity": {**plain["identity"], "content_hash": "0" * 64},
        "campaign": {**plain["campaign"], "canaries": 3},
        "systems": ({**plain["systems"][0], "exempt": True}, *plain["systems"][1:]),
    }
    for field, value in inside.items():
        assert result_digest(Results.model_validate({**plain, field: value})) != results.result_digest, field


def test_systems_are_found_by_slug() -> None:
    assert example_results().system("eager").title == "Title of eager"
    with pytest.raises(KeyError):
        example_results().system("nobody")


def test_penalties_are_short_decimals_from_nought_up() -> None:
    assert Scoring(k=0.5, ks=(4, 1, 4)).all_ks == (0.5, 1.0, 4.0)
    for wrong in ({"k": -1}, {"ks": (-1,)}, {"k": 1 / 3}, {"ks": (1 / 3,)}, {"k": math.inf}, {"ks": (1e6,)}):
        with pytest.raises(ValidationError):
            Scoring.model_validate(wrong)
