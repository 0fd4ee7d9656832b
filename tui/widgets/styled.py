"""Styles from the style sheet by name."""

from __future__ import annotations

from collections.abc import Iterable

from rich.style import Style
from textual.widget import Widget


def combine_styles(
    widget: Widget, names: Iterable[str], base: Style, prefix: str = "figure"
) -> Style:
    """Return the combined style of several names on a widget."""
    style = base
    for name in names:
        style += widget.get_component_rich_style(f"{prefix}--{name}", partial=True)
    return style
