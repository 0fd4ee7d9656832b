"""Making a move: pointing at it, or typing it."""

from __future__ import annotations

from typing import Any

from engine.match.board_view import moves_at
from engine.match.naming import LegalMove
from tui.actions import Action
from tui.play.base import PlayBase
from tui.screens.ask import AskScreen
from tui.screens.pick import Choice, PickScreen

__all__ = ["ACTIONS", "Pointing"]

ACTIONS = (
    Action(("left",), "←", "point(0, -1)", "Left", "Move the cursor to the left."),
    Action(("right",), "→", "point(0, 1)", "Right", "Move the cursor to the right."),
    Action(("up",), "↑", "point(-1, 0)", "Up", "Move the cursor up, or to the move before."),
    Action(("down",), "↓", "point(1, 0)", "Down", "Move the cursor down, or to the next move."),
    Action(
        ("enter", "space"),
        "Enter Space",
        "play",
        "Play",
        "Make the move at the cursor, or choose the piece to move.",
        "play",
    ),
    Action(("tab",), "Tab", "next_legal", "Next legal move", "Go to the next legal move."),
    Action(
        ("m", *"0123456789"),
        "m 0-9",
        "type",
        "Type a move",
        "Make a move by its name; a digit makes the move of that number, or begins to type one.",
        "type",
    ),
)


class Pointing(PlayBase):
    """The keys and clicks that make a move."""

    def action_point(self, rows: int, columns: int) -> None:
        """Move the cursor by a cell, or through the list of moves."""
        cells = self.match.game.cells(self.match.state)
        if cells:
            if self.is_turned:
                rows, columns = -rows, -columns
            row, column = self.cursor or (len(cells) // 2, len(cells[0]) // 2)
            self.cursor = (row + rows) % len(cells), (column + columns) % len(cells[0])
        elif self.moves:
            self.place = (self.place + rows + columns) % len(self.moves)
        self.show()

    def action_next_legal(self) -> None:
        """Put the cursor at the next legal move."""
        if not self.may_move() or not self.moves:
            return
        cells = self.legal_cells()
        if not cells:
            self.action_point(1, 0)
            return
        later = [cell for cell in cells if self.cursor is None or cell > self.cursor]
        self.cursor = (later or cells)[0]
        self.show()

    def legal_cells(self) -> list[tuple[int, int]]:
        """The cells that can be pointed at now, row by row."""
        if self.chosen is None:
            return sorted({move.cells[0] for move in self.moves if move.cells})
        return sorted({move.cells[1] for move in self.moves if move.cells[:1] == (self.chosen,)})

    def action_play(self) -> None:
        """Make the move at the cursor."""
        if not self.may_move():
            return
        if not self.match.game.cells(self.match.state):
            self.make(self.moves[self.place].action)
        elif self.cursor is None:
            self.action_next_legal()
            self.say("Arrows move the cursor, Tab goes to the next legal move.")
        else:
            self.point_at(self.cursor)

    def point_at(self, cell: tuple[int, int]) -> None:
        """Make the move that a cell stands for, or take it as the first of two cells."""
        if not self.may_move():
            return
        self.cursor = cell
        found = moves_at(self.match.game, self.moves, cell, self.chosen)
        if self.chosen is not None and not found:
            again = moves_at(self.match.game, self.moves, cell, None)
            self.chosen = cell if again and cell != self.chosen else None
            self.say("" if again else "That piece cannot go there.")
            self.show()
        elif not found:
            self.say("There is no legal move at this cell: Tab goes to one.")
            self.show()
        elif self.chosen is None and len(found[0].cells) > 1:
            self.chosen = cell
            self.show()
            self.say("Where to? Esc lets go of it.")
        elif len(found) == 1:
            self.chosen = None
            self.make(found[0].action)
        else:
            self._choose(found)

    def _choose(self, found: list[LegalMove]) -> None:
        """Several moves go between the same cells: a pawn's promotions."""

        def take(action: Any) -> None:
            self.chosen = None
            if action is None:
                self.show()
            else:
                self.make(action)

        choices = [Choice(move.name, "", move.action) for move in found]
        self.app.push_screen(PickScreen("Which move?", choices), take)

    def action_type(self) -> None:
        """Ask for a move by its name."""
        begun, self.begun = self.begun, ""
        if not self.may_move():
            return
        found = [move for move in self.moves if move.name.lstrip("(").startswith(begun)]
        if begun and not found:
            self.say(f"No legal move begins with {begun}.")
            return
        if begun and [move.name for move in found] == [begun]:
            self.chosen = None
            self.make(found[0].action)
            return

        def take(action: Any) -> None:
            if action is not None:
                self.chosen = None
                self.make(action)

        names = " ".join(move.name for move in self.moves[:30])
        more = " …" if len(self.moves) > 30 else ""
        ask = AskScreen(
            "Your move", self.match.find, start=begun, hint=names + more, is_begun=bool(begun)
        )
        self.app.push_screen(ask, take)
