"""What screens need of their application: settings, theme, symbols, and early keys."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Sequence
from typing import Any, Final

from textual.app import App
from textual.events import Event, Key, Paste
from textual.filter import LineFilter
from textual.screen import Screen
from textual.theme import Theme

from engine.errors import did_you_mean
from tui.appearance.theme import (
    DARK,
    MONO_DARK,
    MONO_LIGHT,
    THEMES,
    AsciiFilter,
    CleanFilter,
    StyleFilter,
    figure_colours,
)
from tui.saved.settings import Glyphs, load_settings, save_settings, settings_file
from tui.terminal.output import speaks_unicode


class SettingsApp(App[None]):
    """An application that follows the user's settings and saves changes to them."""

    def __init__(self, *, ascii: bool | None = None) -> None:
        super().__init__()
        # Created once: each filter caches the lines that it has changed.
        self._ascii_filter = AsciiFilter()
        self._clean_filter = CleanFilter()
        self._style_filter = StyleFilter()
        self.settings = load_settings()
        #: Messages printed after the full screen has closed.
        self.exit_messages: list[str] = []
        # Asked before Textual puts a stream of its own instead of the terminal's.
        self._speaks_unicode = speaks_unicode(None)
        #: Whether the screen is drawn with ASCII alone.
        self.ascii = self._ascii_as_set() if ascii is None else ascii
        for theme in THEMES:
            self.register_theme(theme)
        if "TEXTUAL_THEME" not in os.environ:
            self.theme = self._theme_as_set()

    def on_mount(self) -> None:
        """Report problems with the settings, and watch for changes of the theme."""
        self.theme_changed_signal.subscribe(self, self._keep_theme)
        if self.settings.problem:
            self.notify(self.settings.problem, title="Settings", severity="warning", timeout=12)

    def _theme_as_set(self) -> str:
        """Return the theme of the settings, without hues if the user wants no colours."""
        name = self.settings.theme
        if name not in self.available_themes:
            text = f"{settings_file()}: there is no theme {name!r}. "
            text += (
                did_you_mean(name, self.available_themes)
                or "Press Ctrl+P and type theme to list the themes."
            )
            self.settings.problem = "; ".join(filter(None, (self.settings.problem, text)))
            name = DARK.name
        if os.environ.get("NO_COLOR"):
            return (MONO_DARK if self.available_themes[name].dark else MONO_LIGHT).name
        return name

    def _keep_theme(self, theme: Theme) -> None:
        if theme.name != self.settings.theme:
            self.settings.theme = theme.name
            self.keep_settings()

    def keep_settings(self) -> None:
        """Write the settings to their file."""
        text = save_settings(self.settings)
        if text:
            self.notify(text, title="Settings", severity="warning", timeout=12)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return the filters that every painted line passes through."""
        filters = list(super().get_line_filters())
        if self.no_color:
            filters.insert(0, self._style_filter)
        filters.insert(0, self._clean_filter)
        return [*filters, self._ascii_filter] if self.ascii else filters

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Return the figure colours for themes other than plytrace's own."""
        return figure_colours(dark=self.current_theme.dark)

    def refresh_css(self, animate: bool = True) -> None:
        """Apply changed styles, except before the first screen, which parses them anyway."""
        if self.screen_stack:
            super().refresh_css(animate)
        else:
            self.stylesheet.set_variables(self.get_css_variables())

    def swap_glyphs(self) -> None:
        """Switch between ASCII and Unicode symbols, and save the choice."""
        self.set_glyphs("unicode" if self.ascii else "ascii")

    def _ascii_as_set(self) -> bool:
        glyphs = self.settings.glyphs
        return not self._speaks_unicode if glyphs == "auto" else glyphs == "ascii"

    def set_glyphs(self, glyphs: Glyphs) -> None:
        """Draw with other symbols, and save the choice."""
        self.settings.glyphs = glyphs
        self.ascii = self._ascii_as_set()
        self.keep_settings()
        for screen in self.screen_stack:
            for widget in screen.walk_children():
                widget.notify_style_update()
            if show := getattr(screen, "show", None):
                show()
            screen.refresh(layout=True)


#: Seconds between two kept keys.
_PAUSE: Final = 0.05
#: Seconds after which the kept keys are delivered in any case.
_PATIENCE: Final = 1.0


class EarlyKeys(App[None]):
    """An application that keeps the keys typed while it starts.

    Otherwise such a key goes to a screen without focus, or to the progress box of a search. A
    screen with `HANDLES_EARLY_KEYS = True` gets its own keys at once.
    """

    def __init__(self) -> None:
        super().__init__()
        self._early: deque[Event] = deque()
        self._delivers = False
        self._takes_keys = False

    async def on_event(self, event: Event) -> None:
        """Keep a key until a screen can take it, except the keys of a running search."""
        if self._takes_keys and isinstance(event, Key | Paste) and not self.screen_stack:
            return  # the application is ending
        if self._is_early(event):
            # Enter arrives as a newline until the terminal is set up.
            is_enter = isinstance(event, Key) and event.key == "ctrl+j"
            self._early.append(Key("enter", "\r") if is_enter else event)
        else:
            await super().on_event(event)

    def _is_early(self, event: Event) -> bool:
        if self._takes_keys or not isinstance(event, Key | Paste) or event.is_forwarded:
            return False
        if isinstance(event, Paste) or not self.screen_stack:
            return True
        handles_now = getattr(self.screen, "HANDLES_EARLY_KEYS", False)
        return not (handles_now and event.key in self.screen.active_bindings)

    def deliver_keys(self, screen: Screen[Any]) -> None:
        """Deliver the kept keys once a screen is drawn, one by one: each may open another."""
        screen.call_after_refresh(self.call_later, self._begin)
        self.set_timer(_PATIENCE, self._begin)  # a screen covered at once is never drawn

    async def _begin(self) -> None:
        if not self._delivers:
            self._delivers = True
            await self._deliver()

    async def _deliver(self) -> None:
        if not self.screen_stack:
            return  # the application is ending
        if not self._early:
            self._takes_keys = True
            return
        await super().on_event(self._early.popleft())
        # A timer of the application: a screen that the key has covered is not drawn again.
        self.set_timer(_PAUSE, self._deliver)
