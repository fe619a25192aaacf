"""Questions of a data set: the same from every file, exact, unique, and refused when in doubt (BR-38, BR-40)."""

import codecs
import hashlib
import json
from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest

from runner.dataset.load import LoadedDataset, load_questions
from runner.errors import ConfigError, DataError
from schemas.dataset import Dataset

Write = Callable[[str, bytes | str], Path]
Config = Callable[..., Dataset]

QUESTIONS = [
    ("1", "Who opened the café – and what’s it called?", "Zoë"),
    ("2", "First line,\nsecond line?", "NA"),
    ("3", "How long, in metres?", "1,5"),
]
WITH_IDS = {"question_id": "id", "question": "question", "gold": "gold"}


def as_csv(sep: str, end: str) -> str:
    rows = [("id", "question", "gold"), *QUESTIONS]
    return "".join(sep.join(f'"{cell}"' for cell in row) + end for row in rows)


FILES = {
    "mark.csv": codecs.BOM_UTF8 + as_csv(",", "\n").encode(),
    "utf16.csv": codecs.BOM_UTF16_LE + as_csv(",", "\n").encode("utf-16-le"),
    "windows.csv": as_csv(",", "\n").encode("cp1252"),
    "semicolons.csv": as_csv(";", "\n").encode(),
    "crlf.csv": (as_csv(",", "\n") + "\n").replace("\n", "\r\n").encode(),
}


def triples(loaded: LoadedDataset) -> list[tuple[str, str, str]]:
    return [(q.question_id, q.text, q.gold) for q in loaded.questions]


def test_five_ways_to_save_the_same_file_give_the_same_questions_and_hash(write: Write, config: Config) -> None:
    loaded = {name: load_questions(config(write(name, data), columns=WITH_IDS)) for name, data in FILES.items()}
    assert {name: triples(one) for name, one in loaded.items()} == dict.fromkeys(FILES, QUESTIONS)
    assert len({one.report.questions_sha256 for one in loaded.values()}) == 1
    how = {name: (one.report.tables[0].encoding, one.report.tables[0].separator) for name, one in loaded.items()}
    assert how == {
        "mark.csv": ("utf-8-sig", ","),
        "utf16.csv": ("utf-16", ","),
        "windows.csv": ("cp1252", ","),
        "semicolons.csv": ("utf-8", ";"),
        "crlf.csv": ("utf-8", ","),
    }
    assert {name for name, one in loaded.items() if one.report.notes} == {"windows.csv"}  # a guess is reported


def test_json_lines_and_parquet_give_that_hash_too(write: Write, config: Config, tmp_path: Path) -> None:
    rows = [dict(zip(("id", "question", "gold"), row, strict=True)) for row in QUESTIONS]
    pl.DataFrame(rows).write_parquet(tmp_path / "a.parquet")
    paths = [
        write("a.csv", as_csv(",", "\n")),
        write("a.jsonl", "\n".join(json.dumps(row) for row in reversed(rows))),
        tmp_path / "a.parquet",
    ]
    hashes = {load_questions(config(path, columns=WITH_IDS)).report.questions_sha256 for path in paths}
    assert len(hashes) == 1


GOLDS = ["NA", "None", "null", "nan", "N/A", "true", "1e3", "007"]


@pytest.mark.parametrize("name", ["a.csv", "a.jsonl", "a.parquet"])
def test_golds_that_look_like_missing_values_are_kept_and_blank_ones_refused(
    write: Write, config: Config, name: str, tmp_path: Path
) -> None:
    def saved(golds: list[str]) -> Path:
        rows = [{"question": f"q{i}", "gold": gold} for i, gold in enumerate(golds)]
        if name.endswith(".csv"):
            return write(name, "question,gold\n" + "".join(f"{r['question']},{r['gold']}\n" for r in rows))
        if name.endswith(".jsonl"):
            return write(name, "\n".join(json.dumps(row) for row in rows))
        pl.DataFrame(rows).write_parquet(tmp_path / name)
        return tmp_path / name

    assert [q.gold for q in load_questions(config(saved(GOLDS))).questions] == GOLDS
    with pytest.raises(DataError, match="2 gold answers are missing or blank") as caught:
        load_questions(config(saved([*GOLDS, " ", ""])))
    # Eight golds come first, so the blank ones are rows 9 and 10: lines 10 and 11 below a header.
    place = {"a.csv": "lines 10, 11", "a.jsonl": "lines 9, 10", "a.parquet": "rows 9, 10"}[name]
    assert caught.value.where.endswith(f"{name}, {place}")


def test_a_gold_that_is_null_for_a_thousand_rows_is_refused_and_text_after_nulls_is_not(
    write: Write, config: Config
) -> None:
    rows = [{"question": f"q{i}", "gold": "a", "topic": None if i < 1000 else "history"} for i in range(1001)]
    path = write("a.jsonl", "\n".join(json.dumps(row) for row in rows))
    columns = {"question": "question", "gold": "gold", "topic": "topic"}
    assert [q.topic for q in load_questions(config(path, columns=columns)).questions[-2:]] == [None, "history"]
    with pytest.raises(DataError, match="1000 gold answers"):
        load_questions(config(path, columns=columns | {"gold": "topic"}))


