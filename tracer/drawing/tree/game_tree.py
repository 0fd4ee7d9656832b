"""The tree of a game before any search; this module does not use traces.

Worksheets are made from it, so they cannot contain results of a search.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from engine.game import AnyGame, Number, Player, VectorGame
from engine.log.visit_log import NO_PARENT
from engine.wrappers.wrapped import base_of
from tracer.drawing.tree.nodes import SIGNS, Node, Sign
from tracer.mcts.rewards import NO_NODE, ROOT
from tracer.text.numbers import short_vector, show_number
from tracer.text.printable_text import printable_text
from trees.hand_tree import HandTree, UnknownValue


def is_drawn_whole(game: AnyGame) -> bool:
    """Return whether the game is a hand tree, so that unvisited nodes can be drawn too."""
    return isinstance(base_of(game), HandTree)


def game_tree(
    game: AnyGame,
    limit: int | None,
    *,
    most: int,
    number_below: Callable[[int, int], int] | None = None,
    unvisited: bool = True,
) -> list[Node] | None:
    """Return the tree of a game down to a limit, in pre-order and in the game's order of moves."""
    root_name = "" if game.named_by_path else figure_name(game, game.initial, ())
    nodes: list[Node] = []
    #: Pending nodes: parent, number, level, index of the move, its name, edge, state.
    waiting: list[tuple[int, int, int, int, str, str, Any]] = [
        (NO_PARENT, ROOT if number_below else NO_NODE, 0, 0, root_name, "", game.initial)
    ]
    while waiting:
        parent, number, level, move, name, edge, state = waiting.pop()
        value, place = leaf_value(game, state, level, limit), len(nodes)
        nodes.append(
            Node(
                name=printable_text(name),
                edge=printable_text(edge),
                parent=parent,
                level=level,
                sign=SIGNS[game.to_move(state)] if value is None else Sign.LEAF,
                value="" if value is None else leaf_text(game, state, value),
                state=state,
                move=move,
                number=number,
            )
        )
        moves = range(len(game.moves(state)) if value is None else 0)
        for move, _, name, edge, below in reversed([*child_states(game, state, moves)]):
            child = number_below(number, move) if number_below else NO_NODE
            if unvisited or child != NO_NODE:
                waiting.append((place, child, level + 1, move, name, edge, below))
        if len(nodes) + len(waiting) > most:
            return None
    return nodes


def leaf_value(game: AnyGame, state: Any, depth: int, limit: int | None) -> Number | None:
    """Return the value of a state if the search stops there, else None; NaN if it is unknown."""
    if game.is_terminal(state):
        try:
            return game.utility(state, Player.MAX)
        except UnknownValue:
            return math.nan
    return game.evaluate(state) if depth == limit else None


def figure_name(game: AnyGame, state: Any, path: Sequence[str]) -> str:
    """Return a node's name in a figure: with its player, if there are several."""
    name = game.node_name(state, path)
    if isinstance(game, VectorGame) and not game.is_terminal(state):
        return f"{name} ({game.player_name(state)})"
    return name


def leaf_text(game: AnyGame, state: Any, value: Number) -> str:
    """Return a leaf's value or vector, or its letter if the value is unknown."""
    number = float(value)
    game = base_of(game)
    if math.isnan(number) and isinstance(game, HandTree):
        return game.letters.get(state, "?")
    if isinstance(game, VectorGame):
        return short_vector(game.shares(state))
    return show_number(number)


def child_states(
    game: AnyGame, state: Any, places: Iterable[int], path: Sequence[str] = ()
) -> Iterator[tuple[int, str, str, str, Any]]:
    """Yield for some moves the index, the move's name, the node's name, its edge's label, state."""
    moves = game.moves(state)
    chances = game.chances(state) if game.to_move(state) is Player.CHANCE else None
    for place in places:
        below, move = game.result(state, moves[place]), game.name_of(moves[place])
        way = (*path, move)
        name = move if game.named_by_path else figure_name(game, below, way)
        own_name = move if game.named_by_path else game.node_name(below, way)
        edge = [] if move == own_name else [move]
        if chances is not None:
            edge.append(show_number(float(chances[place][1])))
        yield place, move, name, " ".join(edge), below
