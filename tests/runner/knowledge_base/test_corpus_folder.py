import os
import unicodedata
from pathlib import Path

import pytest

from runner.errors import DataError
from runner.knowledge_base.corpus import read_corpus, scan_folder
from runner.knowledge_base.document_file import ProblemKind
from runner.knowledge_base.manifest import build_manifest, write_manifest


def write(folder: Path, files: dict[str, bytes | str]) -> Path:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return folder


def problems_of(folder: Path) -> dict[str, ProblemKind]:
    return {problem.file_name: problem.kind for problem in scan_folder(folder).problems}


def test_documents_come_sorted_by_id_with_titles_from_any_depth(tmp_path: Path):
    write(tmp_path, {"b/note.txt": "second note", "a/note.md": "# First\n\nnote", "Z.markdown": "# Zed\n\nlast"})
    corpus = read_corpus(tmp_path)
    # Code point order: capital letters before small ones.
    assert [(d.document_id, d.title) for d in corpus.documents] == [
        ("Z", "Zed"),
        ("a/note", "First"),
        ("b/note", "note"),
    ]
    assert [entry.document_id for entry in corpus.manifest.documents] == ["Z", "a/note", "b/note"]
    assert corpus.corpus_hash == corpus.manifest.corpus_hash


def test_the_hash_depends_on_bytes_and_names_and_on_nothing_else(tmp_path: Path):
    one = read_corpus(write(tmp_path / "one", {"a.md": "alpha", "b.md": "beta"}))
    same = read_corpus(write(tmp_path / "same", {"b.md": "beta", "a.md": "alpha"}))
    os.utime(tmp_path / "same" / "a.md", (0, 0))
    changed = read_corpus(write(tmp_path / "changed", {"a.md": "alpha", "b.md": "beta "}))
    renamed = read_corpus(write(tmp_path / "renamed", {"a.md": "alpha", "c.md": "beta"}))
    assert one.corpus_hash == same.corpus_hash == read_corpus(tmp_path / "same").corpus_hash
    assert len({one.corpus_hash, changed.corpus_hash, renamed.corpus_hash}) == 3


def test_every_odd_file_is_named_with_its_kind_in_one_go(tmp_path: Path):
    write(
        tmp_path,
        {
            "good.md": "# Good\n\nText",
            "empty.md": "",
            "photo.txt": b"\x89PNG\r\n\x1a\n\0\0",
            "wide.txt": "wide text".encode("utf-16"),
            "old.txt": "café – ‘quoted’".encode("cp1252"),
            "stray.txt": b"text \xff text",
            "data.xyz": "what is this",
            "copy.md": "# Good\r\n\r\nText\r\n",
            ".DS_Store": b"\0\0\0\1",
            ".git/config.md": "hidden folder",
        },
    )
    # copy.md comes before good.md, so good.md is the second of the two.
    assert problems_of(tmp_path) == {
        "empty.md": ProblemKind.EMPTY,
        "photo.txt": ProblemKind.BINARY,
        "wide.txt": ProblemKind.ENCODING,
        "old.txt": ProblemKind.ENCODING,
        "stray.txt": ProblemKind.ENCODING,
        "data.xyz": ProblemKind.UNSUPPORTED,
        "good.md": ProblemKind.DUPLICATE_CONTENT,
    }
    with pytest.raises(DataError) as caught:
        read_corpus(tmp_path)
    for name in ("empty.md", "photo.txt", "wide.txt", "old.txt", "stray.txt", "data.xyz", "good.md", "copy.md"):
        assert name in caught.value.what
    assert caught.value.where == str(tmp_path)


def test_two_files_that_claim_one_id_are_both_named(tmp_path: Path):
    write(tmp_path, {"note.md": "one", "note.txt": "two"})
    (problem,) = scan_folder(tmp_path).problems
    assert (problem.file_name, problem.kind) == ("note.txt", ProblemKind.DUPLICATE_ID)
    assert "note.md" in problem.detail


def test_many_problems_are_counted_and_the_first_twenty_named(tmp_path: Path):
    write(tmp_path, {f"{number:02}.md": "" for number in range(25)})
    with pytest.raises(DataError) as caught:
        read_corpus(tmp_path)
    assert caught.value.what.startswith("25 file(s)")
    assert "19.md" in caught.value.what
    assert "20.md" not in caught.value.what
    assert "and 5 more" in caught.value.what


