"""The screen that the program opens with while what it is to show is still searched."""

from __future__ import annotations

from textual.screen import Screen

from tui.screens.searching import carry_out
from tui.searches import BackgroundSearch, SearchPlan

__all__ = ["SearchFirstScreen"]


class SearchFirstScreen(Screen[None]):
    """An empty screen behind the searches of a plan; the screen that they make then hides it.

    The program ends where there is none: because the person gave up, or with what was refused,
    which is then its `failure`.

    Args:
        plan: what asks for the searches.
        begun: the one that it has asked for already.
    """

    def __init__(self, plan: SearchPlan[Screen[None]], begun: BackgroundSearch) -> None:
        super().__init__()
        self._plan = plan
        self._begun = begun
        #: What ended the plan before its end.
        self.failure: BaseException | None = None

    def on_mount(self) -> None:
        """Begin, or go on."""
        carry_out(self.app, self._plan, self._show, self._leave, begun=self._begun)

    def _show(self, screen: Screen[None]) -> None:
        """Open what has been searched for; who leaves it leaves the program."""
        self.app.push_screen(screen, lambda _: self.app.exit())

    def _leave(self, failure: BaseException | None) -> None:
        self.failure = failure
        self.app.exit()
