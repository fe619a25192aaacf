"""CSV and its relatives, as spreadsheets and scripts write them (BR-38, BR-40)."""

import csv
import io
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from runner.dataset.delimited import parse_delimited
from runner.dataset.tables import Table, read_table, require_columns
from runner.errors import DataError

Write = Callable[[str, bytes | str], Path]


def cells(table: Table) -> list[dict[str, object]]:
    return [dict(row.values) for row in table.rows]


def test_a_plain_file_says_how_it_was_read(write: Write) -> None:
    table = read_table(write("a.csv", "question,gold\nq1,a1\n"))
    assert cells(table) == [{"question": "q1", "gold": "a1"}]
    assert (table.report.format, table.report.encoding, table.report.separator) == ("csv", "utf-8", ",")
    assert (table.report.rows, table.report.columns, table.report.notes) == (1, ["question", "gold"], [])


@pytest.mark.parametrize("word", ["NA", "None", "null", "nan", "N/A", "true", "1e3", "007", " ", "-", "NULL", "1.50"])
def test_no_word_turns_into_a_missing_value_or_a_number(write: Write, word: str) -> None:
    assert cells(read_table(write("a.csv", f"question,gold\nq,{word}\n"))) == [{"question": "q", "gold": word}]


@pytest.mark.parametrize(
    ("sep", "name"), [(",", "a.csv"), (";", "a.csv"), ("\t", "a.tsv"), ("\t", "a.csv"), ("|", "a.csv")]
)
def test_the_separator_is_found(write: Write, sep: str, name: str) -> None:
    text = f'question{sep}gold\n"What, then; is | this?"{sep}"x{sep}y"\n'
    table = read_table(write(name, text))
    assert cells(table) == [{"question": "What, then; is | this?", "gold": f"x{sep}y"}]
    assert table.report.separator == sep


def test_decimal_commas_do_not_hide_semicolons(write: Write) -> None:
    table = read_table(write("a.csv", "question;gold\nHow long, in metres?;1,5\n"))
    assert cells(table) == [{"question": "How long, in metres?", "gold": "1,5"}]


def test_a_comma_in_a_column_s_name_does_not_hide_semicolons(write: Write) -> None:
    # With commas the header would have 2 fields and the row 1; with semicolons both have 2.
    table = read_table(write("a.csv", "question, in full;gold\nq;a\n"))
    assert table.report.columns == ["question, in full", "gold"]


def test_two_possible_separators_are_asked_about(write: Write) -> None:
    path = write("a.csv", "a,b;c\n1,2;3\n")
    with pytest.raises(DataError, match="comma or semicolon") as caught:
        read_table(path)
    assert "separator=" in caught.value.fix
    assert cells(read_table(path, separator=";")) == [{"a,b": "1,2", "c": "3"}]


def test_excel_s_own_separator_line_is_not_the_header(write: Write) -> None:
    table = read_table(write("a.csv", "sep=;\nquestion;gold\nq;a\n"))
    assert (cells(table), table.rows[0].line) == ([{"question": "q", "gold": "a"}], 3)


def test_blank_lines_and_padding_rows_are_no_questions(write: Write) -> None:
    table = read_table(write("a.csv", "question,gold\nq,a\n\n,\n,\n\n"))
    assert cells(table) == [{"question": "q", "gold": "a"}]
    assert table.report.notes == ["2 rows of nothing but separators at the end are not questions and were left out"]


def test_crlf_is_one_line_end_inside_quotes_too(write: Write) -> None:
    unix = read_table(write("a.csv", 'question,gold\n"two\nlines",a\n'))
    windows = read_table(write("b.csv", 'question,gold\r\n"two\r\nlines",a\r\n\r\n'))
    assert cells(unix) == cells(windows) == [{"question": "two\nlines", "gold": "a"}]


def test_mixed_line_ends_stay_as_they_are_inside_quotes(write: Write) -> None:
    table = read_table(write("a.csv", 'question,gold\n"two\r\nlines",a\n'))
    assert cells(table) == [{"question": "two\r\nlines", "gold": "a"}]


