"""Typography that means the same: quotes, dashes, spaces, width. The original text is always stored beside it."""

import re
import unicodedata

_QUOTES = dict.fromkeys(map(ord, "\u2018\u2019\u201a\u201b\u02bc\u02b9\u00b4\u0060\u2032\uff07"), "'") | dict.fromkeys(
    map(ord, "\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033\uff02"), '"'
)
_DASHES = dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d"), "-")
_INVISIBLE = dict.fromkeys(
    [0x00AD, *range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2070), 0xFEFF], None
)
_SPACES = re.compile(r"\s+")


def plain_typography(text: str) -> str:
    """Fold typographic variants of ``text`` into plain ones.

    Curly quotes and apostrophes become straight, dashes and the minus sign become hyphens, full-width and
    compatibility characters become plain (NFKC), invisible and direction characters vanish, and every run of white
    space, no-break ones included, becomes one space. Case, accents and letters stay.

    Args:
        text: Any text, as received.

    Returns:
        The folded text without leading and trailing space. Folding twice changes nothing.
    """
    folded = text.translate(_QUOTES).translate(_INVISIBLE)
    folded = unicodedata.normalize("NFKC", folded).translate(_QUOTES).translate(_DASHES).translate(_INVISIBLE)
    return _SPACES.sub(" ", folded).strip()
