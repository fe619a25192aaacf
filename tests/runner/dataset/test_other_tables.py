"""JSON Lines, JSON arrays and Parquet; and files that are none of these (BR-35, BR-40)."""

import json
from collections.abc import Callable
from datetime import date
from decimal import Decimal
from pathlib import Path

import polars as pl
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from runner.dataset.json_rows import parse_json
from runner.dataset.tables import Table, number_of, read_table, text_of
from runner.errors import DataError

Write = Callable[[str, bytes | str], Path]


def cells(table: Table) -> list[dict[str, object]]:
    return [dict(row.values) for row in table.rows]


def test_json_lines_keep_every_value_as_it_is_written(write: Write) -> None:
    line = '{"a": 1.50, "b": 12345678901234567890, "c": true, "d": null, "e": "NA", "f": [1e3, {"g": 7}]}'
    table = read_table(write("a.jsonl", line + "\n"))
    assert cells(table) == [
        {"a": "1.50", "b": "12345678901234567890", "c": True, "d": None, "e": "NA", "f": ["1e3", {"g": "7"}]}
    ]
    assert table.report.format == "jsonl"


def test_json_lines_end_at_line_feeds_alone(write: Write) -> None:
    text = '{"q": "a\u2028b\u2029c\x85d"}\r\n\n{"q": "e"}'
    table = read_table(write("a.jsonl", text))
    assert [row.values["q"] for row in table.rows] == ["a\u2028b\u2029c\x85d", "e"]
    assert [row.line for row in table.rows] == [1, 3]


def test_a_key_that_first_appears_late_is_there(write: Write) -> None:
    # 100 rows without the key, 200 with it: no reader may look at the first rows only.
    text = "".join(json.dumps({"q": i} | ({"late": "x"} if i >= 100 else {})) + "\n" for i in range(300))
    table = read_table(write("a.jsonl", text))
    assert sum(row.values.get("late") == "x" for row in table.rows) == 200
    assert table.report.columns == ["q", "late"]


def test_a_json_array_is_read_with_lines_under_either_name(write: Write) -> None:
    text = '\ufeff[\n {"q": "a"},\n\n {"q":\n "b"}\n]\n'
    for name in ("a.json", "a.jsonl"):
        table = read_table(write(name, text))
        assert [(row.line, row.values["q"]) for row in table.rows] == [(2, "a"), (4, "b")]
        assert table.report.format == "json"
    assert read_table(write("b.json", '{"q": "a"}\n{"q": "b"}\n')).report.format == "jsonl"


@pytest.mark.parametrize(
    ("text", "what", "line"),
    [
        ('{"q": "a"}\n{"q": "b', "broken JSON", 2),
        ('{"q": "a"}\n["b"]\n', "must be a JSON object", 2),
        ('{"q": "a"}\n"b"\n', "must be a JSON object", 2),
        ('{"q": "a"} {"q": "b"}\n', "more than one value", 1),
        ('{"q": "a", "q": "b"}\n', "'q' is given twice", 1),
        ('{"q": {"r": 1, "r": 2}}\n', "'r' is given twice", 1),
        ('{"q": NaN}\n', "NaN is no JSON value", 1),
        ('{"q": "\\ud83d"}\n', "surrogate", 1),
        ("{'q': 'a'}\n", "broken JSON, column 2", 1),
        ('[{"q": "a"}\n,\n{"q": "b"}\n{"q": "c"}]', "not closed", 4),
        ('[{"q": "a"}', "not closed", 1),
        ('[{"q": "a"}] x', "more text follows", None),
        ('{"q": ' + "[" * 100_000 + "\n", "not acceptable|broken", 1),
        ("[]", "no rows", None),
    ],
)
def test_broken_json_is_refused_with_its_line(write: Write, text: str, what: str, line: int | None) -> None:
    with pytest.raises(DataError, match=what) as caught:
        read_table(write("a.jsonl", text))
    assert caught.value.where.endswith("a.jsonl" if line is None else f"a.jsonl:{line}")


