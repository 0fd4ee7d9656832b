"""The plan of a page of a large tree, chosen to fit the canvas."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise, zip_longest
from typing import NamedTuple

from engine.log.visit_log import NO_PARENT
from tracer.drawing.canvas.width_estimates import WidthEstimates
from tracer.drawing.tree.figure_at import MOST_LEVELS
from tracer.drawing.tree.game_tree import is_drawn_whole
from tracer.drawing.tree.visited_children import VisitedChildren
from tracer.recording.recording import Recording

__all__ = ["Candidate", "PagePlan", "PagePlanner", "children_on_path", "levels_beneath"]

#: The largest number of nodes beside the path with drawn children.
_MOST_OPENED = 80

#: The number of children from which a node beside the path is not opened.
_TOO_MANY = 64


class Candidate(NamedTuple):
    """A node that may be drawn beside the path, or a drawn node that may be opened.

    Args:
        depth: depth of the parent on the path.
        at: index of the child among the visited ones; `NO_PARENT` to draw one unvisited child more.
        row: first visit to the node to open; `NO_PARENT` to draw only the child.
    """

    depth: int
    at: int = NO_PARENT
    row: int = NO_PARENT


@dataclass(slots=True)
class PagePlan:
    """The plan of a page.

    Args:
        path: the rows from the root to the node whose children's subtrees are drawn.
        along: for each row of the path, the range of drawn children among the visited ones; it
            includes the child on the path.
        whole: first visits of the children with completely drawn subtrees.
        opened: first visits of other nodes with drawn children.
        collapsed: whether nothing is drawn below the last node of the path.
        finished: whether the search is finished, so the children after the path are known.
        unvisited: for each row of the path, the number of children that are drawn by their moves:
            those that the search skips, or has not reached.
        candidates: nodes that may still be added, the nearest first.
        deepest: the depth down to which nodes may be opened.
        most_levels: number of levels that are drawn at most.
        first_left_out: depth of the first level to leave out if there are more.
    """

    path: list[int]
    along: list[range]
    whole: set[int]
    collapsed: bool = False
    finished: bool = False
    unvisited: list[int] = field(default_factory=list)
    opened: set[int] = field(default_factory=set)
    candidates: list[Candidate] = field(default_factory=list)
    deepest: int = 0
    most_levels: int = MOST_LEVELS
    first_left_out: int = 1


def levels_beneath(trace: Recording, plan: PagePlan) -> int:
    """Return the number of levels that a plan draws below the last node of its path."""
    log, last = trace.log, plan.path[-1]
    deepest = (max(log.depth[row : row + log.size[row]]) for row in plan.whole)
    return max(deepest, default=log.depth[last] + 1) - log.depth[last]


def children_on_path(visited: VisitedChildren, path: Sequence[int], among: range) -> list[range]:
    """Return the children on the path that are always drawn; see `PagePlan.along`."""
    places = (visited.index_of(above, row) for above, row in pairwise(path))
    return [*(range(place, place + 1) for place in places), among]


class PagePlanner:
    """Chooses the nodes beside a path.

    Args:
        trace: the search.
        visited: the visited children of its nodes.
        widths: estimated widths of nodes.
        folded: rows of nodes with folded subtrees.
        width: width of the canvas in cells.
        levels: number of levels that are visible at once.
    """

    def __init__(
        self,
        trace: Recording,
        visited: VisitedChildren,
        widths: WidthEstimates,
        *,
        folded: Collection[int],
        width: int,
        levels: int,
    ) -> None:
        self._trace = trace
        self._visited = visited
        self._widths = widths
        self._folded = folded
        self._width = width
        self._levels = levels
        self._known = is_drawn_whole(trace.game)

    def begin(self, plan: PagePlan) -> None:
        """Find siblings that may be added to a plan."""
        plan.deepest = max(len(plan.path) - 1 + levels_beneath(self._trace, plan), self._levels)
        plan.unvisited = [0] * len(plan.path)
        plan.candidates = self._candidates(plan)

    def _candidates(self, plan: PagePlan) -> list[Candidate]:
        """Return the candidates beside the path: one neighbour per level, then another, and so on.

        Then, in a game, the children that the search skips or has not reached: only their moves are
        drawn. The candidates to open finished nodes take the room that is left.
        """
        found: list[list[Candidate]] = []
        unvisited: list[list[Candidate]] = []
        last, room = len(plan.path) - 1, self._width // self._widths.closed + 1
        for depth in range(last - plan.collapsed, max(-1, last - MOST_LEVELS), -1):
            drawn, firsts = plan.along[depth], self._visited.first_visits(plan.path[depth])
            known = plan.finished or self._known
            before = [Candidate(depth, at) for at in range(drawn.start - 1, -1, -1)[:room]]
            after = [Candidate(depth, at) for at in range(drawn.stop, len(firsts))[:room]]
            both = zip_longest(before, after if known else ())
            found.append([one for pair in both for one in pair if one is not None])
            left = self.unvisited_children(plan, depth) if not self._known else 0
            unvisited.append([Candidate(depth)] * min(left, self._width // self._widths.move))
        in_turn = [one for ring in zip_longest(*found) for one in ring if one is not None]
        beneath = [
            one._replace(row=self._visited.first_visits(plan.path[one.depth])[one.at])
            for one in in_turn
        ]
        moves = [one for ring in zip_longest(*unvisited) for one in ring if one is not None]
        return [*in_turn, *moves, *beneath]

    def unvisited_children(self, plan: PagePlan, depth: int) -> int:
        """Return how many children of a node on the path are drawn by their moves at most."""
        row = plan.path[depth]
        firsts = self._visited.first_visits(row)
        visited = len(firsts) if plan.finished else plan.along[depth].stop
        return self._trace.log.actions[row] - visited

    def fuller(
        self, plan: PagePlan, spare: float, beside: Sequence[int], most: int
    ) -> tuple[PagePlan, list[Candidate]]:
        """Return a plan with as many candidates added as fit: siblings, or opened nodes.

        Args:
            plan: the plan.
            spare: number of free cells beside the whole drawing.
            beside: number of free cells on each of its levels.
            most: maximum number of candidates to add.

        Returns:
            The new plan, and the candidates that were added.
        """
        along, opened, left = list(plan.along), set(plan.opened), list[Candidate]()
        unvisited, free = list(plan.unvisited), list(beside)
        taken: list[Candidate] = []
        waiting, opens = deque(plan.candidates), False
        while waiting:
            candidate = waiting.popleft()
            if len(taken) >= most:
                left.append(candidate)
                continue
            drawn, level = along[candidate.depth], candidate.depth + 1
            if candidate.at == NO_PARENT:
                if self._widths.move <= free[level]:
                    unvisited[candidate.depth] += 1
                    taken.append(candidate)
                    free[level] -= self._widths.move
                else:
                    left.append(candidate)
            elif candidate.row != NO_PARENT:
                if taken and not opens:  # first lay out the siblings, and then use what is left
                    left.append(candidate)
                    continue
                opens = True
                if candidate.at not in drawn:
                    left.append(candidate)
                    continue
                below = self._openable(candidate.row, plan.deepest)
                cells = sum(self._widths.of_node(row) + self._widths.gap for row in below)
                cells -= self._widths.closed
                if below and cells <= spare and len(opened) < _MOST_OPENED:
                    opened.add(candidate.row)
                    taken.append(candidate)
                    spare -= max(0, cells)
                    waiting.extend(candidate._replace(row=row) for row in below)
                elif below:
                    left.append(candidate)
            elif (
                candidate.at in (drawn.start - 1, drawn.stop) and self._widths.closed <= free[level]
            ):
                along[candidate.depth] = range(
                    min(candidate.at, drawn.start), max(candidate.at + 1, drawn.stop)
                )
                taken.append(candidate)
                free[level] -= self._widths.closed + self._widths.gap
            else:
                left.append(candidate)
        fuller = replace(plan, along=along, unvisited=unvisited, opened=opened, candidates=left)
        return fuller, taken

    def _openable(self, row: int, deepest: int) -> Sequence[int]:
        """Return the children of a node if it may be opened, else nothing."""
        log = self._trace.log
        if row in self._folded or log.size[row] == 1 or log.depth[row] >= deepest:
            return ()
        firsts = self._visited.first_visits(row)
        return firsts if len(firsts) < _TOO_MANY else ()
