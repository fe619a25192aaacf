import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
import rfc8785
from pydantic import ValidationError

from runner.errors import DataError
from runner.knowledge_base.corpus import read_corpus
from runner.knowledge_base.document_file import ProblemKind
from runner.knowledge_base.manifest import build_manifest, compare_with_manifest, read_manifest, write_manifest
from schemas.corpus import Manifest, ManifestEntry, corpus_hash

ZERO = "0" * 64
ONE = "1" * 64


def entry(document_id: str, **changes: Any) -> ManifestEntry:
    values = {"document_id": document_id, "file_name": f"{document_id}.md", "sha256": ZERO, "size_bytes": 5}
    return ManifestEntry.model_validate(values | changes)


def test_the_corpus_hash_is_sha_256_over_the_canonical_entries_sorted_by_id():
    entries = [entry("b"), entry("a", source_url="https://example.org/a", licence="CC0-1.0")]
    # By hand: keys in canonical order, no spaces, the entry of "a" first.
    by_hand = (
        '[{"document_id":"a","file_name":"a.md","licence":"CC0-1.0","sha256":"' + ZERO + '","size_bytes":5,'
        '"source_url":"https://example.org/a"},'
        '{"document_id":"b","file_name":"b.md","licence":null,"sha256":"'
        + ZERO
        + '","size_bytes":5,"source_url":null}]'
    )
    assert corpus_hash(entries) == hashlib.sha256(by_hand.encode()).hexdigest()
    assert corpus_hash(entries[::-1]) == corpus_hash(entries)
    assert rfc8785.dumps(json.loads(by_hand)) == by_hand.encode()


@pytest.mark.parametrize(
    "change",
    [
        {"sha256": ONE},
        {"size_bytes": 6},
        {"file_name": "other.md"},
        {"source_url": "https://example.org"},
        {"licence": "CC-BY-4.0"},
    ],
)
def test_every_field_of_an_entry_changes_the_hash(change):
    assert corpus_hash([entry("a", **change)]) != corpus_hash([entry("a")])


def test_writing_and_reading_gives_the_same_manifest_and_the_same_bytes(tmp_path: Path):
    manifest = Manifest.of([entry("b"), entry("Ångström", file_name="ångström.md")])
    write_manifest(tmp_path / "manifest.json", manifest)
    first = (tmp_path / "manifest.json").read_bytes()
    assert read_manifest(tmp_path / "manifest.json") == manifest
    write_manifest(tmp_path / "manifest.json", manifest)
    assert (tmp_path / "manifest.json").read_bytes() == first
    assert [path.name for path in tmp_path.iterdir()] == ["manifest.json"]


def test_a_place_that_cannot_be_written_is_a_named_error(tmp_path: Path):
    with pytest.raises(DataError, match="cannot write the manifest"):
        write_manifest(tmp_path / "absent" / "manifest.json", Manifest.of([entry("a")]))


def tampered(tmp_path: Path, change: Any) -> Path:
    value = Manifest.of([entry("a"), entry("b")]).model_dump(mode="json")
    change(value)
    path = tmp_path / "manifest.json"
    path.write_text(json.dumps(value))
    return path


def test_an_edited_entry_no_longer_matches_the_manifests_own_hash(tmp_path: Path):
    path = tampered(tmp_path, lambda value: value["documents"][0].update(sha256=ONE))
    with pytest.raises(DataError, match="corpus_hash says") as caught:
        read_manifest(path)
    assert caught.value.where == str(path)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda value: value["documents"][1].update(document_id="a"), "document_id given twice: a"),
        (lambda value: value["documents"][1].update(file_name="a.md"), r"file_name given twice: a\.md"),
        (lambda value: value["documents"][0].update(sha256="abc"), r"documents\.0\.sha256"),
        (lambda value: value["documents"][0].update(size_bytes=0), r"documents\.0\.size_bytes"),
        (lambda value: value["documents"][0].update(colour="red"), r"documents\.0\.colour"),
        (lambda value: value["documents"][0].pop("file_name"), r"documents\.0\.file_name"),
        (lambda value: value.update(documents=[]), "documents"),
        (lambda value: value.update(format="ragcanary-corpus-2"), "format"),
    ],
)
def test_a_manifest_that_is_wrong_names_the_field(tmp_path: Path, change, message):
    with pytest.raises(DataError, match=message):
        read_manifest(tampered(tmp_path, change))


@pytest.mark.parametrize(
    "name", ["/etc/passwd", "../up.md", "a/../../b.md", "a//b.md", "./a.md", "C:/x.md", "a\\b.md", "nul\0.md", ""]
)
def test_a_file_name_that_leads_out_of_the_folder_is_refused(name):
    with pytest.raises(ValidationError, match="file_name"):
        entry("a", file_name=name)


@pytest.mark.parametrize("document_id", ["", " a", "a ", "a\nb", "e\u0301"])
def test_an_id_that_cannot_be_compared_is_refused(document_id):
    with pytest.raises(ValidationError, match="document_id"):
        ManifestEntry(document_id=document_id, file_name="a.md", sha256=ZERO, size_bytes=5)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not JSON"),
        ('{"format": ', "not JSON"),
        ('{"format": "x", "format": "y"}', "key 'format' given twice"),
        ('{"documents": NaN}', "NaN is not a JSON value"),
        ("[1, 2]", "not valid"),
        ("[" * 100_000, "cannot be read"),
    ],
)
def test_text_that_is_no_manifest_is_a_named_error(tmp_path: Path, text, message):
    (tmp_path / "manifest.json").write_text(text)
    with pytest.raises(DataError, match=message):
        read_manifest(tmp_path / "manifest.json")


def test_bytes_that_are_no_text_and_an_absent_file_are_named_errors(tmp_path: Path):
    (tmp_path / "manifest.json").write_bytes(b'{"a": "\xff\xfe"}')
    with pytest.raises(DataError, match="cannot be read"):
        read_manifest(tmp_path / "manifest.json")
    with pytest.raises(DataError, match="cannot read the manifest"):
        read_manifest(tmp_path / "absent.json")


def test_building_takes_addresses_by_id_and_one_licence(tmp_path: Path):
    (tmp_path / "a.md").write_bytes(b"alpha")
    (tmp_path / "b.md").write_bytes(b"beta")
    manifest = build_manifest(read_corpus(tmp_path).documents, {"a": "https://example.org/a"}, "CC-BY-4.0")
    assert [(e.document_id, e.source_url, e.licence, e.size_bytes) for e in manifest.documents] == [
        ("a", "https://example.org/a", "CC-BY-4.0", 5),
        ("b", None, "CC-BY-4.0", 4),
    ]
    assert manifest.documents[0].sha256 == hashlib.sha256(b"alpha").hexdigest()


def test_documents_that_share_an_id_make_no_manifest():
    with pytest.raises(DataError, match="document_id given twice"):
        build_manifest([entry("a"), entry("a", file_name="c.md")])


def test_comparison_names_changed_missing_and_extra_files_sorted_by_name():
    manifest = Manifest.of([entry("a"), entry("b"), entry("c")])
    found = {"z.md": ZERO, "a.md": ZERO, "c.md": ONE}
    assert [(p.file_name, p.kind) for p in compare_with_manifest(found, manifest)] == [
        ("b.md", ProblemKind.MISSING),
        ("c.md", ProblemKind.CHANGED),
        ("z.md", ProblemKind.EXTRA),
    ]
    assert compare_with_manifest({"a.md": ZERO, "b.md": ZERO, "c.md": ZERO}, manifest) == []
