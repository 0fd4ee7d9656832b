"""The figure of every step, as one drawing whose parts change and a list of the changes."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import isqrt
from typing import Any, Final

from engine.errors import UsageError
from tracer.diagram import MOST_NODES, Diagram, DiagramNode, Layout, Spot, lay_out
from tracer.diagram.blocks import Role, Text, block_of
from tracer.diagram.found import Answers
from tracer.diagram.given import player_labels
from tracer.diagram.layout import is_close
from tracer.diagram.model import printable
from tracer.diagram.smaller import smaller_search
from tracer.export.svg import (
    cut_strokes,
    edge_class,
    edge_line,
    framed,
    node_class,
    shape_lines,
    text_line,
)
from tracer.recording import Recording

__all__ = ["Scene", "State", "scenes_of", "smaller_page"]

#: Of a node: its classes, those of its edge, whether that is cut, and the texts that change.
State = tuple[str, str, int, str]

#: Nodes times steps that are drawn at most: about ten seconds' work, and a few megabytes.
_MOST_STATES: Final = 400_000

#: A mark of a cut that is not to be seen at a step.
_OFF: Final = "cut off"


@dataclass(slots=True)
class Scene:
    """The tree of one pass of a search.

    Args:
        first: its first step.
        svg: its figure at its end, as SVG.
        states: of each node in pre-order, the states that it has at some step.
        changes: of each step from the first on, what differs from the step before: places of
            nodes, each with the number of the state that it has from then on.
    """

    first: int
    svg: str
    states: list[list[State]]
    changes: list[list[int]]

    def as_data(self) -> dict[str, Any]:
        """What the page's script is given of it."""
        return {"first": self.first, "states": self.states, "changes": self.changes}


def scenes_of(trace: Recording, steps: int) -> list[Scene]:
    """The trees of a search at each of its steps; one for each pass.

    Args:
        trace: the search.
        steps: how many steps it has, at least 1.

    Raises:
        UsageError: the trees are too large.
    """
    answers = Answers(trace, windows=trace.has_window, most=MOST_NODES)
    title = printable(trace.title or trace.source)
    starts = [min(trace.tour.entered_at(root), steps) for root in trace.roots]
    scenes: list[Scene] = []
    drawn = states = 0
    for start, end in zip(starts, [*starts[1:], steps], strict=True):
        scene = _Drawing(trace, title, start)
        for step in range(start, end):
            nodes = answers.at(step)
            if nodes is None or drawn + len(nodes) > MOST_NODES:
                raise UsageError(
                    f"the trees have more than {MOST_NODES:,} nodes, too many for a page",
                    where=title,
                    hint=smaller_page(trace),
                )
            if step == start:
                states += len(nodes) * (end - start)
            if states > _MOST_STATES:
                raise UsageError(
                    f"{steps:,} steps over a tree of {len(nodes):,} nodes are too many for a page",
                    where=title,
                    hint=smaller_page(trace),
                )
            scene.add(nodes)
        scenes.append(scene.done())
        drawn += len(scene.nodes[-1])
    return scenes


def smaller_page(trace: Recording) -> str:
    """What to do where a search is too large for a page, as a sentence."""
    # A tree has two steps a node, and its states are nodes times steps.
    nodes = isqrt(_MOST_STATES // 2)
    visits = _MOST_STATES // (2 * MOST_NODES)
    return smaller_search(trace, nodes, visits=visits, whole=MOST_NODES)


@dataclass(slots=True)
class _Drawing:
    """A scene while its steps are collected.

    Args:
        trace: the search.
        title: what it is of.
        first: its first step.
        nodes: the tree at each step.
    """

    trace: Recording
    title: str
    first: int
    nodes: list[tuple[DiagramNode, ...]] = field(default_factory=list)

    def add(self, nodes: tuple[DiagramNode, ...]) -> None:
        """Take in the tree at the next step."""
        self.nodes.append(nodes)

    def done(self) -> Scene:
        """The scene: laid out as at its end, where everything that is ever written stands."""
        end = tuple(replace(node, current=False) for node in self.nodes[-1])
        diagram = Diagram(end, self.title, True, player_labels(self.trace.game))
        layout, close = lay_out(diagram), is_close(diagram)
        columns = list(zip(*self.nodes, strict=True))
        marked = [any(node.cut for node in seen) for seen in columns]
        bodies, states, numbers = [], [], []
        for spot, seen in zip(layout.spots, columns, strict=True):
            found = dict.fromkeys((*seen, spot.node))
            texts = {node: _texts(spot, node, close=close) for node in found}
            fixed = [one for one in texts[spot.node] if all(one in rest for rest in texts.values())]
            looks = {node: _state(node, texts[node], fixed) for node in found}
            own = list(dict.fromkeys(looks[node] for node in seen))
            states.append(own)
            numbers.append([own.index(looks[node]) for node in seen])
            bodies.append(_body(spot, fixed, looks[spot.node]))
        return Scene(
            self.first,
            framed(diagram, layout, [*_edges(diagram, layout, marked), *bodies], theme="auto").svg,
            states,
            _changes(numbers, len(self.nodes)),
        )


def _texts(spot: Spot, node: DiagramNode, *, close: bool) -> list[Text]:
    """What is written at a node in one of its states, where the drawing has its place."""
    block = block_of(replace(node, given=spot.node.given), answered=True, close=close)
    texts = [text.moved(spot.x, spot.y) for text in block.texts]
    if node.given != spot.node.given:  # a leaf whose value is not known yet keeps its room
        texts = [text for text in texts if text.role is not Role.GIVEN]
    labels = [text for text in spot.texts if text.role is Role.EDGE]
    return [*texts, *labels]


def _state(node: DiagramNode, texts: list[Text], fixed: list[Text]) -> State:
    changing = "".join(text_line(text) for text in texts if text not in fixed)
    return node_class(node), edge_class(node), int(node.cut), changing


def _body(spot: Spot, fixed: list[Text], look: State) -> str:
    lines = [*shape_lines(spot), *map(text_line, fixed)]
    return f'<g class="{look[0]}">{"".join(lines)}<g class="changing">{look[3]}</g></g>'


def _edges(diagram: Diagram, layout: Layout, marked: list[bool]) -> list[str]:
    """The edges in the order of their nodes, then the marks of all that are cut at some step."""
    lines = [edge_line(edge, diagram.nodes[edge.child]) for edge in layout.edges]
    for edge in layout.edges:
        if marked[edge.child]:
            look = "cut" if diagram.nodes[edge.child].cut else _OFF
            strokes = cut_strokes(edge)
            lines.append(f'<path class="{look}" data-node="{edge.child}" d="{strokes}"/>')
    return lines


def _changes(numbers: list[list[int]], steps: int) -> list[list[int]]:
    """Of each step the places whose state is another than before, and that state's number."""
    changes: list[list[int]] = [[] for _ in range(steps)]
    for place, own in enumerate(numbers):
        before = -1
        for step, number in enumerate(own):
            if number != before:
                changes[step] += (place, number)
            before = number
    return changes
