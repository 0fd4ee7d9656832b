"""A footer that shows a key whole or not at all."""

from __future__ import annotations

from textual.events import Resize
from textual.widgets import Footer

from tracer.figure.widths import cell_width

__all__ = ["WholeFooter"]


class WholeFooter(Footer):
    """The keys of a screen, as many as there is room for beside a message."""

    def on_resize(self, event: Resize) -> None:
        """Fit the keys into the room that there is now."""
        self._fit()

    async def recompose(self) -> None:
        """Show other keys."""
        await super().recompose()
        self._fit()

    def _fit(self) -> None:
        room = self.size.width
        for key in self.query("FooterKey"):
            room -= cell_width(str(key.render()))
            key.visible = room >= 0
