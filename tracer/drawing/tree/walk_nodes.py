"""The children of a traced tree's node, visited or not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.game import Player
from engine.log.visit_log import LEAF, Flag
from tracer.drawing.tree.figure_model import Status
from tracer.drawing.tree.game_tree import edge_text, figure_name, is_drawn_whole, leaf_value
from tracer.drawing.tree.node_facts import cut_by, is_ever_cut
from tracer.recording.recording import Recording

__all__ = [
    "ChildVisit",
    "HiddenNodes",
    "WalkNode",
    "child_nodes",
    "child_visits",
    "lists_unvisited",
    "root_node",
    "split_skipped",
]

#: The largest number of skipped moves of a game that are drawn one by one; more become one.
_MOST_SKIPPED = 3
#: The same in a search by hand, where a person chooses among the moves.
_MOST_OFFERED = 12

_NO_CHILDREN = LEAF | Flag.REPEAT

#: A child: the index of its move, and its row; None if it was never visited.
ChildVisit = tuple[int, int | None]


@dataclass(slots=True)
class WalkNode:
    """A node that a walk down a tree has reached.

    Args:
        state: the game's state there.
        row: its row in the log; None if it was never visited.
        depth: number of plies below the root.
        path: the names of the moves that lead to it.
        name: its name in a figure.
        edge: the label of the edge above it.
        skipped: whether a cutoff above it has pruned it by the current step.
        limit: the depth limit of its pass of the search; None for no limit.
        below: the nodes drawn below it.
        folded: number of visits below it that are not drawn.
    """

    state: Any
    row: int | None
    depth: int
    path: Sequence[str]
    name: str
    edge: str = ""
    skipped: bool = False
    limit: int | None = None
    below: list[WalkNode | HiddenNodes] = field(default_factory=list)
    folded: int = 0


@dataclass(slots=True)
class HiddenNodes:
    """A placeholder for several nodes.

    Args:
        name: its text, such as a count.
        status: the status of the nodes.
        shown: whether it is drawn.
        below: the nodes drawn below it.
    """

    name: str
    status: Status
    shown: bool = True
    below: list[WalkNode | HiddenNodes] = field(default_factory=list)


def root_node(trace: Recording, row: int) -> WalkNode:
    """Return the root of the pass that starts at a root row of the log."""
    state = trace.game.initial
    name = figure_name(trace.game, state, ())
    return WalkNode(state, row, 0, (), name, limit=trace.limit_at(row))


def child_visits(trace: Recording, node: WalkNode, step: int) -> list[ChildVisit]:
    """Return a node's children in the game's order.

    Unvisited children are included in a hand tree, and in a game if `lists_unvisited`. Of several
    visits to one child, the last one reached by the step counts.
    """
    log, game = trace.log, trace.game
    visited: dict[int, int | None] = {}
    if node.row is not None:
        if log.flags[node.row] & _NO_CHILDREN:
            return []
        for child in log.children(node.row):
            place = log.action[child]
            if place not in visited or trace.tour.entered_at(child) <= step:
                visited[place] = child
    listed = node.row is not None and lists_unvisited(trace, node.row)
    if listed or (
        is_drawn_whole(game) and leaf_value(game, node.state, node.depth, node.limit) is None
    ):
        return [(place, visited.get(place)) for place in range(len(game.moves(node.state)))]
    return sorted(visited.items())


def lists_unvisited(trace: Recording, row: int) -> bool:
    """Return whether the unvisited children of a node of a game are listed.

    A cutoff skips them at some step, or a person who searches by hand chooses among them.
    """
    if is_ever_cut(trace, row):
        return True
    return trace.claims is not None and row == next(trace.log.open_rows(), None)


def split_skipped(trace: Recording, found: list[ChildVisit]) -> tuple[list[ChildVisit], int]:
    """Return the children drawn one by one, and the number of skipped moves drawn as one."""
    skipped = sum(row is None for _, row in found)
    most = _MOST_SKIPPED if trace.claims is None else _MOST_OFFERED
    if is_drawn_whole(trace.game) or skipped <= most:
        return found, 0
    return [one for one in found if one[1] is not None], skipped


def child_nodes(
    trace: Recording, node: WalkNode, chosen: Sequence[ChildVisit], step: int
) -> list[WalkNode]:
    """Return some of a node's children.

    Args:
        trace: the search.
        node: the node.
        chosen: some of its `child_visits`.
        step: the current step.
    """
    if not chosen:
        return []
    game = trace.game
    moves = game.moves(node.state)
    cut = node.skipped or (node.row is not None and cut_by(trace, node.row, step))
    chances = game.chances(node.state) if game.to_move(node.state) is Player.CHANCE else None
    found = []
    for place, row in chosen:
        state, move = game.result(node.state, moves[place]), game.name_of(moves[place])
        path = [*node.path, move]
        name = move if game.named_by_path else figure_name(game, state, path)
        own_name = move if game.named_by_path else game.node_name(state, path)
        edge = edge_text(move, own_name, None if chances is None else chances[place][1])
        skipped = row is None and cut
        found.append(WalkNode(state, row, node.depth + 1, path, name, edge, skipped, node.limit))
    return found
