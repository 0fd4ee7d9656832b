"""The lessons of the tutorial, with the student's progress."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import OptionList, Static

from engine.errors import PlytraceError
from tui.appearance.theme import with_symbols
from tui.lessons import lesson_names, open_lesson
from tui.saved.lesson_progress import progress_text, resume_lesson, saved_progress, set_aside
from tui.screens.screen_base import CommonScreen
from tui.widgets.footer import WholeFooter, make_title_line
from tui.widgets.option_list import RobustOptionList

if TYPE_CHECKING:
    from tracer.lesson.page_file import Lesson


class LessonListScreen(CommonScreen[None]):
    """The list of lessons; Enter opens one at its saved page."""

    KEYS = ("lesson-list",)
    SIGNS = (
        ("✓", "a finished lesson"),
        ("…", "a lesson in progress, with its page; press Enter to continue"),
        ("7 min", "a new lesson, with its length"),
    )
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (100, "-wide")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = []  # noqa: RUF012 (it is whole at any height)

    def __init__(self, first: Lesson | None = None, *, restart: bool = False) -> None:
        super().__init__()
        self._first = first
        self._restart = restart
        #: Index of the lesson opened last, selected on return.
        self._left: int | None = None

    def compose(self) -> ComposeResult:
        """Yield the list, and the description of the selected lesson."""
        yield make_title_line(Text("Lessons", "bold"))
        with Horizontal(id="course"):
            yield RobustOptionList(id="lessons")
            with VerticalScroll(id="about-lesson", can_focus=False):
                yield Static(id="lesson-title", markup=False)
                yield Static(id="lesson-about", markup=False)
        with Horizontal(id="bottom-line"):
            yield WholeFooter()

    def on_mount(self) -> None:
        """Open the requested lesson."""
        self.query_one(OptionList).can_focus = False
        if text := set_aside():
            self.notify(text, severity="warning", timeout=12)
        if self._first is not None:
            self._open(self._first, restart=self._restart)

    def on_screen_resume(self) -> None:
        """Update the progress in the list."""
        self._list()

    def _list(self) -> None:
        names, kept = lesson_names(), saved_progress()
        text = [progress_text(name, kept) for name in names]
        option_list = self.query_one(OptionList)
        at = option_list.highlighted if self._left is None else self._left
        if at is None:
            at = next((place for place, one in enumerate(text) if one != "done"), 0)
        option_list.set_options(map(self._row, count(1), names, text))
        option_list.highlighted = min(at, len(names) - 1)
        done = f"{text.count('done')} of {len(names)} done"
        self.query_one("#status", Static).update(done)

    def _row(self, number: int, name: str, text: str) -> Table:
        lesson = open_lesson(name)
        sign = {"": " ", "done": "✓"}.get(text, "…")
        row = Table.grid(padding=(0, 1), expand=True)
        row.add_column(width=1)
        row.add_column(width=2, justify="right")
        row.add_column(ratio=1, no_wrap=True, overflow="ellipsis")
        row.add_column(justify="right", no_wrap=True)
        row.add_row(sign, str(number), Text(lesson.title), Text(text or f"{lesson.minutes} min"))
        return row

    @property
    def _chosen(self) -> str | None:
        at = self.query_one(OptionList).highlighted
        return None if at is None else lesson_names()[at]

    @on(OptionList.OptionHighlighted)
    def _look(self) -> None:
        self._left = None  # a lesson is highlighted now
        name = self._chosen
        if name is None:
            return
        lesson = open_lesson(name)
        goals = "\n".join(with_symbols(self, f"• {goal}") for goal in lesson.goals)
        self.put_text("lesson-title", lesson.title)
        text = f"{lesson.summary}\n\n{goals}" if goals else lesson.summary
        self.put_text("lesson-about", text)

    @on(OptionList.OptionSelected)
    def action_open(self) -> None:
        """Open the selected lesson."""
        name = self._chosen
        if name is not None:
            self._open(open_lesson(name))

    def action_move(self, by: int) -> None:
        """Go up or down the list."""
        self.query_one(RobustOptionList).move(by)

    def action_restart(self) -> None:
        """Open the selected lesson at its first page."""
        name = self._chosen
        if name is not None:
            self._open(open_lesson(name), restart=True)

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
                self._open(open_lesson(name))

        from tui.screens.lessons.lesson_screen import LessonScreen  # late: the list comes first

        try:
            session = resume_lesson(lesson, restart=restart)
        except PlytraceError as error:
            self.notify(str(error), severity="error")
            return
        self.app.push_screen(LessonScreen(session, following), then)
