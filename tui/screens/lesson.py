"""A lesson: its pages, the figure beside them, the question, and what is said of the answer."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from typing import Any, ClassVar, TypeVar

from rich.markdown import Markdown
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Horizontal, Vertical, VerticalScroll
from textual.events import Key
from textual.message import Message
from textual.screen import Screen
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from engine.errors import PlytraceError, UsageError
from tracer.check.misconceptions import MISCONCEPTIONS
from tracer.lesson import Sitting
from tracer.lesson.asking import Told
from tracer.lesson.sitting import View
from tracer.lesson.stage import Scene
from tracer.search_trace import Trace
from tui.actions import Action, bindings
from tui.beside import Beside
from tui.glyphs import GlyphScreen, plain
from tui.learned import keep
from tui.lesson_room import rooms
from tui.screens.help import HelpScreen
from tui.screens.stepper import StepperScreen
from tui.widgets.choices import Choices
from tui.widgets.lesson_figure import LessonFigure
from tui.widgets.predict_pane import AnswerLine
from tui.widgets.whole_footer import WholeFooter

__all__ = ["LessonScreen"]

#: Seconds between two steps of a model solution that plays.
_BEAT = 1.0
#: Seconds that a page may take before it is said that it does, and between two looks at it.
_AT_ONCE, _LOOK = 0.1, 0.05

#: Cells beside the choices: the pane's and the options' padding, and a scroll bar.
_BESIDE_ANSWERS = 5

_Made = TypeVar("_Made")


#: The keys that turn pages are the screen's, whatever has the focus.
_PAGES = (
    Binding("pagedown", "screen.page(1)", "more", key_display="PgDn"),
    Binding("pageup", "screen.page(-1)", show=False),
)


class _Line(AnswerLine):
    """The line for the answer: here Enter alone is no answer, and passes nothing over."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "submit", "answer", key_display="Enter"),
        *_PAGES,
    ]


