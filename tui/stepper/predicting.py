"""Predict mode: a question before every step at which something is decided."""

from __future__ import annotations

from collections.abc import Collection

from textual import on
from textual.events import Key
from textual.widgets import Input

from engine.errors import PlytraceError
from tracer.predict import (
    ALL_KINDS,
    Asks,
    Question,
    Verdict,
    answered,
    judge,
    next_question,
    search_key,
    seek_question,
    suspects,
)
from tracer.search_trace import Trace
from tui.actions import Action
from tui.scores import Scorebook
from tui.screens.kinds import KindsScreen
from tui.screens.score import ScoreScreen
from tui.stepper.base import StepperBase
from tui.widgets.predict_pane import PredictPane

__all__ = ["ACTIONS", "Predicting"]

ACTIONS = (
    Action(("i",), "i", "predict", "Predict", "Be asked before every step, or no more.", "predict"),
    Action(
        ("escape",),
        "Esc",
        "end_predicting",
        "End predicting",
        "Step without questions again.",
        "end",
    ),
    Action(
        ("enter",),
        "Enter",
        "next_question",
        "Next question",
        "In predict mode go on to the next question, over steps that ask nothing.",
        "ask",
    ),
    Action(
        ("pagedown",),
        "PgDn",
        "scroll_told(1)",
        "Read on",
        "Scroll what is asked or said, where it is long; ↓ while a question stands.",
    ),
    Action(("pageup",), "PgUp", "scroll_told(-1)", "Read back", "Scroll it back."),
    Action(
        ("I",),
        "I",
        "kinds",
        "Choose questions",
        "Choose what predict mode asks about: all, or some.",
    ),
    Action(("y",), "y", "score", "Score", "Show the score, and what went wrong by kind."),
)


#: Steps that are looked at for a question: some tenths of a second at most.
_AHEAD = 500
#: Characters of an answer that are said again.
_LONGEST = 24
#: What is said to who answers before there is a question.
_NOT_ASKED = "Nothing is asked about this step: → asks about the next one, Esc ends predicting."


