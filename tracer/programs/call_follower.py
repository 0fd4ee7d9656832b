"""The visits that a program may have made, in the order of its calls; rules 1 and 2 of its visits.

See `visits_from_calls`, which takes away those that were none.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from tracer.programs.child.watched_nodes import (
    ASKED,
    BITS,
    EXPANDED,
    FOUND,
    HASHED,
    TOUCHED,
    USED,
    VALUED,
)
from tracer.programs.numbered_nodes import NumberedNodes

#: The bits of a call that hold the kind of question.
MASK: Final = (1 << BITS) - 1


@dataclass(slots=True, eq=False)
class Visit:
    """A visit, as far as the calls show it."""

    number: int
    up: Visit | None
    below: list[Visit] = field(default_factory=list)
    valued: bool = False
    looked_up: bool = False
    #: Whether it is of a leaf of a plain tree, and a visit only if its value is used.
    touched: bool = False
    #: How many visits had begun when the value was first used.
    used_at: int = 0
    #: Whether the program has tested since its last request if the node is terminal.
    is_tested: bool = False
    #: Requests for the value in a row, each after such a test, and of these the looks ahead.
    requests: int = 0
    looks: int = 0
    #: Requests for the value, tested or not.
    asks: int = 0
    is_again: bool = False
    #: Whether it is the second visit to a node whose moves were requested again.
    is_second: bool = False
    #: Whether it may only be a look at a value that the search of its parent has returned.
    is_look: bool = False
    dropped: bool = False

    @property
    def is_waiting(self) -> bool:
        """Whether it is not a visit yet: no value of a leaf at or below it is used."""
        visits = [self]
        while visits:
            visit = visits.pop()
            if visit.valued or not (visit.below or visit.touched):
                return False
            visits += visit.below
        return True

    @property
    def path(self) -> list[Visit]:
        """The visits from the root to this one."""
        visits: list[Visit] = []
        visit: Visit | None = self
        while visit is not None:
            visits.append(visit)
            visit = visit.up
        return visits[::-1]

    @property
    def live(self) -> list[Visit]:
        """The visits of children that were not dropped."""
        return [one for one in self.below if not one.dropped]


class CallFollower:
    """Follows a program through the tree.

    The order of visits is that of the calls. The parents of visits are tracked as far as needed to
    distinguish visits from mere requests.
    """

    def __init__(self, nodes: NumberedNodes, goes_back: bool) -> None:
        self._nodes = nodes
        self._goes_back = goes_back
        #: Nodes that it has tested for being terminal without being at them.
        self._asked: set[int] = set()
        #: The visits so far, in order.
        self.order: list[Visit] = []
        #: The visits from the root to the one at which the program is: one at each depth.
        self._path: list[Visit] = []
        self._last: dict[int, Visit] = {}
        self._seen: set[int] = set()

    def follow(self, calls: Iterable[int]) -> None:
        """Record the calls of a program."""
        questions = {
            ASKED: self._asked_about,
            EXPANDED: self._expanded,
            VALUED: self._valued,
            HASHED: self._looked_up,
            FOUND: self._found,
            TOUCHED: self._touched,
            USED: self._used,
        }
        for call in calls:
            if note := questions.get(call & MASK):  # not where a node was only made
                note(call >> BITS)

    def _expanded(self, number: int) -> None:
        """Record that the program requests the moves of a node."""
        visit = self._go_to(number)
        visit.is_tested = True  # it may have none
        visit.is_again = bool(visit.below)

    def _asked_about(self, number: int) -> None:
        """Record that the program tests whether a node is terminal, or who moves there."""
        if visit := self._open_visit(number):
            visit.is_tested = True
        else:
            self._asked.add(number)
        last = self._last.get(number)
        if last is not None and last.touched:
            self._touched(number)

    def _valued(self, number: int) -> None:
        """Record that the program requests the value of a node."""
        last = self._last.get(number)
        if last is not None and last.touched:
            self._value_again(last)
            return
        self._request(self._go_to(number))

    def _touched(self, number: int) -> None:
        """Record that the program touches a leaf of a plain tree."""
        last = self._last.get(number)
        if last is not None and not self._is_only_child_again(last):
            if self.order[-1] is last:
                return
            if last.is_waiting and last.is_tested and number not in self._asked:
                return  # it was tested there, so it may be fetched again only to be shown
        self._enter(number).touched = True

    def _is_only_child_again(self, leaf: Visit) -> bool:
        """Return whether a search that goes back requests the only child of a node again."""
        up = leaf.up
        is_again = self._goes_back and leaf.valued and up is not None and up.is_again
        return is_again and up is not None and len(self._nodes.moves(up.number)) == 1

    def _value_again(self, last: Visit) -> None:
        """Record that the program tests the type of a leaf of a plain tree after it was used."""
        if self.order[-1] is last:
            last.requests += 1
            return
        visit = self._enter(last.number)
        visit.touched = visit.valued = visit.is_look = True

    def _used(self, number: int) -> None:
        """Record that the program uses the value of a leaf of a plain tree."""
        if number not in self._last:
            self._touched(number)
        visit = self._last[number]
        if not visit.valued:
            visit.used_at = len(self.order)
        self._request(visit)

    def _request(self, visit: Visit) -> None:
        """Count a request for a value, if it is the first or a test came before it."""
        if visit.number in self._asked:
            self._asked.discard(visit.number)
            visit.is_tested = True
        if not visit.valued:
            visit.requests, visit.looks = 1, int(not visit.is_tested)
        elif visit.is_tested:
            visit.requests += 1
        visit.valued, visit.is_tested = True, False
        visit.asks += 1

    def _found(self, number: int) -> None:
        """Record that the program looks up a node of a plain tree that is equal to one known."""
        is_again = self._goes_back and not self._open_visit(number)
        if is_again or number not in self._last:
            self._enter(number).looked_up = True

    def _looked_up(self, number: int) -> None:
        """Record that the program uses a position as a key that a table may contain."""
        if self._nodes.position(number) in self._seen and not self._open_visit(number):
            self._enter(number).looked_up = True

    def _open_visit(self, number: int) -> Visit | None:
        """Return the visit to a node if the program is there or below."""
        depth = self._nodes.depth[number]
        visit = self._path[depth] if depth < len(self._path) else None
        return visit if visit is not None and visit.number == number else None

    def _go_to(self, number: int) -> Visit:
        """Return the visit to a node, which is new unless the program is there or below."""
        visit = self._open_visit(number)
        if visit is None:
            return self._enter(number)
        del self._path[self._nodes.depth[number] + 1 :]
        return visit

    def _enter(self, number: int) -> Visit:
        """Begin and return a visit to a node at which the program is not."""
        above = self._nodes.up[number]
        if above < 0:
            up = None
        elif above not in self._last:
            up = self._enter(above)  # it knew the moves without a request
        else:
            up = self._open_visit(above) or self._last[above]
        if up is not None and up.is_again:
            up.is_again = False
            if any(one.number == number and not one.is_waiting for one in up.below):
                up = self._begin(Visit(up.number, up.up, is_second=True))
        visit = Visit(number, up, is_tested=number in self._asked)
        self._asked.discard(number)
        return self._begin(visit)

    def _begin(self, visit: Visit) -> Visit:
        """Add a visit, at which the program is now, and return it."""
        if visit.up is not None:
            visit.up.below.append(visit)
        self.order.append(visit)
        self._last[visit.number] = visit
        self._seen.add(self._nodes.position(visit.number))
        del self._path[self._nodes.depth[visit.number] :]
        if self._path and self._path[-1] is visit.up:
            self._path.append(visit)
        else:
            self._path = visit.path
        return visit
