"""Text whose style names, given as data, are looked up in the style sheet."""

from __future__ import annotations

from collections.abc import Iterable

from rich.style import Style
from textual.widget import Widget

__all__ = ["style_of"]


def style_of(widget: Widget, names: Iterable[str], base: Style, prefix: str = "figure") -> Style:
    """The style that several names come to on a widget.

    Args:
        widget: a widget with a component class `PREFIX--NAME` for each name.
        names: the names; later ones win.
        base: the style of the widget itself.
        prefix: what its component classes begin with.
    """
    style = base
    for name in names:
        style += widget.get_component_rich_style(f"{prefix}--{name}", partial=True)
    return style
