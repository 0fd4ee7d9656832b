"""The question about a cutoff: whether a node returns, and because of which bound."""

from __future__ import annotations

from typing import Final

from engine.game import Player
from tracer.misconceptions.wrong_answers import WrongCutoff
from tracer.predict.kinds.base import Moment, Question, QuestionKind, Verdict
from tracer.predict.typed.answers import named_bound
from tracer.recording.recording import Recording
from tracer.steps.replay import Replay
from tracer.steps.snapshot import EventKind
from tracer.text.numbers import show_number

__all__ = ["Cutoff"]

_BOUNDS: Final = (("α", "yes, by α"), ("β", "yes, by β"))


class Cutoff(QuestionKind):
    """Asks whether a node returns, and because of which bound."""

    id = "cutoff"
    about = "whether a node returns, and because of which bound"
    field = "choice"
    rank = 40

    def fits(self, moment: Moment) -> int:
        """Return the most if a cutoff is relevant; 0 without a finite bound in the test."""
        if not moment.has_bounds:
            return 0
        if moment.is_about_cutoff:
            return 40
        return 25 if moment.is_bounded else 0

    def ask(self, moment: Moment) -> Question:
        """Return the question for the bound."""
        frame = moment.frame
        bound = "α" if frame.player is Player.MIN else "β"
        right = bound if moment.event.kind is EventKind.CUT else "no"
        last = frame.tried == frame.actions  # it returns now in any case
        what = (
            f"It was the last child. Does the cutoff test of {frame.name} succeed"
            if last
            else f"Does {frame.name} return now"
        )
        text = f"{moment.came} {what}, and because of which bound?"
        hint = "no, or the bound: α (a) or β (b)"
        held = frame.alpha if frame.player is Player.MIN else frame.beta
        numbers, step = (frame.v, held), moment.then.step
        return Question(step, self, text, hint, right, frame.row, numbers, last=last)

    def choices(self, question: Question) -> tuple[tuple[str, str], ...]:
        """Return no and the bounds."""
        return (("no", "no" if question.last else "no, it continues"), *_BOUNDS)

    def judge(self, trace: Recording, question: Question, answer: str) -> Verdict:
        """Judge no, or a bound."""
        mine = named_bound(answer)
        v, held = question.numbers
        at_max = trace.log.player[question.node] == Player.MAX
        bound, sign = ("β", "≥") if at_max else ("α", "≤")
        strict = trace.settings.convention.cutoff == ">"
        if strict:
            sign = ">" if at_max else "<"
        name = trace.name(question.node)
        fact = f"v = {show_number(v)} {sign} {bound} = {show_number(held)}"
        holds = question.right != "no"
        whose = "MIN" if at_max else "MAX"
        if question.last:
            held_by = f": {whose}'s {bound} is enough" if holds else " does not hold"
            text = f"{fact}{held_by}; {name} returns, since it has no more children."
        elif holds:
            text = f"{fact}: {name} returns, since {whose}'s {bound} is enough."
        else:
            text = f"{fact} does not hold, so {name} continues."
        if mine == question.right:
            return Verdict(True, text)
        if not holds and v == held and strict:
            why = f"The test is strict here. {text}"
            return Verdict(False, why, "≥ for >", "strictness-flipped")
        if not holds:
            return Verdict(False, text, "a cutoff too many")
        if mine == "no" and v == held and not strict:
            why = f"Equality is enough here. {text}"
            return Verdict(False, why, "> for ≥", "strictness-flipped")
        if mine == "no":
            return Verdict(False, text, "a cutoff missed", "refuses-cutoff")
        return Verdict(False, text, "the wrong bound named", "wrong-bound")

    def reminder(self, trace: Recording, question: Question) -> str:
        """Return the rule to apply."""
        return "Compare v with the other player's bound."

    def wrong_answer(
        self, trace: Recording, replay: Replay, question: Question, answer: str
    ) -> WrongCutoff:
        """Describe the bound for the misconceptions."""
        at = trace, replay, question.step, question.node
        return WrongCutoff(*at, named_bound(answer), *question.numbers)
