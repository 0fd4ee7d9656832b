"""The line of an entry in the list of the home screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content
from textual.visual import RenderOptions, Visual

from engine.text import visible_line
from tracer.text.printable_text import cell_width
from tui.screens.home.offers import Offer
from tui.widgets.option_list import shorten_middle

if TYPE_CHECKING:
    from textual.css.styles import RulesMap
    from textual.strip import Strip
    from textual.style import Style


#: The margin before the title.
_MARGIN = "  "


class OfferRow(Visual):
    """The title of an entry in a column, then its description as far as it fits.

    Unlike a table, it knows its height without being drawn: the list needs that of every entry.
    """

    def __init__(self, offer: Offer, title_width: int) -> None:
        self._offer = offer
        self._title_width = title_width

    def get_height(self, rules: RulesMap, width: int) -> int:
        """Return the height in lines."""
        return 1

    def get_optimal_width(self, rules: RulesMap, container_width: int) -> int:
        """Return the width of the list."""
        return container_width

    def render_strips(
        self, width: int, height: int | None, style: Style, options: RenderOptions
    ) -> list[Strip]:
        """Return the line."""
        return self._line(width).render_strips(width, height, style, options)

    def _line(self, width: int) -> Content:
        title_width = max(1, min(self._title_width, width - len(_MARGIN)))
        title = shorten_middle(visible_line(self._offer.title), title_width)
        line = Content.assemble(_MARGIN, (title, "bold"))
        rest = width - len(_MARGIN) - title_width - 1
        if rest < 1:
            return line.truncate(width)
        gap = " " * (title_width - cell_width(title) + 1)
        about = visible_line(self._offer.about)
        if about.startswith("in "):  # folders differ at their ends
            about = shorten_middle(about, rest)
        return Content.assemble(line, gap, Content(about).truncate(rest, ellipsis=True))