class Predicting(StepperBase):
    """The keys and the line of predict mode."""

    _question: Question | None = None
    _predicts: bool = False
    _book: Scorebook | None = None
    _book_of: Trace | None = None

    @property
    def predicts(self) -> bool:
        """Whether predict mode is on."""
        return self._predicts

    @property
    def scorebook(self) -> Scorebook:
        """The score of the search that is shown: of another one it is another one."""
        if self._book is None or self._book_of is not self.trace:
            if self._book is not None:
                self._book.keep()
            self._book, self._book_of = Scorebook(search_key(self.trace)), self.trace
        return self._book

    def action_predict(self) -> None:
        """Switch predict mode on, or off."""
        if self.predicts:
            self.action_end_predicting()
            return
        self._predicts = True
        self.add_class("-predicting")
        self.refresh_bindings()
        score = self.scorebook.score
        again = f" Your score so far: {score.told}." if score.answers else ""
        pane = self.query_one(PredictPane)
        pane.score(score.told)
        pane.tell(
            f"Before a step you say what happens: → goes on step by step, Enter to the next "
            f"question. Asked: {self._asked_told()}; I chooses.{again}"
        )

    def action_end_predicting(self) -> None:
        """Switch predict mode off; the score is kept."""
        if self.predicts:
            self._question, self._predicts = None, False
            self.remove_class("-predicting")
            self.set_focus(None)
            self.refresh_bindings()
            self.say(self.scorebook.keep())

    def on_unmount(self) -> None:
        """Try once more to keep what could not be kept."""
        if self._book is not None:
            self._book.keep()

    def action_score(self) -> None:
        """Show the score, and go to the step of a mistake."""

        def go(step: int | None) -> None:
            if self.predicts:
                self.query_one(PredictPane).score(self.scorebook.score.told)
            if step is not None and step < len(self.trace.replay):
                self.go_to(step)

        trace = self.trace
        how = f"{trace.source} · {trace.search} · {trace.settings.convention.name}"
        self.app.push_screen(ScoreScreen(self.scorebook, how), go)

    @property
    def _kinds(self) -> Collection[Asks]:
        """What is asked about."""
        if self.settings is None:
            return ALL_KINDS
        return [Asks(kind) for kind in self.settings.asked]

    def _asked_told(self) -> str:
        kinds = self._kinds
        return "all" if len(kinds) == len(ALL_KINDS) else ", ".join(kinds)

    def action_kinds(self) -> None:
        """Choose what is asked about, and keep it."""

        def take(kinds: list[Asks] | None) -> None:
            if kinds is None:
                return
            if self.settings is not None:
                self.settings.asked = [kind.value for kind in kinds]
                self.keep_settings()
            told = f"Asked from now on: {self._asked_told()}."
            if self.predicts:
                self.query_one(PredictPane).tell(f"{told} → or Enter goes on.")
            else:
                self.say(f"{told} i predicts.")

        self.app.push_screen(KindsScreen(self._kinds), take)

    def action_next_question(self) -> None:
        """Go on to the next question."""
        if self._question is not None:
            return
        replay, step = self.trace.replay, self.step
        question = seek_question(self.trace, replay, step, self._kinds, _AHEAD)
        if question is not None:
            if question.step - 1 != step:
                self.go_to(question.step - 1)
            self.asks()
            return
        last = len(replay) - 1
        if step + _AHEAD < last:
            self.go_to(step + _AHEAD)
            told = f"Nothing was asked about in {_AHEAD:,} steps. Enter looks further"
            self.query_one(PredictPane).tell(f"{told}; asked: {self._asked_told()}.")
        else:
            self.go_to(last)
            score = self.scorebook.score.told
            self.query_one(PredictPane).tell(f"No more questions: {score}. y shows the score.")

    def action_scroll_told(self, by: int) -> None:
        """Scroll what is asked or said."""
        self.query_one(PredictPane).scroll_told(by)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Predicting can only be ended where it is going on."""
        if action in ("end_predicting", "next_question", "scroll_told"):
            return self.predicts
        return super().check_action(action, parameters)

    def takes_for_answer(self) -> bool:
        """Whether a number is typed where nothing is asked; the pane says so."""
        if self.predicts:
            self.query_one(PredictPane).tell(_NOT_ASKED)
        return self.predicts

    def on_key(self, event: Key) -> None:
        """Say of a letter that would be an answer that nothing is asked."""
        if not self.predicts or self._question is not None:
            return
        typed = event.character or ""
        if typed.isalnum() and event.key not in self.active_bindings:
            self.query_one(PredictPane).tell(_NOT_ASKED)

    def asks(self) -> bool:
        """Ask about the next step, where there is something to ask.

        Returns:
            Whether a question stands now; otherwise the step can be shown.
        """
        if not self.predicts:
            return False
        if self._question is not None and self._question.step == self.step + 1:
            return True
        self._question = next_question(self.trace, self.trace.replay, self.step, self._kinds)
        if self._question is None:
            if self.step + 1 < len(self.trace.replay):
                told = f"Step {self.step + 1:,} is not asked about."
                told += " → goes on, Enter to the next question."
                self.query_one(PredictPane).tell(told)
            return False
        self.query_one(PredictPane).ask(self._question.text, self._question.hint)
        return True

    @on(Input.Submitted, "#answer")
    def _answered(self, event: Input.Submitted) -> None:
        question, book = self._question, self.scorebook
        if question is None:
            return
        pane = self.query_one(PredictPane)
        typed, verdict = event.value.strip(), None
        alike: tuple[str, ...] = ()
        if typed:
            try:
                verdict = judge(self.trace, question, typed)
                alike = suspects(self.trace, self.trace.replay, question, typed)
            except PlytraceError as error:
                pane.object_to(str(error))
                return
        node = self.trace.name(question.node)
        problem = book.add(answered(question, typed, verdict, node, alike))
        self._question = None
        self.go_to(question.step)
        pane.tell(_told(question, typed, verdict))
        pane.score(book.score.told)
        if problem:
            self.say(problem)
        elif self.step + 1 >= len(self.trace.replay):
            self.say(f"{book.score.told}: y shows what went wrong.")

    def forget_question(self) -> None:
        """Another step is shown, perhaps of another search: its question stands no more."""
        if self.predicts and self._book_of is not self.trace:
            self.query_one(PredictPane).score(self.scorebook.score.told)
        if self._question is not None:
            self._question = None
            self.query_one(PredictPane).tell("→ asks about the next step.")


def _told(question: Question, typed: str, verdict: Verdict | None) -> str:
    """What is said of an answer."""
    if verdict is None:
        return f"Passed. It is {question.right}."
    if verdict.is_right:
        return f"✓ Right. {verdict.told}"
    shown = typed if len(typed) <= _LONGEST else f"{typed[:_LONGEST]}…"
    return f"✗ No, not {shown}. {verdict.told}"
