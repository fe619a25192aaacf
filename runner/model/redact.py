"""Removes keys from whatever is logged or shown: by known value in every usual encoding, and by shape."""

import base64
import re
from collections.abc import Iterable
from typing import Any
from urllib.parse import quote, quote_plus

MARK = "[redacted]"
"""What stands where a key stood."""

_SHAPES = re.compile(
    r"sk-[A-Za-z0-9_\-]{16,}"  # OpenAI, Anthropic and many others
    r"|AIza[A-Za-z0-9_\-]{30,}"  # Google
    r"|hf_[A-Za-z0-9]{20,}"  # Hugging Face
    r"|(?<=Bearer )(?=[^\s]*[0-9])[A-Za-z0-9._~+/=\-]{20,}"
    r"|(?<=[?&]key=)[^&\s\"']{8,}"
    r"|(?<=://)[^/\s:@]+:[^/\s@]+(?=@)"  # user and password of a URL
)

_SHORTEST_KEY = 6
"""A shorter value is no key, and replacing it would garble ordinary text."""


class Redactor:
    """Knows the keys of this run and takes them out of texts and JSON trees."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        """Prepare every spelling of ``secrets``: as is, URL-encoded, and inside Base64 at any offset."""
        spellings: set[str] = set()
        for secret in secrets:
            if len(secret) >= _SHORTEST_KEY:
                spellings |= {secret, quote(secret, safe=""), quote_plus(secret), *_base64_cores(secret)}
        # The longest first, so that no spelling is broken up by one that is a part of it.
        self._spellings = sorted(spellings, key=lambda spelling: (-len(spelling), spelling))

    def known(self, text: str) -> str:
        """Return ``text`` without known keys; what merely looks like a key stays."""
        for spelling in self._spellings:
            text = text.replace(spelling, MARK)
        return text

    def text(self, text: str) -> str:
        """Return ``text`` without known keys and without anything that has the shape of one."""
        return _SHAPES.sub(MARK, self.known(text))

    def tree(self, value: Any) -> Any:  # noqa: ANN401 - any JSON value
        """Return the JSON value with every string in it, keys of objects included, redacted."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, dict):
            return {self.text(str(key)): self.tree(item) for key, item in value.items()}
        if isinstance(value, list | tuple):
            return [self.tree(item) for item in value]
        return value


def _base64_cores(secret: str) -> set[str]:
    """Return what every Base64 text that holds ``secret`` must hold, for the three ways it can fall on the alphabet.

    Characters that also depend on the neighbouring bytes are left off at both ends.
    """
    data, cores = secret.encode(), set()
    for offset in range(3):
        coded = base64.b64encode(b"\0" * offset + data).decode().rstrip("=")
        start = (offset * 8 + 5) // 6
        end = (offset + len(data)) * 8 // 6
        core = coded[start:end]
        if len(core) >= _SHORTEST_KEY:
            cores |= {core, core.replace("+", "-").replace("/", "_")}
    return cores
