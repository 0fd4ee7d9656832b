"""The step in one plain sentence."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Static

__all__ = ["SentenceBar"]


class SentenceBar(VerticalScroll, can_focus=False):
    """What happens at a step, wrapped, and the note that the tree's author wrote beside its node.

    It grows with a long text, and then scrolls.

    ```
        C is a MIN node and already at 2; MAX has 3 at A through B, so C can no longer
        matter (v = 2 ≤ α = 3): C2, C3 are skipped.
    ```
    """

    def compose(self) -> ComposeResult:
        """The sentence."""
        yield Static(id="sentence", markup=False)

    def show(self, sentence: str, note: str = "") -> None:
        """Show a sentence from its beginning, and a note below it where there is one."""
        text = f"{sentence}\nNote: {note}" if note else sentence
        self.query_one("#sentence", Static).update(text)
        self.scroll_home(animate=False)
