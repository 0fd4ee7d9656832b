"""A footer that shows a key completely or not at all."""

from __future__ import annotations

from textual.events import Resize
from textual.widgets import Footer

from tracer.text.cell_width import cell_width


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
