"""From the calls that a program made to the nodes that it visited, in order.

A program visits a node where it asks for the node's moves and goes on below it, or where it asks
what the node is worth. What else it asks is no visit: a node that was merely made, asked whether it
is terminal, asked for moves that nobody went on with, or looked at to put moves in order.

Some programs leave the same calls and visit different nodes. Then the likelier is taken:

- A leaf whose value is asked for again is visited again if the program asks once more, and each
  time, whether it is terminal; else it merely asks twice.
- Where all children, or all that are terminal, are asked what they are worth, and one of them then
  comes again, the first time was a look, by which moves are put in order; but not where the key's
  search is one that goes back to a child, such as PVS. Where none comes again, they were visits.
- A position that was met before, and is used as the key of a table, is visited. One that is looked
  up under a name that the program makes of it itself is not seen.
- A program that knows a tree's leaves by their places (`values[i]`) says nothing of the nodes above
  them: each is visited on the way to the first leaf below it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

from tracer.programs.child.table import ASKED, EXPANDED, HASHED, TOUCHED, USED, VALUED
from tracer.programs.nodes import Nodes

__all__ = ["BITS", "Watched", "watched"]

#: Bits of a call that say what was asked.
BITS: Final = 3
_MASK: Final = (1 << BITS) - 1


@dataclass(slots=True, eq=False)
class _Visit:
    """A visit, as far as the calls tell.

    Args:
        number: the node's.
        up: the visit above; None at a root.
        below: the visits below it, in order.
        valued: whether it was asked what the node is worth.
        looked_up: whether the node was only looked up in a table.
        touched: whether it is of a plain tree, and counts once its value is used.
        asked_before: whether it was asked if it is terminal before it was asked its worth.
        asked_since: whether it was asked so again since.
        valued_twice: whether it was asked its worth again after that.
        is_again: whether its moves were asked for once more after a child was visited: perhaps it
            is searched once more.
        dropped: whether it is none after all.
    """

    number: int
    up: _Visit | None
    below: list[_Visit] = field(default_factory=list)
    valued: bool = False
    looked_up: bool = False
    touched: bool = False
    asked_before: bool = False
    asked_since: bool = False
    valued_twice: bool = False
    is_again: bool = False
    dropped: bool = False

    @property
    def live(self) -> list[_Visit]:
        """The visits below it that are some."""
        return [one for one in self.below if not one.dropped]


@dataclass(frozen=True)
class Watched:
    """What a program did.

    Args:
        visits: the nodes that it visited, in order.
        remarks: what is odd about how it went through the tree, a sentence each.
    """

    visits: list[int]
    remarks: tuple[str, ...] = ()


def watched(calls: Iterable[int], nodes: Nodes, *, goes_back: bool = False) -> Watched:
    """The visits of a program.

    Args:
        calls: the calls that it made, each the node's number and behind it `BITS` that say what.
        nodes: the nodes that it was told of.
        goes_back: whether its search is one that searches a child again, with another window.
    """
    watcher = _Watcher(nodes, goes_back)
    for call in calls:
        what = call & _MASK
        if what == ASKED:
            watcher.asked(call >> BITS)
        elif what == EXPANDED:
            watcher.expanded(call >> BITS)
        elif what == VALUED:
            watcher.valued(call >> BITS)
        elif what == HASHED:
            watcher.looked_up(call >> BITS)
        elif what == TOUCHED:
            watcher.touched(call >> BITS)
        elif what == USED:
            watcher.used(call >> BITS)
    return watcher.found()


class _Watcher:
    """Follows a program through the tree.

    The order of visits is that of the calls. Which visit is below which is known besides, as far as
    needed to tell visits from mere looks.
    """

    def __init__(self, nodes: Nodes, goes_back: bool) -> None:
        self._nodes = nodes
        self._goes_back = goes_back
        #: Whether it asks what each node is worth, also those that it goes on below.
        self._values_all = False
        #: Nodes at which the program is not, and of which it has asked whether they are terminal.
        self._asked: set[int] = set()
        self._order: list[_Visit] = []
        #: The way from a root down to the visit at which the program is.
        self._open: list[_Visit] = []
        self._places: dict[int, int] = {}
        self._last: dict[int, _Visit] = {}
        self._seen: set[int] = set()

    def expanded(self, number: int) -> None:
        """The program asks for the moves of a node."""
        place = self._places.get(number)
        if place is None:
            self._enter(number)
            return
        self._leave_to(place)
        visit = self._open[-1]
        if visit.below:
            visit.is_again = True

    def asked(self, number: int) -> None:
        """The program asks whether a node is terminal, or who moves there."""
        place = self._places.get(number)
        if place is None:
            self._asked.add(number)
        else:
            self._open[place].asked_since = True

    def valued(self, number: int) -> None:
        """The program asks what a node is worth."""
        place = self._places.get(number)
        if place is None:
            self._enter(number)
        else:
            self._leave_to(place)
            visit = self._open[-1]
            if visit.valued and visit.asked_since and not visit.below and visit.up is not None:
                if visit.asked_before:
                    self._leave_to(place - 1)
                    self._push(_Visit(number, visit.up, asked_before=True))
                else:
                    visit.valued_twice = True
        visit = self._open[-1]
        visit.valued, visit.asked_since = True, False

    def touched(self, number: int) -> None:
        """The program reaches a node of a plain tree whose value it perhaps goes on to use."""
        place = self._places.get(number)
        if place is not None and not self._open[place].touched:
            return
        last = self._order[-1] if self._order else None
        if last is None or last.number != number or last.valued or not last.touched:
            self._enter(number)
            self._open[-1].touched = True

    def used(self, number: int) -> None:
        """The program uses the value of a leaf that it has reached: that was a visit."""
        visit = self._last.get(number)
        if visit is None or not visit.touched or visit.valued:
            return
        visit.valued = True
        since: list[_Visit] = []
        for one in reversed(self._order):
            if one is visit:
                break
            if not one.touched or one.up is not visit.up:
                return  # something was searched meanwhile: it was visited before that
            since.append(one)
        if since:  # all children were fetched at once, and are visited in the order of use
            for visits in (self._order, visit.up.below if visit.up else []):
                place = len(visits) - 1
                while visits[place] is not visit:
                    place -= 1
                visits.append(visits.pop(place))

    def looked_up(self, number: int) -> None:
        """The program uses a position as a key: of a table, perhaps, in which it stands already."""
        if number in self._places or self._nodes.position(number) not in self._seen:
            return
        self._enter(number)
        self._open[-1].looked_up = True

    def _leave_to(self, place: int) -> None:
        for visit in self._open[place + 1 :]:
            del self._places[visit.number]
        del self._open[place + 1 :]

    def _enter(self, number: int) -> None:
        """Begin a visit to a node at which the program is not."""
        above = self._nodes.up[number]
        if above >= 0 and above not in self._last:
            self._enter(above)  # whose moves it knew without asking
        place = self._places.get(above)
        if place is None:
            self._reopen(self._last.get(above))
        else:
            self._leave_to(place)
        up = self._open[-1] if self._open else None
        if up is not None and up.is_again:
            up.is_again = False
            if any(one.number == number for one in up.below):
                up = self._begun_again(up)
        self._push(_Visit(number, up, asked_before=number in self._asked))
        self._asked.discard(number)

    def _begun_again(self, visit: _Visit) -> _Visit:
        """The second visit to a node, whose moves were asked for again."""
        self._leave_to(len(self._open) - 2)
        again = _Visit(visit.number, visit.up)
        self._push(again)
        return again

    def _reopen(self, visit: _Visit | None) -> None:
        """Go back to a visit that was left."""
        self._leave_to(-1)
        way: list[_Visit] = []
        while visit is not None:
            way.append(visit)
            visit = visit.up
        for one in reversed(way):
            self._places[one.number] = len(self._open)
            self._open.append(one)

    def _push(self, visit: _Visit) -> None:
        if visit.up is not None:
            visit.up.below.append(visit)
        self._order.append(visit)
        self._places[visit.number] = len(self._open)
        self._open.append(visit)
        self._last[visit.number] = visit
        self._seen.add(self._nodes.position(visit.number))

    # What is none after all ---------------------------------------------------------------------

    def found(self) -> Watched:
        """The visits, and what is odd about them."""
        for visit in reversed(self._order):
            visit.dropped = self._is_mere_question(visit)
        roots = [visit for visit in self._order if visit.up is None]
        if any(one.live or one.valued for one in roots):
            for one in roots:  # such as one whose tree was only measured
                one.dropped = not (one.live or one.valued or one.looked_up)
        self._values_all = any(one.valued and one.live for one in roots)
        looked = [one for visit in self._order if not visit.dropped for one in self._looks(visit)]
        for visit in looked:
            visit.dropped = True
        kept = [visit for visit in self._order if not visit.dropped]
        return Watched([visit.number for visit in kept], tuple(self._remarks(kept, looked)))

    def _is_mere_question(self, visit: _Visit) -> bool:
        """Whether a node was asked for its moves, and nothing was done with them."""
        return not (
            visit.valued
            or visit.looked_up
            or visit.live
            or visit.up is None
            or (self._nodes.is_terminal(visit.number) and not visit.touched)
        )

    def _looks(self, visit: _Visit) -> Iterator[_Visit]:
        """The looks at children that were searched, or might have been, only afterwards.

        A program that puts moves in order asks all children what they are worth, or all that are
        terminal, and goes down to some of them.
        """
        below = visit.live
        first: dict[int, _Visit] = {}
        for one in below:
            if one.live or one.number <= max(first, default=-1):
                break
            first[one.number] = one
        run, rest = [*first.values()], below[len(first) :]
        if self._is_looking(visit, run, rest):
            if run[-1].valued_twice:  # the last look, and the first visit
                run.pop()
            yield from run
            below = rest
        later: set[int] = set()
        after = None
        for one in reversed(below):
            adjacent = after is not None and after.number == one.number
            if one.number in later and one.valued and not one.live and not adjacent:
                yield one
            later.add(one.number)
            after = one

    def _is_looking(self, visit: _Visit, run: list[_Visit], rest: list[_Visit]) -> bool:
        """Whether a run of children were only looked at, before the rest were visited."""
        if not run or not all(one.valued for one in run):
            return False
        numbers = {one.number for one in run}
        for place in range(len(self._nodes.moves(visit.number))):
            child = self._nodes.child(visit.number, place)
            if child not in numbers and self._nodes.is_terminal(child):
                return False
        comes_back = rest[0].number if rest else -1
        if self._goes_back and comes_back == run[-1].number:
            return False
        if any(one.number in numbers for one in rest):
            return True
        if run[-1].valued_twice and not any(one.valued_twice for one in run[:-1]):
            return len(run) > 1
        # Who asks what an inner node is worth, and not the root, looks ahead.
        return bool(rest) and rest[0].valued and bool(rest[0].live) and not self._values_all

    def _was_looked_up(self, visit: _Visit) -> bool:
        """Whether a node was found in a table, and not searched."""
        if visit.live:
            return False
        if visit.touched:
            return not self._nodes.is_terminal(visit.number)
        return visit.looked_up and not visit.valued

    def _remarks(self, kept: list[_Visit], looked: list[_Visit]) -> Iterator[str]:
        name = self._nodes.name
        if looked:
            where = name(looked[0].up.number) if looked[0].up else name(0)
            yield (
                f"it asks what children are worth before it goes down to them, at {where} first; "
                "these looks are no visits"
            )
        met = [one for one in kept if self._was_looked_up(one)]
        if met:
            many = f"{len(met):,} nodes were" if len(met) > 1 else "1 node was"
            yield (
                f"{many} looked up in a table and not searched, {name(met[0].number)} first: it "
                "remembers positions that it has searched"
            )
        twice = [
            second
            for one in kept
            for first, second in pairwise(one.live)
            if first.number == second.number and first.live and second.live
        ]
        if twice and not self._goes_back:
            yield (
                f"{name(twice[0].number)} is searched twice in a row"
                + (f", and {len(twice) - 1:,} more nodes are" if len(twice) > 1 else "")
                + ": is the search called twice for one child?"
            )
