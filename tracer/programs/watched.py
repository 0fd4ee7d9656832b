"""From the calls that a program made to the nodes that it visited, in order.

A program visits a node where it asks for the node's moves and goes on below it, or where it asks
what the node is worth. What else it asks is no visit: a node that was merely made, asked whether it
is terminal, asked for moves that nobody went on with, or looked at to put moves in order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

from tracer.programs.child.table import EXPANDED, HASHED, VALUED
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
        is_again: whether its moves were asked for once more after a child was visited: perhaps it
            is searched once more.
        dropped: whether it is none after all.
    """

    number: int
    up: _Visit | None
    below: list[_Visit] = field(default_factory=list)
    valued: bool = False
    looked_up: bool = False
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


def watched(calls: Iterable[int], nodes: Nodes) -> Watched:
    """The visits of a program.

    Args:
        calls: the calls that it made, each the node's number and behind it `BITS` that say what.
        nodes: the nodes that it was told of.
    """
    watcher = _Watcher(nodes)
    for call in calls:
        what = call & _MASK
        if what == EXPANDED:
            watcher.expanded(call >> BITS)
        elif what == VALUED:
            watcher.valued(call >> BITS)
        elif what == HASHED:
            watcher.looked_up(call >> BITS)
    return watcher.found()


class _Watcher:
    """Follows a program through the tree.

    The order of visits is that of the calls. Which visit is below which is known besides, as far as
    needed to tell visits from mere looks.
    """

    def __init__(self, nodes: Nodes) -> None:
        self._nodes = nodes
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

    def valued(self, number: int) -> None:
        """The program asks what a node is worth."""
        place = self._places.get(number)
        if place is None:
            self._enter(number)
        else:
            self._leave_to(place)
        self._open[-1].valued = True

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
        self._push(_Visit(number, up))

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
        looked = [one for visit in self._order if not visit.dropped for one in _probes(visit)]
        looked += [one for visit in self._order for one in self._probed_all(visit)]
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
            or self._nodes.is_terminal(visit.number)
        )

    def _probed_all(self, visit: _Visit) -> list[_Visit]:
        """The looks at children that were not searched afterwards, where all were looked at first.

        A program that puts moves in order by what they are worth asks all children, and goes down
        to some of them.
        """
        run: list[_Visit] = []
        for one in visit.below:
            if one.live or any(one.number == other.number for other in run):
                break
            run.append(one)
        if not any(one.dropped and one.valued for one in run):
            return []
        if len(run) < len(self._nodes.moves(visit.number)):
            return []
        return [one for one in run if not one.dropped]

    def _remarks(self, kept: list[_Visit], looked: list[_Visit]) -> Iterator[str]:
        name = self._nodes.name
        if looked:
            where = name(looked[0].up.number) if looked[0].up else name(0)
            yield (
                f"it asks what children are worth before it goes down to them, at {where} first; "
                "these looks are no visits"
            )
        met = [one for one in kept if one.looked_up and not one.valued and not one.live]
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
        if twice:
            yield (
                f"{name(twice[0].number)} is searched twice in a row"
                + (f", and {len(twice) - 1:,} more nodes are" if len(twice) > 1 else "")
                + ": is the search called twice for one child?"
            )


def _probes(visit: _Visit) -> Iterator[_Visit]:
    """The looks at children that are visited later on."""
    later: set[int] = set()
    for one in reversed(visit.live):
        if one.number in later and one.valued and not one.live:
            yield one
        later.add(one.number)
