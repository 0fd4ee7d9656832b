"""The question about a scout: whether it is repeated with the full window."""

from __future__ import annotations

from typing import Final

from engine.game import Player
from tracer.predict.kinds.base import Moment, Question, QuestionKind, Verdict
from tracer.predict.typed.answers import yes_or_no
from tracer.recording.recording import Recording
from tracer.steps.snapshot import EventKind
from tracer.text.numbers import show_number, show_window

__all__ = ["SearchAgain"]

_CHOICES: Final = (("yes", "yes"), ("no", "no"))


class SearchAgain(QuestionKind):
    """Asks whether a scout is repeated, in principal variation search."""

    id = "search again"
    field = "choice"
    rank = 50

    def fits(self, moment: Moment) -> int:
        """Return the most if a child with a null window returns."""
        trace = moment.trace
        if moment.event.kind is EventKind.SCOUTED:
            return 0 if trace.probes else 50
        return 50 if moment.returns and trace.is_null_window(moment.event.row) else 0

    def ask(self, moment: Moment) -> Question:
        """Return the question for yes or no."""
        before, row = moment.before, moment.event.row
        right = "yes" if moment.event.kind is EventKind.SCOUTED else "no"
        text = f"{moment.came} Is it searched again, with the full window?"
        held = before.alpha if moment.frame.player is Player.MAX else before.beta
        numbers = (moment.trace.log.value[row], held)
        window = (before.alpha, before.beta)
        return Question(moment.then.step, self, text, "yes or no", right, row, numbers, window)

    def choices(self, question: Question) -> tuple[tuple[str, str], ...]:
        """Return yes and no."""
        return _CHOICES

    def judge(self, trace: Recording, question: Question, answer: str) -> Verdict:
        """Judge yes or no."""
        mine = yes_or_no(answer)
        x, held = map(show_number, question.numbers)
        at_max = trace.log.player[trace.log.parent[question.node]] == Player.MAX
        own, more = ("α", "more") if at_max else ("β", "less")
        window = show_window(*question.before)
        value, bound = question.numbers
        better = value > bound if at_max else value < bound
        low, high = trace.log.alpha[question.node], trace.log.beta[question.node]
        if question.right == "yes":
            why = (
                f"{x} is {more} than {own} = {held}, and inside {window}: the null window shows "
                "only that, so a second search must find the true value."
            )
        elif better and low < value < high:  # a null window is one wide; numbers may be fractions
            why = f"{x} is inside the null window {show_window(low, high)}: it is already exact."
        elif better:
            why = f"{x} is {more} than {own} = {held}, but not inside {window}: "
            why += "the bound is enough."
        else:
            why = f"{x} is not {more} than {own} = {held}: the null window is enough."
        if mine == question.right:
            return Verdict(True, why)
        return Verdict(False, why, "when a scout is repeated")
