"""Searching in another way too, and showing the two side by side."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from engine.errors import PlytraceError
from tracer.rerun import bare_game
from tui.actions import Action
from tui.screens.pick import PickScreen
from tui.stepper.changing import Changing, kinds_of_search

if TYPE_CHECKING:
    from tracer import Trace
    from tui.screens.side_by_side import SideBySideScreen

__all__ = ["ACTIONS", "Comparing"]

ACTIONS = (
    Action(
        ("v",),
        "v",
        "compare",
        "Compare",
        "Search in another way too, and show the two side by side.",
    ),
)


class Comparing(Changing):
    """The key that shows two searches side by side."""

    def action_compare(self) -> None:
        """Choose another convention, search or order, and show it beside this one."""
        choices = kinds_of_search(self.trace)
        self.app.push_screen(PickScreen("Compare with", choices), self._search_beside)

    def _search_beside(self, changed: dict[str, Any] | None) -> None:
        if changed is not None:
            options = self.with_options(changed)
            self.search_again(bare_game(self.trace), options, self._show_beside)

    def _show_beside(self, trace: Trace) -> None:
        from tui.screens.side_by_side import SideBySideScreen  # late: it is made of such parts

        try:
            screen = SideBySideScreen(self.trace, trace, self.step)
        except PlytraceError as error:
            self.say(str(error))
            return
        self.app.push_screen(screen, partial(self._come_back, screen))

    def _come_back(self, screen: SideBySideScreen, _: None) -> None:
        """Go to the step at which the comparison was left."""
        step = screen.step_of(self.trace)
        if step is not None:
            self.go_to(step)
