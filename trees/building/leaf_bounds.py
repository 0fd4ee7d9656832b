"""The bounds of the leaves below each node of a tree."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from engine.errors import InvalidInput
from engine.values.exact import exact_value
from trees.building.node import LeafBounds, Place, TreeNode
from trees.text.numbers import plain_number


def find_spans(
    nodes: Sequence[TreeNode],
    order: Sequence[int],
    first_edge: array[int],
    children: array[int],
    place: Place,
) -> list[LeafBounds | None] | None:
    """Return the bounds below each node: its own within those of all its parents."""
    if not any(node.bounds for node in nodes):
        return None
    spans: list[LeafBounds | None] = [None] * len(nodes)
    for number in order:
        node = nodes[number]
        if node.bounds is not None:
            low, high = (plain_number(end, where=place(node.where)) for end in node.bounds)
            if exact_value(low) > exact_value(high):
                raise InvalidInput(
                    f"the bounds of {node} run from {low} to {high}",
                    where=place(node.where),
                    expected="the smallest value, then the largest",
                )
            node.bounds = low, high
            spans[number] = _common(spans[number], node.bounds)
        span = spans[number]
        if span is None:
            continue
        value = node.value
        if value is not None and not exact_value(span[0]) <= exact_value(value) <= exact_value(
            span[1]
        ):
            raise InvalidInput(
                f"{node} is worth {value}, outside its bounds",
                where=place(node.where),
                expected=f"a value from {span[0]} to {span[1]}",
            )
        for edge in range(first_edge[number], first_edge[number + 1]):
            spans[children[edge]] = _common(spans[children[edge]], span)
    return spans


def _common(bounds: LeafBounds | None, other: LeafBounds) -> LeafBounds:
    """Return the bounds that hold if both do."""
    if bounds is None:
        return other
    return max(bounds[0], other[0], key=exact_value), min(bounds[1], other[1], key=exact_value)
