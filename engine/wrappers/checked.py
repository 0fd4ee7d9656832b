"""A custom game with checks: faults are reported in words, with a state that shows them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from fractions import Fraction
from math import isfinite
from numbers import Integral, Rational, Real
from typing import Any, Final, NoReturn, SupportsIndex, TypeVar

from engine.errors import InvalidInput, PlytraceError
from engine.game import CHANCE, AnyGame, Game, Number, Player
from engine.values import Evaluation, Term
from engine.wrappers.attributes import (
    EVALUATION_EXPECTED,
    checked_attributes,
    error_place,
    error_text,
    has_initial,
    is_evaluation,
    one_line,
    one_word,
    relative_path,
    snapshot,
)
from engine.wrappers.wrapped import Wrapped

_Answer = TypeVar("_Answer")

#: Costly checks run at the first calls up to this number, later only at every n-th call.
_ALWAYS: Final = 4_000
_EVERY: Final = 256

#: Doubles hold integers exactly up to this.
_LARGEST: Final = 2**53
#: The largest rounding error of a sum of probabilities.
_ROUNDING: Final = Fraction(1, 10**9)


class Checked(Wrapped):
    """A game whose answers are checked before a search sees them.

    It refuses: a method that raises; an invalid player to move; a state without moves that is not
    terminal; moves that are not a list; a utility or estimate that is not a finite number; a
    utility of MIN that is not the negative of MAX's; invalid probabilities; a missing or modified
    state from `result`. The first 4,000 calls and then every 256th also check that a method does
    not modify a state and returns the same moves again.
    """

    def __init__(self, inner: AnyGame, program: object = None) -> None:
        self.program = inner if program is None else program
        self.file = getattr(sys.modules.get(type(self.program).__module__), "__file__", None) or ""
        called = _name_game(inner)
        if not has_initial(inner, called, self.file):
            raise InvalidInput(
                f"{called} has no initial state",
                where=relative_path(self.file),
                expected="an attribute initial, set in the class or in __init__",
            )
        attributes = checked_attributes(inner, called, self.file)
        super().__init__(inner, called)
        self.value_range, self.symmetries = Game.value_range, Game.symmetries  # as nobody checks
        vars(self).update(attributes)
        self.evaluations = {
            name: self._check_evaluation(name, evaluation)
            for name, evaluation in attributes["evaluations"].items()
        }
        self._calls = {"actions": 0, "result": 0, "utility": 0}

    def __reduce_ex__(self, protocol: SupportsIndex) -> Any:
        """Return the program's own pickle, so that a missing class is reported."""
        from engine.wrappers.pickled_program import dump_program  # late: few games are pickled

        parts = self.inner, self.program, self.initial
        return _unpickled, (dump_program(parts, self.name, self.file), self.name, self.file)

    def __deepcopy__(self, memo: dict[int, Any]) -> Checked:
        """Return a copy of the program, even if it cannot be pickled."""
        return _rebuild(*deepcopy((self.inner, self.program, self.initial), memo))

    # The game ---------------------------------------------------------------------------------

    def to_move(self, state: Any) -> Player:
        """Return the player to move, checked."""
        answer: Any = self._ask("to_move", self.inner.to_move, state)
        player = answer if type(answer) is Player else self._check_player(answer, state)
        if player is CHANCE and not self.has_chance:
            raise InvalidInput(
                f"to_move of {self} returns chance, but the game does not declare chance",
                where=self._format_state(state),
                expected="has_chance = True in the class",
            )
        return player

    def actions(self, state: Any) -> Sequence[Any]:
        """Return the moves as a list, at least one."""
        costly = self._is_costly_due("actions")
        before = _take_snapshot(state) if costly else None
        moves = self._ask_moves("actions", self.inner.actions, state)
        if not moves and not self.is_terminal(state):
            raise InvalidInput(
                f"actions of {self} returns no move although is_terminal is false",
                where=self._format_state(state),
                expected="at least one move, or is_terminal to be true",
                hint="A side that cannot move needs a pass, or the game is over",
            )
        if costly:
            self._see_unchanged("actions", before, state)
            again = self._ask_moves("actions", self.inner.actions, state)
            if _differs(_take_snapshot(moves), _take_snapshot(again)):
                raise InvalidInput(
                    f"actions of {self} returns different moves when called again: "
                    f"{one_line(repr(moves))}, then {one_line(repr(again))}",
                    where=self._format_state(state),
                    expected="the same moves in the same order, every time",
                )
        return moves

    def result(self, state: Any, action: Any) -> Any:
        """Return the next state; check that the old one is unchanged."""
        costly = self._is_costly_due("result")
        before = _take_snapshot(state) if costly else None
        after = self._ask("result", self.inner.result, state, action)
        if costly:
            self._see_unchanged("result", before, state)
        if after is None:
            self._refuse("result", after, state, "the state after the move")
        return after

    def is_terminal(self, state: Any) -> bool:
        """Return whether the game is over."""
        return self._ask_bool("is_terminal", self.inner.is_terminal, state)

    def utility(self, state: Any, player: Player) -> Number:
        """Return a finite number; MIN's is the negative of MAX's."""
        value = self._number("utility", self.inner.utility, state, player)
        if self._is_costly_due("utility"):
            other = self._number("utility", self.inner.utility, state, player.opponent)
            if other != -value:
                raise InvalidInput(
                    f"utility of {self} returns {value} for {player.name} and {other} for "
                    f"{player.opponent.name}",
                    where=self._format_state(state),
                    expected="a zero-sum value: v for MAX and -v for MIN",
                )
        return value

    def chances(self, state: Any) -> Sequence[tuple[Any, Number]]:
        """Return pairs of an outcome and its probability, which sum to 1."""
        answer = self._ask("chances", self.inner.chances, state)
        expected = "pairs of an outcome and its probability, which sum to 1"
        pairs: list[tuple[Any, Number]] = []
        try:
            for outcome, probability in answer.items() if isinstance(answer, Mapping) else answer:
                number = _to_number(probability)
                if number is None or number < 0:
                    self._refuse("chances", answer, state, f"{expected}, each 0 or more")
                pairs.append((outcome, number))
        except (TypeError, ValueError):
            self._refuse("chances", answer, state, expected)
        total = sum((Fraction(probability) for _, probability in pairs), Fraction())
        if abs(total - 1) > _ROUNDING:
            raise InvalidInput(
                f"the probabilities from chances of {self} sum to {float(total):g}",
                where=self._format_state(state),
                expected=expected,
            )
        return pairs

    # Optional methods -------------------------------------------------------------------------

    def evaluate(self, state: Any) -> Number:
        """Return a finite number."""
        return self._number("evaluate", self.inner.evaluate, state)

    def terms(self, state: Any) -> Sequence[Term]:  # noqa: D102
        return self._ask("terms", self.inner.terms, state)

    def read_evaluation(self, spec: Mapping[str, Any]) -> Evaluation:  # noqa: D102
        read = self._ask("read_evaluation", self.inner.read_evaluation, spec)
        if not is_evaluation(read):
            self._refuse("read_evaluation", read, spec, f"an {EVALUATION_EXPECTED}")
        return self._check_evaluation("read_evaluation", read)

    def priority(self, state: Any, action: Any) -> Number:
        """Return a finite number."""
        return self._number("priority", self.inner.priority, state, action)

    def is_pass(self, action: Any) -> bool:  # noqa: D102
        return self._ask_bool("is_pass", self.inner.is_pass, action)

    def cell_of(self, action: Any) -> tuple[int, int] | None:  # noqa: D102
        return self._ask("cell_of", self.inner.cell_of, action)

    def name_of(self, action: Any) -> str:
        """Return one word."""
        return one_word(str(self._ask("name_of", self.inner.name_of, action)))

    def node_name(self, state: Any, path: Sequence[str]) -> str:  # noqa: D102
        return str(self._ask("node_name", self.inner.node_name, state, path))

    def note_of(self, state: Any) -> str:  # noqa: D102
        return str(self._ask("note_of", self.inner.note_of, state))

    def draw(self, state: Any) -> str:  # noqa: D102
        return str(self._ask("draw", self.inner.draw, state))

    def cells(self, state: Any) -> Sequence[Sequence[str]]:
        """Return rows of texts."""
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
        """Return the state that a position's text describes."""
        state = self._ask("parse", self.inner.parse, text)
        if state is None:
            self._refuse("parse", state, text, "the state that the text describes")
        return state

    # Checks -----------------------------------------------------------------------------------

    def _ask(self, method: str, answer: Callable[..., _Answer], *of: Any) -> _Answer:
        """Call a method of the game; report what it raises."""
        try:
            return answer(*of)
        except (PlytraceError, MemoryError):
            raise  # the first is already reported; the second may be the search's own
        except RecursionError as error:
            raise InvalidInput(
                f"{method} of {self} recurses forever (called with {one_line(_text(of[0]))})",
                where=error_place(self.file, error.__traceback__),
                expected=f"{_name_method(method)} that returns",
            ) from error
        except (Exception, SystemExit) as error:
            raise InvalidInput(
                f"{method} of {self} raised {error_text(error)} "
                f"(called with {one_line(_text(of[0]))})",
                where=error_place(self.file, error.__traceback__),
                expected="a position that it can read"
                if method == "parse"
                else f"{_name_method(method)} that works for every reachable state",
            ) from error

    def _ask_bool(self, method: str, answer: Callable[..., Any], of: Any) -> bool:
        """Return a truth value of the game as a bool."""
        answered = self._ask(method, answer, of)
        if answered is True or answered is False:
            return answered
        try:
            return bool(answered)
        except Exception:  # an array, which has no truth value
            self._refuse(method, answered, of, "True or False")

    def make_error(self, error: Exception) -> InvalidInput:
        """Return the error for a fault outside its methods, for example in comparing states."""
        return InvalidInput(
            f"{self} cannot be searched: {error_text(error)}",
            where=error_place(self.file, error.__traceback__),
            expected="states that can be compared and hashed, and methods that can be called",
        )

    def _ask_moves(self, method: str, answer: Callable[..., Any], state: Any) -> Sequence[Any]:
        """Return the moves as a list; refuse unordered collections."""
        moves = self._ask(method, answer, state)
        if type(moves) is tuple:
            return moves
        if isinstance(moves, (list, tuple)):
            return list(moves)  # copy: the game may reuse its list
        if isinstance(moves, (set, frozenset)):
            self._refuse(method, moves, state, "a list: a set has no order of its own")
        if not isinstance(moves, Iterable) and not hasattr(moves, "__getitem__"):
            self._refuse(method, moves, state, "a list of moves")
        return self._ask(method, list, moves)

    def _check_player(self, number: Any, state: Any) -> Player:
        """Return the player of a number."""
        try:
            if isinstance(number, bool):
                raise ValueError(number)
            return Player(number)
        except ValueError:
            self._refuse("to_move", number, state, "Player.MAX, Player.MIN or Player.CHANCE")

    def _number(self, method: str, answer: Callable[..., Any], *of: Any) -> Number:
        value = self._ask(method, answer, *of)
        number = _to_number(value)
        if number is None:
            self._refuse(method, value, of[0], "a finite number, a whole one up to 2^53")
        return number

    def _check_evaluation(self, name: str, evaluation: Evaluation) -> Evaluation:
        """Return an evaluation whose answers are checked as `evaluate` is."""
        terms = evaluation.terms
        return replace(
            evaluation,
            value=lambda state: self._number(name, evaluation.value, state),
            terms=None if terms is None else lambda state: self._ask(name, terms, state),
        )

    def _is_costly_due(self, method: str) -> bool:
        calls = self._calls[method]
        self._calls[method] = calls + 1
        return calls < _ALWAYS or calls % _EVERY == 0

    def _see_unchanged(self, method: str, before: Any, state: Any) -> None:
        if _differs(before, _take_snapshot(state)):
            raise InvalidInput(
                f"{method} of {self} modifies the state that it gets",
                where=self._format_state(state),
                expected="an unchanged state: the search tries the next move from it",
                hint="Copy it before changing it, with list(...), dict(...) or copy.deepcopy(...)",
            )

    def _refuse(self, method: str, found: Any, state: Any, expected: str) -> NoReturn:
        raise InvalidInput(
            f"{method} of {self} returns {one_line(_text(found))}",
            where=self._format_state(state),
            expected=expected,
            hint="Is a return missing?" if found is None else "",
        )

    def _format_state(self, state: Any) -> str:
        """Return a state as text, by the game or else by Python."""
        try:
            return one_line(str(self.inner.format(state))) or one_line(_text(state))
        except Exception:  # another fault is being reported
            return one_line(_text(state))


