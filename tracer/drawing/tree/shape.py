"""The shape of a tree: its nodes, which are the same at every step of the search."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from engine.game import Player
from engine.log.visit_log import LEAF, NO_PARENT, Flag
from tracer.drawing.tree.figure_model import (
    ShapeNode,
    Sign,
    Status,
)
from tracer.drawing.tree.game_tree import is_drawn_whole, leaf_text, leaf_value
from tracer.drawing.tree.node_facts import sign_of
from tracer.drawing.tree.walk_nodes import (
    WalkNode,
    child_nodes,
    lists_unvisited,
    root_node,
    split_skipped,
)
from tracer.mcts.rewards import NO_NODE, ROOT, mcts_rewards
from tracer.recording.recording import Recording

__all__ = [
    *("PendingNode", "Shape"),
    *("children_of", "shape_node", "make_shape", "shape_of", "placeholder_node"),
]

#: The largest expected number of visits per node, to reject too large a tree early.
_MOST_VISITS = 3

_NO_CHILDREN = LEAF | Flag.REPEAT


@dataclass(frozen=True, slots=True)
class Shape:
    """A whole tree, or a part of one, the same at every step.

    Args:
        trace: the search.
        nodes: its nodes in pre-order.
        known: whether unvisited nodes are drawn too.
        places: the place of each row's node.
        revisits: whether any node is visited more than once.
    """

    trace: Recording
    nodes: tuple[ShapeNode, ...]
    known: bool
    places: dict[int, int]
    revisits: bool

    def may_be_skipped(self, place: int) -> bool:
        """Return whether a node is skipped at some step."""
        node = self.nodes[place]
        return node.sign is not Sign.MORE and (not node.rows or self.revisits)

    def place_of(self, row: int) -> int:
        """Return the place of a visited node, or of the ancestor under which it is folded."""
        while row not in self.places and row != NO_PARENT:
            row = self.trace.log.parent[row]
        return self.places.get(row, 0)


@dataclass(slots=True)
class PendingNode:
    """A node that a walk has reached.

    Args:
        parent: its parent's place.
        branch: the node itself, with its first visit.
        rows: the visits to it.
        skipped: for a placeholder of skipped moves, their number.
        number: its number in `tracer.mcts.rewards`, in a search with playouts.
    """

    parent: int
    branch: WalkNode
    rows: list[int] = field(default_factory=list)
    skipped: int = 0
    number: int = NO_NODE


def shape_of(
    trace: Recording,
    root: int,
    *,
    most_nodes: int,
    most_levels: int | None = None,
    folded: Collection[int] = (),
) -> Shape | None:
    """Return the whole tree below a root; None if it is too large.

    Args:
        trace: the search.
        root: row of the root.
        most_nodes: maximum number of nodes.
        most_levels: maximum number of levels; None for no limit.
        folded: rows of nodes with folded subtrees.
    """
    known, collapsed_rows = is_drawn_whole(trace.game), frozenset(folded)
    nodes: list[ShapeNode] = []
    if not collapsed_rows and trace.log.size[root] > _MOST_VISITS * most_nodes:
        return None
    number = ROOT if trace.uses_playouts else NO_NODE
    waiting = [PendingNode(NO_PARENT, root_node(trace, root), [root], number=number)]
    while waiting:
        found = waiting.pop()
        place, depth = len(nodes), found.branch.depth
        if place + len(waiting) >= most_nodes:
            return None
        if found.skipped:
            nodes.append(placeholder_node(f"+{found.skipped:,}", found.parent, depth))
            continue
        collapsed = not collapsed_rows.isdisjoint(found.rows)
        nodes.append(shape_node(trace, found, known=known, collapsed=collapsed))
        if collapsed:
            continue
        below = children_of(trace, found, place)
        if below and most_levels is not None and depth + 1 >= most_levels:
            return None
        waiting.extend(reversed(below))
    return make_shape(trace, nodes)


def make_shape(trace: Recording, nodes: Sequence[ShapeNode], *, known: bool = False) -> Shape:
    """Return a shape of nodes in pre-order.

    Args:
        trace: the search.
        nodes: the nodes.
        known: whether unvisited nodes are drawn too, as always in a hand tree.
    """
    places = {row: place for place, node in enumerate(nodes) for row in node.rows}
    revisits = any(len(node.rows) > 1 for node in nodes)
    return Shape(trace, tuple(nodes), known or is_drawn_whole(trace.game), places, revisits)


def placeholder_node(
    name: str, parent: int, level: int, left_out: Status | None = None
) -> ShapeNode:
    """Return a placeholder for several nodes; see `ShapeNode`."""
    return ShapeNode(name, "", parent, level, Sign.MORE, left_out=left_out)


def shape_node(trace: Recording, found: PendingNode, *, known: bool, collapsed: bool) -> ShapeNode:
    """Return a node that a walk has reached; nothing is drawn below it if it is collapsed."""
    branch, log = found.branch, trace.log
    value = (
        leaf_value(trace.game, branch.state, branch.depth, branch.limit)
        if known or not found.rows
        else None
    )
    if found.rows:
        # A node with a playout may get children later.
        leaf = bool(log.flags[found.rows[-1 if trace.uses_playouts else 0]] & LEAF)
        sign = sign_of(Player(log.player[found.rows[0]]), leaf=leaf)
    else:
        leaf = known and value is not None
        sign = sign_of(trace.game.to_move(branch.state), leaf=leaf)
    return ShapeNode(
        name=branch.name,
        edge=branch.edge,
        parent=found.parent,
        level=branch.depth,
        sign=sign,
        rows=tuple(found.rows),
        value=leaf_text(trace.game, branch.state, value) if known and value is not None else "",
        state=branch.state,
        folded=sum(log.size[row] - 1 for row in found.rows) if collapsed else 0,
        number=found.number,
    )


def children_of(trace: Recording, found: PendingNode, place: int) -> list[PendingNode]:
    """Return the children of a node at any step, in the game's order.

    As in `child_visits`, but over all the visits to the node.
    """
    log, node = trace.log, found.branch
    expanded = [row for row in found.rows if not log.flags[row] & _NO_CHILDREN]
    if found.rows and not expanded:
        return []
    visits: dict[int, list[int]] = {}
    for row in expanded:
        for child in log.children(row):
            visits.setdefault(log.action[child], []).append(child)
    listed = any(lists_unvisited(trace, row) for row in expanded)
    known = is_drawn_whole(trace.game)
    if listed or (known and leaf_value(trace.game, node.state, node.depth, node.limit) is None):
        at: Collection[int] = range(len(trace.game.moves(node.state)))
    else:
        at = sorted(visits)
    first = [(one, visits[one][0] if one in visits else None) for one in at]
    chosen, skipped = split_skipped(trace, first)
    rewards = mcts_rewards(trace) if trace.uses_playouts else None
    below = [
        PendingNode(
            place,
            branch,
            visits.get(one[0], []),
            number=NO_NODE if rewards is None else rewards.child(found.number, one[0]),
        )
        for one, branch in zip(chosen, child_nodes(trace, node, chosen, 0), strict=True)
    ]
    if skipped:
        stub = WalkNode(None, None, node.depth + 1, (), "")
        below.append(PendingNode(place, stub, skipped=skipped))
    return below
