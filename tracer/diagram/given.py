"""The tree of a game as it is given, before any search: this module knows of no trace.

What a worksheet shows is made here, so that nothing that a search has found can come into it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine.game import AnyGame, Number, Player
from tracer.diagram.model import NO_PARENT, Position, printable
from tracer.figure.model import Sign
from tracer.values import show_number

__all__ = [
    "GivenNode",
    "children_of",
    "given_tree",
    "leaf_text",
    "player_labels",
    "position_of",
    "sign_of",
]

_SIGNS = {Player.MAX: Sign.MAX, Player.MIN: Sign.MIN, Player.CHANCE: Sign.CHANCE}

_WORDS = {Player.MAX: "MAX", Player.MIN: "MIN", Player.CHANCE: "chance"}


@dataclass(frozen=True, slots=True)
class GivenNode:
    """A node as it is given.

    Args:
        name: its name, in a game the move that leads to it; empty at the root of a game.
        parent: its parent's place among the nodes.
        level: edges between it and the root.
        sign: what it is drawn as.
        edge: what is written at the edge that leads to it.
        value: a leaf's value as text; empty at other nodes.
        move: the place of the move that leads to it among its parent's moves.
        state: the game's state.
    """

    name: str
    parent: int
    level: int
    sign: Sign
    edge: str
    value: str
    move: int
    state: Any


def given_tree(game: AnyGame, limit: int | None, *, most: int) -> list[GivenNode] | None:
    """The whole tree of a game down to a limit, in pre-order and in the game's own order of moves.

    Args:
        game: the game.
        limit: the depth at which a position is evaluated and not looked beyond; None for no limit.
        most: how many nodes are not too many.

    Returns:
        Its nodes, or None where there are more.

    Raises:
        PlytraceError: the game breaks its own rules, or has no evaluation for the limit.
    """
    root_name = "" if game.named_by_path else game.node_name(game.initial, ())
    nodes: list[GivenNode] = []
    #: Nodes to come: parent, level, place of the move, its name, edge, state.
    waiting: list[tuple[int, int, int, str, str, Any]] = [
        (NO_PARENT, 0, 0, root_name, "", game.initial)
    ]
    while waiting:
        parent, level, move, name, edge, state = waiting.pop()
        place, text = len(nodes), leaf_text(game, state, level, limit)
        sign = Sign.LEAF if text else _SIGNS[game.to_move(state)]
        nodes.append(
            GivenNode(printable(name), parent, level, sign, printable(edge), text, move, state)
        )
        if not text:
            below = children_of(game, state)
            waiting += [(place, level + 1, *child) for child in reversed(below)]
        if len(nodes) + len(waiting) > most:
            return None
    return nodes


def position_of(game: AnyGame, state: Any, before: Any = None) -> Position:
    """The drawn position of a state of a game.

    Args:
        game: the game.
        state: the state.
        before: the state before the last move; None where no move has been made.
    """
    rows = _rows(game, state)
    earlier = _rows(game, before) if before is not None else rows
    grid = bool(game.cells(state))
    changed = frozenset(
        (y, x)
        for y, row in enumerate(rows)
        for x, text in enumerate(row)
        if grid and earlier[y][x : x + 1] != (text,)
    )
    return Position(rows, grid, changed)


def sign_of(player: Player) -> Sign:
    """The sign of a node at which it is somebody's turn."""
    return _SIGNS[player]


def player_labels(game: AnyGame) -> tuple[tuple[Sign, str], ...]:
    """What the players are called: MAX, or `MAX (X)` where the game has a name of its own."""
    found = []
    for player, word in _WORDS.items():
        own = game.labels.get(player, word)
        same = own.casefold() == word.casefold()
        found.append((_SIGNS[player], word if same else f"{word} ({own})"))
    return tuple(found)


def _rows(game: AnyGame, state: Any) -> tuple[tuple[str, ...], ...]:
    cells: Sequence[Sequence[str]] = game.cells(state)
    if cells:
        return tuple(tuple("" if text == "." else printable(text) for text in row) for row in cells)
    return tuple((printable(line),) for line in game.draw(state).split("\n"))


def leaf_text(game: AnyGame, state: Any, level: int, limit: int | None) -> str:
    """The value of a leaf as it is written; empty at other nodes.

    Args:
        game: the game.
        state: the state.
        level: edges between the root and it.
        limit: the depth at which a position is evaluated; None for no limit.
    """
    value: Number
    if game.is_terminal(state):
        value = game.utility(state, Player.MAX)
    elif level == limit:
        value = game.evaluate(state)
    else:
        return ""
    return show_number(float(value))


def children_of(game: AnyGame, state: Any) -> list[tuple[int, str, str, Any]]:
    """Of each child the place of its move, its name, what is written at its edge, its state."""
    at_chance = game.to_move(state) is Player.CHANCE
    chances = game.chances(state) if at_chance else ()
    found = []
    for place, action in enumerate(game.moves(state)):
        below, move = game.result(state, action), game.name_of(action)
        name = move if game.named_by_path else game.node_name(below, ())
        written = [move] if move != name else []
        if at_chance:
            written.append(show_number(float(chances[place][1])))
        found.append((place, name, " ".join(written), below))
    return found
