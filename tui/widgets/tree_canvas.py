"""The drawn tree."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.events import Click
from textual.geometry import Offset, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from tracer.figure import Run, Scene, View
from tui.widgets.styled import style_of

if TYPE_CHECKING:
    from tracer import Trace

__all__ = ["TreeCanvas"]

#: Styles of the parts of a label, which give way where the whole label is marked.
_INNER = ("name", "value", "pending", "window", "more")


class TreeCanvas(ScrollView, can_focus=False):
    """The tree of a search at a step, with the node in question always in view.

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
        )
    }

    @dataclass
    class NodeClicked(Message):
        """A visited node was clicked.

        Args:
            row: its row in the visit log.
        """

        row: int

    def __init__(self, trace: Trace, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._scene = Scene(trace)
        self._step = 0
        self._view: View | None = None
        self._margin = Offset()  # free cells to the left of the drawing and above it
        self._strips: dict[int, Strip] = {}
        self._styles: dict[str, Style] = {}

    def show(self, step: int) -> None:
        """Show the tree as it stands after a step."""
        self._step = step
        if self.size.width:
            self._draw()

    def on_resize(self) -> None:
        """Draw for the new width, and bring the node in question back into view."""
        self._draw()

    def _draw(self) -> None:
        view = self._scene.at(self._step, self.size.width)
        self._view = view
        self._strips.clear()
        drawing, (width, height) = view.drawing, self.size
        self.virtual_size = Size(max(drawing.width, width), max(drawing.height, height))
        # Only a whole tree has the same height at every step, and can stand in the middle.
        spare = height - drawing.height if view.figure.whole else 0
        self._margin = Offset(max(0, width - drawing.width) // 2, max(0, spare) // 2)
        box = drawing.boxes[view.figure.current]
        self.scroll_to(
            max(0, box.x + box.width // 2 - width // 2),
            max(0, box.y + box.height // 2 - height // 2),
            animate=False,
            force=True,
        )
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """One row of what is in view."""
        left, top = self.scroll_offset
        strip = self._strip(y + top)
        return strip.crop_extend(left, left + self.size.width, self._style(""))

    def _strip(self, y: int) -> Strip:
        """One row of the canvas, from its left end."""
        y -= self._margin.y
        if self._view is None or not 0 <= y < self._view.drawing.height:
            return Strip([])
        if y not in self._strips:
            margin = Segment(" " * self._margin.x, self._style(""))
            row = self._view.drawing.rows[y]
            self._strips[y] = Strip([margin, *(self._segment(run) for run in row)])
        return self._strips[y]

    def _style(self, names: str) -> Style:
        """The style of a run; the canvas's own for no names."""
        if names not in self._styles:
            parts = names.split()
            if "current" in parts:  # one block of one colour
                parts = [name for name in parts if name not in _INNER]
            self._styles[names] = style_of(self, parts, self.rich_style)
        return self._styles[names]

    def _segment(self, run: Run) -> Segment:
        style = self._style(run.style)
        row = None if self._view is None or run.node < 0 else self._view.figure.nodes[run.node].row
        if row is not None:
            style += Style.from_meta({"row": row})
        return Segment(run.text, style)

    def notify_style_update(self) -> None:
        """Forget what was drawn in other colours."""
        self._strips.clear()
        self._styles.clear()
        super().notify_style_update()

    def on_click(self, event: Click) -> None:
        """Tell which node was clicked."""
        row = event.style.meta.get("row")
        if row is not None:
            self.post_message(self.NodeClicked(row))
