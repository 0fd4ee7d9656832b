"""Which visit of one search is which of another search of the same tree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from tracer.recording import Recording

__all__ = ["NO_MATCH", "Match", "Pairing", "Siblings"]

#: Stands for a row where there is none.
NO_MATCH = -1


class Match(NamedTuple):
    """What one search has of a node that another one visits.

    Args:
        row: its row in the other search; where the node is not visited there, that of the nearest
            node above it that is.
        missing: the row in this search of the first node on the way that the other does not visit;
            `NO_MATCH` where it visits the node itself.
        once: whether this very visit has its like there. A node that is searched again, or in
            several passes, has more visits than one; of those that are too many here the other has
            the node, but not the visit.
    """

    row: int
    missing: int = NO_MATCH
    once: bool = True


class Siblings(NamedTuple):
    """The visits to the children of one node in two searches.

    Args:
        pairs: those of the first, each with its match in the other or `NO_MATCH`.
        moves: the places of the moves to them.
        others: the places of the moves to those of the other.
        there: the rows of those of the other.
    """

    pairs: list[tuple[int, int]]
    moves: list[int]
    others: list[int]
    there: list[int]


class Pairing:
    """Holds the visits of two searches against each other, from the side of the first.

    Children are the same if the same move leads to them. Of several visits to one child the last
    ones belong together, since their values count, and of those before the first and the first.
    Where both searches make passes, the passes are taken in their order; where only one does, its
    pass that counts is held against the other search.

    Args:
        mine: a search.
        theirs: another search of the same tree.
    """

    def __init__(self, mine: Recording, theirs: Recording) -> None:
        self.mine = mine
        self.theirs = theirs
        #: The rows of the last way down and their matches; replaced, never changed.
        self._way: tuple[Sequence[int], Sequence[Match]] = ((), ())

    def roots(self) -> list[tuple[int, int]]:
        """The roots of the first search, each with its match."""
        mine, theirs = self.mine, self.theirs
        if mine.has_passes and theirs.has_passes:
            others = theirs.roots
            return [
                (root, others[place] if place < len(others) else NO_MATCH)
                for place, root in enumerate(mine.roots)
            ]
        return [(root, theirs.root if root == mine.root else NO_MATCH) for root in mine.roots]

    def children(self, row: int, other: int) -> Siblings:
        """The visits to a node's children, each with its match or `NO_MATCH`.

        Args:
            row: a row of the first search.
            other: its match in the other.
        """
        mine, theirs = self.mine.log, self.theirs.log
        here, there = list(mine.children(row)), list(theirs.children(other))
        moves = [mine.action[child] for child in here]
        others = [theirs.action[child] for child in there]
        if moves == others:
            return Siblings(list(zip(here, there, strict=True)), moves, others, there)
        once = dict(zip(others, there, strict=True))
        if len(once) == len(there) and len(set(moves)) == len(here):
            get = once.get
            pairs = [(child, get(move, NO_MATCH)) for child, move in zip(here, moves, strict=True)]
            return Siblings(pairs, moves, others, there)
        visits: dict[int, list[int]] = {}
        for child, move in zip(there, others, strict=True):
            visits.setdefault(move, []).append(child)
        all_of, taken = Counter(moves), Counter[int]()
        pairs = []
        for child, move in zip(here, moves, strict=True):
            like, place = visits.get(move, []), taken[move]
            taken[move] += 1
            if like and taken[move] == all_of[move]:
                pairs.append((child, like[-1]))
            else:
                pairs.append((child, like[place] if place < len(like) - 1 else NO_MATCH))
        return Siblings(pairs, moves, others, there)

    def match(self, row: int) -> Match:
        """What the other search has of a visited node.

        Args:
            row: a row of the first search.
        """
        rows = self.mine.rows_to(row)
        old, found = self._way
        same = _same_beginning(rows, old)
        way = list(found[:same])
        for place in range(same, len(rows)):
            way.append(self._below(rows[place], way[-1]) if way else self._top(rows[0]))
        self._way = rows, way
        return way[-1]

    @cached_property
    def _matched_roots(self) -> dict[int, int]:
        return dict(self.roots())

    def _top(self, root: int) -> Match:
        other = self._matched_roots[root]
        if other == NO_MATCH:
            return Match(self.theirs.root, once=False)
        return Match(other)

    def _below(self, row: int, above: Match) -> Match:
        if above.missing != NO_MATCH:
            return above
        other = dict(self.children(self.mine.log.parent[row], above.row).pairs)[row]
        if other != NO_MATCH:
            return Match(other, once=above.once)
        log = self.theirs.log
        move = self.mine.log.action[row]
        last = [child for child in log.children(above.row) if log.action[child] == move][-1:]
        if not last and self.theirs.searches_again:
            last = self._under_earlier_visits(row, above.row)[-1:]
        if last:
            return Match(last[0], once=False)
        return Match(above.row, row, once=False)

    def _under_earlier_visits(self, row: int, above: int) -> list[int]:
        """The visits to a node under any visit to the nodes above it: a scout may have come there.

        Args:
            row: a row of this search.
            above: the match of its parent.
        """
        log = self.theirs.log
        ways = [*self.theirs.tour.climb(above)][-1:]  # the root
        for mine in self.mine.rows_to(row)[1:]:
            move = self.mine.log.action[mine]
            ways = [
                child for one in ways for child in log.children(one) if log.action[child] == move
            ]
        return ways


def _same_beginning(rows: Sequence[int], old: Sequence[int]) -> int:
    """How many rows two ways down have in common."""
    # A row has one way down to it: the ways are the same above the last place that is the same.
    low, high = 0, min(len(rows), len(old))
    while low < high:
        middle = (low + high + 1) // 2
        if rows[middle - 1] == old[middle - 1]:
            low = middle
        else:
            high = middle - 1
    return low
