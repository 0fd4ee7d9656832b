"""Whether an answer is right, and where a wrong one comes from."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from engine.errors import InvalidInput
from engine.game import Player
from engine.log import NO_PARENT
from tracer.predict.answers import NONE, move_texts, named_bound, numbers_in, readings
from tracer.predict.names import is_move_to, move_of, name_of, plain, skipped_at
from tracer.predict.questions import Asks, Question, best_at
from tracer.recording import Recording
from tracer.typed_numbers import nearly_equal
from tracer.values import show_number, show_window

__all__ = ["Verdict", "judge"]

_A_NODE = re.compile(r"^\s*(?:the )?(?:node|child|leaf|move)\s+(?=\S)", re.IGNORECASE)
#: A window, which is an answer to another question.
_WINDOW = re.compile(r"(?:∞|\binf\w*\b)\s*[)\]]|[(\[]\s*[-−]\s*(?:∞|inf)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is said of an answer.

    Args:
        is_right: whether it is right.
        told: why, naming the bounds.
        kind: what went wrong in a few words; empty for a right answer.
        misconception: the slug of the misconception whose answer it is; empty where none is known.
    """

    is_right: bool
    told: str
    kind: str = ""
    misconception: str = ""


def judge(trace: Recording, question: Question, answer: str) -> Verdict:
    """Judge an answer, forgiving of form and strict on content.

    Args:
        trace: the search.
        question: what was asked.
        answer: what was typed: infinities as inf, ∞ or oo; fractions; commas, spaces or brackets.

    Raises:
        InvalidInput: it answers another kind of question.
    """
    match question.asks:
        case Asks.NEXT:
            return _next(trace, question, answer)
        case Asks.CUT:
            return _cut(trace, question, answer)
        case Asks.AGAIN:
            return _again(trace, question, answer)
        case Asks.RESULT:
            return _result(trace, question, answer)
        case Asks.VALUE:
            return _value(trace, question, numbers_in(answer, 1))
        case Asks.WINDOW:
            return _window(trace, question, numbers_in(answer, 2))


def _equal(mine: tuple[float, ...], right: tuple[float, ...]) -> bool:
    return all(map(nearly_equal, mine, right))


def _next(trace: Recording, question: Question, answer: str) -> Verdict:
    if _WINDOW.search(answer):
        raise InvalidInput(f"{answer.strip()!r}", expected=question.hint)
    names = (name_of(trace, question.node), move_of(trace, question.node))
    if not any(name.is_meant_by(answer) for name in names):
        answer = _A_NODE.sub("", answer)
    if any(name.is_meant_by(answer) for name in names) or is_move_to(trace, question.node, answer):
        return Verdict(True, f"{question.right} is visited next.")
    told = f"{question.right} is visited next."
    parent = trace.log.parent[question.node]
    skipped = [
        name
        for row in range(max(0, question.node - 1), question.node)
        for above in trace.rows_to(row)
        for name in skipped_at(trace, above)
    ]
    if any(name.is_meant_by(answer) for name in skipped):
        return Verdict(
            False, f"{answer.strip()} was skipped by a cutoff. {told}", "went on after a cutoff",
            "refuses-cutoff",
        )  # fmt: skip
    if parent != NO_PARENT and (
        plain(answer) in NONE or name_of(trace, parent).is_meant_by(answer)
    ):
        return Verdict(
            False, f"{trace.name(parent)} has children left. {told}", "returned too early"
        )
    return Verdict(False, told, "another order of nodes", "other-traversal")


def _value(trace: Recording, question: Question, given: tuple[float, ...]) -> Verdict:
    if trace.plays_out:
        return _mean(trace, question, *given)
    player = Player(trace.log.player[question.node])
    told = f"v of {trace.name(question.node)} is {question.right}."
    if _equal(given, question.numbers):
        return Verdict(True, told)
    if player is Player.CHANCE:
        return Verdict(False, told, "the mean of a chance node", "chance-misread")
    returned = trace.log.value[trace.tour.row_at(question.step)[0]]
    if given == (returned,):
        if question.before and _is_other_end(player, returned, question.before[0]):
            who, end = player.name, "largest" if player is Player.MAX else "smallest"
            return Verdict(
                False, f"{who} keeps the {end} value. {told}", "MAX and MIN", "max-min-swapped"
            )
        return Verdict(False, told, "took the last value")
    if question.before and given == question.before:
        return Verdict(False, f"The new value is better. {told}", "kept the old value")
    return Verdict(False, told, "another value", "arithmetic-slip")


def _mean(trace: Recording, question: Question, given: float) -> Verdict:
    name, (mean,), (before,) = trace.name(question.node), question.numbers, question.before
    reward = trace.log.value[trace.tour.row_at(question.step)[0]]
    told = f"The mean of {name} is {question.right} now, of all its rewards."
    # Two places are shown of a mean, and asked for.
    if nearly_equal(given, mean) or given == round(mean, 2):
        return Verdict(True, told)
    if nearly_equal(given, before):
        return Verdict(
            False, f"The reward {show_number(reward)} counts. {told}", "kept the old mean"
        )
    if nearly_equal(given, reward):
        return Verdict(False, f"The rewards before count too. {told}", "took the last reward")
    if nearly_equal(given, (before + reward) / 2):
        return Verdict(
            False, f"Every visit counts as much as this one. {told}", "a mean of two numbers"
        )
    return Verdict(False, told, "another mean", "arithmetic-slip")


def _is_other_end(player: Player, returned: float, before: float) -> bool:
    return returned < before if player is Player.MAX else returned > before


