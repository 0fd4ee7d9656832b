"""The comparison of a module's rules with those of the key's game.

The right results are those of the game's own nodes: their moves, and the boards after them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any, Final

from ...watched_nodes import Node, WatchedNodes

#: Names of the players by the numbers in nodes.
PLAYERS: Final = "BW"
#: The functions of the assignment that take a player, a row and a column too, and the others.
OF_MOVES: Final = ("get_move_value", "execute_move")
RULES: Final = (*OF_MOVES, "is_terminal_state", "count_pieces")
#: Most positions on which the functions are called, and most random games that lead there.
_MOST: Final = 300

Board = list[list[str]]


def board_of(cells: str, columns: int) -> Board:
    """Return a board in MP 520's form, in new lists."""
    signs = ["" if sign == "." else sign for sign in cells]
    return [signs[start : start + columns] for start in range(0, len(signs), columns)]


def show_board(board: Any) -> str:
    """Return the cells with bars between the rows; the value itself if it is not a board."""
    try:
        return "|".join("".join(cell.strip() or "." for cell in row) for row in board)
    except (TypeError, AttributeError):
        return f"{board!r:.60}"


def find_wrong_rules(
    functions: Mapping[str, Callable[..., Any]], watched: WatchedNodes, columns: int
) -> Iterator[str]:
    """Yield a sentence about each function that is wrong, with its first error."""
    positions = _random_positions(watched)
    for name, function in functions.items():
        errors: list[str] = []
        calls = 0
        for node in positions:
            for move, right in _questions(name, node, watched, columns):
                calls += 1
                board = board_of(node.text, columns)
                if error := _find_error(name, function, board, move, right):
                    where = ", ".join([show_board(board_of(node.text, columns)), *map(repr, move)])
                    errors.append(f"({where}) {error}")
        if errors:
            yield f"{name} is wrong in {len(errors):,} of {calls:,} calls: {errors[0]}"


def _random_positions(watched: WatchedNodes) -> list[Node]:
    """Return the nodes of random games, each position once."""
    dice = Random(0)
    nodes: dict[int, Node] = {}
    for _ in range(_MOST):
        node = watched.node(0)
        nodes[node.position] = node
        while node.actions:
            node = watched.node(node.first + dice.randrange(len(node.actions)))
            nodes.setdefault(node.position, node)
        if len(nodes) >= _MOST:
            break
    return [*nodes.values()]


def _questions(
    name: str, node: Node, watched: WatchedNodes, columns: int
) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Yield arguments for a function beyond the board, each with the right result."""
    if name == "is_terminal_state":
        yield (), node.terminal
        return
    if name == "count_pieces":
        yield (), (node.text.count("B"), node.text.count("W"))
        return
    player = PLAYERS[node.player]
    after = {
        (row, column): watched.node(node.first + place).text
        for place, (row, column) in enumerate(node.actions)
        if row >= 0  # not a pass
    }
    if name == "execute_move":
        for cell, cells in after.items():
            yield (player, *cell), board_of(cells, columns)
        return
    discs = node.text.count(player)
    for place in range(len(node.text)):
        cell = divmod(place, columns)
        yield (player, *cell), after[cell].count(player) - discs - 1 if cell in after else 0


def _find_error(
    name: str, function: Callable[..., Any], board: Board, move: tuple[Any, ...], right: Any
) -> str:
    """Return what is wrong with the result of one call; nothing if it is right."""
    before = [[*row] for row in board]
    try:
        result = function(board, *move)
        if board != before:
            return "changed the board that was passed to it"
        if name == "get_move_value":
            # Nothing, False and negative numbers say that the move is not legal.
            is_right = max(int(result or 0), 0) == right
            return "" if is_right else f"gave {result!r:.40}, but the move flips {right}"
        if name == "execute_move":
            if show_board(result) != show_board(right):
                return f"gave {show_board(result)}, not {show_board(right)}"
            is_shared = any(row is other for row in board for other in result)
            return "returned a board that shares rows with the one passed to it" * is_shared
        if name == "is_terminal_state":
            why = "neither player has a move" if right else "a player still has a move"
            return "" if bool(result) == right else f"gave {result!r:.40}, but {why}"
        return "" if tuple(result) == right else f"gave {result!r:.40}, not {right}"
    except Exception as error:
        return f"raised {type(error).__name__}"
