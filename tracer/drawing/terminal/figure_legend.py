"""The legend of a figure's symbols."""

from __future__ import annotations

import textwrap

from tracer.drawing.terminal.box_edges import is_cut
from tracer.drawing.terminal.glyphs import glyphs
from tracer.drawing.terminal.labels import CRITICAL
from tracer.drawing.tree.figure_model import Sign, Status, TreeFigure
from tracer.text.printable_text import to_ascii


def figure_legend(
    figure: TreeFigure,
    *,
    entered: bool,
    ascii: bool,  # noqa: A002
    width: int,
    mover: str = "MAX",
) -> str:
    """Return the meanings of the symbols that occur in a figure."""
    signs = glyphs(ascii)
    shown = [node for node in figure.nodes if node.shown]
    entries = [
        f"{signs.nodes[sign]}{words}"
        for sign, words in ((Sign.MAX, mover), (Sign.MIN, "MIN"), (Sign.CHANCE, "chance"))
        if any(node.sign is sign for node in shown)
    ]
    if any(node.sign is Sign.LEAF for node in shown):
        entries.append("{}{}{} leaf".format(signs.leaf[0], " ", signs.leaf[1]))
    here = next((node for node in shown if node.current), None)
    if here is not None:
        filled = "".join(signs.current_leaf) if here.sign is Sign.LEAF else signs.current[here.sign]
        entries.append(f"{filled.strip()} the node of this step")
    if any(node.window for node in shown):
        entries.append(f"(α, β) the window {'on entry' if entered else 'now'}")
    if any(node.value.endswith("…") for node in shown):
        entries.append("… not final")
    bounds = [b for b in "≤≥" if any(node.value.startswith(b) for node in shown)]
    if bounds:
        entries.append(f"{' '.join(bounds)} only a bound")
    if any(is_cut(figure, node) for node in shown):
        entries.append(f"{signs.cut} skipped")
    if any(node.best for node in shown):
        entries.append(f"{signs.joint(0, 0, 2, 2)} best line")
    types = sorted({node.critical for node in shown} - {0})
    if types:
        marks = " ".join(f"{CRITICAL}{kind}" for kind in types)
        entries.append(f"{marks} type in the critical tree")
    more = [node for node in shown if node.sign is Sign.MORE]
    if any(node.folded for node in shown) or any(one.status is not Status.SKIPPED for one in more):
        entries.append("+ nodes not drawn")
    if ascii:
        entries = [to_ascii(entry) for entry in entries]
    whole = "\N{NO-BREAK SPACE}"  # an entry is wrapped only if it is longer than a line
    text = "   ".join(e.replace(" ", whole) if len(e) <= width else e for e in entries)
    lines = textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False)
    return "\n".join(lines).replace(whole, " ")
