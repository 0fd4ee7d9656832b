"""A game that is not ours, watched: its faults are told in words, with a state that shows them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from math import isfinite
from numbers import Integral, Rational, Real
from typing import Any, Final, NoReturn, TypeVar

from engine.errors import InvalidInput, PlytraceError
from engine.evaluation import Evaluation, Term
from engine.game import CHANCE, AnyGame, Game, Number, Player
from engine.wrappers.faults import near, one_word, place_in, short, told
from engine.wrappers.snapshot import snapshot
from engine.wrappers.wrapped import Wrapped

__all__ = ["Checked"]

_Answer = TypeVar("_Answer")

#: What is costly to check is checked at the first so many calls, and later at every so many.
_ALWAYS: Final = 4_000
_EVERY: Final = 256

#: What a double holds exactly of whole numbers.
_LARGEST: Final = 2**53
#: How far probabilities may miss 1 by rounding alone.
_ROUNDING: Final = Fraction(1, 10**9)


class Checked(Wrapped):
    """A game whose answers are checked before a search sees them.

    Refused are: a method that raises; a side to move that is none; no moves where the game is not
    over; no list of moves; a utility or an estimate that is no finite number; a utility of MIN
    that is not the negative of MAX's; probabilities that are none or do not sum to 1; no state, or
    a changed one, from `result`. Whether a method changes a state, and whether it gives the same
    moves when it is asked again, is checked at the first 4,000 calls and then at every 256th.

    Args:
        inner: the game, whose states may be anything.
        program: whose file an error is looked for in; the game itself by default.

    Raises:
        InvalidInput: it has no initial state.
    """

    def __init__(self, inner: AnyGame, program: object = None) -> None:
        self.program = inner if program is None else program
        self.file = getattr(sys.modules.get(type(self.program).__module__), "__file__", None) or ""
        if not hasattr(inner, "initial"):
            raise InvalidInput(
                f"{_called(inner)} has no initial state",
                where=near(self.file),
                expected="an attribute initial, set in the class or in __init__",
            )
        super().__init__(inner)
        self.name = _called(inner)
        self.labels = {**Game.labels, **inner.labels}
        self.evaluations = {
            name: self._watched(name, evaluation) for name, evaluation in inner.evaluations.items()
        }
        self._calls = {"actions": 0, "result": 0, "utility": 0}

    # The game ---------------------------------------------------------------------------------

    def to_move(self, state: Any) -> Player:
        """A player, or the number of one."""
        answer: Any = self._ask("to_move", self.inner.to_move, state)
        player = answer if type(answer) is Player else self._player_of(answer, state)
        if player is CHANCE and not self.has_chance:
            raise InvalidInput(
                f"to_move of {self} gives chance, but the game does not say that it has any",
                where=self._shown(state),
                expected="has_chance = True in the class",
            )
        return player

    def actions(self, state: Any) -> Sequence[Any]:
        """The moves as a list, and at least one where the game is not over."""
        costly = self._is_costly_due("actions")
        before = _looks(state) if costly else None
        moves = self._listed("actions", self.inner.actions, state)
        if not moves and not self.is_terminal(state):
            raise InvalidInput(
                f"actions of {self} gives no move where is_terminal says that play goes on",
                where=self._shown(state),
                expected="at least one move, or is_terminal to be true there",
                hint="A side that cannot move needs a move that passes, or the game is over",
            )
        if costly:
            self._see_unchanged("actions", before, state)
            again = self._listed("actions", self.inner.actions, state)
            if _differs(_looks(moves), _looks(again)):
                raise InvalidInput(
                    f"actions of {self} gives other moves when it is asked again: "
                    f"{short(repr(moves))}, then {short(repr(again))}",
                    where=self._shown(state),
                    expected="the same moves in the same order, every time",
                )
        return moves

    def result(self, state: Any, action: Any) -> Any:
        """The next state; the one that it came from is as it was."""
        costly = self._is_costly_due("result")
        before = _looks(state) if costly else None
        after = self._ask("result", self.inner.result, state, action)
        if costly:
            self._see_unchanged("result", before, state)
        if after is None:
            self._refuse("result", after, state, "the state after the move")
        return after

    def is_terminal(self, state: Any) -> bool:
        """Whether the game is over."""
        return self._truth("is_terminal", self.inner.is_terminal, state)

    def utility(self, state: Any, player: Player) -> Number:
        """A finite number; MIN's is the negative of MAX's."""
        value = self._number("utility", self.inner.utility, state, player)
        if self._is_costly_due("utility"):
            other = self._number("utility", self.inner.utility, state, player.opponent)
            if other != -value:
                raise InvalidInput(
                    f"utility of {self} gives {value} to {player.name} and {other} to "
                    f"{player.opponent.name}",
                    where=self._shown(state),
                    expected="what one gains the other loses: v for MAX and -v for MIN",
                )
        return value

    def chances(self, state: Any) -> Sequence[tuple[Any, Number]]:
        """Pairs of an outcome and its probability, which sum to 1."""
        answer = self._ask("chances", self.inner.chances, state)
        expected = "pairs of an outcome and its probability, which sum to 1"
        pairs: list[tuple[Any, Number]] = []
        try:
            for outcome, probability in answer.items() if isinstance(answer, Mapping) else answer:
                number = _as_number(probability)
                if number is None or number < 0:
                    self._refuse("chances", answer, state, f"{expected}, each 0 or more")
                pairs.append((outcome, number))
        except (TypeError, ValueError):
            self._refuse("chances", answer, state, expected)
        total = sum((Fraction(probability) for _, probability in pairs), Fraction())
        if abs(total - 1) > _ROUNDING:
            raise InvalidInput(
                f"the probabilities that chances of {self} gives sum to {float(total):g}",
                where=self._shown(state),
                expected=expected,
            )
        return pairs

    # What only some games have ----------------------------------------------------------------

    def evaluate(self, state: Any) -> Number:
        """A finite number."""
        return self._number("evaluate", self.inner.evaluate, state)

    def terms(self, state: Any) -> Sequence[Term]:  # noqa: D102
        return self._ask("terms", self.inner.terms, state)

    def read_evaluation(self, spec: Mapping[str, Any]) -> Evaluation:  # noqa: D102
        read = self._ask("read_evaluation", self.inner.read_evaluation, spec)
        return self._watched("read_evaluation", read)

    def priority(self, state: Any, action: Any) -> Number:
        """A finite number."""
        return self._number("priority", self.inner.priority, state, action)

    def is_pass(self, action: Any) -> bool:  # noqa: D102
        return self._truth("is_pass", self.inner.is_pass, action)

    def cell_of(self, action: Any) -> tuple[int, int] | None:  # noqa: D102
        return self._ask("cell_of", self.inner.cell_of, action)

    def name_of(self, action: Any) -> str:
        """One word."""
        return one_word(str(self._ask("name_of", self.inner.name_of, action)))

    def node_name(self, state: Any, path: Sequence[str]) -> str:  # noqa: D102
        return str(self._ask("node_name", self.inner.node_name, state, path))

    def note_of(self, state: Any) -> str:  # noqa: D102
        return str(self._ask("note_of", self.inner.note_of, state))

    def draw(self, state: Any) -> str:  # noqa: D102
        return str(self._ask("draw", self.inner.draw, state))

    def cells(self, state: Any) -> Sequence[Sequence[str]]:
        """Rows of texts."""
        rows = self._ask("cells", self.inner.cells, state)
        return [[str(sign) for sign in row] for row in rows]

    def cells_of(self, state: Any, action: Any) -> Sequence[tuple[int, int]]:  # noqa: D102
        return self._ask("cells_of", self.inner.cells_of, state, action)

    def spellings(self, action: Any) -> Sequence[str]:  # noqa: D102
        return [str(text) for text in self._ask("spellings", self.inner.spellings, action)]

    def score_line(self, state: Any, began: Any) -> str:  # noqa: D102
        return str(self._ask("score_line", self.inner.score_line, state, began))

    def ending(self, states: Sequence[Any]) -> str:  # noqa: D102
        return str(self._ask("ending", self.inner.ending, states))

    def format(self, state: Any) -> str:  # noqa: D102
        return str(self._ask("format", self.inner.format, state))

    def parse(self, text: str) -> Any:
        """The state that a position's text describes."""
        state = self._ask("parse", self.inner.parse, text)
        if state is None:
            self._refuse("parse", state, text, "the state that the text describes")
        return state

    # Checks -----------------------------------------------------------------------------------

    def _ask(self, method: str, answer: Callable[..., _Answer], *of: Any) -> _Answer:
        """An answer of the game; what it raises instead is told."""
        try:
            return answer(*of)
        except (PlytraceError, RecursionError, MemoryError):
            raise  # the first is told already; the others can be the search's own
        except (Exception, SystemExit) as error:
            raise InvalidInput(
                f"{method} of {self} raised {told(error)} (asked about {short(_text(of[0]))})",
                where=place_in(self.file, error.__traceback__),
                expected="a position that it can read"
                if method == "parse"
                else f"a {method} that works for every state that can be reached",
            ) from error

    def _truth(self, method: str, answer: Callable[..., Any], of: Any) -> bool:
        """True or False, or what means one of them."""
        found = self._ask(method, answer, of)
        if found is True or found is False:
            return found
        try:
            return bool(found)
        except Exception:  # an array, whose truth is nobody's
            self._refuse(method, found, of, "True or False")

    def failed(self, error: Exception) -> InvalidInput:
        """What is told of a fault outside its methods: in how its states compare, say."""
        return InvalidInput(
            f"{self} cannot be searched: {told(error)}",
            where=place_in(self.file, error.__traceback__),
            expected="states that can be compared and hashed, and methods that can be called",
        )

    def _listed(self, method: str, answer: Callable[..., Any], state: Any) -> Sequence[Any]:
        """A list of moves, made of whatever can be gone through in an order of its own."""
        moves = self._ask(method, answer, state)
        if type(moves) is tuple:
            return moves
        if isinstance(moves, (list, tuple)):
            return list(moves)  # a game may use its own list again, or be another list than it says
        if isinstance(moves, (set, frozenset)):
            self._refuse(method, moves, state, "a list: a set has no order of its own")
        if not isinstance(moves, Iterable) and not hasattr(moves, "__getitem__"):
            self._refuse(method, moves, state, "a list of moves")
        return self._ask(method, list, moves)

    def _player_of(self, number: Any, state: Any) -> Player:
        """The player of a number."""
        try:
            if isinstance(number, bool):
                raise ValueError(number)
            return Player(number)
        except ValueError:
            self._refuse("to_move", number, state, "Player.MAX, Player.MIN or Player.CHANCE")

    def _number(self, method: str, answer: Callable[..., Any], *of: Any) -> Number:
        value = self._ask(method, answer, *of)
        number = _as_number(value)
        if number is None:
            self._refuse(method, value, of[0], "a finite number, a whole one up to 2^53")
        return number

    def _watched(self, name: str, evaluation: Evaluation) -> Evaluation:
        """An evaluation whose estimates are checked as `evaluate` is."""
        return replace(evaluation, value=lambda state: self._number(name, evaluation.value, state))

    def _is_costly_due(self, method: str) -> bool:
        calls = self._calls[method]
        self._calls[method] = calls + 1
        return calls < _ALWAYS or calls % _EVERY == 0

    def _see_unchanged(self, method: str, before: Any, state: Any) -> None:
        if _differs(before, _looks(state)):
            raise InvalidInput(
                f"{method} of {self} changes the state that it is asked about",
                where=self._shown(state),
                expected="the state left as it is: a search goes on from it with the next move",
                hint="Copy what you change first, with list(...), dict(...) or copy.deepcopy(...)",
            )

    def _refuse(self, method: str, found: Any, state: Any, expected: str) -> NoReturn:
        raise InvalidInput(
            f"{method} of {self} gives {short(_text(found))}",
            where=self._shown(state),
            expected=expected,
            hint="Does it lack a return?" if found is None else "",
        )

    def _shown(self, state: Any) -> str:
        """A state as the game writes it, or if it cannot, as Python does."""
        try:
            return short(str(self.inner.format(state))) or short(_text(state))
        except Exception:  # the fault that is to be told is another one
            return short(_text(state))


