"""The common base of screens: help, leaving, messages, and the steps of those that step."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar

from textual.screen import Screen, ScreenResultType

from tui.actions import HasKeys
from tui.appearance.theme import GlyphScreen
from tui.dialogs.help import NODE_SIGNS, HelpScreen
from tui.widgets.footer import BottomLine


class HelpedScreen(HasKeys, Screen[ScreenResultType]):
    """A screen with keys, and with help about them."""

    #: The symbols that its help explains.
    SIGNS: ClassVar[Sequence[tuple[str, str]]] = ()

    def action_help(self) -> None:
        """List the keys and symbols."""
        has_nodes = self.SIGNS is NODE_SIGNS
        self.app.push_screen(HelpScreen(self.ACTIONS, self.SIGNS, has_nodes=has_nodes))


class CommonScreen(HelpedScreen[ScreenResultType]):
    """A screen with help, and a last line for messages."""

    AUTO_FOCUS: ClassVar[str | None] = ""  # keys go to the screen
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (60, "-broad"), (100, "-wide")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-tiny"), (9, "-low"), (18, "-usual"), (28, "-tall")]  # noqa: RUF012

    def say(self, message: str) -> None:
        """Show a short message in the last line."""
        self.query_one(BottomLine).show_message(message)

    def action_leave(self) -> None:
        """Return to the screen below, or leave plytrace."""
        if len(self.app.screen_stack) > 1:
            self.dismiss()
        else:
            self.app.exit()


class SteppedScreen(GlyphScreen, CommonScreen[None]):
    """A screen that shows one step of several."""

    #: The step shown.
    step: int

    @property
    @abstractmethod
    def step_count(self) -> int:
        """The number of steps."""

    @abstractmethod
    def go_to(self, step: int) -> None:
        """Show a step; a negative one counts from the end."""

    def go_if(self, step: int | None, message: str = "") -> None:
        """Show a step, or a message if there is none."""
        if step is not None and 0 <= step < self.step_count:
            self.go_to(step)
        elif message:
            self.say(message)

    def action_first(self) -> None:
        """Go to the first step."""
        self.go_to(0)

    def action_last(self) -> None:
        """Go to the last step."""
        self.go_to(-1)
