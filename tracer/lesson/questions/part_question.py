"""The question for a part of an answer sheet, which is diagnosed like a sheet."""

from __future__ import annotations

from tracer.lesson.entries import check_known
from tracer.lesson.questions.answer_feedback import AnswerFeedback, sheet_feedback
from tracer.lesson.questions.lesson_question import LessonQuestion, QuestionSpec
from tracer.marking.reading.part_names import ALL_PARTS
from tracer.marking.reading.sheet import Sheet
from tracer.marking.results.record import MarkedSheet
from trees.yaml.plain_data import PlainFile


class PartQuestion(LessonQuestion):
    """A question for a part of an answer sheet."""

    key = "part"
    needs = "about"
    no_slips = ("which is diagnosed like a sheet", "because: alone")

    @classmethod
    def read(cls, page: PlainFile) -> QuestionSpec:
        """Read the question of a page."""
        spec = super().read(page)
        check_known(spec.subject, ALL_PARTS, "part", page.place("part"))
        return spec

    @property
    def hint(self) -> str:
        """The form of the answer."""
        return self._about.grader.about(self.spec.subject)

    @property
    def right(self) -> str:
        """The right answer."""
        return self._about.right(self.spec.subject)

    @property
    def is_drawn(self) -> bool:
        """Whether the figure shows the answer, which marks of any step may contain."""
        return True

    def judge(self, typed: str) -> AnswerFeedback:
        """Return the feedback on an answer."""
        return self._with_reason(sheet_feedback(self._marked(typed)))

    def without_answer(self, typed: str, feedback: AnswerFeedback) -> AnswerFeedback:
        """Return how much is right, where the first mistake is, and its misconception."""
        return sheet_feedback(self._marked(typed), hides_answer=True)

    def _marked(self, typed: str) -> MarkedSheet:
        return self._about.grader.mark(Sheet("answer", answers={self.spec.subject: typed}))
