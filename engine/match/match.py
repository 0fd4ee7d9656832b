"""A match: a game, its players, and the moves so far."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from engine.errors import InvalidInput, SearchRefused, UsageError
from engine.game import AnyGame, Player, VectorGame
from engine.match.board_view import find_source
from engine.match.choosing import ChosenMove, MoveSearch, random_outcome
from engine.match.history import Kind, MatchResult, PlayedMove, resigned_result
from engine.match.naming import find_move
from engine.match.players import Human, Participant, SearchPlayer, check_player, searches_for
from engine.match.standing import MatchState

#: The player that gives hints: the search that suits the game.
HINT: Final = SearchPlayer()


class Match(MatchState):
    """A match, from the initial state to the current one.

    Forced passes and chance moves are made automatically after the move before them. Each is a
    separate `PlayedMove`.
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
        if isinstance(game, VectorGame):
            raise SearchRefused(
                f"a match needs one value per end, and {game} has {len(game.share_names)}",
                expected="a game with one value per leaf",
                hint="To search it, use: plytrace trace FILE",
            )
        super().__init__(game, first or Human(), second or SearchPlayer())
        self.source = source or find_source(game)
        self.seed = seed
        #: Other data from a file about the match, such as the tags of a PGN.
        self.tags: dict[str, str] = {}
        for player in self._players.values():
            check_player(player, game)
        self._tries: dict[Player, Sequence[SearchPlayer]] = {}
        if settle:
            self.settle()

    def seat(self, player: Player, who: Participant) -> None:
        """Assign another player to a side from now on."""
        check_player(who, self.game)
        self._players[player] = who
        self._tries.pop(player, None)

    # Moves ------------------------------------------------------------------------------------

    def find(self, text: str) -> Any:
        """Return the legal move that a person means; see `engine.match.naming.find_move`."""
        self._check_under_way(text)
        return find_move(self.game, self.state, text)

    def play(self, action: Any, choice: ChosenMove | None = None) -> tuple[PlayedMove, ...]:
        """Make a move. Moves taken back before can no longer be redone."""
        name = self.game.name_of(action)
        self._check_under_way(name)
        if action not in self.game.moves(self.state):
            raise InvalidInput(
                f"{name!r} is not a legal move here",
                expected=" ".join(move.name for move in self.legal_moves()),
            )
        self._history.undone.clear()
        return (self._append(action, "chosen", choice), *self.settle())

    def play_text(self, text: str) -> tuple[PlayedMove, ...]:
        """Make the move that the player typed; see `find` and `play`."""
        return self.play(self.find(text))

    def accept(self, choice: ChosenMove) -> tuple[PlayedMove, ...]:
        """Make the move that was chosen by `thinking`; see `play`."""
        if choice.state is not self.state:
            raise UsageError(
                f"{choice.name} was chosen for another position",
                expected="a choice for the current position",
            )
        return self.play(choice.action, choice)

    def thinking(self) -> MoveSearch:
        """Return the search for the next move of a computer player, ready to run."""
        self._check_under_way()
        side = self.to_move
        player = self._players[side]
        if isinstance(player, SearchPlayer) and side not in self._tries:
            # Chosen from the start of the match, so that a player keeps its limits.
            self._tries[side] = searches_for(player, self.game)
        return self._make_search(player, self._tries.get(side, ()))

    def hint(self) -> MoveSearch:
        """Return a search for a hint, ready to run."""
        self._check_under_way()
        return self._make_search(HINT, ())

    def settle(self) -> tuple[PlayedMove, ...]:
        """Make the forced passes and chance moves that are due."""
        happened = []
        while not self.is_over:
            state = self.state
            if self.to_move is Player.CHANCE:
                outcome = random_outcome(
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
        choice: ChosenMove | None = None,
        comment: str = "",
        glyphs: tuple[int, ...] = (),
    ) -> PlayedMove:
        """Make the next move of a saved match, by a player or by chance."""
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

    def undo(self) -> tuple[PlayedMove, ...]:
        """Take back a resignation, or the last chosen move and the automatic moves after it."""
        if self._resigned is not None:
            self._resigned = None
            return ()
        return self._history.take_back()

    def undo_turn(self) -> tuple[PlayedMove, ...]:
        """Take back moves until the human who moved last is to move again.

        An engine's reply is taken back with the move that it answers. If no human plays, or none
        has moved yet, one move is taken back.
        """
        if self._resigned is not None or not any(map(self._is_by_human, self._history.done)):
            return self.undo()
        taken: tuple[PlayedMove, ...] = ()
        while not taken or not self._is_by_human(taken[0]):
            taken = (*self.undo(), *taken)
        return taken

    def redo(self) -> tuple[PlayedMove, ...]:
        """Redo the move taken back last and the automatic moves after it."""
        return self._history.make_again()

    def redo_turn(self) -> tuple[PlayedMove, ...]:
        """Redo moves until a human is to move or none are left."""
        again = self.redo()
        while self._history.undone and not self.is_humans_turn:
            again += self.redo()
        return again

    def resign(self, player: Player | None = None) -> MatchResult:
        """End the match by resignation."""
        self._check_under_way()
        self._resigned = self.to_move if player is None else player
        return resigned_result(self.game, self._resigned)

    # Inside -----------------------------------------------------------------------------------

    def _is_by_human(self, played: PlayedMove) -> bool:
        """Return whether a human chose a move, and not a search that played the side earlier."""
        side = self._players.get(played.player)
        return played.kind == "chosen" and played.choice is None and isinstance(side, Human)

    def _append(
        self,
        action: Any,
        kind: Kind,
        choice: ChosenMove | None = None,
        comment: str = "",
        glyphs: tuple[int, ...] = (),
    ) -> PlayedMove:
        state, game = self.state, self.game
        number, after = len(self._history.done) + 1, game.result(state, action)
        played = PlayedMove(
            number, game.to_move(state), action, game.name_of(action), kind, state, after,
            choice, comment, glyphs,
        )  # fmt: skip
        self._history.done.append(played)
        return played

    def _make_search(self, player: Participant, tries: Sequence[SearchPlayer]) -> MoveSearch:
        return MoveSearch(self.game, self.state, player, tries, self.seed, self._draw)

    @property
    def _draw(self) -> str:
        """The identifier of the random draw at this move."""
        return str(len(self._history.done) + 1)

    def _check_under_way(self, text: str = "") -> None:
        result = self.result
        if result is not None:
            raise InvalidInput(
                f"{text!r} cannot be played: the match is over" if text else "the match is over",
                expected="no more moves",
                hint=result.text.rstrip("."),
            )
