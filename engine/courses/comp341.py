"""The functions of COMP 341's lecture on adversarial search, using our searches.

A game is passed as functions of a state, as the lecture does. Ties go to the first action.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from engine.conventions import PRESETS
from engine.errors import InvalidInput
from engine.game import Game, Number, Player
from engine.log.best_play import actions_along, best_rows
from engine.search import SearchResult, run_search
from engine.searches.settings import Settings

_PLAYERS: Final = {"MAX": Player.MAX, "MIN": Player.MIN, "CHANCE": Player.CHANCE}


class _FunctionsGame(Game[Any, Any]):
    """A game given by its functions."""

    name = "comp341"

    def __init__(
        self,
        state: Any,
        functions: Sequence[Callable[..., Any]],
        node_type: Callable[[Any], str],
        probability: Callable[[Any, Any], Number] | None = None,
    ) -> None:
        self.initial = state
        self._actions, self._result, self._terminal, self._utility = functions
        self._node_type = node_type
        self._probability = probability
        self.has_chance = probability is not None

    def to_move(self, state: Any) -> Player:
        kind = self._node_type(state)
        if kind not in _PLAYERS:
            raise InvalidInput(
                f"the type of the node {state!r} cannot be {kind!r}",
                expected="'MAX', 'MIN' or 'CHANCE'",
            )
        return _PLAYERS[kind]

    def actions(self, state: Any) -> Sequence[Any]:
        moves: Sequence[Any] = self._actions(state)
        return moves

    def result(self, state: Any, action: Any) -> Any:
        return self._result(state, action)

    def is_terminal(self, state: Any) -> bool:
        return bool(self._terminal(state))

    def utility(self, state: Any, player: Player) -> Number:
        value: Number = self._utility(state)
        return value if player is Player.MAX else -value

    def chances(self, state: Any) -> Sequence[tuple[Any, Number]]:
        assert self._probability is not None  # only called at chance nodes
        return [(move, self._probability(state, move)) for move in self._actions(state)]


def expectiminimax_value(
    state: Any,
    actions_fn: Callable[[Any], Sequence[Any]],
    result_fn: Callable[[Any, Any], Any],
    terminal_test: Callable[[Any], bool],
    utility_fn: Callable[[Any], Number],
    node_type_fn: Callable[[Any], str],
    probability_fn: Callable[[Any, Any], Number],
) -> Number:
    """Return the expectiminimax value of a state."""
    functions = actions_fn, result_fn, terminal_test, utility_fn
    return _value(
        _search("expectiminimax", _FunctionsGame(state, functions, node_type_fn, probability_fn))
    )


def _search(search: str, game: _FunctionsGame) -> SearchResult:
    return run_search(game, search, Settings(PRESETS["comp341"]))


def _value(result: SearchResult) -> Number:
    value: Number = result.log.value[0]
    return int(value) if value == int(value) else value


def _best(result: SearchResult) -> Any:
    for _, action in actions_along(result.game, result.log, best_rows(result.log)):
        return action
    return None


def _make_function(search: str, read: Callable[[SearchResult], Any]) -> Callable[..., Any]:
    """Return a function of the lecture, which reads something from the result of a search."""

    def run(
        state: Any,
        actions_fn: Callable[[Any], Sequence[Any]],
        result_fn: Callable[[Any, Any], Any],
        terminal_test: Callable[[Any], bool],
        utility_fn: Callable[[Any], Number],
        is_max_turn: Callable[[Any], bool],
    ) -> Any:
        functions = actions_fn, result_fn, terminal_test, utility_fn
        game = _FunctionsGame(
            state, functions, lambda state: "MAX" if is_max_turn(state) else "MIN"
        )
        return read(_search(search, game))

    return run


#: The best action at a state, by minimax and by alpha-beta, and its minimax value.
minimax_decision = _make_function("minimax", _best)
minimax_value = _make_function("minimax", _value)
alpha_beta_decision = _make_function("alphabeta", _best)
