"""Making a move by pointing at it or by typing it."""

from __future__ import annotations

from typing import Any

from engine.match.position import LegalMove, find_moves_at
from tui.dialogs.pick_list import PickItem, PickListScreen
from tui.dialogs.prompt import PromptScreen
from tui.screens.play.mixins.base import PlayBase


class MakingMoves(PlayBase):
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
            self.move_index = (self.move_index + rows + columns) % len(self.moves)
        self.show()

    def action_next_legal(self) -> None:
        """Move the cursor to the next legal move."""
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
        """Return the cells that can be selected now, row by row."""
        if self.chosen_cell is None:
            return sorted({move.cells[0] for move in self.moves if move.cells})
        return sorted(
            {move.cells[1] for move in self.moves if move.cells[:1] == (self.chosen_cell,)}
        )

    def action_play(self) -> None:
        """Make the move at the cursor."""
        if not self.may_move():
            return
        if not self.match.game.cells(self.match.state):
            self.make_move(self.moves[self.move_index].action)
        elif self.cursor is None:
            self.action_next_legal()
            self.say("Use the arrow keys to move the cursor, or n for the next legal move.")
        else:
            self.point_at(self.cursor)

    def point_at(self, cell: tuple[int, int]) -> None:
        """Make the move to a cell, or select it as the first of two cells."""
        if not self.may_move():
            return
        self.cursor = cell
        found = find_moves_at(self.match.game, self.moves, cell, self.chosen_cell)
        if self.chosen_cell is not None and not found:
            again = find_moves_at(self.match.game, self.moves, cell, None)
            self.chosen_cell = cell if again and cell != self.chosen_cell else None
            self.say("" if again else "That piece cannot move there.")
            self.show()
        elif not found:
            self.say("There is no legal move at this cell. Press n to go to one.")
            self.show()
        elif self.chosen_cell is None and len(found[0].cells) > 1:
            self.chosen_cell = cell
            self.show()
            self.say("Choose where to move, or press Esc to cancel.")
        elif len(found) == 1:
            self.chosen_cell = None
            self.make_move(found[0].action)
        else:
            self._choose(found)

    def _choose(self, found: list[LegalMove]) -> None:
        """Choose among moves between the same cells, such as a pawn's promotions."""

        def take(action: Any) -> None:
            self.chosen_cell = None
            if action is None:
                self.show()
            else:
                self.make_move(action)

        choices = [PickItem(move.name, "", move.action) for move in found]
        self.app.push_screen(PickListScreen("Which move?", choices), take)

    def action_type(self) -> None:
        """Ask for a move by its name."""
        begun, self.typed_digit = self.typed_digit, ""
        if not self.may_move():
            return
        found = [move for move in self.moves if move.name.lstrip("(").startswith(begun)]
        if begun and not found:
            self.say(f"No legal move starts with {begun}.")
            return
        if begun and [move.name for move in found] == [begun]:
            self.chosen_cell = None
            self.make_move(found[0].action)
            return

        def take(action: Any) -> None:
            if action is not None:
                self.chosen_cell = None
                self.make_move(action)

        names = " ".join(move.name for move in self.moves[:30])
        more = " …" if len(self.moves) > 30 else ""
        ask = PromptScreen(
            "Your move", self.match.find, start=begun, hint=names + more, is_begun=bool(begun)
        )
        self.app.push_screen(ask, take)
