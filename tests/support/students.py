"""A student who takes a lesson and knows the answers."""

from tracer.hands.judging import right_event
from tracer.hands.session import HandSession
from tracer.lesson.play import PlayQuestion
from tracer.lesson.session import LessonSession


def right_answer(sitting: LessonSession) -> str:
    """The answer to the question that is open."""
    if sitting._exercise is not None:
        return sitting._exercise.right or "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]"
    assert sitting._question is not None
    return sitting._question.right


def work_rightly(hands: HandSession) -> None:
    """Work a search by hand to its end."""
    while not hands.is_over:
        hands._do(right_event(hands.right, hands.work))


def key_for(sitting: LessonSession, answer: str) -> str:
    """The key that chooses an answer; in a game, the number of the next best move."""
    question = sitting._question
    if not isinstance(question, PlayQuestion):
        return answer
    moves = question._moves()
    return str(1 + moves.index(question._best(moves, is_mine=True)))