def _take_snapshot(value: Any) -> Any:
    """Return a snapshot; None if an object cannot be inspected."""
    try:
        return snapshot(value)
    except Exception:  # its class may raise anything when copied or iterated
        return None


def _differs(before: Any, after: Any) -> bool:
    """Return whether two snapshots certainly differ; arrays in a dataclass cannot be compared."""
    try:
        return before is not None and after is not None and bool(before != after)
    except Exception:
        return False


def _to_number(value: Any) -> Number | None:
    """Return a number from any library as a Python number; None if it is not finite."""
    if type(value) is float and isfinite(value):
        return value  # the common case; the general check is slow
    if type(value) is int or isinstance(value, Integral):
        whole = int(value)
        return whole if -_LARGEST <= whole <= _LARGEST else None
    if isinstance(value, Rational):
        number = Fraction(int(value.numerator), int(value.denominator))
        return number if -_LARGEST <= number <= _LARGEST else None
    if isinstance(value, Real) and isfinite(value):
        return float(value)
    return None


def _rebuild(inner: AnyGame, program: object, initial: Any) -> Checked:
    """Return a checked game with an initial state."""
    game = Checked(inner, program)
    game.initial = initial
    return game


def _unpickled(data: bytes, name: str, file: str) -> Checked:
    """Return the checked game from a pickle."""
    from engine.wrappers.pickled_program import load_program

    return _rebuild(*load_program(data, name, file))


def _name_game(game: object) -> str:
    """Return a game's name; its own `__str__` may fail."""
    try:
        return str(game) if isinstance(game, Game) else type(game).__name__
    except Exception:  # not a reason to refuse the game
        return type(game).__name__


def _name_method(method: str) -> str:
    """Return a method's name with its article."""
    return f"{'an' if method[0] in 'aei' else 'a'} {method}"


def _text(value: Any) -> str:
    try:
        return repr(value)
    except Exception:
        return f"a {type(value).__name__}"