def test_ids_are_the_data_set_s_own_as_text_or_come_from_the_nfc_text(write: Write, config: Config) -> None:
    own = load_questions(config(write("a.jsonl", '{"id": 7, "question": "q", "gold": "a"}'), columns=WITH_IDS))
    assert own.questions[0].question_id == "7"
    # "é" as one character and as "e" with an accent are one text in NFC, so they are one question.
    composed, decomposed = "Caf\u00e9?", "Cafe\u0301?"
    made = load_questions(config(write("b.csv", f"question,gold\n{decomposed},a\n"))).questions[0]
    assert made.question_id == "q-" + hashlib.sha256(composed.encode()).hexdigest()[:12]
    assert made.text == decomposed
    with pytest.raises(DataError, match=r"line 2 and again at .*, line 4 with another text"):
        load_questions(config(write("c.csv", f"question,gold\n{decomposed},a\nx,a\n{composed},a\n")))


def test_repeated_ids_are_refused_with_both_rows(write: Write, config: Config) -> None:
    path = write("a.csv", "id,question,gold\n1,q,a\n2,r,b\n1,s,c\n")
    with pytest.raises(
        DataError, match=r"'1' at .*a.csv, line 2 and again at .*a.csv, line 4 with another text and gold"
    ):
        load_questions(config(path, columns=WITH_IDS))


def test_blank_ids_and_questions_are_refused_with_their_lines(write: Write, config: Config) -> None:
    with pytest.raises(DataError, match="2 question ids are"):
        load_questions(config(write("a.csv", "id,question,gold\n,q,a\n2,r,b\n ,s,c\n"), columns=WITH_IDS))
    with pytest.raises(DataError, match="one question is"):
        load_questions(config(write("a.csv", "question,gold\n ,a\n")))


def test_a_list_where_text_belongs_is_refused_with_its_line(write: Write, config: Config) -> None:
    with pytest.raises(DataError, match="'gold' holds a list") as caught:
        load_questions(config(write("a.jsonl", '{"question": "q", "gold": ["a", "b"]}')))
    assert caught.value.where.endswith("a.jsonl, line 1")


def test_missing_columns_are_refused_with_the_nearest(write: Write, config: Config) -> None:
    with pytest.raises(DataError, match=r"'gold' \(columns.gold\)") as caught:
        load_questions(config(write("a.csv", "question,gold_answer\nq,a\n")))
    assert "'gold_answer'" in caught.value.fix


def test_rows_of_one_question_are_merged_when_asked_for(write: Write, config: Config) -> None:
    text = "id,question,gold,system\n1,q,a,x\n2,r,b,x\n1,q,a,y\n2,r,b,y\n1,q,a,z\n"
    loaded = load_questions(config(write("a.csv", text), columns=WITH_IDS, repeated_rows="merge"))
    assert triples(loaded) == [("1", "q", "a"), ("2", "r", "b")]
    assert loaded.report.merged_rows == 3
    with pytest.raises(DataError, match="merge"):
        load_questions(config(write("a.csv", text), columns=WITH_IDS))


def test_merged_rows_that_contradict_each_other_are_refused_with_their_lines(write: Write, config: Config) -> None:
    text = "id,question,gold\n1,q,a\n2,r,b\n2,r,c\n1,q,a\n"
    with pytest.raises(DataError, match=r"'2' at .*, line 3 and again at .*, line 4 with another gold"):
        load_questions(config(write("a.csv", text), columns=WITH_IDS, repeated_rows="merge"))


def hundred(write: Write) -> Path:
    return write("hundred.csv", "id,question,gold\n" + "".join(f"{i},q{i},a{i}\n" for i in range(100)))


def test_a_selection_is_a_part_in_file_order_with_another_hash_and_says_so(write: Write, config: Config) -> None:
    path = hundred(write)
    whole = load_questions(config(path, columns=WITH_IDS))
    some = load_questions(config(path, columns=WITH_IDS, select=["7", "3"]))
    assert [q.question_id for q in some.questions] == ["3", "7"]
    assert (some.report.available, some.report.used) == (100, 2)
    assert "a pilot: 2 of 100 questions" in some.report.notes[0]
    assert some.report.questions_sha256 != whole.report.questions_sha256
    with pytest.raises(ConfigError, match="no questions 100"):
        load_questions(config(path, columns=WITH_IDS, select=["3", "100"]))


def test_a_limit_is_spread_nested_and_the_same_for_any_order_of_the_file(write: Write, config: Config) -> None:
    path = hundred(write)
    lines = path.read_text().splitlines()
    reverse = write("reverse.csv", "\n".join([lines[0], *reversed(lines[1:])]))

    def ids(path: Path, limit: int) -> set[str]:
        return {q.question_id for q in load_questions(config(path, columns=WITH_IDS, limit=limit)).questions}

    assert ids(path, 10) == ids(reverse, 10)
    assert ids(path, 10) < ids(path, 20)
    assert len(ids(path, 10)) == 10
    assert max(map(int, ids(path, 10))) > 50  # not merely the first ten
    assert len(ids(path, 1000)) == 100


def test_the_expected_counts_and_hash_are_of_the_whole_data_set(write: Write, config: Config) -> None:
    path = hundred(write)
    sha = load_questions(config(path, columns=WITH_IDS)).report.questions_sha256
    load_questions(config(path, columns=WITH_IDS, expected_rows=100, expected_sha256=sha, limit=5))
    for setting, value in (("expected_rows", 99), ("expected_sha256", "0" * 64), ("expected_canaries", 0)):
        with pytest.raises(DataError, match=f"dataset.{setting}"):
            load_questions(config(path, columns=WITH_IDS, **{setting: value}))


def test_a_path_under_data_lies_in_the_shipped_configuration(config: Config) -> None:
    shipped = Path("data/simpleqa_verified/knowledge_gaps.csv")
    columns = {"question": "original_index", "gold": "original_index"}
    assert len(load_questions(config(shipped, columns=columns)).questions) == 18
