"""Tests for the values that programs return."""

from __future__ import annotations

import math
from numbers import Real
from typing import Any

from ..watched_nodes import Node

__all__ = ["is_finite_number", "is_number", "place_of_move"]


def is_number(one: Any) -> bool:
    """Return whether this is a number, including NumPy's and fractions."""
    return type(one) is not bool and isinstance(one, Real) and one == one


def is_finite_number(one: Any) -> bool:
    """Return whether this is a finite int or float."""
    return isinstance(one, int | float) and not isinstance(one, bool) and math.isfinite(one)


def place_of_move(move: Any, node: Node) -> int | None:
    """Return the index of a move among those of a node; None if it is not one of them."""
    for place, action in enumerate(node.actions):
        if type(move) is type(action) and move == action:
            return place
    return None
