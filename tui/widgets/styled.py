"""Text whose style names, given as data, are looked up in the style sheet."""

from __future__ import annotations

from collections.abc import Iterable

from rich.style import Style
from textual.widget import Widget

__all__ = ["style_of"]


def style_of(widget: Widget, names: Iterable[str], base: Style) -> Style:
    """The style that several names come to on a widget.

    Args:
        widget: a widget with a component class `figure--NAME` for each name.
        names: the names; later ones win.
        base: the style of the widget itself.
    """
    style = base
    for name in names:
        style += widget.get_component_rich_style(f"figure--{name}", partial=True)
    return style
