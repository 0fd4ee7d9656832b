"""The tree that a search by Monte Carlo has built, as far as a canvas has room for it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Sequence
from dataclasses import replace
from heapq import heappop, heappush

from engine.log import NO_PARENT
from tracer.figure.branches import branches, root_branch
from tracer.figure.model import Status
from tracer.figure.shape import Found, Shape, ShapeNode, node_of, shape_from, stub_of
from tracer.recording import Recording
from tracer.rewards import ROOT, rewards_of
from tracer.values import show_number

__all__ = ["playout_shape"]

#: The part of the canvas for what is drawn at every step; the rest is for the way of an iteration.
_SHARE = 0.75

#: Children that are drawn of a node on that way whose children are not drawn in any case.
_MOST_BESIDE = 3


def playout_shape(
    trace: Recording, path: list[int], *, width: int, levels: int, folded: Collection[int]
) -> Shape:
    """The nodes that are visited most often in the end, and the way of one iteration.

    The first are the same at every step, so that the tree grows in its place.

    Args:
        trace: a search that plays out.
        path: the rows of the iteration from its root down, its last node among them.
        width: the cells of a row of the canvas.
        levels: how many levels of nodes are not too many, but for the way itself.
        folded: the rows of nodes under which nothing is to be drawn.
    """
    rewards = rewards_of(trace)
    numbers = [rewards.number_of(row) for row in path]
    on_way = dict(zip(numbers, path, strict=True))
    shut = {rewards.number_of(row) for row in folded}
    room = int(width * _SHARE)
    opened = _opened(trace, room, levels)
    most = max(_MOST_BESIDE, room // (_cells(trace) + 2))
    nodes: list[ShapeNode] = []
    root = Found(NO_PARENT, root_branch(trace, path[0]), [path[0]], number=ROOT)
    waiting: list[Found | ShapeNode] = [root]
    while waiting:
        one = waiting.pop()
        if isinstance(one, ShapeNode):
            nodes.append(one)
            continue
        place, number = len(nodes), one.number
        closed = number in shut
        node = node_of(trace, one, known=False, shut=closed)
        nodes.append(replace(node, rows=_visit(trace, number, on_way, path)))
        if closed or not (number in opened or number in on_way):
            continue
        below = dict(sorted(rewards.children(number).items()))
        drawn = range(len(below))
        if number not in opened:
            drawn = _beside(below, on_way, most if number == ROOT else _MOST_BESIDE)
        every = list(below.items())
        parts = every[: drawn.start], every[drawn.start : drawn.stop], every[drawn.stop :]
        chosen = [(action, _last(trace, child, on_way)) for action, child in parts[1]]
        found: list[Found | ShapeNode] = [
            Found(place, branch, [last], number=child)
            for (_, child), (_, last), branch in zip(
                parts[1], chosen, branches(trace, one.branch, chosen, 0), strict=True
            )
        ]
        stubs = []
        for hidden in (parts[0], parts[2]):
            count = sum(bool(_visit(trace, child, on_way, path)) for _, child in hidden)
            stub = stub_of(f"+{count:,}", place, one.branch.depth + 1, Status.DONE)
            stubs.append([stub] if count else [])
        waiting += reversed([*stubs[0], *found, *stubs[1]])
    return shape_from(trace, nodes)


def _last(trace: Recording, number: int, on_way: dict[int, int]) -> int:
    """The last visit to a node; from it the game may go on that was played out before."""
    rows = rewards_of(trace).rows_of(number)
    return rows[-1] if len(rows) else on_way[number]


def _visit(
    trace: Recording, number: int, on_way: dict[int, int], path: Sequence[int]
) -> tuple[int, ...]:
    """The visit to a node in an iteration, or the last one before it; none where there is none."""
    if number in on_way:
        return (on_way[number],)
    rows = rewards_of(trace).rows_of(number)
    count = bisect_left(rows, path[0])
    return (rows[count - 1],) if count else ()


def _beside(below: dict[int, int], on_way: dict[int, int], most: int) -> range:
    """The children among which the one is that the iteration goes to."""
    at = next((at for at, child in enumerate(below.values()) if child in on_way), 0)
    first = at // most * most
    return range(first, min(first + most, len(below)))


def _cells(trace: Recording) -> int:
    """Those that a node takes beside its number of visits."""
    return 10 + len(show_number(rewards_of(trace).lowest))


def _opened(trace: Recording, room: int, levels: int) -> set[int]:
    """The nodes whose children are drawn at every step: those visited most often."""
    rewards = rewards_of(trace)
    cells = _cells(trace)
    opened: set[int] = set()
    waiting = [(-len(rewards.rows_of(ROOT)), ROOT, 1)]
    while waiting:
        _, number, level = heappop(waiting)
        below = rewards.children(number)
        wanted = sum(cells + len(str(len(rewards.rows_of(child)))) for child in below.values())
        # One of them stands where their parent is wide already.
        if not below or level >= levels or wanted - cells > room:
            continue
        opened.add(number)
        room -= wanted - cells
        for child in below.values():
            heappush(waiting, (-len(rewards.rows_of(child)), child, level + 1))
    return opened
