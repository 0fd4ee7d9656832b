"""The full-screen application."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import App, SystemCommand
from textual.binding import Binding, BindingType
from textual.filter import LineFilter
from textual.screen import Screen
from textual.theme import Theme, ThemeProvider

from engine.errors import did_you_mean
from tui.cli.output import speaks_unicode
from tui.collecting import collect_seldom
from tui.glyphs import AsciiFilter, GlyphScreen
from tui.screens.palette import Palette
from tui.settings import Glyphs, load_settings, save_settings, settings_file
from tui.terminal import give_size
from tui.theme import DARK, MONO_DARK, MONO_LIGHT, THEMES, StyleFilter, figure_colours

if TYPE_CHECKING:
    from engine.match.match import Match
    from tracer.lesson import Lesson
    from tui.searches import SearchPlan

__all__ = ["PlytraceApp", "run_home", "run_lessons", "run_plan", "run_play"]

#: Seconds for which a search may run before the screen opens: what is wrong with it is mostly known
#: by then, and is told on the terminal.
_AT_ONCE = 0.1
#: Seconds between two looks whether the terminal is still there.
_LOOK = 5.0


class PlytraceApp(App[None]):
    """The application around one screen.

    Args:
        screen: what it opens with.
        ascii: whether to do without signs beyond ASCII; None asks the settings and the terminal.
    """

    TITLE = "plytrace"
    CSS_PATH = "plytrace.tcss"
    ENABLE_COMMAND_PALETTE = True
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "interrupt", "Quit", show=False, priority=True),
    ]

    def __init__(self, screen: Screen[None], *, ascii: bool | None = None) -> None:  # noqa: A002
        super().__init__()
        self._first_screen = screen
        # One of each for good: what a line has become is remembered by its filter.
        self._ascii_filter = AsciiFilter()
        self._style_filter = StyleFilter()
        #: What the person is told once the full screen has closed.
        self.parting_words: list[str] = []
        self.settings = load_settings()
        #: Whether the screen does without signs beyond ASCII.
        self.ascii = self._ascii_as_set() if ascii is None else ascii
        for theme in THEMES:
            self.register_theme(theme)
        if "TEXTUAL_THEME" not in os.environ:
            self.theme = self._theme_as_set()

    def run(self, *args: Any, **options: Any) -> None:
        """Run until the person leaves; see `textual.app.App.run`."""
        give_size()
        collect_seldom()
        super().run(*args, **options)

    def on_mount(self) -> None:
        """Say what is wrong with the settings, and remember a change of theme."""
        self.theme_changed_signal.subscribe(self, self._keep_theme)
        if not self.is_headless:
            self.set_interval(_LOOK, self._leave_with_the_terminal)
            if not self.is_web:  # where the server's own driver ends it
                with suppress(NotImplementedError):  # on Windows
                    loop = asyncio.get_running_loop()
                    loop.add_signal_handler(signal.SIGTERM, self._leave_by_signal)
        if self.settings.problem:
            self.notify(self.settings.problem, title="Settings", severity="warning", timeout=12)

    def _leave_with_the_terminal(self) -> None:
        """End as by the signal of a terminal that closes, where one is gone that has sent none."""
        if self.is_web:  # in a browser there never was one: keys come through a pipe
            return
        if sys.__stdin__ is not None and not sys.__stdin__.isatty():
            signal.raise_signal(getattr(signal, "SIGHUP", signal.SIGTERM))

    def _leave_by_signal(self) -> None:
        """End as by Ctrl-C: the terminal is given back as it was, and nothing is lost."""
        self.parting_words.append("plytrace: ended by a signal")
        self.exit(return_code=128 + signal.SIGTERM)

    def _theme_as_set(self) -> str:
        """The theme of the settings, without hues where the person wants no colours."""
        name = self.settings.theme
        if name not in self.available_themes:
            told = f"{settings_file()}: there is no theme {name!r}. "
            told += did_you_mean(name, self.available_themes) or "Ctrl+P, then theme, lists them"
            self.settings.problem = "; ".join(filter(None, (self.settings.problem, told)))
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
        told = save_settings(self.settings)
        if told:
            self.notify(told, title="Settings", severity="warning", timeout=12)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """What every painted line passes through."""
        filters = list(super().get_line_filters())
        if self.no_color:
            filters.insert(0, self._style_filter)
        return [*filters, self._ascii_filter] if self.ascii else filters

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
        yield SystemCommand(
            "Signs beyond ASCII or not",
            "Draw with plain ASCII, or with all signs",
            self.swap_glyphs,
        )
        yield SystemCommand(
            "Settings",
            "Theme, signs, autoplay, convention and panes, kept for the next time",
            self.action_settings,
        )

    def action_settings(self) -> None:
        """List the settings, to be changed."""
        from tui.screens.settings import SettingsScreen  # late: few open it

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
        """Ctrl-C: stop what the screen is busy with, or leave."""
        interrupt = getattr(self.screen, "interrupt", None)
        if interrupt is None or not interrupt():
            await self.action_quit()

    def swap_glyphs(self) -> None:
        """Draw with plain ASCII, or again with all signs, and remember it."""
        self.set_glyphs("unicode" if self.ascii else "ascii")

    def _ascii_as_set(self) -> bool:
        glyphs = self.settings.glyphs
        return not speaks_unicode(None) if glyphs == "auto" else glyphs == "ascii"

    def set_glyphs(self, glyphs: Glyphs) -> None:
        """Draw with some signs from now on, and remember it.

        Args:
            glyphs: as in `UserSettings`.
        """
        self.settings.glyphs = glyphs
        self.ascii = self._ascii_as_set()
        self.keep_settings()
        for screen in self.screen_stack:
            for widget in screen.walk_children():
                widget.notify_style_update()
            if isinstance(screen, GlyphScreen):
                screen.glyphs_changed()
            screen.refresh(layout=True)


def run_plan(plan: SearchPlan[Screen[None]], *, ascii: bool | None = None) -> None:  # noqa: A002
    """Open a screen that has to be searched for, and return when the person leaves it.

    Args:
        plan: what asks for the searches, and makes the screen of them.
        ascii: as in `PlytraceApp`.

    Raises:
        PlytraceError: a search was refused, or the plan was.
        SystemExit: the application ended with an error, which it has printed.
    """
    from tui.screens.search_first import SearchFirstScreen

    try:
        search = next(plan)
        search.begin()
        while search.is_done(within=_AT_ONCE):
            search = plan.send(search.found())
            search.begin()
    except StopIteration as made:
        _run(PlytraceApp(made.value, ascii=ascii))
        return
    first = SearchFirstScreen(plan, search)
    _run(PlytraceApp(first, ascii=ascii))
    if first.failure is not None:
        raise first.failure


def run_play(
    match: Match,
    path: Path | None = None,
    *,
    ascii: bool | None = None,  # noqa: A002
) -> None:
    """Open a match on the full screen, and return when the person leaves it.

    A match that would be lost is kept, and it is said on standard error how it goes on.

    Args:
        match: the match, from its beginning or taken up again.
        path: the file that it was read from; None for none.
        ascii: as in `PlytraceApp`.

    Raises:
        SystemExit: the application ended with an error, which it has printed.
    """
    from tui.screens.play import PlayScreen

    _run(PlytraceApp(PlayScreen(match, path), ascii=ascii))


def run_lessons(
    lesson: Lesson | None = None,
    *,
    restart: bool = False,
    ascii: bool | None = None,  # noqa: A002
) -> None:
    """Open the list of lessons, or one of them, and return when the person leaves it.

    Args:
        lesson: the lesson to open; None for the list.
        restart: whether it begins at its first page, not where it was left.
        ascii: as in `PlytraceApp`.

    Raises:
        SystemExit: the application ended with an error, which it has printed.
    """
    from tui.screens.course import CourseScreen

    _run(PlytraceApp(CourseScreen(lesson, restart=restart), ascii=ascii))


def run_home() -> None:
    """Open the home screen, and return when the person leaves it.

    Raises:
        SystemExit: the application ended with an error, which it has printed.
    """
    from tui.screens.home import HomeScreen

    _run(PlytraceApp(HomeScreen()))


def _run(app: PlytraceApp) -> None:
    app.run()
    for words in app.parting_words:
        print(words, file=sys.stderr)
    if app.return_code:
        raise SystemExit(app.return_code)
