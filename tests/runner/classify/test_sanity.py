"""The warning about canary outcomes without any difference (the classifier is the first suspect)."""

from hypothesis import given
from hypothesis import strategies as st

from runner.classify.phrases import PhraseClassifier
from runner.classify.sanity import identical_canary_outcome
from schemas.judging import Intent

A, D = Intent.ATTEMPT, Intent.ABSTENTION


def test_all_systems_declining_every_canary_is_reported_as_uniform() -> None:
    warning = identical_canary_outcome({"one": {"q1": [D, D], "q2": [D]}, "two": {"q1": [D], "q2": [D]}})
    assert warning is not None
    assert (warning.uniform, warning.attempted_by_all, warning.declined_by_all) == (D, (), ("q1", "q2"))
    assert "classifier" in warning.message


def test_all_systems_attempting_every_canary_is_reported_as_uniform() -> None:
    warning = identical_canary_outcome({"one": {"q1": [A]}, "two": {"q1": [A]}})
    assert warning is not None
    assert (warning.uniform, warning.attempted_by_all) == (A, ("q1",))
    assert "Every system attempted every canary" in warning.message


def test_single_canaries_are_listed_where_outcomes_differ_elsewhere() -> None:
    warning = identical_canary_outcome(
        {"one": {"q1": [A, A], "q2": [D], "q3": [A]}, "two": {"q1": [A, A], "q2": [D], "q3": [D]}}
    )
    assert warning is not None
    assert (warning.uniform, warning.attempted_by_all, warning.declined_by_all) == (None, ("q1",), ("q2",))
    assert "1 canary was attempted by every system (q1)" in warning.message


def test_a_repeat_that_differs_makes_a_canary_not_identical() -> None:
    assert identical_canary_outcome({"one": {"q1": [A, D]}, "two": {"q1": [A, A]}}) is None


def test_one_system_alone_or_no_canary_raises_no_warning() -> None:
    assert identical_canary_outcome({}) is None
    assert identical_canary_outcome({"one": {"q1": [D]}}) is None
    assert identical_canary_outcome({"one": {"q1": [D]}, "two": {}}) is None
    assert identical_canary_outcome({"one": {"q1": [D]}, "two": {"q1": []}}) is None


def test_long_lists_are_cut_in_the_message_and_whole_in_the_fields() -> None:
    canaries = {f"q{i:02}": [A] for i in range(12)}
    warning = identical_canary_outcome({"one": canaries | {"x": [D]}, "two": canaries | {"x": [A]}})
    assert warning is not None
    assert len(warning.attempted_by_all) == 12
    assert "q09 and 2 more" in warning.message


def test_a_classifier_that_misses_every_decline_is_caught_and_ours_is_not_one() -> None:
    declines = {
        "q1": "The index lists a leave policy [1], but its text is not in the material.",
        "q2": "Ich konnte dazu in den Unterlagen leider nichts finden.",
        "q3": "資料には記載がありません。",
        "q4": "No encontré esa información.",
    }
    blind = {system: {q: [A] for q in declines} for system in ("one", "two")}
    caught = identical_canary_outcome(blind)
    assert caught is not None
    assert caught.uniform is A
    classifier = PhraseClassifier()
    assert {classifier.classify("", response).intent for response in declines.values()} == {D}


OUTCOMES = st.dictionaries(
    st.sampled_from(["one", "two", "three"]),
    st.dictionaries(st.sampled_from(["q1", "q2", "q3"]), st.lists(st.sampled_from([A, D]), max_size=3)),
)


@given(OUTCOMES)
def test_lists_never_overlap_and_a_uniform_outcome_fills_one_of_them(
    outcomes: dict[str, dict[str, list[Intent]]],
) -> None:
    warning = identical_canary_outcome(outcomes)
    if warning is None:
        return
    assert not set(warning.attempted_by_all) & set(warning.declined_by_all)
    assert warning.attempted_by_all or warning.declined_by_all
    if warning.uniform is A:
        assert warning.declined_by_all == ()
    if warning.uniform is D:
        assert warning.attempted_by_all == ()
