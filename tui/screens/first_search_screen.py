"""The first screen while its searches still run."""

from __future__ import annotations

from textual.screen import Screen

from tui.background import BackgroundSearch, SearchPlan
from tui.dialogs.progress import run_search_plan
from tui.early_keys import EarlyKeys


class FirstSearchScreen(Screen[None]):
    """An empty screen behind the searches of a plan; the screen that they produce hides it.

    If the user gives up or a search is refused, the program ends; the refusal is its `failure`.
    """

    #: Whether keys are kept for a screen that will follow.
    is_waiting = True

    def __init__(self, plan: SearchPlan[Screen[None]], search: BackgroundSearch) -> None:
        super().__init__()
        self._plan = plan
        self._search = search
        #: Exception that ended the plan early.
        self.failure: BaseException | None = None

    def on_mount(self) -> None:
        """Run the searches of the plan."""
        run_search_plan(self.app, self._plan, self._show, self._leave, started=self._search)

    def _show(self, screen: Screen[None]) -> None:
        """Open the screen of the plan; leaving it ends the program."""
        self.app.push_screen(screen, lambda _: self.app.exit())
        if isinstance(self.app, EarlyKeys):
            self.app.deliver_keys(screen)

    def _leave(self, failure: BaseException | None) -> None:
        self.failure = failure
        self.app.exit()
