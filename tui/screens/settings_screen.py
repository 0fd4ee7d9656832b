"""The settings screen: a change takes effect at once and is saved."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from engine.conventions import COURSES, PRESETS
from tui.appearance.theme import THEMES
from tui.panes import PANES
from tui.saved.settings import settings_file
from tui.screens.fields_screen import FieldRow, FieldsScreen, FieldValue
from tui.screens.stepper.stepping import SPEEDS

if TYPE_CHECKING:
    from tui.settings_app import SettingsApp


_GLYPHS: Final = {
    "auto": "Unicode if the terminal supports it",
    "unicode": "Unicode symbols",
    "ascii": "plain ASCII, for simple terminals and screen readers",
}
_FEEDBACK: Final = {
    "full": "a reason for each right step",
    "brief": "reasons only for cutoffs and wrong steps",
}
#: Whether a pane is hidden.
_HIDDEN: Final = (
    FieldValue(False, "shown"),
    FieldValue(True, "hidden", "until its key is pressed"),
)


class SettingsScreen(FieldsScreen[None]):
    """The list of settings; each change is written to the settings file."""

    KEYS = ("settings",)
    BOX = ("settings", "list")
    app: SettingsApp

    def __init__(self) -> None:
        super().__init__("Settings")
        self._fields: list[FieldRow] = []

    def list_rows(self) -> Sequence[FieldRow]:
        """Return a row for each setting, and one for each pane."""
        if not self._fields:
            ours = {theme.name: theme.about for theme in THEMES}
            others = sorted(self.app.available_themes.keys() - ours)
            themes = ours | dict.fromkeys(others, "")
            courses = {name: COURSES[name].course for name in PRESETS}
            speeds = [
                FieldValue(speed, f"{speed:g} steps a second")
                for speed in sorted({*SPEEDS, self.app.settings.speed})
            ]
            self._fields = [
                self._row("theme", "Theme", themes, "Colours of all screens."),
                self._row("glyphs", "Symbols", _GLYPHS, "Symbols for trees, boards and lines."),
                self._row(
                    "speed", "Autoplay", speeds, "Autoplay speed of steppers opened from now on."
                ),
                self._row(
                    "convention",
                    "Convention",
                    courses,
                    "Convention of searches opened from the home screen.",
                ),
                self._row(
                    "feedback",
                    "Work by hand",
                    _FEEDBACK,
                    "Feedback on the steps of a search that you work by hand.",
                ),
                *(
                    FieldRow(
                        f"{pane.title.capitalize()} pane",
                        partial(self._hide, pane.id),
                        "Applies to steppers opened from now on.",
                        _HIDDEN,
                        partial(self._is_hidden, pane.id),
                    )
                    for pane in PANES
                ),
            ]
        return self._fields

    def _row(
        self, name: str, title: str, values: dict[str, str] | list[FieldValue], about: str
    ) -> FieldRow:
        if isinstance(values, dict):
            values = [FieldValue(value, value, text) for value, text in values.items()]
        return FieldRow(title, partial(self._put, name), about, values, partial(self._now, name))

    def describe(self, row: FieldRow) -> str:
        """Return what a setting is about, and where it is saved."""
        return f"{row.about}\nSaved in {settings_file()}"

    def _now(self, name: str) -> Any:
        return self.app.theme if name == "theme" else getattr(self.app.settings, name)

    def _put(self, name: str, value: Any) -> None:
        """Change a setting, and save it."""
        if name == "theme":
            self.app.theme = value  # the application notices the change and saves it
        elif name == "glyphs":
            self.app.set_glyphs(value)
        else:
            setattr(self.app.settings, name, value)
            self.app.keep_settings()

    def _is_hidden(self, pane: str) -> bool:
        return pane in self.app.settings.hidden

    def _hide(self, pane: str, hidden: bool) -> None:
        others = [name for name in self.app.settings.hidden if name != pane]
        self.app.settings.hidden = [*others, pane] if hidden else others
        self.app.keep_settings()
