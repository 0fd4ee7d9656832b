"""Students who take a lesson: one who knows the answers, and one who errs."""

from __future__ import annotations

from tracer.lesson import LessonSession
from tracer.lesson.questions.answer_feedback import AnswerFeedback
from tracer.lesson.questions.play_question import PlayQuestion

__all__ = ["key_for", "right_answer", "wrong_answer"]

#: What is wrong almost everywhere; a question takes the first that it can read and that is wrong.
_WRONG = ("no", "α", "β", "yes", "-99", "-98 -97", "-99 nowhere", "nowhere", "b", "a", "c", "A=-99")


def right_answer(sitting: LessonSession) -> str:
    """The answer to the question that is open."""
    if sitting._exercise is not None:
        return sitting._exercise.right or "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]"
    assert sitting._question is not None
    return sitting._question.right


def key_for(sitting: LessonSession, answer: str) -> str:
    """The key that chooses an answer; in a game, the number of the next best move."""
    question = sitting._question
    if not isinstance(question, PlayQuestion):
        return answer
    moves = question._moves()
    return str(1 + moves.index(question._best(moves, is_mine=True)))


def wrong_answer(sitting: LessonSession) -> tuple[str, AnswerFeedback | None]:
    """Answer wrongly; return the answer and its feedback."""
    right = right_answer(sitting)
    exercise = sitting._exercise
    for typed in _WRONG:
        if typed == right:
            continue
        if exercise is not None and exercise.is_awaited:
            break
        try:
            return typed, sitting.answer(typed)
        except Exception:
            continue
    return right, sitting.answer(right)
