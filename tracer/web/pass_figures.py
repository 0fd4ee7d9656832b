"""The figures of all steps, as one drawing per pass and a list of changes."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Final

from engine.errors import UsageError
from tracer.drawing.print.diagram_layout import DiagramLayout, PlacedNode, is_close, lay_out
from tracer.drawing.print.diagram_model import Diagram, player_labels
from tracer.drawing.print.diagrams import MOST_NODES, smaller_search
from tracer.drawing.print.node_boxes import node_box
from tracer.drawing.print.searched_tree import SearchedTree
from tracer.drawing.print.svg_figure import (
    cut_strokes,
    edge_class,
    edge_line,
    framed,
    node_class,
    shape_lines,
    text_line,
)
from tracer.drawing.print.text_lines import PlacedText, TextRole
from tracer.drawing.tree.nodes import DrawnNode, Sign
from tracer.recording.recording import Recording
from tracer.text.printable_text import printable_text

# The CSS classes of a player: all begin with `plytrace-`, so that a page's styles do not match.
#
# A figure in its own file has short class names (`node`, `value`).

_PREFIX: Final = "plytrace-"
_ATTRIBUTE: Final = re.compile(r'(<[a-z]+ class=")([^"]*)')  # no text holds a bare <
_STYLE: Final = re.compile(r"(?<=<style>).*?(?=</style>)", re.DOTALL)
_SELECTOR: Final = re.compile(rf"\.(?!{_PREFIX})(?=[a-z])")
_FIGURE: Final = re.compile(rf"(?<=[}},])\.({_PREFIX}\w+) ")  # the start of each rule of a figure


def class_list(classes: str) -> str:
    """Return the classes of an element with their prefix."""
    return " ".join(
        name if name.startswith(_PREFIX) else _PREFIX + name for name in classes.split()
    )


def with_class_names(svg: str) -> str:
    """Return a figure, or a part of one, with the prefix in its classes and rules.

    Its rules are as strong as those of `player.css`, which override a host page's.
    """
    svg = _ATTRIBUTE.sub(lambda match: match[1] + class_list(match[2]), svg)
    return _STYLE.sub(lambda match: _rules(match[0]), svg)


def _rules(style: str) -> str:
    """Return a figure's rules with the prefix, stronger than those of a host page."""
    return _FIGURE.sub(r":is(#plytrace,.\1) ", _SELECTOR.sub(f".{_PREFIX}", style))


#: The state of a node: its classes, its edge's classes, whether that is cut, and changing texts.
NodeState = tuple[str, str, int, str]

#: The class of what is hidden, and those of a cut mark that is hidden at a step.
_HIDDEN: Final = "off"
_OFF: Final = f"cut {_HIDDEN}"


@dataclass(slots=True)
class PassFigure:
    """The tree of one pass of a search."""

    first: int
    svg: str
    states: list[list[NodeState]]
    changes: list[list[int]]


def pass_figures(
    trace: Recording,
    steps: int,
    on_step: Callable[[int], object] = lambda _: None,
) -> list[PassFigure]:
    """Return the figures of a search: one for each pass, or a single one for MCTS."""
    tree = SearchedTree(trace, windows=trace.has_window, most=MOST_NODES)
    title = printable_text(trace.title or trace.source)
    roots = trace.roots[:1] if trace.uses_playouts else trace.roots  # its passes grow one tree
    starts = [min(trace.tour.entered_at(root), steps) for root in roots]
    scenes: list[PassFigure] = []
    drawn = 0
    for start, end in zip(starts, [*starts[1:], steps], strict=True):
        scene = _Drawing(trace, title, start)
        for step in range(start, end):
            nodes = tree.at(step)
            if nodes is None or drawn + len(nodes) > MOST_NODES:
                raise UsageError(
                    f"the trees have more than {MOST_NODES:,} nodes, too many for a page",
                    where=title,
                    hint=page_size_advice(trace),
                )
            scene.add(step, nodes)
            on_step(step + 1)
        scenes.append(scene.done(end))
        drawn += len(scene.seen)
    return scenes


