"""Alpha-beta: minimax that prunes branches that cannot matter (AIMA 4e, figure 5.7).

The return contract of fail-soft alpha-beta, after Knuth and Moore (1975) and Fishburn (1983): let
(α, β) be the window at a node's entry and v the value that it returned. Then

- v ≤ α: the true value is at most v (the node "failed low");
- α < v < β: v is the true value;
- v ≥ β: the true value is at least v (the node "failed high").

Fail-hard returns α or β themselves in the first and third case.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from operator import ge, gt, le, lt
from typing import Any

from engine.conventions import read_listing
from engine.game import CHANCE, MAX, AnyGame, Game, Player
from engine.log.visit_log import Flag, VisitLog
from engine.log.windows import Windows
from engine.searches.base import DepthFirst
from engine.searches.settings import Settings, known_bounds


class AlphaBeta(DepthFirst):
    """Passes down the window (α, β) and returns early from a node that cannot matter."""

    name = "alphabeta"
    windows = Windows.ONE_END
    summary = "minimax that prunes branches that cannot change the choice at the root"
    phrase = "minimax search with alpha-beta pruning"
    has_window = True
    takes = DepthFirst.takes | {"window", "bounds"}

    def __init__(self, game: AnyGame, settings: Settings, log: VisitLog) -> None:
        super().__init__(game, settings, log)
        convention = settings.convention
        strict = convention.cutoff == ">"
        self.max_cuts: Callable[[float, float], bool] = gt if strict else ge
        self.min_cuts: Callable[[float, float], bool] = lt if strict else le
        self.bounds = known_bounds(game, settings, rounded=True)
        if self.bounds is not None:  # they cut both ends
            log.keep_windows(Windows.ANY, settings.window)
        self.fail_hard = convention.returns == "fail-hard"
        # Most games have no passes and need no check at every move.
        self.passes = type(game).is_pass is not Game.is_pass

    def interior(
        self, state: Any, row: int, player: Player, depth: int, alpha: float, beta: float
    ) -> float:
        """Return the mover's best value, or one that its opponent will not allow."""
        if player is CHANCE:
            raise self.chance_error(self.game)
        is_max = player is MAX
        # The bound of a child that makes v a bound, on the opponent's side and on the mover's.
        short, beyond = (Flag.UPPER, Flag.LOWER) if is_max else (Flag.LOWER, Flag.UPPER)
        cuts, end = (self.max_cuts, beta) if is_max else (self.min_cuts, alpha)
        moves = self.moves(state, row)
        low, high, v = alpha, beta, -inf if is_max else inf
        tried, cut, reached, more = 0, 0, 0, 0
        for place, move in self.order.pairs(state, moves, depth):
            child = self.game.result(state, move)
            v2 = self.visit(child, place, row, depth + 1, low, high)
            bound = self.log.returned
            tried += 1
            if v2 > v if is_max else v2 < v:
                v, reached = v2, bound & short
            elif v2 == v:
                reached &= bound
            more |= bound & beyond
            if cuts(v, end) and not self.is_after_pass(move):
                cut = Flag.EARLY_RETURN
                break
            if is_max:
                if v > low:
                    low = v
            elif v < high:
                high = v
        if tried < len(moves):
            cut, more = Flag.CUTOFF | Flag.EARLY_RETURN, beyond
        v = self.leave(row, v, tried, cut | reached | more, alpha, beta)
        if self.learn:
            self.learn(self.log, row, state, moves)
        return v

    def is_after_pass(self, move: Any) -> bool:
        """Return whether a move was a pass, after which no cutoff test is made."""
        return self.passes and self.game.is_pass(move)

    def leave(self, row: int, v: float, tried: int, flags: int, alpha: float, beta: float) -> float:
        """Record the return of a node and return its value; fail-hard clips it to the window."""
        if self.fail_hard and not alpha <= v <= beta:
            v, flags = (beta, flags | Flag.LOWER) if v > beta else (alpha, flags | Flag.UPPER)
        return self.log.leave(row, v, tried, self.find_proof_flags(v, flags))


# Negamax: alpha-beta as one function, with every value seen from the side to move.
#
# Knuth and Moore (1975). A value for one side is the negative for the other: since
# max(a, b) = −min(−a, −b), one function serves both. The visits, values and cutoffs are those of
# alpha-beta, and the log holds MAX's values, as always; so only the pseudocode is its own.


class Negamax(AlphaBeta):
    """Alpha-beta in its one-function form, with the same visits, values and cutoffs."""

    name = "negamax"
    windows = Windows.ONE_END
    summary = "alpha-beta as one function, with values seen from the side to move"
    phrase = "negamax search with alpha-beta pruning"
    rules = "Write all values and windows as MAX sees them, also at MIN's nodes."
    listing = read_listing("negamax")
    sees_as_mover = True
