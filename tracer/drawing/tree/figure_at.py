"""The figure of a trace at a step."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from engine.game import Player
from engine.log.visit_log import LEAF, NO_PARENT
from tracer.drawing.tree.figure_model import FigureNode, Sign, Status, TreeFigure
from tracer.drawing.tree.game_tree import is_drawn_whole, leaf_text, leaf_value
from tracer.drawing.tree.neighbourhood import neighbourhood
from tracer.drawing.tree.node_facts import (
    format_leaf,
    sign_of,
    status_of,
    value_of,
    windows_of,
)
from tracer.drawing.tree.shape import shape_of
from tracer.drawing.tree.shape_at_step import ShapeAtStep
from tracer.drawing.tree.walk_nodes import HiddenNodes, WalkNode
from tracer.recording.recording import Recording

__all__ = [
    "MOST_LEVELS",
    "MOST_NODES",
    "MOST_SIBLINGS",
    "Focus",
    "best_line",
    "figure_at",
    "focus_of",
]

#: The largest number of nodes of a tree that is drawn whole.
MOST_NODES = 160

#: The largest number of levels that are drawn, of a whole tree or of a long path.
MOST_LEVELS = 16

#: The largest number of children drawn at a node if the tree is not drawn whole.
MOST_SIBLINGS = 12


@dataclass(frozen=True, slots=True)
class Focus:
    """The node of a step, and the path to it.

    Args:
        path: the rows from the root down to the step's node.
        recent: the row of the child that has just returned to it, if any.
        finished: whether this is the last step of its pass, when best play is known.
    """

    path: list[int]
    recent: int | None
    finished: bool

    @property
    def root(self) -> int:
        """The row of the root."""
        return self.path[0]

    @property
    def current(self) -> int:
        """The row of the step's node."""
        return self.path[-1]


def focus_of(trace: Recording, step: int) -> Focus:
    """Return the node of a step, counted from 0, and the path to it.

    Raises:
        IndexError: the step does not exist.
    """
    row, entering = trace.tour.row_at(step)
    parent = trace.log.parent[row]
    finished = not entering and parent == NO_PARENT
    current = row if entering or finished else parent
    return Focus(trace.rows_to(current), None if entering else row, finished)


def figure_at(
    trace: Recording, step: int | None = None, *, most_nodes: int = MOST_NODES
) -> TreeFigure:
    """Return the tree after a step.

    A small tree is drawn whole: a hand tree from the first step on, since its shape is known; a
    game's tree with visited and skipped nodes only. For a large tree, the figure has the path from
    the root to the step's node (at the end of the search: the line of best play) with the children
    of each node on it; the rest is folded.

    Args:
        trace: the search.
        step: the step, from 0; a negative one counts from the end. None for the last step, without
            a mark at its node.
        most_nodes: maximum number of nodes of a tree that is drawn whole; 0 for the path only.

    Raises:
        IndexError: the step does not exist.
    """
    steps = len(trace.tour)
    at = steps - 1 if step is None else step + steps if step < 0 else step
    focus = focus_of(trace, at)
    marked = NO_PARENT if step is None else focus.current
    shape = shape_of(trace, focus.root, most_nodes=most_nodes, most_levels=MOST_LEVELS)
    if shape is None:
        return _part(trace, at, focus=focus, marked=marked)
    best = best_line(trace, focus.root) if focus.finished else ()
    look = ShapeAtStep(shape, at, current=marked, best=frozenset(best) if len(best) > 1 else ())
    return TreeFigure(tuple(look.node(place) for place in range(len(shape.nodes))), at, whole=True)


def _part(
    trace: Recording,
    step: int,
    *,
    focus: Focus,
    marked: int,
) -> TreeFigure:
    """Return the path to a step's node, or the line of best play, with the nodes beside it.

    Args:
        trace: the search.
        step: the step, from 0.
        focus: the step's node and path.
        marked: the row of the node to mark; `NO_PARENT` for none.
    """
    line = best_line(trace, focus.root) if focus.finished else []
    top = neighbourhood(
        trace,
        step,
        path=line or focus.path,
        recent=focus.recent,
        from_root=focus.finished,
        most_levels=MOST_LEVELS,
        most_siblings=MOST_SIBLINGS,
    )
    nodes = _in_order(trace, top, step, marked, frozenset(line) if len(line) > 1 else ())
    return TreeFigure(tuple(nodes), step, whole=False)


def best_line(trace: Recording, root: int) -> list[int]:
    """Return the rows of best play from a root; only the root in a search with playouts."""
    if trace.uses_playouts:
        return [root]
    rows, row = [root], trace.best_child(root)
    while row is not None and trace.log.parent[row] == rows[-1]:  # a table's answer is elsewhere
        rows.append(row)
        row = trace.best_child(row)
    return rows


def _in_order(
    trace: Recording, top: WalkNode, step: int, current: int, best: Collection[int]
) -> list[FigureNode]:
    """Return a tree's nodes in pre-order, with all their texts."""
    nodes: list[FigureNode] = []
    waiting: list[tuple[int, int, WalkNode | HiddenNodes]] = [(-1, 0, top)]
    while waiting:
        parent, level, node = waiting.pop()
        waiting += [(len(nodes), level + 1, below) for below in reversed(node.below)]
        if isinstance(node, HiddenNodes):
            nodes.append(
                FigureNode(node.name, None, parent, level, Sign.MORE, node.status, shown=node.shown)
            )
        elif node.row is None:
            nodes.append(_unvisited(trace, node, parent, level))
        else:
            nodes.append(_visited(trace, node, node.row, step, parent, level, current, best))
    return nodes


def _unvisited(trace: Recording, node: WalkNode, parent: int, level: int) -> FigureNode:
    known = is_drawn_whole(trace.game)
    value = leaf_value(trace.game, node.state, node.depth, node.limit) if known else None
    status = Status.SKIPPED if node.skipped else Status.UNSEEN
    text = "" if value is None else leaf_text(trace.game, node.state, value)
    return FigureNode(
        name=node.name,
        row=None,
        parent=parent,
        level=level,
        sign=sign_of(trace.game.to_move(node.state), leaf=value is not None),
        status=status,
        value=format_leaf(trace, status, text),
        edge=node.edge,
        shown=known or node.skipped,
    )


def _visited(
    trace: Recording,
    node: WalkNode,
    row: int,
    step: int,
    parent: int,
    level: int,
    current: int,
    best: Collection[int],
) -> FigureNode:
    known = is_drawn_whole(trace.game)
    leaf = bool(trace.log.flags[row] & LEAF)
    status = status_of(trace, row, step)
    if trace.uses_playouts and status is Status.DONE:
        status = Status.OPEN  # another iteration may visit it
    window, entered = windows_of(trace, row, step)
    # A leaf's value in a hand tree is shown before the search reaches it, unless it is covered.
    value = value_of(trace, row, len(trace.tour) if leaf and known else step)
    return FigureNode(
        name=node.name,
        row=row,
        parent=parent,
        level=level,
        sign=sign_of(Player(trace.log.player[row]), leaf=leaf),
        status=status,
        value=format_leaf(trace, status, value) if leaf else value,
        window=window,
        entered=entered,
        edge=node.edge,
        current=row == current,
        best=row in best,
        folded=node.folded,
        shown=known or status is not Status.UNSEEN,
    )
