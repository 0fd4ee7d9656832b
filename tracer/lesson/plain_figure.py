"""The figure of a page as lines of text for a screen reader."""

from __future__ import annotations

import textwrap

from tracer.drawing.terminal.labels import LabelStyle
from tracer.drawing.terminal.outline import draw_outline
from tracer.drawing.tree.figure_at import figure_at
from tracer.drawing.tree.game_tree import is_drawn_whole
from tracer.lesson.questions.lesson_scene import PageFigure
from tracer.runs.search_trace import Trace
from tracer.runs.unsearched import draw_unsearched, outline_first_plies
from tracer.text.printable_text import to_ascii
from trees.hand_tree import HandTree

#: Largest number of nodes in an outline.
_MOST: int = 80
#: Largest number of nodes in the outline of an unsearched tree.
_MOST_READ: int = 40


def figure_lines(scene: PageFigure, width: int = 80, *, ascii: bool = False) -> list[str]:  # noqa: A002
    """Return the tree as an outline, the board or the table, with the step's sentence."""
    trace = scene.trace
    if trace is None:
        lines = [*scene.lines]
    elif scene.step is None:
        lines = _unsearched(scene, trace, width)
    else:
        drawn = figure_at(trace, scene.step, most_nodes=_MOST)
        lines = draw_outline(drawn, LabelStyle(ascii=ascii), width=width).split("\n")
        lines += ["", *_board(trace, scene.step), *_sentence(scene, scene.step, width)]
    return [to_ascii(line) for line in lines] if ascii else lines


def solution_lines(
    scene: PageFigure,
    most: int = 12,
    *,
    width: int = 80,
    ascii: bool = False,  # noqa: A002
) -> list[str]:
    """Return the sentences of a search from a step on, or the text of a solution."""
    if scene.trace is None or scene.step is None:
        return figure_lines(scene, width, ascii=ascii) if scene.plays else []
    last = min(len(scene.trace.replay), scene.step + most)
    steps = range(scene.step, last)
    lines = [line for step in steps for line in _sentence(scene, step, width)]
    return [to_ascii(line) for line in lines] if ascii else lines


def _unsearched(scene: PageFigure, trace: Trace, width: int) -> list[str]:
    """Return a tree's shape, or the board before the search."""
    if isinstance(trace.game, HandTree):
        return outline_first_plies(trace.game, _MOST_READ, width=width, seen=scene.seen)
    rows = draw_unsearched(trace.game, width=width if not is_drawn_whole(trace.game) else 1)
    return ["".join(run.text for run in row).rstrip() for row in rows]


def _board(trace: Trace, step: int) -> list[str]:
    """Return the board at a step's node and an empty line; nothing for a tree."""
    if isinstance(trace.game, HandTree) or not trace.game.cells(trace.game.initial):
        return []
    row, _ = trace.tour.row_at(step)
    return [*(line.rstrip() for line in trace.game.draw(trace.state(row)).split("\n")), ""]


def _sentence(scene: PageFigure, step: int, width: int) -> list[str]:
    """Return the sentence of a step as lines."""
    return textwrap.wrap(
        scene.sentence(step), width, break_long_words=False, break_on_hyphens=False
    )
