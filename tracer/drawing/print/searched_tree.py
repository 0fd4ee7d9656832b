"""The nodes of a search's tree with its results after a step."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace

from engine.game import Player
from engine.log.visit_log import NO_PARENT, Flag
from tracer.drawing.print.diagram_model import position_of
from tracer.drawing.tree.game_tree import game_tree, is_drawn_whole
from tracer.drawing.tree.look import (
    Focus,
    ShapeAtStep,
    best_line,
    cut_by,
    focus_of,
    texts_at_steps,
    value_of,
)
from tracer.drawing.tree.nodes import DrawnNode, Node, Sign, Status
from tracer.drawing.tree.shape import (
    Shape,
    final_mcts_tree,
    list_visits_by_move,
    make_shape,
    shape_of,
)
from tracer.mcts.rewards import NO_NODE, mcts_rewards
from tracer.recording.recording import Recording
from tracer.text.printable_text import printable_text


def changed_at_step(trace: Recording, shape: Shape, step: int) -> Iterator[int]:
    """Yield the places that may look different after a step, some of them twice."""
    row, entering = trace.tour.row_at(step)
    parent = trace.log.parent[row]
    if parent == NO_PARENT:
        yield from range(len(shape.nodes))  # the search is finished and shows the best line
        return
    yield shape.place_of(parent)
    yield shape.place_of(trace.tour.row_at(step - 1)[0])  # it was marked as the current node
    if entering:
        whole = shape.revisits or bool(trace.log.flags[row] & Flag.REPEAT)
        yield from _below(shape, row) if whole else (shape.place_of(row),)
    elif shape.revisits or cut_by(trace, parent, step):
        yield from _below(shape, parent)
    else:
        yield shape.place_of(row)


def _below(shape: Shape, row: int) -> Iterator[int]:
    """Yield the places of a subtree, including its root."""
    top = shape.place_of(row)
    yield top
    for place in range(top + 1, len(shape.nodes)):
        if shape.nodes[place].level <= shape.nodes[top].level:
            return
        yield place


#: The initial value of a node before it is drawn.
_NOTHING = DrawnNode("", NO_PARENT, -1, Sign.LEAF)


class SearchedTree:
    """The nodes of a trace's tree at any step, of too large a tree those visited or skipped.

    For consecutive steps, only the nodes that may have changed are updated.
    """

    def __init__(self, trace: Recording, *, windows: bool, most: int) -> None:
        self._trace = trace
        self._windows = windows
        self._most = most
        self._shapes: dict[tuple[int, bool], Shape | None] = {}
        #: The root and the step drawn last, the nodes, and which of them a table answered.
        self._before: tuple[int, int, list[DrawnNode], list[bool]] | None = None

    def at(self, step: int | None) -> tuple[DrawnNode, ...] | None:
        """Return the nodes in pre-order after a step; None if there are too many."""
        trace = self._trace
        at = step
        if at is None:  # the last step of the pass that gives the result
            at = len(trace.tour) - 1
            at = at if trace.uses_playouts else min(trace.tour.left_at(trace.root), at)
        focus = focus_of(trace, at)
        # All iterations share one tree.
        root = trace.roots[0] if trace.uses_playouts else focus.root
        shape = self._find_shape(root, has_room=step is not None)
        if shape is None:
            return None
        best = _best_places(trace, shape, focus, at)
        look = ShapeAtStep(shape, at, current=NO_PARENT if step is None else focus.current)
        before = self._before
        if before and step is not None and before[:2] == (root, step - 1):
            _, _, nodes, answered = before
            places: Iterable[int] = sorted({*changed_at_step(trace, shape, step)})
        else:
            nodes, answered = [_NOTHING] * len(shape.nodes), [False] * len(shape.nodes)
            places = range(len(shape.nodes))
        for place in places:
            fixed, node = shape.nodes[place], look.node(place)
            is_below = fixed.parent != NO_PARENT and answered[fixed.parent]
            answered[place] = is_below or _is_repeat(trace, node)
            value, visits = _value(node.value), ""
            if trace.uses_playouts:
                value, visits = _mean_and_visits(trace, fixed, at)
            window = node.entered if step is None else node.window
            drawn = replace(
                node,
                value=value,
                row=None,
                status=Status.SKIPPED if is_below and node.unseen else node.status,
                window=window if self._windows else "",
                entered="",
                visits=visits,
                best=place in best,
                cut=_is_cut(look, shape, place),
                shown=True,
                folded=None,
            )
            if drawn != nodes[place]:  # an unchanged node stays the same object
                nodes[place] = drawn
        self._before = None if step is None else (root, step, nodes, answered)
        return tuple(nodes)

    def _find_shape(self, root: int, *, has_room: bool) -> Shape | None:
        """Return the tree with names for print, and with room for the texts at all steps."""
        if (root, has_room) not in self._shapes:
            shape = _shape(self._trace, root, self._most)
            if shape is not None:
                nodes = (self._adapt(shape, node, has_room=has_room) for node in shape.nodes)
                shape = replace(shape, nodes=tuple(nodes))
            self._shapes[root, has_room] = shape
        return self._shapes[root, has_room]

    def _adapt(self, shape: Shape, node: Node, *, has_room: bool) -> Node:
        """Return a node for print: printable, with its position and with the room that it needs."""
        trace, position = self._trace, None
        is_root = node.parent == NO_PARENT
        if not is_drawn_whole(trace.game) and node.sign is not Sign.MORE:
            before = None if is_root else shape.nodes[node.parent].state
            position = position_of(trace.game, node.state, before, node.move)
        texts = _all_texts(trace, node, windows=self._windows) if has_room else ((), ())
        return replace(
            node,
            name="" if trace.game.named_by_path and is_root else printable_text(node.name),
            edge=printable_text(node.edge),
            position=position,
            values=texts[0],
            windows=texts[1],
        )


def _best_places(trace: Recording, shape: Shape, focus: Focus, at: int) -> Collection[int]:
    """Return the places of the line of best play, if the search has found it by a step."""
    if trace.uses_playouts:
        # The most visited moves; the search decides only at its end.
        if at < len(trace.tour) - 1:
            return ()
        rewards = mcts_rewards(trace)
        numbers = {rewards.find_number(row) for row in _chosen(trace, trace.best_rows)}
        best = [place for place, node in enumerate(shape.nodes) if node.number in numbers]
    else:
        line = _chosen(trace, best_line(trace, focus.root)) if focus.finished else []
        best = [shape.places[row] for row in line]
    return frozenset(best) if len(best) > 1 else ()


def _chosen(trace: Recording, line: list[int]) -> list[int]:
    """Return the line of best play down to the first chance node."""
    player = trace.log.player
    ends = (place for place, row in enumerate(line) if player[row] == Player.CHANCE)
    return line[: next(ends, len(line)) + 1]


def _shape(trace: Recording, root: int, most: int) -> Shape | None:
    """Return the whole tree, or its known part, with each node's visits under one root."""
    if trace.uses_playouts:
        return final_mcts_tree(trace, most=most)
    nodes = game_tree(trace.game, trace.limit_at(root), most=most)
    if nodes is None:
        return None if is_drawn_whole(trace.game) else shape_of(trace, root, most_nodes=most)
    searched: list[Node] = []
    below: list[dict[int, list[int]]] = []
    for node in nodes:
        seen = [root] if node.parent == NO_PARENT else below[node.parent].get(node.move, [])
        searched.append(replace(node, rows=tuple(seen)))
        below.append(list_visits_by_move(trace, seen))
    return make_shape(trace, searched, shows_unvisited=True)


