"""What every part of the play screen can rely on."""

from __future__ import annotations

from abc import abstractmethod
from pathlib import Path
from typing import Any, ClassVar

from textual.screen import Screen

from engine.game import Player
from engine.match.match import Match, Played
from engine.match.naming import LegalMove
from engine.match.players import Human
from tui.play.thinker import Thinker

__all__ = ["PlayBase"]


class PlayBase(Screen[None]):
    """A screen that shows a match.

    A part of it lists what a person can do in `ACTIONS`, and says in methods `action_…` how.
    `tui.screens.play` puts the parts together.
    """

    AUTO_FOCUS: ClassVar[str | None] = ""  # keys are the screen's

    #: The match that is shown.
    match: Match
    #: The legal moves of its present state.
    moves: list[LegalMove]
    #: Who is thinking now, for a move or for a hint.
    thinker: Thinker | None = None
    #: How many moves have been made in what is shown; None for the present, where moves are made.
    reviewed: int | None = None
    #: The cell, or in a game without a board the legal move, that the keyboard is at.
    cursor: tuple[int, int] | None = None
    place: int = 0
    #: The cell that the next move is to start from, in a game whose moves have two.
    chosen: tuple[int, int] | None = None
    #: The digit that was pressed to begin the name of a move.
    begun: str = ""
    #: Whether the board is seen from the second player's side; None where that is not said.
    turned: bool | None = None
    #: Whether sides that are no persons wait.
    waits: bool = False

    @abstractmethod
    def show(self) -> None:
        """Show the match as it is now."""

    @abstractmethod
    def go_on(self) -> None:
        """Show the match, and let the next side think where it is no person."""

    @abstractmethod
    def put(self, match: Match, message: str = "", path: Path | None = None) -> None:
        """Show another match; the one before is kept where it would be lost.

        Args:
            match: the match.
            message: what to say of it.
            path: the file that it is from.
        """

    @abstractmethod
    def say(self, message: str) -> None:
        """Show a short message in the last line."""

    def make(self, action: Any) -> None:
        """Make a person's move."""
        self.match.play(action)
        self.go_on()

    def stop_thinking(self) -> None:
        """Whatever is thought now is not wanted any more."""
        if self.thinker is not None:
            self.thinker.cancel()
            self.thinker = None

    def on_unmount(self) -> None:
        """Nobody waits for a choice whose screen has gone."""
        self.stop_thinking()

    def interrupt(self) -> bool:
        """Let a search that runs stop with its best so far; False where none is left to stop."""
        if self.thinker is None or self.thinker.is_cancelled:
            return False
        self.thinker.cancel()
        return True

    @property
    def shown_state(self) -> Any:
        """The state that is shown."""
        made = len(self.match.moves) if self.reviewed is None else self.reviewed
        return self.match.states[made]

    @property
    def shown_move(self) -> Played | None:
        """The move that led to it."""
        made = len(self.match.moves) if self.reviewed is None else self.reviewed
        return self.match.moves[made - 1] if made else None

    @property
    def is_turned(self) -> bool:
        """Whether the board is seen from the second player's side.

        So it is where only that side is a person's, in a game whose boards have sides.
        """
        if self.turned is not None:
            return self.turned
        players = self.match.players
        only_second = isinstance(players[Player.MIN], Human) and not isinstance(
            players[Player.MAX], Human
        )
        return self.match.game.has_sides and only_second

    def has_people(self) -> bool:
        """Whether a person plays one of the sides."""
        return any(isinstance(who, Human) for who in self.match.players.values())

    def may_move(self) -> bool:
        """Whether a person may make a move now; says why where none may."""
        if self.reviewed is not None:
            self.say("This is a position of before: v goes back to the present.")
        elif self.match.is_over:
            self.say("The match is over: N begins another, x with the sides changed.")
        elif not self.match.is_humans_turn:
            self.say("It is not your turn." if self.has_people() else "c lets a person play.")
        elif self.thinker is not None:
            self.say("A hint is being looked for: Esc stops that.")
        else:
            return True
        return False
