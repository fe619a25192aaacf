"""The locks: complete, hash-pinned, free of any address, and in agreement with pyproject.toml and each other."""

import re
import tomllib
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]
LOCKS = ("build", "quickstart", "dev")
KEPT_OUT_OF_QUICKSTART = {"datasets", "pandas", "pyarrow", "pytest", "mypy", "ruff", "uv", "hypothesis"}
NEVER_LOCKED = {"llm", "llama-cpp-python", "torch", "ray"}


def entries(lock: str) -> list[str]:
    """Return the logical lines of a lock: continuation lines joined, comments dropped."""
    text = (ROOT / "requirements" / f"{lock}.txt").read_text("ascii").replace("\\\n", " ")
    return [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")]


def pins(lock: str) -> list[Requirement]:
    return [Requirement(line.split("--hash=")[0]) for line in entries(lock)]


def versions(lock: str) -> dict[str, str]:
    """Return the one version pinned for each package."""
    found: dict[str, str] = {}
    for pin in pins(lock):
        (specifier,) = pin.specifier
        assert specifier.operator == "==", pin
        assert found.setdefault(canonicalize_name(pin.name), specifier.version) == specifier.version
    return found


def project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def direct(*extras: str, groups: tuple[str, ...] = ()) -> list[Requirement]:
    data = project()
    lists = [data["project"]["dependencies"]]
    lists += [data["project"]["optional-dependencies"][extra] for extra in extras]
    lists += [data["dependency-groups"][group] for group in groups]
    return [Requirement(text) for names in lists for text in names]


def installed_requirements(name: str) -> list[str]:
    """Return what a package says it requires; nothing where it is not installed here (another platform's)."""
    try:
        return distribution(name).requires or []
    except PackageNotFoundError:
        return []


@pytest.mark.parametrize("lock", LOCKS)
def test_every_entry_is_one_version_with_hashes_and_nothing_else(lock: str) -> None:
    shape = re.compile(r"[a-z0-9-]+==[0-9a-z.]+( ; [^;]+?)?(\s+--hash=sha256:[0-9a-f]{64})+")
    for entry in entries(lock):
        assert shape.fullmatch(entry), f"{lock}: {entry[:100]}"


@pytest.mark.parametrize("lock", LOCKS)
def test_no_lock_names_a_host_a_path_or_an_option(lock: str) -> None:
    text = (ROOT / "requirements" / f"{lock}.txt").read_text("ascii")
    assert not re.search(r"://|(?m:^\s*-)(?!-hash=)|--(?!hash=)| @ |file:", text)


@pytest.mark.parametrize(
    ("lock", "wanted"),
    [
        ("quickstart", direct("local", groups=("build", "model"))),
        ("dev", direct("local", "hub", "dev", groups=("build", "model"))),
        ("build", [Requirement(text) for text in project()["dependency-groups"]["build"]]),
    ],
)
def test_every_direct_dependency_is_pinned_within_its_range(lock: str, wanted: list[Requirement]) -> None:
    pinned = versions(lock)
    for requirement in wanted:
        name = canonicalize_name(requirement.name)
        assert name in pinned, f"{name} is missing from {lock}.txt: run make lock"
        assert requirement.specifier.contains(pinned[name]), f"{lock}.txt has {name} {pinned[name]}, not {requirement}"


def test_the_build_backend_is_locked_within_its_range() -> None:
    for text in project()["build-system"]["requires"]:
        requirement = Requirement(text)
        assert requirement.specifier.contains(versions("build")[requirement.name])


def test_the_versions_chosen_on_purpose_are_the_locked_ones() -> None:
    for text in project()["tool"]["uv"]["constraint-dependencies"]:
        requirement = Requirement(text)
        assert versions("quickstart")[requirement.name] in requirement.specifier


@pytest.mark.parametrize("smaller", ["build", "quickstart"])
def test_the_smaller_locks_are_parts_of_the_large_one_entry_by_entry(smaller: str) -> None:
    assert set(entries(smaller)) <= set(entries("dev"))


def test_the_quickstart_installs_neither_tools_nor_data_libraries() -> None:
    assert not KEPT_OUT_OF_QUICKSTART & versions("quickstart").keys()
    assert versions("dev").keys() >= KEPT_OUT_OF_QUICKSTART


@pytest.mark.parametrize("lock", LOCKS)
def test_nothing_that_compiles_for_minutes_or_needs_an_accelerator_is_locked(lock: str) -> None:
    assert not NEVER_LOCKED & versions(lock).keys()


def test_the_lock_is_closed_so_that_installing_without_resolving_is_safe() -> None:
    """What any locked package requires here is locked in range, but for what pyproject.toml leaves out on purpose."""
    locked = versions("dev")
    left_out = set(project()["tool"]["uv"]["exclude-dependencies"])
    wrong = [
        f"{name} requires {text}"
        for name in locked
        for text in installed_requirements(name)
        if (requirement := Requirement(text)).name not in left_out
        and (requirement.marker is None or requirement.marker.evaluate({"extra": ""}))
        and (
            (version := locked.get(canonicalize_name(requirement.name))) is None
            or not requirement.specifier.contains(version, prereleases=True)
        )
    ]
    assert not wrong
