"""Reading a judge's label: a whole, unambiguous word or nothing."""

import re
from typing import Literal

from runner.text.normalise import plain_typography

Label = Literal["correct", "incorrect"]

# Around the word stand emphasis, quotes, brackets or closing punctuation; no other word and no sign such as "≠" or "?".
_LABEL = re.compile(r"""[\s*_`"'(\[{<>#:-]*(correct|incorrect)[\s*_`"')\]}>.,;:!-]*""", re.IGNORECASE | re.ASCII)
_LONGEST = 60


def parse_label(text: str) -> Label | None:
    """Read a label that is the whole of a judge's answer.

    ``INCORRECT`` contains ``CORRECT``, and "not entirely correct" contains both the word and its denial; so nothing but
    the bare word counts, with Markdown emphasis, quotes, punctuation and case set aside.

    Args:
        text: The field of the reply that should hold the label.

    Returns:
        The label, or null, which makes the vote invalid.
    """
    if len(text) > _LONGEST:
        return None
    match = _LABEL.fullmatch(plain_typography(text))
    if match is None:
        return None
    return "correct" if match[1].lower() == "correct" else "incorrect"
