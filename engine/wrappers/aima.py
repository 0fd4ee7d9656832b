"""Games written for the code of AIMA under our searches, and ours under its programs.

The published code to Russell and Norvig, *Artificial Intelligence: A Modern Approach* (aima-python
and the package aima3, games.py), asks of a game: `initial`, `to_move`, `actions`, `result`,
`utility`, and `terminal_test` (the code to the 3rd edition) or `is_terminal` (the 4th).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.errors import InvalidInput, SearchRefused
from engine.evaluation import Evaluation
from engine.game import AnyGame, Game, Number, Player
from engine.wrappers.faults import one_word

__all__ = ["ForAima", "FromAima", "missing_parts"]

_METHODS: Final = ("to_move", "actions", "result", "utility")
_ENDS: Final = ("is_terminal", "terminal_test")

#: What such a game may set as ours do.
_ATTRIBUTES: Final = (
    "size", "has_wins", "plies_per_round", "chance_plays", "columns", "evaluations", "warnings",
)  # fmt: skip

#: How many plies are looked ahead for the other player's name.
_PLIES_AHEAD: Final = 4


def missing_parts(program: object) -> list[str]:
    """What an object lacks to be searched as a game; nothing where it is one."""
    missing = [name for name in _METHODS if not callable(getattr(program, name, None))]
    if not any(callable(getattr(program, name, None)) for name in _ENDS):
        missing.append("is_terminal")
    if not hasattr(program, "initial"):
        missing.append("initial")
    return missing


class FromAima(Game[Any, Any]):
    """A game written for AIMA's code, or any object with its methods.

    MAX is whoever moves at its initial state, unless its players call themselves MAX and MIN. Its
    utility is asked for MAX alone. Where it has methods that ours may have (`evaluate`, `chances`,
    `name_of`, `draw`, `parse`, `format`, `priority`, `is_pass`), they are used.

    Args:
        program: the object. Its states need not be hashable for searches that keep no table.

    Raises:
        InvalidInput: it lacks a method or its initial state.
    """

    def __init__(self, program: Any) -> None:
        missing = missing_parts(program)
        self.name = str(getattr(program, "name", "") or type(program).__name__)
        if missing:
            raise InvalidInput(
                f"{self.name} is no game: it lacks {', '.join(missing)}",
                expected="initial, to_move, actions, result, is_terminal and utility",
            )
        self.program = program
        self.initial = program.initial
        for attribute in _ATTRIBUTES:
            if hasattr(program, attribute):
                setattr(self, attribute, getattr(program, attribute))
        self.has_chance = bool(getattr(program, "has_chance", hasattr(program, "chances")))
        is_4e = hasattr(program, "is_terminal")
        self._end = program.is_terminal if is_4e else program.terminal_test
        #: The program's players, where they do not call themselves MAX and MIN.
        self._sides: dict[Any, Player] = {}
        self._max: Any = Player.MAX
        side = program.to_move(self.initial)
        if isinstance(side, str) and _known_side(side) is not None:
            self._max = _as_written(side, "max")
        self._look_ahead()
        self.labels = {**Game.labels, **{player: str(side) for side, player in self._sides.items()}}
        labels = getattr(program, "labels", None)
        if isinstance(labels, Mapping):
            self.labels |= labels

    def to_move(self, state: Any) -> Player:
        """The player of whoever the program says is to move.

        Raises:
            InvalidInput: a third player.
        """
        side = self.program.to_move(state)
        player = self._sides.get(side, _known_side(side))
        if player is None:
            taken = self._sides.values()
            if Player.MIN in taken:
                raise InvalidInput(
                    f"to_move of {self} gives {side!r}",
                    where=self.format(state),
                    expected=" or ".join(repr(known) for known in self._sides),
                )
            player = Player.MIN if Player.MAX in taken else Player.MAX
            if player is Player.MAX:
                self._max = side
            self._sides[side] = player
        return player

    def actions(self, state: Any) -> Sequence[Any]:
        """The program's moves as a list."""
        moves = self.program.actions(state)
        return moves if isinstance(moves, (list, tuple)) else list(moves)

    def result(self, state: Any, action: Any) -> Any:
        """The program's next state."""
        return self.program.result(state, action)

    def is_terminal(self, state: Any) -> bool:
        """Its `is_terminal`, or `terminal_test` of the code to the 3rd edition."""
        return bool(self._end(state))

    def utility(self, state: Any, player: Player) -> Number:
        """Its utility for MAX; for MIN the negative."""
        value: Number = self.program.utility(state, self._max)
        return value if player is Player.MAX else -value

    def chances(self, state: Any) -> Sequence[tuple[Any, Number]]:
        """Its own outcomes and probabilities."""
        pairs: Sequence[tuple[Any, Number]] = self._ask("chances", state)
        return pairs

    def evaluate(self, state: Any) -> Number:
        """Its own estimate, in MAX's favour."""
        value: Number = self._ask("evaluate", state)
        return value

    def read_evaluation(self, spec: Mapping[str, Any]) -> Evaluation:
        """Its own reading of a description."""
        evaluation: Evaluation = self._ask("read_evaluation", spec)
        return evaluation

    def priority(self, state: Any, action: Any) -> Number:
        """Its own rank of a move."""
        rank: Number = self._ask("priority", state, action)
        return rank

    def is_pass(self, action: Any) -> bool:
        """Its own word on passes."""
        return bool(self._ask("is_pass", action))

    def name_of(self, action: Any) -> str:
        """Its own name of a move, or the move's text, as one word: `(0, 1)` is (0,1)."""
        return one_word(str(self._ask("name_of", action)))

    def draw(self, state: Any) -> str:
        """Its own board."""
        return str(self._ask("draw", state))

    def parse(self, text: str) -> Any:
        """Its own reading of a position."""
        return self._ask("parse", text)

    def format(self, state: Any) -> str:
        """Its own text of a position, or Python's."""
        return str(self._ask("format", state))

    def _ask(self, method: str, *of: Any) -> Any:
        """The program's method, or what every game does without one."""
        own = getattr(self.program, method, None)
        return own(*of) if callable(own) else getattr(super(), method)(*of)

    def _look_ahead(self) -> None:
        """Learn the other player's name from the first moves, for listings."""
        state = self.initial
        self.to_move(state)
        for _ in range(_PLIES_AHEAD):
            if self.is_terminal(state) or not (moves := self.moves(state)):
                return
            state = self.result(state, moves[0])
            if not self.is_terminal(state):  # there, the next player may be said to be anyone
                self.to_move(state)


