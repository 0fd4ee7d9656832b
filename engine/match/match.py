"""A match: a game, its players, the moves so far, and its result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, TypeAlias

from engine.errors import InvalidInput, SearchRefused, UsageError
from engine.game import AnyGame, Player, VectorGame
from engine.match.choosing import ChosenMove, MoveSearch, random_outcome
from engine.match.players import Human, Participant, SearchPlayer, check_player, searches_for
from engine.match.position import LegalMove, find_move, find_source, legal_moves


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The result of a match."""

    winner: Player | None
    value: float
    text: str


def find_result(game: AnyGame, states: Sequence[Any]) -> MatchResult | None:
    """Return the result of a game with these states; None if it is not over."""
    last = states[-1]
    how = game.ending(states)
    if not game.is_terminal(last):
        return MatchResult(None, 0, f"A draw by {how}.") if how else None
    value = game.utility(last, Player.MAX)
    if how and not game.has_wins:  # no winner: the reason states the value
        return MatchResult(None, float(value), f"{how}.")
    by = f" by {how}" if how else ""
    standing = game.score_line(last, states[0])
    score = f" ({standing})" if standing and not game.has_wins else ""
    if game.plies_per_round == 1:
        return MatchResult(None, float(value), f"It ends with a value of {float(value):g}{score}.")
    if value == 0:
        return MatchResult(None, 0, f"A draw{by}{score}.")
    winner = Player.MAX if value > 0 else Player.MIN
    amount = "" if game.has_wins else f" by {abs(float(value)):g}"
    return MatchResult(
        winner, float(value), f"{_name_player(game, winner)} wins{amount}{by}{score}."
    )


def _name_player(game: AnyGame, player: Player) -> str:
    label = game.labels[player]
    return label[:1].upper() + label[1:]


#: How a move was made: a player chose it, a pass was the only move, or chance drew it.
Kind: TypeAlias = Literal["chosen", "forced", "chance"]


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """A move that was made."""

    number: int
    player: Player
    action: Any
    name: str
    kind: Kind
    before: Any
    after: Any
    choice: ChosenMove | None = None


#: The player that gives hints: the search that suits the game.
HINT: Final = SearchPlayer()


