"""The question about a cutoff: whether a node returns, and because of which bound."""

from __future__ import annotations

from typing import Final

from engine.game import Player
from engine.log.visit_log import NO_PARENT
from engine.searches.maxn import largest_sum
from tracer.predict.kinds.base import Moment, Question, QuestionKind, Verdict
from tracer.predict.typed.answers import named_bound, yes_or_no
from tracer.recording.recording import Recording
from tracer.steps.snapshot import EventKind
from tracer.text.numbers import show_number

__all__ = ["Cutoff"]

#: The form of answers in a search of several players, which only test one bound.
_YES_OR_NO: Final = "yes or no"
_BOUNDS: Final = (("α", "yes, by α"), ("β", "yes, by β"))


class Cutoff(QuestionKind):
    """Asks whether a node returns, and because of which bound."""

    id = "cutoff"
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
        """Return the question for the bound; with several players for yes or no."""
        frame = moment.frame
        if moment.trace.vectors is not None:
            return self._ask_yes_or_no(moment)
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

    def _ask_yes_or_no(self, moment: Moment) -> Question:
        frame = moment.frame
        right = "yes" if moment.event.kind is EventKind.CUT else "no"
        last = frame.tried == frame.actions  # it returns now in any case
        what = (
            f"It was the last child. Does the cutoff test of {frame.name} succeed?"
            if last
            else f"Does {frame.name} return now?"
        )
        numbers, step = (frame.v, frame.beta), moment.then.step
        text = f"{moment.came} {what}"
        return Question(step, self, text, _YES_OR_NO, right, frame.row, numbers, last=last)

    def choices(self, question: Question) -> tuple[tuple[str, str], ...]:
        """Return no and the bounds; or yes and no."""
        if question.hint == _YES_OR_NO:
            return (("no", "no" if question.last else "no, it continues"), ("yes", "yes"))
        return (("no", "no" if question.last else "no, it continues"), *_BOUNDS)

    def judge(self, trace: Recording, question: Question, answer: str) -> Verdict:
        """Judge no, or a bound; with several players, yes or no."""
        if trace.vectors is not None:
            return _judge_yes_or_no(trace, question, yes_or_no(answer))
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
        if trace.vectors is not None:
            return "Compare what is left for the player directly above with what it has already."
        return "Compare v with the other player's bound."


def _judge_yes_or_no(trace: Recording, question: Question, mine: str) -> Verdict:
    """Judge whether a node of max^n returns early."""
    v, beta = question.numbers
    most, name = float(largest_sum(trace.settings)), trace.name(question.node)
    me, sign = trace.player_name(question.node), trace.settings.convention.cutoff
    fact = f"{me} has {show_number(v)}"
    parent = trace.log.parent[question.node]
    if parent != NO_PARENT and trace.player_name(parent) != me:
        above, left = trace.player_name(parent), show_number(most - v)
        has = show_number(most - beta)
        fact += f", so {above} gets at most {show_number(most)} − {show_number(v)} = {left} here, "
        fact += f"and has {has} already"
    holds = question.right == "yes"
    test = f"v = {show_number(v)} {'≥' if sign == '>=' else '>'} {show_number(beta)}"
    end = f"{name} returns" if holds else f"{name} continues"
    if question.last:
        end = f"{name} returns, since it has no more children"
    text = f"{fact}: {test} {'holds' if holds else 'does not hold'}, so {end}."
    if mine == question.right:
        return Verdict(True, text)
    if v == beta:
        what = "> for ≥" if holds else "≥ for >"
        return Verdict(False, text, what, "strictness-flipped")
    if holds:
        return Verdict(False, text, "a cutoff missed", "refuses-cutoff")
    return Verdict(False, text, "a cutoff too many")
