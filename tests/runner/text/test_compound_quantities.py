"""Quantities in several parts."""

from decimal import Decimal

import pytest

from runner.text.quantities import find_compounds


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("6 ft 2 in.", 6 * 12 + 2, "inch"),
        ("2 hours and 24 minutes", 144, "minute"),
        ("12 years, 6 months", 150, "month"),
        ("2 hours, 5 minutes and 7 seconds", 2 * 3600 + 5 * 60 + 7, "second"),
    ],
)
def test_the_parts_add_up_in_the_smallest_unit(text, value, unit):
    (found,) = find_compounds(text)
    assert (found.value, found.unit.name) == (Decimal(value), unit)
    assert text[found.start : found.end] == text


@pytest.mark.parametrize(
    "text", ["2 hours, 75 minutes", "2 years, 30 days", "5 minutes 2 hours", "10 km", "3 kg or 200 g"]
)
def test_what_does_not_belong_together_stays_apart(text):
    assert find_compounds(text) == []