def _window(trace: Recording, question: Question, given: tuple[float, ...]) -> Verdict:
    name = trace.name(question.node)
    alpha, beta = question.numbers
    ends = f"α = {show_number(alpha)}, β = {show_number(beta)}"
    told = f"The window of {name} is {question.right}: {ends}."
    if _equal(given, question.numbers):
        return Verdict(True, told)
    is_max = trace.log.player[question.node] == Player.MAX
    if given == (beta, alpha):
        return Verdict(False, f"α is the lower end. {told}", "α and β swapped")
    if question.before and given == question.before:
        own = "α" if is_max else "β"
        return Verdict(
            False, f"{name} raises its own bound {own} to v. {told}".replace(
                "raises", "raises" if is_max else "lowers"
            ), "own bound not updated", "rewritten-window",
        )  # fmt: skip
    returned = trace.log.value[trace.tour.row_at(question.step)[0]]
    mine, other = given if is_max else given[::-1]
    if question.before == question.numbers and (mine, other) == (
        returned,
        beta if is_max else alpha,
    ):
        end = "larger" if is_max else "smaller"
        who = "MAX" if is_max else "MIN"
        return Verdict(
            False, f"{who} keeps the {end} value. {told}", "MAX and MIN", "max-min-swapped"
        )
    if other == returned and mine in _unmoved(trace, question, is_max):
        return Verdict(
            False, f"MAX moves α, MIN moves β. {told}", "moved the wrong bound", "wrong-bound"
        )
    # Right for a node entered with (−∞, +∞): what this one was entered with is forgotten.
    if other == (math.inf if is_max else -math.inf) and mine in (
        returned,
        alpha if is_max else beta,
    ):
        if trace.log.parent[question.node] == NO_PARENT:
            return Verdict(
                False, f"What the search began with stays in the window. {told}",
                "forgot the initial window", "window-reset",
            )  # fmt: skip
        return Verdict(
            False, f"What an ancestor holds stays in the window. {told}", "forgot the ancestors",
            "window-reset",
        )  # fmt: skip
    return Verdict(False, told, "another window")


def _unmoved(trace: Recording, question: Question, is_max: bool) -> tuple[float, ...]:
    """What a node's own bound is for those who do not move it: before, on entry, or without any."""
    before = question.before[0 if is_max else 1]
    if is_max:
        return before, trace.log.alpha[question.node], -math.inf
    return before, trace.log.beta[question.node], math.inf


def _cut(trace: Recording, question: Question, answer: str) -> Verdict:
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
        told = f"{fact}{held_by}; {name} returns, having no more children."
    elif holds:
        told = f"{fact}: {name} returns, since {whose}'s {bound} is enough."
    else:
        told = f"{fact} does not hold, so {name} goes on."
    if mine == question.right:
        return Verdict(True, told)
    if not holds:
        if v == held and strict:
            return Verdict(
                False, f"The test is strict here. {told}", "≥ for >", "strictness-flipped"
            )
        return Verdict(False, told, "a cutoff where none is")
    if mine == "no":
        if v == held and not strict:
            return Verdict(False, f"Equal is enough here. {told}", "> for ≥", "strictness-flipped")
        return Verdict(False, told, "a cutoff missed", "refuses-cutoff")
    return Verdict(False, told, "the wrong bound named", "wrong-bound")


def _again(trace: Recording, question: Question, answer: str) -> Verdict:
    word = plain(answer)
    if word[:1] not in ("y", "n"):
        raise InvalidInput(f"{answer.strip()!r}", expected="yes or no")
    mine = "yes" if word.startswith("y") else "no"
    x, held = map(show_number, question.numbers)
    at_max = trace.log.player[trace.log.parent[question.node]] == Player.MAX
    own, more = ("α", "more") if at_max else ("β", "less")
    window = show_window(*question.before)
    value, bound = question.numbers
    better = value > bound if at_max else value < bound
    low, high = trace.log.alpha[question.node], trace.log.beta[question.node]
    if question.right == "yes":
        why = (
            f"{x} is {more} than {own} = {held}, and inside {window}: the null window tells no "
            "more than that, so the true value has to be found."
        )
    elif better and low < value < high:  # the null window is one wide, and numbers may be fractions
        why = f"{x} is inside the null window {show_window(low, high)}: it is exact already."
    elif better:
        why = f"{x} is {more} than {own} = {held}, but not inside {window}: it is enough as it is."
    else:
        why = f"{x} is not {more} than {own} = {held}: the null window has said enough."
    is_right = mine == question.right
    return Verdict(is_right, why, "" if is_right else "when a scout is repeated")


def _result(trace: Recording, question: Question, answer: str) -> Verdict:
    read = list(readings(answer))
    if not read:
        raise InvalidInput(f"{answer.strip()!r}", expected="a number and a move, such as 3 B")
    best = best_at(trace, question.node)
    assert best is not None, "the question is asked only where a move was found"
    move = move_of(trace, best)
    told = (
        f"{trace.name(question.node)} is worth {show_number(question.numbers[0])} by {move.text}."
    )
    is_value, is_played = False, False
    for value, rest in read:
        is_value = _equal((value,), question.numbers)
        is_played = any(
            move.is_meant_by(one) or is_move_to(trace, best, one) for one in move_texts(rest)
        )
        if is_value and is_played:
            return Verdict(True, told)
    # Of several readings the last is told of: there the number stands behind the move.
    return Verdict(False, told, "the move" if is_value else "the value of the root")
