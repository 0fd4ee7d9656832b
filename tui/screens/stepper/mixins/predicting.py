"""Predict mode: a question before every step that decides something."""

from __future__ import annotations

from collections.abc import Collection

from textual import on
from textual.events import Key
from textual.widgets import Input

from engine.errors import PlytraceError
from tracer.predict import (
    KINDS,
    Question,
    QuestionKind,
    Verdict,
    answered,
    judge,
    next_question,
    search_key,
    seek_question,
    suspects,
)
from tracer.predict.kinds.letter_numbers import LetterNumbers
from tracer.runs.search_trace import Trace
from tui.actions import Action
from tui.panes.letter_bands import LetterBands
from tui.saved.scores import Scorebook
from tui.screens.stepper.dialogs.question_kinds import QuestionKindsScreen
from tui.screens.stepper.dialogs.score import ScoreScreen
from tui.screens.stepper.mixins.base import StepperBase
from tui.widgets.predict_pane import PredictPane
from tui.widgets.tree_canvas import TreeCanvas

ACTIONS = (
    Action(("i",), "i", "predict", "Predict", "Turn predict mode on or off.", "predict"),
    Action(
        ("escape",),
        "Esc",
        "end_predicting",
        "End predicting",
        "Turn predict mode off.",
        "end",
    ),
    Action(
        ("enter",),
        "Enter",
        "next_question",
        "Next question",
        "In predict mode, skip to the next question.",
        "next",
    ),
    Action(
        ("pagedown",),
        "PgDn",
        "scroll_question(1)",
        "Scroll down",
        "Scroll a long question or its feedback down.",
    ),
    Action(
        ("pageup",),
        "PgUp",
        "scroll_question(-1)",
        "Scroll up",
        "Scroll a long question or its feedback up.",
    ),
    Action(
        ("I",),
        "I",
        "kinds",
        "Choose questions",
        "Choose the questions of predict mode.",
    ),
    Action(("y",), "y", "score", "Score", "Show the score, and the mistakes by kind."),
)


#: Steps searched for a question: some tenths of a second at most.
_AHEAD = 500
#: Characters of an answer that are repeated.
_LONGEST = 24
#: Message for an answer without a question.
_NOT_ASKED = (
    "There is no question about this step. Press → for the next step, or Esc to stop predicting."
)


