"""Alpha-beta: minimax that leaves out what cannot matter (AIMA 4e, figure 5.7).

The return contract of fail-soft alpha-beta, after Knuth and Moore (1975) and Fishburn (1983): with
(α, β) the window that a node was entered with and v what it returned,

- v ≤ α: the true value is at most v (the node "failed low");
- α < v < β: v is the true value;
- v ≥ β: the true value is at least v (the node "failed high").

Fail-hard returns α or β themselves in the first and third case.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from operator import ge, gt, le, lt
from typing import Any, Final

from engine.game import MAX, MIN, AnyGame, Game, Player
from engine.log import Flag, VisitLog
from engine.searches.depth_first import EVALUATED, TERMINAL, DepthFirst
from engine.settings import Settings

__all__ = ["AlphaBeta"]

# Plain numbers: an enum's arithmetic costs more than a visit.
_LOWER: Final = int(Flag.LOWER)
_UPPER: Final = int(Flag.UPPER)
_EARLY_RETURN: Final = int(Flag.EARLY_RETURN)
_CUTOFF: Final = int(Flag.CUTOFF)


class AlphaBeta(DepthFirst):
    """Passes down the window (α, β) and returns early from a node that cannot matter."""

    name = "alphabeta"
    summary = "minimax that skips what cannot change the choice at the root"
    has_window = True
    takes = DepthFirst.takes | {"window"}

    def __init__(self, game: AnyGame, settings: Settings, log: VisitLog) -> None:
        super().__init__(game, settings, log)
        convention = settings.convention
        strict = convention.cutoff == ">"
        self.max_cuts: Callable[[float, float], bool] = gt if strict else ge
        self.min_cuts: Callable[[float, float], bool] = lt if strict else le
        self.fail_hard = convention.returns == "fail-hard"
        # Most games have no passes; they need not be asked at every move.
        self.passes = type(game).is_pass is not Game.is_pass

    def visit(
        self, state: Any, action: int, parent: int, depth: int, alpha: float, beta: float
    ) -> float:
        """Enter a node, search below it, and return its value or a bound of it."""
        player = self.game.to_move(state)
        row = self.log.enter(parent, depth, action, player, alpha, beta)
        if self.game.is_terminal(state):
            return self.leaf(state, row, self.game.utility(state, MAX), TERMINAL)
        if depth == self.limit:
            return self.leaf(state, row, self.game.evaluate(state), EVALUATED)
        return self.interior(state, row, player, depth, alpha, beta)

    def interior(
        self, state: Any, row: int, player: Player, depth: int, alpha: float, beta: float
    ) -> float:
        """Search below a node that is neither terminal nor at the limit."""
        if player is MAX:
            return self.max_value(state, row, depth, alpha, beta)
        if player is MIN:
            return self.min_value(state, row, depth, alpha, beta)
        raise self.refuse_chance(self.game)

    def max_value(self, state: Any, row: int, depth: int, alpha: float, beta: float) -> float:
        """MAX's turn: the largest value, or one that MIN will not allow."""
        moves = self.moves(state, row)
        entered, v, tried, cut = alpha, -inf, 0, 0
        lower, upper = 0, 0  # whether v is but a lower bound so far, or an upper one
        for place, move in self.order.pairs(state, moves, depth):
            child = self.game.result(state, move)
            v2 = self.visit(child, place, row, depth + 1, alpha, beta)
            bound = self.log.returned
            tried += 1
            if v2 > v:
                v, upper = v2, bound & _UPPER
            elif v2 == v:
                upper &= bound
            lower |= bound & _LOWER
            if self.max_cuts(v, beta) and not self.passed(move):
                cut = _EARLY_RETURN
                break
            if v > alpha:
                alpha = v
        if tried < len(moves):
            cut, lower = _CUTOFF | _EARLY_RETURN, _LOWER
        v = self.leave(row, v, tried, cut | lower | upper, entered, beta)
        if self.learn:
            self.learn(self.log, row, state, moves)
        return v

    def min_value(self, state: Any, row: int, depth: int, alpha: float, beta: float) -> float:
        """MIN's turn: the smallest value, or one that MAX will not choose."""
        moves = self.moves(state, row)
        entered, v, tried, cut = beta, inf, 0, 0
        lower, upper = 0, 0
        for place, move in self.order.pairs(state, moves, depth):
            child = self.game.result(state, move)
            v2 = self.visit(child, place, row, depth + 1, alpha, beta)
            bound = self.log.returned
            tried += 1
            if v2 < v:
                v, lower = v2, bound & _LOWER
            elif v2 == v:
                lower &= bound
            upper |= bound & _UPPER
            if self.min_cuts(v, alpha) and not self.passed(move):
                cut = _EARLY_RETURN
                break
            if v < beta:
                beta = v
        if tried < len(moves):
            cut, upper = _CUTOFF | _EARLY_RETURN, _UPPER
        v = self.leave(row, v, tried, cut | lower | upper, alpha, entered)
        if self.learn:
            self.learn(self.log, row, state, moves)
        return v

    def passed(self, move: Any) -> bool:
        """Whether a move was a pass, after which no cutoff test is made."""
        return self.passes and self.game.is_pass(move)

    def leave(self, row: int, v: float, tried: int, flags: int, alpha: float, beta: float) -> float:
        """Record the return of a node and return its value; fail-hard clips it to the window.

        Args:
            row: the node's row.
            v: its value as far as it was searched.
            tried: moves that were visited.
            flags: what v says about the true value, and whether the node returns early.
            alpha: the window that the node was entered with.
            beta: the window that the node was entered with.
        """
        if self.fail_hard and not alpha <= v <= beta:
            v, flags = (beta, flags | _LOWER) if v > beta else (alpha, flags | _UPPER)
        return self.log.leave(row, v, tried, flags)
