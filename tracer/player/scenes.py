"""The figure of every step, as one drawing whose parts change and a list of the changes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Final

from engine.errors import UsageError
from tracer.diagram import MOST_NODES, Diagram, DiagramNode, Layout, Spot, lay_out
from tracer.diagram.blocks import block_of
from tracer.diagram.found import Answers
from tracer.diagram.given import player_labels
from tracer.diagram.layout import is_close
from tracer.diagram.model import printable
from tracer.diagram.smaller import smaller_search
from tracer.diagram.texts import Role, Text
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


def scenes_of(
    trace: Recording, steps: int, on_step: Callable[[int], object] = lambda _: None
) -> list[Scene]:
    """The trees of a search at each of its steps; one for each pass, of Monte Carlo one for all.

    Args:
        trace: the search.
        steps: how many steps it has, at least 1.
        on_step: called with the number of steps that are done.

    Raises:
        UsageError: the trees are too large.
    """
    answers = Answers(trace, windows=trace.has_window, most=MOST_NODES)
    title = printable(trace.title or trace.source)
    roots = trace.roots[:1] if trace.plays_out else trace.roots  # its passes grow one tree
    starts = [min(trace.tour.entered_at(root), steps) for root in roots]
    scenes: list[Scene] = []
    drawn = 0
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
            scene.add(step, nodes)
            on_step(step + 1)
        scenes.append(scene.done(end))
        drawn += len(scene.seen)
    return scenes


def smaller_page(trace: Recording) -> str:
    """What to do where a search is too large for a page, as a sentence."""
    return smaller_search(trace, MOST_NODES, visits=MOST_NODES // 5, whole=MOST_NODES)


@dataclass(slots=True)
class _Drawing:
    """A scene while its steps are collected.

    Args:
        trace: the search.
        title: what it is of.
        first: its first step.
        seen: of each node in pre-order the steps from which on it looks otherwise, and how.
    """

    trace: Recording
    title: str
    first: int
    seen: list[list[tuple[int, DiagramNode]]] = field(default_factory=list)

    def add(self, step: int, nodes: tuple[DiagramNode, ...]) -> None:
        """Take in the tree at the next step."""
        if not self.seen:
            self.seen = [[(step, node)] for node in nodes]
        for looks, node in zip(self.seen, nodes, strict=True):
            if looks[-1][1] is not node:
                looks.append((step, node))

    def done(self, after: int) -> Scene:
        """The scene: laid out as at its end, where everything that is ever written stands.

        Args:
            after: the step behind its last one.
        """
        end = tuple(replace(looks[-1][1], current=False) for looks in self.seen)
        diagram = Diagram(end, self.title, True, player_labels(self.trace.game))
        layout, close = lay_out(diagram), is_close(diagram)
        marked = [any(node.cut for _, node in looks) for looks in self.seen]
        bodies, states = [], []
        changes: list[list[int]] = [[] for _ in range(after - self.first)]
        for place, (spot, seen) in enumerate(zip(layout.spots, self.seen, strict=True)):
            found = dict.fromkeys((*(node for _, node in seen), spot.node))
            texts = {node: _texts(spot, node, close=close) for node in found}
            fixed = [one for one in texts[spot.node] if all(one in rest for rest in texts.values())]
            looks = {node: _state(node, texts[node], fixed) for node in found}
            own = list(dict.fromkeys(looks[node] for _, node in seen))
            states.append(own)
            before = -1
            for step, node in seen:
                if (number := own.index(looks[node])) != before:
                    changes[step - self.first] += (place, number)
                    before = number
            bodies.append(_body(spot, fixed, looks[spot.node]))
        svg = framed(diagram, layout, [*_edges(diagram, layout, marked), *bodies], theme="auto").svg
        return Scene(self.first, svg, states, changes)


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
