"""The column under the tree with the stack, and what fits below it."""

from __future__ import annotations

from textual.containers import Vertical
from textual.widget import Widget

from tracer.drawing.canvas.canvas_views import ZoomLevel
from tui.panes.legend import Legend
from tui.panes.search_map import SearchMap
from tui.widgets.tree_canvas import TreeCanvas

#: The fewest rows of the stack and of the map, with their borders.
_STACK, _MAP = 7, 7


class LeftColumn(Vertical):
    """The stack, and below it the map of the search and the legend if there is room for them."""

    def on_resize(self) -> None:
        """Show what fits."""
        self.show_what_fits()

    def show_what_fits(self) -> None:
        """Show the map if it fits below the stack, and the legend if it fits below both.

        The tree may be zoomed out to a map itself; then there is no second one.
        """
        trees = self.screen.query(TreeCanvas).exclude("#map")
        is_map = any(tree.level is ZoomLevel.DENSITY for tree in trees)
        search_map, legend = self.query_one(SearchMap), self.query_one(Legend)
        signs = legend.count_rows(max(1, self.size.width - 2)) + 1
        legend.styles.height = signs
        rows = self.size.height - _STACK
        if _show(search_map, fits=rows >= _MAP and not is_map):
            rows -= _MAP
        _show(legend, fits=rows >= signs)


def _show(pane: Widget, *, fits: bool) -> bool:
    """Show or hide a pane, and return whether it takes room."""
    pane.set_class(not fits, "-cramped")
    return fits and not (pane.has_class("-hidden") or pane.has_class("-nothing"))
