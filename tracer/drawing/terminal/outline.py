"""A figure as an indented outline: one line per node, with its leaves on the same line."""

from __future__ import annotations

from collections.abc import Sequence

from tracer.drawing.terminal.glyphs import glyphs
from tracer.drawing.terminal.labels import LabelStyle, label
from tracer.drawing.tree.figure_model import FigureNode, Sign, Status, TreeFigure
from tracer.text.printable_text import cell_width, to_ascii

#: The mark of a leaf on the best line, since leaves have no edges in an outline.
BEST_LEAF = {False: "★", True: "*"}


def draw_outline(figure: TreeFigure, style: LabelStyle | None = None, *, width: int = 80) -> str:
    """Return a figure from the top down, with each level indented further."""
    return "\n".join(_Outline(figure, style or LabelStyle(), width).lines())


class _Outline:
    def __init__(self, figure: TreeFigure, style: LabelStyle, width: int) -> None:
        self.nodes = figure.nodes
        self.style = style
        self.width = width
        self.signs = glyphs(style.ascii)
        self.below = [
            [child for child in children if figure.nodes[child].shown]
            for children in figure.children()
        ]

    def lines(self) -> list[str]:
        """Return all lines."""
        lines: list[str] = []
        # A node with the prefixes of its own line and of the lines below it.
        waiting = [(0, "", "")]
        while waiting:
            place, before, beneath = waiting.pop()
            beside = [child for child in self.below[place] if self._beside(place, child)]
            under = [child for child in self.below[place] if child not in beside]
            best = next((i for i, child in enumerate(under) if self.nodes[child].best), -1)
            weight = (2 if best >= 0 else 1) if under else 0
            bar = self.signs.joint(weight, weight, 0, 0)
            words = before + self._words(self.nodes[place])
            lines += self._wrapped(words, self._items(beside), f"{beneath}{bar}    ")
            for number in range(len(under) - 1, -1, -1):
                last = number == len(under) - 1
                down = 2 if best > number else 0 if last else 1
                to_child = 2 if best == number else 1
                joint = self.signs.joint(2 if best >= number else 1, down, 0, to_child)
                along = self.signs.joint(0, 0, to_child, to_child)
                past = self.signs.joint(down, down, 0, 0)
                waiting.append((under[number], f"{beneath}{joint}{along} ", f"{beneath}{past}  "))
        return lines

    def _beside(self, parent: int, child: int) -> bool:
        """Return whether a child is on its parent's line: skipped, folded, or among leaves only."""
        node = self.nodes[child]
        if node.status is Status.SKIPPED:
            return True
        if node.sign is Sign.MORE:
            return not self.below[child]
        return node.sign is Sign.LEAF and not any(self._is_internal(o) for o in self.below[parent])

    def _is_internal(self, place: int) -> bool:
        """Return whether a node has children, or may get some."""
        node = self.nodes[place]
        if node.sign is Sign.MORE:
            return bool(self.below[place])
        return node.sign is not Sign.LEAF and node.status is not Status.SKIPPED

    def _words(self, node: FigureNode) -> str:
        """Return a node on one line."""
        texts = ["".join(text for text, _ in line).strip() for line in label(node, self.style)]
        words = " ".join(texts) if node.sign is Sign.LEAF else "  ".join(texts)
        if node.folded:
            words += " visit" if node.folded == 1 else " visits"
        edge = to_ascii(node.edge) if self.style.ascii else node.edge
        return f"{edge}: {words}" if edge else words

    def _items(self, places: Sequence[int]) -> list[str]:
        """Return the children on their parent's line, with the skipped ones at the end."""
        items = []
        skipped = []
        for node in (self.nodes[place] for place in places):
            if node.status is Status.SKIPPED:
                skipped.append(node.name)
            elif node.sign is Sign.MORE:
                to_come = node.status is Status.UNSEEN
                items.append(f"{node.name} {'to come' if to_come else 'more'}")
            else:
                star = BEST_LEAF[self.style.ascii] if node.best else ""
                items.append(f"{star}{self._words(node)}")
        if skipped:
            items.append(f"{self.signs.cut} {', '.join(skipped)} skipped")
        return [to_ascii(item) for item in items] if self.style.ascii else items

    def _wrapped(self, first: str, items: Sequence[str], hanging: str) -> list[str]:
        """Return a node's line with its items, wrapped at the width."""
        lines = [first]
        for number, item in enumerate(items):
            space = "   " if number == 0 else "  "
            if cell_width(lines[-1]) + len(space) + cell_width(item) <= self.width:
                lines[-1] += space + item
            else:
                lines.append(hanging + item)
        return [line.rstrip() for line in lines]
