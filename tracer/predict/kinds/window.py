"""The question about a node's window after a child returns."""

from __future__ import annotations

import math

from engine.game import Player
from engine.log.visit_log import NO_PARENT
from tracer.predict.kinds.base import Moment, Question, QuestionKind, Verdict
from tracer.predict.typed.answers import numbers_in
from tracer.recording.recording import Recording
from tracer.steps.snapshot import EventKind
from tracer.text.numbers import WINDOW_HINT, nearly_equal, show_number

__all__ = ["Window"]


class Window(QuestionKind):
    """Asks for the window of a node."""

    id = "window"
    field = "window"
    rank = 30

    def fits(self, moment: Moment) -> int:
        """Return more if v is better; 0 at a cutoff, where courses differ on the window."""
        if not moment.has_bounds or moment.event.kind is EventKind.CUT:
            return 0
        if moment.trace.vectors is not None:
            return 5  # courses do not define α and β for several players
        return 30 if moment.event.kind is EventKind.BETTER else 15

    def ask(self, moment: Moment) -> Question:
        """Return the question for α and β."""
        parent, frame = moment.event.parent, moment.frame
        text = f"{moment.came} What is the window of {moment.trace.name(parent)} now?"
        hint, numbers = WINDOW_HINT, (frame.alpha, frame.beta)
        right = f"({show_number(frame.alpha)}, {show_number(frame.beta)})"
        before = (moment.before.alpha, moment.before.beta)
        return Question(moment.then.step, self, text, hint, right, parent, numbers, before)

    def judge(self, trace: Recording, question: Question, answer: str) -> Verdict:
        """Judge two numbers."""
        given = numbers_in(answer, 2)
        name = trace.name(question.node)
        alpha, beta = question.numbers
        ends = f"α = {show_number(alpha)}, β = {show_number(beta)}"
        text = f"The window of {name} is {question.right}: {ends}."
        if all(map(nearly_equal, given, question.numbers)):
            return Verdict(True, text)
        is_max = trace.log.player[question.node] == Player.MAX
        if trace.vectors is not None:
            why = f"α is what the player to move has. {text}"
            return Verdict(False, why, "another window")
        if given == (beta, alpha):
            return Verdict(False, f"α is the lower end. {text}", "α and β swapped")
        if given == question.before:
            own = "raises its own bound α" if is_max else "lowers its own bound β"
            why = f"{name} {own} to v. {text}"
            return Verdict(False, why, "own bound not updated", "rewritten-window")
        returned = trace.log.value[trace.tour.row_at(question.step)[0]]
        mine, other = given if is_max else given[::-1]
        kept = (returned, beta if is_max else alpha)
        if question.before == question.numbers and (mine, other) == kept:
            why = f"{'MAX keeps the larger' if is_max else 'MIN keeps the smaller'} value. {text}"
            return Verdict(False, why, "took the last value", "alpha-replaced")
        if other == returned and mine in _unmoved(trace, question, is_max):
            why = f"MAX updates α, MIN updates β. {text}"
            return Verdict(False, why, "updated the wrong bound")
        # Right for a node entered with (−∞, +∞): the answer ignores the entry window.
        unset = math.inf if is_max else -math.inf
        if other == unset and mine in (returned, alpha if is_max else beta):
            if trace.log.parent[question.node] == NO_PARENT:
                why = f"The initial window of the search still counts. {text}"
                what = "forgot the initial window"
                return Verdict(False, why, what, "window-reset", is_certain=True)
            why = f"The bounds from the ancestors still count. {text}"
            return Verdict(False, why, "forgot the ancestors", "window-reset")
        return Verdict(False, text, "another window")

    def reminder(self, trace: Recording, question: Question) -> str:
        """Return the rule to apply."""
        if trace.vectors is not None:
            return "α is what the player to move has; the value at which it returns stays."
        return "MAX can only raise α, and MIN can only lower β."


def _unmoved(trace: Recording, question: Question, is_max: bool) -> tuple[float, ...]:
    """Return a node's own bound if it is not updated: before the step, on entry, or unset."""
    before = question.before[0 if is_max else 1]
    if is_max:
        return before, trace.log.alpha[question.node], -math.inf
    return before, trace.log.beta[question.node], math.inf
