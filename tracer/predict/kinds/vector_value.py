"""The question about a node's vector after a child returns, if there are several players."""

from __future__ import annotations

from engine.log.visit_log import NO_PARENT
from tracer.predict.kinds.base import Moment, Question, QuestionKind, Verdict
from tracer.predict.typed.answers import numbers_in
from tracer.recording.fold import fold
from tracer.recording.recording import Recording
from tracer.steps.visit_views import Bound, bound_of
from tracer.text.numbers import nearly_equal, show_number, show_vector

__all__ = ["VECTOR_RULE", "ask_vector", "judge_vector"]

#: The rule to apply, without the answer.
VECTOR_RULE = "The player to move takes the child with its own largest value, as a whole vector."


def ask_vector(kind: QuestionKind, moment: Moment) -> Question | None:
    """Return the question; None after a first child, whose vector is taken."""
    trace, parent, count = moment.trace, moment.event.parent, moment.frame.returns
    if count == 1:
        return None
    now, before = (_vector_after(trace, parent, some) for some in (count, count - 1))
    text = f"{moment.came} What is the vector of {trace.name(parent)} now?"
    hint, right = "a value for each player", show_vector(now)
    return Question(moment.then.step, kind, text, hint, right, parent, now, before)


def judge_vector(trace: Recording, question: Question, answer: str) -> Verdict:
    """Judge a vector."""
    given = numbers_in(answer, len(question.numbers), "a number for each player")
    text = f"The vector of {trace.name(question.node)} is {question.right}."
    if all(map(nearly_equal, given, question.numbers)):
        return Verdict(True, text)
    last = trace.tour.row_at(question.step)[0]
    returned = (row for row in trace.log.children(question.node) if row <= last)
    is_of_a_child = tuple(given) in [tuple(map(float, trace.shares(row) or ())) for row in returned]
    what = "the wrong child's vector" if is_of_a_child else "a vector of no child"
    return Verdict(False, f"{_comparison(trace, question)} {text}", what)


def _vector_after(trace: Recording, row: int, children: int) -> tuple[float, ...]:
    """Return the vector of a node after some of its children have returned."""
    best = fold(trace, row, children).best
    shares = trace.shares(best) if best != NO_PARENT else None
    return tuple(map(float, shares or ()))


def _comparison(trace: Recording, question: Question) -> str:
    """Say which values of the player to move are compared."""
    game = trace.vectors
    assert game is not None, "a question about a vector"
    row, me = trace.tour.row_at(question.step)[0], game.mover(trace.state(question.node))
    is_bound = bound_of(trace.log.flags[row]) is Bound.UPPER
    came = trace.log.value[row] if is_bound else float((trace.shares(row) or ())[me])
    gets = f"{'at most ' if is_bound else ''}{show_number(came)}"
    has = show_number(question.before[me])
    return f"{game.share_names[me]} moves there: it has {has} so far, and gets {gets} here."
