"""A figure for print as plain data, independent of its drawing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Literal, TypeAlias

from engine.game import AnyGame, VectorGame
from engine.match.position import changed_cells
from tracer.drawing.tree.nodes import (
    PLAYER_IN_PARENTHESES,
    SIGN_WORDS,
    SIGNS,
    DrawnNode,
    DrawnTree,
    NodePosition,
    Sign,
)
from tracer.text.numbers import show_count
from tracer.text.printable_text import printable_text

#: The contents of a figure: the bare tree, the search's results, or the results with windows.
Show: TypeAlias = Literal["worksheet", "key", "windows"]

#: The colours of a figure; `auto` follows the reader's screen, `print` is black on white.
Theme: TypeAlias = Literal["auto", "light", "dark", "print"]


@dataclass(frozen=True, slots=True)
class Diagram(DrawnTree):
    """A tree to print."""

    title: str
    answered: bool
    labels: tuple[tuple[Sign, str], ...]

    def levels(self) -> list[list[int]]:
        """Return the places of the nodes of each level, from the root down and left to right."""
        found: list[list[int]] = []
        for place, node in enumerate(self.nodes):
            if node.level == len(found):
                found.append([])
            found[node.level].append(place)
        return found

    def label_of(self, sign: Sign) -> str:
        """Return the name of a symbol's player."""
        return dict(self.labels).get(sign, "")


def position_of(
    game: AnyGame, state: Any, before: Any = None, move: int | None = None
) -> NodePosition:
    """Return the drawn position of a state of a game."""
    rows = _rows(game, state)
    if not game.cells(state):
        return NodePosition(rows, grid=False)
    changed = last = frozenset[tuple[int, int]]()
    if before is not None:
        changed = changed_cells(game, before, state)
    if before is not None and move is not None:
        last = frozenset(game.cells_of(before, game.moves(before)[move]))
    row_labels, column_labels = map(tuple, game.rulers())
    return NodePosition(
        rows, True, changed, last, game.pieces, game.ground, row_labels, column_labels
    )


def player_labels(game: AnyGame) -> tuple[tuple[Sign, str], ...]:
    """Return the names of the players: MAX, or `MAX (X)` if the game has its own name.

    Empty if leaves have vectors: each node then has the name of its player.
    """
    if isinstance(game, VectorGame):
        return ()  # each node has its player
    found = []
    for player, sign in SIGNS.items():
        word = SIGN_WORDS[sign]
        own = game.labels.get(player, word)
        piece = game.pieces.get(own)
        if piece is not None and piece.tone and piece.tone[0] != own.casefold():
            own = f"{own}, {piece.tone}"  # the drawn disc does not show its letter
        same = own.casefold() == word.casefold()
        found.append((sign, word if same else f"{word} ({own})"))
    return tuple(found)


def _rows(game: AnyGame, state: Any) -> tuple[tuple[str, ...], ...]:
    cells: Sequence[Sequence[str]] = game.cells(state)
    if cells:
        return tuple(
            tuple("" if text == "." else printable_text(text) for text in row) for row in cells
        )
    return tuple((printable_text(line),) for line in game.draw(state).split("\n"))


# The words of a diagram: its alternative text, and its legend.

#: The largest number of nodes of a tree that is described node by node.
_MOST_DESCRIBED = 200


def heading(diagram: Diagram) -> str:
    """Return the heading of a diagram."""
    what = "Answer key" if diagram.answered else "Game tree"
    return f"{what}: {diagram.title}" if diagram.title else what


def description(diagram: Diagram) -> str:
    """Describe a diagram in sentences: its size, then each node with its children."""
    nodes, children = diagram.nodes, diagram.children()
    leaves = sum(node.sign is Sign.LEAF for node in nodes)
    levels = len(diagram.levels())
    size = (len(nodes), "node"), (leaves, "leaf", "leaves"), (levels, "level")
    sentences = [", ".join(show_count(*counted) for counted in size) + "."]
    if len(nodes) <= _MOST_DESCRIBED:
        sentences += [
            _sentence(node, [nodes[child] for child in below], named=not diagram.labels)
            for node, below in zip(nodes, children, strict=True)
            if below or node.parent < 0
        ]
    return " ".join(sentences)


