"""Figures drawn as SVG text: no library, no script, sharp on paper, readable by screen readers through their titles."""

import math
from dataclasses import dataclass

from markupsafe import Markup, escape

from reports.words import percent, plain

SHAPES = ("circle", "square", "diamond", "triangle")
"""Marks differ in shape as well as in colour."""


@dataclass(frozen=True, slots=True)
class Point:
    """One system in a scatter plot, with its intervals."""

    label: str
    x: float
    x_low: float | None
    x_high: float | None
    y: float
    y_low: float | None
    y_high: float | None


@dataclass(frozen=True, slots=True)
class Frame:
    """Maps data to the drawing."""

    width: int = 640
    height: int = 360
    left: int = 64
    right: int = 150
    top: int = 16
    bottom: int = 48

    def x(self, value: float) -> float:
        """Return the horizontal place of a share from 0 to 1."""
        return self.left + value * (self.width - self.left - self.right)

    def y(self, value: float, low: float, high: float) -> float:
        """Return the vertical place of a score between ``low`` and ``high``."""
        return self.top + (high - value) / (high - low) * (self.height - self.top - self.bottom)


def outcome_bar(correct: int, incorrect: int, other: int, abstained: int) -> Markup:
    """Return a bar of the outcomes of one system, stacked to the full width.

    Args:
        correct: Responses found correct.
        incorrect: Responses found incorrect.
        other: Scored responses without a verdict.
        abstained: Responses that declined.
    """
    total = correct + incorrect + other + abstained
    if not total:
        return Markup("")
    parts, start = [], 0.0
    for kind, count in (("correct", correct), ("incorrect", incorrect), ("other", other), ("abstained", abstained)):
        width = 100 * count / total
        if count:
            parts.append(f'<rect class="{kind}" x="{start:.3f}" y="0" width="{width:.3f}" height="10"/>')
        start += width
    words = f"{correct} correct, {incorrect} incorrect, {abstained} declined"
    return Markup(  # noqa: S704 - numbers and constants alone
        f'<svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" role="img" aria-label="{words}">'
        f"<title>{words}</title>{''.join(parts)}</svg>"
    )


def scatter(points: list[Point], *, x_title: str, y_title: str) -> Markup:
    """Return the scatter plot of the paper's figure 1: score against violation rate, with error bars.

    Args:
        points: One for each system; x is a share from 0 to 1.
        x_title: Title of the horizontal axis.
        y_title: Title of the vertical axis.
    """
    frame = Frame()
    values = [value for p in points for value in (p.y, p.y_low, p.y_high) if value is not None]
    ticks = _ticks(min(values), max(values))
    low, high = ticks[0], ticks[-1]
    parts = _axes(frame, ticks, x_title, y_title)
    taken: list[float] = []
    for index, point in enumerate(points):
        parts.append(_mark(frame, point, index, low, high, taken))
    label = f"{y_title} against {x_title}"
    return Markup(  # noqa: S704 - every text in it was escaped where it was put in
        f'<svg class="plot" viewBox="0 0 {frame.width} {frame.height}" role="img" aria-label="{escape(label)}">'
        f"<title>{escape(label)}</title>{''.join(parts)}</svg>"
    )


def _ticks(low: float, high: float) -> list[float]:
    """Return four to nine round values that span ``low`` to ``high``, with room at both ends."""
    span = max(high - low, 0.1)
    step = next(size for size in (0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100) if span / size <= 6)
    first, last = math.floor(low / step), math.ceil(high / step)
    return [index * step for index in range(first, max(last, first + 1) + 1)]


def _axes(frame: Frame, ticks: list[float], x_title: str, y_title: str) -> list[str]:
    parts = []
    for tick in (0.0, 0.25, 0.5, 0.75, 1.0):
        x = frame.x(tick)
        parts.append(
            f'<line class="grid" x1="{x:.1f}" y1="{frame.top}" x2="{x:.1f}" y2="{frame.height - frame.bottom}"/>'
        )
        parts.append(
            f'<text x="{x:.1f}" y="{frame.height - frame.bottom + 16}" text-anchor="middle">{percent(tick, 0)}</text>'
        )
    for value in ticks:
        y = frame.y(value, ticks[0], ticks[-1])
        parts.append(
            f'<line class="grid" x1="{frame.left}" y1="{y:.1f}" x2="{frame.width - frame.right}" y2="{y:.1f}"/>'
        )
        parts.append(
            f'<text x="{frame.left - 6}" y="{y + 4:.1f}" text-anchor="end">{plain(value, 2, sign=True)}</text>'
        )
    middle_x = (frame.left + frame.width - frame.right) / 2
    middle_y = (frame.top + frame.height - frame.bottom) / 2
    parts.append(f'<text x="{middle_x:.1f}" y="{frame.height - 8}" text-anchor="middle">{escape(x_title)}</text>')
    parts.append(
        f'<text transform="translate(14 {middle_y:.1f}) rotate(-90)" text-anchor="middle">{escape(y_title)}</text>'
    )
    return parts


def _mark(frame: Frame, point: Point, index: int, low: float, high: float, taken: list[float]) -> str:
    x, y = frame.x(point.x), frame.y(point.y, low, high)
    bars = []
    if point.y_low is not None and point.y_high is not None:
        bars.append(
            f'<line x1="{x:.1f}" y1="{frame.y(point.y_low, low, high):.1f}" x2="{x:.1f}" '
            f'y2="{frame.y(point.y_high, low, high):.1f}"/>'
        )
    if point.x_low is not None and point.x_high is not None:
        bars.append(
            f'<line x1="{frame.x(point.x_low):.1f}" y1="{y:.1f}" x2="{frame.x(point.x_high):.1f}" y2="{y:.1f}"/>'
        )
    name = point.label if len(point.label) <= 24 else point.label[:23] + "…"
    label_y = y
    while any(abs(label_y - other) < 14 for other in taken):
        label_y += 14
    taken.append(label_y)
    text_x = frame.width - frame.right + 8
    leader = f'<line class="leader" x1="{x + 7:.1f}" y1="{y:.1f}" x2="{text_x - 3}" y2="{label_y:.1f}"/>'
    title = f"{escape(point.label)}: {plain(point.y, sign=True)}, {percent(point.x)}"
    return (
        f'<g class="series s{index % 6}"><title>{title}</title>'
        f"{leader}{''.join(bars)}{_shape(SHAPES[index % len(SHAPES)], x, y)}"
        f'<text x="{text_x}" y="{label_y + 4:.1f}">{escape(name)}</text></g>'
    )


def _shape(shape: str, x: float, y: float) -> str:
    if shape == "circle":
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5"/>'
    if shape == "square":
        return f'<rect x="{x - 4.5:.1f}" y="{y - 4.5:.1f}" width="9" height="9"/>'
    corners = {"diamond": ((0, -6), (6, 0), (0, 6), (-6, 0)), "triangle": ((0, -6), (6, 5), (-6, 5))}[shape]
    return '<polygon points="' + " ".join(f"{x + dx:.1f},{y + dy:.1f}" for dx, dy in corners) + '"/>'
