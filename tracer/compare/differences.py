"""The differences between two searches of one tree, by the steps of one of them."""

from __future__ import annotations

import time
from array import array
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import takewhile
from typing import Any, NamedTuple

from engine.log.visit_log import CHILDLESS, NO_PARENT, Flag
from tracer.recording.fold import fold
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


class DifferenceKind(StrEnum):
    """The kind of a difference at a step of one search."""

    HERE_ONLY = "here-only"  #: the other search does not visit the node, or less often
    VISITS = "visits"  #: the other search visits the node more often
    ORDER = "order"  #: the other search enters another child here
    PLAYER = "player"  #: the node belongs to another player there
    ANSWER = "answer"  #: only one search expands the node
    WINDOW = "window"  #: the node is entered with another window
    CUTOFF = "cutoff"  #: a cutoff test succeeds in only one search
    CUT_WINDOW = "cut-window"  #: it succeeds in both, but leaves another window
    VALUE = "value"  #: the node returns another value
    CLAIM = "claim"  #: in a search by hand, another v is written when a child returns


@dataclass(frozen=True, slots=True)
class Difference:
    """A difference at a step."""

    kind: DifferenceKind
    row: int
    other: int


@dataclass(frozen=True, slots=True)
class _Child:
    """A visit to a child, and the differences in its being visited."""

    row: int
    match: int
    entry: tuple[DifferenceKind, ...] = ()
    back: DifferenceKind | None = None
    alone: bool = False  # whether the other search never visits the node here


#: Columns that only one of two searches may have.
_WINDOW = ("bound", "alpha", "beta")
#: Visits of a subtree from which on comparing columns is quicker than comparing nodes.
_LARGE = 64
#: Nodes between two checks of the clock.
_PATIENCE = 256


