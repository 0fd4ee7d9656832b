"""Adapters between games written for AIMA's code and plytrace's games.

The published code to Russell and Norvig, *Artificial Intelligence: A Modern Approach* (aima-python
and the package aima3, games.py), expects of a game: `initial`, `to_move`, `actions`, `result`,
`utility`, and `terminal_test` (the code to the 3rd edition) or `is_terminal` (the 4th).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

from engine.errors import InvalidInput, SearchRefused
from engine.game import AnyGame, Game, Number, Player

_METHODS: Final = ("to_move", "actions", "result", "utility")
_ENDS: Final = ("is_terminal", "terminal_test")
_ABSENT: Final = object()

#: Optional members that such a game may have, besides `has_chance` and `labels`.
_OPTIONAL: Final = (
    "size", "has_wins", "plies_per_round", "chance_plays", "columns", "evaluations", "warnings",
    "rules", "move_naming", "given_order", "static_order", "chances", "evaluate",
    "read_evaluation", "priority", "is_pass", "name_of", "draw", "parse", "format",
)  # fmt: skip

#: Plies to search for the other player's name.
_PLIES_AHEAD: Final = 4


def missing_parts(program: object) -> list[str]:
    """Return the missing parts of a game; empty if the object is a game."""
    missing = [name for name in _METHODS if not _has(program, name)]
    if not any(_has(program, name) for name in _ENDS):
        missing.append("is_terminal")
    if not _has(program, "initial", lambda state: state is not _ABSENT):
        missing.append("initial")
    return missing


def _has(program: object, name: str, holds: Callable[[Any], bool] = callable) -> bool:
    """Return whether a program has a part; one that raises is reported when it is used."""
    try:
        return holds(getattr(program, name, _ABSENT))
    except (Exception, SystemExit):
        return True


class FromAima(Game[Any, Any]):
    """A game written for AIMA's code, or any object with its methods.

    MAX is the player to move at its initial state, unless its players are named MAX and MIN.
    Optional methods of `Game` are used if it has them.
    """

    def __init__(self, program: Any) -> None:
        missing = missing_parts(program)
        self.name = str(getattr(program, "name", "") or type(program).__name__)
        if missing:
            raise InvalidInput(
                f"{self.name} is not a game: it lacks {', '.join(missing)}",
                expected="initial, to_move, actions, result, is_terminal and utility",
            )
        self.program = program
        self.initial = program.initial
        for name in _OPTIONAL:
            own = getattr(program, name, None)
            if own is not None and callable(own) is callable(getattr(Game, name)):
                setattr(self, name, own)
        self.has_chance = bool(getattr(program, "has_chance", hasattr(program, "chances")))
        is_4e = hasattr(program, "is_terminal")
        self._end = program.is_terminal if is_4e else program.terminal_test
        #: The program's players, if they are not named MAX and MIN.
        self._sides: dict[Any, Player] = {}
        #: What it calls each player, as far as it has named them.
        self._names: dict[Player, Any] = {}
        with suppress(Exception, SystemExit):  # a search reports the fault and shows the state
            self._look_ahead()
        self.labels = {**Game.labels, **{player: str(side) for side, player in self._sides.items()}}
        labels = getattr(program, "labels", None)
        if isinstance(labels, Mapping):
            self.labels |= labels

    def to_move(self, state: Any) -> Player:
        """Return the player to move, translated from the program's."""
        side = self.program.to_move(state)
        player = self._sides.get(side, _parse_side(side))
        if player is None:
            taken = self._sides.values()
            if Player.MIN in taken:
                raise InvalidInput(
                    f"to_move of {self} returns {side!r}",
                    where=self.format(state),
                    expected=" or ".join(repr(side) for side in self._sides),
                )
            player = Player.MIN if Player.MAX in taken else Player.MAX
            self._sides[side] = player
        self._names.setdefault(player, side)
        return player

    def actions(self, state: Any) -> Sequence[Any]:
        moves = self.program.actions(state)
        return moves if isinstance(moves, (list, tuple)) else list(moves)

    def result(self, state: Any, action: Any) -> Any:
        return self.program.result(state, action)

    def is_terminal(self, state: Any) -> bool:
        """Return its `is_terminal`, or `terminal_test` in code for the 3rd edition."""
        return bool(self._end(state))

    def utility(self, state: Any, player: Player) -> Number:
        """Return its utility for a player; the other's negative for one that it never named."""
        if player not in self._names and player.opponent in self._names:
            return -self.utility(state, player.opponent)
        value: Number = self.program.utility(state, self._names.get(player, player))
        return value

    def _look_ahead(self) -> None:
        """Find the other player's name in the first moves, for listings."""
        state = self.initial
        self.to_move(state)
        for _ in range(_PLIES_AHEAD):
            if self.is_terminal(state) or not (moves := self.moves(state)):
                return
            state = self.result(state, moves[0])
            if not self.is_terminal(state):  # at the end, the player to move is arbitrary
                self.to_move(state)


class ForAima:
    """An adapter for AIMA's programs: `alphabeta_search(game.initial, game)`.

    Their programs treat the player to move at the root as MAX. Utilities are returned for the
    player that they pass.
    """

    def __init__(self, game: AnyGame) -> None:
        if game.has_chance:
            raise SearchRefused(
                f"{game} has chance nodes, which AIMA's minimax and alpha-beta do not support",
                expected="a game without chance",
            )
        self.game = game
        self.initial, self.to_move, self.result = game.initial, game.to_move, game.result
        # The code to the 3rd edition asks `terminal_test`, that to the 4th `is_terminal`.
        self.is_terminal = self.terminal_test = game.is_terminal

    def actions(self, state: Any) -> list[Any]:
        """Return the legal moves; none at the end."""
        return [] if self.game.is_terminal(state) else list(self.game.actions(state))

    def utility(self, state: Any, player: Player) -> Number:
        """Return a state's value for a player: their cutoff search asks for that of any state."""
        if self.game.is_terminal(state):
            return self.game.utility(state, player)
        value = self.game.evaluate(state)
        return value if player is Player.MAX else -value

    def display(self, state: Any) -> None:
        """Print the board."""
        print(self.game.draw(state))

    def __repr__(self) -> str:
        return f"<{self.game}>"


def _parse_side(side: Any) -> Player | None:
    """Return the player named MAX or MIN; None for other names."""
    if isinstance(side, Player):
        return side
    return Player.__members__.get(side.upper()) if isinstance(side, str) else None
