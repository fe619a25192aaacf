"""What a line is: its bytes, its link, and what a record may hold."""

import json
import math
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runner.errors import RecordError
from runner.ledger.lines import (
    LINK_BYTES,
    MAX_DEPTH,
    claimed_link,
    decode_line,
    encode_record,
    first_link,
    is_cut_off,
    link,
)
from runner.ledger.reader import read
from tests.runner.ledger.ledger_folder import SPEC, new_folder, refused, sha256, write

ZERO = "0" * 64


def test_the_first_line_is_chained_to_spec_and_file_name_and_the_next_to_the_bytes_of_the_first(tmp_path: Path) -> None:
    path = write(new_folder(tmp_path), [{"a": "é"}, {"b": 2}])
    start = sha256((sha256(SPEC) + "\nvotes.jsonl").encode())
    first = b'{"prev":"' + start.encode() + b'","a":"\\u00e9"}'
    second = b'{"prev":"' + sha256(first).encode() + b'","b":2}'
    assert path.read_bytes() == first + b"\n" + second + b"\n"


def test_segments_of_one_log_begin_with_links_of_their_own(tmp_path: Path) -> None:
    folder = new_folder(tmp_path)
    starts = {first_link(folder, name) for name in ("votes.jsonl", "votes.0.jsonl", "votes.1.jsonl")}
    assert len(starts) == 3


@given(st.dictionaries(st.text().filter(lambda key: key != "prev"), st.integers() | st.text() | st.none()))
def test_a_linked_line_is_plain_json_dumps_with_prev_first(record: dict[str, Any]) -> None:
    line = link(encode_record(record, "votes"), ZERO)
    expected = json.dumps({"prev": ZERO, **record}, ensure_ascii=True, separators=(",", ":"), allow_nan=False)
    assert line == expected.encode("ascii")
    assert claimed_link(line) == ZERO
    assert decode_line(line) == {"prev": ZERO, **record}
    assert len(line) + 1 <= len(encode_record(record, "votes")) + LINK_BYTES


@pytest.mark.parametrize(
    "text",
    [
        "First line\u2028second\x85third\x0b\x0c\r\nfourth",
        "lone \ud800 and \udfff halves",
        "NUL \0 and quotes \"'\\",
        "😀 é é",
        "x" * 10_000_000,
    ],
    ids=["line separators", "lone surrogates", "NUL", "beyond the plane", "ten megabytes"],
)
def test_hard_texts_come_back_unchanged_on_one_line_each(tmp_path: Path, text: str) -> None:
    path = write(new_folder(tmp_path), [{"answer": text, text[:9]: 1}, {"next": True}])
    assert list(read(path)) == [{"answer": text, text[:9]: 1}, {"next": True}]
    assert path.read_bytes().count(b"\n") == 2
    assert path.read_bytes().isascii()


def test_split_halves_of_a_pair_come_back_as_the_character_they_spell(tmp_path: Path) -> None:
    # JSON has one spelling for both: the escapes of the two halves.
    path = write(new_folder(tmp_path), [{"answer": "\ud83d" + "\ude00"}])
    assert list(read(path)) == [{"answer": "😀"}]


def test_numbers_come_back_exactly(tmp_path: Path) -> None:
    numbers = [0.1, -0.0, 5e-324, 1.7976931348623157e308, 2**53 + 1, -(2**80), 1e22, True, None]
    path = write(new_folder(tmp_path), [{"numbers": numbers}])
    (found,) = read(path)
    assert list(map(repr, found["numbers"])) == list(map(repr, numbers))


def test_a_tuple_comes_back_as_a_list(tmp_path: Path) -> None:
    assert list(read(write(new_folder(tmp_path), [{"pair": (1, 2)}]))) == [{"pair": [1, 2]}]


CIRCLE: dict[str, Any] = {}
CIRCLE["self"] = [CIRCLE]


def nested(levels: int) -> dict[str, Any]:
    value: Any = 1
    for _ in range(levels):
        value = [value]
    return {"deep": value}


@pytest.mark.parametrize(
    ("record", "named"),
    [
        ({"a": {"b": [0, math.nan]}}, "a.b[1] is nan"),
        ({"score": math.inf}, "score is inf"),
        ({"score": [-math.inf]}, "score[0] is -inf"),
        ({"when": {"at": object()}}, "when.at is a object"),
        ({"raw": b"x"}, "raw is a bytes"),
        ({"tags": {"x"}}, "tags is a set"),
        ({"counts": {"by": {1: 2}}}, ".counts.by: the key 1 is not text"),
        ({"list": [{None: 2}]}, ".list[0]: the key None is not text"),
        ({(1, 2): 3}, "keys must be"),
        ({"prev": "x"}, "'prev'"),
        ({"big": 10**5000}, "big is a whole number of too many digits"),
        (CIRCLE, "in a circle"),
        (nested(MAX_DEPTH + 1), "deeper than 200"),
        (nested(100_000), "deeper than 200"),
    ],
)
def test_what_json_cannot_carry_is_refused_with_the_path_of_its_key(record: dict[Any, Any], named: str) -> None:
    with pytest.raises(RecordError) as error:
        encode_record(record, "votes")
    assert named in refused(error)
    assert error.value.where == "votes"


def test_the_deepest_nesting_allowed_is_readable_again(tmp_path: Path) -> None:
    record = nested(MAX_DEPTH - 1)
    assert list(read(write(new_folder(tmp_path), [record]))) == [record]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"", "blank"),
        (b" \t", "blank"),
        (b'{"a":1}\r', "CR LF"),
        (b'{"a":1}{"b":2}', "something follows the record"),
        (b'{"a":"\0"}', "zero bytes"),
        (b'{"a":"\xc3\xa9"}', "0xc3 at position 7 is not ASCII"),
        (b'{"a":NaN}', "NaN is not JSON"),
        (b'{"a":-Infinity}', "-Infinity is not JSON"),
        (b'{"a":', "Expecting value, at position 6"),
        (b"[1]", "a JSON list, not an object"),
        (b"[" * 200_000, "nested too deeply"),
    ],
)
def test_a_line_that_is_no_record_is_refused_with_the_reason(line: bytes, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        decode_line(line)


def test_a_folder_without_a_spec_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RecordError) as error:
        first_link(tmp_path, "votes.jsonl")
    assert "spec.json" in refused(error)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)


@given(st.dictionaries(st.sampled_from("abc"), VALUES, max_size=3))
def test_every_first_part_of_a_line_counts_as_cut_off_and_the_whole_line_does_not(record: dict[str, Any]) -> None:
    line = link(encode_record(record, "votes"), ZERO)
    assert all(is_cut_off(line[:length]) for length in range(len(line)))
    assert not is_cut_off(line)
    assert not is_cut_off(line + line[:20])
