"""The base of all parts of the play screen, and making a move by pointing or typing."""

from __future__ import annotations

from abc import abstractmethod
from pathlib import Path
from typing import Any

from engine.game import Player
from engine.match.match import Match, PlayedMove
from engine.match.players import Human
from engine.match.position import LegalMove, find_moves_at
from tui.background import BackgroundMove
from tui.dialogs.pick_list import PickItem, PickListScreen
from tui.dialogs.prompt import PromptScreen
from tui.screens.screen_base import CommonScreen


class PlayBase(CommonScreen[None]):
    """A screen that shows a match.

    Each part implements its actions in methods `action_…`.
    `tui.screens.play.play_screen` combines the parts.
    """

    match: Match
    #: The legal moves of its current state.
    moves: list[LegalMove]
    #: Number of moves made in the shown position; None for the current one.
    reviewed: int | None = None
    #: The cell at the cursor, or the selected legal move in a game without a board.
    cursor: tuple[int, int] | None = None
    move_index: int = 0
    #: The chosen first cell of a move with two cells.
    chosen_cell: tuple[int, int] | None = None
    #: The digit pressed as the start of a move's name.
    typed_digit: str = ""
    #: Whether the board is seen from the second player's side; None by default.
    turned: bool | None = None
    is_paused: bool = False

    @abstractmethod
    def show(self) -> None:
        """Show the current state of the match."""

    @abstractmethod
    def action_values(self) -> None:
        """Show or hide the values of the moves."""

    @abstractmethod
    def continue_match(self) -> None:
        """Show the match, and let the engine think if it is its turn."""

    @abstractmethod
    def show_match(self, match: Match, message: str = "", path: Path | None = None) -> None:
        """Show another match; an unsaved one is kept."""

    def make_move(self, action: Any) -> None:
        """Make a person's move."""
        self.chosen_cell = None
        self.match.play(action)
        self.continue_match()

    @property
    def background_move(self) -> BackgroundMove | None:
        """The running search for a move or a hint."""
        job = self.jobs.get("move")
        return job if isinstance(job, BackgroundMove) else None

    @abstractmethod
    def think(self, move: BackgroundMove) -> None:
        """Search for a move or a hint."""

    def interrupt(self) -> bool:
        """Stop the running search with its best move; return False if none is running."""
        if self.background_move is None or self.background_move.is_cancelled:
            return False
        self.background_move.cancel()
        return True

    @property
    def shown_state(self) -> Any:
        """The state shown."""
        made = len(self.match.moves) if self.reviewed is None else self.reviewed
        return self.match.states[made]

    @property
    def shown_move(self) -> PlayedMove | None:
        """The move that led to the shown state."""
        made = len(self.match.moves) if self.reviewed is None else self.reviewed
        return self.match.moves[made - 1] if made else None

    @property
    def is_turned(self) -> bool:
        """Whether the board is seen from the second player's side.

        By default it is if only that side is a person's and the game's boards have sides.
        """
        if self.turned is not None:
            return self.turned
        players = self.match.players
        only_second = isinstance(players[Player.MIN], Human) and not isinstance(
            players[Player.MAX], Human
        )
        return self.match.game.has_sides and only_second

    def has_people(self) -> bool:
        """Return whether a person plays one of the sides."""
        return any(isinstance(who, Human) for who in self.match.players.values())

    def may_move(self) -> bool:
        """Return whether a person may move now; otherwise say why not."""
        if self.reviewed is not None:
            self.say("This is an earlier position. Press v to return to the current one.")
        elif self.match.is_over:
            self.say("The match is over. Press N for a new match, or x to change sides.")
        elif not self.match.is_humans_turn:
            self.say(
                "It is not your turn." if self.has_people() else "Press c to let a person play."
            )
        elif self.background_move is not None:
            self.say("Searching for a hint. Press Esc to stop.")
        else:
            return True
        return False


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
            self.make_move(found[0].action)
            return

        names = " ".join(move.name for move in self.moves[:30])
        more = " …" if len(self.moves) > 30 else ""
        ask = PromptScreen(
            "Your move", self.match.find, start=begun, hint=names + more, is_begun=bool(begun)
        )
        self.ask(ask, self.make_move)
