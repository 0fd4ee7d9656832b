"""Minimax: the value of a game when all play their best (AIMA 4e, figure 5.3); with dice too."""

from __future__ import annotations

import math
from collections.abc import Sequence
from math import inf
from typing import Any, TypeAlias

from engine.errors import SearchRefused
from engine.game import CHANCE, MAX, MIN, AnyGame, Number, Player
from engine.log.visit_log import NO_PARENT, Flag, VisitLog
from engine.log.windows import Windows
from engine.searches.base import DepthFirst
from engine.searches.checks import checked_moves, whole_weights
from engine.searches.settings import Settings
from engine.values import exact_value
from engine.wrappers.changed import change


class Minimax(DepthFirst):
    """Visits every node; MAX takes the largest value of its children, MIN the smallest.

    The window in the log stays (−∞, +∞), since minimax has no window.
    """

    name = "minimax"
    windows = Windows.SAME
    summary = "visit every node; MAX and MIN play their best"
    phrase = "minimax search"

    def interior(
        self, state: Any, row: int, player: Player, depth: int, alpha: float, beta: float
    ) -> float:
        if player is CHANCE:
            return self.chance(state, row, depth)
        moves = self.moves(state, row)
        v = -inf if player is MAX else inf
        for place, move in self.order.pairs(state, moves, depth):
            child = self.game.result(state, move)
            v2 = self.visit(child, place, row, depth + 1, alpha, beta)
            if v2 > v if player is MAX else v2 < v:
                v = v2
        return self.log.leave(row, v, len(moves), 0)

    def chance(self, state: Any, row: int, depth: int) -> float:
        """Refuse a chance node, which minimax cannot value."""
        raise self.chance_error(self.game)


# Single-agent search: the best value that MAX can reach (Pac-Man without ghosts).


class Single(Minimax):
    """Visits every node; each takes the largest value of its children."""

    name = "single"
    windows = Windows.SAME
    summary = "one player: every node takes its children's largest value"
    phrase = "a search in which only MAX moves"
    has_min = False

    def moves(self, state: Any, row: int) -> Sequence[Any]:
        """Return the moves of a node, which must be MAX's."""
        if self.game.to_move(state) is MIN:
            raise SearchRefused(
                f"single has one player, but MIN is to move at {self.game.format(state)} of "
                f"{self.game}",
                hint="Use minimax, or a tree with players: [max]",
            )
        return super().moves(state, row)


# Expectiminimax: minimax with dice (AIMA 4e, section 5.5).
#
# Each visit has a double in the log and an exact value. The value of a chance node is the mean of
# the exact values; the log holds the nearest double. MAX and MIN compare the doubles and, if those
# are equal, the exact values (`engine.values`).


#: Numerator and positive denominator, in lowest terms.
_Ratio: TypeAlias = tuple[int, int]


class Expectiminimax(Minimax):
    """Minimax in which a chance node has the probability-weighted mean of its outcomes."""

    name = "expectiminimax"
    windows = Windows.SAME
    summary = "minimax with chance nodes, which have their expected value"
    phrase = "expectiminimax search"
    takes_chance = True

    def __init__(self, game: AnyGame, settings: Settings, log: VisitLog) -> None:
        super().__init__(game, settings, log)
        #: The exact value of the visit that returned last.
        self.exact: _Ratio = (0, 1)
        #: Its row.
        self.left = NO_PARENT

    def interior(
        self, state: Any, row: int, player: Player, depth: int, alpha: float, beta: float
    ) -> float:
        if player is CHANCE:
            return self.chance(state, row, depth)
        moves = self.moves(state, row)
        v, exact = -math.inf if player is MAX else math.inf, (0, 1)
        for place, move in self.order.pairs(state, moves, depth):
            child = self.game.result(state, move)
            v2 = self.visit(child, place, row, depth + 1, alpha, beta)
            if v2 > v if player is MAX else v2 < v:
                v, exact = v2, self.exact
            elif v2 == v and self.exact != exact:
                is_more = self.exact[0] * exact[1] > exact[0] * self.exact[1]
                self.log.flags[self.left] |= Flag.ABOVE if is_more else Flag.BELOW
                if is_more is (player is MAX):
                    exact = self.exact
        self.exact, self.left = exact, row
        return self.log.leave(row, v, len(moves), 0)

    def leaf(self, state: Any, row: int, value: Number, flag: int) -> float:
        number = super().leaf(state, row, value, flag)
        self.exact = (value, 1) if type(value) is int else exact_value(value).as_integer_ratio()
        self.left = row
        return number

    def chance(self, state: Any, row: int, depth: int) -> float:
        """Return the expected value over the outcomes, in the game's order."""
        chances = self.game.chances(state)
        weights, common = whole_weights(self.game, chances, state)
        self.log.expand(row, len(checked_moves(self.game, chances, state)))
        total, scale = 0, 1
        for place, (outcome, _) in enumerate(chances):
            child = self.game.result(state, outcome)
            self.visit(child, place, row, depth + 1, -math.inf, math.inf)
            over, under = self.exact
            if scale % under:
                lift = under // math.gcd(scale, under)
                total, scale = total * lift, scale * lift
            total += weights[place] * over * (scale // under)
        scale *= common
        shared = math.gcd(total, scale)
        self.exact = over, under = total // shared, scale // shared
        self.left = row
        # Dividing integers rounds only once; −0.0 becomes 0.0.
        return self.log.leave(row, over / under + 0.0, len(chances), 0)


# Expectimax: MAX against an opponent who moves at random (AIMA 4e, section 5.5; CS 188).


class Expectimax(Expectiminimax):
    """Expectiminimax of the game in which MIN's turns are chance nodes."""

    name = "expectimax"
    windows = Windows.SAME
    summary = "MAX against a MIN that moves at random; MIN's nodes have their expected value"
    phrase = "expectimax search, in which MIN moves at random"
    has_min = False
    takes = Expectiminimax.takes | {"opponent"}

    @classmethod
    def prepare(cls, game: AnyGame, settings: Settings) -> AnyGame:
        """Return the game with MIN replaced by chance."""
        return change(game, opponent=settings.opponent)
