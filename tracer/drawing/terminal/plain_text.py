"""A trace's tree as plain text."""

from __future__ import annotations

from dataclasses import replace

from tracer.drawing.terminal.figure_drawing import draw_figure
from tracer.drawing.terminal.figure_legend import figure_legend
from tracer.drawing.terminal.labels import Detail, LabelStyle
from tracer.drawing.terminal.outline import BEST_LEAF, draw_outline
from tracer.drawing.tree.critical_types import critical_types
from tracer.drawing.tree.figure_at import figure_at
from tracer.drawing.tree.figure_model import PLAYER_IN_PARENTHESES, TreeFigure
from tracer.drawing.tree.game_tree import is_drawn_whole
from tracer.recording.recording import Recording


def draw_text(
    trace: Recording,
    *,
    step: int | None = None,
    width: int = 80,
    ascii: bool = False,  # noqa: A002
    critical: bool = False,
) -> str:
    """Draw the tree, or an outline if the drawing is too wide, with a legend.

    Windows are those on entry, as in the list of visits; at a given step they are those of the
    step.
    """
    tree = figure_at(trace, step)
    if critical:
        types = critical_types(trace, tree.nodes)
        marked = zip(tree.nodes, types, strict=True)
        tree = replace(tree, nodes=tuple(replace(node, critical=kind) for node, kind in marked))
    by_hand = is_drawn_whole(trace.game)
    drawn = _drawn(tree, width, entered=step is None, ascii=ascii, by_hand=by_hand)
    mover = "MAX" if trace.vectors is None else PLAYER_IN_PARENTHESES
    signs = figure_legend(tree, entered=step is None, ascii=ascii, width=width, mover=mover)
    if BEST_LEAF[ascii] in drawn:  # an outline has no heavy edges to leaves
        signs = signs.replace(" best line", f" {BEST_LEAF[ascii]} best line")
    return f"{drawn}\n\n{signs}"


def _drawn(
    tree: TreeFigure,
    width: int,
    *,
    entered: bool,
    ascii: bool,  # noqa: A002
    by_hand: bool,
) -> str:
    # Only for hand trees: leaves of a game need their moves as names.
    details = (Detail.FULL, Detail.COMPACT) if by_hand else (Detail.FULL,)
    for detail in details:
        drawing = draw_figure(tree, LabelStyle(detail, entered=entered, ascii=ascii))
        if drawing.width <= width:
            return str(drawing)
    return draw_outline(tree, LabelStyle(entered=entered, ascii=ascii), width=width)
