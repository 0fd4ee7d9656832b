"""The tree of a Monte Carlo search: its part on a canvas, and the whole tree."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Sequence
from dataclasses import replace
from heapq import heappop, heappush

from tracer.drawing.tree.game_tree import game_tree, is_drawn_whole
from tracer.drawing.tree.nodes import Node, Status
from tracer.drawing.tree.shape import (
    Branch,
    Shape,
    child_branches,
    make_node,
    make_shape,
    placeholder,
    root_branch,
)
from tracer.mcts.rewards import NO_NODE, ROOT, mcts_rewards
from tracer.recording.recording import Recording
from tracer.text.numbers import show_number

#: The share of the canvas for nodes drawn at every step; the rest is for the iteration's path.
_SHARE = 0.75

#: The largest number of children drawn at a node on that path, if it is not always expanded.
_MOST_BESIDE = 3


def mcts_shape(
    trace: Recording, path: list[int], *, width: int, levels: int, folded: Collection[int]
) -> Shape:
    """Return the most visited nodes at the end of the search, and the path of one iteration.

    The most visited nodes are the same at every step, so the tree grows in place.
    """
    rewards = mcts_rewards(trace)
    numbers = [rewards.find_number(row) for row in path]
    on_way = dict(zip(numbers, path, strict=True))
    collapsed = {rewards.find_number(row) for row in folded}
    room = int(width * _SHARE)
    opened = _opened(trace, room, levels)
    most = max(_MOST_BESIDE, room // (_cells(trace) + 2))
    nodes: list[Node] = []
    waiting: list[Branch | Node] = [root_branch(trace, path[0])]
    while waiting:
        one = waiting.pop()
        if isinstance(one, Node):
            nodes.append(one)
            continue
        place, number = len(nodes), one.number
        closed = number in collapsed
        node = make_node(trace, one, is_closed=closed)
        nodes.append(replace(node, rows=_visit(trace, number, on_way, path)))
        if closed or not (number in opened or number in on_way):
            continue
        below = dict(sorted(rewards.children(number).items()))
        drawn = range(len(below))
        if number not in opened:
            drawn = _beside(below, on_way, most if number == ROOT else _MOST_BESIDE)
        every = list(below.items())
        parts = every[: drawn.start], every[drawn.start : drawn.stop], every[drawn.stop :]
        chosen = {action: [_last(trace, child, on_way)] for action, child in parts[1]}
        found = child_branches(trace, one, place, chosen)
        stubs = []
        for hidden in (parts[0], parts[2]):
            count = sum(bool(_visit(trace, child, on_way, path)) for _, child in hidden)
            stub = placeholder(f"+{count:,}", place, one.level + 1, Status.DONE)
            stubs.append([stub] if count else [])
        waiting += reversed([*stubs[0], *found, *stubs[1]])
    return make_shape(trace, nodes)


def _last(trace: Recording, number: int, on_way: dict[int, int]) -> int:
    """Return the last visit to a node; unlike the first, it may have children."""
    rows = mcts_rewards(trace).find_rows(number)
    return rows[-1] if len(rows) else on_way[number]


def _visit(
    trace: Recording, number: int, on_way: dict[int, int], path: Sequence[int]
) -> tuple[int, ...]:
    """Return the visit to a node in an iteration, or the last visit before; empty if none."""
    if number in on_way:
        return (on_way[number],)
    rows = mcts_rewards(trace).find_rows(number)
    count = bisect_left(rows, path[0])
    return (rows[count - 1],) if count else ()


def _beside(below: dict[int, int], on_way: dict[int, int], most: int) -> range:
    """Return the block of children that contains the iteration's next node."""
    at = next((at for at, child in enumerate(below.values()) if child in on_way), 0)
    first = at // most * most
    return range(first, min(first + most, len(below)))


def _cells(trace: Recording) -> int:
    """Return the width of a node without its number of visits."""
    return 10 + len(show_number(mcts_rewards(trace).lowest))


def _opened(trace: Recording, room: int, levels: int) -> set[int]:
    """Return the nodes whose children are drawn at every step: the most visited ones."""
    rewards = mcts_rewards(trace)
    cells = _cells(trace)
    opened: set[int] = set()
    waiting = [(-len(rewards.find_rows(ROOT)), ROOT, 1)]
    while waiting:
        _, number, level = heappop(waiting)
        below = rewards.children(number)
        wanted = sum(cells + len(str(len(rewards.find_rows(child)))) for child in below.values())
        # One of the children fits into the width of the parent.
        if not below or level >= levels or wanted - cells > room:
            continue
        opened.add(number)
        room -= wanted - cells
        for child in below.values():
            heappush(waiting, (-len(rewards.find_rows(child)), child, level + 1))
    return opened


def final_mcts_tree(trace: Recording, *, most: int) -> Shape | None:
    """Return all nodes that iterations visit (all nodes of a hand tree), in the game's order."""
    rewards = mcts_rewards(trace)
    nodes = game_tree(
        trace.game,
        None,
        most=most,
        number_below=rewards.child,
        unvisited=is_drawn_whole(trace.game),
    )
    if nodes is None:
        return None
    visited = (() if node.number == NO_NODE else rewards.find_rows(node.number) for node in nodes)
    return make_shape(
        trace, [replace(node, rows=tuple(rows)) for node, rows in zip(nodes, visited, strict=True)]
    )
