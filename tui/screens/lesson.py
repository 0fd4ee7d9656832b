"""A lesson: its pages, the figure beside them, the question, and what is said of the answer."""

from __future__ import annotations

from typing import ClassVar

from rich.markdown import Markdown
from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container, Horizontal, Vertical, VerticalScroll
from textual.events import Key
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from engine.errors import PlytraceError, UsageError
from tracer.check.misconceptions import MISCONCEPTIONS
from tracer.lesson import Sitting
from tracer.lesson.asking import Told
from tracer.lesson.sitting import View
from tracer.lesson.stage import Scene
from tui.actions import Action, bindings
from tui.glyphs import GlyphScreen, plain
from tui.learned import keep
from tui.screens.help import HelpScreen
from tui.screens.stepper import StepperScreen
from tui.widgets.lesson_figure import LessonFigure
from tui.widgets.predict_pane import AnswerLine
from tui.widgets.whole_footer import WholeFooter

__all__ = ["LessonScreen"]

#: Seconds between two steps of a model solution that plays.
_BEAT = 1.0


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
        Action(("f5", "ctrl+b", "p"), "F5", "back", "Back", "Go back a page.", "back"),
        Action(
            ("f6",),
            "F6",
            "skip",
            "Skip",
            "Go on to the next page, whatever is asked here.",
            "skip",
        ),
        Action(("f2",), "F2", "show", "Answer", "Be told the answer.", "answer"),
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
        Action(("down",), "↓", "scroll(3)", "Down", "Scroll the text."),
        Action(("up",), "↑", "scroll(-3)", "Up", "Scroll it back."),
        Action(("f1",), "F1", "help", "Help", "List the keys.", "help"),
        Action(
            ("escape",), "Esc", "leave", "Leave", "Leave; the lesson goes on from here.", "leave"
        ),
    )
    BINDINGS: ClassVar[list[BindingType]] = bindings(ACTIONS)
    AUTO_FOCUS = ""
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (60, "-broad"), (100, "-wide")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-low"), (18, "-usual"), (32, "-tall")]  # noqa: RUF012

    def __init__(self, sitting: Sitting, following: str = "") -> None:
        super().__init__()
        self.sitting = sitting
        self._following = following
        self._step: int | None = None  # of a model solution
        self._timer: Timer | None = None
        self._over = False

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
            yield Static(id="was-asked", markup=False)
            yield Static(id="told", markup=False)
            yield Static(id="asked", markup=False)
            yield OptionList(id="answers")
            yield AnswerLine(id="answer")
        with Horizontal(id="bottom-line"):
            yield WholeFooter(show_command_palette=False)
            yield Static(id="message", markup=False)

    async def on_mount(self) -> None:
        """Show the page that it stands at."""
        self.query_one("#title", Static).update(plain(self, self.sitting.lesson.title))
        await self._show()

    def glyphs_changed(self) -> None:
        """Draw again, with the signs that the application now has."""
        self.query_one(LessonFigure).redraw()
        self.call_later(self._show)

    # What is shown ---------------------------------------------------------------------------

    async def _show(self) -> None:
        """Show the lesson as it stands."""
        self._halt()
        view = self.sitting.view
        told = f"page {view.page} of {view.pages}"
        self.query_one("#status", Static).update(
            plain(self, f"{told} · {view.standing}" if view.standing else told)
        )
        self.query_one("#text", Static).update(Markdown(plain(self, view.text)))
        self.query_one("#said").scroll_home(animate=False)
        scene = view.scene
        self._step = scene.step if scene is not None and scene.plays else None
        await self.query_one(LessonFigure).show(scene)
        self.set_class(scene is None, "-alone")
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
            told.set_class(not view.told.is_right, "-wrong")

    def _ask(self, view: View) -> None:
        asked, line = self.query_one("#asked", Static), self.query_one("#answer", Input)
        answers = self.query_one(OptionList)
        asked.display = bool(view.question)
        answers.display = bool(view.question and view.choices)
        line.display = bool(view.question and not view.choices)
        self.query_one("#asking").display = bool(view.question) or view.told is not None
        line.value = ""
        if not view.question:
            self.set_focus(None)
            return
        asked.update(Markdown(plain(self, view.question)))
        if view.choices:
            answers.clear_options()
            answers.add_options(
                [
                    Option(Markdown(plain(self, f"**{letter}**  {text}")), id=letter)
                    for letter, text in view.choices
                ]
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
        view = self.sitting.view
        if view.choices and event.character in dict(view.choices):
            event.stop()
            await self._answer(event.character or "")

    async def _answer(self, typed: str) -> None:
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
        elif not self.sitting.view.can_go_on:
            self.say("First the question: F2 tells the answer, F6 goes on without.")
        elif self.sitting.forward():
            self._keep()
            await self._show()
        else:
            self._keep()
            await self._end()

    async def action_back(self) -> None:
        """Go back a page, or from the end to the last one."""
        if self._over:
            self._over = False
            await self._show()
        elif self.sitting.back():
            self._keep()
            await self._show()
        else:
            self.say("This is the first page.")

    async def action_skip(self) -> None:
        """Go on, whatever is asked."""
        if self._over:
            await self.action_forward()
        elif self.sitting.skip():
            self._keep()
            await self._show()
        else:
            self._keep()
            await self._end()

    async def action_show(self) -> None:
        """Be told the answer."""
        try:
            self.sitting.give_up()
        except PlytraceError:
            self.say("There is no answer to tell here: F6 goes on to the next page.")
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

    def action_stepper(self) -> None:
        """Open the search that is shown in the stepper; leaving that comes back here."""
        scene = self.sitting.view.scene
        if scene is None or scene.trace is None or self._asks:
            self.say("There is no search to open here, or it would tell the answer.")
            return
        self._halt()
        step = self._step if self._step is not None else scene.step
        self.app.push_screen(StepperScreen(scene.trace, step or 0))

    @property
    def _asks(self) -> bool:
        return bool(self.sitting.view.question)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """What can be done now."""
        if not self.is_mounted:
            return True
        if action == "play":
            return self._step is not None
        if action == "show":
            return bool(self.sitting.view.question) and not self.sitting.view.standing
        return True

    def action_scroll(self, by: int) -> None:
        """Scroll the text, and where all of that is in view what stands beside it."""
        said = self.query_one("#said")
        at_an_end = said.scroll_offset.y == (said.max_scroll_y if by > 0 else 0)
        (self.query_one("#bare") if at_an_end else said).scroll_relative(y=by, animate=False)

    def action_help(self) -> None:
        """List the keys."""
        self.app.push_screen(HelpScreen(self.ACTIONS))

    def action_leave(self) -> None:
        """Leave; how far it is is kept."""
        self._keep()
        self.dismiss(None)


def _said(told: Told) -> str:
    """What is said of an answer, with a sign in front that is no colour."""
    head = "✓ **Right.**" if told.is_right else "✗ **No.**"
    return f"{head} {told.text}".strip()
