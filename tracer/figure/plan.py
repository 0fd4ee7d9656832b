"""What a page of a large tree holds, chosen by the room that there is."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise, zip_longest
from typing import NamedTuple

from engine.log import NO_PARENT
from tracer.figure.branches import is_drawn_whole
from tracer.figure.build import MOST_LEVELS
from tracer.figure.cells import Cells
from tracer.figure.kin import Kin
from tracer.recording import Recording

__all__ = ["Offer", "Plan", "Planner", "beneath", "path_of"]

#: Nodes beside the path whose children are drawn, at most.
_MOST_OPENED = 80

#: Children with which a node beside the path has too many to be opened.
_TOO_MANY = 64


class Offer(NamedTuple):
    """A node that may be drawn beside the path, or the children of one that is.

    Args:
        depth: that of the node on the path of whose child this is about.
        at: which of the children.
        row: of a node that is to be opened the first visit; `NO_PARENT` for the child alone.
    """

    depth: int
    at: int
    row: int = NO_PARENT


@dataclass(slots=True)
class Plan:
    """What a page holds.

    Args:
        path: the rows from the root to the node whose children are drawn whole.
        along: for each of them the first and the last child that is drawn, by its place among the
            visited ones; that of the path is among them.
        whole: the first visits of children beneath which everything is drawn.
        opened: the first visits of other nodes whose children are drawn.
        shut: whether nothing is drawn beneath the last node of the path.
        finished: whether the search is, so that what it came to after the path is known too.
        offers: what may still be drawn, the nearest first.
        deepest: the depth down to which nodes are drawn in any case.
    """

    path: list[int]
    along: list[range]
    whole: set[int]
    shut: bool = False
    finished: bool = False
    opened: set[int] = field(default_factory=set)
    offers: list[Offer] = field(default_factory=list)
    deepest: int = 0


def beneath(trace: Recording, plan: Plan) -> int:
    """How many levels of nodes are drawn beneath the last of a plan's path."""
    log, last = trace.log, plan.path[-1]
    deepest = (max(log.depth[row : row + log.size[row]]) for row in plan.whole)
    return max(deepest, default=log.depth[last] + 1) - log.depth[last]


def path_of(kin: Kin, path: Sequence[int], among: range) -> list[range]:
    """The children of the nodes of a path that are drawn in any case; see `Plan.along`."""
    places = (kin.place(above, row) for above, row in pairwise(path))
    return [*(range(place, place + 1) for place in places), among]


class Planner:
    """Chooses what stands beside a path.

    Args:
        trace: the search.
        kin: the children of its nodes.
        cells: how wide they are.
        folded: the rows of nodes under which nothing is to be drawn.
        width: the cells of a row of the canvas.
        levels: the levels of nodes that are seen at once.
    """

    def __init__(
        self,
        trace: Recording,
        kin: Kin,
        cells: Cells,
        *,
        folded: Collection[int],
        width: int,
        levels: int,
    ) -> None:
        self._trace = trace
        self._kin = kin
        self._cells = cells
        self._folded = folded
        self._width = width
        self._levels = levels
        self._known = is_drawn_whole(trace.game)

    def begin(self, plan: Plan) -> None:
        """Find what may stand beside what a plan holds."""
        plan.deepest = max(len(plan.path) - 1 + beneath(self._trace, plan), self._levels)
        plan.offers = self._offers(plan)

    def _offers(self, plan: Plan) -> list[Offer]:
        """What may stand beside the path: one neighbour on each level, another, and so on.

        After each of them once comes what is beneath them.
        """
        found: list[list[Offer]] = []
        last, room = len(plan.path) - 1, self._width // self._cells.shut + 1
        for depth in range(last - plan.shut, max(-1, last - MOST_LEVELS), -1):
            drawn, firsts = plan.along[depth], self._kin.of(plan.path[depth])
            before = [Offer(depth, at) for at in range(drawn.start - 1, -1, -1)[:room]]
            after = [Offer(depth, at) for at in range(drawn.stop, len(firsts))[:room]]
            both = zip_longest(before, after if plan.finished or self._known else ())
            found.append([one for pair in both for one in pair if one is not None])
        in_turn = [one for ring in zip_longest(*found) for one in ring if one is not None]
        beneath = [one._replace(row=self._kin.of(plan.path[one.depth])[one.at]) for one in in_turn]
        return [*in_turn, *beneath]

    def fuller(self, plan: Plan, spare: float, most: int) -> tuple[Plan, list[Offer]]:
        """A plan with what of the offers there is room for.

        Args:
            plan: the plan.
            spare: the cells that are free.
            most: how many offers are taken at most.

        Returns:
            The plan, and the offers that were taken.
        """
        along, opened, left = list(plan.along), set(plan.opened), list[Offer]()
        taken: list[Offer] = []
        waiting = deque(plan.offers)
        while waiting:
            offer = waiting.popleft()
            if len(taken) >= most:
                left.append(offer)
                continue
            drawn = along[offer.depth]
            if offer.row != NO_PARENT:
                if offer.at not in drawn:
                    left.append(offer)
                    continue
                below = self._openable(offer.row, plan.deepest)
                cells = sum(self._cells.alone(row) + self._cells.gap for row in below)
                cells -= self._cells.shut
                if below and cells <= spare and len(opened) < _MOST_OPENED:
                    opened.add(offer.row)
                    taken.append(offer)
                    spare -= max(0, cells)
                    waiting.extend(offer._replace(row=row) for row in below)
                elif below:
                    left.append(offer)
            elif offer.at in (drawn.start - 1, drawn.stop) and self._cells.shut <= spare:
                along[offer.depth] = range(
                    min(offer.at, drawn.start), max(offer.at + 1, drawn.stop)
                )
                taken.append(offer)
                spare -= self._cells.shut + self._cells.gap
            else:
                left.append(offer)
        return replace(plan, along=along, opened=opened, offers=left), taken

    def _openable(self, row: int, deepest: int) -> Sequence[int]:
        """The children of a node that may be drawn beneath it."""
        log = self._trace.log
        if row in self._folded or log.size[row] == 1 or log.depth[row] >= deepest:
            return ()
        firsts = self._kin.of(row)
        return firsts if len(firsts) < _TOO_MANY else ()
