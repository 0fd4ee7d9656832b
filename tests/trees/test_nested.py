"""Nested lists and tuples of numbers as trees."""

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given

from engine.errors import InvalidInput
from tests.support.cases import over
from tests.support.naive import as_lists
from tests.support.strategies import trees
from tests.support.tables import table
from trees.formats import nested as module
from trees.formats.flat import to_flat
from trees.formats.nested import from_nested
from trees.formats.tree_yaml import read_tree


@given(trees())
def test_tree_converts_back_to_its_lists(nested):
    assert as_lists(from_nested(nested)) == nested


def written(nested):
    """Nested lists as YAML."""
    if isinstance(nested, list):
        return f"[{', '.join(written(item) for item in nested)}]"
    return str(nested)


@given(trees())
def test_file_of_nested_lists_gives_the_same_tree(nested):
    assert to_flat(read_tree(written(nested), "f")) == to_flat(from_nested(nested))


def test_tuples_are_lists():
    assert to_flat(from_nested(((3, 8), (2, 1)))) == to_flat(from_nested([[3, 8], [2, 1]]))


@over(
    ("nested", "message"),
    [
        *table(__file__, "nested_refusals"),
        ([Decimal("0.1")], "is not a number"),
        ([1j], "is not a number"),
        ([10**5000], "a number of 16610 bits is too large"),
    ],
)
def test_invalid_tree_is_refused_with_its_place(nested, message):
    with pytest.raises(InvalidInput, match=message):
        from_nested(nested)


def test_a_list_that_contains_itself_is_refused():
    endless = [1]
    endless.append([endless])
    with pytest.raises(InvalidInput, match=r"\[1\]\[0\]: a list contains itself"):
        from_nested(endless)


def test_lists_that_expand_too_far_are_refused(monkeypatch):
    monkeypatch.setattr(module, "LARGEST_NESTED", 1000)
    bomb = [1, 2]
    for _ in range(50):
        bomb = [bomb, bomb]
    with pytest.raises(InvalidInput, match="more than 1,000 nodes"):
        from_nested(bomb)


def test_numbers_of_other_libraries_are_accepted():
    class Whole(int):
        pass

    class Rounded(float):
        pass

    values = from_nested([Whole(3), Rounded(2.5), Fraction(4, 2)]).values[1:]
    assert [type(value) for value in values] == [int, float, int]
    assert [*values] == [3, 2.5, 2]


def test_deep_error_shows_a_short_path():
    nested = "xy"
    for _ in range(5_000):
        nested = [nested]
    with pytest.raises(InvalidInput) as caught:
        from_nested(nested)
    assert len(str(caught.value)) < 150
