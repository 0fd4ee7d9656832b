"""The legend of a figure: the meanings of the symbols that occur in it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from tracer.drawing.print.contents.diagram_model import Diagram
from tracer.drawing.tree.figure_model import PLAYER_IN_PARENTHESES, Sign

_SIGNS = (Sign.MAX, Sign.MIN, Sign.CHANCE)


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
        for sign in _SIGNS
        if sign in signs
    ]
    if not diagram.answered:
        return found
    at_a_step = any(node.current for node in nodes)
    values = [text for node in nodes for text in (node.value, *node.values)]
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
        (
            any(node.critical for node in nodes),
            LegendEntry(LegendSample.TEXT, "in the critical tree", "type"),
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
