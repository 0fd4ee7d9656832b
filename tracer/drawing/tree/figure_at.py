"""The figure of a trace at a step."""

from __future__ import annotations

from dataclasses import dataclass

from engine.log.visit_log import NO_PARENT
from tracer.drawing.tree.figure_model import TreeFigure
from tracer.drawing.tree.shape import part_of, shape_of
from tracer.drawing.tree.shape_at_step import ShapeAtStep
from tracer.recording.recording import Recording

#: The largest number of nodes of a tree that is drawn whole.
MOST_NODES = 160

#: The largest number of levels that are drawn, of a whole tree or of a long path.
MOST_LEVELS = 16

#: The largest number of children drawn at a node if the tree is not drawn whole, and at the root.
MOST_SIBLINGS, MOST_MOVES = 12, 24


@dataclass(frozen=True, slots=True)
class Focus:
    """The node of a step, and the path to it."""

    path: list[int]  # the rows from the root down to the step's node
    recent: int | None  # the child that has just returned to it
    finished: bool  # whether this is the last step of its pass, when best play is known

    @property
    def root(self) -> int:
        """The row of the root."""
        return self.path[0]

    @property
    def current(self) -> int:
        """The row of the step's node."""
        return self.path[-1]


def focus_of(trace: Recording, step: int) -> Focus:
    """Return the node of a step, counted from 0, and the path to it."""
    row, entering = trace.tour.row_at(step)
    parent = trace.log.parent[row]
    finished = not entering and parent == NO_PARENT
    current = row if entering or finished else parent
    return Focus(trace.rows_to(current), None if entering else row, finished)


def figure_at(
    trace: Recording, step: int | None = None, *, most_nodes: int = MOST_NODES
) -> TreeFigure:
    """Return the tree after a step; without one after the last, with no mark at its node.

    A negative step counts from the end. A tree of at most `most_nodes` is drawn whole: a hand tree
    from the first step on, since its shape is known; a game's tree with visited and skipped nodes
    only. Of a larger one the figure has the path from the root to the step's node (at the end of
    the search the line of best play) with the children of each node on it.
    """
    steps = len(trace.tour)
    at = steps - 1 if step is None else step + steps if step < 0 else step
    focus = focus_of(trace, at)
    marked = NO_PARENT if step is None else focus.current
    best = best_line(trace, focus.root) if focus.finished else []
    shape = shape_of(trace, focus.root, most_nodes=most_nodes, most_levels=MOST_LEVELS)
    is_whole = shape is not None
    if shape is None:
        shape = part_of(
            trace,
            best or focus.path,
            near=focus.recent if not best else None,
            most_visits=0,
            most_children=MOST_SIBLINGS,
            most_beside=MOST_SIBLINGS,
            most_moves=MOST_MOVES,
            most_levels=MOST_LEVELS,
            is_best_line=bool(best),
        )
    assert shape is not None, "a part has no largest number of nodes"
    look = ShapeAtStep(shape, at, current=marked, best=frozenset(best) if len(best) > 1 else ())
    nodes = tuple(look.node(place) for place in range(len(shape.nodes)))
    return TreeFigure(nodes, at, is_whole)


def best_line(trace: Recording, root: int) -> list[int]:
    """Return the rows of best play from a root; only the root in a search with playouts."""
    if trace.uses_playouts:
        return [root]
    rows, row = [root], trace.best_child(root)
    while row is not None and trace.log.parent[row] == rows[-1]:  # a table's answer is elsewhere
        rows.append(row)
        row = trace.best_child(row)
    return rows
