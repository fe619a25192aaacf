from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from runner.knowledge_base.gold_patterns import NumberRange
from runner.knowledge_base.number_index import Intervals, NumberIndex
from runner.text.numbers import NumberKind, find_numbers

BOUNDS = st.integers(-20, 20).map(Decimal)
INTERVALS = st.lists(st.tuples(BOUNDS, BOUNDS).map(lambda pair: (min(pair), max(pair))), max_size=12)


@given(INTERVALS, st.integers(-45, 45).map(lambda half: Decimal(half) / 2))
def test_intervals_answer_as_a_plain_search_does(intervals, value):
    plain = tuple(place for place, (low, high) in enumerate(intervals) if low <= value <= high)
    assert Intervals(intervals).holding(value) == plain


def index(*golds: str) -> NumberIndex:
    ranges = []
    for place, gold in enumerate(golds):
        (mention,) = find_numbers(gold)
        ranges.append((NumberRange(mention.value, mention.value, mention.unit, mention.kind), place))
    return NumberIndex(ranges)


def holding(text: str, *golds: str) -> list[int]:
    (mention,) = find_numbers(text)
    return index(*golds).holding(mention)


def test_units_of_one_dimension_are_converted_and_those_of_two_never_agree():
    # 2 km = 2000 m; 2000 kg is another dimension; a bare 2000 agrees by value with what has the value 2000.
    assert holding("2 km", "2000 m", "2000 kg", "2000", "2 km") == [0, 3]
    assert holding("2000", "2000 m", "2000 kg", "2000", "2 km") == [0, 1, 2]
    assert holding("2000 m", "2000 m", "2000 kg", "2000", "2 km") == [0, 2, 3]


def test_currencies_agree_only_with_themselves():
    assert holding("€50", "$50", "€50", "50") == [1, 2]


def test_orders_agree_with_orders_and_counts_with_counts_and_fractions():
    assert holding("3rd", "3", "third") == [1]
    assert holding("0.5", "1/2", "0.5", "2nd") == [0, 1]


def test_a_question_with_two_accepted_ranges_is_named_once():
    both = (NumberRange(Decimal(1), Decimal(5), None, NumberKind.CARDINAL), 7)
    (mention,) = find_numbers("3")
    assert NumberIndex([both, both]).holding(mention) == [7]


def test_an_index_without_ranges_is_empty_and_finds_nothing():
    (mention,) = find_numbers("3")
    assert not NumberIndex([])
    assert NumberIndex([]).holding(mention) == []
