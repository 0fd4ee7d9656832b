"""What a node of a traced tree branches into, whether it was visited or not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.game import AnyGame, Number, Player
from engine.log import LEAF, Flag
from engine.wrappers.wrapped import Wrapped
from tracer.figure.facts import cut_by
from tracer.figure.model import Status
from tracer.recording import Recording
from tracer.values import show_number
from trees.hand_tree import HandTree

__all__ = [
    "Branch",
    "Folded",
    "Place",
    "branches",
    "is_drawn_whole",
    "leaf_value",
    "places",
    "root_branch",
    "split_skipped",
]

#: Skipped moves of a game that are drawn one by one; more stand as one.
_MOST_STUBS = 3

_NO_CHILDREN = LEAF | Flag.REPEAT

#: A child: its place among its parent's moves, and its row, None where it was never visited.
Place = tuple[int, int | None]


@dataclass(slots=True)
class Branch:
    """A node as a walk down a tree comes to it.

    Args:
        state: the game's state there.
        row: its row in the log; None where it was never visited.
        depth: plies below the root.
        path: the names of the moves that lead to it.
        name: what it is called in a figure.
        edge: what is written at the edge that leads to it.
        skipped: whether a cutoff above it, made by the step in question, keeps it from being
            visited.
        limit: the depth at which its pass of the search stops; None for no limit.
        below: what is drawn beneath it.
        folded: visits beneath it that are not drawn.
    """

    state: Any
    row: int | None
    depth: int
    path: Sequence[str]
    name: str
    edge: str = ""
    skipped: bool = False
    limit: int | None = None
    below: list[Branch | Folded] = field(default_factory=list)
    folded: int = 0


@dataclass(slots=True)
class Folded:
    """What stands for several nodes.

    Args:
        name: how many.
        status: how far the search is with them.
        shown: whether it is drawn.
        below: what is drawn beneath it.
    """

    name: str
    status: Status
    shown: bool = True
    below: list[Branch | Folded] = field(default_factory=list)


def is_drawn_whole(game: AnyGame) -> bool:
    """Whether the tree was drawn before it was searched, so that its unvisited parts are known."""
    while isinstance(game, Wrapped):
        game = game.inner
    return isinstance(game, HandTree)


def root_branch(trace: Recording, row: int) -> Branch:
    """The root of the search that a log's root row begins."""
    state = trace.game.initial
    name = trace.game.node_name(state, ())
    return Branch(state, row, 0, (), name, limit=trace.limit_at(row))


def places(trace: Recording, node: Branch, step: int) -> list[Place]:
    """A node's children in the game's own order.

    Children that were never visited are among them in a tree that was drawn by hand, and in a game
    where a cutoff skips them, be it later. Of several visits of one child the last that the step
    has come to counts.
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
    cut = node.row is not None and bool(log.flags[node.row] & Flag.CUTOFF)
    if cut or (is_drawn_whole(game) and leaf_value(trace, node) is None):
        return [(place, visited.get(place)) for place in range(len(game.moves(node.state)))]
    return sorted(visited.items())


def split_skipped(trace: Recording, found: list[Place]) -> tuple[list[Place], int]:
    """Children that are drawn one by one, and how many skipped moves of a game stand as one."""
    skipped = sum(row is None for _, row in found)
    if is_drawn_whole(trace.game) or skipped <= _MOST_STUBS:
        return found, 0
    return [one for one in found if one[1] is not None], skipped


def branches(trace: Recording, node: Branch, chosen: Sequence[Place], step: int) -> list[Branch]:
    """Some of a node's children.

    Args:
        trace: the search.
        node: the node.
        chosen: which of its `places`.
        step: the step at which it is looked at.
    """
    if not chosen:
        return []
    game = trace.game
    moves = game.moves(node.state)
    cut = node.skipped or (node.row is not None and cut_by(trace, node.row, step))
    at_chance = game.to_move(node.state) is Player.CHANCE
    chances = game.chances(node.state) if at_chance else ()
    found = []
    for place, row in chosen:
        state, move = game.result(node.state, moves[place]), game.name_of(moves[place])
        path = [*node.path, move]
        name = move if game.named_by_path else game.node_name(state, path)
        written = [move] if move != name else []
        if at_chance:
            written.append(show_number(float(chances[place][1])))
        skipped = row is None and cut
        edge = " ".join(written)
        found.append(Branch(state, row, node.depth + 1, path, name, edge, skipped, node.limit))
    return found


def leaf_value(trace: Recording, node: Branch) -> Number | None:
    """What the search makes of a node at which it looks no further; None where it would."""
    game = trace.game
    if game.is_terminal(node.state):
        return game.utility(node.state, Player.MAX)
    if node.depth == node.limit:
        return game.evaluate(node.state)
    return None
