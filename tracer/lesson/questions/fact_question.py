"""The question about a fact of the search, such as the value of a node."""

from __future__ import annotations

import re
from typing import Final

from tracer.lesson.questions.answer_feedback import AnswerFeedback
from tracer.lesson.questions.fact_suspects import only_suspect
from tracer.lesson.questions.facts import fact_of, is_drawn
from tracer.lesson.questions.lesson_question import LessonQuestion, QuestionSpec
from tracer.lesson.questions.lesson_scene import LessonScene
from tracer.lesson.questions.step_names import row_named
from tracer.lesson.questions.vector_mistakes import explain_vector
from tracer.marking.grading.grader import Grader

__all__ = ["FactQuestion"]

#: The facts that are vectors if leaves have vectors.
_VALUE: Final = re.compile(r"(?:true )?value(?: of (?P<node>.+))?")


class FactQuestion(LessonQuestion):
    """A question about a fact at the step that is shown."""

    key = "fact"
    needs = "search"

    def __init__(self, spec: QuestionSpec, scene: LessonScene | None, step: int | None) -> None:
        super().__init__(spec, scene, step)
        trace = self._about.trace
        self.fact = fact_of(trace, len(trace.replay) - 1 if step is None else step, spec.subject)

    @property
    def hint(self) -> str:
        """The form of the answer."""
        return self.fact.hint

    @property
    def right(self) -> str:
        """The right answer."""
        return self.fact.text

    @property
    def is_drawn(self) -> bool:
        """Whether the figure at the page's step shows the fact."""
        return self._step is not None and is_drawn(self._about.trace, self._step, self.spec.subject)

    def judge(self, typed: str) -> AnswerFeedback:
        """Return the feedback on an answer."""
        return self._compared(self.fact.is_meant_by(typed), typed)

    def is_same(self, typed: str, expected: str) -> bool:
        """Return whether two answers are the same."""
        return self.fact.same(typed, expected)

    def _departure(self, typed: str) -> str:
        return self._explained(typed) or self.fact.departure(typed)

    def _suspect(self, typed: str) -> str:
        grader = self._about.grader
        if not isinstance(grader, Grader):
            return ""
        return only_suspect(self.spec.subject, self.fact, typed, grader.preferred.task)

    def _explained(self, typed: str) -> str:
        asked = _VALUE.fullmatch(self.spec.subject)
        if asked is None or not self.fact.is_vector:
            return ""
        trace = self._about.trace
        row = row_named(trace, asked["node"]) if asked["node"] else trace.root
        return explain_vector(trace, row, self.fact.numbers_in(typed))
