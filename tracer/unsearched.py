"""What is to be searched, drawn before any search: a tree's shape, or a game's board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from engine.game import AnyGame, Player
from tracer.ascii import to_ascii
from tracer.figure import Detail, Figure, FigureNode, LabelStyle, Run, Sign, Status, draw, figure
from tracer.figure.chart import NO_NODE, Rows
from tracer.figure.outline import draw_outline
from tracer.run import trace
from trees.hand_tree import HandTree

__all__ = ["drawn_unsearched", "facts_of", "first_plies"]

#: Nodes of a tree that is drawn.
_MOST: Final = 160


def drawn_unsearched(
    game: AnyGame,
    *,
    width: int,
    ascii: bool = False,  # noqa: A002
    path: Sequence[int] = (),
) -> Rows:
    """A tree without values but those of its leaves, or the board of the initial position.

    Args:
        game: what is to be searched.
        width: the cells that a line may take; a wider tree is written as an outline.
        ascii: whether to do without signs beyond ASCII.
        path: the nodes of a tree that a match has come through, the last of them marked.

    Returns:
        Rows of runs, none for a tree of more than 160 nodes.

    Raises:
        PlytraceError: the game cannot draw its position.
    """
    if not isinstance(game, HandTree):
        board = game.draw(game.initial)
        return _rows(to_ascii(board) if ascii else board, "board")
    if len(game) > _MOST:
        return ()
    tree = figure(trace(game, _any_search(game), max_visits=1), 0)
    came = {game.ids[node] for node in path}
    here = game.ids[path[-1]] if path else None
    nodes = (
        replace(_bare(node), best=node.name in came, current=node.name == here)
        for node in tree.nodes
    )
    bare = Figure(tuple(nodes), 0, tree.whole)
    for detail in (Detail.FULL, Detail.COMPACT):
        drawing = draw(bare, LabelStyle(detail, ascii=ascii))
        if drawing.width <= width:
            return drawing.rows
    return _rows(draw_outline(bare, LabelStyle(ascii=ascii), width=width), "leaf")


def first_plies(
    tree: HandTree,
    most: int,
    *,
    width: int,
    ascii: bool = False,  # noqa: A002
) -> list[str]:
    """A tree that nobody has searched yet as an outline, to be read aloud: not all of a large one.

    Args:
        tree: the tree.
        most: nodes that are listed; of a tree that has more, the first plies.
        width: the cells that a line may take.
        ascii: whether to do without signs beyond ASCII.

    Returns:
        Lines; of a large tree how many nodes, leaves and plies it has, and then its first plies.
    """
    bare = [_bare(node) for node in figure(trace(tree, _any_search(tree), max_visits=1), 0).nodes]
    deepest = max(node.level for node in bare)
    shown = deepest
    while shown > 1 and sum(node.level <= shown for node in bare) > most:
        shown -= 1
    nodes = tuple(replace(node, shown=node.shown and node.level <= shown) for node in bare)
    drawing = draw_outline(Figure(nodes, 0, shown == deepest), LabelStyle(ascii=ascii), width=width)
    if shown == deepest:
        return drawing.split("\n")
    plies = "first ply" if shown == 1 else f"first {shown} plies"
    return [f"{facts_of(tree)}, {deepest} plies; the {plies}:", "", *drawing.split("\n")]


def facts_of(game: AnyGame) -> str:
    """How large a tree is and how deep, or whose turn it is in a game and how many moves there are.

    Raises:
        PlytraceError: the game breaks its own rules.
    """
    if isinstance(game, HandTree):
        leaves = sum(value is not None for value in game.values)
        nodes = len(game)
        return f"{_many(nodes, 'node')}, {_many(leaves, 'leaf', 'leaves')}"
    if game.is_terminal(game.initial):
        return "the game is over"
    player = game.to_move(game.initial)
    if player is Player.CHANCE:
        return f"{game.labels[player]} to move"
    return f"{game.labels[player]} to move, {_many(len(game.actions(game.initial)), 'move')}"


def _any_search(tree: HandTree) -> str:
    return "expectiminimax" if tree.has_chance else "minimax"


def _bare(node: FigureNode) -> FigureNode:
    """A node as it is before anything is known of it."""
    value = node.value if node.sign is Sign.LEAF else ""
    return replace(node, current=False, status=Status.UNSEEN, value=value, window="", entered="")


def _rows(text: str, style: str) -> Rows:
    return tuple((Run(line, style, NO_NODE),) for line in text.split("\n"))


def _many(number: int, one: str, more: str = "") -> str:
    return f"{number:,} {one if number == 1 else more or one + 's'}"
