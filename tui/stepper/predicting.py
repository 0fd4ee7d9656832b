"""Predict mode: a question before every step at which something is decided."""

from __future__ import annotations

from textual import on
from textual.events import Key
from textual.widgets import Input

from engine.errors import PlytraceError
from tracer.predict import Question, Score, judge, next_question
from tui.actions import Action
from tui.scores import keep_score, kept_score
from tui.screens.score import ScoreScreen
from tui.stepper.base import StepperBase
from tui.widgets.predict_pane import PredictPane

__all__ = ["ACTIONS", "Predicting"]

ACTIONS = (
    Action(("i",), "i", "predict", "Predict", "Be asked before every step, or no more.", "predict"),
    Action(("y",), "y", "score", "Score", "Show the score, and what went wrong by kind."),
    Action(
        ("escape",),
        "Esc",
        "end_predicting",
        "End predicting",
        "Step without questions again.",
        "end",
    ),
)


#: What is said to who answers before there is a question.
_NOT_ASKED = "Nothing is asked about this step: → asks about the next one, Esc ends predicting."


class Predicting(StepperBase):
    """The keys and the line of predict mode."""

    _question: Question | None = None
    _score: Score | None = None

    @property
    def predicts(self) -> bool:
        """Whether predict mode is on."""
        return self._score is not None

    @property
    def _key(self) -> str:
        """What tells the score of this search from others."""
        trace = self.trace
        given = {name: str(value) for name, value in trace.settings.given().items()}
        how = [trace.source, trace.search, trace.settings.convention.name]
        return " · ".join([*how, *(f"{name} {value}" for name, value in sorted(given.items()))])

    def action_predict(self) -> None:
        """Switch predict mode on, or off."""
        if self.predicts:
            self.action_end_predicting()
            return
        self._score = kept_score(self._key)
        self.add_class("-predicting")
        self.refresh_bindings()
        again = f" Your score so far: {self._score.told}." if self._score.answers else ""
        pane = self.query_one(PredictPane)
        pane.score(self._score.told)
        pane.tell(f"Before a step you say what happens: → asks.{again}")

    def action_end_predicting(self) -> None:
        """Switch predict mode off; the score is kept."""
        if self.predicts:
            self._question = self._score = None
            self.remove_class("-predicting")
            self.set_focus(None)
            self.refresh_bindings()
            self.say("")

    def action_score(self) -> None:
        """Show the score, and go to the step of a mistake."""
        score = self._score or kept_score(self._key)

        def go(step: int | None) -> None:
            if step is not None:
                self.go_to(step)

        self.app.push_screen(ScoreScreen(score), go)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Predicting can only be ended where it is going on."""
        if action == "end_predicting":
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
        self._question = next_question(self.trace, self.trace.replay, self.step)
        if self._question is None:
            if self.step + 1 < len(self.trace.replay):
                told = f"Step {self.step + 1:,} is not asked about: it is read off. → goes on."
                self.query_one(PredictPane).tell(told)
            return False
        self.query_one(PredictPane).ask(self._question.text, self._question.hint)
        return True

    @on(Input.Submitted, "#answer")
    def _answered(self, event: Input.Submitted) -> None:
        question, score = self._question, self._score
        if question is None or score is None:
            return
        pane = self.query_one(PredictPane)
        verdict = None
        if event.value.strip():
            try:
                verdict = judge(self.trace, question, event.value)
            except PlytraceError as error:
                pane.object_to(str(error))
                return
        score.add(question, event.value, verdict)
        self._question = None
        self.go_to(question.step)
        if verdict is None:
            pane.tell(f"Passed. It is {question.right}.")
        else:
            pane.tell(f"{'✓ Right.' if verdict.is_right else '✗ No.'} {verdict.told}")
        pane.score(score.told)
        problem = keep_score(self._key, score)
        if problem:
            self.say(problem)
        elif self.step + 1 >= len(self.trace.replay):
            self.say(f"{score.told}: y shows what went wrong.")

    def forget_question(self) -> None:
        """Another step is shown: its question stands no more."""
        if self._question is not None:
            self._question = None
            self.query_one(PredictPane).tell("→ asks about the next step.")
