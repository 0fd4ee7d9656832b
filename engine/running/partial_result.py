"""The partial result of a running search, read from its growing log."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from threading import Lock

from engine.conventions import Ties
from engine.game import AnyGame, Player
from engine.log.best_play import find_best_child
from engine.log.visit_log import Flag, VisitLog
from engine.mcts.statistics import NodeStatistics
from engine.values.exact import nearest_fraction


@dataclass(frozen=True, slots=True)
class PartialResult:
    """The partial result of a running search."""

    visits: int
    depth: int
    move: str = ""
    value: float | None = None
    times: int = 0
    chooses: bool = True


@dataclass(slots=True)
class _Playouts:
    """Counts of random playouts: the moves at the root, up to a row."""

    root: NodeStatistics = field(default_factory=lambda: NodeStatistics(0, Player.MAX))
    row: int = 0
    lock: Lock = field(default_factory=Lock)

    def count_until(self, log: VisitLog, end: int) -> None:
        """Count the iterations completed since the last call."""
        for row in complete_rows(log, self.row, end):
            self.row = row + log.size[row]
            if log.size[row] > 1 and not log.flags[row] & Flag.INCOMPLETE:
                place = log.action[row + 1]
                child = self.root.children.setdefault(place, NodeStatistics(row + 1, Player.MAX))
                child.visits += 1
                child.total += nearest_fraction(log.value[row])


@dataclass(frozen=True, slots=True)
class RunningSearch:
    """A running search, possibly in another thread."""

    game: AnyGame
    log: VisitLog
    ties: Ties
    uses_playouts: bool
    _playouts: _Playouts = field(default_factory=_Playouts, init=False, compare=False)

    def so_far(self) -> PartialResult:
        """Return its partial result.

        The best move is that of the last complete pass; in the first pass, the best of the root's
        searched moves. A row is complete once it has a size, which is written last.
        """
        log = self.log
        visits = len(log)
        depth = log.depth[visits - 1] if 0 < visits <= len(log.depth) else 0
        initial = self.game.initial
        chooses = self.game.to_move(initial) is not Player.CHANCE
        if not visits or not chooses:
            return PartialResult(visits, depth, chooses=chooses)
        place, value, times = self._most_visited() if self.uses_playouts else self._best(visits)
        if place is None:
            return PartialResult(visits, depth)
        name = self.game.name_of(self.game.moves(initial)[place])
        return PartialResult(visits, depth, name, value, times)

    def _best(self, visits: int) -> tuple[int | None, float, int]:
        """Return the place of the best move at the root, its value, and 0 visits."""
        log = self.log
        roots = list(complete_rows(log, 0, visits))
        root = roots[-1] if roots else 0
        end = root + log.size[root] if roots else visits
        best = find_best_child(log, root, complete_rows(log, root + 1, end), self.ties)
        return (None, 0, 0) if best is None else (log.action[best], log.value[best], 0)

    def _most_visited(self) -> tuple[int | None, float, int]:
        """Return the place of the most visited move, its mean reward and its visits."""
        counted = self._playouts
        with counted.lock:  # several threads may call this
            counted.root.player = self.log.player[0]
            counted.count_until(self.log, len(self.log))
            place = counted.root.most_visited(self.ties)
            if place is None:
                return None, 0, 0
            child = counted.root.children[place]
            return place, child.mean, child.visits


def complete_rows(log: VisitLog, row: int, end: int) -> Iterator[int]:
    """Yield the sibling rows from one on whose subtrees are complete and can be read.

    A search in another thread writes a size as soon as a row is complete, and lets others see its
    new rows only from time to time: a complete row may have descendants that cannot be seen yet.
    """
    while row < end and (size := log.size[row]) and row + size <= end:
        yield row
        row += size
