"""A map of the whole search, with the place of the step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.drawing.canvas.canvas_views import ZoomLevel
from tracer.drawing.tree.game_tree import is_drawn_whole
from tui.panes.pane import Pane
from tui.widgets.tree_canvas import TreeCanvas

if TYPE_CHECKING:
    from tracer import Trace


#: A hand tree with at most this many visits needs no map.
_FEW = 100


class SearchMap(TreeCanvas):
    """All visits in order from left to right, by depth from top to bottom.

    ```
        ▽ root 1… ░░░░░░░░░░░░░░░·······························
        △ 3 1… ░░░░░░░░░░░░░░░░░········△········△·······△······
        ▽ 4 = 1 ▓▓▓▓▓▓▓╳▼ 7 ? ░░··▽·····························
    ```

    It takes the same time however long the search is. A click goes to a node.
    """

    def __init__(self, trace: Trace, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(trace, id=id)
        self._model.level = ZoomLevel.DENSITY
        self.border_title = "Map"


PANE = Pane(
    "map",
    "map",
    "7",
    "left",
    make=lambda trace: SearchMap(trace, id="map"),
    show=lambda pane, view: pane.show(view.snapshot.step),
    load=SearchMap.load,
    is_for=lambda trace: (
        not trace.uses_playouts and not (is_drawn_whole(trace.game) and len(trace.log) <= _FEW)
    ),
)