class Predicting(StepperBase):
    """The keys and the line of predict mode."""

    _question: Question | None = None
    _predicts: bool = False
    _book: Scorebook | None = None
    _book_of: Trace | None = None
    _of_letter: LetterNumbers = LetterNumbers()
    _of_letter_in: Trace | None = None

    @property
    def is_predicting(self) -> bool:
        """Whether predict mode is on."""
        return self._predicts

    @property
    def scorebook(self) -> Scorebook:
        """The score of the search shown; each search has its own."""
        if self._book is None or self._book_of is not self.trace:
            if self._book is not None:
                self._book.keep()
            self._book, self._book_of = Scorebook(search_key(self.trace)), self.trace
        return self._book

    def action_predict(self) -> None:
        """Turn predict mode on or off."""
        if self.is_predicting:
            self.action_end_predicting()
            return
        self._predicts = True
        self.add_class("-predicting")
        self.query_one(TreeCanvas).mark_chain(frozenset())
        self._prediction_changed()
        self.refresh_bindings()
        score = self.scorebook.score
        again = f" Your score so far: {score.text}." if score.answers else ""
        pane = self.query_one(PredictPane)
        pane.score(score.text)
        pane.show_message(
            f"Predict each step before you see it. Press → to step, or Enter for the next "
            f"question. Questions: {self._asked_text()}; press I to choose.{again}"
        )

    def action_end_predicting(self) -> None:
        """Turn predict mode off; the score is kept."""
        if self.is_predicting:
            self._question, self._predicts = None, False
            self.remove_class("-predicting")
            self._prediction_changed()
            self.set_focus(None)
            self.refresh_bindings()
            self.say(self.scorebook.keep())

    def _prediction_changed(self) -> None:
        """Show nothing that depends on later steps, or show it again."""
        self.query_one(TreeCanvas).hide_later(self.is_predicting)
        self.status_changed()
        self.fit_tree()

    def on_unmount(self) -> None:
        """Try again to save unsaved answers."""
        if self._book is not None:
            self._book.keep()

    def action_score(self) -> None:
        """Show the score, and go to the step of a mistake."""

        def go(step: int | None) -> None:
            if self.is_predicting:
                self.query_one(PredictPane).score(self.scorebook.score.text)
            if step is not None and step < len(self.trace.replay):
                self.go_to(step)

        trace = self.trace
        how = f"{trace.source} · {trace.search} · {trace.settings.convention.name}"
        self.app.push_screen(ScoreScreen(self.scorebook, how), go)

    @property
    def _chosen(self) -> Collection[QuestionKind]:
        """The kinds of question that the user chose."""
        if self.settings is None:
            return KINDS.values()
        return [KINDS[kind] for kind in self.settings.asked_kinds]

    @property
    def _kinds(self) -> Collection[QuestionKind]:
        """The kinds of question asked: the chosen ones, with the letter of the tree shown."""
        if self._of_letter_in is not self.trace:
            self._of_letter, self._of_letter_in = self._letter_numbers(), self.trace
        of_letter = self._of_letter
        return [of_letter if kind.id == of_letter.id else kind for kind in self._chosen]

    def _letter_numbers(self) -> LetterNumbers:
        """Return the kind of question about the letter of the tree shown, if it has one."""
        line = self.query_one(LetterBands).data
        if line is None:
            return LetterNumbers()
        from tracer.check.facts.numbers import letter_questions  # late: slow to import

        return LetterNumbers(letter_questions(self.trace, line))

    def _asked_text(self) -> str:
        kinds = self._chosen
        return "all" if len(kinds) == len(KINDS) else ", ".join(kind.id for kind in kinds)

    def action_kinds(self) -> None:
        """Choose the kinds of question, and save the choice."""

        def take(kinds: list[QuestionKind] | None) -> None:
            if kinds is None:
                return
            if self.settings is not None:
                self.settings.asked = [kind.id for kind in kinds]
                self.keep_settings()
            text = f"Questions: {self._asked_text()}."
            if self.is_predicting:
                self.query_one(PredictPane).show_message(f"{text} Press → or Enter to continue.")
            else:
                self.say(f"{text} Press i to predict.")

        self.app.push_screen(QuestionKindsScreen(self._chosen), take)

    def action_next_question(self) -> None:
        """Go to the next question."""
        if self._question is not None:
            return
        replay, step = self.trace.replay, self.step
        question = seek_question(self.trace, replay, step, self._kinds, _AHEAD)
        if question is not None:
            if question.step - 1 != step:
                self.go_to(question.step - 1)
            self.ask_about_next()
            return
        last = len(replay) - 1
        if step + _AHEAD < last:
            self.go_to(step + _AHEAD)
            text = f"There is no question in the next {_AHEAD:,} steps. Press Enter to continue."
            self.query_one(PredictPane).show_message(f"{text} Questions: {self._asked_text()}.")
        else:
            self.go_to(last)
            score = self.scorebook.score.text
            self.query_one(PredictPane).show_message(
                f"There are no more questions. Score: {score}. Press y to see your mistakes."
            )

    def action_scroll_question(self, by: int) -> None:
        """Scroll the question or its feedback."""
        self.query_one(PredictPane).scroll_question(by)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Disable the keys of predict mode while it is off."""
        if action in ("end_predicting", "next_question", "scroll_question"):
            return self.is_predicting
        return super().check_action(action, parameters)

    def warns_of_no_question(self) -> bool:
        """Warn if a typed number answers no question, and return whether it did."""
        if self.is_predicting:
            self.query_one(PredictPane).show_message(_NOT_ASKED)
        return self.is_predicting

    def on_key(self, event: Key) -> None:
        """Warn if a typed letter answers no question."""
        if not self.is_predicting or self._question is not None:
            return
        typed = event.character or ""
        if typed.isalnum() and event.key not in self.active_bindings:
            self.query_one(PredictPane).show_message(_NOT_ASKED)

    def ask_about_next(self) -> bool:
        """Ask about the next step if there is a question."""
        if not self.is_predicting:
            return False
        if self._question is not None and self._question.step == self.step + 1:
            return True
        self._question = next_question(self.trace, self.trace.replay, self.step, self._kinds)
        if self._question is None:
            if self.step + 1 < len(self.trace.replay):
                message = f"There is no question about step {self.step + 1:,}."
                message += " Press → to continue, or Enter for the next question."
                self.query_one(PredictPane).show_message(message)
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
                pane.reject_answer(str(error))
                return
        node = self.trace.name(question.node)
        problem = book.add(answered(question, typed, verdict, node, alike))
        self._question = None
        self.go_to(question.step)
        pane.show_message(_verdict_text(question, typed, verdict))
        pane.score(book.score.text)
        if problem:
            self.say(problem)
        elif self.step + 1 >= len(self.trace.replay):
            self.say(f"{book.score.text}. Press y to see your mistakes.")

    def forget_question(self) -> None:
        """Forget the question when another step is shown."""
        if self.is_predicting and self._book_of is not self.trace:
            self.query_one(PredictPane).score(self.scorebook.score.text)
        if self._question is not None:
            self._question = None
            self.query_one(PredictPane).show_message("Press → for a question about the next step.")


def _verdict_text(question: Question, typed: str, verdict: Verdict | None) -> str:
    """Return the feedback on an answer."""
    if verdict is None:
        return f"Skipped. The answer is {question.right}."
    if verdict.is_right:
        return f"✓ Right. {verdict.text}"
    shown = typed if len(typed) <= _LONGEST else f"{typed[:_LONGEST]}…"
    return f"✗ No, not {shown}. {verdict.text}"
