"""Pages from results, with names and texts that try to get out of their cells."""

import csv
import io
import itertools
import json
import re
from html.parser import HTMLParser

import pytest
from markdown_it import MarkdownIt

from reports.html import leaderboard_html
from reports.markdown import leaderboard_markdown
from reports.render import render
from reports.sweep import SweepRow, sweep_markdown, sweep_table
from reports.tables import TABLES
from reports.terminal import ranking
from schemas.results import Results
from tests.results_examples import example_results, results_of

HOSTILE = [
    "acme|v2",
    "two\nlines",
    "ends\\",
    "a\\|b",
    "模型 🚀",
    "نظام",
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "[click](javascript:alert(1))",
    "`code` *bold* _em_ ~~s~~ $x$",
    "https://evil.example www.evil.example",
    "\u202egnp.exe",
    "x" * 10_000,
    "&lt;b&gt; &amp;",
    "| --- |",
    "{{ 7 * 7 }}",
]


def renamed(results: Results, names: list[str]) -> Results:
    """The same results with other titles."""
    titles = itertools.cycle(names)
    return results.model_copy(
        update={
            "systems": tuple(system.model_copy(update={"title": next(titles)}) for system in results.systems),
            "references": tuple(ref.model_copy(update={"title": next(titles)}) for ref in results.references),
            "anomalies": tuple(a.model_copy(update={"text": text}) for a in results.anomalies[:1] for text in names),
        }
    )


class Page(HTMLParser):
    """Collects what a browser would act on."""

    def __init__(self):
        super().__init__()
        self.tags, self.attributes, self.texts, self.stack = [], [], [], []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += [(tag, *attr) for attr in attrs]

    def handle_data(self, data):
        self.texts.append(data)


def parsed(page: str) -> Page:
    reader = Page()
    reader.feed(page)
    return reader


def without_invisible(text: str) -> str:
    return re.sub("[\u202a-\u202e]", "", text)


def test_nothing_of_a_strangers_text_becomes_markup_in_html():
    plain = parsed(leaderboard_html(example_results()))
    hostile = parsed(leaderboard_html(renamed(example_results(), HOSTILE)))
    # The hostile page has one list item more for each anomaly text, and nothing else that the plain one has not.
    extra = len(HOSTILE) - 1
    for tag in set(plain.tags) | set(hostile.tags):
        more = extra if tag in ("li", "strong") else 0
        assert hostile.tags.count(tag) == plain.tags.count(tag) + more, tag
    assert not [a for a in hostile.attributes if a[1].startswith("on") or "javascript:" in (a[2] or "")]
    assert "script" not in hostile.tags
    shown = "".join(hostile.texts)
    for name in ("<script>alert(1)</script>", "a\\|b", "模型 🚀", "نظام", "{{ 7 * 7 }}"):
        assert name in shown
    assert "\u202e" not in shown


def test_the_page_loads_nothing_and_says_so():
    page = leaderboard_html(example_results())
    assert "default-src 'none'" in page
    links = [value for tag, name, value in parsed(page).attributes if name in ("href", "src")]
    assert links
    assert all(link.startswith("#") for link in links)


def test_the_style_has_the_hash_that_the_policy_allows():
    import base64
    import hashlib

    page = leaderboard_html(example_results())
    style = re.search(r"<style>(.*?)</style>", page, re.DOTALL)
    assert style is not None
    assert f"sha256-{base64.b64encode(hashlib.sha256(style[1].encode()).digest()).decode()}" in page


def test_every_name_keeps_its_cell_in_markdown():
    names = ["acme|v2", "two\nlines", "ends\\", "a\\|b", "模型 🚀", "نظام"]
    results = renamed(example_results(), names)
    tokens = MarkdownIt("commonmark").enable("table").parse(leaderboard_markdown(results))
    rows: list[list[str]] = []
    cells: list[str] = []
    in_first_table = False
    for token in tokens:
        if token.type == "table_open":
            in_first_table = not rows
        elif token.type == "table_close":
            in_first_table = False
        elif in_first_table and token.type == "inline":
            text = "".join(
                child.content for child in token.children if child.type in ("text", "text_special", "code_inline")
            )
            cells.append(text)
        elif in_first_table and token.type == "tr_close":
            rows.append(cells)
            cells = []
    head, *body = rows
    assert len(body) == 6
    assert {len(row) for row in body} == {len(head)}
    expected = {"acme|v2", "two lines", "ends\\", "a\\|b", "模型 🚀", "نظام"}
    assert {row[1] for row in body} == expected


@pytest.mark.parametrize("name", HOSTILE)
def test_no_name_becomes_markup_in_markdown(name):
    page = leaderboard_markdown(renamed(example_results(), [name]))
    html = MarkdownIt("commonmark", {"html": True, "linkify": False}).enable("table").render(page)
    tags = set(parsed(html).tags)
    assert tags <= {"h1", "h2", "p", "table", "thead", "tbody", "tr", "th", "td", "code", "strong", "ul", "li"}, tags


def test_no_page_and_no_table_holds_nan_infinity_or_negative_zero(tmp_path):
    for results in (example_results(), results_of({"only": "."}), results_of({"a": "X", "b": "A"})):
        render(results, tmp_path)
        for path in tmp_path.rglob("*"):
            if path.is_file():
                text = path.read_text("utf-8")
                assert not re.search(r"(?<![\w-])-0(\.0+)?(?![\d.])", text), path
                assert not re.search(r"\b(NaN|nan|inf|Infinity|None|null)\b", text), path
        json.dumps(results.model_dump(mode="json"), allow_nan=False)


def test_csv_tables_read_back_and_start_no_formula():
    results = renamed(example_results(), ["=1+1", "@x", "+1", "-1", 'say "hi", twice', "two\nlines"])
    for table in TABLES.values():
        rows = list(csv.reader(io.StringIO(table(results))))
        assert {len(row) for row in rows} == {len(rows[0])}
    titles = {row["title"] for row in csv.DictReader(io.StringIO(TABLES["systems.csv"](results)))}
    assert {"'=1+1", "'@x", "'+1", "'-1", 'say "hi", twice', "two\nlines"} <= titles


def test_the_terminal_shows_ranks_intervals_and_failed_contestants():
    text = ranking(example_results())
    lines = text.splitlines()
    assert next(line for line in lines if "Title of careful" in line).split()[0] == "1"
    assert "exempt" in next(line for line in lines if "Title of bare" in line)
    assert "reference contestants: 1 of 2 as predicted" in text
    assert "Title of injector: must come to" in text


def test_no_name_reaches_the_terminal_with_control_or_direction_characters():
    name = "\x1b[2J\x1b[31mX\x07\r\nZ\u202e!"
    results = renamed(example_results(), [name])
    for text in (ranking(results), sweep_table([SweepRow(varied={"k": "1"}, results=results)])):
        assert not re.search("[\x00-\x09\x0b-\x1f\x7f\u202a-\u202e]", text)
        assert "[2J [31mX Z!" in text


def test_a_sweep_has_one_row_for_each_job_and_system():
    results = example_results()
    rows = [SweepRow(varied={"scoring.k": k}, results=results) for k in ("1", "4")]
    table = [line for line in sweep_table(rows).splitlines() if "Title" in line]
    assert len(table) == 2 * 6
    assert sweep_markdown(rows).count("\n| ") == 1 + 1 + 12


def test_equal_results_render_to_equal_bytes(tmp_path):
    first = {path.name: path.read_bytes() for path in render(example_results(), tmp_path / "a")}
    second = {path.name: path.read_bytes() for path in render(example_results(), tmp_path / "b")}
    assert first == second
