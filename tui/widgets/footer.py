"""A footer that shows a key completely or not at all."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.content import Content
from textual.events import MouseDown, MouseMove
from textual.reactive import reactive
from textual.style import Style
from textual.visual import VisualType
from textual.widget import Widget
from textual.widgets import Static

from tui.appearance.theme import with_symbols


class WholeFooter(Widget):
    """The keys of a screen, as many as fit beside a message.

    It is one widget: Textual's own has one for each key, which are laid out again at every change.
    """

    #: The key under the mouse.
    pointed: reactive[str] = reactive("")

    def on_mount(self) -> None:
        """Follow the keys of the screen."""
        self.screen.bindings_updated_signal.subscribe(self, lambda _: self.refresh())

    def on_mouse_move(self, event: MouseMove) -> None:
        """Mark the key under the mouse."""
        self.pointed = event.style.meta.get("key", "")

    def on_leave(self) -> None:
        """Mark no key."""
        self.pointed = ""

    def on_mouse_down(self, event: MouseDown) -> None:
        """Press the key under the mouse."""
        if key := event.style.meta.get("key"):
            self.app.simulate_key(key)

    def render(self) -> Content:
        """Return the keys with what they do."""
        room = self.size.width
        parts: list[Content] = []
        shown: dict[str, Binding] = {}  # the first key of each action
        for _, binding, *_ in self.screen.active_bindings.values():
            if binding.show:
                shown.setdefault(binding.action, binding)
        for binding in shown.values():
            ground = " on $block-hover-background" if binding.key == self.pointed else ""
            name = self.app.get_key_display(binding)
            key = Content.assemble(
                (f" {name} ", f"bold $footer-key-foreground{ground}"),
                (f"{binding.description} ", f"$footer-description-foreground{ground}"),
            )
            room -= key.cell_length
            if room < 0:
                break
            parts.append(key.stylize(Style.from_meta({"key": binding.key})))
        return Content("").join(parts)


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
        yield WholeFooter()
        yield Static(id="message", markup=False)

    def show_message(self, message: str) -> None:
        """Show a message, or none if it is empty."""
        if message != self.message:
            self.message = message
            self.query_one("#message", Static).update(with_symbols(self, message))
            # A class of the screen would style all its widgets again.
            self.set_class(bool(message), "-says")
