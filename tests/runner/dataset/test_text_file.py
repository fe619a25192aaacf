"""Encodings: found where they can be, reported when guessed, refused when in doubt (BR-38)."""

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runner.dataset.text_file import decode, list_places
from runner.errors import DataError

CAFE = "café – what’s"


@pytest.mark.parametrize(
    ("data", "encoding"),
    [
        (CAFE.encode(), "utf-8"),
        (codecs.BOM_UTF8 + CAFE.encode(), "utf-8-sig"),
        (codecs.BOM_UTF16_LE + CAFE.encode("utf-16-le"), "utf-16"),
        (codecs.BOM_UTF16_BE + CAFE.encode("utf-16-be"), "utf-16"),
        (codecs.BOM_UTF32_LE + CAFE.encode("utf-32-le"), "utf-32"),
        (codecs.BOM_UTF32_BE + CAFE.encode("utf-32-be"), "utf-32"),
        (CAFE.encode("cp1252"), "cp1252"),
    ],
)
def test_the_same_letters_come_out_of_every_encoding(data: bytes, encoding: str) -> None:
    decoded = decode(data, "a.csv")
    assert (decoded.text, decoded.encoding) == (CAFE, encoding)
    assert any("1252" in note for note in decoded.notes) is (encoding == "cp1252")


def test_a_damaged_utf8_file_is_not_taken_for_windows_text() -> None:
    # Two whole characters beyond ASCII and one broken one: read as code page 1252 all three would be garbled.
    with pytest.raises(DataError, match="damaged UTF-8") as caught:
        decode("é\nü\n".encode() + b"\xc3", "a.csv")
    assert caught.value.where == "a.csv:3"


@pytest.mark.parametrize(
    ("data", "what"),
    [
        ("Ответ: Москва".encode("cp1251"), "cannot be told"),
        ("東京タワー".encode("shift_jis"), "cannot be told"),
        (b"caf\x81", "neither UTF-8 nor"),
        (b"\xff\xd8\xff\x01\x02", "no text file"),
        (b"a\0b\0c\0", "zero characters"),
        (codecs.BOM_UTF16_LE + b"a", "damaged"),
        (b"PK\x03\x04rest", "Excel workbook"),
        (b"\x1f\x8brest", "gzip"),
        (b"PAR1rest", "Parquet"),
        (b"", "empty"),
        (b" \n\n", "empty"),
    ],
)
def test_what_cannot_be_read_is_refused_by_name(data: bytes, what: str) -> None:
    with pytest.raises(DataError, match=what) as caught:
        decode(data, "a.csv")
    assert caught.value.where.startswith("a.csv")
    assert caught.value.fix


def test_the_encoding_can_be_named() -> None:
    assert decode("東京".encode("shift_jis"), "a.csv", "shift_jis").text == "東京"
    assert decode(codecs.BOM_UTF8 + b"x", "a.csv", "utf-8").text == "x"
    with pytest.raises(DataError, match="no text encoding 'latin9000'"):
        decode(b"x", "a.csv", "latin9000")
    with pytest.raises(DataError, match="not ascii"):
        decode("é".encode(), "a.csv", "ascii")


def test_letters_that_were_lost_earlier_are_reported_with_their_lines() -> None:
    assert decode("a\nb\ufffd\n".encode(), "a.csv").notes == (
        "letters were lost before this file was written: U+FFFD on line 2",
    )


def test_places_are_listed_up_to_ten() -> None:
    assert list_places([4]) == "line 4"
    assert list_places([4, 9], "row") == "rows 4, 9"
    assert list_places(list(range(1, 13))) == "lines 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 2 more"


@given(st.binary(max_size=60))
def test_no_bytes_ever_become_a_replacement_sign(data: bytes) -> None:
    try:
        decoded = decode(data, "a.csv")
    except DataError:
        return
    # Encoding the text again gives the bytes back, mark included: nothing was replaced, nothing lost.
    encoded = decoded.text.encode(decoded.encoding)
    if decoded.encoding in {"utf-16", "utf-32"}:
        assert encoded.decode(decoded.encoding) == data.decode(decoded.encoding)
    else:
        assert encoded == data
