"""The children of one node as a row of siblings, of which a part is drawn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from tracer.figure.branches import Place
from tracer.recording import Recording
from tracer.wide import Family

__all__ = ["FewSiblings", "Siblings", "WideSiblings"]


class Siblings(Protocol):
    """Some children of a node, in the game's own order."""

    def __len__(self) -> int:
        """How many there are."""

    def index(self, row: int | None) -> int:
        """Where among them the visit with a row is; 0 where it is not."""

    def between(self, start: int, stop: int) -> list[Place]:
        """Some of them."""

    def any_entered(self, start: int, stop: int) -> bool:
        """Whether any of some of them has been entered by now."""


@dataclass(frozen=True, slots=True)
class FewSiblings:
    """Siblings that are all at hand.

    Args:
        trace: the search.
        step: the step at which they are looked at.
        found: all of them.
    """

    trace: Recording
    step: int
    found: list[Place]

    def __len__(self) -> int:
        """How many there are."""
        return len(self.found)

    def index(self, row: int | None) -> int:
        """Where among them the visit with a row is; 0 where it is not."""
        if row is None:
            return 0
        return next((at for at, place in enumerate(self.found) if place[1] == row), 0)

    def between(self, start: int, stop: int) -> list[Place]:
        """Some of them."""
        return self.found[start:stop]

    def any_entered(self, start: int, stop: int) -> bool:
        """Whether any of some of them has been entered by now."""
        entered_at = self.trace.tour.entered_at
        rows = (row for _, row in self.found[start:stop] if row is not None)
        return any(entered_at(row) <= self.step for row in rows)


@dataclass(frozen=True, slots=True)
class WideSiblings:
    """Many siblings, visited in order; what is asked takes the same time for any number of them.

    Args:
        family: the visits to them.
        step: the step at which they are looked at.
        visits: how many visits count, from the first.
        count: how many siblings there are: after those visited come the others.
    """

    family: Family
    step: int
    visits: int
    count: int

    def __len__(self) -> int:
        """How many there are."""
        return self.count

    def index(self, row: int | None) -> int:
        """Where among them the visit with a row is; 0 where it is not."""
        if row is None:
            return 0
        return self.family.number_of(row) or 0

    def between(self, start: int, stop: int) -> list[Place]:
        """Some of them."""
        children, action = self.family.children, self.family.trace.log.action
        seen = children[start : min(stop, self.visits)]
        places: list[Place] = [(action[child], child) for child in seen]
        # Visits are in order of the moves and leave none out, so what is not visited follows.
        behind = range(max(start, self.visits), min(stop, self.count))
        return [*places, *((place, None) for place in behind)]

    def any_entered(self, start: int, stop: int) -> bool:
        """Whether any of some of them has been entered by now."""
        return start < min(stop, self.family.entered(self.step))