def test_parquet_numbers_and_dates_become_text_and_only_null_is_missing(tmp_path: Path) -> None:
    pl.DataFrame(
        {
            "s": ["NA", None],
            "i": [7, None],
            "f": [0.5, None],
            "b": [False, None],
            "d": [date(2023, 7, 15), None],
            "m": [Decimal("1.50"), None],
            "l": [["x"], []],
            "o": [{"k": 1}, None],
        }
    ).write_parquet(tmp_path / "a.parquet")
    table = read_table(tmp_path / "a.parquet")
    first = {"s": "NA", "i": "7", "f": "0.5", "b": False, "d": "2023-07-15", "m": "1.50", "l": ["x"], "o": {"k": "1"}}
    assert cells(table)[0] == first
    assert cells(table)[1] == dict.fromkeys(first) | {"l": []}
    assert (table.report.encoding, table.report.separator, table.at(table.rows[1])) == (
        None,
        None,
        f"{tmp_path / 'a.parquet'}, row 2",
    )


def test_a_file_that_only_claims_to_be_parquet_is_refused(write: Write) -> None:
    with pytest.raises(DataError, match="not a readable Parquet file"):
        read_table(write("a.parquet", "question,gold\n"))


def test_json_under_the_name_of_csv_is_refused(write: Write) -> None:
    with pytest.raises(DataError, match="content is JSON"):
        read_table(write("a.csv", '{"q": "a"}\n'))


def test_csv_under_the_name_of_json_is_refused(write: Write) -> None:
    with pytest.raises(DataError, match="broken JSON"):
        read_table(write("a.jsonl", "question,gold\nq,a\n"))


def test_what_is_not_there_or_not_a_table_is_refused_by_name(write: Write, tmp_path: Path) -> None:
    write("questions.csv", "q\na\n")
    with pytest.raises(DataError, match="no such file") as caught:
        read_table(tmp_path / "question.csv")
    assert "'questions.csv'" in caught.value.fix
    with pytest.raises(DataError, match="no such file"):
        read_table(tmp_path / "nowhere" / "a.csv")
    with pytest.raises(DataError, match="a folder"):
        read_table(tmp_path)
    with pytest.raises(DataError, match=r"ending in '.xlsx'"):
        read_table(write("a.xlsx", b"PK"))
    with pytest.raises(DataError, match="ending in ''"):
        read_table(write("questions", "q\na\n"))


def test_cells_become_text_or_numbers_or_are_refused() -> None:
    assert [text_of(value) for value in (None, "", "007", True, False)] == [None, "", "007", "true", "false"]
    assert [number_of(value) for value in (None, " ", "1e3", "-0.5")] == [None, None, 1000.0, -0.5]
    for bad in ("1,5", "nan", "inf", "abc"):
        with pytest.raises(ValueError, match=bad):
            number_of(bad)
    with pytest.raises(ValueError, match="a list where text belongs"):
        text_of(["x"])


JSON_TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
VALUES = st.recursive(
    st.none() | st.booleans() | JSON_TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(JSON_TEXT, inner, max_size=3),
    max_leaves=5,
)
ROWS = st.lists(st.dictionaries(JSON_TEXT, VALUES, max_size=4), min_size=1, max_size=5)


@given(ROWS, st.booleans())
@example([{"q": "\u2028\u2029\x85\r\n\ufeff\0"}], False)
def test_json_rows_are_read_back_exactly(rows: list[dict[str, object]], ascii_only: bool) -> None:
    lines = [json.dumps(row, ensure_ascii=ascii_only) for row in rows]
    assert [value for _, value in parse_json("\n".join(lines), "a.jsonl")[1]] == rows
    kind, parsed = parse_json("[" + ",\n".join(lines) + "]", "a.json")
    assert (kind, [value for _, value in parsed]) == ("json", rows)
    assert [line for line, _ in parsed] == list(range(1, len(rows) + 1))
