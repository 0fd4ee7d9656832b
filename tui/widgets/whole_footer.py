"""A footer that shows a key whole or not at all."""

from __future__ import annotations

from textual.events import Resize
from textual.widgets import Footer

from tracer.figure.widths import cell_width

__all__ = ["WholeFooter"]


class WholeFooter(Footer):
    """The keys of a screen, as many as there is room for beside a message."""

    #: What the keys that are there were made of.
    _shown: tuple[object, ...] = ()

    def on_resize(self, event: Resize) -> None:
        """Fit the keys into the room that there is now."""
        self._fit()

    async def recompose(self) -> None:
        """Show other keys; those that are there already need not be made and styled again."""
        if not self.is_attached:  # its screen has been left meanwhile
            return
        keys = self._keys()
        if keys != self._shown or not self.children:
            self._shown = keys
            await super().recompose()
        self._fit()

    def _keys(self) -> tuple[object, ...]:
        """All on which it depends what is shown."""
        display = self.app.get_key_display
        active = self.screen.active_bindings.values()
        keys = [(*one[1:], display(one.binding)) for one in active if one.binding.show]
        return self._bindings_ready, self.show_command_palette, keys

    def _fit(self) -> None:
        room = self.size.width
        for key in self.query("FooterKey"):
            room -= cell_width(str(key.render()))
            key.visible = room >= 0
