"""One JSON object in a reply: what is read, what is not, and that nothing is ever raised, mended or slow."""

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runner.model.json_reply import DEEPEST, LONGEST, Fault, ObjectReading, read_object

OBJECT = '{"a": 1}'


@pytest.mark.parametrize(
    "reply",
    [
        OBJECT,
        f"\ufeff  {OBJECT}\r\n",
        f"```json\n{OBJECT}\n```",
        f"```\n{OBJECT}\n```",
        f"```JSON5 title=x\r\n{OBJECT}\r\n```\r\n",
        f"~~~\n{OBJECT}\n~~~",
        f"````\n{OBJECT}\n````",
        f"Here you are:\n\n```json\n{OBJECT}\n```\nI hope this helps.",
        f"```json\n{OBJECT}",
        f"Here you are: {OBJECT}",
        f"{OBJECT} That is all.",
        f"First I looked [1]. Then: {OBJECT} Done.",
        f"```python\nprint(1)\n```\n{OBJECT}",
        f"```text\nno braces here\n```\n```json\n{OBJECT}\n```",
    ],
)
def test_a_lone_object_is_read(reply):
    found = read_object(reply)
    assert (found.value, found.fault, found.source) == ({"a": 1}, None, OBJECT)


def test_prose_is_what_stands_around_the_object():
    assert read_object(f"```json\n{OBJECT}\n```").prose == ""
    assert read_object(f"Before.\n```\n{OBJECT}\n```\nAfter.").prose == "Before.\nAfter."
    assert read_object(f"Before: {OBJECT} After.").prose == "Before:\nAfter."


@pytest.mark.parametrize(
    ("reply", "fault"),
    [
        ("", Fault.ABSENT),
        ("I cannot say.", Fault.ABSENT),
        ("[1, 2]", Fault.ABSENT),
        ('"a"', Fault.ABSENT),
        ("```json\n```", Fault.ABSENT),
        ("{'a': 1}", Fault.BROKEN),
        ('{"a": 1', Fault.BROKEN),
        ('{"a": "cut o', Fault.BROKEN),
        ('{"a": 1,}', Fault.BROKEN),
        ("{a: 1}", Fault.BROKEN),
        ("{}}", Fault.BROKEN),
        ("}", Fault.BROKEN),
        ('{"a": "line\nbreak"}', Fault.BROKEN),
        ('{"a": 1} // {note}', Fault.BROKEN),
        ('The set {x, y}. {"a": 1}', Fault.BROKEN),
        ('[{"a": 1}]', Fault.BROKEN),
        ('["x", {"a": 1}]', Fault.BROKEN),
        ('```json\n[{"a": 1}]\n```', Fault.BROKEN),
        ('```json\nresult = {"a": 1}\n```', Fault.BROKEN),
        ('"{\\"a\\": 1}"', Fault.BROKEN),
        (f"{OBJECT}\n{OBJECT}", Fault.SEVERAL),
        (f"```\n{OBJECT}\n```\n```\n{OBJECT}\n```", Fault.SEVERAL),
        (f"```\n{OBJECT}\n```\nor {OBJECT}", Fault.SEVERAL),
        (f"```\n{OBJECT}\n{OBJECT}\n```", Fault.SEVERAL),
        (f"[{OBJECT}, {OBJECT}]", Fault.SEVERAL),
        ('{"a": 1, "a": 1}', Fault.SEVERAL),
        ('{"a": {"b": 1, "b": 2}}', Fault.SEVERAL),
        ('{"a": 1, "\\u0061": 2}', Fault.SEVERAL),
    ],
)
def test_anything_else_is_not(reply, fault):
    assert read_object(reply) == ObjectReading(None, fault)


def test_the_stray_brace_after_a_fence_spoils_it():
    assert read_object(f"```\n{OBJECT}\n```\n}}").fault is Fault.BROKEN


def test_braces_and_fences_inside_strings_are_text():
    value = {"a": "```\n{not} an object\n```", "b": "}{"}
    assert read_object(json.dumps(value)).value == value
    assert read_object(f"Here: {json.dumps(value)} Done.").value == value


def test_odd_numbers_are_numbers():
    found = read_object('{"a": NaN, "b": 1e999, "c": %s, "d": -Infinity}' % ("9" * 6000))
    assert found.value is not None
    assert found.value["a"] != found.value["a"]
    assert (found.value["b"], found.value["c"], found.value["d"]) == (float("inf"), float("inf"), -float("inf"))


def nest(depth: int) -> str:
    return '{"a": ' * (depth - 1) + "{}" + "}" * (depth - 1)


@pytest.mark.parametrize(
    ("depth", "fault"), [(DEEPEST, None), (DEEPEST + 1, Fault.BROKEN), (600, Fault.BROKEN), (30_000, Fault.BROKEN)]
)
def test_nesting_has_a_limit_that_does_not_depend_on_the_stack(depth, fault):
    assert read_object(nest(depth)).fault is fault
    assert read_object("[" * 50_000).fault is Fault.ABSENT


def test_length_has_a_limit():
    assert read_object('{"a": "%s"}' % ("x" * (LONGEST - 9))).fault is None
    assert read_object('{"a": "%s"}' % ("x" * (LONGEST - 8))).fault is Fault.BROKEN


@pytest.mark.parametrize("unit", ["{", "}", "```\n", "~", "`", "~~~\n```\n", '{"a":', "[", "{}", "\\", '"', "\n"])
def test_hostile_repetition_costs_no_time(unit):
    start = time.perf_counter()
    read_object(unit * (LONGEST // len(unit)))
    read_object("x" + unit * (LONGEST // len(unit) - 1))
    # Linear work takes milliseconds; anything that grows with the square would take minutes.
    assert time.perf_counter() - start < 2


FRAGMENTS = st.sampled_from(
    [
        OBJECT,
        "{",
        "}",
        "[",
        "]",
        '"',
        "'",
        "\\",
        ":",
        ",",
        "```",
        "```json\n",
        "\n```\n",
        "~~~\n",
        "NaN",
        "null",
        "\r\n",
    ]
)


@given(st.lists(FRAGMENTS | st.text(st.characters(codec=None), max_size=6), max_size=12).map("".join))
def test_it_never_raises_and_an_object_stands_in_the_reply_as_it_was_read(reply):
    found = read_object(reply)
    assert (found.value is None) == (found.fault is not None)
    if found.value is not None:
        assert found.source in reply
        assert set(json.loads(found.source)) == set(found.value)


@given(
    st.dictionaries(st.text(max_size=5), st.none() | st.booleans() | st.integers() | st.text(max_size=10), max_size=4),
    st.text(st.characters(blacklist_characters="{}[]`~", blacklist_categories=["Cs"]), max_size=30),
)
def test_every_object_is_found_behind_any_sentence(value, prose):
    assert read_object(f"{prose} {json.dumps(value)}").value == value
