"""A match: a game, who plays it, and the moves so far."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from engine.errors import InvalidInput, UsageError
from engine.game import AnyGame, Player
from engine.match.choosing import Choice, Thinking, drawn
from engine.match.history import Kind, Played
from engine.match.naming import find_move
from engine.match.players import Human, Participant, SearchPlayer
from engine.match.positions import source_of
from engine.match.results import Result, resigned_result
from engine.match.standing import Standing
from engine.match.suiting import suited

__all__ = ["HINT", "Kind", "Match", "Played", "source_of"]


#: Who gives hints: the search that suits the game, as `search` plays it.
HINT: Final = SearchPlayer()


class Match(Standing):
    """A match, from an initial state to wherever it has come.

    Forced passes and the moves of chance are made by themselves, after the move that leads to
    them; each is a `Played` of its own.

    Args:
        game: the game; the match begins at its initial state.
        first: who plays MAX, the game's first player; a person by default.
        second: who plays MIN; a search by default.
        source: the SOURCE that opens the game again; by default told from the game where it is one
            of `engine.games`, else empty.
        seed: what random players, MCTS and chance draw from.
        settle: whether what happens by itself at the start happens at once; a reader of saved
            matches calls `settle` later.

    Raises:
        UsageError: a player does not suit the game.
    """

    def __init__(
        self,
        game: AnyGame,
        first: Participant | None = None,
        second: Participant | None = None,
        *,
        source: str = "",
        seed: int = 0,
        settle: bool = True,
    ) -> None:
        super().__init__(game, first or Human(), second or SearchPlayer())
        self.source = source or source_of(game)
        self.seed = seed
        #: What a file said of the match that nobody here needs, such as the tags of a PGN.
        self.tags: dict[str, str] = {}
        for player in self._players.values():
            player.check(game)
        self._tries: dict[Player, Sequence[SearchPlayer]] = {}
        if settle:
            self.settle()

    def seat(self, player: Player, who: Participant) -> None:
        """Let somebody else play a side from now on.

        Args:
            player: MAX or MIN.
            who: who is to play it.

        Raises:
            UsageError: that player does not suit the game.
        """
        who.check(self.game)
        self._players[player] = who
        self._tries.pop(player, None)

    # Moves ------------------------------------------------------------------------------------

    def find(self, text: str) -> Any:
        """The legal move that a person means; see `engine.match.naming.find_move`.

        Raises:
            InvalidInput: no legal move is meant, or several, or the match is over.
        """
        self._check_under_way(text)
        return find_move(self.game, self.state, text)

    def play(self, action: Any, choice: Choice | None = None) -> tuple[Played, ...]:
        """Make a move. What had been taken back can then not be made again.

        Args:
            action: a legal one, as `legal_moves` gives it.
            choice: how it was chosen, where no person chose it.

        Returns:
            The move, and the forced passes and moves of chance that followed by themselves.

        Raises:
            InvalidInput: it is not legal, or the match is over.
        """
        name = self.game.name_of(action)
        self._check_under_way(name)
        if action not in self.game.moves(self.state):
            raise InvalidInput(
                f"{name!r} is no legal move here",
                expected=" ".join(move.name for move in self.legal_moves()),
            )
        self._history.undone.clear()
        return (self._append(action, "chosen", choice), *self.settle())

    def play_text(self, text: str) -> tuple[Played, ...]:
        """Make the move that a person typed; see `find` and `play`."""
        return self.play(self.find(text))

    def accept(self, choice: Choice) -> tuple[Played, ...]:
        """Make the move that was chosen by `thinking`; see `play`.

        Raises:
            UsageError: the match has gone on, or back, since the choice was asked for.
        """
        if choice.state is not self.state:
            raise UsageError(
                f"{choice.name} was chosen for another position",
                expected="a choice for the present one",
            )
        return self.play(choice.action, choice)

    def thinking(self) -> Thinking:
        """The choice of the next move by a player that is no person, ready to be run.

        Raises:
            UsageError: a person is to move.
            InvalidInput: the match is over.
        """
        self._check_under_way()
        side = self.to_move
        player = self._players[side]
        if isinstance(player, SearchPlayer) and side not in self._tries:
            # Told from where the match begins, so that a player keeps its limits.
            self._tries[side] = suited(player, self.game)
        return self._thinking(player, self._tries.get(side, ()))

    def hint(self) -> Thinking:
        """The choice that the search which suits the game would make, to be run and shown.

        Raises:
            InvalidInput: the match is over.
        """
        self._check_under_way()
        return self._thinking(HINT, ())

    def settle(self) -> tuple[Played, ...]:
        """Make the forced passes and the moves of chance that come now.

        Returns:
            Those moves; nothing where a player has a choice or the match is over.
        """
        happened = []
        while not self.is_over:
            state = self.state
            if self.to_move is Player.CHANCE:
                outcome = drawn(
                    self.game.chances(state), self.seed, str(len(self._history.done) + 1)
                )
                happened.append(self._append(outcome, "chance"))
                continue
            if not self.is_pass_forced:
                break
            happened.append(self._append(self.game.actions(state)[0], "forced"))
        return tuple(happened)

    def follow(
        self,
        text: str,
        choice: Choice | None = None,
        comment: str = "",
        glyphs: tuple[int, ...] = (),
    ) -> Played:
        """Make the move that a saved match says came next, by a player or by chance.

        Args:
            text: its name, as `find` takes it.
            choice: how it was chosen, where that is known; its state and action are put right.
            comment: what stands beside it in the file.
            glyphs: the annotation glyphs that stand beside it.

        Raises:
            InvalidInput: it is not legal, or the match is over.
        """
        action = self.find(text)
        if self.to_move is Player.CHANCE:
            return self._append(action, "chance", None, comment, glyphs)
        if self.is_pass_forced:
            return self._append(action, "forced", None, comment, glyphs)
        if choice is not None:
            name = self.game.name_of(action)
            choice = replace(choice, state=self.state, action=action, name=name)
        return self._append(action, "chosen", choice, comment, glyphs)

    # Back and forth ---------------------------------------------------------------------------

    def undo(self) -> tuple[Played, ...]:
        """Take back a resignation, or else the last move that somebody chose, and what followed.

        Returns:
            The moves taken back, in the order in which they were made; nothing where none was.
        """
        if self._resigned is not None:
            self._resigned = None
            return ()
        return self._history.take_back()

    def undo_turn(self) -> tuple[Played, ...]:
        """Take back moves until it is again the turn of the person who moved last.

        So an engine's reply goes with the move that it replied to. Where no person plays, or none
        has moved yet, one move is taken back.

        Returns:
            As `undo`.
        """
        if self._resigned is not None or not any(map(self._was_a_persons, self._history.done)):
            return self.undo()
        taken: tuple[Played, ...] = ()
        while not taken or not self._was_a_persons(taken[0]):
            taken = (*self.undo(), *taken)
        return taken

    def redo(self) -> tuple[Played, ...]:
        """Make the move again that was taken back last, and what followed by itself.

        Returns:
            The moves made again; nothing where there is none.
        """
        return self._history.make_again()

    def redo_turn(self) -> tuple[Played, ...]:
        """Make moves again until a person is to move, or all have been made.

        Returns:
            As `redo`.
        """
        again = self.redo()
        while self._history.undone and not self.is_humans_turn:
            again += self.redo()
        return again

    def resign(self, player: Player | None = None) -> Result:
        """End the match: a player gives it up.

        Args:
            player: who; by default who is to move.

        Returns:
            The result.

        Raises:
            InvalidInput: the match is over.
        """
        self._check_under_way()
        self._resigned = self.to_move if player is None else player
        return resigned_result(self.game, self._resigned)

    # Inside -----------------------------------------------------------------------------------

    def _was_a_persons(self, played: Played) -> bool:
        """Whether a person chose a move: at the side of one, and not by a search before."""
        side = self._players.get(played.player)
        return played.kind == "chosen" and played.choice is None and isinstance(side, Human)

    def _append(
        self,
        action: Any,
        kind: Kind,
        choice: Choice | None = None,
        comment: str = "",
        glyphs: tuple[int, ...] = (),
    ) -> Played:
        state, game = self.state, self.game
        number, after = len(self._history.done) + 1, game.result(state, action)
        played = Played(
            number, game.to_move(state), action, game.name_of(action), kind, state, after,
            choice, comment, glyphs,
        )  # fmt: skip
        self._history.done.append(played)
        return played

    def _thinking(self, player: Participant, tries: Sequence[SearchPlayer]) -> Thinking:
        return Thinking(self.game, self.state, player, tries, self.seed, self._draw)

    @property
    def _draw(self) -> str:
        """What tells a draw at this move from all others."""
        return str(len(self._history.done) + 1)

    def _check_under_way(self, text: str = "") -> None:
        result = self.result
        if result is not None:
            raise InvalidInput(
                f"{text!r}, and the match is over" if text else "the match is over",
                expected="no more moves",
                hint=result.text.rstrip("."),
            )
