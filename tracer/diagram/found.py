"""What a search has found, written at the nodes of its tree as they stand after a step."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from math import isnan

from engine.game import Player
from engine.log import Flag
from tracer.diagram.given import GivenNode, given_tree, position_of
from tracer.diagram.grown import counted_at, grown_tree, mean_and_visits, told_at_some_step
from tracer.diagram.model import NO_PARENT, DiagramNode, Position, printable
from tracer.diagram.stirred import stirred
from tracer.figure.branches import is_drawn_whole
from tracer.figure.build import Focus, best_line, focus_of
from tracer.figure.facts import value_of, windows_of
from tracer.figure.model import FigureNode, Sign, Status
from tracer.figure.shape import Shape, ShapeAt, ShapeNode, shape_of
from tracer.recording import Recording
from tracer.rewards import Counted, rewards_of
from tracer.values import show_number
from tracer.wide import so_far

__all__ = ["Answers", "answered_nodes"]

#: Children from which on not every value that stands at a node for a while is given room.
_MANY = 64


def answered_nodes(
    trace: Recording, step: int | None, *, windows: bool, most: int
) -> tuple[DiagramNode, ...] | None:
    """The nodes of a trace's tree with what the search has found by a step.

    The tree is the whole one where it is not too large, and otherwise what the search has come to
    and the moves that it skipped.

    Args:
        trace: the search.
        step: the step, from 0; None for the end, without a mark at a node.
        windows: whether the windows are written too.
        most: how many nodes are not too many.

    Returns:
        The nodes in pre-order, or None where there are more.
    """
    return Answers(trace, windows=windows, most=most).at(step)


#: What stands for a node before it is looked at.
_NOTHING = DiagramNode("", NO_PARENT, -1, Sign.LEAF)


@dataclass(slots=True)
class _Nodes:
    """The nodes as they stand after a step.

    Args:
        root: the row of the root of the step's pass.
        step: the step.
        nodes: the nodes in pre-order.
        answered: of each whether its value was known, so that it was not looked below it.
    """

    root: int
    step: int
    nodes: list[DiagramNode]
    answered: list[bool]


class Answers:
    """The nodes of a trace's tree at any step; what is the same at all of them is found once.

    Asked for one step after the other, it looks only at the nodes that a step may have changed.

    Args:
        trace: the search.
        windows: whether the windows are written too.
        most: how many nodes are not too many.
    """

    def __init__(self, trace: Recording, *, windows: bool, most: int) -> None:
        self._trace = trace
        self._windows = windows
        self._most = most
        self._shapes: dict[int, Shape | None] = {}
        self._rooms: dict[int, list[tuple[tuple[str, ...], tuple[str, ...]]]] = {}
        self._positions: dict[int, list[Position | None]] = {}
        self._before: _Nodes | None = None

    def at(self, step: int | None) -> tuple[DiagramNode, ...] | None:
        """The nodes in pre-order as they stand after a step, or None where there are too many.

        Args:
            step: the step, from 0; None for the end, without a mark at a node.
        """
        trace = self._trace
        at = _end_of(trace) if step is None else step
        focus = focus_of(trace, at)
        root = trace.roots[0] if trace.plays_out else focus.root  # its passes grow one tree
        shape = self._shape(root)
        if shape is None:
            return None
        best = _best_places(trace, shape, focus, at)
        look = ShapeAt(shape, at, current=NO_PARENT if step is None else focus.current)
        rooms = self._rooms_of(root, shape) if step is not None else None
        positions = self._positions[root]
        before = self._before
        if before and step is not None and (before.root, before.step) == (root, step - 1):
            nodes, answered = before.nodes, before.answered
            places: Iterable[int] = sorted({*stirred(trace, shape, step)})
        else:
            nodes, answered = [_NOTHING] * len(shape.nodes), [False] * len(shape.nodes)
            places = range(len(shape.nodes))
        for place in places:
            fixed, node = shape.nodes[place], look.node(place)
            above = fixed.parent != NO_PARENT and answered[fixed.parent]
            answered[place] = above or _is_repeat(trace, node)
            drawn = _drawn(
                trace,
                fixed,
                node,
                windows=self._windows,
                left_out=above,
                best=place in best,
                counted=counted_at(trace, fixed, at) if trace.plays_out else None,
                cut=_is_cut(look, shape, place),
                position=positions[place],
                rooms=rooms[place] if rooms else ((), ()),
            )
            if drawn != nodes[place]:  # what is the same stays the same object
                nodes[place] = drawn
        self._before = None if step is None else _Nodes(root, step, nodes, answered)
        return tuple(nodes)

    def _shape(self, root: int) -> Shape | None:
        if root not in self._shapes:
            shape = self._shapes[root] = _shape(self._trace, root, self._most)
            nodes = shape.nodes if shape else ()
            self._positions[root] = [_position(self._trace, shape, one) for one in nodes]
        return self._shapes[root]

    def _rooms_of(self, root: int, shape: Shape) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
        """Of each node the values and the windows that stand there at some step."""
        if root not in self._rooms:
            self._rooms[root] = [
                (
                    told_at_some_step(self._trace, fixed)
                    if self._trace.plays_out
                    else (
                        () if fixed.sign is Sign.LEAF else _values(self._trace, fixed),
                        _windows(self._trace, fixed) if self._windows else (),
                    )
                )
                for fixed in shape.nodes
            ]
        return self._rooms[root]


def _end_of(trace: Recording) -> int:
    """The last step of the pass whose value counts."""
    last = len(trace.tour) - 1
    return last if trace.plays_out else min(trace.tour.left_at(trace.root), last)


def _best_places(trace: Recording, shape: Shape, focus: Focus, at: int) -> Collection[int]:
    """The places of the nodes of best play, where the search has found it by a step."""
    if trace.plays_out:
        # Of the moves that were gone most often; before its end the search has not decided.
        if at < len(trace.tour) - 1:
            return ()
        rewards = rewards_of(trace)
        numbers = {rewards.number_of(row) for row in _chosen(trace, trace.best_rows)}
        best = [place for place, node in enumerate(shape.nodes) if node.number in numbers]
    else:
        line = _chosen(trace, best_line(trace, focus.root)) if focus.finished else []
        best = [shape.places[row] for row in line]
    return frozenset(best) if len(best) > 1 else ()


def _chosen(trace: Recording, line: list[int]) -> list[int]:
    """The rows of best play as far as players choose: below a chance node nobody does."""
    player = trace.log.player
    ends = (place for place, row in enumerate(line) if player[row] == Player.CHANCE)
    return line[: next(ends, len(line)) + 1]


def _shape(trace: Recording, root: int, most: int) -> Shape | None:
    """The whole tree, or what is known of it, each node with the visits to it under one root."""
    if trace.plays_out:
        return grown_tree(trace, most=most)
    nodes = given_tree(trace.game, trace.limit_at(root), most=most)
    if nodes is None:
        return None if is_drawn_whole(trace.game) else shape_of(trace, root, most_nodes=most)
    rows: list[tuple[int, ...]] = []
    below: list[dict[int, list[int]]] = []
    for node in nodes:
        seen = (root,) if node.parent == NO_PARENT else below[node.parent].get(node.move, ())
        rows.append(tuple(seen))
        visits: dict[int, list[int]] = {}
        for row in seen:
            for child in trace.log.children(row):
                visits.setdefault(trace.log.action[child], []).append(child)
        below.append(visits)
    made = tuple(map(_fixed, nodes, rows))
    places = {row: place for place, seen in enumerate(rows) for row in seen}
    return Shape(trace, made, True, places, any(len(seen) > 1 for seen in rows))


def _fixed(node: GivenNode, rows: tuple[int, ...]) -> ShapeNode:
    return ShapeNode(
        name=node.name,
        edge=node.edge,
        parent=node.parent,
        level=node.level,
        sign=node.sign,
        rows=rows,
        value=node.value,
        state=node.state,
    )


def _drawn(
    trace: Recording,
    fixed: ShapeNode,
    node: FigureNode,
    *,
    windows: bool,
    left_out: bool,
    best: bool,
    counted: Counted | None,
    cut: bool,
    position: Position | None,
    rooms: tuple[tuple[str, ...], tuple[str, ...]],
) -> DiagramNode:
    leaf = node.sign is Sign.LEAF
    value, visits = _value(node.value), ""
    given, found = (value, "") if leaf else ("", value)
    if counted is not None:  # what a leaf is worth is given; what playouts brought is apart
        given = fixed.value if leaf else ""
        found, visits = mean_and_visits(counted, given)
    skipped = node.status is Status.SKIPPED or (left_out and node.status is Status.UNSEEN)
    return DiagramNode(
        name="" if trace.game.named_by_path and fixed.parent == NO_PARENT else printable(node.name),
        parent=node.parent,
        level=node.level,
        sign=node.sign,
        edge=printable(node.edge),
        given=given,
        position=position,
        value=found,
        window=node.entered if windows else "",
        visits=visits,
        unseen=node.status is Status.UNSEEN and not skipped,
        skipped=skipped,
        cut=cut,
        best=best,
        current=node.current,
        values=rooms[0],
        windows=rooms[1],
    )


def _value(text: str) -> str:
    """A value as a figure has it: an exact one alone; nothing known yet is `…`."""
    return "…" if text == "?" else text.removeprefix("= ")


def _is_repeat(trace: Recording, node: FigureNode) -> bool:
    return (
        node.row is not None
        and node.status is not Status.UNSEEN
        and bool(trace.log.flags[node.row] & Flag.REPEAT)
    )


def _is_cut(look: ShapeAt, shape: Shape, place: int) -> bool:
    """Whether a node is one that its own parent's cutoff kept from being visited."""
    parent = shape.nodes[place].parent
    if parent == NO_PARENT or look.status(place) is not Status.SKIPPED:
        return False
    return look.row(parent) is not None