class ForAima:
    """One of our games as AIMA's programs ask for it: `alphabeta_search(game.initial, game)`.

    Their programs take MAX to be whoever moves at the root, and so does this: utilities are given
    to the player that is asked for.

    Args:
        game: a game without chance nodes.

    Raises:
        SearchRefused: it has chance nodes, which those programs do not know.
    """

    def __init__(self, game: AnyGame) -> None:
        if game.has_chance:
            raise SearchRefused(
                f"{game} has chance nodes, which AIMA's minimax and alpha-beta do not know",
                expected="a game without chance",
            )
        self.game = game
        self.initial = game.initial

    def to_move(self, state: Any) -> Player:
        """Whose turn it is."""
        return self.game.to_move(state)

    def actions(self, state: Any) -> list[Any]:
        """The legal moves; none at the end."""
        return [] if self.game.is_terminal(state) else list(self.game.actions(state))

    def result(self, state: Any, move: Any) -> Any:
        """The state that a move leads to."""
        return self.game.result(state, move)

    def terminal_test(self, state: Any) -> bool:
        """Whether the game is over, for the code to the 3rd edition."""
        return self.game.is_terminal(state)

    def is_terminal(self, state: Any) -> bool:
        """Whether the game is over, for the code to the 4th edition."""
        return self.game.is_terminal(state)

    def utility(self, state: Any, player: Player) -> Number:
        """What a state is worth to a player.

        Their cutoff search asks this of states in which the game is not over; such a state is
        worth its evaluation.
        """
        if self.game.is_terminal(state):
            return self.game.utility(state, player)
        value = self.game.evaluate(state)
        return value if player is Player.MAX else -value

    def display(self, state: Any) -> None:
        """Print the board, as their programs for playing do."""
        print(self.game.draw(state))

    def __repr__(self) -> str:
        return f"<{self.game}>"


def _known_side(side: Any) -> Player | None:
    """The player that a side calls itself; None where it has a name of another kind."""
    if isinstance(side, Player):
        return side
    return Player.__members__.get(side.upper()) if isinstance(side, str) else None


def _as_written(side: str, other: str) -> str:
    """A player's name in the letters that a program writes its names in: MAX, Max or max."""
    return other.upper() if side.isupper() else other.title() if side.istitle() else other
