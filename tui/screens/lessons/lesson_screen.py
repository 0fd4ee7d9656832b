"""A lesson: its pages, figure, questions and feedback."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from typing import ClassVar, TypeVar

from rich.markdown import Markdown
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Vertical, VerticalScroll
from textual.events import Key
from textual.message import Message
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from engine.errors import PlytraceError, UsageError
from tracer.hands.session import HandSession
from tracer.lesson.feedback import AnswerFeedback
from tracer.lesson.session import LessonSession, LessonView
from tracer.runs.search_trace import Trace
from tracer.text.glossary import find_terms
from tracer.worked.worked_run import WorkedRun
from tui.appearance.theme import with_symbols
from tui.background import BackgroundJob
from tui.lessons import open_lesson
from tui.saved.lesson_progress import save_progress
from tui.screens.lessons.lesson_panes import LessonFigure, LessonOutline, TightMarkdown, share_rows
from tui.screens.screen_base import CommonScreen, HelpScreen
from tui.screens.stepper.hands_screen import HandsScreen
from tui.screens.stepper.stepper_screen import StepperScreen
from tui.screens.worked_screen import WorkedScreen
from tui.widgets.footer import BottomLine, make_title_line
from tui.widgets.option_list import RobustOptionList
from tui.widgets.predict_pane import AnswerLine

#: Seconds between two steps of a model solution.
_BEAT = 1.0
#: Seconds before a slow page is announced.
_AT_ONCE = 0.1

#: Cells beside the choices: padding of the pane and the options, and a scroll bar.
_BESIDE_ANSWERS = 5

#: Least share of the rows for the text above a figure, before an answer.
_TEXT = 0.6

#: What a screen says that is opened from a page.
_WAY_BACK = "Press q to return to the lesson."

_Made = TypeVar("_Made")


#: The screen's keys that scroll pages, whichever widget has the focus.
_PAGES = (
    Binding("pagedown", "screen.page(1)", "more", key_display="PgDn"),
    Binding("pageup", "screen.page(-1)", show=False),
)


class _Line(AnswerLine):
    """The line for the answer; Enter alone does nothing."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "submit", "answer", key_display="Enter"),
        *_PAGES,
    ]


