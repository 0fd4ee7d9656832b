"""A game of which some answers are changed: what values mean, who plays, how cells are named."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import wraps
from types import FunctionType
from typing import Any, Final, SupportsIndex

from engine.errors import SearchRefused, UsageError, did_you_mean, look_up
from engine.game import CHANCE, MAX, MIN, AnyGame, Game, Number, Player, VectorGame
from engine.values import Evaluation, Term

#: The attributes of a game that its class declares.
_ATTRIBUTES: Final = tuple(Game.__annotations__)
#: The methods of `Game` that a wrapper does not pass on: two that follow from others, and leaves
#: whose values a wrapper may change.
_OWN: Final = frozenset({"moves", "unless_rules_changed", "known_leaves"})


class Wrapped(Game[Any, Any]):
    """A game with the attributes of an inner game, which `ask` asks for every other answer."""

    def __init__(self, inner: AnyGame) -> None:
        self.inner = inner
        for name in _ATTRIBUTES:
            setattr(self, name, self.read(name))

    def read(self, attribute: str) -> Any:
        """Return an attribute of the inner game."""
        if attribute == "name":
            return str(self.inner)
        if attribute in ("value_range", "symmetries"):
            return self.inner.unless_rules_changed(attribute)
        return getattr(self.inner, attribute)

    def ask(self, method: str, *arguments: Any) -> Any:
        """Return the answer of a method of the inner game."""
        return getattr(self.inner, method)(*arguments)

    @property
    def usual_depth(self) -> int | None:
        """That of the inner game."""
        depth: int | None = self.read("usual_depth")
        return depth


def _pass_on(name: str) -> Callable[..., Any]:
    @wraps(getattr(Game, name))
    def ask(self: Wrapped, *arguments: Any) -> Any:
        return self.ask(name, *arguments)

    return ask


for _name, _method in vars(Game).items():
    _is_optional = isinstance(_method, FunctionType) and _name not in Game.__abstractmethods__
    if _is_optional and not _name.startswith("_") and _name not in _OWN:
        setattr(Wrapped, _name, _pass_on(_name))


def base_of(game: AnyGame) -> AnyGame:
    """Return the innermost game of wrappers; the game itself if it is none."""
    while isinstance(game, Wrapped):
        game = game.inner
    return game


@dataclass(frozen=True, slots=True)
class Changes:
    """What is changed in a game; None leaves a part as it is."""

    #: The name of one of its evaluations, or a description that it reads.
    evaluation: str | Mapping[str, Any] | None = None
    #: How outputs call that evaluation.
    label: str = ""
    #: A won game is worth `win` − depth, a lost one −`win` + depth, a draw 0.
    win: int | None = None
    #: `evaluation` if terminal states are worth their evaluation, as at a depth limit.
    terminal: str | None = None
    #: `to-move` if MAX and MIN are swapped, and all values with them.
    max: str | None = None
    #: `number` or `row-col`, how moves on a board are named after their cells.
    cells: str | None = None
    #: Weights of MIN's moves, if chance makes them: `uniform`, or such as `2,1,1`.
    opponent: str | None = None

    @property
    def options(self) -> dict[str, int | str]:
        """The changes as options of the command line, without dashes."""
        win = None if self.win is None else f"{self.win}-depth"
        evaluation = None if self.evaluation is None else self.label or str(self.evaluation)
        options = {
            "opponent": self.opponent,
            "cells": self.cells,
            "max": self.max,
            "terminal": self.terminal,
            "win": win,
            "eval": evaluation,
        }
        return {option: value for option, value in options.items() if value is not None}


_UNCHANGED: Final = Changes()


def change(game: AnyGame, **changes: Any) -> Changed:
    """Return a game with changes, which are fields of `Changes`; earlier ones stay."""
    if not isinstance(game, Changed):
        return Changed(game, Changes(**changes))
    changed = Changed(game.inner, replace(game.changes, **changes))
    had_plies, has_plies = game.changes.win is not None, changed.changes.win is not None
    changed.initial = game.initial if had_plies is has_plies else (game.initial, 0)
    return changed


def changes_of(game: AnyGame) -> Changes:
    """Return the changes of a game."""
    return game.changes if isinstance(game, Changed) else _UNCHANGED


def max_to_move(game: AnyGame) -> AnyGame:
    """Return the game with the side to move as MAX; unchanged if MAX is to move."""
    if game.to_move(game.initial) is not MIN:
        return game
    return change(game, max=None if changes_of(game).max else "to-move")


class Changed(Wrapped):
    """A game with changes. If they name a win, its states are the game's with the plies so far."""

    def __init__(self, inner: AnyGame, changes: Changes) -> None:
        _check(inner, changes)
        super().__init__(inner)
        self.changes = changes
        self.evaluation = _find_evaluation(inner, changes.evaluation)
        self.weights = [] if changes.opponent is None else _read_weights(changes.opponent)
        self._probabilities: dict[int, list[Fraction]] = {}
        if changes.win is not None or changes.terminal is not None:
            # Those of the utilities. A win may be worth less than the plies.
            self.has_bounds = False
            self.value_range, self.symmetries = Game.value_range, Game.symmetries
        if changes.win is not None:
            self.initial = inner.initial, 0
            self.rules = " ".join(filter(None, (inner.rules, worth_of_win(changes.win))))
        if changes.terminal is not None:
            self.has_wins = False
            if inner.rules:
                self.rules = f"{inner.rules} Here, the evaluation also values the end of the game."
        if changes.max is not None:
            self.labels = {player: inner.labels[player.opponent] for player in inner.labels}
            low, high = self.value_range
            self.value_range = -high, -low
        if changes.cells is not None:
            _, self.move_naming = _CELL_STYLES[changes.cells]
        if changes.opponent is not None:
            self.has_chance, self.chance_plays = True, not inner.has_chance
            self.labels = {**self.labels, CHANCE: self.labels[MIN]}

    def __reduce_ex__(self, protocol: SupportsIndex) -> Any:
        """Return the inner game and the changes, for pickle and copy."""
        return type(self), (self.inner, self.changes), {"initial": self.initial}

    def unwrap(self, state: Any) -> Any:
        """Return the inner game's state for a state of this game."""
        return state if self.changes.win is None else state[0]

    def _player(self, player: Player) -> Player:
        """Return the player of the inner game for one of this game, and the reverse."""
        return player if self.changes.max is None else player.opponent

    # What is changed --------------------------------------------------------------------------

    def to_move(self, state: Any) -> Player:
        """Return the player to move: swapped, or chance for MIN."""
        player = self._player(self.inner.to_move(self.unwrap(state)))
        return CHANCE if player is MIN and self.weights else player

    def result(self, state: Any, action: Any) -> Any:
        """Return the inner game's result, with one ply more if plies are counted."""
        if self.changes.win is None:
            return self.inner.result(state, action)
        return self.inner.result(state[0], action), state[1] + 1

    def utility(self, state: Any, player: Player) -> Number:
        """Return the evaluation, or the worth of a win at this depth, or the inner utility."""
        inner, player = self.unwrap(state), self._player(player)
        if self.changes.terminal is not None:
            estimate = self._estimate(inner)
            return estimate if player is MAX else -estimate
        outcome = self.inner.utility(inner, player)
        if self.changes.win is None:
            return outcome
        return 0 if outcome == 0 else (self.changes.win - state[1]) * (1 if outcome > 0 else -1)

    def chances(self, state: Any) -> Sequence[tuple[Any, Number]]:
        """Return MIN's moves by their weights, or the inner game's own outcomes."""
        inner = self.unwrap(state)
        if not self.weights or self.inner.to_move(inner) is CHANCE:
            return self.inner.chances(inner)
        moves = self.inner.actions(inner)
        return list(zip(moves, self.probabilities(len(moves)), strict=True))

    def probabilities(self, count: int) -> list[Fraction]:
        """Return the probabilities of this many moves of a random opponent."""
        if count not in self._probabilities:
            last = len(self.weights) - 1
            weights = [self.weights[min(place, last)] for place in range(count)]
            if not any(weights):  # all moves have weight 0
                weights = [Fraction(1)] * count
            total = sum(weights, Fraction())
            self._probabilities[count] = [weight / total for weight in weights]
        return self._probabilities[count]

    def bounds_of(self, state: Any) -> tuple[Number, Number]:
        """Return the inner bounds; negated and swapped if the players are."""
        low, high = self.inner.bounds_of(self.unwrap(state))
        return (low, high) if self.changes.max is None else (-high, -low)

    def evaluate(self, state: Any) -> Number:
        """Return the estimate of the evaluation, for the player who is MAX."""
        estimate = self._estimate(self.unwrap(state))
        return estimate if self.changes.max is None else -estimate

    def _estimate(self, inner: Any) -> Number:
        """Return the estimate of an inner state for the inner game's MAX."""
        return self.evaluation.value(inner) if self.evaluation else self.inner.evaluate(inner)

    def terms(self, state: Any) -> Sequence[Term]:
        """Return the terms of the evaluation, for the player who is MAX."""
        inner = self.unwrap(state)
        if self.evaluation is None:
            terms = self.inner.terms(inner)
        else:
            terms = self.evaluation.terms(inner) if self.evaluation.terms else ()
        if self.changes.max is None:
            return terms
        return [replace(term, amount=-term.amount) for term in terms]

    def name_of(self, action: Any) -> str:
        """Return the cell in the chosen style; a pass keeps its own name."""
        style = self.changes.cells
        cell = None if style is None else self.inner.cell_of(action)
        if style is None or cell is None:
            return self.inner.name_of(action)
        write, _ = _CELL_STYLES[style]
        return write(*cell, self.columns)

    # What is not ------------------------------------------------------------------------------

    def actions(self, state: Any) -> Sequence[Any]:
        return self.inner.actions(self.unwrap(state))

    def is_terminal(self, state: Any) -> bool:
        return self.inner.is_terminal(self.unwrap(state))

    def is_pass(self, action: Any) -> bool:
        return self.inner.is_pass(action)

    def priority(self, state: Any, action: Any) -> Number:
        return self.inner.priority(self.unwrap(state), action)

    def parse(self, text: str) -> Any:
        """Return the state that a text describes, at the root."""
        state = self.inner.parse(text)
        return state if self.changes.win is None else (state, 0)

    def ask(self, method: str, *arguments: Any) -> Any:
        """Return the answer of the inner game for its own states."""
        if self.changes.win is not None and method not in _WITHOUT_STATES:
            state, *others = arguments
            if method == "ending":
                arguments = ([self.unwrap(each) for each in state],)
            elif method == "score_line":
                arguments = (self.unwrap(state), *map(self.unwrap, others))
            else:
                arguments = (self.unwrap(state), *others)
        return super().ask(method, *arguments)


