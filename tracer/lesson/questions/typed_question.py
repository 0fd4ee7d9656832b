"""A question with its answer in the file: a number, several numbers, or a word or two."""

from __future__ import annotations

from typing import Final

from engine.errors import InvalidInput
from tracer.lesson.entries import line_at
from tracer.lesson.questions.answer_feedback import AnswerFeedback
from tracer.lesson.questions.given_answers import answer_hint, check_words, same_answer
from tracer.lesson.questions.lesson_question import LessonQuestion, QuestionSpec
from tracer.predict.typed.names import plain
from trees.text import quote
from trees.yaml.plain_data import PlainFile

__all__ = ["COMMANDS", "TypedQuestion"]

#: The commands of a lesson on a plain terminal, which cannot be answers.
COMMANDS: Final = frozenset({"again", "back", "skip", "show", "play", "help", "quit"})


class TypedQuestion(LessonQuestion):
    """A question with its answer in the file."""

    key = "answer"

    @classmethod
    def read(cls, page: PlainFile) -> QuestionSpec:
        """Read the question of a page.

        Raises:
            InvalidInput: the answer is empty or a command.
        """
        right = line_at(page, "answer")
        if not plain(right) or plain(right) in COMMANDS:
            raise InvalidInput(
                f"answer: cannot be {quote(right)}" if right else "answer: is empty",
                where=page.place("answer"),
                expected="a number, or a word or two that are not a command of the lesson",
            )
        return QuestionSpec(cls, right=right)

    @property
    def hint(self) -> str:
        """The form of the answer."""
        return answer_hint(self.spec.right)

    @property
    def right(self) -> str:
        """The right answer."""
        return self.spec.right

    def judge(self, typed: str) -> AnswerFeedback:
        """Return the feedback on an answer."""
        if not any(self._is_slip(typed, one) for one in self.spec.slips):
            check_words(typed, self.spec.right)
        return self._compared(same_answer(typed, self.spec.right), typed)

    def is_same(self, typed: str, expected: str) -> bool:
        """Return whether two answers are the same."""
        return same_answer(typed, expected)
