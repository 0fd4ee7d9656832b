"""Panes of words: the sentence of the step, the counts so far."""

from __future__ import annotations

import re
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from tracer.steps.replay import CountsSoFar
from tui.appearance.theme import combine_styles, with_symbols
from tui.panes.pane import Pane

_NUMBER = r"(?:[−+-]?(?:∞|inf|[\d./,]*\d))"
#: The numbers that have a colour, as in the tree and on the number line: bounds, windows, and v.
_NUMBERS = re.compile(
    rf"(?P<v>\bv = {_NUMBER})|(?:α|β|alpha|beta) = {_NUMBER}|\({_NUMBER}, {_NUMBER}\)"
)


class SentenceBar(VerticalScroll, can_focus=False):
    """The sentence about a step, wrapped, and the tree author's note on its node.

    It grows with a long text, and then scrolls.
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


SENTENCE = Pane(
    "words",
    "sentence",
    "6",
    "under",
    SentenceBar,
    show=lambda pane, view: pane.show(view.snapshot.sentence, view.snapshot.note),
)


class CountsPane(Widget, can_focus=False):
    """The counts up to this step, compared with the full tree.

    If a cutoff test has succeeded after a last child, the early returns follow: `n` stops at them
    too.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {"figure--value", "figure--faint"}

    _counts: CountsSoFar | None = None

    def show(self, counts: CountsSoFar) -> None:
        """Show counts."""
        self._counts = counts
        self.refresh()

    def render(self) -> Text:
        """Return the counts in one line."""
        counts = self._counts
        text = Text(no_wrap=True, overflow="ellipsis", end="")
        if counts is None:
            return text
        number = combine_styles(self, ["value"])
        faint = combine_styles(self, ["faint"])
        text.append("visited ", faint).append(f"{counts.visited:,}", number)
        if counts.full:
            text.append(" of ", faint).append(f"{counts.full:,}", number)
            share = counts.visited / counts.full
            # At least one node has been visited.
            message = f"{share:.0%}" if share >= 0.01 else "<1%"
            text.append(f" in the full tree ({message})", faint)
        for name, value in (
            ("leaves", counts.evaluated),
            ("cutoffs", counts.cutoffs),
            ("skipped", counts.skipped),
        ):
            text.append(f" · {name} ", faint).append(f"{value:,}", number)
        if counts.early_returns != counts.cutoffs:
            text.append(" · early returns ", faint).append(f"{counts.early_returns:,}", number)
        return text


COUNTS = Pane(
    "counts", "counts", "5", "below", CountsPane, show=lambda pane, view: pane.show(view.counts)
)
