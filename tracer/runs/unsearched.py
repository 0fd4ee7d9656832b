"""Drawings of a tree or a game's board before any search."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import replace
from typing import Final

from engine.game import AnyGame, Player
from engine.search import default_search
from tracer.drawing.terminal.labels import Detail, LabelStyle
from tracer.drawing.terminal.plain_text import TextDrawing, draw_figure, draw_outline
from tracer.drawing.terminal.tree_chart import Rows, TextRun
from tracer.drawing.tree.game_tree import game_tree
from tracer.drawing.tree.look import COVERED
from tracer.drawing.tree.nodes import DrawnNode, DrawnTree, Sign, Status
from tracer.runs.run import trace
from tracer.runs.search_trace import Trace
from tracer.text.numbers import show_count
from tracer.text.printable_text import to_ascii
from trees.hand_tree import HandTree

#: Trees with more nodes are not drawn.
_MOST: Final = 160
#: Trees with more nodes, on all paths, have no outline.
_MOST_OUTLINED: Final = 2_000
#: Columns from which on a tree is spread out.
_WIDE: Final = 90


def root_only(tree: HandTree) -> Trace:
    """Search a tree's root alone, so that its figure can be drawn; leaves may have letters."""
    numbers = tree.replace_letters(dict.fromkeys(tree.unknowns, 0)) if tree.unknowns else tree
    usual = default_search(tree)
    search = "minimax" if usual == "alphabeta" else usual
    recorded = trace(numbers, search, max_visits=1)
    return Trace(str(tree), tree, search, recorded.settings, recorded.log, recorded.stopped)


def draw_unsearched(
    game: AnyGame,
    *,
    width: int,
    height: int | None = None,
    ascii: bool = False,
    path: Sequence[int] = (),
    seen: Container[str] | None = None,
) -> Rows:
    """Draw a tree with only its leaf values, or the board of the initial position."""
    if not isinstance(game, HandTree):
        board = game.draw(game.initial)
        return _rows(to_ascii(board) if ascii else board, "board")
    if len(game) > _MOST:
        return ()
    bare_nodes = _bare_nodes(game, seen)
    if not bare_nodes:
        return ()
    came = {game.ids[node] for node in path}
    here = game.ids[path[-1]] if path else None
    nodes = (
        replace(node, best=node.name in came, current=node.name == here) for node in bare_nodes
    )
    bare = DrawnTree(tuple(nodes))
    fitting: list[TextDrawing] = []
    for style in _styles(height, width):
        drawing = draw_figure(bare, replace(style, ascii=ascii))
        if drawing.width <= width:
            if height is None or drawing.height <= height:
                return drawing.rows
            fitting.append(drawing)
    if fitting:
        return min(fitting, key=lambda outline: outline.height).rows
    return _rows(draw_outline(bare, LabelStyle(ascii=ascii), width=width), "leaf")


def _styles(height: int | None, width: int) -> Iterator[LabelStyle]:
    """Yield the styles to try for a tree, the largest first."""
    for detail in (Detail.FULL, Detail.COMPACT):
        style = LabelStyle(detail)
        if height is None:
            yield style
            continue
        if detail is Detail.FULL and width >= _WIDE:
            yield from (replace(style, spread=spread) for spread in (4, 3, 2))
        tight = replace(style, tight=True)
        yield from (style, tight, replace(tight, flat=True))


def outline_first_plies(
    tree: HandTree, most: int, *, width: int, seen: Container[str] | None = None
) -> list[str]:
    """Outline a tree before any search, for screen readers; a large one only in part."""
    bare = _bare_nodes(tree, seen)
    if not bare:
        return [describe_size(tree)]
    deepest = max(node.level for node in bare)
    shown = deepest
    while shown > 1 and sum(node.level <= shown for node in bare) > most:
        shown -= 1
    nodes = tuple(replace(node, shown=node.shown and node.level <= shown) for node in bare)
    drawing = draw_outline(DrawnTree(nodes), LabelStyle(), width=width)
    if shown == deepest:
        return drawing.split("\n")
    plies = "first ply" if shown == 1 else f"first {shown} plies"
    return [f"{describe_size(tree)}, {deepest} plies; the {plies}:", "", *drawing.split("\n")]


def describe_size(game: AnyGame) -> str:
    """Describe a tree's size, or the player to move and the number of moves."""
    if isinstance(game, HandTree):
        leaves = sum(game.is_terminal(node) for node in range(len(game)))
        nodes = len(game)
        return f"{show_count(nodes, 'node')}, {show_count(leaves, 'leaf', 'leaves')}"
    if game.is_terminal(game.initial):
        return "the game is over"
    player = game.to_move(game.initial)
    if player is Player.CHANCE:
        return f"{game.labels[player]} to move"
    return f"{game.labels[player]} to move, {show_count(len(game.actions(game.initial)), 'move')}"


def _bare_nodes(tree: HandTree, seen: Container[str] | None) -> list[DrawnNode]:
    """Return a tree's nodes before any search, with unseen leaves covered; none of a large one."""
    nodes = game_tree(tree, None, most=_MOST_OUTLINED) or []
    bare = [node.draw_bare(Status.UNSEEN) for node in nodes]
    if seen is None:
        return bare
    is_open = (node.sign is not Sign.LEAF or node.name in seen for node in nodes)
    return [
        node if shown else replace(node, value=COVERED)
        for node, shown in zip(bare, is_open, strict=True)
    ]


def _rows(text: str, style: str) -> Rows:
    return tuple((TextRun(line, style),) for line in text.split("\n"))