def _looks(value: Any) -> Any:
    """A snapshot; None where an object does not let itself be looked at."""
    try:
        return snapshot(value)
    except Exception:  # whatever its class does when it is copied or gone through
        return None


def _differs(before: Any, after: Any) -> bool:
    """Whether two snapshots differ for certain: arrays in a dataclass, say, cannot be compared."""
    try:
        return before is not None and after is not None and bool(before != after)
    except Exception:
        return False


def _as_number(value: Any) -> Number | None:
    """A number of Python's own, whatever library it is from; None where it is not finite."""
    if type(value) is float and isfinite(value):
        return value  # most are, and the general question takes longer than the rest
    if type(value) is int or isinstance(value, Integral):
        whole = int(value)
        return whole if -_LARGEST <= whole <= _LARGEST else None
    if isinstance(value, Rational):
        number = Fraction(int(value.numerator), int(value.denominator))
        return number if -_LARGEST <= number <= _LARGEST else None
    if isinstance(value, Real) and isfinite(value):
        return float(value)
    return None


def _called(game: object) -> str:
    """What a game is called; `__str__` is its own and may fail."""
    try:
        return str(game) if isinstance(game, Game) else type(game).__name__
    except Exception:  # no reason to refuse a game that can be searched
        return type(game).__name__


def _text(value: Any) -> str:
    try:
        return repr(value)
    except Exception:
        return f"a {type(value).__name__}"
