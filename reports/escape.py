"""Making names and texts of strangers harmless in Markdown tables. HTML is escaped by Jinja itself."""

import re

_SPACES = re.compile(r"\s+")
_INVISIBLE = dict.fromkeys([*range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2070), 0xFEFF], None)
_SPECIAL = re.compile(r"([\\`*_{}\[\]()#+!|~$-])")


def markdown_cell(text: str) -> str:
    r"""Return ``text`` so that it stays one cell of a Markdown table and reads as it is.

    Line breaks become spaces, control and direction characters vanish, HTML is spelled as entities, and every character
    with a meaning in Markdown is escaped, backslashes included, so that ``a\|b`` cannot smuggle a cell in.
    """
    plain = "".join(char for char in text.translate(_INVISIBLE) if char.isprintable() or char.isspace())
    plain = _SPACES.sub(" ", plain).strip()
    plain = plain.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    plain = _SPECIAL.sub(r"\\\1", plain)
    # An address would become a link by itself; a zero-width joiner-free way to stop that is to spell the colon.
    return re.sub(r"(?i)\b(https?|ftp|mailto|javascript|data)(:)", r"\1&#58;", plain).replace("www.", "www&#46;")


def terminal_text(text: str) -> str:
    """Return a stranger's text as one line without control and direction characters, which could rewrite a screen."""
    plain = "".join(char if char.isprintable() else " " for char in text.translate(_INVISIBLE))
    return _SPACES.sub(" ", plain).strip()


def html_safe_text(text: str) -> str:
    """Return ``text`` without control and direction characters that could reorder a page; Jinja escapes the rest."""
    return "".join(char for char in text.translate(_INVISIBLE) if char.isprintable() or char in "\n\t")
