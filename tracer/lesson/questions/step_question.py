"""The question about the next step of a search."""

from __future__ import annotations

from dataclasses import replace

from engine.errors import InvalidInput
from tracer.lesson.questions.answer_feedback import AnswerFeedback, step_feedback
from tracer.lesson.questions.lesson_question import LessonQuestion, QuestionSpec
from tracer.lesson.questions.lesson_scene import LessonScene, PageFigure
from tracer.mistakes import MISTAKES
from tracer.predict import next_question
from trees.yaml.plain_data import PlainFile


class StepQuestion(LessonQuestion):
    """A question about the next step; any feedback reveals that step."""

    key = "before"
    needs = "search"
    is_next_step = True

    def __init__(self, spec: QuestionSpec, scene: LessonScene | None, step: int | None) -> None:
        super().__init__(spec, scene, step)
        trace, at = self._about.trace, step or 0
        question = next_question(trace, trace.replay, at)
        if question is None:
            raise InvalidInput(
                f"step {at + 1} has no question",
                expected="a step that decides something",
            )
        self._question = question

    @classmethod
    def read(cls, page: PlainFile) -> QuestionSpec:
        """Read the question of a page; the search supplies its text."""
        return QuestionSpec(cls)

    @property
    def text(self) -> str:
        """The question."""
        return self._question.text

    @property
    def hint(self) -> str:
        """The form of the answer."""
        return self._question.hint

    @property
    def right(self) -> str:
        """The right answer."""
        return self._question.right

    def without_answer(self, typed: str, feedback: AnswerFeedback) -> AnswerFeedback:
        """Return the misconception, or the rule to apply."""
        known = MISTAKES.get(feedback.misconception)
        if known is not None:
            text = f"Common mistake: {known.title}. Think about this: {known.hint}"
        else:
            text = self._question.kind.reminder(self._about.trace, self._question)
        return replace(feedback, text=text)

    def show_answer(self, figure: PageFigure) -> PageFigure:
        """Return the figure at the next step."""
        return PageFigure(figure.trace, (figure.step or 0) + 1)

    def judge(self, typed: str) -> AnswerFeedback:
        """Return the feedback on an answer."""
        return self._with_reason(step_feedback(self._about.trace, self._question, typed))