#: The methods that get no states.
_WITHOUT_STATES: Final = frozenset({"cell_of", "read_evaluation", "rulers", "spellings"})


def _check(game: AnyGame, changes: Changes) -> None:
    """Refuse changes that are not valid or do not suit the game."""
    if changes.win is not None:
        if not (isinstance(changes.win, int) and changes.win >= 1):
            raise UsageError(
                f"a win cannot be worth {changes.win!r}", expected="a whole number, 1 or more"
            )
        if changes.terminal is not None:
            raise UsageError(
                "terminal: evaluation and win cannot be combined", expected="one of the two"
            )
        if not game.has_wins:
            raise SearchRefused(
                f"{game} has values but no wins, so --win does not apply",
                expected="a game with wins",
            )
    if changes.terminal is not None and changes.evaluation is None:
        method = getattr(base_of(game), "evaluate", None)
        if not game.evaluations and getattr(method, "__func__", None) is Game.evaluate:
            raise SearchRefused(
                f"{game} has no evaluation for its terminal states",
                expected="a game with an evaluation (plytrace list evaluations)",
            )
    if changes.cells is not None:
        look_up(changes.cells, _CELL_STYLES, "notation of cells")
        if not game.columns:
            raise SearchRefused(
                f"the moves of {game} take no cells, so --cells does not apply",
                expected="a board game",
            )
    if isinstance(game, VectorGame):
        raise game.refusal(f"--{[*changes.options][-1]}")


