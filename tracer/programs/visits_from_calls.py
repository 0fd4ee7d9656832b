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
   searched once, such as every first child, tell how many requests one visit makes. If a program
   also searches internal nodes twice in a row, each request after a test whether the leaf is
   terminal is a visit.
4. If the values of all children, or of all terminal ones, are requested, and one of them then comes
   again, the first requests only served move ordering. If none comes again, they were visits,
   unless the program requests the values of all terminal children first wherever it searches any.
5. A leaf of a plain tree is followed as a number. It is touched when it is fetched, when its type
   is first tested, and when its value is read from a node. It is used when it takes part in an
   operation, not when it is shown as text. It was visited if it was used, at the place in the order
   where it was touched last before its first use; or after the siblings that come first, if these
   were searched between the two, as when all children are fetched before any is searched.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from tracer.programs.call_follower import MASK, CallFollower, Visit
from tracer.programs.child.watched_nodes import BITS, EXPANDED, MADE, VALUED
from tracer.programs.numbered_nodes import NumberedNodes


@dataclass(frozen=True)
class ObservedVisits:
    """The observed behaviour of a program."""

    visits: list[int]
    remarks: tuple[str, ...] = ()
    #: The visits that the same calls make if it reads leaves ahead where this cannot be seen.
    other: list[int] | None = None
    #: The visits without further searches of the root and of its children, if it makes some.
    once: list[int] | None = None
    #: The leaves of which nothing shows how often they are visited in a row.
    unsure: frozenset[int] = frozenset()


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
        #: How often it requests a value at least.
        self._fewest_asks = 1
        #: Whether it requests the values of some node's children before it searches them.
        self._looks_ahead = False
        #: Whether it does so at every node, which decides where a node alone shows nothing.
        self._looks_at_leaves = False

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
        asks = (visit.asks for visit in self._order if visit.valued)
        self._fewest_asks = min(asks, default=1)
        once = None if self._goes_back else self._list_first_searches()
        definite = [visit for visits in self._list_lookahead() for visit in visits]
        self._looks_ahead = bool(definite)
        may_look = self._may_look_at_all_leaves()
        may_look &= all(self._nodes.is_terminal(visit.number) for visit in definite)
        other = self._read(not self._looks_ahead).visits if may_look else None
        seen = self._read(may_look and self._looks_ahead)
        return replace(seen, other=None if other == seen.visits else other, once=once)

    def _list_first_searches(self) -> list[int] | None:
        """Return the visits without second searches of the root and its children; None for all."""
        searched: set[int] = set()
        first: list[int] = []
        is_first = True
        live = [visit.number for visit in self._order if not visit.dropped]
        for number in live:
            if self._nodes.depth[number] <= 1:  # it is visited before the nodes below
                is_first = number not in searched
                searched.add(number)
            if is_first:
                first.append(number)
        return None if len(first) == len(live) else first

    def _read(self, looks_at_leaves: bool) -> ObservedVisits:
        """Return the visits if a program looks ahead at every node, or where a node shows it."""
        self._looks_at_leaves = looks_at_leaves
        looked, first = self._list_lookahead()
        for visit in looked:
            visit.dropped = True
        before = [(visit, visit.looks, visit.asks) for visit in first]
        for visit in first:
            visit.looks, visit.asks = 1, visit.asks // 2
        remaining = [visit for visit in self._order if not visit.dropped]
        times = self._visits_of_rows(remaining)
        untested, unsure = self._visits_without_tests(remaining)
        times |= untested
        visits = [visit.number for visit in remaining for _ in range(times.get(visit, 1))]
        remarks = tuple(self._remarks(remaining, looked))
        seen = ObservedVisits(visits, remarks, unsure=unsure)
        for visit in looked:
            visit.dropped = False
        for visit, looks, asks in before:
            visit.looks, visit.asks = looks, asks
        return seen

    def _visits_of_rows(self, remaining: list[Visit]) -> dict[Visit, int]:
        """Return how many visits requests in a row are, if they may be several.

        How many requests one visit makes depends on the sign of the leaf's value, since the first
        test may be for a win. A search that goes back searches the first child once, and no leaf
        more than twice in a row.
        """
        if not (self._goes_back or self._list_repeated()):
            return {}
        rows = {
            visit: count
            for visit in remaining
            if (count := visit.requests - visit.looks) > 0 and not visit.live
        }
        signs = {visit: self._sign(visit.number) for visit in rows}
        fewest: dict[int, int] = {}
        for visit, count in rows.items():
            fewest[signs[visit]] = min(count, fewest.get(signs[visit], count))
        first = {visit for visit in rows if self._is_first(visit)}
        is_tested_often = self._goes_back and any(
            count > 2 or (fewest[signs[visit]] > 1 and visit in first)
            for visit, count in rows.items()
        )
        unit = fewest if is_tested_often else dict.fromkeys(fewest, 1)
        return {
            visit: max(1, count // unit[signs[visit]])
            for visit, count in rows.items()
            if not (self._goes_back and visit in first)
        }

    def _visits_without_tests(
        self, remaining: list[Visit]
    ) -> tuple[dict[Visit, int], frozenset[int]]:
        """Return how many visits requests are that no tests separate, or the leaves if unsure.

        Such as those for leaves at a depth limit. A search that goes back then makes once or twice
        as many requests at a leaf as at the first children, which it searches once.
        """
        if not self._goes_back:
            return {}, frozenset()
        rows = {
            visit: visit.asks
            for visit in remaining
            if visit.valued and not visit.live and visit.requests <= max(1, visit.looks)
        }
        unit = min(rows.values(), default=1)
        is_clear = all(
            asks == unit or (asks == 2 * unit and not self._is_first(visit))
            for visit, asks in rows.items()
        )
        if not is_clear:
            return {}, frozenset(visit.number for visit in rows)
        return {visit: asks // unit for visit, asks in rows.items()}, frozenset()

    def _is_first(self, visit: Visit) -> bool:
        """Return whether a child is the first that is searched."""
        return visit.up is not None and visit.up.live[0] is visit

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

    def _list_lookahead(self) -> tuple[list[Visit], list[Visit]]:
        """Return the requests about children that were searched later, or could have been.

        A program that orders moves requests the values of all children, or of all terminal ones,
        and then searches some of them. The second list has requests that are followed at once by
        the first visit.
        """
        looked: list[Visit] = []
        first: list[Visit] = []
        for visit in self._order:
            if visit.dropped:
                continue
            run, below = self._split_first(visit, of_leaves=self._looks_at_leaves)
            if run and self._is_lookahead(visit, run, below):
                is_again = self._is_requested_again(run)
                if is_again and all(one.number != run[-1].number for one in below):
                    first.append(run.pop())
                looked += run
            else:
                below = visit.live
            later: set[int] = set()
            for one in reversed(below):
                if one.number in later and (one.valued or one.looked_up) and not one.live:
                    looked.append(one)
                later.add(one.number)
        return looked, first

    def _split_first(
        self, visit: Visit, *, of_leaves: bool = False
    ) -> tuple[list[Visit], list[Visit]]:
        """Return the visits of children that may be looks ahead, from left to right, and others."""
        first: dict[int, Visit] = {}
        for child in visit.live:
            is_look = self._nodes.is_terminal(child.number) or not of_leaves
            if child.live or child.number <= max(first, default=-1) or not is_look:
                break
            first[child.number] = child
        return [*first.values()], visit.live[len(first) :]

    def _may_look_at_all_leaves(self) -> bool:
        """Return whether each node may have been searched after a look at all its leaves."""
        for visit in self._order:
            if visit.dropped or not visit.live:
                continue
            run, rest = self._split_first(visit, of_leaves=True)
            is_searched = bool(rest) or self._is_requested_again(run)
            is_asked_again = any(child.requests > 1 for child in run[:-1])
            if is_asked_again or not (is_searched and self._has_all_leaves(visit, run)):
                return False
        return True

    def _is_requested_again(self, run: list[Visit]) -> bool:
        """Return whether the last value of some is requested again, after a test or as often."""
        usual = min((visit.asks for visit in run[:-1]), default=self._fewest_asks)
        return run[-1].requests > 1 or run[-1].asks >= 2 * usual

    def _has_all_leaves(self, visit: Visit, run: list[Visit]) -> bool:
        """Return whether all terminal children of a node are among some visits."""
        numbers = {one.number for one in run}
        children = (
            self._nodes.child(visit.number, place)
            for place in range(len(self._nodes.moves(visit.number)))
        )
        return all(child in numbers or not self._nodes.is_terminal(child) for child in children)

    def _is_lookahead(self, visit: Visit, run: list[Visit], rest: list[Visit]) -> bool:
        """Return whether a run of children was only evaluated before the rest were visited."""
        if not all(one.valued for one in run) or not self._has_all_leaves(visit, run):
            return False
        numbers = {one.number for one in run}
        if self._looks_at_leaves or any(one.number in numbers for one in rest):
            return True
        if self._looks_ahead and self._is_requested_again(run):
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
        depth = self._nodes.depth
        twice = [visit for visit in self._list_repeated() if depth[visit.number] > 1]
        if twice and not self._goes_back:
            yield (
                f"{name(twice[0].number)} is searched twice in a row"
                + (f", and {len(twice) - 1:,} more nodes are" if len(twice) > 1 else "")
                + ": is the search called twice for one child?"
            )


# The states that a program generated, each once, as CS 188's grader counts them.
#
# The grader of the project compares the set of states that `generateSuccessor` returned, and the
# move. It makes no difference how often a state is generated, when it is searched, and whether it
# is searched at all. Where the search prunes, this depends on the order of the moves, which is then
# compared too.
#
# Source: "Project 2: Multi-Agent Search", UC Berkeley: its class of tests `GraphGameTreeTest`.


def list_generated_states(
    calls: Iterable[int], nodes: NumberedNodes, *, in_order: bool
) -> ObservedVisits:
    """Return the generated states in the order of the tree, parents first, with remarks."""
    children: dict[int, dict[int, None]] = {}
    searched: set[int] = set()
    repeated: dict[int, None] = {}
    for call in calls:
        number, what = call >> BITS, call & MASK
        if what == MADE:
            children.setdefault(nodes.up[number], {})[number] = None
            if number in searched:
                repeated[number] = None
        elif what in (EXPANDED, VALUED):
            searched.add(number)
    states: list[int] = []
    reordered: list[int] = []
    waiting = [0] if children or searched else []
    while waiting:
        number = waiting.pop()
        states.append(number)
        below = [*children.get(number, ())]
        if not in_order and below != sorted(below):
            below.sort()
            reordered.append(number)
        waiting += reversed(below)
    unused = [number for number in states if number not in searched and number not in children]
    positions = {nodes.position(number) for number in searched}
    cached = [number for number in unused if nodes.position(number) in positions]
    remarks = (
        (
            repeated,
            "after the search of {} it generates the same state again: is a child searched twice?",
        ),
        (reordered, "it generates the children of {} in another order than that of the moves"),
        (cached, "it generates {} without searching it: it caches the positions that it searches"),
        (
            [] if cached else unused,
            "it generates {} without searching it; each generated state counts, so generate a "
            "child only to search it",
        ),
    )
    texts = (text.format(_name_first(nodes, [*numbers])) for numbers, text in remarks if numbers)
    return ObservedVisits(states, tuple(texts))


def _name_first(nodes: NumberedNodes, numbers: Sequence[int]) -> str:
    """Return the name of the first node, and the number of the others."""
    others = len(numbers) - 1
    return nodes.name(numbers[0]) + (f" (and {others:,} more)" if others else "")