def page_size_advice(trace: Recording) -> str:
    """Return advice for a search that is too large for a page."""
    return smaller_search(trace, MOST_NODES, visits=MOST_NODES // 5, whole=MOST_NODES)


@dataclass(slots=True)
class _Drawing:
    """A scene while its steps are collected."""

    trace: Recording
    title: str
    first: int
    seen: list[list[tuple[int, DrawnNode]]] = field(default_factory=list)

    def add(self, step: int, nodes: tuple[DrawnNode, ...]) -> None:
        """Add the tree at the next step."""
        if not self.seen:
            self.seen = [[(step, node)] for node in nodes]
        for looks, node in zip(self.seen, nodes, strict=True):
            if looks[-1][1] is not node:
                looks.append((step, node))

    def done(self, after: int) -> PassFigure:
        """Return the scene, laid out as at its end, with room for all texts of all steps."""
        end = tuple(replace(looks[-1][1], current=False) for looks in self.seen)
        diagram = Diagram(end, self.title, True, player_labels(self.trace.game))
        layout, close = lay_out(diagram), is_close(diagram)
        marked = [any(node.cut for _, node in looks) for looks in self.seen]
        bodies, states = [], []
        changes: list[list[int]] = [[] for _ in range(after - self.first)]
        for place, (placed, seen) in enumerate(zip(layout.placed_nodes, self.seen, strict=True)):
            states_seen = dict.fromkeys((*(node for _, node in seen), placed.node))
            texts = {node: _texts(placed, node, close=close) for node in states_seen}
            fixed = [
                text for text in texts[placed.node] if all(text in rest for rest in texts.values())
            ]
            looks = {node: _state(node, texts[node], fixed) for node in states_seen}
            own = list(dict.fromkeys(looks[node] for _, node in seen))
            states.append(own)
            before = -1
            for step, node in seen:
                if (number := own.index(looks[node])) != before:
                    changes[step - self.first] += (place, number)
                    before = number
            lines, look = [*shape_lines(placed), *map(text_line, fixed)], looks[placed.node]
            changing = f'<g class="changing">{look[3]}</g>'
            bodies.append(f'<g class="{look[0]}">{" ".join(lines)} {changing}</g>')
        drawn = [*_edges(diagram, layout, marked), *bodies]
        svg = framed(diagram, layout, drawn, theme="auto").svg
        return PassFigure(self.first, with_class_names(svg), states, changes)


def _texts(placed: PlacedNode, node: DrawnNode, *, close: bool) -> list[PlacedText]:
    """Return the texts at a node in one of its states, at their positions."""
    is_given = node.sign is Sign.LEAF
    whole = replace(node, value=placed.node.value) if is_given else node
    box = node_box(whole, answered=True, close=close)
    texts = [text.moved(placed.x, placed.y) for text in box.texts]
    if is_given and node.value != placed.node.value:  # a leaf without a value yet keeps its space
        texts = [text for text in texts if text.role is not TextRole.GIVEN]
    labels = [text for text in placed.texts if text.role is TextRole.EDGE]
    return [*texts, *labels]


def _state(node: DrawnNode, texts: list[PlacedText], fixed: list[PlacedText]) -> NodeState:
    changing = " ".join(text_line(text) for text in texts if text not in fixed)
    return (
        class_list(node_class(node)),
        class_list(edge_class(node)),
        int(node.cut),
        with_class_names(changing),
    )


def _edges(diagram: Diagram, layout: DiagramLayout, marked: list[bool]) -> list[str]:
    """Return the edges in node order, then the marks of all edges that are cut at a step."""
    lines = [edge_line(edge, diagram.nodes[edge.child]) for edge in layout.edges]
    for edge in layout.edges:
        if marked[edge.child]:
            look = "cut" if diagram.nodes[edge.child].cut else _OFF
            strokes = cut_strokes(edge)
            lines.append(f'<path class="{look}" data-plytrace-node="{edge.child}" d="{strokes}"/>')
    return lines