class Differences:
    """The steps of one search at which another one differs from it.

    A subtree that only one of them visits counts once, where it is entered. So do several
    consecutive ones under the same node.
    """

    def __init__(self, mine: Recording, theirs: Recording) -> None:
        #: The pairing of the visits.
        self.pairing = Pairing(mine, theirs)
        self._mine, self._theirs = mine, theirs
        both = mine.has_window and theirs.has_window
        self._windows = both
        self._updates = both and (
            mine.settings.convention.update != theirs.settings.convention.update
        )
        self._claims = mine.claims is not None or theirs.claims is not None
        #: The columns that are equal in equal subtrees below equal windows; empty if others are.
        self._columns: list[tuple[Any, Any]] = []
        is_told = not (self._updates or self._claims)
        if is_told and (not both or mine.log.windows == theirs.log.windows):
            here, there = mine.log.columns(), theirs.log.columns()
            names = {*here} & {*there} - ({"parent"} if both else {"parent", *_WINDOW})
            self._columns = [(here[name], there[name]) for name in names]
        #: The steps found so far, in order.
        self.steps = array("q")
        #: Those steps that enter a subtree, or begin a pass, that the other search lacks.
        self.alone = array("q")
        #: Whether all differences have been found.
        self.done = False
        self._reached = 0  # steps before this one are known
        self._walk = self._find()

    @property
    def progress(self) -> float:
        """The share of the search that has been compared, from 0 to 1."""
        return 1.0 if self.done else self._reached / max(1, len(self._mine.tour))

    # Going through ---------------------------------------------------------------------------

    def advance(self, seconds: float) -> bool:
        """Search for further differences.

        Only one thread at a time may call this; others may read meanwhile.
        """
        until = time.monotonic() + seconds
        for step in self._walk:
            if step is not None:
                self.steps.append(step)
            elif time.monotonic() >= until:
                return True
        self.done = True
        return False

    def first(self, seconds: float) -> int | None:
        """Return the first step that differs; None if the time limit ends before it is found."""
        until = time.monotonic() + seconds
        while not self.steps and time.monotonic() < until and self.advance(0):
            pass
        return self.steps[0] if self.steps else None

    def after(self, step: int) -> int | None:
        """Return the first difference after a step, among those found so far."""
        place = bisect_right(self.steps, step)
        return self.steps[place] if place < len(self.steps) else None

    def before(self, step: int) -> int | None:
        """Return the last difference before a step, among those found so far."""
        place = bisect_left(self.steps, step)
        return self.steps[place - 1] if place else None

    def known_before(self, step: int) -> bool:
        """Return whether all differences before a step have been found."""
        return self.done or step <= self._reached

    def _find(self) -> Iterator[int | None]:
        """Yield the steps that differ, and None now and then."""
        mine, tour = self._mine.log, self._mine.tour
        levels: list[Iterator[_Child]] = [iter(self._roots())]
        above: list[_Child] = []
        checked = 0
        while levels:
            child = next(levels[-1], None)
            if child is None:
                levels.pop()
                if above:
                    yield from self._returning(above.pop())
                continue
            row, match = child.row, child.match
            checked += 1
            if checked % _PATIENCE == 0:
                self._reached = tour.entered_at(row)
                yield None
            if child.alone:
                self.alone.append(tour.entered_at(row))
            if any(self._on_entry(child)):
                yield tour.entered_at(row)
            if match == NO_MATCH or mine.size[row] == 1 or not self._differ_below(row, match):
                yield from self._returning(child)
            else:
                levels.append(iter(self._children(row, match)))
                above.append(child)

    def _differ_below(self, row: int, other: int) -> bool:
        """Return whether two subtrees may differ; quick for large ones whose columns are equal."""
        size = self._mine.log.size[row]
        if not self._columns or size < _LARGE or size != self._theirs.log.size[other]:
            return True
        return any(
            mine[row : row + size].tobytes() != theirs[other : other + size].tobytes()
            for mine, theirs in self._columns
        )

    def _returning(self, child: _Child) -> Iterator[int]:
        if any(self._on_return(child)):
            yield self._mine.tour.left_at(child.row)

    # One node --------------------------------------------------------------------------------

    def at(self, step: int) -> list[Difference]:
        """Return the differences at a step; most steps have none."""
        row, entering = self._mine.tour.row_at(step)
        parent = self._mine.log.parent[row]
        above = NO_MATCH
        siblings: Iterable[_Child] = ()
        if parent == NO_PARENT:
            siblings = self._roots()
        else:
            match = self.pairing.match(parent)
            if match.missing != NO_MATCH or not match.once:
                return []
            above, siblings = match.row, self._children(parent, match.row)
        child = next(one for one in siblings if one.row == row)
        if entering:
            return [Difference(kind, row, child.match) for kind in self._on_entry(child)]
        return [
            Difference(kind, parent, above)
            if kind is child.back
            else Difference(kind, row, child.match)
            for kind in self._on_return(child)
        ]

    def _on_entry(self, child: _Child) -> Iterator[DifferenceKind]:
        """Yield the differences in entering a node."""
        yield from child.entry
        row, other = child.row, child.match
        if other == NO_MATCH:
            return
        mine, theirs = self._mine.log, self._theirs.log
        if mine.player[row] != theirs.player[other]:
            yield DifferenceKind.PLAYER
        if (mine.flags[row] ^ theirs.flags[other]) & CHILDLESS:
            yield DifferenceKind.ANSWER
        if self._windows and (
            mine.alpha[row] != theirs.alpha[other] or mine.beta[row] != theirs.beta[other]
        ):
            yield DifferenceKind.WINDOW

    def _on_return(self, child: _Child) -> Iterator[DifferenceKind]:
        """Yield the differences when a node returns; none if the search was stopped in it."""
        if self._mine.log.flags[child.row] & Flag.INCOMPLETE:
            return
        if child.back is not None:
            yield child.back
        if child.match == NO_MATCH:
            return
        if self._value_differs(child.row, child.match):
            yield DifferenceKind.VALUE
        if self._claim_differs(child.row, child.match):
            yield DifferenceKind.CLAIM

    def _value_differs(self, row: int, other: int) -> bool:
        mine, theirs = self._mine.log.value[row], self._theirs.log.value[other]
        return mine != theirs and not (mine != mine and theirs != theirs)

    def _claim_differs(self, row: int, other: int) -> bool:
        """Return whether the parent of a node has another v after it, if one was written."""
        if not self._claims or self._mine.log.parent[row] == NO_PARENT:
            return False
        return value_above(self._mine, row) != value_above(self._theirs, other)

    def _roots(self) -> list[_Child]:
        children: list[_Child] = []
        apart = False
        for root, match in self.pairing.roots():
            alone = match == NO_MATCH
            entry = (DifferenceKind.HERE_ONLY,) if alone and not apart else ()
            apart = alone
            children.append(_Child(root, match, entry, alone=bool(entry)))
        return children

    def _children(self, row: int, other: int) -> Iterable[_Child]:
        """Return the visits to a node's children, with the differences in their being visited."""
        siblings = self.pairing.children(row, other)
        # The child whose return made the cutoff test succeed, in each search.
        cut = there_cut = NO_MATCH
        if self._mine.log.flags[row] & Flag.EARLY_RETURN:
            cut = siblings.pairs[-1][0]
        if self._theirs.log.flags[other] & Flag.EARLY_RETURN:
            there_cut = siblings.there[-1]
        if siblings.moves != siblings.others:
            entries = _entries(siblings)
        elif cut == there_cut == NO_MATCH:
            return (_Child(child, match) for child, match in siblings.pairs)
        else:
            entries = [()] * len(siblings.pairs)
        children: list[_Child] = []
        there = set(siblings.others)
        visits = zip(siblings.pairs, entries, siblings.moves, strict=True)
        for (child, match), entry, move in visits:
            cut_here, cut_there = child == cut, match == there_cut != NO_MATCH
            back = None
            if cut_here != cut_there:
                back = DifferenceKind.CUTOFF
            elif cut_here and self._updates:
                back = DifferenceKind.CUT_WINDOW
            alone = DifferenceKind.HERE_ONLY in entry and move not in there
            children.append(_Child(child, match, entry, back, alone))
        return children


def value_above(trace: Recording, row: int) -> float:
    """Return v of a node's parent when the node has returned."""
    parent = trace.log.parent[row]
    returned = sum(1 for child in trace.log.children(parent) if child <= row)
    return fold(trace, parent, returned).v


def _entries(siblings: PairedChildren) -> list[tuple[DifferenceKind, ...]]:
    """Return, for each child, the differences in which children are visited."""
    places = zip(dict.fromkeys(siblings.moves), dict.fromkeys(siblings.others), strict=False)
    moved = next((here for here, there in places if here != there), NO_MATCH)
    last = dict(zip(siblings.others, siblings.there, strict=True))
    more: set[int] = set()
    if len(last) < len(siblings.there):  # some are visited twice there
        times = Counter(siblings.others) - Counter(siblings.moves)
        more = {last[move] for move in times}
    entries = []
    apart = False
    for (_, match), move in zip(siblings.pairs, siblings.moves, strict=True):
        entry: tuple[DifferenceKind, ...] = ()
        if move == moved:
            entry = (DifferenceKind.ORDER,)
            moved = NO_MATCH
        if match == NO_MATCH:
            if not apart:
                entry += (DifferenceKind.HERE_ONLY,)
        elif match in more:
            entry += (DifferenceKind.VISITS,)
        apart = match == NO_MATCH
        entries.append(entry)
    return entries
