"""Which nodes of a tree may look otherwise after a step than they did before it.

A step is about one node: it is entered, or it returns to its parent. What stands elsewhere in the
tree stays, but for what a cutoff skips, what is known already of a repeated position, and what is
visited anew below a node that is searched again.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.log import NO_PARENT, Flag
from tracer.figure.facts import cut_by
from tracer.figure.shape import Shape
from tracer.recording import Recording

__all__ = ["stirred"]


def stirred(trace: Recording, shape: Shape, step: int) -> Iterator[int]:
    """The places that may look otherwise after a step than before it, some of them twice.

    Args:
        trace: the search.
        shape: the tree of the pass that the step is of.
        step: one of that pass, but not its first, from 1.
    """
    row, entering = trace.tour.row_at(step)
    parent = trace.log.parent[row]
    if parent == NO_PARENT:
        yield from range(len(shape.nodes))  # it is over, and the best line is seen
        return
    yield shape.place_of(parent)
    yield shape.place_of(trace.tour.row_at(step - 1)[0])  # it was marked as the one in question
    if entering:
        whole = shape.revisits or bool(trace.log.flags[row] & Flag.REPEAT)
        yield from _below(shape, row) if whole else (shape.place_of(row),)
    elif shape.revisits or cut_by(trace, parent, step):
        yield from _below(shape, parent)
    else:
        yield shape.place_of(row)


def _below(shape: Shape, row: int) -> Iterator[int]:
    """The places of a subtree, its root's included: those behind it that are deeper."""
    top = shape.place_of(row)
    yield top
    for place in range(top + 1, len(shape.nodes)):
        if shape.nodes[place].level <= shape.nodes[top].level:
            return
        yield place
