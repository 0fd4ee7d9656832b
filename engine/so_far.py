"""What a search that is still running has found, read from its growing log."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.best_play import best_of
from engine.conventions import Ties
from engine.game import AnyGame
from engine.log import VisitLog

__all__ = ["Running", "SoFar"]


@dataclass(frozen=True, slots=True)
class SoFar:
    """A search on its way.

    Args:
        visits: nodes visited.
        depth: plies below the root of the node that it is at.
        move: the name of the best move so far; empty before there is one.
        value: what that move is worth so far; None before there is one.
    """

    visits: int
    depth: int
    move: str = ""
    value: float | None = None


@dataclass(frozen=True, slots=True)
class Running:
    """A search that is running, perhaps in another thread.

    Args:
        game: what it searches.
        log: where it writes its visits.
        ties: how ties go.
        plays_out: whether each root is one playout, of which none says what is best.
    """

    game: AnyGame
    log: VisitLog
    ties: Ties
    plays_out: bool

    def so_far(self) -> SoFar:
        """Look at it.

        Of several passes the last whole one says what is best; in the first, the moves of the root
        that have been searched. A row is whole once it has a size, which is written last.
        """
        log = self.log
        visits = len(log)
        depth = log.depth[visits - 1] if 0 < visits <= len(log.depth) else 0
        if self.plays_out or not visits:
            return SoFar(visits, depth)
        roots = list(_whole(log, 0, visits))
        root = roots[-1] if roots else 0
        end = root + log.size[root] if roots else visits
        children = _whole(log, root + 1, end)
        best = best_of(log, root, children, self.ties)
        if best is None:
            return SoFar(visits, depth)
        moves = self.game.moves(self.game.initial)
        name = self.game.name_of(moves[log.action[best]])
        return SoFar(visits, depth, name, log.value[best])


def _whole(log: VisitLog, row: int, end: int) -> Iterator[int]:
    """The whole rows side by side from one on."""
    while row < end and row < len(log.size) and log.size[row]:
        yield row
        row += log.size[row]
