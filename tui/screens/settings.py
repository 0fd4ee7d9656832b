"""The settings on the screen: each is a row, and what is chosen holds at once and is kept."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from rich.table import Table
from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from engine.conventions import COURSES, PRESETS
from tui.actions import Action, bindings
from tui.glyphs import plain
from tui.screens.help import HelpScreen
from tui.screens.pick import Choice, PickScreen
from tui.settings import GLYPHS, settings_file
from tui.stepper.playing import SPEEDS
from tui.stepper.viewing import PANES
from tui.theme import THEMES
from tui.widgets.choices import Choices, field_row

if TYPE_CHECKING:
    from tui.app import PlytraceApp

__all__ = ["SettingsScreen"]

_THEMES = {
    "plytrace-dark": "colours that colour-blind people can tell apart, on dark",
    "plytrace-light": "the same, on light",
    "plytrace-mono-dark": "no hues, on dark",
    "plytrace-mono-light": "no hues, on light",
}
_GLYPHS = {
    "auto": "all signs where the terminal has them",
    "unicode": "all signs",
    "ascii": "plain ASCII, for terminals and readers that have no other",
}


@dataclass(frozen=True, slots=True)
class _Row:
    """A setting with what it can be.

    Args:
        name: of the setting; of a pane `hidden.` and its id.
        title: what people call it.
        values: what can be chosen, each with its words.
    """

    name: str
    title: str
    values: tuple[tuple[Any, str, str], ...]


class SettingsScreen(ModalScreen[None]):
    """Lists the settings; what is chosen is written to the settings file.

    ```
        ╭─ Settings ───────────────────────────────────────────╮
        │  Theme          ‹ plytrace-dark ›  colours that …    │
        │  Signs          ‹ auto ›  all signs where …          │
        │  Autoplay       ‹ 2 steps a second ›                 │
        ╰──────────────── ← → change · Enter lists · Esc closes ╯
    ```
    """

    ACTIONS: ClassVar[tuple[Action, ...]] = (
        Action(("right", "l"), "→ l", "turn(1)", "Next value", "Take the setting's next value."),
        Action(
            ("left", "h"), "← h", "turn(-1)", "Value before", "Take the setting's value before."
        ),
        Action(("question_mark", "f1"), "? F1", "help", "Help", "List the keys."),
        Action(("escape", "q"), "Esc q", "leave", "Close", "Go back; everything is kept."),
    )
    BINDINGS: ClassVar[list[BindingType]] = bindings(ACTIONS)
    app: PlytraceApp

    def compose(self) -> ComposeResult:
        """The list, and what there is to say about a row of it."""
        with Vertical(id="settings", classes="box") as box:
            box.border_title = "Settings"
            box.border_subtitle = "← → change · Enter lists · Esc closes"
            yield Choices(id="choices")
            yield Static(id="about", markup=False)

    def on_mount(self) -> None:
        """List everything."""
        self._rows = list(self._all())
        self._list(0)

    def on_resize(self) -> None:
        """Use the room that there is now."""
        self._list(self.query_one(OptionList).highlighted or 0)

    def _all(self) -> list[_Row]:
        settings = self.app.settings
        ours = [theme.name for theme in THEMES]
        others = sorted(set(self.app.available_themes) - set(ours))
        speeds = sorted({*SPEEDS, settings.speed})
        return [
            _Row(
                "theme", "Theme", tuple((one, one, _THEMES.get(one, "")) for one in ours + others)
            ),
            _Row("glyphs", "Signs", tuple((one, one, _GLYPHS[one]) for one in GLYPHS)),
            _Row("speed", "Autoplay", tuple((one, f"{one:g} a second", "") for one in speeds)),
            _Row(
                "convention",
                "Convention",
                tuple((one, one, COURSES[one].course) for one in PRESETS),
            ),
            *(
                _Row(
                    f"hidden.{pane}",
                    f"{title.capitalize()} pane",
                    ((False, "shown", ""), (True, "hidden", "until its key is pressed")),
                )
                for pane, title in PANES
            ),
        ]

    def _now(self, row: _Row) -> Any:
        """What a setting is now."""
        if row.name.startswith("hidden."):
            return row.name.removeprefix("hidden.") in self.app.settings.hidden
        return self.app.theme if row.name == "theme" else getattr(self.app.settings, row.name)

    def _place(self, row: _Row) -> int:
        now = self._now(row)
        return next((at for at, one in enumerate(row.values) if one[0] == now), 0)

    def _list(self, highlighted: int) -> None:
        listed = self.query_one(OptionList)
        listed.clear_options()
        listed.add_options([Option(self._shown(row)) for row in self._rows])
        listed.highlighted = highlighted

    def _shown(self, row: _Row) -> Table:
        _, shown, about = row.values[self._place(row)]
        told = Text.assemble((f"‹ {shown} ›", "bold"), f"  {about}")
        return field_row(Text(row.title), told, self.size.width)

    @property
    def _at(self) -> _Row | None:
        place = self.query_one(OptionList).highlighted
        return None if place is None else self._rows[place]

    @on(OptionList.OptionHighlighted)
    def _tell(self) -> None:
        row = self._at
        if row is None:
            return
        told = {
            "theme": "The colours of every screen.",
            "glyphs": "What trees, boards and lines are drawn with.",
            "speed": "Autoplay's steps in steppers that are opened from now on.",
            "convention": "Of searches that are opened from the home screen.",
        }.get(row.name, "Of steppers that are opened from now on.")
        self.query_one("#about", Static).update(plain(self, f"{told}\nKept in {settings_file()}"))

    @on(OptionList.OptionSelected)
    def _take(self) -> None:
        row = self._at
        if row is not None:
            now = self._now(row)
            choices = [
                Choice(shown, about, (value,), value == now) for value, shown, about in row.values
            ]
            self.app.push_screen(PickScreen(row.title, choices), partial(self._choose, row))

    def _choose(self, row: _Row, chosen: tuple[Any] | None) -> None:
        if chosen is not None:
            self._put(row, chosen[0])

    def _put(self, row: _Row, value: Any) -> None:
        """Let a setting be something else, at once and from now on."""
        if row.name == "theme":
            self.app.theme = value  # the application hears of it, and keeps it
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
        """Take the next value of the setting, or the one before."""
        row = self._at
        if row is not None:
            place = (self._place(row) + by) % len(row.values)
            self._put(row, row.values[place][0])

    def action_help(self) -> None:
        """List the keys."""
        self.app.push_screen(HelpScreen(self.ACTIONS, (), has_nodes=False))

    def action_leave(self) -> None:
        """Close."""
        self.dismiss(None)
