"""A custom game with checks: faults are reported in words, with a state that shows them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from fractions import Fraction
from functools import partial
from math import inf, isfinite
from numbers import Integral, Rational, Real
from typing import Any, Final, NamedTuple, SupportsIndex, get_args

from engine.errors import InvalidInput, PlytraceError
from engine.game import CHANCE, AnyGame, Game, Number, Player, VectorGame
from engine.text import Ground, Piece
from engine.values import Evaluation, Term
from engine.wrappers.aima import FromAima
from engine.wrappers.changed import Wrapped
from engine.wrappers.faults import (
    differs,
    error_place,
    error_text,
    one_line,
    one_word,
    relative_path,
    show_value,
    snapshot,
)

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

    def __init__(self, inner: AnyGame) -> None:
        if isinstance(inner, VectorGame):
            raise inner.refusal("this search")
        program = inner.program if isinstance(inner, FromAima) else inner
        self.file = getattr(sys.modules.get(type(program).__module__), "__file__", None) or ""
        self.name = _name_game(inner)
        self._calls = {"actions": 0, "result": 0, "utility": 0}
        super().__init__(inner)
        self.labels = {**Game.labels, **{Player(key): text for key, text in self.labels.items()}}
        self.evaluations = {
            name: self._check_evaluation(name, evaluation)
            for name, evaluation in self.evaluations.items()
        }

    def __reduce_ex__(self, protocol: SupportsIndex) -> Any:
        """Return the program's own pickle, so that a missing class is reported."""
        from engine.wrappers.pickled_program import dump_program  # late: few games are pickled

        parts = self.inner, self.initial
        return _unpickled, (dump_program(parts, self.name, self.file), self.name, self.file)

    def __copy__(self) -> Checked:
        """Return the same program with an initial state of its own."""
        return _rebuild(self.inner, self.initial)

    def __deepcopy__(self, memo: dict[int, Any]) -> Checked:
        """Return a copy of the program, even if it cannot be pickled."""
        return _rebuild(*deepcopy((self.inner, self.initial), memo))

    # What it asks and how it judges -----------------------------------------------------------

    def read(self, attribute: str) -> Any:
        """Return an attribute of the program; refuse one that searches and listings cannot use."""
        usual = getattr(Game, attribute, None)
        if attribute == "name":
            return self.name
        if attribute in ("value_range", "symmetries"):
            return usual  # as nobody checks them
        rule = _ATTRIBUTES.get(attribute) or _KINDS[type(usual)]
        try:
            value = getattr(self.inner, attribute)
        except (Exception, SystemExit) as error:  # a property may raise anything
            if attribute == "initial" and isinstance(error, AttributeError):
                raise InvalidInput(
                    f"{self} has no initial state",
                    where=relative_path(self.file),
                    expected="an attribute initial, set in the class or in __init__",
                ) from error
            raise InvalidInput(
                f"{attribute} of {self} raised {error_text(error)}",
                where=error_place(self.file, error.__traceback__),
                expected=rule.expected,
            ) from error
        try:
            return rule.take(value)
        except (Exception, SystemExit) as error:
            raise InvalidInput(
                f"{attribute} of {self} is {show_value(value)}",
                where=relative_path(self.file),
                expected=rule.expected,
            ) from error

    def ask(self, method: str, *arguments: Any, of: Any = None, name: str = "") -> Any:
        """Return the answer of a method; refuse one that searches and listings cannot use."""
        try:
            answer = getattr(of or self.inner, method)(*arguments)
            if hasattr(answer, "__next__"):  # a generator, which may raise too
                answer = [*answer]
        except (PlytraceError, MemoryError):
            raise  # the first is already reported; the second may be the search's own
        except (Exception, SystemExit) as error:
            raise self._make_raised_error(name or method, error, *arguments) from error
        try:
            return _ANSWERS[method].take(answer)
        except MemoryError:
            raise
        except (Exception, SystemExit) as error:  # its class may raise anything
            raise InvalidInput(
                f"{name or method} of {self} returns {show_value(answer)}",
                where=self._show_state(arguments[0]) if arguments else relative_path(self.file),
                expected=_ANSWERS[method].expected,
                hint="Is a return missing?" if answer is None else "",
            ) from error

    def _make_raised_error(
        self, method: str, error: BaseException, *arguments: Any
    ) -> InvalidInput:
        """Return the error for a method that raises an exception or calls itself without end."""
        is_endless = isinstance(error, RecursionError)
        what = "recurses forever" if is_endless else f"raised {error_text(error)}"
        works = "returns" if is_endless else "works for every reachable state"
        asked = f" (called with {show_value(arguments[0])})" if arguments else ""
        expected = f"{'an' if method[0] in 'aei' else 'a'} {method} that {works}"
        if method == "parse" and not is_endless:
            expected = "a position that it can read"
        return InvalidInput(
            f"{method} of {self} {what}{asked}",
            where=error_place(self.file, error.__traceback__),
            expected=expected,
        )

    def _show_state(self, state: Any) -> str:
        """Return a state as text, by the game or else by Python."""
        try:
            return one_line(str(self.inner.format(state))) or show_value(state)
        except (Exception, SystemExit):  # another fault is being reported
            return show_value(state)

    def make_error(self, error: Exception) -> InvalidInput:
        """Return the error for a fault outside its methods, for example in comparing states."""
        return InvalidInput(
            f"{self} cannot be searched: {error_text(error)}",
            where=error_place(self.file, error.__traceback__),
            expected="states that can be compared and hashed, and methods that can be called",
        )

    # Answers that are judged together with others ---------------------------------------------

    def to_move(self, state: Any) -> Player:
        """Return the player to move, checked."""
        player: Player = self.ask("to_move", state)
        if player is CHANCE and not self.has_chance:
            raise InvalidInput(
                f"to_move of {self} returns chance, but the game does not declare chance",
                where=self._show_state(state),
                expected="has_chance = True in the class",
            )
        return player

    def actions(self, state: Any) -> Sequence[Any]:
        """Return the moves as a list, at least one."""
        is_costly = self._is_costly_due("actions")
        before = snapshot(state) if is_costly else None
        moves: Sequence[Any] = self.ask("actions", state)
        if not moves and not self.is_terminal(state):
            raise InvalidInput(
                f"actions of {self} returns no move although is_terminal is false",
                where=self._show_state(state),
                expected="at least one move, or is_terminal to be true",
                hint="A side that cannot move needs a pass, or the game is over",
            )
        if is_costly:
            self._see_unchanged("actions", before, state)
            again = self.ask("actions", state)
            if differs(snapshot(moves), snapshot(again)):
                raise InvalidInput(
                    f"actions of {self} returns different moves when called again: "
                    f"{show_value(moves)}, then {show_value(again)}",
                    where=self._show_state(state),
                    expected="the same moves in the same order, every time",
                )
        return moves

    def result(self, state: Any, action: Any) -> Any:
        """Return the next state; check that the old one is unchanged."""
        is_costly = self._is_costly_due("result")
        before = snapshot(state) if is_costly else None
        after = self.ask("result", state, action)
        if is_costly:
            self._see_unchanged("result", before, state)
        return after

    def is_terminal(self, state: Any) -> bool:
        is_over: bool = self.ask("is_terminal", state)
        return is_over

    def utility(self, state: Any, player: Player) -> Number:
        """Return a finite number; MIN's is the negative of MAX's."""
        value: Number = self.ask("utility", state, player)
        if self._is_costly_due("utility"):
            other = self.ask("utility", state, player.opponent)
            if other != -value:
                raise InvalidInput(
                    f"utility of {self} returns {value} for {player.name} and {other} for "
                    f"{player.opponent.name}",
                    where=self._show_state(state),
                    expected="a zero-sum value: v for MAX and -v for MIN",
                )
        return value

    def chances(self, state: Any) -> Sequence[tuple[Any, Number]]:
        """Return pairs of an outcome and its probability, which sum to 1."""
        pairs: Sequence[tuple[Any, Number]] = self.ask("chances", state)
        total = sum((Fraction(probability) for _, probability in pairs), Fraction())
        if abs(total - 1) > _ROUNDING:
            raise InvalidInput(
                f"the probabilities from chances of {self} sum to {float(total):g}",
                where=self._show_state(state),
                expected=_ANSWERS["chances"].expected,
            )
        return pairs

    def read_evaluation(self, spec: Mapping[str, Any]) -> Evaluation:
        return self._check_evaluation("read_evaluation", self.ask("read_evaluation", spec))

    def _check_evaluation(self, name: str, evaluation: Evaluation) -> Evaluation:
        """Return an evaluation whose answers are checked as `evaluate` is."""
        ask = partial(self.ask, of=evaluation, name=name)
        return replace(
            evaluation,
            value=partial(ask, "value"),
            terms=evaluation.terms and partial(ask, "terms"),
        )

    def _is_costly_due(self, method: str) -> bool:
        calls = self._calls[method]
        self._calls[method] = calls + 1
        return calls < _ALWAYS or calls % _EVERY == 0

    def _see_unchanged(self, method: str, before: Any, state: Any) -> None:
        if differs(before, snapshot(state)):
            raise InvalidInput(
                f"{method} of {self} modifies the state that it gets",
                where=self._show_state(state),
                expected="an unchanged state: the search tries the next move from it",
                hint="Copy it before changing it, with list(...), dict(...) or copy.deepcopy(...)",
            )


