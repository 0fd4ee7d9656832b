"""A footer that shows a key completely or not at all."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.events import Resize
from textual.visual import VisualType
from textual.widgets import Footer, Static

from tracer.text.printable_text import cell_width
from tui.appearance.theme import with_symbols


class WholeFooter(Footer):
    """The keys of a screen, as many as fit beside a message."""

    #: Data of the displayed keys.
    _shown: tuple[object, ...] = ()

    def on_resize(self, event: Resize) -> None:
        """Fit the keys into the new width."""
        self._fit()

    async def recompose(self) -> None:
        """Show other keys, unless the displayed ones are up to date."""
        if not self.is_attached:  # its screen has closed
            return
        keys = self._keys()
        if keys != self._shown or not self.children:
            self._shown = keys
            await super().recompose()
        self._fit()

    def _keys(self) -> tuple[object, ...]:
        """Return all data that the displayed keys depend on."""
        display = self.app.get_key_display
        active = self.screen.active_bindings.values()
        keys = [(*key[1:], display(key.binding)) for key in active if key.binding.show]
        return self._bindings_ready, self.show_command_palette, keys

    def _fit(self) -> None:
        room = self.size.width
        for key in self.query("FooterKey"):
            room -= cell_width(str(key.render()))
            key.visible = room >= 0


# The first and the last line of a screen.


def make_title_line(title: VisualType = "", status: str = "") -> Horizontal:
    """Return the first line of a screen: its title, and its state on the right."""
    return Horizontal(
        Static(title, id="title", markup=False),
        Static(status, id="status", markup=False),
        id="title-line",
    )


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
