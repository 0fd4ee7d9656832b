"""Iterative deepening: alpha-beta to depth 1, then 2, then 3, as long as there is time.

Slate and Atkin (1977); AIMA 4e, section 5.3. Every pass is a separate root in the log, and the
last complete one gives the result. From the first pass on there is always a best move.
"""

from __future__ import annotations

from itertools import count

from engine.log.windows import Windows
from engine.running.recursion import MAX_DEPTH
from engine.searches.alphabeta import AlphaBeta


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
