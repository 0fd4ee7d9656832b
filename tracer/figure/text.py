"""A trace's tree as plain text."""

from __future__ import annotations

from tracer.figure.branches import is_drawn_whole
from tracer.figure.build import figure
from tracer.figure.drawing import draw
from tracer.figure.key import key
from tracer.figure.labels import Detail, LabelStyle
from tracer.figure.model import Figure
from tracer.figure.outline import BEST_LEAF, draw_outline
from tracer.recording import Recording

__all__ = ["draw_text"]


def draw_text(
    trace: Recording,
    *,
    step: int | None = None,
    width: int = 80,
    ascii: bool = False,  # noqa: A002
) -> str:
    """The tree as a drawing, or where that is too wide as an outline, and a key to its signs.

    Windows are those that the nodes were entered with, as in the list of visits; at a given step
    they are those of that step.

    Args:
        trace: the search.
        step: the step after which it is drawn, from 0; a negative one counts from the end. None
            for the finished search.
        width: the cells that a line may take. Only what cannot be broken takes more.
        ascii: whether to do without signs beyond ASCII.

    Returns:
        Lines without spaces at their ends, and no line feed after the last.

    Raises:
        IndexError: there is no such step.
    """
    tree = figure(trace, step)
    by_hand = is_drawn_whole(trace.game)
    drawn = _drawn(tree, width, entered=step is None, ascii=ascii, by_hand=by_hand)
    signs = key(tree, entered=step is None, ascii=ascii, width=width)
    if BEST_LEAF[ascii] in drawn:  # an outline has no edge to its leaves that could be heavy
        signs = signs.replace(" best line", f" {BEST_LEAF[ascii]} best line")
    return f"{drawn}\n\n{signs}"


def _drawn(
    tree: Figure,
    width: int,
    *,
    entered: bool,
    ascii: bool,  # noqa: A002
    by_hand: bool,
) -> str:
    # The leaves of a game have only their moves for a name, and need it.
    details = (Detail.FULL, Detail.COMPACT) if by_hand else (Detail.FULL,)
    for detail in details:
        drawing = draw(tree, LabelStyle(detail, entered=entered, ascii=ascii))
        if drawing.width <= width:
            return str(drawing)
    return draw_outline(tree, LabelStyle(entered=entered, ascii=ascii), width=width)
