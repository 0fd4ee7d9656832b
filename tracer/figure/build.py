"""The figure of a trace at a step."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from engine.game import Player
from engine.log import LEAF, NO_PARENT
from tracer.figure.branches import Branch, Folded, is_drawn_whole, leaf_value
from tracer.figure.facts import sign_of, status_of, value_of, windows_of
from tracer.figure.model import Figure, FigureNode, Sign, Status
from tracer.figure.neighbourhood import neighbourhood
from tracer.figure.whole import whole_tree
from tracer.recording import Recording
from tracer.values import show_number

__all__ = ["MOST_LEVELS", "MOST_NODES", "figure"]

#: Nodes of a tree that is drawn whole.
MOST_NODES = 160

#: Levels of nodes that are drawn, of a whole tree or of a long path.
MOST_LEVELS = 16


def figure(trace: Recording, step: int | None = None, *, most_nodes: int = MOST_NODES) -> Figure:
    """The tree as it stands after a step.

    A small tree is drawn whole. A hand tree is so from the first step on, since its shape is known;
    of a game only what has been visited or skipped is shown. Of a large tree there is the path from
    the root to the node that the step is about (at the end of the search: the line of best play),
    with the children of each node on it; the rest is folded away.

    Args:
        trace: the search.
        step: the step, from 0; a negative one counts from the end. None stands for the last one,
            without a mark at the node that it is about.
        most_nodes: how many nodes are not too many to be drawn; 0 for the path alone.

    Raises:
        IndexError: there is no such step.
    """
    tour, log = trace.tour, trace.log
    at = len(tour) - 1 if step is None else step + len(tour) if step < 0 else step
    row, entering = tour.row_at(at)
    parent = log.parent[row]
    finished = not entering and parent == NO_PARENT
    current = row if entering or finished else parent
    path = trace.rows_to(current)
    line = _best_line(trace, path[0]) if finished else []
    top = whole_tree(trace, at, root=path[0], most_nodes=most_nodes, most_levels=MOST_LEVELS)
    whole = top is not None
    if top is None:
        top = neighbourhood(
            trace,
            at,
            path=line or path,
            recent=None if entering else row,
            from_root=finished,
            most_levels=MOST_LEVELS,
        )
    marked = NO_PARENT if step is None else current
    nodes = _in_order(trace, top, at, marked, frozenset(line) if len(line) > 1 else ())
    return Figure(tuple(nodes), at, whole)


def _best_line(trace: Recording, root: int) -> Sequence[int]:
    """The rows of best play from a root on."""
    rows, row = [root], trace.best_child(root)
    while row is not None and trace.log.parent[row] == rows[-1]:  # a table's answer is elsewhere
        rows.append(row)
        row = trace.best_child(row)
    return rows


def _in_order(
    trace: Recording, top: Branch, step: int, current: int, best: Collection[int]
) -> list[FigureNode]:
    """A tree's nodes in pre-order, with all that is written at them."""
    nodes: list[FigureNode] = []
    waiting: list[tuple[int, int, Branch | Folded]] = [(-1, 0, top)]
    while waiting:
        parent, level, node = waiting.pop()
        waiting += [(len(nodes), level + 1, below) for below in reversed(node.below)]
        if isinstance(node, Folded):
            nodes.append(
                FigureNode(node.name, None, parent, level, Sign.MORE, node.status, shown=node.shown)
            )
        elif node.row is None:
            nodes.append(_unvisited(trace, node, parent, level))
        else:
            nodes.append(_visited(trace, node, node.row, step, parent, level, current, best))
    return nodes


def _unvisited(trace: Recording, node: Branch, parent: int, level: int) -> FigureNode:
    known = is_drawn_whole(trace.game)
    value = leaf_value(trace, node) if known else None
    return FigureNode(
        name=node.name,
        row=None,
        parent=parent,
        level=level,
        sign=sign_of(trace.game.to_move(node.state), leaf=value is not None),
        status=Status.SKIPPED if node.skipped else Status.UNSEEN,
        value="" if value is None else show_number(float(value)),
        edge=node.edge,
        shown=known or node.skipped,
    )


def _visited(
    trace: Recording,
    node: Branch,
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
    window, entered = windows_of(trace, row, step)
    return FigureNode(
        name=node.name,
        row=row,
        parent=parent,
        level=level,
        sign=sign_of(Player(trace.log.player[row]), leaf=leaf),
        status=status,
        # A leaf's value stands in a hand tree before the search comes to it.
        value=value_of(trace, row, len(trace.tour) if leaf and known else step),
        window=window,
        entered=entered,
        edge=node.edge,
        current=row == current,
        best=row in best,
        folded=node.folded,
        shown=known or status is not Status.UNSEEN,
    )