class _Answers(Choices):
    """The answers to choose from."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select", "choose", key_display="Enter"),
        *_PAGES,
    ]


class _Text(Static):
    """What is asked or told; it says when it takes other rows than before."""

    class Resized(Message):
        """It takes other rows."""

    def on_resize(self) -> None:
        """Say so."""
        self.post_message(self.Resized())


class LessonScreen(GlyphScreen, Screen["str | None"]):
    """A lesson, page after page.

    Args:
        sitting: the lesson; it goes on from where it stands.
        following: the name of the lesson after it; empty for none.

    It gives the name of the lesson that is to follow, or None where the person leaves.
    """

    ACTIONS: ClassVar[tuple[Action, ...]] = (
        Action(
            ("enter", "space", "n"),
            "Enter",
            "forward",
            "Go on",
            "Go on to the next page or tree; at a question, hand in the answer.",
            "go on",
        ),
        Action(
            ("pagedown",),
            "PgDn",
            "page(1)",
            "More",
            "Read on: first in what is said of an answer, then in the text.",
            "more",
        ),
        Action(("pageup",), "PgUp", "page(-1)", "Up again", "Read back."),
        Action(
            ("f5", "ctrl+b", "p"),
            "F5",
            "back",
            "Back",
            "Go back a page; inside of a sheet, to the part before.",
            "back",
        ),
        Action(
            ("f6",),
            "F6",
            "skip",
            "Skip",
            "Go on to the next page, whatever is asked here.",
            "skip",
        ),
        Action(
            ("f2",),
            "F2",
            "show",
            "Answer",
            "Be told the answer; a tree of an exercise then does not count as right.",
            "answer",
        ),
        Action(
            ("f3",),
            "F3",
            "play",
            "Play",
            "Let the search of a tree that was worked play, or stand still.",
            "play",
        ),
        Action(
            ("f4",), "F4", "stepper", "Stepper", "Open the search in the stepper, at this step."
        ),
        Action(("right", "l"), "→", "step(1)", "Step", "The next step of a search that plays."),
        Action(("left", "h"), "←", "step(-1)", "Step back", "The step before."),
        Action(("down",), "↓", "scroll(3)", "Down", "Read on by three lines."),
        Action(("up",), "↑", "scroll(-3)", "Up", "Read back by three lines."),
        Action(("f1",), "F1", "help", "Help", "List the keys.", "help"),
        Action(
            ("escape",), "Esc", "leave", "Leave", "Leave; the lesson goes on from here.", "leave"
        ),
    )
    BINDINGS: ClassVar[list[BindingType]] = bindings(ACTIONS)
    AUTO_FOCUS = ""
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (60, "-broad"), (100, "-wide")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [  # noqa: RUF012
        (0, "-tiny"),
        (10, "-low"),
        (18, "-usual"),
        (32, "-tall"),
    ]

    def __init__(self, sitting: Sitting, following: str = "") -> None:
        super().__init__()
        self.sitting = sitting
        self._following = following
        self._step: int | None = None  # of a model solution
        self._timer: Timer | None = None
        self._over = False
        self._view: View | None = None  # that is shown
        self._job: Beside[Any] | None = None

    def compose(self) -> ComposeResult:
        """The text, the figure, the question."""
        with Horizontal(id="title-line"):
            yield Static(id="title")
            yield Static(id="status", markup=False)
        with Container(id="lesson"):
            with VerticalScroll(id="said", can_focus=False):
                yield Static(id="text", markup=False)
            yield LessonFigure(id="figure")
        with Vertical(id="asking"):
            with VerticalScroll(id="heard", can_focus=False):
                yield _Text(id="was-asked", markup=False)
                yield _Text(id="told", markup=False)
            with VerticalScroll(id="posed", can_focus=False):
                yield _Text(id="handed-in", markup=False)
                yield _Text(id="asked", markup=False)
            yield _Answers(id="answers")
            yield _Line(id="answer")
        with Horizontal(id="bottom-line"):
            yield WholeFooter(show_command_palette=False)
            yield Static(id="message", markup=False)

    async def on_mount(self) -> None:
        """Show the page that it stands at."""
        self.query_one("#title", Static).update(plain(self, self.sitting.lesson.title))
        self.query_one("#asking").display = False
        self.query_one(LessonFigure).display = False
        await self._beside(self.sitting.ready, self._opened)

    async def _opened(self, _: None) -> None:
        await self._show()

    def glyphs_changed(self) -> None:
        """Draw again, with the signs that the application now has."""
        self.query_one(LessonFigure).redraw()
        if self._job is None:
            self.call_later(self._show)

    def on_resize(self) -> None:
        """Share the rows that there are now."""
        self.call_after_refresh(self._fit)

    # What is shown ---------------------------------------------------------------------------

    async def _show(self) -> None:
        """Show the lesson as it stands."""
        self._halt()
        view = self._view = self.sitting.view
        told = f"page {view.page} of {view.pages}"
        self.query_one("#status", Static).update(
            plain(self, f"{told} · {view.standing}" if view.standing else told)
        )
        self.query_one("#text", Static).update(Markdown(plain(self, view.text)))
        for pane in ("#said", "#heard", "#posed"):
            self.query_one(pane).scroll_home(animate=False)
        scene = view.scene
        self._step = scene.step if scene is not None and scene.plays else None
        await self.query_one(LessonFigure).show(scene)
        self.set_class(scene is None, "-alone")
        self.set_class(scene is not None and scene.plays, "-worked")
        self._tell(view)
        self._ask(view)
        self.say("")
        self.refresh_bindings()
        if self._step is not None and view.told is not None and not view.told.is_right:
            self.action_play()

    def _tell(self, view: View) -> None:
        was, told = self.query_one("#was-asked", Static), self.query_one("#told", Static)
        was.display = bool(view.answered)
        if view.answered:
            was.update(Markdown(plain(self, view.answered)))
        told.display = view.told is not None and bool(_said(view.told))
        if view.told is not None:
            told.update(Markdown(plain(self, _said(view.told))))
            told.set_class(view.told.is_right, "-right")
            told.set_class(not (view.told.is_right or view.told.was_asked_for), "-wrong")

    def _ask(self, view: View) -> None:
        asked, line = self.query_one("#asked", Static), self.query_one("#answer", Input)
        handed_in = self.query_one("#handed-in", Static)
        handed_in.display = bool(view.question and view.handed_in)
        handed_in.update(plain(self, _noted(view)))
        answers = self.query_one(OptionList)
        asked.display = bool(view.question)
        answers.display = bool(view.question and view.choices)
        line.display = bool(view.question and not view.choices)
        self.query_one("#asking").display = bool(view.question) or view.told is not None
        line.value = plain(self, view.draft)
        if not view.question:
            self.set_focus(None)
            return
        asked.update(Markdown(plain(self, view.question)))
        if view.choices:
            answers.clear_options()
            answers.add_options(
                [Option(_option(self, letter, text), id=letter) for letter, text in view.choices]
            )
            # After a wrong one no answer is the next by itself: Enter alone would hand it in.
            answers.highlighted = 0 if view.told is None else None
            answers.focus()
        else:
            line.placeholder = plain(self, view.hint)
            line.focus()

    def say(self, message: str) -> None:
        """Show a short message in the last line."""
        self.query_one("#message", Static).update(plain(self, message))
        self.set_class(bool(message), "-says")
        self.call_after_refresh(self._fit)

    @on(_Text.Resized)
    def _fit(self) -> None:
        """Share the rows between the text, the figure, and what is asked and told."""
        view = self._view
        if view is None or not self.is_mounted:
            return
        heard, posed = self.query_one("#heard"), self.query_one("#posed")
        answers, line = self.query_one(_Answers), self.query_one(_Line)
        shared = (heard, posed, answers)
        fixed = [one for one in self.query_one("#asking").children if one not in shared]
        around = [self.query_one("#title-line"), self.query_one("#bottom-line")]
        border = 0 if self.has_class("-tiny") else 1
        figure = self.query_one(LessonFigure)
        is_beside = self.has_class("-wide")
        room = rooms(
            self.size.height - border - _rows(around),
            _rows(heard.children),
            _rows(posed.children),
            self._rows_of_answers(view) if answers.display else 0,
            fixed=_rows(fixed),
            figure=figure.rows if self.has_class("-worked") and not is_beside else 0,
        )
        for pane, rows in zip(shared, (room.told, room.asked, room.answers), strict=True):
            pane.styles.height = rows
        if line.display:
            line.scroll_visible(animate=False)
        self.call_after_refresh(self.refresh_bindings)  # there may be more to read now, or less

    def _rows_of_answers(self, view: View) -> int:
        """Rows that the choices take: a list that has no height yet cannot say so itself."""
        width = max(1, self.size.width - _BESIDE_ANSWERS)
        console = self.app.console
        options = console.options.update(width=width, height=None)
        return sum(
            len(console.render_lines(_option(self, letter, text), options, pad=False))
            for letter, text in view.choices
        )

    # What takes its time ----------------------------------------------------------------------

    async def _beside(
        self, work: Callable[[], _Made], then: Callable[[_Made], Awaitable[None]]
    ) -> None:
        """Do something that may take its time in a thread, and go on with what comes of it."""
        job = Beside(work)
        if job.is_done(within=_AT_ONCE):
            await self._go_on(job, then)
            return
        self._job = job
        self.query_one("#status", Static).update(plain(self, "searching…"))
        self.say("Searching. Esc leaves.")

        async def look() -> None:
            if job.is_done():
                timer.stop()
                self._job = None
                self.say("")
                await self._go_on(job, then)

        timer = self.set_interval(_LOOK, look)

    async def _go_on(self, job: Beside[_Made], then: Callable[[_Made], Awaitable[None]]) -> None:
        try:
            made = job.made()
        except PlytraceError as error:
            self.say(f"That cannot be shown: {error}")
            return
        await then(made)

    @property
    def _is_busy(self) -> bool:
        """Whether something runs that has to be waited for; it is said then."""
        if self._job is not None:
            self.say("Still searching. Esc leaves.")
        return self._job is not None

    # Answering --------------------------------------------------------------------------------

    @on(Input.Submitted, "#answer")
    async def _typed(self, event: Input.Submitted) -> None:
        if event.value.strip():
            await self._answer(event.value)
        else:
            self.say("Type an answer; F2 tells it, F6 goes on without.")

    @on(OptionList.OptionSelected)
    async def _picked(self, event: OptionList.OptionSelected) -> None:
        if event.option_id:
            await self._answer(event.option_id)

    async def on_key(self, event: Key) -> None:
        """A letter picks an answer."""
        view = self._view
        if (
            view is not None
            and self._job is None
            and view.choices
            and event.character in dict(view.choices)
        ):
            event.stop()
            await self._answer(event.character or "")

    async def _answer(self, typed: str) -> None:
        if self._is_busy:
            return
        try:
            self.sitting.answer(typed)
        except UsageError as error:
            self.say(f"{error}.")
            return
        except PlytraceError as error:
            self.say(f"That cannot be read: {error}")
            return
        self._keep()
        await self._show()

    def _keep(self) -> None:
        told = keep(self.sitting)
        if told:
            self.notify(told, severity="warning")

    # Keys -------------------------------------------------------------------------------------

    async def action_forward(self) -> None:
        """Go on."""
        if self._over:
            self.dismiss(self._following or None)
        elif self._is_busy:
            return
        elif not self.sitting.view.can_go_on:
            self.say("First the question: F2 tells the answer, F6 goes on without.")
        else:
            await self._beside(self.sitting.forward, self._turned)

    async def _turned(self, is_there: bool) -> None:
        """Show where the lesson stands now, or that it is over."""
        self._keep()
        await (self._show() if is_there else self._end())

    async def action_back(self) -> None:
        """Go back a page, or from the end to the last one."""
        if self._over:
            self._over = False
            await self._show()
        elif not self._is_busy:
            await self._beside(self.sitting.back, self._turned_back)

    async def _turned_back(self, is_there: bool) -> None:
        if is_there:
            self._keep()
            await self._show()
        else:
            self.say("This is the first page.")

    async def action_skip(self) -> None:
        """Go on, whatever is asked."""
        if self._over:
            await self.action_forward()
        elif not self._is_busy:
            await self._beside(self.sitting.skip, self._turned)

    async def action_show(self) -> None:
        """Be told the answer."""
        if self._is_busy:
            return
        try:
            self.sitting.give_up()
        except PlytraceError as error:
            why = f": {error.expected}" if self._asks else ""
            self.say(f"There is no answer to tell here{why}. F6 goes on to the next page.")
            return
        self._keep()
        await self._show()

    async def _end(self) -> None:
        """Say how the lesson went."""
        self._over = True
        sitting = self.sitting
        lines = [f"**{sitting.lesson.title}** is done."]
        if sitting.right or sitting.wrong:
            lines.append(f"Right answers: {sitting.right}; wrong: {sitting.wrong}.")
        for slug, times in sitting.misconceptions.most_common(3):
            often = "once" if times == 1 else f"{times} times"
            lines.append(f"- {MISCONCEPTIONS[slug].title} ({often}): {MISCONCEPTIONS[slug].hint}")
        if sitting.lesson.goals:
            lines.append("You can now:")
            lines.append("\n".join(f"- {goal}" for goal in sitting.lesson.goals))
        what = "begins the next lesson" if self._following else "goes back to the list"
        lines.append(f"Enter {what}.")
        self.query_one("#text", Static).update(Markdown(plain(self, "\n\n".join(lines))))
        self.query_one("#asking").display = False
        self.set_focus(None)
        await self.query_one(LessonFigure).show(None)
        self.add_class("-alone")

    # A model solution -------------------------------------------------------------------------

    def action_play(self) -> None:
        """Let the search play, or stand still."""
        if self._timer is not None:
            self._halt()
        elif self._step is None:
            self.say("A search plays once its tree has been worked.")
        else:
            self._timer = self.set_interval(_BEAT, self._beat)

    async def _beat(self) -> None:
        if not await self._step_by(1):
            self._halt()

    def _halt(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    async def action_step(self, by: int) -> None:
        """Another step of a search that plays."""
        self._halt()
        if self._step is None:
            if by > 0:
                await self.action_forward()
            else:
                await self.action_back()
            return
        await self._step_by(by)

    async def _step_by(self, by: int) -> bool:
        scene = self.sitting.view.scene
        if scene is None or scene.trace is None or self._step is None:
            return False
        step = self._step + by
        if not 0 <= step < len(scene.trace.replay):
            return False
        self._step = step
        await self.query_one(LessonFigure).show(Scene(scene.trace, step, plays=True))
        return True

    async def action_stepper(self) -> None:
        """Open the search that is shown in the stepper; leaving that comes back here."""
        if self._is_busy:
            return
        scene = self.sitting.view.scene
        if scene is None or scene.trace is None or self._asks:
            self.say("There is no search to open here, or it would tell the answer.")
            return
        self._halt()
        await self._beside(self.sitting.searched, self._step_through)

    async def _step_through(self, searched: Trace | None) -> None:
        scene = self._view.scene if self._view else None
        if searched is not None and scene is not None:
            step = self._step if self._step is not None else scene.step
            # The tree of an exercise has a name of its own, which says nothing to a student.
            heading = self.sitting.lesson.title if self._view and self._view.standing else ""
            back = "q comes back to the lesson."
            self.app.push_screen(StepperScreen(searched, step or 0, heading=heading, way_back=back))

    @property
    def _asks(self) -> bool:
        return bool(self._view and self._view.question)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """What can be done now."""
        if not self.is_mounted:
            return True
        if action == "play":
            return self._step is not None
        if action == "show":
            return self._job is None and not self._over and self.sitting.has_answer
        if action == "page":
            return any(pane.max_scroll_y for pane in self._panes)
        return True

    @property
    def _panes(self) -> list[Widget]:
        """What can be scrolled, in the order in which keys go to it."""
        panes = [self.query_one(one) for one in ("#heard", "#posed", "#said", "#bare")]
        return [one for one in panes if all(each.display for each in one.ancestors_with_self)]

    def action_scroll(self, by: int) -> None:
        """Scroll what is said of an answer, and then the text and what stands beside it."""
        for pane in self._panes:
            if pane.scroll_offset.y != (pane.max_scroll_y if by > 0 else 0):
                pane.scroll_relative(y=by, animate=False)
                return

    def action_page(self, by: int) -> None:
        """The same by a page."""
        for pane in self._panes:
            if pane.scroll_offset.y != (pane.max_scroll_y if by > 0 else 0):
                pane.scroll_relative(y=by * max(1, pane.size.height - 1), animate=False)
                return

    def action_help(self) -> None:
        """List the keys."""
        self.app.push_screen(HelpScreen(self.ACTIONS, has_nodes=False))

    def action_leave(self) -> None:
        """Leave; how far it is is kept."""
        self._keep()
        self.dismiss(None)


def _option(screen: LessonScreen, letter: str, text: str) -> Markdown:
    """A choice, behind its letter."""
    return Markdown(plain(screen, f"**{letter}**  {text}"))


def _said(told: Told) -> str:
    """What is said of an answer, with a sign in front that is no colour."""
    head = "✓ **Right.**" if told.is_right else "" if told.was_asked_for else "✗ **No.**"
    return f"{head} {told.text}".strip()


def _noted(view: View) -> str:
    """The parts of a sheet that are handed in, a line each."""
    return "\n".join(f"{part}: {answer}" for part, answer in view.handed_in)


def _rows(widgets: Iterable[Widget]) -> int:
    """The rows that widgets take which are shown."""
    return sum(one.outer_size.height for one in widgets if one.display)
