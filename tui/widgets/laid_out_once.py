"""Screens that are styled and laid out once for each size, not once for each event of theirs."""

from __future__ import annotations

from textual import on
from textual.events import Resize, ScreenResume
from textual.geometry import Size
from textual.screen import Screen, ScreenResultType


class LaidOutOnce(Screen[ScreenResultType]):
    """A screen that has the classes of its size before its parts are made and laid out.

    Textual finds these classes after a first layout. It styles all parts as they are made, again
    as the screen is shown, and again for the classes, and lays them out after each of these.
    """

    def on_compose(self) -> None:
        """Take the classes of the terminal's size; the parts are styled as they are made."""
        self.update_classes(self._size_classes(self.app.size), update=False)
        self.app.stylesheet.apply(self)

    @on(ScreenResume)
    def _keep_styles(self, event: ScreenResume) -> None:
        """Find no styles again: this is requested for a new screen, whose parts have theirs."""
        event.refresh_styles = False

    @on(Resize)
    def _take_size(self, event: Resize) -> None:
        """Take the classes of a new size before its layout, which sends the same event again."""
        if event.size == self.outer_size:
            event.prevent_default()
        else:
            self.update_classes(self._size_classes(event.size), animate=False)

    def _size_classes(self, size: Size) -> dict[str, bool]:
        """Return the classes of all sizes, and whether they are this size's."""
        classes: dict[str, bool] = {}
        both = (self.HORIZONTAL_BREAKPOINTS, self.VERTICAL_BREAKPOINTS)
        for side, breakpoints in zip(size, both, strict=True):
            if breakpoints:
                _, own = max(point for point in breakpoints if point[0] <= side)
                classes |= {name: name == own for _, name in breakpoints}
        return classes
