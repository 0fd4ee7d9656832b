"""The figure of a trace at a step."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from engine.game import Player
from engine.log import LEAF, NO_PARENT
from tracer.figure.branches import Branch, Folded, is_drawn_whole, leaf_value
from tracer.figure.facts import sign_of, status_of, value_of, windows_of
from tracer.figure.model import Figure, FigureNode, Sign, Status
from tracer.figure.neighbourhood import neighbourhood
from tracer.figure.shape import ShapeAt, shape_of
from tracer.recording import Recording
from tracer.values import show_number

__all__ = [
    "MOST_LEVELS",
    "MOST_NODES",
    "MOST_SIBLINGS",
    "Focus",
    "best_line",
    "figure",
    "focus_of",
    "part",
]

#: Nodes of a tree that is drawn whole.
MOST_NODES = 160

#: Levels of nodes that are drawn, of a whole tree or of a long path.
MOST_LEVELS = 16

#: Children that are drawn of one node of a tree that is not drawn whole.
MOST_SIBLINGS = 12


@dataclass(frozen=True, slots=True)
class Focus:
    """What a step is about.

    Args:
        path: the rows from the root down to the node in question.
        recent: the row of the child that has just returned to it, if any.
        finished: whether this is the last step of its pass, from which on best play is known.
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
        """The row of the node in question."""
        return self.path[-1]


def focus_of(trace: Recording, step: int) -> Focus:
    """What a step, counted from 0, is about.

    Raises:
        IndexError: there is no such step.
    """
    row, entering = trace.tour.row_at(step)
    parent = trace.log.parent[row]
    finished = not entering and parent == NO_PARENT
    current = row if entering or finished else parent
    return Focus(trace.rows_to(current), None if entering else row, finished)


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
    steps = len(trace.tour)
    at = steps - 1 if step is None else step + steps if step < 0 else step
    focus = focus_of(trace, at)
    marked = NO_PARENT if step is None else focus.current
    shape = shape_of(trace, focus.root, most_nodes=most_nodes, most_levels=MOST_LEVELS)
    if shape is None:
        return part(trace, at, focus=focus, marked=marked)
    best = best_line(trace, focus.root) if focus.finished else ()
    look = ShapeAt(shape, at, current=marked, best=frozenset(best) if len(best) > 1 else ())
    return Figure(tuple(look.node(place) for place in range(len(shape.nodes))), at, whole=True)


def part(
    trace: Recording,
    step: int,
    *,
    focus: Focus,
    marked: int,
) -> Figure:
    """The path to the node that a step is about, or the line of best play, and what is beside it.

    Args:
        trace: the search.
        step: the step, from 0.
        focus: what it is about.
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
    return Figure(tuple(nodes), step, whole=False)


def best_line(trace: Recording, root: int) -> list[int]:
    """The rows of best play from a root on; none of one iteration of a search that plays out."""
    if trace.plays_out:
        return [root]
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
    if trace.plays_out and status is Status.DONE:
        status = Status.OPEN  # another iteration may come to it
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
