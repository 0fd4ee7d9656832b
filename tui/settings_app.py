"""What screens need of their application: settings, theme and symbols."""

from __future__ import annotations

import os
from collections.abc import Sequence

from textual.app import App
from textual.filter import LineFilter
from textual.theme import Theme

from engine.errors import did_you_mean
from tui.appearance.theme import (
    DARK,
    MONO_DARK,
    MONO_LIGHT,
    THEMES,
    AsciiFilter,
    CleanFilter,
    GlyphScreen,
    StyleFilter,
    figure_colours,
)
from tui.saved.settings import Glyphs, load_settings, save_settings, settings_file
from tui.terminal.output import speaks_unicode


class SettingsApp(App[None]):
    """An application that follows the user's settings and saves changes to them."""

    def __init__(self, *, ascii: bool | None = None) -> None:  # noqa: A002
        super().__init__()
        # Created once: each filter caches the lines that it has changed.
        self._ascii_filter = AsciiFilter()
        self._clean_filter = CleanFilter()
        self._style_filter = StyleFilter()
        self.settings = load_settings()
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
        return not speaks_unicode(None) if glyphs == "auto" else glyphs == "ascii"

    def set_glyphs(self, glyphs: Glyphs) -> None:
        """Draw with other symbols, and save the choice."""
        self.settings.glyphs = glyphs
        self.ascii = self._ascii_as_set()
        self.keep_settings()
        for screen in self.screen_stack:
            for widget in screen.walk_children():
                widget.notify_style_update()
            if isinstance(screen, GlyphScreen):
                screen.glyphs_changed()
            screen.refresh(layout=True)
