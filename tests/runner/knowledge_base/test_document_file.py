import hashlib
from pathlib import Path

import pytest

from runner.knowledge_base.document_file import (
    FileProblem,
    ProblemKind,
    TextFile,
    decode_document,
    find_garbled,
    find_title,
    read_text_file,
)


def kind_of(data: bytes) -> ProblemKind:
    result = decode_document(data)
    assert isinstance(result, tuple)
    return result[0]


def detail_of(data: bytes) -> str:
    result = decode_document(data)
    assert isinstance(result, tuple)
    return result[1]


def test_utf_8_with_and_without_a_mark_gives_the_same_text():
    assert decode_document("Ísleifur".encode()) == "Ísleifur"
    assert decode_document(b"\xef\xbb\xbf" + "Ísleifur".encode()) == "Ísleifur"


def test_line_ends_of_every_system_become_newlines():
    assert decode_document(b"a\r\nb\rc\n") == "a\nb\nc\n"


@pytest.mark.parametrize("data", [b"", b"  \n\t\r\n", b"\xef\xbb\xbf", b"\xef\xbb\xbf \n"])
def test_a_file_without_text_is_empty(data):
    assert kind_of(data) is ProblemKind.EMPTY


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "PNG"),
        (b"\xff\xd8\xff\xe0\0\x10JFIF", "JPEG"),
        (b"%PDF-1.7\nplain so far", "PDF"),
        (b"PK\x03\x04rest", "ZIP"),
        (b"\x1f\x8b\x08rest", "gzip"),
    ],
)
def test_known_binary_formats_are_named_whatever_the_file_is_called(data, name):
    assert kind_of(data) is ProblemKind.BINARY
    assert name in detail_of(data)


def test_zero_bytes_are_binary_and_utf_16_without_a_mark_is_hinted_at():
    data = "plain text".encode("utf-16-le")
    assert kind_of(data) is ProblemKind.BINARY
    assert "UTF-16" in detail_of(data)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32"])
def test_utf_16_and_32_with_a_mark_are_refused_by_name(encoding):
    data = "plain text".encode(encoding)
    assert kind_of(data) is ProblemKind.ENCODING
    assert "UTF-16 or UTF-32" in detail_of(data)


def test_windows_1252_prose_is_refused_with_byte_line_and_a_guess():
    data = "first line\nDon’t panic – café".encode("cp1252")
    assert kind_of(data) is ProblemKind.ENCODING
    assert detail_of(data) == "not UTF-8: byte 0x92 in line 2; looks like Windows-1252, save it as UTF-8"


def test_a_stray_ff_byte_is_refused():
    assert kind_of(b"one good line\nand \xff one bad") is ProblemKind.ENCODING
    assert "byte 0xff in line 2" in detail_of(b"one good line\nand \xff one bad")


def test_bytes_of_another_alphabet_are_not_called_windows_1252():
    assert "Windows" not in detail_of("Привет, мир".encode("koi8-r") + b"\x81\x8d\x8f\x90\x9d")


def test_reading_keeps_the_hash_of_the_bytes_on_disk(tmp_path: Path):
    data = b"\xef\xbb\xbfone\r\ntwo\r\n"
    (tmp_path / "a.txt").write_bytes(data)
    found = read_text_file(tmp_path / "a.txt", "a.txt")
    assert found == TextFile("a.txt", "one\ntwo\n", hashlib.sha256(data).hexdigest(), len(data))


def test_a_file_above_the_limit_is_named_and_one_at_the_limit_is_read(tmp_path: Path):
    (tmp_path / "a.txt").write_bytes(b"12345")
    assert isinstance(read_text_file(tmp_path / "a.txt", "a.txt", max_bytes=5), TextFile)
    found = read_text_file(tmp_path / "a.txt", "a.txt", max_bytes=4)
    assert found == FileProblem("a.txt", ProblemKind.HUGE, "5 bytes; the limit is 4")


def test_a_missing_file_and_a_folder_are_unreadable_not_a_crash(tmp_path: Path):
    (tmp_path / "folder.md").mkdir()
    for name in ("absent.md", "folder.md"):
        found = read_text_file(tmp_path / name, name)
        assert isinstance(found, FileProblem)
        assert found.kind is ProblemKind.UNREADABLE


@pytest.mark.parametrize(
    ("text", "file_name", "title"),
    [
        ("# Stari Most\n\nText", "stari-most.md", "Stari Most"),
        ("intro\n\n#  Two  words ##\n", "x.MD", "Two  words"),
        ("## Only level two", "rivers/blue_nile-north.md", "blue nile north"),
        ("# A comment, not a heading", "script_notes.txt", "script notes"),
        ("#hashtag", "a.b.md", "a.b"),
    ],
)
def test_the_title_is_the_first_level_one_heading_or_the_file_name(text, file_name, title):
    assert find_title(text, file_name) == title


def test_letters_lost_before_are_noticed_and_proper_accents_are_not():
    assert "2 replacement characters" in (find_garbled("S\ufffdo Tom\ufffd") or "")
    assert "Windows-1252" in (find_garbled("CafÃ© de Paris") or "")
    assert "Windows-1252" in (find_garbled("Itâ€™s late") or "")
    assert find_garbled("São Tomé, Ærø, Łódź, Ã and € alone") is None
