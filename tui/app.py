"""The full-screen application."""

from __future__ import annotations

import os
from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual.app import App, SystemCommand
from textual.binding import Binding, BindingType
from textual.screen import Screen

from tui.screens.stepper import StepperScreen
from tui.theme import DARK, LIGHT, figure_colours

if TYPE_CHECKING:
    from engine.match.match import Match
    from tracer import Trace

__all__ = ["PlytraceApp", "run_play", "run_stepper"]


class PlytraceApp(App[None]):
    """The application around one screen.

    Args:
        screen: what it opens with.
    """

    TITLE = "plytrace"
    CSS_PATH = "plytrace.tcss"
    ENABLE_COMMAND_PALETTE = True
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "quit", "Quit", show=False, priority=True),
    ]

    def __init__(self, screen: Screen[None]) -> None:
        super().__init__()
        self._first_screen = screen
        self.register_theme(DARK)
        self.register_theme(LIGHT)
        if "TEXTUAL_THEME" not in os.environ:
            self.theme = DARK.name

    def get_default_screen(self) -> Screen[None]:
        """The screen that the application opens with."""
        return self._first_screen

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Colours of figures for themes that are not ours."""
        return figure_colours(dark=self.current_theme.dark)

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Everything that can be done on a screen, for the command palette."""
        for action in getattr(screen, "ACTIONS", ()):
            run = partial(screen.run_action, action.name)
            yield SystemCommand(f"{action.title} ({action.shown_keys})", action.help, run)
        yield SystemCommand(
            "Change the theme", "Colours for dark and light terminals", self.action_change_theme
        )


def run_stepper(trace: Trace, step: int = 0) -> None:
    """Open the stepper on a trace, and return when the person leaves it.

    Args:
        trace: the search to step through.
        step: the step to begin at, from 0.

    Raises:
        IndexError: there is no such step.
        SystemExit: the application ended with an error, which it has printed.
    """
    app = PlytraceApp(StepperScreen(trace, step))
    app.run()
    if app.return_code:
        raise SystemExit(app.return_code)


def run_play(match: Match) -> None:
    """Open a match on the full screen, and return when the person leaves it.

    Args:
        match: the match, from its beginning or taken up again.

    Raises:
        SystemExit: the application ended with an error, which it has printed.
    """
    from tui.screens.play import PlayScreen

    app = PlytraceApp(PlayScreen(match))
    app.run()
    if app.return_code:
        raise SystemExit(app.return_code)