def _find_evaluation(game: AnyGame, spec: str | Mapping[str, Any] | None) -> Evaluation | None:
    """Return the chosen evaluation of a game; None if none is chosen."""
    if spec is None or not isinstance(spec, str):
        return None if spec is None else game.read_evaluation(spec)
    if spec in game.evaluations:
        return game.evaluations[spec]
    names = ", ".join(game.evaluations)
    if not names:
        what = "This game" if game.named_by_path else "This tree"
        raise UsageError(
            f"{game} has no evaluation {spec!r}", hint=f"{what} has no evaluations; omit --eval"
        )
    raise UsageError(
        f"{game} has no evaluation {spec!r}",
        expected=f"one of {names}, or a YAML file",
        hint=did_you_mean(spec, game.evaluations),
    )


def _read_weights(text: str) -> list[Fraction]:
    if text == "uniform":
        return [Fraction(1)]
    try:
        parts = text.split(",") if isinstance(text, str) else []
        weights = [Fraction(part.strip()) for part in parts]
    except (ValueError, ZeroDivisionError):
        weights = []
    if not weights or any(weight < 0 for weight in weights) or not any(weights):
        raise UsageError(
            f"a random opponent cannot choose by {text!r}",
            expected="uniform, or weights of 0 or more for its moves in order, such as 2,1,1",
        )
    return weights


def worth_of_win(win: int) -> str:
    """Return the sentences about the worth of a win."""
    return (
        f"Here, a win of MAX is worth {win} − depth, a win of MIN −{win} + depth, a draw 0. The "
        "root has depth 0."
    )


#: How moves are named after their cells: what writes a row and a column, from 0, on a board with
#: this many columns, and a sentence about it. No name has a space, so that a line of moves can be
#: parsed.
_CELL_STYLES: Final[dict[str, tuple[Callable[[int, int, int], str], str]]] = {
    "number": (
        lambda row, column, columns: str(row * columns + column + 1),
        "Cells are numbered row by row from 1, at the top left.",
    ),
    "row-col": (
        lambda row, column, _columns: f"({row},{column})",
        "Cells are named (row,column), from (0,0) at the top left.",
    ),
}