class _Rule(NamedTuple):
    """What takes an answer or an attribute, or raises; and what it takes, in words."""

    take: Callable[[Any], Any]
    expected: str


def _require(holds: object, value: Any) -> Any:
    """Return a value for which something holds."""
    if not holds:
        raise ValueError(value)
    return value


def _take_number(value: Any) -> Any:
    """Return a finite number from any library as a Python number."""
    if type(value) is float and isfinite(value):
        return value  # the common case; the general check is slow
    if type(value) is int or isinstance(value, Integral):
        whole = int(value)
        return _require(-_LARGEST <= whole <= _LARGEST, whole)
    if isinstance(value, Rational):
        number = Fraction(int(value.numerator), int(value.denominator))
        return _require(-_LARGEST <= number <= _LARGEST, number)
    return float(_require(isinstance(value, Real) and isfinite(value), value))


def _take_bounds(answer: Any) -> tuple[Number, Number]:
    """Return the lowest and the highest value, which may be infinite."""
    low, high = (bound if abs(bound) == inf else _take_number(bound) for bound in answer)
    return low, high


def _take_player(answer: Any) -> Player:
    return answer if type(answer) is Player else Player(_require(type(answer) is not bool, answer))


def _take_moves(answer: Any) -> Sequence[Any]:
    """Return moves as a list or tuple; refuse unordered collections."""
    if type(answer) is tuple:
        return answer
    # A copy: the game may reuse its list.
    return list(_require(not isinstance(answer, (set, frozenset)), answer))


