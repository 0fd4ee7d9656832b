"""The key to a figure's signs."""

from __future__ import annotations

import textwrap

from tracer.ascii import to_ascii
from tracer.figure.edges import is_cut
from tracer.figure.glyphs import glyphs
from tracer.figure.model import Figure, Sign, Status

__all__ = ["key"]


def key(figure: Figure, *, entered: bool, ascii: bool, width: int) -> str:  # noqa: A002
    """What the signs of a figure mean, as far as they occur in it.

    Args:
        figure: the figure.
        entered: whether its windows are those of entry.
        ascii: whether it is drawn without signs beyond ASCII.
        width: the cells that a line may take.
    """
    signs = glyphs(ascii)
    shown = [node for node in figure.nodes if node.shown]
    entries = [
        f"{signs.nodes[sign]}{words}"
        for sign, words in ((Sign.MAX, "MAX"), (Sign.MIN, "MIN"), (Sign.CHANCE, "chance"))
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
        entries.append(f"{' '.join(bounds)} a bound only")
    if any(is_cut(figure, node) for node in shown):
        entries.append(f"{signs.cut} skipped")
    if any(node.best for node in shown):
        entries.append(f"{signs.joint(0, 0, 2, 2)} best line")
    more = [node for node in shown if node.sign is Sign.MORE]
    if any(node.folded for node in shown) or any(one.status is not Status.SKIPPED for one in more):
        entries.append("+ nodes not drawn")
    if ascii:
        entries = [to_ascii(entry) for entry in entries]
    whole = "\N{NO-BREAK SPACE}"  # an entry is broken only where it is longer than a line
    text = "   ".join(e.replace(" ", whole) if len(e) <= width else e for e in entries)
    lines = textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False)
    return "\n".join(lines).replace(whole, " ")
