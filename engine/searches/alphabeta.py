"""Alpha-beta: minimax that leaves out what cannot matter (AIMA 4e, figure 5.7).

The return contract of fail-soft alpha-beta, after Knuth and Moore (1975) and Fishburn (1983): with
(α, β) the window that a node was entered with and v what it returned,

- v ≤ α: the true value is at most v (the node "failed low");
- α < v < β: v is the true value;
- v ≥ β: the true value is at least v (the node "failed high").

Fail-hard returns α or β themselves in the first and third case.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from operator import ge, gt, le, lt
from typing import Any, Final

from engine.game import MAX, MIN, AnyGame, Game, Player
from engine.log import Flag, VisitLog
from engine.searches.depth_first import DepthFirst
from engine.settings import Settings

__all__ = ["AlphaBeta"]

# Plain numbers: an enum's arithmetic costs more than a visit.
_BOUND: Final = int(Flag.LOWER | Flag.UPPER)
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
            return self.terminal(state, row)
        if depth == self.limit:
            return self.evaluated(state, row)
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
        entered, v, tried, cut = alpha, -math.inf, 0, False
        at_most, at_least = True, False  # what v says about the true value so far
        for place in self.order.places(state, moves, depth):
            child = self.game.result(state, moves[place])
            v2, child_row = self.child(child, place, row, depth, alpha, beta)
            tried += 1
            bound = self.log.flags[child_row] & _BOUND
            if v2 > v:
                v, at_least = v2, bound & _UPPER == 0
            elif v2 == v:
                at_least = at_least or bound & _UPPER == 0
            at_most = at_most and bound & _LOWER == 0
            if self.max_cuts(v, beta) and not self.passed(moves[place]):
                cut = True
                break
            alpha = max(alpha, v)
        at_most = at_most and tried == len(moves)
        v = self.leave(row, v, tried, cut, at_least, at_most, entered, beta)
        if self.learn:
            self.learn(self.log, row, state, moves)
        return v

    def min_value(self, state: Any, row: int, depth: int, alpha: float, beta: float) -> float:
        """MIN's turn: the smallest value, or one that MAX will not choose."""
        moves = self.moves(state, row)
        entered, v, tried, cut = beta, math.inf, 0, False
        at_least, at_most = True, False
        for place in self.order.places(state, moves, depth):
            child = self.game.result(state, moves[place])
            v2, child_row = self.child(child, place, row, depth, alpha, beta)
            tried += 1
            bound = self.log.flags[child_row] & _BOUND
            if v2 < v:
                v, at_most = v2, bound & _LOWER == 0
            elif v2 == v:
                at_most = at_most or bound & _LOWER == 0
            at_least = at_least and bound & _UPPER == 0
            if self.min_cuts(v, alpha) and not self.passed(moves[place]):
                cut = True
                break
            beta = min(beta, v)
        at_least = at_least and tried == len(moves)
        v = self.leave(row, v, tried, cut, at_least, at_most, alpha, entered)
        if self.learn:
            self.learn(self.log, row, state, moves)
        return v

    def child(
        self, state: Any, place: int, row: int, depth: int, alpha: float, beta: float
    ) -> tuple[float, int]:
        """Search one child.

        Args:
            state: its state.
            place: place of the move that leads to it.
            row: the parent's row.
            depth: the parent's depth.
            alpha: the parent's window now.
            beta: the parent's window now.

        Returns:
            What the child returned, and the row of the visit that returned it.
        """
        child_row = len(self.log)
        return self.visit(state, place, row, depth + 1, alpha, beta), child_row

    def passed(self, move: Any) -> bool:
        """Whether a move was a pass, after which no cutoff test is made."""
        return self.passes and self.game.is_pass(move)

    def leave(
        self,
        row: int,
        v: float,
        tried: int,
        cut: bool,
        at_least: bool,
        at_most: bool,
        alpha: float,
        beta: float,
    ) -> float:
        """Record the return of a node and return its value.

        Args:
            row: the node's row.
            v: its value as far as it was searched.
            tried: moves that were visited.
            cut: whether its cutoff test held.
            at_least: whether the true value is at least v.
            at_most: whether the true value is at most v.
            alpha: the window that the node was entered with.
            beta: the window that the node was entered with.
        """
        v, flags = self.clipped(v, at_least, at_most, alpha, beta)
        if cut:
            flags |= _EARLY_RETURN
            if tried < self.log.actions[row]:
                flags |= _CUTOFF
        return self.log.leave(row, v, tried, flags)

    def clipped(
        self, v: float, at_least: bool, at_most: bool, alpha: float, beta: float
    ) -> tuple[float, int]:
        """What is returned of a value, and the flags that say what it is: fail-hard clips it."""
        if self.fail_hard and not alpha <= v <= beta:
            at_least, at_most = (at_least, False) if v > beta else (False, at_most)
            v = beta if v > beta else alpha
        return v, (0 if at_most else _LOWER) | (0 if at_least else _UPPER)
