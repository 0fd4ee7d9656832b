"""The settings screen: a change takes effect at once and is saved."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from rich.table import Table
from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from engine.conventions import COURSES, PRESETS
from tui.appearance.theme import THEMES, with_symbols
from tui.dialogs.pick_list import PickItem, PickListScreen
from tui.panes import PANES
from tui.saved.settings import FEEDBACK, GLYPHS, settings_file
from tui.screens.screen_base import HelpedScreen
from tui.screens.stepper.stepping import SPEEDS
from tui.widgets.option_list import RobustOptionList, field_row

if TYPE_CHECKING:
    from tui.settings_app import SettingsApp


_GLYPHS = {
    "auto": "Unicode if the terminal supports it",
    "unicode": "Unicode symbols",
    "ascii": "plain ASCII, for simple terminals and screen readers",
}


_FEEDBACK = {
    "full": "a reason for each right step",
    "brief": "reasons only for cutoffs and wrong steps",
}


@dataclass(frozen=True, slots=True)
class _Row:
    """A setting and its possible values."""

    name: str
    title: str
    values: tuple[tuple[Any, str, str], ...]


class SettingsScreen(HelpedScreen[None], ModalScreen[None]):
    """The list of settings; each change is written to the settings file.

    ```
        ╭─ Settings ───────────────────────────────────────────╮
        │  Theme          ‹ plytrace-dark ›  dark, with col…   │
        │  Symbols        ‹ auto ›  Unicode if the …           │
        │  Autoplay       ‹ 2 steps a second ›                 │
        ╰────────── ← → to change, Enter to list, Esc to close ╯
    ```
    """

    KEYS = ("settings",)
    app: SettingsApp

    def compose(self) -> ComposeResult:
        """Yield the list, and the description of the selected row."""
        with Vertical(id="settings", classes="box") as box:
            box.border_title = "Settings"
            box.border_subtitle = "← → to change, Enter to list, Esc to close"
            yield RobustOptionList(id="choices")
            yield Static(id="about", markup=False)

    def on_mount(self) -> None:
        """Fill the list."""
        self._rows = list(self._all())
        self._list(0)

    def on_resize(self) -> None:
        """Use the new width."""
        self._list(self.query_one(OptionList).highlighted or 0)

    def _all(self) -> list[_Row]:
        settings = self.app.settings
        ours = {theme.name: theme.about for theme in THEMES}
        others = sorted(self.app.available_themes.keys() - ours)
        speeds = sorted({*SPEEDS, settings.speed})
        return [
            _Row(
                "theme", "Theme", tuple((one, one, ours.get(one, "")) for one in (*ours, *others))
            ),
            _Row("glyphs", "Symbols", tuple((one, one, _GLYPHS[one]) for one in GLYPHS)),
            _Row(
                "speed", "Autoplay", tuple((one, f"{one:g} steps a second", "") for one in speeds)
            ),
            _Row(
                "convention",
                "Convention",
                tuple((one, one, COURSES[one].course) for one in PRESETS),
            ),
            _Row("feedback", "Work by hand", tuple((one, one, _FEEDBACK[one]) for one in FEEDBACK)),
            *(
                _Row(
                    f"hidden.{pane.id}",
                    f"{pane.title.capitalize()} pane",
                    ((False, "shown", ""), (True, "hidden", "until its key is pressed")),
                )
                for pane in PANES
            ),
        ]

    def _now(self, row: _Row) -> Any:
        """Return the value of a setting."""
        if row.name.startswith("hidden."):
            return row.name.removeprefix("hidden.") in self.app.settings.hidden
        return self.app.theme if row.name == "theme" else getattr(self.app.settings, row.name)

    def _place(self, row: _Row) -> int:
        now = self._now(row)
        return next((at for at, one in enumerate(row.values) if one[0] == now), 0)

    def _list(self, highlighted: int) -> None:
        option_list = self.query_one(OptionList)
        option_list.clear_options()
        option_list.add_options([Option(self._shown(row)) for row in self._rows])
        option_list.highlighted = highlighted

    def _shown(self, row: _Row) -> Table:
        _, shown, about = row.values[self._place(row)]
        text = Text.assemble((f"‹ {shown} ›", "bold"), f"  {about}")
        return field_row(Text(row.title), text, self.size.width)

    @property
    def _at(self) -> _Row | None:
        place = self.query_one(OptionList).highlighted
        return None if place is None else self._rows[place]

    @on(OptionList.OptionHighlighted)
    def _show_about(self) -> None:
        row = self._at
        if row is None:
            return
        text = {
            "theme": "Colours of all screens.",
            "glyphs": "Symbols for trees, boards and lines.",
            "speed": "Autoplay speed of steppers opened from now on.",
            "convention": "Convention of searches opened from the home screen.",
            "feedback": "Feedback on the steps of a search that you work by hand.",
        }.get(row.name, "Applies to steppers opened from now on.")
        self.query_one("#about", Static).update(
            with_symbols(self, f"{text}\nSaved in {settings_file()}")
        )

    @on(OptionList.OptionSelected)
    def _take(self) -> None:
        row = self._at
        if row is not None:
            now = self._now(row)
            choices = [
                PickItem(shown, about, (value,), value == now) for value, shown, about in row.values
            ]
            self.app.push_screen(PickListScreen(row.title, choices), partial(self._choose, row))

    def _choose(self, row: _Row, chosen: tuple[Any] | None) -> None:
        if chosen is not None:
            self._put(row, chosen[0])

    def _put(self, row: _Row, value: Any) -> None:
        """Change a setting, and save it."""
        if row.name == "theme":
            self.app.theme = value  # the application notices the change and saves it
        elif row.name == "glyphs":
            self.app.set_glyphs(value)
        elif row.name.startswith("hidden."):
            pane = row.name.removeprefix("hidden.")
            others = [one for one in self.app.settings.hidden if one != pane]
            self.app.settings.hidden = [*others, pane] if value else others
            self.app.keep_settings()
        else:
            setattr(self.app.settings, row.name, value)
            self.app.keep_settings()
        self._list(self._rows.index(row))

    def action_turn(self, by: int) -> None:
        """Choose the next or the previous value of the setting."""
        row = self._at
        if row is not None:
            place = (self._place(row) + by) % len(row.values)
            self._put(row, row.values[place][0])

    def action_leave(self) -> None:
        """Close."""
        self.dismiss(None)
