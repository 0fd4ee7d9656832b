"""The children of one node as a list of siblings, a part of which is drawn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from tracer.drawing.tree.walk_nodes import ChildVisit
from tracer.recording.child_index import ChildIndex
from tracer.recording.recording import Recording

__all__ = ["ChildList", "LongChildList", "ShortChildList"]


class ChildList(Protocol):
    """Some children of a node, in the game's own order."""

    def __len__(self) -> int:
        """Return the number of children."""

    def index(self, row: int | None) -> int:
        """Return the index of the child with a row; 0 if it is not among them."""

    def between(self, start: int, stop: int) -> list[ChildVisit]:
        """Return the children from `start` up to `stop`."""

    def any_entered(self, start: int, stop: int) -> bool:
        """Return whether any child from `start` up to `stop` has been entered by now."""


@dataclass(frozen=True, slots=True)
class ShortChildList:
    """Siblings that are all in memory.

    Args:
        trace: the search.
        step: the current step.
        found: the siblings.
    """

    trace: Recording
    step: int
    found: list[ChildVisit]

    def __len__(self) -> int:
        """Return the number of children."""
        return len(self.found)

    def index(self, row: int | None) -> int:
        """Return the index of the child with a row; 0 if it is not among them."""
        if row is None:
            return 0
        return next((at for at, place in enumerate(self.found) if place[1] == row), 0)

    def between(self, start: int, stop: int) -> list[ChildVisit]:
        """Return the children from `start` up to `stop`."""
        return self.found[start:stop]

    def any_entered(self, start: int, stop: int) -> bool:
        """Return whether any child from `start` up to `stop` has been entered by now."""
        entered_at = self.trace.tour.entered_at
        rows = (row for _, row in self.found[start:stop] if row is not None)
        return any(entered_at(row) <= self.step for row in rows)


@dataclass(frozen=True, slots=True)
class LongChildList:
    """Many siblings, visited in order; access takes the same time for any number of them.

    Args:
        child_index: index of the visits to them.
        step: the current step.
        visits: number of visits to include, from the first.
        count: number of siblings; unvisited ones follow the visited ones.
    """

    child_index: ChildIndex
    step: int
    visits: int
    count: int

    def __len__(self) -> int:
        """Return the number of children."""
        return self.count

    def index(self, row: int | None) -> int:
        """Return the index of the child with a row; 0 if it is not among them."""
        if row is None:
            return 0
        return self.child_index.position(row) or 0

    def between(self, start: int, stop: int) -> list[ChildVisit]:
        """Return the children from `start` up to `stop`."""
        children, action = self.child_index.children, self.child_index.trace.log.action
        seen = children[start : min(stop, self.visits)]
        places: list[ChildVisit] = [(action[child], child) for child in seen]
        # Visits are in the order of the moves without gaps, so unvisited moves follow.
        behind = range(max(start, self.visits), min(stop, self.count))
        return [*places, *((place, None) for place in behind)]

    def any_entered(self, start: int, stop: int) -> bool:
        """Return whether any child from `start` up to `stop` has been entered by now."""
        return start < min(stop, self.child_index.count_entered(self.step))
