"""The nodes of a tree that may look different after a step.

A step is about one node: the search enters it, or the node returns to its parent. Other nodes do
not change, except nodes pruned by a cutoff, the subtree of a repeated position, and the subtree of
a node that is searched again.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.log.visit_log import NO_PARENT, Flag
from tracer.drawing.tree.node_facts import cut_by
from tracer.drawing.tree.shape import Shape
from tracer.recording.recording import Recording


def changed_at_step(trace: Recording, shape: Shape, step: int) -> Iterator[int]:
    """Yield the places that may look different after a step, some of them twice."""
    row, entering = trace.tour.row_at(step)
    parent = trace.log.parent[row]
    if parent == NO_PARENT:
        yield from range(len(shape.nodes))  # the search is finished and shows the best line
        return
    yield shape.place_of(parent)
    yield shape.place_of(trace.tour.row_at(step - 1)[0])  # it was marked as the current node
    if entering:
        whole = shape.revisits or bool(trace.log.flags[row] & Flag.REPEAT)
        yield from _below(shape, row) if whole else (shape.place_of(row),)
    elif shape.revisits or cut_by(trace, parent, step):
        yield from _below(shape, parent)
    else:
        yield shape.place_of(row)


def _below(shape: Shape, row: int) -> Iterator[int]:
    """Yield the places of a subtree, including its root."""
    top = shape.place_of(row)
    yield top
    for place in range(top + 1, len(shape.nodes)):
        if shape.nodes[place].level <= shape.nodes[top].level:
            return
        yield place
