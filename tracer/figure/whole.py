"""The whole of a tree that is small enough to be drawn."""

from __future__ import annotations

from tracer.figure.branches import (
    Branch,
    Folded,
    branches,
    places,
    root_branch,
    split_skipped,
)
from tracer.figure.facts import cut_by
from tracer.figure.model import Status
from tracer.recording import Recording

__all__ = ["whole_tree"]


def whole_tree(
    trace: Recording, step: int, *, root: int, most_nodes: int, most_levels: int
) -> Branch | None:
    """A tree with all that is beneath its root, or None where it is too large.

    Args:
        trace: the search.
        step: the step at which it is looked at.
        root: the row of the root.
        most_nodes: how many nodes are not too many.
        most_levels: how many levels of nodes are not too many.
    """
    top = root_branch(trace, root)
    waiting, count = [top], 1
    while waiting:
        node = waiting.pop()
        chosen, skipped = split_skipped(trace, places(trace, node, step))
        count += len(chosen) + (skipped > 0)
        if count > most_nodes or (chosen and node.depth + 1 >= most_levels):
            return None
        children = branches(trace, node, chosen, step)
        node.below.extend(children)
        if skipped:
            shown = node.row is not None and cut_by(trace, node.row, step)
            node.below.append(Folded(f"+{skipped:,}", Status.SKIPPED, shown))
        waiting.extend(children)
    return top