def _position(trace: Recording, shape: Shape | None, fixed: ShapeNode) -> Position | None:
    if shape is None or is_drawn_whole(trace.game) or fixed.sign is Sign.MORE:
        return None
    before = None if fixed.parent == NO_PARENT else shape.nodes[fixed.parent].state
    return position_of(trace.game, fixed.state, before)


def _values(trace: Recording, fixed: ShapeNode) -> tuple[str, ...]:
    """What stands at an interior node for its value at some step."""
    last, log = len(trace.tour) - 1, trace.log
    found = {"…"} if fixed.rows else set()
    for row in fixed.rows:
        few = log.tried[row] < _MANY
        # Where the search was stopped, the last visit has no value (NaN).
        visits = sum(not isnan(log.value[one]) for one in log.children(row)) if few else 0
        for number in range(1, visits + 1):
            found.add(f"{show_number(so_far(trace, row, number).v)}…")
        found.add(_value(value_of(trace, row, last)))
    return tuple(sorted(found))


def _windows(trace: Recording, fixed: ShapeNode) -> tuple[str, ...]:
    """What stands at a node for the window that it was entered with, at some step."""
    last = len(trace.tour)
    found = {windows_of(trace, row, last)[1] for row in fixed.rows}
    return tuple(sorted(found - {""}))
