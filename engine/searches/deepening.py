"""Iterative deepening: alpha-beta to depth 1, then 2, then 3, as long as there is time.

Slate and Atkin (1977); AIMA 4e, section 5.3. Every pass is a root of its own in the log, and the
last whole one is what the search says: it has a best move at any moment from the first pass on.
"""

from __future__ import annotations

from itertools import count

from engine.recursion import MAX_DEPTH
from engine.searches.alphabeta import AlphaBeta

__all__ = ["Deepening"]


class Deepening(AlphaBeta):
    """Searches pass after pass, each a ply deeper, up to the limit or to the end of the game."""

    name = "deepening"
    summary = "alpha-beta to depth 1, 2, 3 and so on: iterative deepening"
    several_roots = True
    deepens = True

    def run(self) -> None:
        """Search pass after pass; a pass that no limit stopped is the last."""
        deepest = MAX_DEPTH if self.limit is None else self.limit
        for limit in count(1):
            self.limit = self.order.limit = min(limit, deepest)
            root = len(self.log)
            super().run()
            if not self.log.is_limited(root) or limit >= deepest:
                return