def _sentence(node: DrawnNode, below: list[DrawnNode], *, named: bool) -> str:
    """Describe a node and its children."""
    name = node.name or "The root"
    kind = None if named else SIGN_WORDS.get(node.sign)
    text = f"{name} ({kind})" if kind else name
    if value := node.value:
        text += f" = {value}".replace("= ≤", "≤").replace("= ≥", "≥")
    if node.window:
        text += f", window {node.window}"
    if node.visits:
        text += f", {node.visits}"
    if below:
        text += ": " + ", ".join(map(_child, below))
    return f"{text}."


def _child(node: DrawnNode) -> str:
    text = f"{node.edge} to {node.name}" if node.edge else node.name
    if node.sign is Sign.LEAF and node.value:
        text += f" = {node.value}"
        text += f", {node.visits}" if node.visits else ""
    if node.cut:
        return f"{text} (cut)"
    if node.skipped:
        return f"{text} (skipped)"
    return f"{text} (best)" if node.best else text


class LegendSample(StrEnum):
    """The sample beside the words of an entry."""

    SIGN = "sign"
    TEXT = "text"
    CUT = "cut"
    SKIPPED = "skipped"
    UNSEEN = "unseen"
    BEST = "best"
    CURRENT = "current"


@dataclass(frozen=True, slots=True)
class LegendEntry:
    """One symbol of a figure and its meaning."""

    sample: LegendSample
    words: str
    text: str = ""
    sign: Sign = Sign.LEAF


def diagram_legend(diagram: Diagram) -> list[LegendEntry]:
    """Return the legend of a diagram; a worksheet's explains only the players' symbols.

    The legend of a figure at a step also has what may appear at other steps, so that all frames
    have the same legend.
    """
    nodes = diagram.nodes
    signs = {node.sign for node in nodes}
    found = [
        LegendEntry(LegendSample.SIGN, diagram.label_of(sign) or PLAYER_IN_PARENTHESES, sign=sign)
        for sign in SIGN_WORDS
        if sign in signs
    ]
    if not diagram.answered:
        return found
    at_a_step = any(node.current for node in nodes)
    inner = [node for node in nodes if node.sign is not Sign.LEAF]
    values = [text for node in inner for text in (node.value, *node.values)]
    small = [text for node in nodes for text in (node.beneath, *node.windows) if text]
    uses_playouts = any(text.startswith("n=") for text in small)
    bounds = any(text[:1] in ("≤", "≥") for text in values if text)
    cut = (at_a_step and bounds) or any(node.cut for node in nodes)
    skipped = cut or any(node.skipped for node in nodes) or any("repeat" in one for one in values)
    optional = (
        (bounds, LegendEntry(LegendSample.TEXT, "only a bound", "≤ ≥")),
        (at_a_step and not uses_playouts, LegendEntry(LegendSample.TEXT, "can still change", "…")),
        (
            any(text.startswith("(") for text in small),
            LegendEntry(LegendSample.TEXT, "the window on entry", "(α, β)"),
        ),
        (uses_playouts, LegendEntry(LegendSample.TEXT, "visits, under their mean reward", "n=")),
        (cut, LegendEntry(LegendSample.CUT, "cut")),
        (skipped, LegendEntry(LegendSample.SKIPPED, "skipped")),
        (at_a_step, LegendEntry(LegendSample.UNSEEN, "not visited yet")),
        (
            at_a_step or any(node.best for node in nodes),
            LegendEntry(LegendSample.BEST, "best line"),
        ),
        (at_a_step, LegendEntry(LegendSample.CURRENT, "this step")),
    )
    return [*found, *(entry for is_needed, entry in optional if is_needed)]
