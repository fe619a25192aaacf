"""Cutting work into groups that are made durable together."""

from collections.abc import Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")


def in_groups(items: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    """Yield consecutive slices of at most ``size`` items."""
    for start in range(0, len(items), size):
        yield items[start : start + size]
