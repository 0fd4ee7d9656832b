"""What a worker would do at each step of a search by hand, as an event.

The worker is led along the steps that were made; see `tracer.mistakes.engine`.
"""

from __future__ import annotations

from engine.log.visit_log import NO_PARENT
from tracer.answers.answers import answers_of_work
from tracer.answers.hand_worker import HandWorker
from tracer.answers.work_tree import work_tree
from tracer.hands.events import Back, Enter, Event, Move, Need, Returned, Value, Window
from tracer.hands.hand_work import HandWork
from tracer.mistakes.base import HandTask
from tracer.mistakes.engine import Decisions
from tracer.runs.search_trace import Trace
from tracer.text.numbers import nearly_equal


def event_after(decisions: Decisions, work: HandWork) -> Event | None:
    """Return what a worker would do after a work; None if that is not known."""
    row, taken = work.frame.row, len(work.frame.visited)
    if work.need is Need.MOVE:
        return None if decisions.move is None else Move(decisions.move)
    if work.need is Need.WINDOW:
        return Window(*decisions.windows[row]) if row in decisions.windows else None
    if work.need is Need.RETURN:
        return Returned(decisions.returns[row]) if row in decisions.returns else None
    if work.need is Need.VALUE:
        v = decisions.values.get((row, taken))
        if not isinstance(v, int | float):
            return None
        if not nearly_equal(v, work.frame.v):
            return Value(v)
    action = decisions.steps.get((row, taken), NO_PARENT)
    if action == NO_PARENT:
        return None
    return Back() if action is None else Enter(action)


def hand_task(right: Trace) -> HandTask:
    """Return a search as a problem that workers work."""
    tree = work_tree(right.game, right.settings, right.search)
    assert tree is not None, "hand work has small trees"
    convention, windowed = right.settings.convention, right.has_window
    worked = HandWorker(tree, convention, windowed=windowed).run()
    return HandTask(tree, convention, windowed, answers_of_work(tree, worked), (convention,))
