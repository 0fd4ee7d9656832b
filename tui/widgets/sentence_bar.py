"""The step in one plain sentence."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Static

__all__ = ["SentenceBar"]


class SentenceBar(VerticalScroll, can_focus=False):
    """What happens at a step, wrapped; it grows with a long sentence, and then scrolls.

    ```
        C is a MIN node and already at 2; MAX has 3 at A through B, so C can no longer
        matter (v = 2 ≤ α = 3): C2, C3 are skipped.
    ```
    """

    def compose(self) -> ComposeResult:
        """The sentence."""
        yield Static(id="sentence", markup=False)

    def show(self, sentence: str) -> None:
        """Show a sentence from its beginning."""
        self.query_one("#sentence", Static).update(sentence)
        self.scroll_home(animate=False)
