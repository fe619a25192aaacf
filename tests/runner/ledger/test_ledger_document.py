"""What docs/ledger.md says is true: its ten lines of Python check a chain, and the ledger loads light."""

import re
import subprocess
import sys
from pathlib import Path

from runner.ledger.chain import check_chain
from tests.runner.ledger.ledger_folder import ROOT, new_folder, start_python, write


def check_like_a_stranger(log: Path) -> subprocess.CompletedProcess[str]:
    """Run the document's program with a bare Python: no project, no packages."""
    page = (ROOT / "docs" / "ledger.md").read_text("utf-8")
    (program,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    assert len(program.splitlines()) <= 12
    command = [sys.executable, "-I", "-S", "-c", program, str(log)]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)


def test_the_program_in_the_document_agrees_with_the_ledger(tmp_path: Path) -> None:
    new_folder(tmp_path)
    for segment in (None, 3):
        log = write(tmp_path, [{"n": 1, "text": "\u2028\ud800"}, {}, {"n": 2}], segment=segment)
        assert check_like_a_stranger(log).stdout == f"3 lines, head {check_chain(log).head.sha256}\n"
    empty = write(tmp_path, [], log="intents")
    assert check_like_a_stranger(empty).stdout == f"0 lines, head {check_chain(empty).head.sha256}\n"


def test_the_program_in_the_document_finds_a_changed_line(tmp_path: Path) -> None:
    log = write(new_folder(tmp_path), [{"n": 1}, {"n": 2}, {"n": 3}])
    log.write_bytes(log.read_bytes().replace(b'"n":2', b'"n":7'))
    found = check_like_a_stranger(log)
    assert (found.returncode, found.stderr) == (1, "line 3 does not continue the chain\n")


LIGHT = """
import sys
import runner.ledger.frames, runner.ledger.names, runner.ledger.reader, runner.ledger.writer
print(sorted({"polars", "pandera", "pandas", "numpy", "litellm", "datasets"} & set(sys.modules)))
"""


def test_importing_the_ledger_loads_no_heavy_library() -> None:
    child = start_python(LIGHT)
    assert child.communicate(timeout=60)[0] == "[]\n"