def test_a_large_file_is_refused_by_the_limit_given(tmp_path: Path):
    write(tmp_path, {"a.md": "x" * 101})
    with pytest.raises(DataError, match=r"a\.md: huge: 101 bytes; the limit is 100"):
        read_corpus(tmp_path, max_bytes=100)


def test_no_folder_and_no_document_are_errors_that_name_the_place(tmp_path: Path):
    with pytest.raises(DataError, match="no such folder") as caught:
        read_corpus(tmp_path / "absent")
    assert caught.value.where.endswith("absent")
    with pytest.raises(DataError, match="no document here"):
        read_corpus(tmp_path)


def test_a_link_to_a_folder_and_a_dangling_link_are_reported_not_passed_over(tmp_path: Path):
    folder = write(tmp_path / "corpus", {"a.md": "text"})
    write(tmp_path / "elsewhere", {"b.md": "more"})
    (folder / "linked").symlink_to(tmp_path / "elsewhere", target_is_directory=True)
    (folder / "gone.md").symlink_to(tmp_path / "nowhere.md")
    assert problems_of(folder) == {"gone.md": ProblemKind.UNREADABLE, "linked": ProblemKind.UNREADABLE}


def test_a_name_in_normal_form_d_is_the_same_document_as_in_form_c(tmp_path: Path):
    composed = "Djenné.md"
    one = read_corpus(write(tmp_path / "c", {composed: "text"}))
    two = read_corpus(write(tmp_path / "d", {unicodedata.normalize("NFD", composed): "text"}))
    assert one.corpus_hash == two.corpus_hash
    assert two.documents[0].document_id == "Djenné"


def test_a_name_that_is_no_text_is_reported(tmp_path: Path):
    try:
        (tmp_path / os.fsdecode(b"bad\xff.md")).write_bytes(b"text")
    except OSError:
        pytest.skip("this file system refuses such names")
    (problem,) = scan_folder(tmp_path).problems
    assert problem.kind is ProblemKind.NAME
    assert "bad" in problem.file_name


def test_letters_lost_earlier_are_a_note_and_not_a_refusal(tmp_path: Path):
    corpus = read_corpus(write(tmp_path, {"a.md": "S\ufffdo Tom\ufffd", "b.md": "fine"}))
    assert [(note.file_name, note.kind) for note in corpus.notes] == [("a.md", ProblemKind.GARBLED)]
    assert len(corpus.documents) == 2


def test_a_manifest_inside_the_folder_is_found_and_gives_the_ids(tmp_path: Path):
    write(tmp_path, {"a.md": "alpha", "b.md": "beta"})
    bare = read_corpus(tmp_path)
    entries = [
        entry.model_copy(update={"document_id": f"doc-{entry.document_id}"}) for entry in bare.manifest.documents
    ]
    write_manifest(tmp_path / "manifest.json", type(bare.manifest).of(entries))
    corpus = read_corpus(tmp_path)
    assert [document.document_id for document in corpus.documents] == ["doc-a", "doc-b"]
    assert corpus.corpus_hash != bare.corpus_hash


def test_a_changed_a_missing_and_an_extra_file_are_named_against_the_manifest(tmp_path: Path):
    folder = write(tmp_path / "corpus", {"a.md": "alpha", "b.md": "beta", "c.md": "gamma", "d.md": "delta"})
    write_manifest(tmp_path / "manifest.json", build_manifest(read_corpus(folder).documents))
    assert len(read_corpus(folder, tmp_path / "manifest.json").documents) == 4
    (folder / "a.md").write_text("alpha!")
    (folder / "b.md").unlink()
    (folder / "c.md").write_bytes(b"")
    write(folder, {"e.md": "epsilon"})
    with pytest.raises(DataError) as caught:
        read_corpus(folder, tmp_path / "manifest.json")
    lines = caught.value.what.splitlines()
    assert lines[0].startswith("4 file(s)")
    # c.md is named once, for what it is, and not a second time as missing.
    assert [line.split(": ")[:2] for line in lines[1:]] == [
        ["  a.md", "changed"],
        ["  b.md", "missing"],
        ["  c.md", "empty"],
        ["  e.md", "extra"],
    ]
