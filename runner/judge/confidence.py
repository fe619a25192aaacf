"""Reading a judge's stated confidence, which never makes a vote invalid."""

import re

from runner.text.normalise import plain_typography

_TEXT = re.compile(r"([0-9]{1,3}(?:\.[0-9]{1,6})?|\.[0-9]{1,6})(?: ?(%))?", re.ASCII)


def normalise(raw: object) -> float | None:
    """Bring a stated confidence to the range from 0 to 1.

    A number up to 1 is taken as it stands, one above 1 and up to 100 as a percentage; ``"95 %"`` and ``"0.95"`` as text
    likewise. The number 1 is 1, and ``"1 %"`` is 0.01.

    Args:
        raw: What stood in the reply, of any type.

    Returns:
        The confidence, or null where it is unknown: words, Booleans, NaN, infinity, numbers below 0 or above 100.
    """
    percent = False
    if isinstance(raw, bool):
        return None
    if isinstance(raw, str):
        match = _TEXT.fullmatch(plain_typography(raw))
        if match is None:
            return None
        value, percent = float(match[1]), match[2] is not None
    elif isinstance(raw, int | float):
        if not 0 <= raw <= 100:  # NaN fails this too
            return None
        value = float(raw)
    else:
        return None
    if value > 100:
        return None
    return value / 100 if percent or value > 1 else value
