"""An MCTS run or a payoff matrix, one step at a time."""

from __future__ import annotations

from functools import partial
from typing import Final

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, ScrollableContainer, Vertical, VerticalScroll
from textual.events import Key
from textual.widgets import Input, Static

from engine.errors import InvalidInput, PlytraceError
from tracer.drawing.terminal.tree_chart import Rows
from tracer.questions.question import Question, Verdict, judge
from tracer.worked.worked_run import WorkedRun
from tui.appearance.theme import with_symbols
from tui.dialogs.prompt import PromptScreen
from tui.screens.screen_base import SteppedScreen
from tui.widgets.footer import BottomLine, make_title_line
from tui.widgets.predict_pane import PredictPane
from tui.widgets.preview import Preview, wrap_lines

#: Answers to a question before the right one is shown.
_TRIES: Final = 2
#: Characters of an answer that are repeated.
_LONGEST: Final = 24
#: Rows above and below the drawing, and rows of a question.
_AROUND: Final = 6
_QUESTION: Final = 8
#: Printable keys that stay commands in predict mode.
_ALWAYS: Final = ("question_mark",)
#: Cells that the drawing scrolls sideways at once.
_SIDEWAYS: Final = 8


class WorkedScreen(SteppedScreen):
    """The drawing on one side, the sentence and the arithmetic of the step on the other."""

    KEYS = ("worked", "closing")
    SIGNS = (
        ("►", "the node that the iteration has reached, or the selected child"),
        ("n, sum, mean", "visits of a node, sum of its rewards, and sum divided by visits"),
        ("*", "a best response"),
        ("[ ]", "a pure equilibrium"),
        ("×", "a strictly dominated strategy, before its deletion"),
        ("←", "the result of a comparison"),
    )
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (70, "-broad"), (100, "-wide")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-tiny"), (9, "-low"), (18, "-usual"), (32, "-tall")]  # noqa: RUF012

    def __init__(self, run: WorkedRun, step: int = 0, *, way_back: str = "") -> None:
        super().__init__()
        self.worked = run
        self.step = range(len(run.steps))[step]
        self._way_back = way_back
        #: Whether each question was right at once, by step and subject.
        self._marks: dict[tuple[int, str], bool] = {}
        self._predicts = False
        self._questions: list[Question] = []  # open questions about the next step
        self._wrong = 0  # wrong answers to the first of them

    def compose(self) -> ComposeResult:
        """Yield the drawing, the explanation and the question."""
        yield make_title_line()
        yield Static(id="phases")
        with Horizontal(id="worked"):
            with ScrollableContainer(id="worked-drawing", can_focus=False):
                yield Preview(id="worked-figure")
            with Vertical(id="explained"):
                yield Static(id="sentence", markup=False)
                with VerticalScroll(id="calculated", can_focus=False):
                    yield Preview(id="arithmetic")
        yield PredictPane(id="predict")
        yield BottomLine()

    def on_mount(self) -> None:
        """Show the first step."""
        self.go_to(self.step)
        self.say(self._way_back)

    def on_resize(self) -> None:
        """Draw in the new size."""
        self.call_after_refresh(self.show)

    # A step -----------------------------------------------------------------------------------

    @property
    def step_count(self) -> int:
        """The number of steps."""
        return len(self.worked.steps)

    def go_to(self, step: int) -> None:
        """Show a step, and forget an open question."""
        self.step = range(self.step_count)[step]
        if self._questions:
            self._questions = []
            self.query_one(PredictPane).show_message("Press → for a question about the next step.")
        self.show()
        self.say("")
        self.query_one("#calculated").scroll_home(animate=False)

    def show(self) -> None:
        """Show the step."""
        run, step = self.worked, self.worked.steps[self.step]
        self.put_title(run.title, step.part)
        self.query_one("#status", Static).update(f"step {self.step} of {len(run.steps) - 1}")
        self.query_one("#worked-figure", Preview).show(self._drawing())
        phases = Text(no_wrap=True, overflow="ellipsis", end="")
        for place, phase in enumerate(run.PHASES):
            phases.append(with_symbols(self, " → ") if place else "")
            phases.append(phase, "bold reverse" if phase == step.phase else "")
        self.query_one("#phases", Static).update(phases)
        self.put_text("sentence", step.sentence)
        room = self.query_one("#calculated").content_size.width
        rows = wrap_lines(
            self, step.lines, room - 1, lambda line: "max best" if "←" in line else "leaf"
        )
        self.query_one("#arithmetic", Preview).show(rows)

    def _drawing(self) -> Rows:
        """Return the drawing, with the history below it if both fit."""
        width = self.query_one("#worked-drawing").content_size.width or self.size.width
        height = self.size.height - _AROUND - (_QUESTION if self._predicts else 0)
        if self.has_class("-narrow"):
            height //= 2
        rows = self.worked.draw(self.step, width, height)
        history = self.worked.history(self.step)
        if history and len(rows) + len(history) + 2 <= height:
            rows = (*rows, (), (), *history)
        return rows

    # Moving -----------------------------------------------------------------------------------

    def action_forward(self) -> None:
        """Go to the next step, or ask about it."""
        if not self._ask_about_next():
            super().action_forward()

    def action_part(self, by: int) -> None:
        """Go to the start of another part."""
        message = "This is the last part." if by > 0 else "This is the first step."
        self.go_if(self.worked.part_start(self.step, by), message)

    def action_go(self) -> None:
        """Ask for a step, and go to it."""
        last = self.step_count - 1
        hint = f"Type the number of a step, from 0 to {last}."
        read = partial(_read_step, last)
        self.app.push_screen(PromptScreen("Go to", read, hint=hint), self.go_if)

    def action_scroll(self, by: int) -> None:
        """Scroll the calculation and the drawing."""
        self.query_one("#calculated").scroll_relative(y=by, animate=False)
        self.query_one("#worked-drawing").scroll_relative(y=by, animate=False)

    def action_sideways(self, by: int) -> None:
        """Scroll a wide drawing sideways."""
        self.query_one("#worked-drawing").scroll_relative(x=by * _SIDEWAYS, animate=False)

    # Predicting -------------------------------------------------------------------------------

    def action_predict(self) -> None:
        """Turn predict mode on; while it is on, letters are answers."""
        self._predicts = True
        self.add_class("-predicting")
        self.show()
        self.refresh_bindings()
        pane = self.query_one(PredictPane)
        pane.score(self._score)
        pane.show_message(
            "Predict each step before you see it. Press → to step, or Enter for the next question."
        )

    @property
    def _score(self) -> str:
        """How many questions were right at once."""
        return f"{sum(self._marks.values())} of {len(self._marks)} right at once"

    def action_end_predicting(self) -> None:
        """Turn predict mode off; the score is kept."""
        if self._predicts:
            self._questions, self._predicts = [], False
            self.remove_class("-predicting")
            self.show()
            self.set_focus(None)
            self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Disable the keys of predict mode while it is off."""
        if action in ("end_predicting", "next_question", "scroll_question"):
            return self._predicts
        return super().check_action(action, parameters)

    def on_key(self, event: Key) -> None:
        """In predict mode, type an answer: no letter is a command."""
        if not self._predicts or not event.is_printable or event.key in _ALWAYS:
            return
        event.stop()
        event.prevent_default()
        if not self._questions or not self.query_one(PredictPane).has_class("-asks"):
            self.action_next_question()
        if self._questions:
            self.query_one(PredictPane).resume(event.character or "")

    def _ask_about_next(self) -> bool:
        """Ask about the next step if there is a question; return whether one is open."""
        if not self._predicts or self.step + 1 >= self.step_count:
            return False
        if self._questions and self.query_one(PredictPane).has_class("-asks"):
            self.query_one(PredictPane).resume()
            return True
        if not self._questions:
            self._questions = list(self.worked.questions(self.step + 1))
            if not self._questions:
                self.query_one(PredictPane).show_message(
                    f"There is no question about step {self.step + 1}. Press → to continue, or "
                    "Enter for the next question."
                )
                return False
        self._wrong = 0
        self.query_one(PredictPane).ask(self._questions[0].text, self._questions[0].hint)
        return True

    def action_next_question(self) -> None:
        """Go to the next question."""
        if self._questions:
            self._ask_about_next()
            return
        for step in range(self.step + 1, self.step_count):
            if self.worked.questions(step):
                if step - 1 != self.step:
                    self.go_to(step - 1)
                self._ask_about_next()
                return
        self.go_to(-1)
        self.query_one(PredictPane).show_message(f"There are no more questions: {self._score}.")

    @on(Input.Submitted, "#answer")
    def _answered(self, event: Input.Submitted) -> None:
        if not self._questions:
            return
        question, pane, typed = self._questions[0], self.query_one(PredictPane), event.value.strip()
        verdict: Verdict | None = None
        if typed:
            try:
                verdict = judge(question, typed)
            except PlytraceError as error:
                pane.reject_answer(str(error))
                return
        is_right = verdict is not None and verdict.is_right
        self._marks.setdefault((self.step + 1, question.item), is_right)
        pane.score(self._score)
        if verdict is not None and not verdict.is_right:
            self._wrong += 1
            if self._wrong < _TRIES:
                pane.ask(f"✗ Not {_short(typed)}. Try again. {question.text}", question.hint)
                return
        self._questions.pop(0)
        text = _feedback(question, typed, verdict)
        if self._questions:
            pane.show_message(f"{text} Press → for another question about this step.")
        else:
            self.go_to(self.step + 1)
            pane.show_message(text)

    def action_scroll_question(self, by: int) -> None:
        """Scroll the question or its feedback."""
        self.query_one(PredictPane).scroll_question(by)


def _read_step(last: int, text: str) -> int:
    typed = text.strip()
    if not (typed.isdecimal() and int(typed[:9]) <= last):
        raise InvalidInput(f"there is no step {typed!r}", expected=f"0 to {last}")
    return int(typed)


def _feedback(question: Question, typed: str, verdict: Verdict | None) -> str:
    if verdict is None:
        return f"The answer is {question.answer}. {question.why}"
    if verdict.is_right:
        return f"✓ Right. {verdict.reason}"
    mistake = f" ({verdict.mistake})" if verdict.mistake else ""
    return f"✗ No, not {_short(typed)}{mistake}. It is {question.answer}. {verdict.reason}"


def _short(typed: str) -> str:
    return typed if len(typed) <= _LONGEST else f"{typed[:_LONGEST]}…"
