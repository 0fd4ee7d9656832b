"""The drawn tree."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.events import Click, MouseDown, MouseMove, MouseUp
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from tracer import Trace
from tracer.drawing.canvas.canvas_model import CanvasModel
from tracer.drawing.canvas.canvas_views import CanvasView, ZoomLevel
from tracer.drawing.terminal.tree_chart import TextRun, Viewport
from tui.appearance.theme import combine_styles, uses_ascii

#: Styles of parts of a label; a mark on the whole label overrides them.
_INNER = ("name", "value", "pending", "window", "more", "board")

#: Cells around the current node that are kept in view with it if they fit.
_AROUND = Size(12, 3)


class TreeCanvas(ScrollView, can_focus=False):
    """The tree of a search at a step, with the current node always in view.

    ```
                       △ A 3…
                      (3, +∞)
         ┌────────────────┼─────────────────┐
         │                │                 │
      ▽ B = 3          ▼ C 2…            ▽ D
     (−∞, 3)           (3, 2)               │
    ```
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        f"figure--{name}"
        for name in (
            *("max", "min", "chance", "leaf", "more", "name", "value", "pending", "window"),
            *("unseen", "open", "done", "skipped", "current", "best", "edge", "move", "cut"),
            *("changed", "chain", "board", "last"),
        )
    }

    @dataclass
    class NodeClicked(Message):
        """A visited node was clicked."""

        canvas: TreeCanvas
        row: int

    @dataclass
    class UnvisitedClicked(Message):
        """An unvisited child of a visited node was clicked."""

        parent: int
        name: str

    #: What is drawn, and how: what is changed here counts from the next step on.
    model: CanvasModel

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._is_empty = True  # until a trace is loaded
        self._step = 0
        self._view: CanvasView | None = None
        self._drawn = Size()  # size that the view was drawn for
        self._margin = Offset()  # free cells left of and above the drawing
        self._strips: list[Strip] = []  # rows in view, from the top
        self._window: Viewport | None = None  # part of the drawing that the strips show
        #: Cached rows, by width, free cells on the left, and content.
        self._row_cache: dict[tuple[int, int, tuple[TextRun, ...]], Strip] = {}
        self._styles: dict[str, Style] = {}
        self._drag: Offset | None = None  # last position of a dragging pointer
        self._dragged = False

    # Drawing ---------------------------------------------------------------------------------

    def load(self, trace: Trace, changed: Callable[[int], bool] | None = None) -> None:
        """Load a trace, another if there is one; `show` then shows a step of it."""
        model = CanvasModel(trace, changed=changed)
        if not self._is_empty:
            model.level, model.ascii = self.model.level, self.model.ascii
            model.keeps_leaves = self.model.keeps_leaves
            model.boards = self.model.boards
        self.model, self._is_empty = model, False
        self._step = 0

    def show(self, step: int) -> None:
        """Show the tree after a step, with the current node in view."""
        self._step = step
        self._draw()

    def mark_chain(self, rows: frozenset[int]) -> None:
        """Mark the nodes of a chain of steps; an empty set removes the marks."""
        if rows != self.model.chain:
            self.model.chain = rows
            self._draw()

    def zoom(self, by: int) -> str:
        """Zoom in or out."""
        model = self.model
        level = self.level if model.level is None else model.level
        model.level = ZoomLevel(min(max(level - by, ZoomLevel.BOXES), ZoomLevel.GLYPHS))
        self._draw(centred=True)
        return model.level.words

    def zoom_to_fit(self) -> None:
        """Use the closest zoom that fits."""
        self.model.level = None
        self._draw(centred=True)

    def fold(self, row: int) -> bool:
        """Fold or unfold a visited node's subtree."""
        folded = self.model.fold(row)
        self._draw()
        return folded

    @property
    def boards(self) -> bool:
        """Whether the nodes show boards; stays False if none can be drawn."""
        return self.model.boards

    @boards.setter
    def boards(self, wanted: bool) -> None:
        self.model.boards = wanted
        self._draw(centred=True)

    @property
    def level(self) -> ZoomLevel:
        """The current zoom level."""
        return ZoomLevel.BOXES if self._view is None else self._view.level

    @property
    def whole_height(self) -> int | None:
        """The height of the tree in rows if it is drawn whole and fits, else None."""
        view = self._view
        fits = view is not None and view.keeps_place and self.model.level is None
        return view.height if fits and view is not None else None

    def height_within(self, size: Size) -> int | None:
        """Return the rows that the whole tree needs in a size; None if it does not fit."""
        if not size.width or not size.height:
            return None
        view = self.model.at(self._step, *size)
        return view.height if view.keeps_place and view.height <= size.height else None

    def pan(self, columns: int, rows: int) -> None:
        """Move the view until the next step."""
        x, y = self.scroll_offset
        self.scroll_to(x + columns, y + rows, animate=False, force=True)

    def centre(self) -> None:
        """Centre the view on the current node."""
        if self._view is not None:
            self._scroll_to_node(centred=True)

    def on_resize(self) -> None:
        """Draw for the new size, with the current node in view."""
        if self.size != self._drawn:
            self._draw(centred=True)

    def _draw(self, *, centred: bool = False) -> None:
        width, height = self.size
        if self._is_empty or not width or not height:
            self._drawn = Size()  # hidden: draw when it has a size again, even the same one
            return
        self._drawn = self.size
        self.model.ascii = uses_ascii(self)
        before, self._view = self._view, self.model.at(self._step, width, height)
        self._window = None
        view = self._view
        self.virtual_size = Size(max(view.width, width), max(view.height, height))
        spare = max(0, width - view.width), max(0, height - view.height)
        self._margin = Offset(spare[0] // 2, spare[1] // 2)
        if not view.keeps_place:
            # A part of the tree grows with each step: keep the root in place.
            self._margin = Offset(min(max(0, width // 2 - view.anchor), spare[0]), 0)
        self._scroll_to_node(centred=centred or before is None or before.level != view.level)
        self._refresh_rows()

    def _scroll_to_node(self, *, centred: bool) -> None:
        """Scroll to the current node, centred or as little as possible."""
        assert self._view is not None
        box, offset, size = self._view.focus, self.scroll_offset, self.size
        x, y = (
            _find_offset(*side, centred=centred)
            for side in (
                (box.x + self._margin.x, box.width, offset.x, size.width, _AROUND.width),
                (box.y + self._margin.y, box.height, offset.y, size.height, _AROUND.height),
            )
        )
        self.scroll_to(x, y, animate=False, force=True)

    # Lines -----------------------------------------------------------------------------------

    def render_line(self, y: int) -> Strip:
        """Return one row of the visible part."""
        if self._view is None:
            return Strip.blank(self.size.width, self._style(""))
        self._fill()
        return self._strips[y] if y < len(self._strips) else self._row(())

    def _refresh_rows(self) -> None:
        """Repaint the rows that have changed: usually a few."""
        before = self._strips
        self._fill()
        if len(before) != len(self._strips):
            self.refresh()
            return
        width = self.size.width
        pairs = enumerate(zip(before, self._strips, strict=True))
        if changed := [Region(0, y, width, 1) for y, (old, new) in pairs if old is not new]:
            self.refresh(*changed)

    def _fill(self) -> None:
        """Build the visible rows unless they are up to date."""
        left, top = self.scroll_offset
        window = Viewport(left - self._margin.x, top - self._margin.y, *self.size)
        if window == self._window:
            return
        if self._drawn != self.size:  # Textual sends no `Resize` for a layout during another
            self.call_later(self.on_resize)
        assert self._view is not None
        inside = Viewport(max(0, window.left), max(0, window.top), window.width, window.height)
        above, rows = max(0, -window.top), self._view.rows(inside)
        cache, self._row_cache = self._row_cache, {}
        self._strips = [
            self._row(rows[y - above] if 0 <= y - above < len(rows) else (), -window.left, cache)
            for y in range(window.height)
        ]
        self._window = window

    def _row(
        self,
        runs: tuple[TextRun, ...],
        before: int = 0,
        cache: dict[tuple[int, int, tuple[TextRun, ...]], Strip] | None = None,
    ) -> Strip:
        """Return a row of the view's width, reusing the last strip if it is the same."""
        width = self.size.width
        key = (width, before, runs)
        strip = self._row_cache.get(key) or (cache or {}).get(key)
        if strip is None:
            ground = self._style("")
            free = [Segment(" " * before, ground)] if before > 0 and runs else []
            cells = [Segment(run.text, self._style(run.style)) for run in runs]
            strip = Strip([*free, *cells]).crop_extend(0, width, ground)
        self._row_cache[key] = strip
        return strip

    def _style(self, names: str) -> Style:
        """Return the style of a run; without names, the canvas's own."""
        if names not in self._styles:
            parts = names.split()
            if "current" in parts:  # a block of one colour
                parts = [name for name in parts if name not in _INNER]
            self._styles[names] = combine_styles(self, parts, self.rich_style)
        return self._styles[names]

    def notify_style_update(self) -> None:
        """Forget what was drawn in other colours."""
        self._window = None
        self._row_cache.clear()
        self._styles.clear()
        super().notify_style_update()
        if self._view is not None and self.model.ascii != uses_ascii(self):
            self._draw()

    # The mouse -------------------------------------------------------------------------------

    def on_mouse_down(self, event: MouseDown) -> None:
        """Start dragging."""
        if event.button == 1:
            self._drag, self._dragged = event.screen_offset, False
            self.capture_mouse()

    def on_mouse_move(self, event: MouseMove) -> None:
        """Drag the tree."""
        if self._drag is None:
            return
        moved = self._drag - event.screen_offset
        if moved:
            self._drag, self._dragged = event.screen_offset, True
            self.pan(moved.x, moved.y)

    def on_mouse_up(self, event: MouseUp) -> None:
        """Stop dragging."""
        if self._drag is not None:
            self._drag = None
            self.release_mouse()

    def on_click(self, event: Click) -> None:
        """Report the clicked node, unless the pointer was dragged."""
        if self._view is None or self._dragged:
            return
        at = event.offset + self.scroll_offset - self._margin
        row = self._view.row_at(at.x, at.y)
        if row is not None:
            self.post_message(self.NodeClicked(self, row))
        elif (unvisited := self._view.find_unvisited(at.x, at.y)) is not None:
            self.post_message(self.UnvisitedClicked(*unvisited))


def _find_offset(
    start: int, length: int, offset: int, size: int, around: int, *, centred: bool
) -> int:
    """Return the offset along one axis at which a node is in view."""
    around = min(around, max(0, (size - length) // 2))
    if not centred and offset <= start - around and start + length + around <= offset + size:
        return offset
    if length > size:
        return start
    return max(0, start + length // 2 - size // 2)
