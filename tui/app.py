"""The full-screen application."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import SystemCommand
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.theme import ThemeProvider

from tui.background import collect_garbage_rarely
from tui.dialogs.pick_list import Palette
from tui.settings_app import EarlyKeys, SettingsApp
from tui.terminal.interrupts import end_with_the_terminal, give_size, reset_signals
from tui.terminal.served_mode import is_served

if TYPE_CHECKING:
    from tui.background import SearchPlan


#: Seconds to wait for a search before the screen opens: most errors are found by then and can be
#: printed on the terminal.
_FIRST_WAIT = 0.1
#: Seconds between two checks that the terminal still exists.
_CHECK_INTERVAL = 5.0


class PlytraceApp(SettingsApp, EarlyKeys):
    """The application around one screen."""

    TITLE = "plytrace"
    CSS_PATH = "plytrace.tcss"
    ENABLE_COMMAND_PALETTE = True
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "interrupt", "Quit", show=False, priority=True),
    ]

    def __init__(self, screen: Screen[None], *, ascii: bool | None = None) -> None:
        super().__init__(ascii=ascii)
        self._first_screen = screen
        self._parent_process = os.getppid()

    def run(self, *args: Any, **options: Any) -> None:
        """Run until the user leaves; see `textual.app.App.run`."""
        give_size()
        collect_garbage_rarely()
        reset_signals()
        threading.excepthook = partial(self._leave_if_a_thread_cannot_write, threading.excepthook)
        super().run(*args, **options)

    def _leave_if_a_thread_cannot_write(
        self, report: Callable[[threading.ExceptHookArgs], Any], error: threading.ExceptHookArgs
    ) -> None:
        """End if the thread that draws has failed; the others would wait for it forever."""
        if not self.is_headless:
            self._leave_with_the_terminal()
        report(error)

    def on_mount(self) -> None:
        """Deliver the keys typed so far, and watch the terminal."""
        if not getattr(self._first_screen, "is_waiting", False):
            self.deliver_keys(self._first_screen)
        if not self.is_headless:
            self.set_interval(_CHECK_INTERVAL, self._leave_with_the_terminal)
            if not self.is_web:  # a web server's driver ends the application itself
                with suppress(NotImplementedError):  # on Windows
                    loop = asyncio.get_running_loop()
                    loop.add_signal_handler(signal.SIGTERM, self._leave_by_signal)

    def _leave_with_the_terminal(self) -> None:
        """End as on SIGHUP if the terminal or the server has gone without a signal."""
        if self.is_web:  # in a browser, keys come through a pipe
            if is_served() and os.getppid() != self._parent_process:  # the server was killed
                self.exit()
            return
        end_with_the_terminal()

    def _leave_by_signal(self) -> None:
        """End as on Ctrl-C: the terminal is restored, and nothing is lost."""
        self.exit_messages.append("plytrace: terminated by a signal")
        self.exit(return_code=128 + signal.SIGTERM)

    def get_default_screen(self) -> Screen[None]:
        """Return the screen that the application opens with."""
        return self._first_screen

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Yield the actions of a screen for the command palette."""
        for action in getattr(screen, "ACTIONS", ()):
            run = partial(screen.run_action, action.name)
            yield SystemCommand(f"{action.title} ({action.shown_keys})", action.help, run)
        theme = "Choose colours for a dark or a light terminal."
        yield SystemCommand("Change theme", theme, self.action_change_theme)
        symbols = "Switch between plain ASCII and Unicode symbols."
        yield SystemCommand("Switch symbols", symbols, self.swap_glyphs)
        settings = "Change the theme, symbols, autoplay, convention and panes."
        yield SystemCommand("Settings", settings, self.action_settings)

    def action_settings(self) -> None:
        """Open the settings."""
        from tui.screens.settings_screen import SettingsScreen  # late: few open it

        if not isinstance(self.screen, SettingsScreen):
            self.push_screen(SettingsScreen())

    def action_command_palette(self) -> None:
        """Open the command palette, unless it is open."""
        if self.use_command_palette and not isinstance(self.screen, Palette):
            self.push_screen(Palette(id="--command-palette"))

    def search_themes(self) -> None:
        """Open the palette with the themes."""
        self.push_screen(Palette(providers=[ThemeProvider], placeholder="Search for themes…"))

    async def action_interrupt(self) -> None:
        """Stop what the screen is doing, or leave (Ctrl-C)."""
        interrupt = getattr(self.screen, "interrupt", None)
        if interrupt is None or not interrupt():
            await self.action_quit()


def run_plan(plan: SearchPlan[Screen[None]], *, ascii: bool | None = None) -> None:
    """Run the searches that a screen needs, show it, and return when the user leaves."""
    from tui.dialogs.progress import FirstSearchScreen

    try:
        search = next(plan)
        search.start()
        while search.is_done(within=_FIRST_WAIT):
            search = plan.send(search.result())
            search.start()
    except StopIteration as made:
        run_screen(made.value, ascii=ascii)
        return
    first = FirstSearchScreen(plan, search)
    run_screen(first, ascii=ascii)
    if first.failure is not None:
        raise first.failure


def run_screen(screen: Screen[None], *, ascii: bool | None = None) -> None:
    """Show a screen, and return when the user leaves it; print the messages of its end."""
    app = PlytraceApp(screen, ascii=ascii)
    app.run()
    for message in app.exit_messages:
        print(message, file=sys.stderr)
    if app.return_code:
        raise SystemExit(app.return_code)
