"""What a search that is still running has found, read from its growing log."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from threading import Lock

from engine.best_play import best_of
from engine.conventions import Ties
from engine.game import AnyGame, Player
from engine.log import Flag, VisitLog
from engine.mcts.statistics import Tally

__all__ = ["Running", "SoFar"]


@dataclass(frozen=True, slots=True)
class SoFar:
    """A search on its way.

    Args:
        visits: nodes visited.
        depth: plies below the root of the node that it is at.
        move: the name of the best move so far, of random playouts that of the move most often
            gone; empty before there is one.
        value: what that move is worth so far, of random playouts their mean reward as MAX counts
            it; None before there is one.
        times: how often that move was gone; 0 where the search is none of random playouts.
        chooses: whether a player moves at the root; where chance does, no move is the best.
    """

    visits: int
    depth: int
    move: str = ""
    value: float | None = None
    times: int = 0
    chooses: bool = True


@dataclass(slots=True)
class _Playouts:
    """What has been counted of random playouts: the moves at the root, up to a row."""

    root: Tally = field(default_factory=lambda: Tally(0, Player.MAX))
    row: int = 0
    lock: Lock = field(default_factory=Lock)

    def go_on(self, log: VisitLog, end: int) -> None:
        """Count the iterations that have become whole since."""
        for row in _whole(log, self.row, end):
            self.row = row + log.size[row]
            if log.size[row] > 1 and not log.flags[row] & Flag.INCOMPLETE:
                place = log.action[row + 1]
                child = self.root.children.setdefault(place, Tally(row + 1, Player.MAX))
                child.visits += 1
                child.total += log.value[row]


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
    _playouts: _Playouts = field(default_factory=_Playouts, init=False, compare=False)

    def so_far(self) -> SoFar:
        """Look at it.

        Of several passes the last whole one says what is best; in the first, the moves of the root
        that have been searched. A row is whole once it has a size, which is written last.
        """
        log = self.log
        visits = len(log)
        depth = log.depth[visits - 1] if 0 < visits <= len(log.depth) else 0
        initial = self.game.initial
        chooses = self.game.to_move(initial) is not Player.CHANCE
        if not visits or not chooses:
            return SoFar(visits, depth, chooses=chooses)
        place, value, times = self._most_gone() if self.plays_out else self._best(visits)
        if place is None:
            return SoFar(visits, depth)
        name = self.game.name_of(self.game.moves(initial)[place])
        return SoFar(visits, depth, name, value, times)

    def _best(self, visits: int) -> tuple[int | None, float, int]:
        """The place of the best move at the root, its value, and no number of times."""
        log = self.log
        roots = list(_whole(log, 0, visits))
        root = roots[-1] if roots else 0
        end = root + log.size[root] if roots else visits
        best = best_of(log, root, _whole(log, root + 1, end), self.ties)
        return (None, 0, 0) if best is None else (log.action[best], log.value[best], 0)

    def _most_gone(self) -> tuple[int | None, float, int]:
        """The place of the move most often gone, its mean reward, and how often it was gone."""
        counted = self._playouts
        with counted.lock:  # who watches and who searches may both ask
            counted.root.player = self.log.player[0]
            counted.go_on(self.log, len(self.log))
            place = counted.root.most_visited(self.ties)
            if place is None:
                return None, 0, 0
            child = counted.root.children[place]
            return place, child.mean, child.visits


def _whole(log: VisitLog, row: int, end: int) -> Iterator[int]:
    """The whole rows side by side from one on."""
    while row < end and row < len(log.size) and log.size[row]:
        yield row
        row += log.size[row]
