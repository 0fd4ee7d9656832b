"""What stands beside a page as lines of text that can be read aloud."""

from __future__ import annotations

import textwrap

from tracer.ascii import to_ascii
from tracer.figure import LabelStyle, figure
from tracer.figure.branches import is_drawn_whole
from tracer.figure.outline import draw_outline
from tracer.lesson.stage import Scene
from tracer.search_trace import Trace
from tracer.unsearched import drawn_unsearched, first_plies
from trees.hand_tree import HandTree

__all__ = ["scene_lines", "solution_lines"]

#: Nodes of an outline.
_MOST: int = 80
#: Nodes of a tree that is listed before it is searched.
_MOST_READ: int = 40


def scene_lines(scene: Scene, width: int = 80, *, ascii: bool = False) -> list[str]:  # noqa: A002
    """The tree as an outline, the board, or the table; and of a step its sentence.

    Args:
        scene: what is shown.
        width: cells that a line may take.
        ascii: whether to do without signs beyond ASCII.
    """
    trace = scene.trace
    if trace is None:
        lines = [*scene.lines]
    elif scene.step is None:
        lines = _unsearched(trace, width)
    else:
        drawn = figure(trace, scene.step, most_nodes=_MOST)
        lines = draw_outline(drawn, LabelStyle(ascii=ascii), width=width).split("\n")
        lines += ["", *_board(trace, scene.step), *_sentence(trace, scene.step, width)]
    return [to_ascii(line) for line in lines] if ascii else lines


def solution_lines(
    scene: Scene,
    most: int = 12,
    *,
    width: int = 80,
    ascii: bool = False,  # noqa: A002
) -> list[str]:
    """The sentences of a search from a step on, or the text that tells how something is worked.

    Args:
        scene: a model solution.
        most: sentences at most.
        width: cells that a line may take.
        ascii: whether to do without signs beyond ASCII.
    """
    if scene.trace is None or scene.step is None:
        return scene_lines(scene, width, ascii=ascii) if scene.plays else []
    last = min(len(scene.trace.replay), scene.step + most)
    steps = range(scene.step, last)
    lines = [line for step in steps for line in _sentence(scene.trace, step, width)]
    return [to_ascii(line) for line in lines] if ascii else lines


def _unsearched(trace: Trace, width: int) -> list[str]:
    """A tree's shape, or the board that a search begins with."""
    if isinstance(trace.game, HandTree):
        return first_plies(trace.game, _MOST_READ, width=width)
    rows = drawn_unsearched(trace.game, width=width if not is_drawn_whole(trace.game) else 1)
    return ["".join(run.text for run in row).rstrip() for row in rows]


def _board(trace: Trace, step: int) -> list[str]:
    """The board of the node that a step is at, and an empty line; nothing for a tree."""
    if isinstance(trace.game, HandTree) or not trace.game.cells(trace.game.initial):
        return []
    row, _ = trace.tour.row_at(step)
    return [*(line.rstrip() for line in trace.game.draw(trace.state(row)).split("\n")), ""]


def _sentence(trace: Trace, step: int, width: int) -> list[str]:
    """What happens at a step."""
    told = f"Step {step}: {trace.at(step).sentence}"
    return textwrap.wrap(told, width, break_long_words=False, break_on_hyphens=False)
