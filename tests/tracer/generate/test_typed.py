"""Requests for trees typed on one line."""

from __future__ import annotations

import pytest

from engine.errors import InvalidInput, PlytraceError
from tracer.generate import NotFound
from tracer.generate.order_reading import LARGEST, generate_typed, read_typed


def test_typed_line_gives_the_request_of_its_entries():
    order, seed = read_typed("plies 2, branching 2..3,unique , cutoffs: 1, seed a b")
    assert (order.plies, order.unique, seed) == (2, True, "a b")
    assert str(order.spans[0]) == "2..3"
    assert read_typed("")[1] == "tree"


def test_same_line_makes_the_same_tree_which_meets_the_request():
    line = "plies 3, branching 3, cutoffs 2, unique, seed 7"
    one, other = generate_typed(line), generate_typed(line)
    assert one.tree.values == other.tree.values
    assert (one.facts.played.cutoffs, one.facts.best) == (2, 1)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("plys 3", "plies"),
        ("plies", "plies"),
        ("plies 3, plies 4", "twice"),
        ("plies 6, branching 3", f"at most {LARGEST}"),
        ("plies 2, seed " + "x" * 500, "seed"),
        (", ,, unique no", "unique"),
    ],
)
def test_invalid_or_too_large_request_is_reported(line, message):
    with pytest.raises(PlytraceError, match=message) as caught:
        generate_typed(line)
    assert isinstance(caught.value, InvalidInput)


def test_request_that_no_tree_meets_ends_with_the_nearest_tree():
    with pytest.raises(NotFound, match="asked for 9 cutoffs, but the nearest tree has 0 cutoffs"):
        generate_typed("plies 1, cutoffs 9")
