"""The common base of all parts of the play screen."""

from __future__ import annotations

from abc import abstractmethod
from pathlib import Path
from typing import Any

from engine.game import Player
from engine.match.match import Match, PlayedMove
from engine.match.players import Human
from engine.match.position import LegalMove
from tui.background import BackgroundMove
from tui.screens.screen_base import CommonScreen


class PlayBase(CommonScreen[None]):
    """A screen that shows a match.

    Each part implements its actions in methods `action_…`.
    `tui.screens.play.play_screen` combines the parts.
    """

    #: The match shown.
    match: Match
    #: The legal moves of its current state.
    moves: list[LegalMove]
    #: The running search for a move or a hint.
    background_move: BackgroundMove | None = None
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
    #: Whether the engine is paused.
    is_paused: bool = False

    @abstractmethod
    def show(self) -> None:
        """Show the current state of the match."""

    @property
    @abstractmethod
    def is_valuing(self) -> bool:
        """Whether the values of the moves are being searched."""

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
        self.match.play(action)
        self.continue_match()

    def stop_thinking(self) -> None:
        """Cancel the running search, and ignore its result."""
        if self.background_move is not None:
            self.background_move.cancel()
            self.background_move = None

    def on_unmount(self) -> None:
        """Cancel the running search when the screen closes."""
        self.stop_thinking()

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
