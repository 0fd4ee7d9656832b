"""The settings screen: a change takes effect at once and is saved."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final

from engine.conventions import COURSES, PRESETS
from tui.appearance.theme import THEMES
from tui.panes import PANES
from tui.saved.settings import settings_file
from tui.screens.fields_screen import FieldRow, FieldsScreen, FieldValue
from tui.screens.stepper.stepping import SPEEDS

_GLYPHS: Final = {
    "auto": "Unicode if the terminal supports it",
    "unicode": "Unicode symbols",
    "ascii": "plain ASCII, for simple terminals and screen readers",
}
_FEEDBACK: Final = {
    "full": "a reason for each right step",
    "brief": "reasons only for cutoffs and wrong steps",
}
#: Each setting: its title, and what it is about.
_SETTINGS: Final = {
    "theme": ("Theme", "Colours of all screens."),
    "glyphs": ("Symbols", "Symbols for trees, boards and lines."),
    "speed": ("Autoplay", "Autoplay speed of steppers opened from now on."),
    "convention": ("Convention", "Convention of searches opened from the home screen."),
    "feedback": ("Work by hand", "Feedback on the steps of a search that you work by hand."),
}
#: Whether a pane is hidden.
_HIDDEN: Final = (
    FieldValue(False, "shown"),
    FieldValue(True, "hidden", "until its key is pressed"),
)


def _list_values(texts: Mapping[str, str]) -> list[FieldValue]:
    return [FieldValue(value, value, text) for value, text in texts.items()]


class SettingsScreen(FieldsScreen[None]):
    """The list of settings; each change is written to the settings file."""

    KEYS = ("settings",)
    BOX = ("settings", "list")

    def __init__(self) -> None:
        super().__init__("Settings")
        self._fields: list[FieldRow] = []

    def list_rows(self) -> Sequence[FieldRow]:
        """Return a row for each setting, and one for each pane."""
        self._fields = self._fields or [*self._make_fields()]
        return self._fields

    def _make_fields(self) -> Iterator[FieldRow]:
        ours = {theme.name: theme.about for theme in THEMES}
        others = dict.fromkeys(sorted(self.app.available_themes.keys() - ours), "")
        speeds = sorted({*SPEEDS, self.app.settings.speed})
        values = {
            "theme": _list_values(ours | others),
            "glyphs": _list_values(_GLYPHS),
            "speed": [FieldValue(speed, f"{speed:g} steps a second") for speed in speeds],
            "convention": _list_values({name: COURSES[name].course for name in PRESETS}),
            "feedback": _list_values(_FEEDBACK),
        }
        for name, (title, about) in _SETTINGS.items():
            put, now = partial(self._put, name), partial(self._now, name)
            yield FieldRow(title, put, about, values[name], now)
        for pane in PANES:
            hide, is_hidden = partial(self._hide, pane.id), partial(self._is_hidden, pane.id)
            about = "Applies to steppers opened from now on."
            yield FieldRow(f"{pane.title.capitalize()} pane", hide, about, _HIDDEN, is_hidden)

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
        self.app.settings.hide_pane(pane, hidden=hidden)
        self.app.keep_settings()