class _Answers(RobustOptionList):
    """The answers to choose from."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select", "choose", key_display="Enter"),
        *_PAGES,
    ]

    class NothingSelected(Message):
        """Enter was pressed, and no answer is selected."""

    def action_select(self) -> None:
        """Choose the selected answer."""
        if self.highlighted is None:
            self.post_message(self.NothingSelected())
        else:
            super().action_select()


class _Text(Static):
    """A text that reports when it needs another number of rows."""

    class Resized(Message):
        """The text has another number of rows."""

    def on_resize(self) -> None:
        """Report the new number of rows."""
        self.post_message(self.Resized())


class LessonScreen(CommonScreen["str | None"]):
    """A lesson, page after page.

    Returns the name of the next lesson, or None if the student leaves.
    """

    KEYS = ("lesson",)
    VERTICAL_BREAKPOINTS = [(0, "-tiny"), (10, "-low"), (18, "-usual"), (32, "-tall")]  # noqa: RUF012

    def __init__(self, session: LessonSession, following: str = "") -> None:
        super().__init__()
        self.session = session
        self._following = following
        self._step: int | None = None  # of a model solution
        self._timer: Timer | None = None
        self._over = False
        self._view: LessonView | None = None  # view shown

    def compose(self) -> ComposeResult:
        """Yield the text, the figure and the question."""
        yield make_title_line()
        with Container(id="lesson"):
            with VerticalScroll(id="said", can_focus=False):
                yield Static(id="text", markup=False)
            yield LessonFigure(id="figure")
            with Vertical(id="asking"):
                with VerticalScroll(id="heard", can_focus=False):
                    yield _Text(id="was-asked", markup=False)
                    yield _Text(id="feedback", markup=False)
                with VerticalScroll(id="posed", can_focus=False):
                    yield _Text(id="handed-in", markup=False)
                    yield _Text(id="asked", markup=False)
                yield _Answers(id="answers")
                yield _Line(id="answer", select_on_focus=False)
            yield LessonOutline(self.session, id="outline")
        yield BottomLine()

    def on_mount(self) -> None:
        """Show the current page."""
        self.put_text("title", self.session.lesson.title)
        self.query_one("#asking").display = False
        self.query_one(LessonFigure).display = False
        self._wait_for(self.session.ready, lambda _: self._show())

    def show(self) -> None:
        """Redraw with the application's symbols."""
        self.query_one(LessonFigure).redraw()
        if not self.jobs:
            self._show()

    def on_resize(self) -> None:
        """Divide the rows again."""
        self.call_after_refresh(self._fit)

    # Showing a page --------------------------------------------------------------------------

    def _show(self) -> None:
        self._halt()
        view = self._view = self.session.view
        message = f"page {view.page} of {view.pages}"
        self.put_text(
            "status", f"{message} · {view.progress_text}" if view.progress_text else message
        )
        self.query_one("#text", Static).update(TightMarkdown(with_symbols(self, view.text)))
        for pane in ("#said", "#heard", "#posed"):
            self.query_one(pane).scroll_home(animate=False)
        scene = view.scene
        self._step = scene.step if scene is not None and scene.plays else None
        self.query_one(LessonFigure).show(scene)
        has_moves = view.feedback is not None or (scene is not None and bool(scene.path))
        # At once: each change of a class of the screen styles all its parts again.
        self.update_classes(
            {
                "-alone": scene is None,
                "-judged": scene is not None and has_moves,
                "-worked": scene is not None and scene.plays,
            }
        )
        self._tell(view)
        self._ask(view)
        self.query_one(LessonOutline).show("" if view.question else self._page_text())
        self.say("")
        self.refresh_bindings()
        if self._step is not None and view.feedback is not None and not view.feedback.is_right:
            self.action_play()

    def _tell(self, view: LessonView) -> None:
        was, feedback = self.query_one("#was-asked", Static), self.query_one("#feedback", Static)
        was.display = bool(view.answered)
        if view.answered:
            was.update(Markdown(with_symbols(self, view.answered)))
        feedback.display = view.feedback is not None and bool(_feedback_text(view.feedback))
        if view.feedback is not None:
            feedback.update(Markdown(with_symbols(self, _feedback_text(view.feedback))))
            feedback.set_class(view.feedback.is_right, "-right")
            feedback.set_class(
                not (view.feedback.is_right or view.feedback.was_asked_for), "-wrong"
            )

    def _ask(self, view: LessonView) -> None:
        asked, line = self.query_one("#asked", Static), self.query_one("#answer", Input)
        handed_in = self.query_one("#handed-in", Static)
        handed_in.display = bool(view.question and view.handed_in)
        parts = (f"{part}: {answer}" for part, answer in view.handed_in)
        handed_in.update(with_symbols(self, "\n".join(parts)))
        answers = self.query_one(OptionList)
        asked.display = bool(view.question)
        answers.display = bool(view.question and view.choices)
        line.display = bool(view.question and not view.choices and not view.is_by_hand)
        self.query_one("#asking").display = bool(view.question) or view.feedback is not None
        line.value = with_symbols(self, view.draft)
        line.cursor_position = len(line.value)
        if not view.question:
            self.set_focus(None)
            return
        begin = " Press Enter to begin." if view.is_by_hand else ""
        asked.update(Markdown(with_symbols(self, f"{view.question}{begin}")))
        if view.choices:
            answers.set_options(
                Option(_option(self, letter, text, letter in view.tried), id=letter)
                for letter, text in view.choices
            )
            # Select none: Enter alone, which turned the page before, would submit it.
            answers.highlighted = None
            answers.focus()
        elif view.is_by_hand:
            self.set_focus(None)
        else:
            line.placeholder = with_symbols(self, view.hint)
            line.focus()

    def say(self, message: str) -> None:
        """Show a short message in the last line."""
        super().say(message)
        self.call_after_refresh(self._fit)

    @on(_Text.Resized)
    def _fit(self) -> None:
        """Divide the rows between the text, the figure, the question and the feedback."""
        view = self._view
        if view is None or not self.is_mounted:
            return
        heard, posed = self.query_one("#heard"), self.query_one("#posed")
        answers, line = self.query_one(_Answers), self.query_one(_Line)
        shared = (heard, posed, answers)
        fixed = [one for one in self.query_one("#asking").children if one not in shared]
        around = [self.query_one("#title-line"), self.query_one(BottomLine)]
        border = 0 if self.has_class("-tiny") else 1
        figure = self.query_one(LessonFigure)
        is_below = figure.display and not self.has_class("-wide")
        drawn = (figure.rows or figure.bare_rows) if is_below else 0
        is_judged = view.feedback is not None
        room = share_rows(
            self.size.height - border - _rows(around),
            _rows(heard.children),
            _rows(posed.children),
            self._rows_of_answers(view) if answers.display else 0,
            fixed=_rows(fixed),
            figure=drawn if is_judged else 0,
        )
        for pane, rows in zip(shared, (room.feedback, room.question, room.answers), strict=True):
            pane.styles.height = rows
        said = self.query_one("#said")
        rows = self.size.height - border - _rows(around) - _rows(fixed)
        rows -= room.feedback + room.question + room.answers
        said.styles.max_height = max(1, rows)
        if is_below:
            # Feedback and the figure come first: the text has been read.
            least = 0 if is_judged else int(rows * _TEXT)
            said.styles.max_height = max(least, rows - drawn)
        if line.display:
            line.scroll_visible(animate=False)
        self.call_after_refresh(self.refresh_bindings)  # the scroll keys may have changed

    def _rows_of_answers(self, view: LessonView) -> int:
        """Return the rows that the choices need: a list without a height cannot tell."""
        column = self.query_one("#asking").outer_size.width or self.size.width
        width = max(1, column - _BESIDE_ANSWERS)
        console = self.app.console
        options = console.options.update(width=width, height=None)
        return sum(
            len(
                console.render_lines(
                    _option(self, letter, text, letter in view.tried), options, pad=False
                )
            )
            for letter, text in view.choices
        )

    # Slow work --------------------------------------------------------------------------------

    def _wait_for(self, work: Callable[[], _Made], then: Callable[[_Made], object]) -> None:
        """Do slow work in a thread, and pass its result on."""
        job = BackgroundJob(work).start()
        if not job.is_done(within=_AT_ONCE):
            self.put_text("status", "searching…")
            self.say("Searching. Press Esc to leave.")
            self.run_job("page", job, partial(self._take, then), self._refuse)
        elif job.refusal is not None:
            self._refuse(str(job.refusal))
        else:
            then(job.result())

    def _take(self, then: Callable[[_Made], object], made: _Made) -> None:
        self.say("")
        then(made)

    def _refuse(self, why: str) -> None:
        self.say(f"This page cannot be shown: {why}")

    @property
    def _is_busy(self) -> bool:
        """Whether a search is running; if so, a message says it."""
        if self.jobs:
            self.say("Still searching. Press Esc to leave.")
        return bool(self.jobs)

    # Answering --------------------------------------------------------------------------------

    @on(Input.Submitted, "#answer")
    def _typed(self, event: Input.Submitted) -> None:
        if event.value.strip():
            self._answer(event.value)
        else:
            self.say("Type an answer. Press F2 to see it, or F6 to skip it.")

    @on(OptionList.OptionSelected)
    def _picked(self, event: OptionList.OptionSelected) -> None:
        if event.option_id:
            self._answer(event.option_id)

    @on(_Answers.NothingSelected)
    def _picked_none(self) -> None:
        keys = " or ".join(letter for letter, _ in self.session.view.choices)
        self.say(f"Press {keys}, or select an answer with ↑ and ↓.")

    def on_key(self, event: Key) -> None:
        """Choose an answer by its letter, or type into an open line that has lost the focus."""
        view = self._view
        line = self.query_one(_Line)
        if line.display and self._asks and not self.jobs and event.is_printable:
            event.stop()
            event.prevent_default()
            line.focus()
            line.insert_text_at_cursor(event.character or "")
            return
        if (
            view is not None
            and not self.jobs
            and view.choices
            and event.character in dict(view.choices)
        ):
            event.stop()
            self._answer(event.character or "")

    def _answer(self, typed: str) -> None:
        if self._is_busy:
            return
        try:
            self.session.answer(typed)
        except UsageError as error:
            self.say(f"{error}.")
            return
        except PlytraceError as error:
            self.say(f"This costs no try: {error}")
            return
        self._keep()
        self._show()

    def _keep(self) -> None:
        text = save_progress(self.session)
        if text:
            self.notify(text, severity="warning")

    # Keys -------------------------------------------------------------------------------------

    def action_forward(self) -> None:
        """Go to the next page or tree."""
        if self._over:
            self.dismiss(self._following or None)
        elif self._is_busy:
            return
        elif self.session.hands is not None:
            self._work_by_hand(self.session.hands)
        elif not self.session.view.can_go_on:
            self.say("Answer the question first. Press F2 to see the answer, or F6 to skip it.")
        else:
            self._wait_for(self.session.forward, self._turned)

    def _work_by_hand(self, hands: HandSession) -> None:
        """Open the search of the exercise, and judge it when it has ended."""

        def take(_: None) -> None:
            self.session.take_hand_work()
            self._keep()
            self._show()

        self.app.push_screen(HandsScreen(hands, is_exercise=True), take)

    def _turned(self, is_there: bool) -> None:
        """Show the current page, or the end of the lesson."""
        self._keep()
        (self._show() if is_there else self._end())

    def action_back(self) -> None:
        """Go back a page, or from the end to the last one."""
        if self._over:
            self._over = False
            self._show()
        elif not self._is_busy:
            self._wait_for(self.session.back, self._turned_back)

    def _turned_back(self, is_there: bool) -> None:
        if is_there:
            self._keep()
            self._show()
        else:
            self.say("This is the first page.")

    def action_skip(self) -> None:
        """Go to the next page without answering."""
        if self._over:
            self.action_forward()
        elif not self._is_busy:
            self._wait_for(self.session.skip, self._turned)

    def action_show(self) -> None:
        """Show the answer."""
        if self._is_busy:
            return
        try:
            self.session.give_up()
        except PlytraceError as error:
            then = f"Type {error.expected}, or press F6" if self._asks else "Press Enter"
            self.say(f"There is no answer to show. {then} to continue.")
            return
        self._keep()
        self._show()

    def _end(self) -> None:
        """Show the summary of the finished lesson."""
        self._over = True
        session = self.session
        lines = [session.result_text]
        if session.right or session.wrong:
            lines.append(session.score_text)
        lines += session.list_mistakes()
        if session.lesson.goals:
            lines.append("You can now:")
            lines.append("\n".join(f"- {goal}" for goal in session.lesson.goals))
        if self._following:
            title = open_lesson(self._following).title
            lines.append(f"Press Enter to start the next lesson, *{title}*.")
        else:
            lines.append("Press Enter to return to the list.")
        self.query_one("#text", Static).update(Markdown(with_symbols(self, "\n\n".join(lines))))
        self.query_one("#asking").display = False
        self.set_focus(None)
        self.query_one(LessonOutline).show("")
        self.query_one(LessonFigure).show(None)
        self.add_class("-alone")
        self.query_one("#said").styles.max_height = None

    # A model solution -------------------------------------------------------------------------

    def action_play(self) -> None:
        """Play or pause the search."""
        if self._timer is not None:
            self._halt()
        elif self._step is None:
            self.say("You can play a search after you have solved its tree.")
        else:
            self._timer = self.set_interval(_BEAT, self._beat)

    def _beat(self) -> None:
        if not self._step_by(1):
            self._halt()

    def _halt(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def action_step(self, by: int) -> None:
        """Go to another step of the search."""
        self._halt()
        if self._step is None:
            if by > 0:
                self.action_forward()
            else:
                self.action_back()
            return
        self._step_by(by)

    def _step_by(self, by: int) -> bool:
        scene = self.session.view.scene
        if scene is None or scene.trace is None or self._step is None:
            return False
        step = self._step + by
        if not 0 <= step < len(scene.trace.replay):
            return False
        self._step = step
        self.query_one(LessonFigure).show(replace(scene, step=step))
        return True

    def action_stepper(self) -> None:
        """Open the shown search, run or matrix in the stepper."""
        if self._is_busy:
            return
        scene = self.session.view.scene
        if scene is not None and scene.worked is not None and not self._asks:
            self._wait_for(scene.worked.complete, self._work_through)
            return
        if scene is None or scene.trace is None or self._asks:
            self.say(
                "Answer the question first: the search would show the answer."
                if self._asks
                else "This page has no search to open."
            )
            return
        self._halt()
        self._wait_for(self.session.searched, self._step_through)

    def _work_through(self, run: WorkedRun) -> None:
        scene = self._view.scene if self._view else None
        step = scene.worked_step if scene is not None else 0
        self.app.push_screen(WorkedScreen(run, step, way_back=_WAY_BACK))

    def _step_through(self, searched: Trace | None) -> None:
        scene = self._view.scene if self._view else None
        if searched is not None and scene is not None:
            step = self._step if self._step is not None else scene.step
            # The name of an exercise tree means nothing to a student.
            heading = self.session.lesson.title if self._view and self._view.progress_text else ""
            screen = StepperScreen(searched, step or 0, heading=heading, way_back=_WAY_BACK)
            self.app.push_screen(screen)

    @property
    def _asks(self) -> bool:
        return bool(self._view and self._view.question)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether a key does something now."""
        if not self.is_mounted:
            return True
        if action == "play":
            return self._step is not None
        if action == "show":
            return not self.jobs and not self._over and self.session.has_answer
        if action == "page":
            return any(pane.max_scroll_y for pane in self._panes)
        return True

    @property
    def _panes(self) -> list[Widget]:
        """The scrollable panes, in the order in which keys scroll them."""
        panes = [self.query_one(one) for one in ("#heard", "#posed", "#said", "#bare")]
        return [one for one in panes if all(each.display for each in one.ancestors_with_self)]

    def action_scroll(self, by: int) -> None:
        """Scroll the feedback, then the text and the figure."""
        self._scroll_by(lambda _: by)

    def action_page(self, by: int) -> None:
        """Scroll the same panes by a page."""
        self._scroll_by(lambda pane: by * max(1, pane.size.height - 1))

    def _scroll_by(self, rows_of: Callable[[Widget], int]) -> None:
        """Scroll the first pane that has more to show."""
        for pane in self._panes:
            by = rows_of(pane)
            if pane.scroll_offset.y != (pane.max_scroll_y if by > 0 else 0):
                pane.scroll_relative(y=by, animate=False)
                return

    def action_help(self) -> None:
        """Explain the terms on the page and list the keys."""
        meanings = [
            (term.name, with_symbols(self, term.text)) for term in find_terms(self._page_text())
        ]
        self.app.push_screen(HelpScreen(self.ACTIONS, terms=meanings))

    def _page_text(self) -> str:
        """Return every text on the page: prose, question, choices and feedback, or the goals."""
        view = self._view
        if self._over or view is None:
            return "\n".join(self.session.lesson.goals if self._over else ())
        feedback = view.feedback.text if view.feedback else ""
        choices = (text for _, text in view.choices)
        return "\n".join([view.text, view.question, *choices, view.answered, feedback])

    def action_leave(self) -> None:
        """Leave, and save the progress."""
        self._keep()
        self.dismiss(None)


def _option(screen: LessonScreen, letter: str, text: str, is_tried: bool) -> Markdown:
    """Return a choice after its letter; a cross marks one that was wrong."""
    tried = with_symbols(screen, "✗ ") if is_tried else ""
    return Markdown(with_symbols(screen, f"**{letter}**  {tried}{text}"))


def _feedback_text(text: AnswerFeedback) -> str:
    """Return the feedback, with a symbol so that it does not depend on colour."""
    head = "✓ **Right.**" if text.is_right else "" if text.was_asked_for else "✗ **No.**"
    return f"{head} {text.text}".strip()


def _rows(widgets: Iterable[Widget]) -> int:
    """Return the total height of the displayed widgets with their margins."""
    return sum(one.outer_size.height + one.styles.margin.height for one in widgets if one.display)
