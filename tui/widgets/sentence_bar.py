"""The step in one plain sentence."""

from __future__ import annotations

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Static

from tui.glyphs import plain

__all__ = ["SentenceBar"]


class SentenceBar(VerticalScroll, can_focus=False):
    """What happens at a step, wrapped, and the note that the tree's author wrote beside its node.

    It grows with a long text, and then scrolls.

    ```
        C is a MIN node and already at 2; MAX has 3 at A through B, so C can no longer
        matter (v = 2 ≤ α = 3): C2, C3 are skipped.
    ```
    """

    _rows = 0

    def compose(self) -> ComposeResult:
        """The sentence."""
        yield Static(id="sentence", markup=False)

    def show(self, sentence: str, note: str = "") -> None:
        """Show a sentence from its beginning, and a note below it where there is one."""
        text = plain(self, f"{sentence}\nNote: {note}" if note else sentence)
        # A new layout of the screen costs more than all the rest of a step: only where it matters.
        width = max(1, self.scrollable_content_region.width)
        rows = len(Text(text).wrap(self.app.console, width))
        grows = max(rows, self._room) != max(self._rows, self._room)
        self._rows = rows
        self.query_one("#sentence", Static).update(text, layout=grows)
        if self.scroll_offset.y:
            self.scroll_home(animate=False)

    def on_resize(self) -> None:
        """The next text is laid out anew."""
        self._rows = 0

    @property
    def _room(self) -> int:
        """The rows that are there in any case."""
        least = self.styles.min_height
        return int(least.value) if least is not None else 1
