"""Torn ends are moved aside and disclosed (BR-25); damage before the end stops everyone and is named."""

from collections.abc import Callable
from pathlib import Path

import pytest

from runner.errors import RecordError
from runner.ledger.chain import GROUP_BYTES, SECTOR_BYTES, check_chain
from runner.ledger.reader import read
from runner.ledger.writer import Writer
from tests.runner.ledger.ledger_folder import new_folder, refused, sha256, write

THREE = [{"n": 1, "text": "one"}, {"n": 2, "text": "two"}, {"n": 3, "text": "three"}]


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return write(new_folder(tmp_path), THREE)


def half_line(log: Path) -> bytes:
    return b'{"prev":"' + check_chain(log).head.sha256.encode() + b'","n":4,"te'


@pytest.mark.parametrize(
    "ending",
    [b"", b"\n", b"\n\n", b"\r\n", b"\n \n", b"\0" * 700],
    ids=["half", "newline", "blank line", "CR LF", "spaces", "zeros"],
)
def test_a_torn_end_is_moved_aside_and_the_next_append_gives_four_readable_lines(log: Path, ending: bytes) -> None:
    whole = log.read_bytes()
    torn = half_line(log) + ending
    log.write_bytes(whole + torn)
    assert list(read(log)) == THREE
    with Writer(log.parent, ["votes"]) as writer:
        (recovery,) = writer.recoveries
        writer.append("votes", {"n": 4})
    assert list(read(log)) == [*THREE, {"n": 4}]
    assert (recovery.file, recovery.lines, recovery.moved_bytes) == ("votes.jsonl", 3, len(torn))
    assert recovery.moved_to == "votes.jsonl.torn-1"
    assert (log.parent / "votes.jsonl.torn-1").read_bytes() == torn
    assert f"{len(torn)} bytes behind line 3 moved to votes.jsonl.torn-1" in str(recovery)


@pytest.mark.parametrize("end", [b"\n", b"\n\n\n", b"{\n", b"{", b"\0" * 5000])
def test_an_end_of_blank_lines_zeros_or_a_single_brace_is_moved_aside_too(log: Path, end: bytes) -> None:
    log.write_bytes(log.read_bytes() + end)
    with Writer(log.parent, ["votes"]) as writer:
        assert [recovery.moved_bytes for recovery in writer.recoveries] == [len(end)]
    assert list(read(log)) == THREE


def test_a_torn_first_line_leaves_an_empty_log(tmp_path: Path) -> None:
    log = write(new_folder(tmp_path), THREE[:1])
    log.write_bytes(log.read_bytes()[:40])
    assert list(read(log)) == []
    assert list(read(write(tmp_path, [{"n": 1}]))) == [{"n": 1}]


def test_a_last_line_that_lacks_only_its_newline_is_kept_and_completed(log: Path) -> None:
    whole = log.read_bytes()
    log.write_bytes(whole[:-1])
    assert list(read(log)) == THREE
    with Writer(log.parent, ["votes"]) as writer:
        (recovery,) = writer.recoveries
    assert log.read_bytes() == whole
    assert (recovery.moved_bytes, recovery.moved_to) == (0, None)
    assert "newline" in str(recovery)


def test_each_torn_end_gets_a_file_of_its_own(log: Path) -> None:
    for number in range(1, 12):
        log.write_bytes(log.read_bytes() + b'{"torn":%d' % number)
        with Writer(log.parent, ["votes"]) as writer:
            assert writer.recoveries[0].moved_to == f"votes.jsonl.torn-{number}"
    assert (log.parent / "votes.jsonl.torn-11").read_bytes() == b'{"torn":11'


def test_a_clean_log_is_opened_without_a_word(log: Path) -> None:
    before = log.read_bytes()
    with Writer(log.parent, ["votes"]) as writer:
        assert writer.recoveries == ()
    assert log.read_bytes() == before
    assert sorted(path.name for path in log.parent.iterdir()) == ["spec.json", "votes.jsonl"]


