"""The question about a node's v after a child returns, or in MCTS about its mean."""

from __future__ import annotations

from fractions import Fraction

from engine.game import Player
from tracer.mcts.rewards import mcts_rewards
from tracer.predict.kinds.base import Moment, Question, QuestionKind, Verdict
from tracer.predict.kinds.vector_value import VECTOR_RULE, ask_vector, judge_vector
from tracer.predict.typed.answers import numbers_in
from tracer.recording.recording import Recording
from tracer.steps.snapshot import EventKind
from tracer.text.numbers import nearly_equal, show_number

__all__ = ["Value"]


class Value(QuestionKind):
    """Asks for v, or for a mean."""

    id = "value"
    field = "number"
    rank = 20

    def fits(self, moment: Moment) -> int:
        """Return more if v is kept and no cutoff is relevant."""
        if moment.event.kind is EventKind.BACKED_UP:
            return 10
        if not moment.returns:
            return 0
        is_kept = moment.has_bounds and moment.event.kind is not EventKind.BETTER
        return 20 if is_kept and not moment.is_about_cutoff else 10

    def ask(self, moment: Moment) -> Question | None:
        """Return the question; None for a node's first reward, which equals its mean."""
        if moment.event.kind is EventKind.BACKED_UP:
            return self._mean(moment)
        if moment.trace.vectors is not None:
            return ask_vector(self, moment)
        frame, name = moment.frame, moment.trace.name(moment.event.parent)
        what = f"What is v of {name} now?"
        if frame.player is Player.CHANCE:
            last = "It was the last outcome. " if frame.searched == frame.actions else ""
            what = (
                f"{last}Each outcome adds its probability times its value. "
                f"What is the sum at {name} now?"
            )
        text, right = f"{moment.came} {what}", show_number(frame.v)
        known = () if frame.searched == 1 else (moment.before.v,)
        parent, numbers = moment.event.parent, (frame.v,)
        return Question(moment.then.step, self, text, "a number", right, parent, numbers, known)

    def _mean(self, moment: Moment) -> Question | None:
        trace, event, step = moment.trace, moment.event, moment.then.step
        rewards = mcts_rewards(trace)
        node = rewards.find_number(event.parent)
        before, now = rewards.measure_node(node, step - 1), rewards.measure_node(node, step)
        if before.visits == 0 or now.visits == before.visits:
            return None
        name, reward = trace.name(event.parent), show_number(trace.log.value[event.row])
        visits = "1 visit" if before.visits == 1 else f"{before.visits:,} visits"
        text = (
            f"The reward {reward} passes from {event.name} up to {name}, whose mean was "
            f"{show_number(before.mean)} after {visits}. What is its mean now?"
        )
        right, numbers, was = now.shown_mean, (now.mean,), (before.mean,)
        hint = "a number, to two places"
        return Question(step, self, text, hint, right, event.parent, numbers, was)

    def judge(self, trace: Recording, question: Question, answer: str) -> Verdict:
        """Judge a number, or with several players a vector."""
        if trace.vectors is not None:
            return judge_vector(trace, question, answer)
        (given,) = numbers_in(answer, 1)
        if trace.uses_playouts:
            return _verdict_of_mean(trace, question, given)
        player = Player(trace.log.player[question.node])
        text = f"v of {trace.name(question.node)} is {question.right}."
        if nearly_equal(given, *question.numbers):
            return Verdict(True, text)
        if player is Player.CHANCE:
            if _is_other_mean(trace, question, given):
                return Verdict(False, text, "the mean of a chance node", "chance-misread")
            return Verdict(False, text, "another value", "arithmetic-slip")
        returned = trace.log.value[trace.tour.row_at(question.step)[0]]
        if given == returned:
            if question.before and _is_other_end(player, returned, question.before[0]):
                end = "largest" if player is Player.MAX else "smallest"
                why = f"{player.name} keeps the {end} value. {text}"
                return Verdict(False, why, "MAX and MIN", "max-min-swapped", is_certain=True)
            return Verdict(False, text, "took the last value")
        if question.before and given == question.before[0]:
            return Verdict(False, f"The new value is better. {text}", "kept the old value")
        return Verdict(False, text, "another value", "arithmetic-slip")

    def reminder(self, trace: Recording, question: Question) -> str:
        """Return the rule to apply; at a chance node, none."""
        if trace.uses_playouts or trace.log.player[question.node] == Player.CHANCE:
            return ""
        if trace.vectors is not None:
            return VECTOR_RULE
        return "MAX keeps the largest value, and MIN the smallest."


def _is_other_end(player: Player, returned: float, before: float) -> bool:
    return returned < before if player is Player.MAX else returned > before


def _is_other_mean(trace: Recording, question: Question, given: float) -> bool:
    """Return whether a wrong number is a common mistake for a chance node's mean so far."""
    log, (child, _) = trace.log, trace.tour.row_at(question.step)
    seen = [row for row in log.children(question.node) if row <= child]
    chances = trace.game.chances(trace.state(question.node))
    weights = [Fraction(chances[log.action[row]][1]) for row in seen]
    values = [log.value[row] for row in seen]
    total = sum(weight * Fraction(x) for weight, x in zip(weights, values, strict=True))
    others = (
        *(max(values), min(values), values[-1], sum(values), sum(values) / len(values)),
        *(float(total / sum(weights)), float(total) / len(values), float(total) / len(chances)),
    )
    return any(nearly_equal(given, other) for other in others)


def _verdict_of_mean(trace: Recording, question: Question, given: float) -> Verdict:
    name, (mean,), (before,) = trace.name(question.node), question.numbers, question.before
    reward = trace.log.value[trace.tour.row_at(question.step)[0]]
    text = f"The mean of all rewards of {name} is now {question.right}."
    # A mean is shown and requested with two decimal places.
    if nearly_equal(given, mean) or given == round(mean, 2):
        return Verdict(True, text)
    if nearly_equal(given, before):
        why = f"The reward {show_number(reward)} counts. {text}"
        return Verdict(False, why, "kept the old mean")
    if nearly_equal(given, reward):
        return Verdict(False, f"The earlier rewards count too. {text}", "took the last reward")
    if nearly_equal(given, (before + reward) / 2):
        why = f"Every visit has the same weight. {text}"
        return Verdict(False, why, "a mean of two numbers")
    return Verdict(False, text, "another mean", "arithmetic-slip")