class Match:
    """A match, from the initial state to the current one.

    Forced passes and chance moves are made automatically after the move before them. Each is a
    separate `PlayedMove`; undo and redo treat it as a part of the move before it.
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
        self.game = game
        self.source = source or find_source(game)
        self.seed = seed
        self._players = {Player.MAX: first or Human(), Player.MIN: second or SearchPlayer()}
        for player in self._players.values():
            check_player(player, game)
        self._tries: dict[Player, Sequence[SearchPlayer]] = {}
        self._moves: list[PlayedMove] = []
        #: The moves taken back; the last one is the next to redo.
        self._undone: list[PlayedMove] = []
        if settle:
            self.settle()

    # What it is like now ----------------------------------------------------------------------

    @property
    def players(self) -> Mapping[Player, Participant]:
        """The players of MAX and MIN."""
        return self._players

    @property
    def moves(self) -> tuple[PlayedMove, ...]:
        """The moves so far."""
        return tuple(self._moves)

    @property
    def states(self) -> list[Any]:
        """The states from the first to the current one: one more than the moves."""
        return [self.game.initial, *(played.after for played in self._moves)]

    @property
    def state(self) -> Any:
        """The current state."""
        return self._moves[-1].after if self._moves else self.game.initial

    @property
    def last(self) -> PlayedMove | None:
        """The last move; None if there is none."""
        return self._moves[-1] if self._moves else None

    @property
    def to_move(self) -> Player:
        """Whose turn it is; at the end, whose turn it would be."""
        return self.game.to_move(self.state)

    @property
    def is_humans_turn(self) -> bool:
        """Whether a human is to move now."""
        return not self.is_over and isinstance(self._players.get(self.to_move), Human)

    @property
    def result(self) -> MatchResult | None:
        """The result; None if the match is not over."""
        return find_result(self.game, self.states)

    @property
    def is_over(self) -> bool:
        """Whether it has ended."""
        return self.result is not None

    @property
    def score_line(self) -> str:
        """A short score, such as `B 5, W 2`; empty if the game has none."""
        return self.game.score_line(self.state, self.game.initial)

    def label(self, player: Player) -> str:
        """Return a player's name in the game: X, B, White, first, chance."""
        return self.game.labels[player]

    def legal_moves(self) -> list[LegalMove]:
        """Return the legal moves, with their names and cells; none if the match is over."""
        return [] if self.is_over else legal_moves(self.game, self.state)

    @property
    def is_pass_forced(self) -> bool:
        """Whether the side to move can only pass."""
        if self.is_over or self.to_move is Player.CHANCE:
            return False
        actions = self.game.actions(self.state)
        return len(actions) == 1 and self.game.is_pass(actions[0])

    # Moves ------------------------------------------------------------------------------------

    def seat(self, player: Player, who: Participant) -> None:
        """Assign another player to a side from now on."""
        check_player(who, self.game)
        self._players[player] = who
        self._tries.pop(player, None)

    def find(self, text: str) -> Any:
        """Return the legal move that a person means; see `engine.match.position.find_move`."""
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
        self._undone.clear()
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
                outcome = random_outcome(self.game.chances(state), self.seed, self._draw)
                happened.append(self._append(outcome, "chance"))
            elif self.is_pass_forced:
                happened.append(self._append(self.game.actions(state)[0], "forced"))
            else:
                break
        return tuple(happened)

    def follow(self, text: str, choice: ChosenMove | None = None) -> PlayedMove:
        """Make the next move of a saved match, by a player or by chance."""
        action = self.find(text)
        kind: Kind = "chosen"
        if self.to_move is Player.CHANCE:
            kind = "chance"
        elif self.is_pass_forced:
            kind = "forced"
        if kind != "chosen":
            choice = None
        elif choice is not None:
            name = self.game.name_of(action)
            choice = replace(choice, state=self.state, action=action, name=name)
        return self._append(action, kind, choice)

    # Back and forth ---------------------------------------------------------------------------

    def undo(self) -> tuple[PlayedMove, ...]:
        """Take back the last chosen move and the automatic moves after it."""
        chosen = [at for at, played in enumerate(self._moves) if played.kind == "chosen"]
        if not chosen:
            return ()
        taken = self._moves[chosen[-1] :]
        del self._moves[chosen[-1] :]
        self._undone += reversed(taken)
        return tuple(taken)

    def undo_turn(self) -> tuple[PlayedMove, ...]:
        """Take back moves until the human who moved last is to move again.

        An engine's reply is taken back with the move that it answers. If no human plays, or none
        has moved yet, one move is taken back.
        """
        if not any(map(self._is_by_human, self._moves)):
            return self.undo()
        taken: tuple[PlayedMove, ...] = ()
        while not taken or not self._is_by_human(taken[0]):
            taken = (*self.undo(), *taken)
        return taken

    def redo(self) -> tuple[PlayedMove, ...]:
        """Redo the move taken back last and the automatic moves after it."""
        again: list[PlayedMove] = []
        while self._undone and (not again or self._undone[-1].kind != "chosen"):
            again.append(self._undone.pop())
        self._moves += again
        return tuple(again)

    def redo_turn(self) -> tuple[PlayedMove, ...]:
        """Redo moves until a human is to move or none are left."""
        again = self.redo()
        while self._undone and not self.is_humans_turn:
            again += self.redo()
        return again

    # Inside -----------------------------------------------------------------------------------

    def _is_by_human(self, played: PlayedMove) -> bool:
        """Return whether a human chose a move, and not a search that played the side earlier."""
        side = self._players.get(played.player)
        return played.kind == "chosen" and played.choice is None and isinstance(side, Human)

    def _append(self, action: Any, kind: Kind, choice: ChosenMove | None = None) -> PlayedMove:
        state, game = self.state, self.game
        number, after = len(self._moves) + 1, game.result(state, action)
        played = PlayedMove(
            number, game.to_move(state), action, game.name_of(action), kind, state, after, choice
        )
        self._moves.append(played)
        return played

    def _make_search(self, player: Participant, tries: Sequence[SearchPlayer]) -> MoveSearch:
        return MoveSearch(self.game, self.state, player, tries, self.seed, self._draw)

    @property
    def _draw(self) -> str:
        """The identifier of the random draw at this move."""
        return str(len(self._moves) + 1)

    def _check_under_way(self, text: str = "") -> None:
        result = self.result
        if result is not None:
            raise InvalidInput(
                f"{text!r} cannot be played: the match is over" if text else "the match is over",
                expected="no more moves",
                hint=result.text.rstrip("."),
            )
