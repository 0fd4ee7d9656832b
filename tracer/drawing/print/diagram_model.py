"""A figure for print as plain data, independent of its drawing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from engine.game import AnyGame, Player, VectorGame
from engine.match.position import changed_cells
from tracer.drawing.tree.nodes import SIGNS, DrawnTree, NodePosition, Sign
from tracer.text.printable_text import printable_text

#: The contents of a figure: the bare tree, the search's results, or the results with windows.
Show: TypeAlias = Literal["worksheet", "key", "windows", "critical"]

#: The colours of a figure; `auto` follows the reader's screen, `print` is black on white.
Theme: TypeAlias = Literal["auto", "light", "dark", "print"]


@dataclass(frozen=True, slots=True)
class Diagram(DrawnTree):
    """A tree to print."""

    title: str
    answered: bool
    labels: tuple[tuple[Sign, str], ...]

    def levels(self) -> list[list[int]]:
        """Return the places of the nodes of each level, from the root down and left to right."""
        found: list[list[int]] = []
        for place, node in enumerate(self.nodes):
            if node.level == len(found):
                found.append([])
            found[node.level].append(place)
        return found

    def label_of(self, sign: Sign) -> str:
        """Return the name of a symbol's player."""
        return dict(self.labels).get(sign, "")


_WORDS = {Player.MAX: "MAX", Player.MIN: "MIN", Player.CHANCE: "chance"}


def position_of(
    game: AnyGame, state: Any, before: Any = None, move: int | None = None
) -> NodePosition:
    """Return the drawn position of a state of a game."""
    rows = _rows(game, state)
    if not game.cells(state):
        return NodePosition(rows, grid=False)
    changed = last = frozenset[tuple[int, int]]()
    if before is not None:
        changed = changed_cells(game, before, state)
    if before is not None and move is not None:
        last = frozenset(game.cells_of(before, game.moves(before)[move]))
    row_labels, column_labels = map(tuple, game.rulers())
    return NodePosition(
        rows, True, changed, last, game.pieces, game.ground, row_labels, column_labels
    )


def player_labels(game: AnyGame) -> tuple[tuple[Sign, str], ...]:
    """Return the names of the players: MAX, or `MAX (X)` if the game has its own name.

    Empty if leaves have vectors: each node then has the name of its player.
    """
    if isinstance(game, VectorGame):
        return ()  # each node has its player
    found = []
    for player, word in _WORDS.items():
        own = game.labels.get(player, word)
        piece = game.pieces.get(own)
        if piece is not None and piece.tone and piece.tone[0] != own.casefold():
            own = f"{own}, {piece.tone}"  # the drawn disc does not show its letter
        same = own.casefold() == word.casefold()
        found.append((SIGNS[player], word if same else f"{word} ({own})"))
    return tuple(found)


def _rows(game: AnyGame, state: Any) -> tuple[tuple[str, ...], ...]:
    cells: Sequence[Sequence[str]] = game.cells(state)
    if cells:
        return tuple(
            tuple("" if text == "." else printable_text(text) for text in row) for row in cells
        )
    return tuple((printable_text(line),) for line in game.draw(state).split("\n"))
