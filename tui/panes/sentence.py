"""The step in one sentence."""

from __future__ import annotations

import re

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from tui.appearance.theme import with_symbols
from tui.panes.pane import Pane

_NUMBER = r"(?:[−+-]?(?:∞|inf|[\d./,]*\d))"
#: The numbers that have a colour, as in the tree and on the number line: bounds, windows, and v.
_NUMBERS = re.compile(
    rf"(?P<v>\bv = {_NUMBER})|(?:α|β|alpha|beta) = {_NUMBER}|\({_NUMBER}, {_NUMBER}\)"
)


class SentenceBar(VerticalScroll, can_focus=False):
    """The sentence about a step, wrapped, and the tree author's note on its node.

    It grows with a long text, and then scrolls.

    ```
        C is a MIN node and already at 2; MAX has 3 at A through B, so C can no longer
        matter (v = 2 ≤ α = 3): C2, C3 are skipped.
    ```
    """

    _rows = 0

    def compose(self) -> ComposeResult:
        """Yield the sentence."""
        yield Static(id="sentence", markup=False)

    def show(self, sentence: str, note: str = "") -> None:
        """Show a sentence from its beginning, and a note below it if any."""
        text = with_symbols(self, f"{sentence}\nNote: {note}" if note else sentence)
        # A new layout is the most expensive part of a step: only if needed.
        width = max(1, self.scrollable_content_region.width)
        rows = len(Text(text).wrap(self.app.console, width))
        grows = max(rows, self._least_rows) != max(self._rows, self._least_rows)
        self._rows = rows
        content = Content(text)
        for number in _NUMBERS.finditer(text):
            style = "bold $figure-leaf" if number["v"] else "$figure-window"
            content = content.stylize(style, *number.span())
        self.query_one("#sentence", Static).update(content, layout=grows)
        if self.scroll_offset.y:
            self.scroll_home(animate=False)

    def on_resize(self) -> None:
        """Forget the number of rows, so that the next text is laid out again."""
        self._rows = 0

    @property
    def _least_rows(self) -> int:
        """The minimum number of rows."""
        least = self.styles.min_height
        return int(least.value) if least is not None else 1


PANE = Pane(
    "words",
    "sentence",
    "6",
    "under",
    make=lambda _: SentenceBar(id="words"),
    show=lambda pane, view: pane.show(view.snapshot.sentence, view.snapshot.note),
)
