"""The drawn tree."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.events import Click, MouseDown, MouseMove, MouseUp
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from tracer.figure import Level, Run, Scene, View, Window
from tui.widgets.styled import style_of

if TYPE_CHECKING:
    from tracer import Trace

__all__ = ["TreeCanvas"]

#: Styles of the parts of a label, which give way where the whole label is marked.
_INNER = ("name", "value", "pending", "window", "more", "bar", "board")

#: Cells around the node in question that are to be in view with it, where there is room.
_AROUND = Size(12, 3)


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
            *("changed", "board", "last", "bar"),
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
        self._drawn = Size()  # the size that the view is for
        self._margin = Offset()  # free cells to the left of the drawing and above it
        self._strips: list[Strip] = []  # the rows in view, from the top
        self._window: Window | None = None  # what the strips show
        #: The same, by their width, the free cells before them and what stands there.
        self._made: dict[tuple[int, int, tuple[Run, ...]], Strip] = {}
        self._styles: dict[str, Style] = {}
        self._drag: Offset | None = None  # where the pointer was last while it drags
        self._dragged = False

    # What is shown ---------------------------------------------------------------------------

    def load(self, trace: Trace, changed: Callable[[int], bool] | None = None) -> None:
        """Take another trace in the place of the old one; `show` then shows a step of it.

        Args:
            trace: the search.
            changed: says of a row of its log whether something about that node is different from
                before; such nodes are marked.
        """
        old = self._scene
        self._scene = Scene(trace, changed=changed)
        self._scene.level, self._scene.ascii = old.level, old.ascii
        self._scene.boards = old.boards
        self._step = 0

    def show(self, step: int) -> None:
        """Show the tree as it stands after a step, and bring the node in question into view."""
        self._step = step
        self._draw()

    def zoom(self, by: int) -> str:
        """Look at the tree more closely, or from further away.

        Args:
            by: levels, positive for closer.

        Returns:
            The level in words.
        """
        scene = self._scene
        level = scene.level
        if level is None:
            level = Level.BOXES if self._view is None else self._view.level
        scene.level = Level(min(max(level - by, Level.BOXES), Level.DENSITY))
        self._draw(centred=True)
        return scene.level.words

    def zoom_to_fit(self) -> None:
        """Look at the tree as closely as there is room for."""
        self._scene.level = None
        self._draw(centred=True)

    def fold(self, row: int) -> bool:
        """Fold a visited node's subtree, or unfold it.

        Where the whole search is shown by its density, the node is put at the top instead, or no
        longer.

        Args:
            row: the node's row in the visit log.

        Returns:
            Whether it is folded, or at the top, now.
        """
        folded = self._scene.fold(row)
        self._draw()
        return folded

    @property
    def boards(self) -> bool:
        """Whether the board of each node is drawn in it; stays False where boards are too large."""
        return self._scene.boards

    @boards.setter
    def boards(self, wanted: bool) -> None:
        self._scene.boards = wanted
        self._draw(centred=True)

    @property
    def ascii(self) -> bool:
        """Whether it is drawn without signs beyond ASCII."""
        return self._scene.ascii

    @ascii.setter  # noqa: A003
    def ascii(self, wanted: bool) -> None:
        self._scene.ascii = wanted
        self._draw()

    def pan(self, columns: int, rows: int) -> None:
        """Move the view, until the next step is shown.

        Args:
            columns: cells to the right.
            rows: cells down.
        """
        x, y = self.scroll_offset
        self.scroll_to(x + columns, y + rows, animate=False, force=True)

    def centre(self) -> None:
        """Bring the node in question to the middle of the view."""
        if self._view is not None:
            self._follow(centred=True)

    def on_resize(self) -> None:
        """Draw for the new size, and bring the node in question back into view."""
        if self.size != self._drawn:
            self._draw(centred=True)

    def _draw(self, *, centred: bool = False) -> None:
        width, height = self.size
        if not width or not height:
            return
        self._drawn = self.size
        before, self._view = self._view, self._scene.at(self._step, width, height)
        self._window = None
        view = self._view
        self.virtual_size = Size(max(view.width, width), max(view.height, height))
        spare = max(0, width - view.width), max(0, height - view.height)
        self._margin = Offset(spare[0] // 2, spare[1] // 2)
        if not view.keeps_place:
            # A part grows from step to step: what stays where it is, is the root.
            self._margin = Offset(min(max(0, width // 2 - view.anchor), spare[0]), 0)
        self._follow(centred=centred or before is None or before.level != view.level)
        self._refresh_rows()

    def _follow(self, *, centred: bool) -> None:
        """Bring the node in question into view, in the middle or with as little ado as can be."""
        assert self._view is not None
        box, offset, size = self._view.focus, self.scroll_offset, self.size
        x, y = (
            _following(*side, centred=centred)
            for side in (
                (box.x + self._margin.x, box.width, offset.x, size.width, _AROUND.width),
                (box.y + self._margin.y, box.height, offset.y, size.height, _AROUND.height),
            )
        )
        self.scroll_to(x, y, animate=False, force=True)

    # Lines -----------------------------------------------------------------------------------

    def render_line(self, y: int) -> Strip:
        """One row of what is in view."""
        if self._view is None:
            return Strip.blank(self.size.width, self._style(""))
        self._fill()
        return self._strips[y] if y < len(self._strips) else self._row(())

    def _refresh_rows(self) -> None:
        """Have those rows painted again that are no longer what they were: mostly a few."""
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
        """Make the rows that are in view, where they are not those that are there."""
        left, top = self.scroll_offset
        window = Window(left - self._margin.x, top - self._margin.y, *self.size)
        if window == self._window:
            return
        if self._drawn != self.size:  # where a layout comes on top of another, no `Resize` is sent
            self.call_later(self.on_resize)
        assert self._view is not None
        inside = Window(max(0, window.left), max(0, window.top), window.width, window.height)
        above, rows = max(0, -window.top), self._view.rows(inside)
        kept, self._made = self._made, {}
        self._strips = [
            self._row(rows[y - above] if 0 <= y - above < len(rows) else (), -window.left, kept)
            for y in range(window.height)
        ]
        self._window = window

    def _row(
        self,
        runs: tuple[Run, ...],
        before: int = 0,
        kept: dict[tuple[int, int, tuple[Run, ...]], Strip] | None = None,
    ) -> Strip:
        """A row of the width of the view: the very strip as last time, where it shows the same.

        Args:
            runs: what stands there.
            before: how many free cells are left of it.
            kept: the strips of last time.
        """
        width = self.size.width
        key = (width, before, runs)
        strip = self._made.get(key) or (kept or {}).get(key)
        if strip is None:
            ground = self._style("")
            free = [Segment(" " * before, ground)] if before > 0 and runs else []
            cells = [Segment(run.text, self._style(run.style)) for run in runs]
            strip = Strip([*free, *cells]).crop_extend(0, width, ground)
        self._made[key] = strip
        return strip

    def _style(self, names: str) -> Style:
        """The style of a run; the canvas's own for no names."""
        if names not in self._styles:
            parts = names.split()
            if "current" in parts:  # one block of one colour
                parts = [name for name in parts if name not in _INNER]
            self._styles[names] = style_of(self, parts, self.rich_style)
        return self._styles[names]

    def notify_style_update(self) -> None:
        """Forget what was drawn in other colours."""
        self._window = None
        self._made.clear()
        self._styles.clear()
        super().notify_style_update()

    # The mouse -------------------------------------------------------------------------------

    def on_mouse_down(self, event: MouseDown) -> None:
        """Begin to drag."""
        if event.button == 1:
            self._drag, self._dragged = event.screen_offset, False
            self.capture_mouse()

    def on_mouse_move(self, event: MouseMove) -> None:
        """Drag the tree along."""
        if self._drag is None:
            return
        moved = self._drag - event.screen_offset
        if moved:
            self._drag, self._dragged = event.screen_offset, True
            self.pan(moved.x, moved.y)

    def on_mouse_up(self, event: MouseUp) -> None:
        """Let go."""
        if self._drag is not None:
            self._drag = None
            self.release_mouse()

    def on_click(self, event: Click) -> None:
        """Tell which node was clicked, if the pointer did not drag."""
        if self._view is None or self._dragged:
            return
        at = event.offset + self.scroll_offset - self._margin
        row = self._view.row_at(at.x, at.y)
        if row is not None:
            self.post_message(self.NodeClicked(row))


def _following(
    start: int, length: int, offset: int, size: int, around: int, *, centred: bool
) -> int:
    """The offset along one side at which a node is in view.

    Args:
        start: where the node begins.
        length: how long it is.
        offset: where the view begins now.
        size: how long the view is.
        around: how much beside the node is to be in view as well.
        centred: whether the node is to be in the middle.
    """
    around = min(around, max(0, (size - length) // 2))
    if not centred and offset <= start - around and start + length + around <= offset + size:
        return offset
    if length > size:
        return start
    return max(0, start + length // 2 - size // 2)
