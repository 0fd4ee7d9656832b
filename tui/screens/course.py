"""The lessons of the tutorial, and how far each is."""

from __future__ import annotations

from itertools import count
from typing import ClassVar

from rich.table import Table
from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from engine.errors import PlytraceError
from tracer.lesson import Lesson
from tui.actions import Action, bindings
from tui.course import lesson_names, open_lesson
from tui.glyphs import plain
from tui.learned import kept_lessons, set_aside, sitting_of, standing
from tui.screens.help import HelpScreen
from tui.screens.lesson import LessonScreen
from tui.widgets.choices import Choices
from tui.widgets.whole_footer import WholeFooter

__all__ = ["CourseScreen"]


#: What stands in the list.
_SIGNS = (
    ("✓", "a lesson that is done"),
    ("…", "one that was begun, and the page that it stands at; Enter goes on there"),
    ("7 min", "one that was not begun, and how long it takes"),
)


class CourseScreen(Screen[None]):
    """Lists the lessons; Enter opens one where it was left.

    Args:
        first: a lesson to open at once; None for none.
        restart: whether that one begins at its first page.
    """

    ACTIONS: ClassVar[tuple[Action, ...]] = (
        Action(("down", "j"), "↓", "move(1)", "Down", "Go down the list."),
        Action(("up", "k"), "↑", "move(-1)", "Up", "Go up the list."),
        Action(("enter",), "Enter", "open", "Open", "Go on with the lesson.", "open"),
        Action(
            ("r",), "r", "restart", "From the start", "Begin the lesson anew.", "from the start"
        ),
        Action(("f1", "question_mark"), "F1", "help", "Help", "List the keys.", "help"),
        Action(("escape", "q"), "Esc", "leave", "Leave", "Leave the lessons.", "leave"),
    )
    BINDINGS: ClassVar[list[BindingType]] = bindings(ACTIONS)
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (100, "-wide")]  # noqa: RUF012

    def __init__(self, first: Lesson | None = None, *, restart: bool = False) -> None:
        super().__init__()
        self._first = first
        self._restart = restart
        self._lessons: dict[str, Lesson] = {}
        #: The place of the lesson that was opened last, where one comes back to.
        self._left: int | None = None

    def compose(self) -> ComposeResult:
        """The list, and what a lesson is about."""
        with Horizontal(id="title-line"):
            yield Static(Text("Lessons", "bold"), id="title")
            yield Static(id="status", markup=False)
        with Horizontal(id="course"):
            yield Choices(id="lessons")
            with VerticalScroll(id="about-lesson", can_focus=False):
                yield Static(id="lesson-title", markup=False)
                yield Static(id="lesson-about", markup=False)
        with Horizontal(id="bottom-line"):
            yield WholeFooter(show_command_palette=False)

    def on_mount(self) -> None:
        """Open the lesson that was asked for."""
        self.query_one(OptionList).can_focus = False
        if told := set_aside():
            self.notify(told, severity="warning", timeout=12)
        if self._first is not None:
            self._open(self._first, restart=self._restart)

    def on_screen_resume(self) -> None:
        """List how far each is now."""
        self._list()

    def _list(self) -> None:
        names, kept = lesson_names(), kept_lessons()
        told = [standing(name, kept) for name in names]
        listed = self.query_one(OptionList)
        at = listed.highlighted if self._left is None else self._left
        if at is None:
            at = next((place for place, one in enumerate(told) if one != "done"), 0)
        listed.clear_options()
        listed.add_options(
            [Option(self._row(*one)) for one in zip(count(1), names, told, strict=False)]
        )
        listed.highlighted = min(at, len(names) - 1)
        done = f"{told.count('done')} of {len(names)} done"
        self.query_one("#status", Static).update(done)

    def _row(self, number: int, name: str, told: str) -> Table:
        lesson = self._lesson(name)
        sign = {"": " ", "done": plain(self, "✓")}.get(told, plain(self, "…"))
        row = Table.grid(padding=(0, 1), expand=True)
        row.add_column(width=1)
        row.add_column(width=2, justify="right")
        row.add_column(ratio=1, no_wrap=True, overflow="ellipsis")
        row.add_column(justify="right", no_wrap=True)
        row.add_row(sign, str(number), Text(lesson.title), Text(told or f"{lesson.minutes} min"))
        return row

    def _lesson(self, name: str) -> Lesson:
        if name not in self._lessons:
            self._lessons[name] = open_lesson(name)
        return self._lessons[name]

    @property
    def _chosen(self) -> str | None:
        at = self.query_one(OptionList).highlighted
        return None if at is None else lesson_names()[at]

    @on(OptionList.OptionHighlighted)
    def _look(self) -> None:
        self._left = None  # it is highlighted, or another one is
        name = self._chosen
        if name is None:
            return
        lesson = self._lesson(name)
        goals = "\n".join(plain(self, f"• {goal}") for goal in lesson.goals)
        self.query_one("#lesson-title", Static).update(plain(self, lesson.title))
        told = f"{lesson.summary}\n\n{goals}" if goals else lesson.summary
        self.query_one("#lesson-about", Static).update(plain(self, told))

    @on(OptionList.OptionSelected)
    def action_open(self) -> None:
        """Open the lesson that is chosen."""
        name = self._chosen
        if name is not None:
            self._open(self._lesson(name))

    def action_move(self, by: int) -> None:
        """Go up or down the list."""
        listed = self.query_one(OptionList)
        if by > 0:
            listed.action_cursor_down()
        else:
            listed.action_cursor_up()

    def action_restart(self) -> None:
        """Open it at its first page."""
        name = self._chosen
        if name is not None:
            self._open(self._lesson(name), restart=True)

    def _open(self, lesson: Lesson, *, restart: bool = False) -> None:
        names = lesson_names()
        is_own = lesson.path or lesson.name not in names
        at = len(names) if is_own else names.index(lesson.name)
        following = names[at + 1] if at + 1 < len(names) else ""

        if not is_own:
            self._left = at

        def then(name: str | None) -> None:
            if name:
                self.query_one(OptionList).highlighted = names.index(name)
                self._open(self._lesson(name))

        try:
            sitting = sitting_of(lesson, anew=restart, is_open=False)
        except PlytraceError as error:
            self.notify(str(error), severity="error")
            return
        self.app.push_screen(LessonScreen(sitting, following), then)

    def action_help(self) -> None:
        """List the keys."""
        signs = [(plain(self, sign), words) for sign, words in _SIGNS]
        self.app.push_screen(HelpScreen(self.ACTIONS, signs, has_nodes=False))

    def action_leave(self) -> None:
        """Leave: for the screen that this one was opened from, or for good."""
        if len(self.app.screen_stack) > 1:
            self.dismiss()
        else:
            self.app.exit()