def _take_chances(answer: Any) -> Any:
    pairs = answer.items() if isinstance(answer, Mapping) else answer
    numbers = [(outcome, _take_number(probability)) for outcome, probability in pairs]
    return _require(all(probability >= 0 for _, probability in numbers), numbers)


def _take_evaluation(value: Any) -> Any:
    return _require(
        isinstance(value, Evaluation)
        and isinstance(value.summary, str)
        and callable(value.value)
        and (value.terms is None or callable(value.terms)),
        value,
    )


def _take_texts(answer: Any) -> list[str]:
    return [str(text) for text in answer]


def _take_cells(answer: Any) -> list[tuple[int, int]]:
    return [(int(row), int(column)) for row, column in answer]


def _take_state(value: Any) -> Any:
    return _require(value is not None, value)


def _take_text(value: Any) -> Any:
    return _require(isinstance(value, str), value)


def _take_whole(value: Any, least: int) -> Any:
    return _require(isinstance(value, int) and value >= least, value)


_EVALUATION: Final = 'Evaluation("summary", function), from engine.values'
_TEXT: Final = _Rule(str, "a text")
_TRUTH: Final = _Rule(bool, "True or False")
_NUMBER: Final = _Rule(_take_number, "a finite number, a whole one up to 2^53")
_CELLS: Final = _Rule(_take_cells, "a list of cells, each a row and a column from 0")

