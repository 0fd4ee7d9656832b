"""Iterative deepening: alpha-beta to depth 1, then 2, then 3, as long as there is time.

Slate and Atkin (1977); AIMA 4e, section 5.3. Every pass is a separate root in the log, and the
last complete one gives the result. From the first pass on there is always a best move.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from math import inf

from engine.conventions import AIMA, COURSES
from engine.game import MIN
from engine.log.visit_log import Flag
from engine.log.windows import Windows
from engine.running.recursion import MAX_DEPTH
from engine.searches.alphabeta import AlphaBeta

# Searches that make several passes with small windows until the value is proved.
#
# Each pass is a root of the log. A pass that fails low proves that the value is at most v, and
# one that fails high that it is at least v; see `engine.searches.alphabeta`.


class WindowedPasses(AlphaBeta):
    """Alpha-beta in passes, each with a window that it computes itself."""

    several_roots = True
    narrows = True
    takes = (AlphaBeta.takes - {"window"}) | {"guess"}

    def leave(self, row: int, v: float, tried: int, flags: int, alpha: float, beta: float) -> float:
        """Record the return of a node; only a value inside its window counts as exact."""
        # In a pass that fails low, a value can be exact although the first child that has it
        # returned a mere bound, so that no move is proved.
        # With a strict cutoff test, a window can shrink to one value.
        if not flags & Flag.REPEAT and not v == alpha == beta:
            side = Flag.UPPER if v <= alpha else Flag.LOWER if v >= beta else 0
            flags = flags & ~Flag.BOUND | side
        return super().leave(row, v, tried, flags, alpha, beta)

    @classmethod
    def deciding_pass(cls, passes: Sequence[tuple[float, int]], player: int) -> tuple[int, int]:
        """Return the last pass that proves the move, if the passes together prove the value."""
        # MAX's move is proved by a lower bound of its value, MIN's by an upper one.
        low, high = proved_interval(passes)
        last = len(passes) - 1
        if not low >= high:  # also if no pass is complete
            return last, passes[last][1]
        unproved = Flag.LOWER if player == MIN else Flag.UPPER
        deciding = max(
            place
            for place, (value, flags) in enumerate(passes)
            if value == low and not flags & unproved
        )
        return deciding, 0


def proved_interval(passes: Sequence[tuple[float, int]]) -> tuple[float, float]:
    """Return the largest lower and the smallest upper bound that passes have proved."""
    lower = max((value for value, flags in passes if not flags & Flag.UPPER), default=-inf)
    upper = min((value for value, flags in passes if not flags & Flag.LOWER), default=inf)
    return lower, upper


def textbook_functions() -> str:
    """Return the pseudocode of MAX-VALUE and MIN-VALUE with a window, as AIMA writes them."""
    listing = COURSES[AIMA.name].listing
    return listing[listing.index("max.head") : listing.index("chance.head")]


class Deepening(AlphaBeta):
    """Searches in passes, each a ply deeper, up to the limit or the end of the game."""

    name = "deepening"
    windows = Windows.ONE_END
    summary = "iterative deepening: alpha-beta to depth 1, 2, 3 and so on"
    phrase = "iterative deepening"
    rules = (
        "Alpha-beta is run to a depth of 1 ply, then 2, 3 and so on, up to the limit. Each pass "
        "starts at the root; the last one gives the value and the move."
    )
    several_roots = True
    deepens = True

    def run(self) -> None:
        """Search pass after pass, until a pass reaches no depth limit."""
        deepest = MAX_DEPTH if self.limit is None else self.limit
        for limit in count(1):
            self.limit = self.order.limit = min(limit, deepest)
            root = len(self.log)
            super().run()
            if not self.log.is_limited(root) or limit >= deepest:
                return