def test_lines_are_counted_through_quoted_line_breaks(write: Write) -> None:
    table = read_table(write("a.csv", 'question,gold\n"one\ntwo\nthree",a\n\nq,b\n'))
    assert [row.line for row in table.rows] == [2, 6]


@pytest.mark.parametrize("row", ["q,a,b", "q"])
def test_a_ragged_row_is_refused_with_its_line(write: Write, row: str) -> None:
    with pytest.raises(DataError, match="the header has 2") as caught:
        read_table(write("a.csv", f"question,gold\nq,a\n{row}\n"))
    assert caught.value.where.endswith("a.csv:3")


def test_all_ragged_rows_are_named(write: Write) -> None:
    with pytest.raises(DataError, match="2 other rows: lines 4, 5"):
        read_table(write("a.csv", "question,gold\nq,a\na,b,c\nx\ny\n"))


@pytest.mark.parametrize("text", ['question,gold\n"q,a\n', 'question,gold\n"q" x,a\n'])
def test_broken_quotes_are_refused_with_the_line_on_which_the_row_began(write: Write, text: str) -> None:
    with pytest.raises(DataError, match="broken quotes") as caught:
        read_table(write("a.csv", text))
    assert caught.value.where.endswith("a.csv:2")


def test_repeated_column_names_are_refused_with_their_places(write: Write) -> None:
    with pytest.raises(DataError, match=r"'gold' \(columns 2, 3\)"):
        read_table(write("a.csv", "question,gold,gold\nq,a,b\n"))


def test_nameless_empty_columns_at_the_edge_vanish_and_filled_ones_stay(write: Write) -> None:
    assert cells(read_table(write("a.csv", "question,gold,,\nq,a,,\n"))) == [{"question": "q", "gold": "a"}]
    assert cells(read_table(write("b.csv", ",question\n0,q\n"))) == [{"": "0", "question": "q"}]


def test_a_header_alone_is_not_a_success(write: Write) -> None:
    with pytest.raises(DataError, match="no rows"):
        read_table(write("a.csv", "question,gold\n"))


def test_missing_columns_are_all_named_with_the_nearest_names(write: Write) -> None:
    table = read_table(write("a.csv", "Question,gold_answer,id\nq,a,1\n"))
    with pytest.raises(DataError, match=r"'question' \(columns.question\), 'gold' \(columns.gold\)") as caught:
        require_columns(table, {"columns.question": "question", "columns.gold": "gold", "columns.topic": None})
    assert "'question' could be 'Question'" in caught.value.fix
    assert "'gold' could be 'gold_answer'" in caught.value.fix


def test_a_field_of_a_megabyte_is_read_whole(write: Write) -> None:
    long = "x" * 1_000_000
    assert cells(read_table(write("a.csv", f'question,gold\n"{long}",a\n')))[0]["question"] == long


TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=20)


@given(st.lists(st.tuples(TEXT, TEXT), min_size=1, max_size=6), st.sampled_from([",", ";", "\t", "|"]))
@example([("\ufeffa", '"'), ("x\r\ny", "\u2028\x85")], ",")
@example([("=sep", ";,\t|"), ("\r", "\n")], ";")
def test_whatever_the_standard_writer_writes_is_read_back_exactly(rows: list[tuple[str, str]], sep: str) -> None:
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=sep, lineterminator="\n", quoting=csv.QUOTE_ALL)
    writer.writerow(["question", "gold"])
    writer.writerows(rows)
    writer.writerow(["the last", "one"])  # padding rows of empty fields count as rows when others follow
    parsed = parse_delimited(out.getvalue(), "a.csv")
    assert [tuple(fields) for _, fields in parsed.rows] == [*rows, ("the last", "one")]
    assert parsed.separator == sep


@given(st.text(max_size=200))
@example("sep=\n\n")
@example('"')
def test_any_text_is_a_regular_table_or_a_named_error(text: str) -> None:
    try:
        parsed = parse_delimited(text, "a.csv")
    except DataError:
        return
    assert all(len(fields) == len(parsed.header) for _, fields in parsed.rows)
    assert len(set(parsed.header)) == len(parsed.header)
