"""The settings screen: a change takes effect at once and is saved."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, Final

from engine.conventions import PRESETS
from tui.appearance.theme import THEMES
from tui.dialogs.pick_list import PickItem, mark_current
from tui.panes import PANES
from tui.saved.settings import settings_file
from tui.screens.fields_screen import FieldRow, FieldsScreen
from tui.screens.stepper.changing import list_choices
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
    PickItem("shown", "", False),
    PickItem("hidden", "until its key is pressed", True),
)


def _list_values(texts: Mapping[str, str]) -> list[PickItem]:
    return [PickItem(value, text, value) for value, text in texts.items()]


class SettingsScreen(FieldsScreen[None]):
    """The list of settings; each change is written to the settings file."""

    KEYS = ("settings",)
    BOX = ("settings", "list")

    def __init__(self) -> None:
        super().__init__("Settings")

    def list_rows(self) -> Iterator[FieldRow]:
        """Yield a row for each setting, and one for each pane."""
        ours = {theme.name: theme.about for theme in THEMES}
        others = dict.fromkeys(sorted(self.app.available_themes.keys() - ours), "")
        speeds = sorted({*SPEEDS, self.app.settings.speed})
        values = {
            "theme": _list_values(ours | others),
            "glyphs": _list_values(_GLYPHS),
            "speed": [PickItem(f"{speed:g} steps a second", "", speed) for speed in speeds],
            "convention": list_choices("convention", PRESETS),
            "feedback": _list_values(_FEEDBACK),
        }
        for name, (title, about) in _SETTINGS.items():
            now = self.app.theme if name == "theme" else getattr(self.app.settings, name)
            yield FieldRow(title, partial(self._put, name), about, mark_current(values[name], now))
        for pane in PANES:
            title, hide = f"{pane.title.capitalize()} pane", partial(self._hide, pane.id)
            about = "Applies to steppers opened from now on."
            is_hidden = pane.id in self.app.settings.hidden
            yield FieldRow(title, hide, about, mark_current(_HIDDEN, is_hidden))

    def describe(self, row: FieldRow) -> str:
        """Return what a setting is about, and where it is saved."""
        return f"{row.about}\nSaved in {settings_file()}"

    def _put(self, name: str, value: Any) -> None:
        """Change a setting, and save it."""
        if name == "theme":
            self.app.theme = value  # the application notices the change and saves it
        elif name == "glyphs":
            self.app.set_glyphs(value)
        else:
            setattr(self.app.settings, name, value)
            self.app.keep_settings()

    def _hide(self, pane: str, hidden: bool) -> None:
        self.app.settings.hide_pane(pane, hidden=hidden)
        self.app.keep_settings()
