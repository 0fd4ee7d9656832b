"""Reconstruct the visited nodes from a program's calls.

A program visits a node if it expands the node and searches a child, or if it asks for the node's
value. These calls are not visits: creating a node, testing whether it is terminal, requesting moves
that are never used, and evaluating it only for move ordering.

The rules:

1. A visit begins where a program asks for the moves or the value of a node at which it is not. It
   is there until it asks so about a node that is not below. Whoever reads leaves by index
   (`values[i]`) enters the nodes above them on the way to the first one.
2. A second visit begins where a program asks for the moves of a node again and then enters a child
   again, or where it looks up a position that it has met, as a key of a table. A lookup under a
   name that the program makes itself is not seen.
3. Requests for the value of a leaf in a row are one visit: programs test it for a win, a loss and
   the end. In a search that goes back, such as PVS, they may be two; then the leaves that are
   searched once tell how many requests one visit makes. If a program also searches internal nodes
   twice in a row, each request after a test whether the leaf is terminal is a visit.
4. If the values of all children, or of all terminal ones, are requested, and one of them then comes
   again, the first requests only served move ordering. If none comes again, they were visits.
5. A leaf of a plain tree is followed as a number. It is touched when it is fetched, when its type
   is first tested, and when its value is read from a node. It is used when it takes part in an
   operation, not when it is shown as text. It was visited if it was used, at the place in the order
   where it was touched last before its first use; or after the siblings that come first, if these
   were searched between the two, as when all children are fetched before any is searched.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from tracer.programs.call_follower import CallFollower, Visit
from tracer.programs.numbered_nodes import NumberedNodes


@dataclass(frozen=True)
class ObservedVisits:
    """The observed behaviour of a program."""

    visits: list[int]
    remarks: tuple[str, ...] = ()


def visits_from_calls(
    calls: Iterable[int], nodes: NumberedNodes, *, goes_back: bool = False
) -> ObservedVisits:
    """Return the visits of a program.

    Args:
        calls: its questions, each with the number of a node.
        nodes: the nodes of its game.
        goes_back: whether the key's search may search a node again, as PVS does.
    """
    follower = CallFollower(nodes, goes_back)
    follower.follow(calls)
    return _VisitFilter(follower.order, nodes, goes_back).list_visits()


def _direction(below: Sequence[Visit]) -> int:
    """Return 1 if children are searched from left to right, -1 if the other way, 0 if neither.

    Only the search of internal nodes shows it, or the order in which leaves are fetched.
    """
    internal = [visit.number for visit in below if visit.below]
    leaves = [visit.number for visit in below if not visit.below]
    for numbers in internal, dict.fromkeys(leaves):
        steps = {1 if after > before else -1 for before, after in pairwise(numbers)}
        if steps:
            return steps.pop() if len(steps) == 1 else 0
    return 1


class _VisitFilter:
    """Takes away what was no visit; rules 3 to 5."""

    def __init__(self, order: list[Visit], nodes: NumberedNodes, goes_back: bool) -> None:
        self._order = order
        self._nodes = nodes
        self._goes_back = goes_back
        #: Whether it requests the values of all nodes, including those that it searches below.
        self._values_all = False
        #: Whether it requests the values of some node's children before it searches them.
        self._looks_ahead = False

    def list_visits(self) -> ObservedVisits:
        """Return the visits, with remarks."""
        if any(visit.touched for visit in self._order):
            self._delay_leaves()
        for visit in self._order:
            visit.dropped = visit.dropped or self._looks_up_its_own(visit)
            looks = [child for child in visit.below if child.is_look]
            if len({look.number for look in looks}) == 1:  # a search returns one leaf of several
                for look in looks:
                    look.dropped = True
        for visit in reversed(self._order):
            visit.dropped = visit.dropped or self._is_only_request(visit)
        roots = [visit for visit in self._order if visit.up is None]
        if any(one.live or one.valued for one in roots):
            for one in roots:  # such as one whose size was only computed
                one.dropped = not (one.live or one.valued or one.looked_up)
        self._values_all = any(one.valued and one.live for one in roots)
        self._looks_ahead = bool(self._list_lookahead())
        looked = self._list_lookahead()
        for visit in looked:
            visit.dropped = True
        remaining = [visit for visit in self._order if not visit.dropped]
        times = self._visits_of_rows(remaining)
        visits = [visit.number for visit in remaining for _ in range(times.get(visit, 1))]
        return ObservedVisits(visits, tuple(self._remarks(remaining, looked)))

    def _visits_of_rows(self, remaining: list[Visit]) -> dict[Visit, int]:
        """Return how many visits requests in a row are, if they may be several.

        How many requests one visit makes depends on the sign of the leaf's value, since the first
        test may be for a win. A search that goes back searches the first child once, and no leaf
        more than twice in a row.
        """
        if not (self._goes_back or self._list_repeated()):
            return {}
        rows = [visit for visit in remaining if visit.requests > visit.looks and not visit.live]
        signs = {visit: self._sign(visit.number) for visit in rows}
        fewest: dict[int, int] = {}
        for visit in rows:
            fewest[signs[visit]] = min(visit.requests, fewest.get(signs[visit], visit.requests))
        is_tested_often = self._goes_back and any(
            visit.requests > 2
            or (fewest[signs[visit]] > 1 and visit.up is not None and visit.up.live[0] is visit)
            for visit in rows
        )
        unit = fewest if is_tested_often else dict.fromkeys(fewest, 1)
        return {
            visit: max(1, (visit.requests - visit.looks) // unit[signs[visit]]) for visit in rows
        }

    def _sign(self, number: int) -> int:
        """Return 1 if a leaf is won for MAX, -1 if it is lost, 0 otherwise."""
        value = self._nodes.value_of_position(self._nodes.position(number)) or 0
        return (value > 0) - (value < 0)

    def _list_repeated(self) -> list[Visit]:
        """Return the second visits to internal nodes that are searched twice in a row."""
        return [
            second
            for visit in self._order
            for first, second in pairwise(visit.live)
            if first.number == second.number and first.live and second.live
        ]

    def _delay_leaves(self) -> None:
        """Put leaves behind siblings that come first and were searched before the leaf was used.

        A program may fetch all children before it searches any, and test no type of a leaf.
        """
        places = {visit: place for place, visit in enumerate(self._order)}
        ends = [*range(len(self._order))]
        for place in range(len(ends) - 1, -1, -1):
            up = self._order[place].up
            if up is not None:
                ends[places[up]] = max(ends[places[up]], ends[place])
        turns = {up: _direction(up.below) for up in {visit.up for visit in self._order} if up}
        keys: dict[Visit, tuple[int, ...]] = {}
        for place, visit in enumerate(self._order):
            keys[visit] = (place,)
            if not visit.touched or visit.up is None or visit.used_at <= place + 1:
                continue
            turn = turns[visit.up]
            for other in visit.up.below:
                is_first = (visit.number - other.number) * turn > 0
                is_searched = bool(other.below) or other.valued
                if is_searched and is_first and place < places[other] < visit.used_at:
                    depth = self._nodes.depth[visit.number]
                    keys[visit] = ends[places[other]], -depth, turn * visit.number
        self._order.sort(key=keys.__getitem__)
        for up in turns:
            up.below.sort(key=keys.__getitem__)

    def _looks_up_its_own(self, visit: Visit) -> bool:
        """Return whether a program only looks up what it has found at a node, and drop that."""
        below = visit.below
        are_known = all(one.looked_up and not one.valued and not one.below for one in below)
        if not (visit.is_second and are_known) or self._goes_back:
            return False
        for one in below:
            one.dropped = True
        return True

    def _is_only_request(self, visit: Visit) -> bool:
        """Return whether a node's moves were requested but not used."""
        return not (
            visit.valued
            or visit.looked_up
            or visit.live
            or visit.up is None
            or (self._nodes.is_terminal(visit.number) and not visit.touched)
        )

    def _list_lookahead(self) -> list[Visit]:
        """Return the requests about children of all nodes that were searched later."""
        visits = [visit for visit in self._order if not visit.dropped]
        return [request for visit in visits for request in self._lookahead_requests(visit)]

    def _lookahead_requests(self, visit: Visit) -> Iterator[Visit]:
        """Yield the requests about children that were searched later, or could have been.

        A program that orders moves requests the values of all children, or of all terminal ones,
        and then searches some of them.
        """
        below = visit.live
        first: dict[int, Visit] = {}
        for one in below:
            if one.live or one.number <= max(first, default=-1):
                break
            first[one.number] = one
        run, rest = [*first.values()], below[len(first) :]
        if self._is_lookahead(visit, run, rest):
            if run[-1].requests > 1 and all(one.number != run[-1].number for one in rest):
                run.pop().looks = 1  # the last request, and the first visit
            yield from run
            below = rest
        later: set[int] = set()
        for one in reversed(below):
            if one.number in later and (one.valued or one.looked_up) and not one.live:
                yield one
            later.add(one.number)

    def _is_lookahead(self, visit: Visit, run: list[Visit], rest: list[Visit]) -> bool:
        """Return whether a run of children was only evaluated before the rest were visited."""
        if not run or not all(one.valued for one in run):
            return False
        numbers = {one.number for one in run}
        for place in range(len(self._nodes.moves(visit.number))):
            child = self._nodes.child(visit.number, place)
            if child not in numbers and self._nodes.is_terminal(child):
                return False
        if any(one.number in numbers for one in rest):
            return True
        if self._looks_ahead and run[-1].requests > 1:
            return len(run) > 1 and not any(one.requests > 1 for one in run[:-1])
        # A program that requests an internal node's value, but not the root's, looks ahead.
        return bool(rest) and rest[0].valued and bool(rest[0].live) and not self._values_all

    def _remarks(self, remaining: list[Visit], looked: list[Visit]) -> Iterator[str]:
        name = self._nodes.name
        if looked:
            where = name(looked[0].up.number) if looked[0].up else name(0)
            yield (
                f"it requests the values of children before it searches them, at {where} first; "
                "these requests are not visits"
            )
        met = [one for one in remaining if one.looked_up and not (one.valued or one.live)]
        if met:
            many = f"{len(met):,} nodes were" if len(met) > 1 else "1 node was"
            yield (
                f"{many} looked up in a table and not searched, {name(met[0].number)} first: it "
                "caches the positions that it has searched"
            )
        twice = self._list_repeated()
        if twice and not self._goes_back:
            yield (
                f"{name(twice[0].number)} is searched twice in a row"
                + (f", and {len(twice) - 1:,} more nodes are" if len(twice) > 1 else "")
                + ": is the search called twice for one child?"
            )