def with_hole(log: Path, line: int, zeros_until: int | None = None) -> list[bytes]:
    """Turn a part of a line into zeros, up to the end of a sector or to another place, and return the lines."""
    content = log.read_bytes()
    start = sum(map(len, content.splitlines(keepends=True)[: line - 1])) + 5
    end = (start // SECTOR_BYTES + 1) * SECTOR_BYTES if zeros_until is None else start + zeros_until
    log.write_bytes(content[:start] + bytes(end - start) + content[end:])
    return content.splitlines(keepends=True)


LONG = [{"n": n, "text": "x" * 1000} for n in (1, 2, 3)]


def test_a_sector_that_never_reached_the_disk_takes_the_unconfirmed_lines_behind_it_along(tmp_path: Path) -> None:
    log = write(new_folder(tmp_path), LONG)
    lines = with_hole(log, 2)
    holed = log.read_bytes()
    assert list(read(log)) == LONG[:1]
    with Writer(tmp_path, ["votes"]) as writer:
        assert writer.recoveries[0].moved_bytes == len(lines[1] + lines[2])
        assert "zero bytes" in writer.recoveries[0].reason
    assert log.read_bytes() == lines[0]
    assert (tmp_path / "votes.jsonl.torn-1").read_bytes() == holed[len(lines[0]) :]


def test_zeros_that_end_inside_a_sector_are_damage(tmp_path: Path) -> None:
    log = write(new_folder(tmp_path), LONG)
    with_hole(log, 2, zeros_until=7)
    with pytest.raises(RecordError, match="zero bytes"):
        list(read(log))


def test_a_hole_farther_from_the_end_than_one_group_is_damage(tmp_path: Path) -> None:
    log = write(new_folder(tmp_path), [*LONG, {"text": "x" * GROUP_BYTES}])
    with_hole(log, 2)
    with pytest.raises(RecordError, match="zero bytes"):
        list(read(log))


def test_a_hole_in_one_record_longer_than_a_group_is_a_torn_end(tmp_path: Path) -> None:
    log = write(new_folder(tmp_path), [*LONG, {"text": "x" * GROUP_BYTES}])
    with_hole(log, 4)
    assert list(read(log)) == LONG


def replaced(old: bytes, new: bytes) -> Callable[[list[bytes]], list[bytes]]:
    return lambda lines: [line.replace(old, new) for line in lines]


def test_the_middle_line_is_where_damage_is_told_from_a_torn_end(log: Path) -> None:
    lines = log.read_bytes().splitlines(keepends=True)
    log.write_bytes(lines[0] + lines[1][:50] + b"\n" + lines[2])
    with pytest.raises(RecordError) as error:
        Writer(log.parent, ["votes"])
    assert "line 2" in refused(error)
    assert not list(log.parent.glob("*.torn-*"))


@pytest.mark.parametrize(
    ("edit", "line", "words"),
    [
        (lambda lines: [lines[0], lines[1][:50] + b"\n", lines[2]], 2, "Unterminated string"),
        (lambda lines: [lines[0], lines[1][:-1] + lines[2]], 2, "something follows the record"),
        (lambda lines: [*lines, b"garbage\n"], 4, "Expecting value"),
        (lambda lines: [*lines, b"[1]"], 4, "a JSON list"),
        (lambda lines: [*lines[:2], lines[2].replace(b'"n":3', b'"n":x')], 3, "Expecting value"),
        (lambda lines: [*lines[:2], lines[2].replace(b"\n", b"\r\n")], 3, "CR LF"),
        (lambda lines: [b"".join(lines).decode().encode("utf-16")], 1, "zero bytes"),
        (lambda lines: [lines[0], lines[1][:-1], lines[2], lines[2]], 2, "something follows the record"),
        (lambda lines: [lines[0], b"\n", *lines[1:]], 2, "blank"),
        (replaced(b'"two"', b'"2"'), 3, "Line 2 was changed after it was written"),
        (replaced(b'"one"', b'"One"'), 2, "Line 1 was changed after it was written"),
        (lambda lines: [lines[0], lines[2]], 2, "removed"),
        (lambda lines: lines[1:], 1, "another spec.json or under another file name"),
        (lambda lines: [lines[0], lines[2], lines[1]], 2, "should be"),
        (lambda lines: [lines[1], lines[0], lines[2]], 1, "another spec.json"),
        (lambda lines: [lines[0], lines[1], lines[1], lines[2]], 3, "is the hash of line 1: the line was moved"),
        (lambda lines: [lines[0], b'{"n":9}\n', *lines[1:]], 2, "does not begin with the key 'prev'"),
        (lambda lines: [*lines, b'{"n":9}\n'], 4, "does not begin with the key 'prev'"),
        (lambda lines: [*lines, lines[2]], 4, "is the hash of line 2"),
        (lambda lines: [line.replace(b"\n", b"\r\n") for line in lines], 1, "CR LF"),
        (lambda lines: [b"\xef\xbb\xbf" + lines[0], *lines[1:]], 1, "0xef"),
        (lambda lines: [lines[0], b"\xff" + lines[1][1:], lines[2]], 2, "0xff"),
        (lambda lines: [lines[0].replace(b'"prev":"', b'"prev": "'), *lines[1:]], 1, "does not begin with the key"),
    ],
)
def test_damage_before_the_end_stops_reader_and_writer_and_is_named(
    log: Path, edit: Callable[[list[bytes]], list[bytes]], line: int, words: str
) -> None:
    log.write_bytes(b"".join(edit(log.read_bytes().splitlines(keepends=True))))
    damaged = log.read_bytes()
    with pytest.raises(RecordError) as by_reader:
        list(read(log))
    with pytest.raises(RecordError) as by_writer:
        Writer(log.parent, ["votes"])
    assert words in refused(by_reader)
    assert by_reader.value.where == f"{log}, line {line}"
    assert str(by_writer.value) == str(by_reader.value)
    assert log.read_bytes() == damaged


def test_every_single_changed_byte_before_the_last_line_is_found(log: Path) -> None:
    whole = log.read_bytes()
    last_line = whole[:-1].rfind(b"\n") + 1
    for position in range(last_line):
        for value in (0x20, 0x0A, whole[position] ^ 1):
            if value == whole[position]:
                continue
            log.write_bytes(whole[:position] + bytes([value]) + whole[position + 1 :])
            with pytest.raises(RecordError, match="damaged"):
                check_chain(log)


def test_an_exchanged_spec_is_found_at_the_first_line(log: Path) -> None:
    (log.parent / "spec.json").write_bytes(b"{}")
    with pytest.raises(RecordError, match=r"another spec\.json"):
        list(read(log))


def test_a_segment_posing_as_another_is_found(tmp_path: Path) -> None:
    path = write(new_folder(tmp_path), THREE, segment=1)
    path.rename(tmp_path / "votes.2.jsonl")
    with pytest.raises(RecordError, match="another file name"):
        list(read(tmp_path / "votes.2.jsonl"))


def test_the_head_tells_a_log_cut_short_from_the_whole_one(log: Path) -> None:
    """A chain cannot notice that its last lines are gone; whoever knows the head can."""
    head = check_chain(log).head
    lines = log.read_bytes().splitlines(keepends=True)
    assert (head.lines, head.sha256, head.size) == (3, sha256(lines[2][:-1]), log.stat().st_size)
    log.write_bytes(b"".join(lines[:2]))
    assert check_chain(log).head != head
