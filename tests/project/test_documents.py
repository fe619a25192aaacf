"""The project's documents: links lead somewhere, the index is complete, the citation is valid."""

import datetime as dt
import os
import re
import tomllib
from pathlib import Path, PurePosixPath

import yaml

from runner.errors import ExitCode

ROOT = Path(__file__).resolve().parents[2]
LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)")
FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)


def anchors(text: str) -> set[str]:
    """Return the anchors of a Markdown file's headings, formed as GitHub forms them."""
    headings = re.findall(r"^#+\s+(.+?)\s*$", FENCE.sub("", text), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def dead_links(name: str, texts: dict[str, str]) -> list[str]:
    """Return the targets of a Markdown file's links that are no file of the project, or no heading in it."""
    found = []
    for target in LINK.findall(FENCE.sub("", texts[name])):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        file = (PurePosixPath(name).parent / path).as_posix() if path else name
        file = os.path.normpath(file)
        if anchor:
            alive = anchor in anchors(texts.get(file, ""))
        else:
            alive = file in texts or any(other.startswith(f"{file}/") for other in texts)
        if not alive:
            found.append(target)
    return found


def test_every_link_within_the_project_leads_somewhere(texts: dict[str, str]) -> None:
    dead = {name: links for name in texts if name.endswith(".md") and (links := dead_links(name, texts))}
    assert dead == {}


def test_dead_links_and_dead_anchors_are_found() -> None:
    page = "# Title: one\n[a](../b.md) [b](gone.md) [c](#title-one) [d](#two) [e](https://example.org) [f](../b.md#x)"
    assert dead_links("docs/a.md", {"docs/a.md": page, "b.md": "# Y"}) == ["gone.md", "#two", "../b.md#x"]


def test_every_document_that_a_source_file_refers_to_exists(texts: dict[str, str]) -> None:
    named = {
        (name, page)
        for name, text in texts.items()
        if name.startswith(("conf/", "runner/", "schemas/", "reports/"))
        for page in re.findall(r"docs/[\w-]+\.md", text)
    }
    assert named
    assert [(name, page) for name, page in sorted(named) if page not in texts] == []


def test_the_index_of_the_documents_names_every_one(texts: dict[str, str]) -> None:
    linked = LINK.findall(texts["docs/README.md"])
    pages = [name.removeprefix("docs/") for name in texts if re.fullmatch(r"docs/.*\.md", name)]
    assert [page for page in pages if page != "README.md" and page not in linked] == []


def test_the_commands_that_the_documents_name_are_in_the_makefile(texts: dict[str, str]) -> None:
    targets = set(re.findall(r"^([a-z]+):", texts["Makefile"], re.MULTILINE))
    code = {
        name: "\n".join(FENCE.findall(text) + re.findall(r"`[^`\n]+`|^ {4}.*", FENCE.sub("", text), re.MULTILINE))
        for name, text in texts.items()
        if name.endswith(".md")
    }
    named = {name: set(re.findall(r"\bmake ([a-z]+)", text)) for name, text in code.items()}
    assert {name: words - targets for name, words in named.items() if words - targets} == {}
    assert named["README.md"] >= {"quickstart", "test"}


def test_the_documented_exit_codes_are_those_of_the_program(texts: dict[str, str]) -> None:
    documented = {int(code) for code in re.findall(r"^\| (\d+) \|", texts["docs/cli.md"], re.MULTILINE)}
    interrupted = 130  # what a shell reports after Ctrl-C
    assert documented == {*ExitCode, interrupted}


# Citation. The schema of CFF 1.2 by hand: its own validator needs a version of jsonschema that nothing else here uses.


def check_person_or_entity(author: dict[str, object]) -> None:
    person, entity = {"family-names", "given-names", "orcid", "affiliation", "email"}, {"name", "website"}
    assert author
    assert set(author) <= person or set(author) <= entity
    assert all(isinstance(value, str) and value for value in author.values())


def test_the_citation_is_valid_cff() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    assert citation["cff-version"] == "1.2.0"
    texts = ("message", "title", "abstract", "license", "version", "type")
    assert all(isinstance(citation[key], str) and citation[key] for key in texts)
    assert citation["type"] in ("software", "dataset")
    allowed = {*texts, "cff-version", "authors", "keywords", "references", "date-released", "url", "repository-code"}
    assert set(citation) <= allowed
    for author in citation["authors"]:
        check_person_or_entity(author)
    assert citation["keywords"] == list(dict.fromkeys(citation["keywords"]))
    assert isinstance(citation.get("date-released", dt.date.min), dt.date)


def test_the_citation_refers_to_the_paper() -> None:
    (paper,) = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))["references"]
    assert {"type", "title", "authors"} <= set(paper)
    for author in paper["authors"]:
        check_person_or_entity(author)
    assert (paper["type"], paper["year"], paper["month"]) == ("article", 2026, 8)
    assert paper["url"] == "https://arxiv.org/abs/2608.26385"
    assert all(set(entry) <= {"type", "value", "description"} for entry in paper["identifiers"])
    assert {entry["type"] for entry in paper["identifiers"]} <= {"doi", "url", "swh", "other"}


def test_citation_and_package_agree() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    keys = (("title", "name"), ("version", "version"), ("license", "license"))
    assert [citation[ours] for ours, _ in keys] == [project[theirs] for _, theirs in keys]


def test_the_licence_is_the_whole_apache_licence() -> None:
    text = (ROOT / "LICENSE").read_text("ascii")
    assert "Version 2.0, January 2004" in text
    assert all(f"\n   {number}. " in text for number in range(1, 10))
    assert "END OF TERMS AND CONDITIONS" in text
