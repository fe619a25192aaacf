"""Figures as people read them. Rounding happens here and nowhere else."""

from schemas.results_figures import Figure, Rate

DASH = "–"
"""Stands for a figure that there is none of; its reason goes beside it."""
NOTHING = "—"
"""Stands for a cell that has nothing to say."""


def plain(value: float | None, digits: int = 3, *, sign: bool = False) -> str:
    """Return a number with a fixed count of digits, never ``-0.000``.

    Args:
        value: The number; null gives a dash.
        digits: Digits after the point.
        sign: Whether a positive number carries a plus.
    """
    if value is None:
        return NOTHING
    # Adding zero turns the negative zero that rounding can leave into the positive one.
    rounded = round(value, digits) + 0.0
    return f"{rounded:{'+' if sign and rounded else ''}.{digits}f}"


def percent(value: float | None, digits: int = 1) -> str:
    """Return a share in per cent."""
    return NOTHING if value is None else f"{round(100 * value, digits) + 0.0:.{digits}f} %"


def score(figure: Figure) -> str:
    """Return a score at its usual three digits with its sign."""
    return plain(figure.value, sign=True)


def score_interval(figure: Figure) -> str:
    """Return the interval of a score in brackets, or nothing."""
    if figure.low is None or figure.high is None:
        return ""
    return f"[{plain(figure.low, sign=True)}, {plain(figure.high, sign=True)}]"


def share(rate: Rate) -> str:
    """Return a rate in per cent."""
    return percent(rate.value)


def share_interval(rate: Figure) -> str:
    """Return the interval of a rate in per cent, or nothing."""
    if rate.low is None or rate.high is None:
        return ""
    return f"[{100 * rate.low:.1f}, {100 * rate.high:.1f}]"


def counted(rate: Rate) -> str:
    """Return the counts behind a rate."""
    return f"{rate.count} of {rate.of}"


def p_value(value: float | None) -> str:
    """Return a p-value: three digits, ``<0.001`` below that, never zero."""
    if value is None:
        return NOTHING
    return "<0.001" if value < 0.001 else f"{value:.3f}"


def money(value: float | None) -> str:
    """Return US dollars with four significant places below a dollar."""
    if value is None:
        return NOTHING
    return "$0" if value == 0 else (f"${value:.2f}" if value >= 1 else f"${value:.4f}")


def seconds(value: float | None) -> str:
    """Return seconds with two digits below ten seconds."""
    if value is None:
        return NOTHING
    return f"{value:.2f} s" if value < 10 else f"{value:.1f} s"


def penalty(k: float) -> str:
    """Return a penalty without needless digits."""
    return f"{k:g}"


def rank_range(low: int | None, high: int | None) -> str:
    """Return the range of ranks over the resamples, or nothing."""
    if low is None or high is None:
        return ""
    return str(low) if low == high else f"{low}{DASH}{high}"
