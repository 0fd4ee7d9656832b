"""The last line of a screen."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets import Static

from tui.appearance.glyphs import with_symbols
from tui.widgets.whole_footer import WholeFooter


class BottomLine(Horizontal):
    """The keys of a screen, and beside them a short message if there is one."""

    #: The message; empty if there is none.
    message: str = ""

    def __init__(self) -> None:
        super().__init__(id="bottom-line")

    def compose(self) -> ComposeResult:
        """Create the footer and the message."""
        yield WholeFooter(show_command_palette=False)
        yield Static(id="message", markup=False)

    def show_message(self, message: str) -> None:
        """Show a message, or none if it is empty."""
        if message != self.message:
            self.message = message
            self.query_one("#message", Static).update(with_symbols(self, message))
            # A class of the screen would style all its widgets again.
            self.set_class(bool(message), "-says")
