"""The shape of a tree: its nodes, which are the same at every step of the search.

A large tree is drawn in part: the path to a step's node, with what is beside it. A part depends on
the step only through the node at which its path ends, so it stays while the search is below it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from heapq import heappop, heappush
from math import inf
from typing import Any, NamedTuple

from engine.log.visit_log import CHILDLESS, LEAF, NO_PARENT, Flag
from tracer.drawing.tree.game_tree import (
    child_states,
    figure_name,
    game_tree,
    is_drawn_whole,
    leaf_text,
    leaf_value,
)
from tracer.drawing.tree.nodes import Node, Sign, Status, sign_of
from tracer.mcts.rewards import NO_NODE, ROOT, mcts_rewards
from tracer.recording.fold import index_children
from tracer.recording.recording import Recording
from tracer.text.numbers import show_number

#: The largest expected number of visits per node, to reject too large a tree early.
_MOST_VISITS = 3

#: The largest number of skipped moves of a game that are drawn one by one; more become one.
_MOST_SKIPPED = 3
#: The same in a search by hand, where a person chooses among the moves.
_MOST_OFFERED = 12

#: If a node has at most this many children beside the path, their subtrees are not drawn.
_FEW = 3


#: The largest number of levels that are drawn, of a whole tree or of a long path.
MOST_LEVELS = 16


@dataclass(frozen=True, slots=True)
class Shape:
    """A whole tree, or a part of one, the same at every step."""

    trace: Recording
    nodes: tuple[Node, ...]  # in pre-order
    known: bool  # whether unvisited nodes are drawn too
    places: dict[int, int]  # the place of each row's node
    revisits: bool

    def may_be_skipped(self, place: int) -> bool:
        """Return whether a node is skipped at some step."""
        node = self.nodes[place]
        return node.sign is not Sign.MORE and (not node.rows or self.revisits)

    def place_of(self, row: int) -> int:
        """Return the place of a visited node, or of the ancestor under which it is folded."""
        while row not in self.places and row != NO_PARENT:
            row = self.trace.log.parent[row]
        return self.places.get(row, 0)


def root_node(trace: Recording, row: int) -> Node:
    """Return the root of the pass that starts at a root row of the log."""
    state = trace.game.initial
    sign, value = _judge(trace, state, 0, trace.limit_at(row), [row])
    number = ROOT if trace.uses_playouts else NO_NODE
    name = figure_name(trace.game, state, ())
    return Node(name, "", NO_PARENT, 0, sign, (row,), value, state, number=number)


def child_nodes(
    trace: Recording,
    above: Node,
    place: int,
    visits: Mapping[int, Sequence[int]],
    limit: int | None,
) -> list[Node]:
    """Return some children of a node, given by the indexes of their moves with their visits."""
    game, level = trace.game, above.level + 1
    rewards = mcts_rewards(trace) if trace.uses_playouts else None
    has_paths = not (game.named_by_path or is_drawn_whole(game))
    nodes = []
    for at, move, name, edge, state in child_states(game, above.state, visits, above.path):
        sign, value = _judge(trace, state, level, limit, visits[at])
        nodes.append(
            Node(
                name,
                edge,
                place,
                level,
                sign,
                tuple(visits[at]),
                value,
                state,
                at,
                (*above.path, move) if has_paths else (),
                number=NO_NODE if rewards is None else rewards.child(above.number, at),
            )
        )
    return nodes


def _judge(
    trace: Recording, state: Any, level: int, limit: int | None, rows: Sequence[int]
) -> tuple[Sign, str]:
    """Return the symbol of a node, and its value if that is known before the search."""
    log, game, known = trace.log, trace.game, is_drawn_whole(trace.game)
    value = leaf_value(game, state, level, limit) if known or not rows else None
    is_given = known and value is not None
    text = leaf_text(game, state, value) if known and value is not None else ""
    if not rows:
        return sign_of(game.to_move(state), leaf=is_given), text
    # A node with a playout may get children later.
    is_leaf = bool(log.flags[rows[-1 if trace.uses_playouts else 0]] & LEAF)
    return sign_of(log.player[rows[0]], leaf=is_leaf), text


def close(trace: Recording, node: Node) -> Node:
    """Return a node below which nothing is drawn, with the number of the visits there."""
    if node.sign is Sign.MORE:
        return node
    return replace(node, folded=visits_below(trace, node, len(trace.tour) - 1))


def visits_below(trace: Recording, node: Node, step: int) -> int:
    """Return how many visits below a node the search has made by the end of a step."""
    tour, size = trace.tour, trace.log.size
    entered = tour.count_entered(*tour.row_at(step))
    rows = mcts_rewards(trace).find_rows(node.number) if trace.uses_playouts else node.rows
    return sum(min(size[row], entered - row) - 1 for row in rows if row < entered)


def shape_of(
    trace: Recording,
    root: int,
    *,
    most_nodes: int,
    most_levels: int | None = None,
    folded: Collection[int] = (),
) -> Shape | None:
    """Return the whole tree below a root; None if it has too many nodes or levels."""
    if not folded and trace.log.size[root] > _MOST_VISITS * most_nodes:
        return None
    whole = PartLimits(inf, most_nodes, 0, nodes=most_nodes)
    shape = find_part(trace, [root], whole, near=None, is_best_line=False, folded=folded)
    if shape is None or most_levels is None:
        return shape
    return shape if all(node.level < most_levels for node in shape.nodes) else None


class PartLimits(NamedTuple):
    """The largest numbers of what a part of a tree has along a path.

    Subtrees of at most `visits` are drawn whole at the end of the path, and those of a quarter of
    it beside the path.
    """

    visits: float
    children: int  # of the path's end
    beside: int  # of a node above it
    moves: int = 0  # of the root
    levels: int = MOST_LEVELS
    nodes: float = inf


def find_part(
    trace: Recording,
    path: Sequence[int],
    limits: PartLimits,
    *,
    near: int | None,
    is_best_line: bool,
    is_brief: bool = False,
    folded: Collection[int] = (),
) -> Shape | None:
    """Return the nodes along a path, each with its children; None if they are too many.

    `near` is a visit to a child of the path's end that is drawn, if any. Of a path with too many
    levels the best line keeps its beginning, else the levels in the middle are left out. A brief
    part has only the names and values of nodes not opened.
    """
    log, last = trace.log, len(path) - 1
    is_cut_off = is_best_line and len(path) > limits.levels
    path = path[: limits.levels - 1] if is_cut_off else path
    depths = {row: depth for depth, row in enumerate(path)}
    over = len(path) - limits.levels
    # The root's move stays.
    hidden = range(2, min(over + 3, len(path) - 1)) if over > 0 else range(0)
    nodes: list[Node] = []
    limit = trace.limit_at(path[0])
    waiting = [(root_node(trace, path[0]), limits.visits)]
    beside = limits.visits // 4 if limits.beside > _FEW else 0
    while waiting:
        node, most = waiting.pop()
        place = len(nodes)
        if place + len(waiting) >= limits.nodes:
            return None
        depth = depths.get(node.rows[0]) if node.rows and node.sign is not Sign.MORE else None
        if depth is not None and depth in hidden:
            name = f"… {len(hidden):,} plies"
            nodes.append(placeholder(name, node.parent, node.level, Status.OPEN))
            end = _walk_down(trace, node, path[hidden.start + 1 : hidden.stop + 1], place, limit)
            waiting.append((end, most))
            continue
        is_end = depth == len(path) - 1
        is_small = most > 0 and all(log.size[row] <= most for row in node.rows)
        is_folded = not frozenset(folded).isdisjoint(node.rows)
        is_closed = is_folded or (is_cut_off if is_end else depth is None and not is_small)
        node = close(trace, node) if is_closed else node
        if is_brief and is_closed and not is_folded and depth is None:
            node = replace(node, folded=0, is_brief=True)
        nodes.append(node)
        if is_end and is_cut_off:
            name = f"… {last - len(path) + 1:,} plies"
            nodes.append(placeholder(name, place, node.level + 1, Status.DONE))
        if is_closed:
            continue
        if depth is None:
            below = list_children(trace, node, place, limit)
            waiting += reversed([(child, most) for child in below])
            continue
        following = near if is_end else path[depth + 1]
        count = limits.children if is_end else limits.beside
        count = count if depth else max(count, limits.moves)
        below = list_children(trace, node, place, limit, following, count, on_path=not is_end)
        waiting += reversed(
            [(child, most if is_end or following in child.rows else beside) for child in below]
        )
    return make_shape(trace, nodes)


def _walk_down(
    trace: Recording, above: Node, rows: Sequence[int], place: int, limit: int | None
) -> Node:
    """Return the end of a path that starts below a node; it is drawn below the node at `place`."""
    # Of the nodes on the way only the moves are kept: a name for each of thousands of plies would
    # take all the moves before it.
    game, action = trace.game, trace.log.action
    rewards = mcts_rewards(trace) if trace.uses_playouts else None
    state, number, moves = above.state, above.number, [*above.path]
    for row in rows[:-1]:
        move = game.moves(state)[action[row]]
        state = game.result(state, move)
        moves.append(game.name_of(move))
        if rewards is not None:
            number = rewards.child(number, action[row])
    level, end = above.level + len(rows) - 1, rows[-1]
    parent = replace(above, level=level, state=state, path=moves, number=number)
    return child_nodes(trace, parent, place, {action[end]: [end]}, limit)[0]


def find_part_path(
    trace: Recording, path: Sequence[int], most_visits: int, folded: Collection[int] = ()
) -> Sequence[int]:
    """Return a path down to the first node that is folded or has a child that is drawn whole."""
    size = trace.log.size
    for depth, row in enumerate(path):
        if row in folded:
            return path[: depth + 1]
        if depth and size[row] <= most_visits:
            return path[:depth]
    return path


def make_shape(trace: Recording, nodes: Sequence[Node], *, shows_unvisited: bool = False) -> Shape:
    """Return a shape of nodes in pre-order; unvisited nodes of a hand tree are always shown."""
    places = {
        row: place
        for place, node in enumerate(nodes)
        if node.sign is not Sign.MORE
        for row in node.rows
    }
    revisits = any(len(node.rows) > 1 for node in nodes)
    known = shows_unvisited or is_drawn_whole(trace.game)
    return Shape(trace, tuple(nodes), known, places, revisits)


def placeholder(
    name: str, parent: int, level: int, status: Status | None = None, rows: Sequence[int] = ()
) -> Node:
    """Return a placeholder for several nodes: with one status, or the first visit to them."""
    return Node(name, "", parent, level, Sign.MORE, tuple(rows), number=NO_NODE, left_out=status)


def list_children(
    trace: Recording,
    node: Node,
    place: int,
    limit: int | None,
    near: int | None = None,
    most: int | None = None,
    *,
    on_path: bool = False,
) -> list[Node]:
    """Return the children of a node at any step, in the game's order.

    Unvisited children are included in a hand tree, and in a game if a cutoff skips some of them or
    a person chooses among them. At most `most` are returned, those around a visit to one of them,
    with placeholders for the others. On a path, that child has this visit alone.
    """
    log, game, known = trace.log, trace.game, is_drawn_whole(trace.game)
    expanded = [row for row in node.rows if not log.flags[row] & CHILDLESS]
    if node.sign is Sign.MORE or (node.rows and not expanded):
        return []
    visits = list_visits_by_move(trace, expanded)
    ordered: Sequence[int] = sorted(visits)
    skipped = 0
    is_leaf = known and leaf_value(game, node.state, node.level, limit) is not None
    if not is_leaf and (known or any(_lists_unvisited(trace, row) for row in expanded)):
        every = range(len(game.moves(node.state)))
        skipped = len(every) - len(visits)
        if known or skipped <= (_MOST_SKIPPED if trace.claims is None else _MOST_OFFERED):
            ordered, skipped = every, 0
    level, start, stop = node.level + 1, 0, len(ordered)
    if most is not None and stop > most:
        at = 0 if near is None else bisect_left(ordered, log.action[near])
        start = min(at // most * most, stop - most)  # the last block is full too
        stop = start + most

    def hidden(part: Sequence[int]) -> list[Node]:
        if not part:
            return []
        first = min((visits[at][0] for at in part if at in visits), default=None)
        rows = [] if first is None else [first]
        return [placeholder(f"+{len(part):,}", place, level, rows=rows)]

    chosen: dict[int, Sequence[int]] = {at: visits.get(at, ()) for at in ordered[start:stop]}
    if on_path and near is not None:
        chosen[log.action[near]] = [near]
    below = child_nodes(trace, node, place, chosen, limit)
    stub = [placeholder(f"+{skipped:,}", place, level)] if skipped else []
    return [*hidden(ordered[:start]), *below, *hidden(ordered[stop:]), *stub]


def list_visits_by_move(trace: Recording, rows: Sequence[int]) -> dict[int, list[int]]:
    """Return the visits to the children of a node by their moves, of all the visits to it."""
    index = index_children(trace, rows[0]) if len(rows) == 1 else None
    if index is not None:
        return index.visits_by_move
    visits: dict[int, list[int]] = {}
    for row in rows:
        for child in trace.log.children(row):
            visits.setdefault(trace.log.action[child], []).append(child)
    return visits


def _lists_unvisited(trace: Recording, row: int) -> bool:
    """Return whether a cutoff skips children of a node, or a person now chooses among them."""
    if is_ever_cut(trace, row):
        return True
    return trace.claims is not None and row == next(trace.log.open_rows(), None)


def is_ever_cut(trace: Recording, row: int) -> bool:
    """Return whether a cutoff skips children of a node at any step."""
    return bool(trace.log.flags[trace.cutting_row(row)] & Flag.CUTOFF)


# The tree of a Monte Carlo search: its part on a canvas, and the whole tree.

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
    limit = trace.limit_at(path[0])
    waiting = [root_node(trace, path[0])]
    while waiting:
        node = waiting.pop()
        if node.sign is Sign.MORE:
            nodes.append(node)
            continue
        place, number = len(nodes), node.number
        closed = number in collapsed
        shown = close(trace, node) if closed else node
        nodes.append(replace(shown, rows=_visit(trace, number, on_way, path)))
        if closed or not (number in opened or number in on_way):
            continue
        below = dict(sorted(rewards.children(number).items()))
        drawn = range(len(below))
        if number not in opened:
            drawn = _beside(below, on_way, most if number == ROOT else _MOST_BESIDE)
        every = list(below.items())
        parts = every[: drawn.start], every[drawn.start : drawn.stop], every[drawn.stop :]
        chosen = {action: [_last(trace, child, on_way)] for action, child in parts[1]}
        children = child_nodes(trace, node, place, chosen, limit)
        stubs = []
        for hidden in (parts[0], parts[2]):
            count = sum(bool(_visit(trace, child, on_way, path)) for _, child in hidden)
            stub = placeholder(f"+{count:,}", place, node.level + 1, Status.DONE)
            stubs.append([stub] if count else [])
        waiting += reversed([*stubs[0], *children, *stubs[1]])
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