#: What the answers of methods have to be.
_ANSWERS: Final[dict[str, _Rule]] = {
    "to_move": _Rule(_take_player, "Player.MAX, Player.MIN or Player.CHANCE"),
    "actions": _Rule(_take_moves, "a list of moves (a set has no order of its own)"),
    "result": _Rule(_take_state, "the state after the move"),
    "is_terminal": _TRUTH,
    "utility": _NUMBER,
    "chances": _Rule(
        _take_chances,
        "pairs of an outcome and its probability, each 0 or more, which sum to 1",
    ),
    "bounds_of": _Rule(_take_bounds, "two numbers"),
    "evaluate": _NUMBER,
    "value": _NUMBER,
    "terms": _Rule(
        lambda terms: [_require(isinstance(term, Term), term) for term in terms],
        'a list of Term("feature", weight, amount), from engine.values',
    ),
    "read_evaluation": _Rule(_take_evaluation, f"an {_EVALUATION}"),
    "cell_of": _Rule(
        lambda cell: None if cell is None else _take_cells([cell])[0], "a row and a column, or None"
    ),
    "is_pass": _TRUTH,
    "priority": _NUMBER,
    "promise": _Rule(list, "a rank for each move"),
    "is_near_end": _TRUTH,
    "name_of": _Rule(lambda name: one_word(str(name)), "a name"),
    "node_name": _TEXT,
    "note_of": _TEXT,
    "draw": _TEXT,
    "cells": _Rule(lambda rows: [_take_texts(row) for row in rows], "rows of symbols"),
    "rulers": _Rule(
        lambda pair: tuple(map(_take_texts, _require(len(pair) == 2, pair))), "two lists of labels"
    ),
    "cells_of": _CELLS,
    "highlighted_cells": _CELLS,
    "spellings": _Rule(_take_texts, "a list of names"),
    "score_line": _TEXT,
    "ending": _TEXT,
    "parse": _Rule(_take_state, "the state that the text describes"),
    "format": _TEXT,
}

#: What attributes have to be, by the kind of their defaults.
_KINDS: Final[dict[type, _Rule]] = {
    str: _Rule(_take_text, "a string"),
    bool: _TRUTH,
}
#: What other attributes have to be.
_ATTRIBUTES: Final[dict[str, _Rule]] = {
    "initial": _Rule(lambda state: state, "the state from which a search starts"),
    "labels": _Rule(
        lambda labels: {Player(key): _take_text(name) for key, name in labels.items()},
        'a name for each player, as in {Player.MAX: "X", Player.MIN: "O"}',
    ),
    "evaluations": _Rule(
        lambda named: {_take_text(key): _take_evaluation(value) for key, value in named.items()},
        f'names and evaluations, as in {{"mine": Evaluation("summary", function)}}; '
        f"each is an {_EVALUATION}",
    ),
    "plies_per_round": _Rule(
        lambda plies: _take_whole(plies, 1), "a whole number of plies, at least 1"
    ),
    "columns": _Rule(
        lambda columns: _take_whole(columns, 0),
        "a whole number of columns, 0 if moves take no cells",
    ),
    "usual_depth": _Rule(
        lambda depth: None if depth is None else _take_whole(depth, 0), "a depth limit, or None"
    ),
    "pieces": _Rule(
        lambda pieces: {
            _take_text(key): _require(isinstance(piece, Piece), piece)
            for key, piece in pieces.items()
        },
        "symbols and their Piece",
    ),
    "ground": _Rule(
        lambda ground: _require(ground in get_args(Ground), ground),
        f"one of {', '.join(get_args(Ground))}",
    ),
    "warnings": _Rule(
        lambda texts: tuple(map(_take_text, _require(not isinstance(texts, str), texts))),
        "a list of sentences",
    ),
}


def _rebuild(inner: AnyGame, initial: Any) -> Checked:
    game = Checked(inner)
    game.initial = initial
    return game


def _unpickled(data: bytes, name: str, file: str) -> Checked:
    """Return the checked game from a pickle."""
    from engine.wrappers.pickled_program import load_program

    return _rebuild(*load_program(data, name, file))


def _name_game(game: AnyGame) -> str:
    """Return a game's name; its own `__str__` may fail."""
    try:
        return str(game)
    except (Exception, SystemExit):  # not a reason to refuse the game
        return type(game).__name__
