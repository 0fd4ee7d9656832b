"""The stack of calls."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from rich.cells import set_cell_size
from rich.style import Style
from rich.text import Text
from textual.widget import Widget

from engine.game import Player
from tracer.values import show_number
from tui.glyphs import plain
from tui.widgets.styled import style_of

if TYPE_CHECKING:
    from tracer import Trace
    from tracer.steps import Frame, Stack

__all__ = ["StackPane"]

_SIGNS = {Player.MAX: "△", Player.MIN: "▽", Player.CHANCE: "○"}
_LEAF = "□"

#: Cells that a node's name may take, and that the rest of a row mostly takes.
_LONGEST_NAME = 12
_NUMBERS = 24


class StackPane(Widget, can_focus=False):
    """The open nodes, the root first, with v and the window as they are now.

    ```
          node    v  from   α   β  tried
          △ A     3  B      3  +∞   1/3
        ► ▽ C     2  C1     3   2   1/3
    ```

    A stack that is too deep for the pane shows its root and its innermost frames.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        f"figure--{name}"
        for name in ("max", "min", "chance", "value", "pending", "window", "faint", "running")
    }

    def __init__(self, trace: Trace, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._trace = trace
        self._stack: Stack | None = None
        self.border_title = "Stack"

    def load(self, trace: Trace) -> None:
        """Take another search."""
        self._trace = trace
        self._stack = None

    def show(self, stack: Stack) -> None:
        """Show a stack."""
        self._stack = stack
        self.refresh()

    def render(self) -> Text:
        """The frames that there is room for."""
        if self._stack is None:
            return Text()
        if not len(self._stack):
            return Text("Empty: the search has returned.", style_of(self, ["faint"], Style()))
        frames, hidden = _chosen(self._stack, max(1, self.size.height - 1))
        rows = [self._cells(frame) for frame in frames]
        head = [plain(self, text) for text in ("node", "v", "from", "α", "β", "tried")]
        columns = range(6) if self._trace.has_window else (0, 1, 2, 5)
        widths = {column: max(len(row[column]) for row in [head, *rows]) for column in columns}
        text = Text(no_wrap=True, overflow="crop", end="")
        room = self.size.width
        faint = style_of(self, ["faint"], Style())
        text.append(set_cell_size(_line(head, widths, "  "), room).rstrip(), faint)
        for place, (frame, row) in enumerate(zip(frames, rows, strict=True)):
            innermost = place == len(frames) - 1
            if hidden and place == 1:
                text.append(f"\n  ⋮ {hidden:,} more", faint)
            line = _line(row, widths, "► " if innermost else "  ")
            line = f"\n{set_cell_size(line, room).rstrip()}"
            names = [frame.player.name.lower(), *(["running"] if innermost else [])]
            text.append(line, style_of(self, names, Style()))
        return text

    def _cells(self, frame: Frame) -> list[str]:
        name, best = frame.name, frame.best
        if self._trace.game.named_by_path:  # the path is long; the move is what tells
            name, best = frame.move or frame.name, frame.best_move
        sign = _SIGNS[frame.player] if frame.actions else _LEAF
        longest = min(_LONGEST_NAME, max(4, (self.size.width - _NUMBERS) // 2))
        cells = [
            _clipped(name, longest),
            show_number(frame.v),
            _clipped(best, longest) or "–",
            show_number(frame.alpha),
            show_number(frame.beta),
            f"{frame.tried}/{frame.actions}" if frame.actions else "–",
        ]
        name, *rest = [plain(self, cell) for cell in cells]
        return [f"{sign} {name}", *rest]


def _chosen(stack: Stack, rows: int) -> tuple[Sequence[Frame], int]:
    """The frames that fit, the root first, and how many are left out after the root."""
    if len(stack) <= rows:
        return list(stack), 0
    if rows < 3:
        return stack[-rows:], 0
    last = rows - 2
    return [stack[0], *stack[-last:]], len(stack) - 1 - last


def _clipped(name: str, longest: int) -> str:
    return name if len(name) <= longest else f"{name[: longest - 1]}…"


def _line(cells: Sequence[str], widths: dict[int, int], marker: str) -> str:
    """A row of the table: names to the left, numbers to the right."""
    return marker + "  ".join(
        cells[column].ljust(width) if column in (0, 2) else cells[column].rjust(width)
        for column, width in widths.items()
    )
