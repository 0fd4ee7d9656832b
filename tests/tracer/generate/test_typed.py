"""Orders of trees that are typed in a line."""

from __future__ import annotations

import pytest

from engine.errors import InvalidInput, PlytraceError
from tracer.generate.typed import LARGEST, made_as_typed, read_typed


def test_a_line_is_the_order_that_its_entries_make():
    order, seed = read_typed("plies 2, branching 2..3,unique , cutoffs: 1, seed a b")
    assert (order.plies, order.unique, seed) == (2, True, "a b")
    assert str(order.spans[0]) == "2..3"
    assert read_typed("")[1] == "tree"


def test_the_same_line_makes_the_same_tree_and_it_meets_the_order():
    line = "plies 3, branching 3, cutoffs 2, unique, seed 7"
    one, other = made_as_typed(line), made_as_typed(line)
    assert one.tree.values == other.tree.values
    assert (one.facts.played.cutoffs, one.facts.best) == (2, 1)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("plys 3", "plies"),
        ("plies", "plies"),
        ("plies 3, plies 4", "twice"),
        ("plies 1, cutoffs 9", "cutoffs"),
        ("plies 6, branching 3", f"at most {LARGEST}"),
        ("plies 2, seed " + "x" * 500, "seed"),
        (", ,, unique no", "unique"),
    ],
)
def test_what_is_no_order_or_too_large_is_told(line, told):
    with pytest.raises(PlytraceError, match=told) as caught:
        made_as_typed(line)
    assert isinstance(caught.value, InvalidInput)