def _value(text: str) -> str:
    """Format a value for a figure: exact values without a sign, unknown ones as `…`."""
    return "…" if text == "?" else text.removeprefix("= ")


def _is_repeat(trace: Recording, node: DrawnNode) -> bool:
    return (
        node.row is not None
        and node.status is not Status.UNSEEN
        and bool(trace.log.flags[node.row] & Flag.REPEAT)
    )


def _is_cut(look: ShapeAtStep, shape: Shape, place: int) -> bool:
    """Return whether a node was pruned by its parent's own cutoff."""
    parent = shape.nodes[place].parent
    if parent == NO_PARENT or look.status(place) is not Status.SKIPPED:
        return False
    return look.row(parent) is not None


def _all_texts(
    trace: Recording, fixed: Node, *, windows: bool
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the texts of a node's value and of its window at all steps."""
    if trace.uses_playouts:
        rows = mcts_rewards(trace).find_rows(fixed.number) if fixed.number != NO_NODE else ()
        pairs = [_mean_and_visits(trace, fixed, trace.tour.left_at(row)) for row in rows]
        means = {mean for mean, _ in pairs} - {"", fixed.value}
        return tuple(sorted(means)), tuple(sorted({number for _, number in pairs} - {""}))
    last = len(trace.tour) - 1
    looks = {look for row in fixed.rows for look in texts_at_steps(trace, row)}
    values = {"…"} if fixed.rows and fixed.sign is not Sign.LEAF else set()
    if values:
        values |= {_value(value) for value, _ in looks}
        values |= {_value(value_of(trace, row, last)) for row in fixed.rows}
    shown_windows = {window for _, window in looks if window} if windows else set()
    return tuple(sorted(values)), tuple(sorted(shown_windows))


def _mean_and_visits(trace: Recording, fixed: Node, step: int) -> tuple[str, str]:
    """Return a node's mean reward, or the given value of a leaf, and its visits, such as `n=12`."""
    counted = mcts_rewards(trace).measure_node(fixed.number, step)
    given = fixed.value if fixed.sign is Sign.LEAF else ""
    if not counted.visits:
        return given, ""
    return given or counted.shown_mean, f"n={counted.visits:,}"
