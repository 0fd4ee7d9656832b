"""Pairing of the visits of two searches of the same tree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from itertools import takewhile
from typing import NamedTuple

from tracer.recording.recording import Recording
from tracer.steps.navigation import find_visits

#: Marks a row that does not exist.
NO_MATCH = -1


class Counterpart(NamedTuple):
    """The counterpart of a visit in the other search."""

    row: int
    missing: int = NO_MATCH
    once: bool = True


class PairedChildren(NamedTuple):
    """The visits to the children of one node in two searches."""

    pairs: list[tuple[int, int]]
    moves: list[int]
    others: list[int]
    there: list[int]


class Pairing:
    """Pairs the visits of two searches, from the side of the first.

    Children are paired if the same move leads to them. Of several visits to one child, the last
    ones are paired, since their values count; the earlier ones are paired in order. If both
    searches make passes, these are paired in order. If only one does, its pass that counts is
    paired with the other search.
    """

    def __init__(self, mine: Recording, theirs: Recording) -> None:
        self.mine = mine
        self.theirs = theirs
        #: The rows of the last path and their matches; replaced, never changed.
        self._way: tuple[Sequence[int], Sequence[Counterpart]] = ((), ())

    def roots(self) -> list[tuple[int, int]]:
        """Return the roots of the first search, each with its match."""
        mine, theirs = self.mine, self.theirs
        if mine.has_passes and theirs.has_passes:
            others = theirs.roots
            return [
                (root, others[place] if place < len(others) else NO_MATCH)
                for place, root in enumerate(mine.roots)
            ]
        return [(root, theirs.root if root == mine.root else NO_MATCH) for root in mine.roots]

    def children(self, row: int, other: int) -> PairedChildren:
        """Return the visits to a node's children, each with its match or `NO_MATCH`."""
        mine, theirs = self.mine.log, self.theirs.log
        here, there = list(mine.children(row)), list(theirs.children(other))
        moves = [mine.action[child] for child in here]
        others = [theirs.action[child] for child in there]
        if moves == others:
            return PairedChildren(list(zip(here, there, strict=True)), moves, others, there)
        once = dict(zip(others, there, strict=True))
        if len(once) == len(there) and len(set(moves)) == len(here):
            get = once.get
            pairs = [(child, get(move, NO_MATCH)) for child, move in zip(here, moves, strict=True)]
            return PairedChildren(pairs, moves, others, there)
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
        return PairedChildren(pairs, moves, others, there)

    def match(self, row: int) -> Counterpart:
        """Return the match of a visited node in the other search."""
        rows = self.mine.rows_to(row)
        old, found = self._way
        pairs = zip(rows, old, strict=False)
        same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        way = list(found[:same])
        for place in range(same, len(rows)):
            way.append(self._below(rows[place], way[-1]) if way else self._top(rows[0]))
        self._way = rows, way
        return way[-1]

    @cached_property
    def _matched_roots(self) -> dict[int, int]:
        return dict(self.roots())

    def _top(self, root: int) -> Counterpart:
        other = self._matched_roots[root]
        if other == NO_MATCH:
            return Counterpart(self.theirs.root, once=False)
        return Counterpart(other)

    def _below(self, row: int, above: Counterpart) -> Counterpart:
        if above.missing != NO_MATCH:
            return above
        other = dict(self.children(self.mine.log.parent[row], above.row).pairs)[row]
        if other != NO_MATCH:
            return Counterpart(other, once=above.once)
        last = find_visits(self.theirs, [self.mine.log.action[row]], [above.row])[-1:]
        if not last and self.theirs.searches_again:
            last = self._under_earlier_visits(row, above.row)[-1:]
        if last:
            return Counterpart(last[0], once=False)
        return Counterpart(above.row, row, once=False)

    def _under_earlier_visits(self, row: int, above: int) -> list[int]:
        """Return the visits to a node below any visits to its ancestors, such as scout visits."""
        actions = [self.mine.log.action[one] for one in self.mine.rows_to(row)[1:]]
        return find_visits(self.theirs, actions, self.theirs.rows_to(above)[:1])
