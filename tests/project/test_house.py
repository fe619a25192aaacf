"""The rules of the house: who may import whom, what must load light, and what no file may hold."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import PurePath

import pytest

MAY_IMPORT = {
    "schemas": {"schemas"},
    "runner": {"schemas", "runner", "conf"},
    "runner/cli": {"schemas", "runner", "conf", "reports"},
    "reports": {"schemas", "reports"},
    "conf": set(),
}
"""For each part of the product, which parts its files may import."""

PARTS = ("conf", "runner", "schemas", "reports")
FORBIDDEN_MODULES = {"pickle", "cPickle", "dill", "shelve", "marshal"}
FORBIDDEN_CALLS = {"eval", "exec"}
LONGEST_FILE = 450
LONGEST_FUNCTION = 70
MOST_PARAMETERS = 8

# Written in pieces, so that this file does not hold what it forbids.
HOSTS = "|".join(["py" + r"pi\.(?:org|io)", "python" + "hosted", r"registry\." + "npm", r"deb\." + "debian"])
MACHINE = re.compile(r"(?<![\w.])/(?:tmp|work|root|farm|opt)/\w|" + HOSTS)


@pytest.fixture(scope="session")
def modules(texts: dict[str, str]) -> dict[str, ast.Module]:
    return {name: ast.parse(text, name) for name, text in texts.items() if name.endswith(".py")}


@pytest.fixture(scope="session")
def product(modules: dict[str, ast.Module]) -> dict[str, ast.Module]:
    found = {name: tree for name, tree in modules.items() if name.split("/")[0] in PARTS}
    assert {name.split("/")[0] for name in found} == set(PARTS)
    return found


def part_of(name: str) -> str:
    return "runner/cli" if name.startswith("runner/cli/") else name.split("/", maxsplit=1)[0]


def imported(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield line and full name of everything imported, at the top or inside a function."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from ((node.lineno, f"{node.module}.{alias.name}") for alias in node.names)


def called(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield line and name of every plain or dotted call."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield node.lineno, ast.unparse(node.func)


def against_the_order(name: str, tree: ast.Module) -> list[str]:
    allowed = MAY_IMPORT[part_of(name)]
    return [
        f"{name}:{line} imports {module}"
        for line, module in imported(tree)
        if (root := module.split(".")[0]) in PARTS and root not in allowed
    ]


def test_imports_run_one_way(product: dict[str, ast.Module]) -> None:
    assert [fault for name, tree in product.items() for fault in against_the_order(name, tree)] == []


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("schemas/spec.py", "import runner.text"),
        ("schemas/spec.py", "from reports import tables"),
        ("reports/board.py", "def f():\n    from runner.score import results"),
        ("runner/score/results.py", "import reports"),
        ("conf/x.py", "import schemas"),
    ],
)
def test_an_import_against_the_order_is_found(name: str, line: str) -> None:
    assert len(against_the_order(name, ast.parse(line))) == 1


def test_the_command_line_alone_may_import_both() -> None:
    assert against_the_order("runner/cli/report.py", ast.parse("import reports, runner")) == []


def test_nothing_in_the_product_evaluates_text_or_unpickles(product: dict[str, ast.Module]) -> None:
    found = [
        f"{name}:{line} {what}"
        for name, tree in product.items()
        for line, what in [*imported(tree), *called(tree)]
        if what in FORBIDDEN_CALLS
        or what.split(".")[0] in FORBIDDEN_MODULES
        or what.endswith(("hydra.utils.instantiate", "hydra.utils.call", "utils.instantiate"))
        or what == "instantiate"
    ]
    assert found == []


def test_only_experiments_set_their_package_in_the_configuration(texts: dict[str, str]) -> None:
    found = [
        name
        for name, text in texts.items()
        if name.startswith("conf/") and not name.startswith("conf/experiment/") and re.search(r"#\s*@package", text)
    ]
    assert found == []


def test_no_configuration_file_names_an_object_to_build(texts: dict[str, str]) -> None:
    assert [name for name, text in texts.items() if re.match(r"conf/.*\.ya?ml$", name) and "_target_" in text] == []


def test_files_are_short_enough_to_read(texts: dict[str, str], modules: dict[str, ast.Module]) -> None:
    long = {name: lines for name in modules if (lines := texts[name].count("\n")) > LONGEST_FILE}
    assert long == {}


def test_functions_are_short_and_take_few_parameters(product: dict[str, ast.Module]) -> None:
    found = []
    for name, tree in product.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                length = (node.end_lineno or node.lineno) - node.lineno
                parameters = len(node.args.posonlyargs + node.args.args + node.args.kwonlyargs)
                if length > LONGEST_FUNCTION or parameters > MOST_PARAMETERS:
                    found.append(f"{name}:{node.lineno} {node.name}: {length} lines, {parameters} parameters")
    assert found == []


def test_nothing_in_the_product_is_left_for_later(texts: dict[str, str], product: dict[str, ast.Module]) -> None:
    words = re.compile("|".join([r"\bTO" + r"DO\b", r"\bFIX" + r"ME\b", r"\bX" + r"XX\b", "NotImplemented" + "Error"]))
    assert [name for name in product if words.search(texts[name])] == []


def test_no_file_names_a_machine_s_path_or_a_package_registry(texts: dict[str, str]) -> None:
    found = [
        f"{name}:{number} {match[0]}"
        for name, text in texts.items()
        for number, line in enumerate(text.splitlines(), 1)
        if (match := MACHINE.search(line))
    ]
    assert found == []


def test_every_package_says_that_it_is_typed(files: list[str]) -> None:
    assert {"runner/py.typed", "schemas/py.typed", "reports/py.typed"} <= set(files)


def test_test_files_have_names_of_their_own(files: list[str]) -> None:
    """Test folders are no packages, so two files of one name could not be imported together."""
    names = Counter(PurePath(name).name for name in files if re.match(r"(tests|benchmarks)/.*\.py$", name))
    assert [name for name, count in names.items() if count > 1 and name not in ("conftest.py", "__init__.py")] == []
