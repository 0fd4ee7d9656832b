"""Which misconceptions lead to a wrong answer about the next step.

An answer alone seldom tells them apart: a cutoff that is missed may come from a dozen. Those
that fit several answers of a person are told from the rest by them; see `likeliest`.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from engine.game import Player
from engine.log import NO_PARENT
from tracer.predict.answers import named_bound, readings
from tracer.predict.judging import judge
from tracer.predict.names import name_of, skipped_at
from tracer.predict.questions import Asks, Question
from tracer.recording import Recording
from tracer.replay import Replay
from tracer.steps import Frame
from tracer.typed_numbers import NUMBER, nearly_equal, typed_number

__all__ = ["likeliest", "suspects"]


def suspects(trace: Recording, replay: Replay, question: Question, answer: str) -> tuple[str, ...]:
    """The misconceptions that a wrong answer may come from, the plainest first.

    Args:
        trace: the search.
        replay: its steps.
        question: what was asked.
        answer: what was typed.

    Returns:
        Their slugs; nothing for a right answer, and for one that none of them leads to.

    Raises:
        InvalidInput: it answers another kind of question.
    """
    verdict = judge(trace, question, answer)
    if verdict.is_right:
        return ()
    if trace.plays_out:  # they are about searches that look at every move
        return (verdict.misconception,) if verdict.misconception else ()
    asked = _Asked(trace, replay, question)
    match question.asks:
        case Asks.NEXT:
            found = _of_next(asked, answer)
        case Asks.VALUE:
            found = _of_value(asked, *_numbers(answer))
        case Asks.WINDOW:
            found = _of_window(asked, _numbers(answer))
        case Asks.CUT:
            found = _of_cut(asked, named_bound(answer))
        case Asks.RESULT:
            found = _of_result(asked, *(value for value, _ in readings(answer)))
        case Asks.AGAIN:
            found = iter(())
    first = (verdict.misconception,) if verdict.kind in _CERTAIN else ()
    return tuple(dict.fromkeys((*first, *found)))


def _numbers(answer: str) -> tuple[float, ...]:
    return tuple(typed_number(text) for text in NUMBER.findall(answer))


#: What the verdict has said for certain, by its words.
_CERTAIN = ("went on after a cutoff", "MAX and MIN", "forgot the initial window")


def likeliest(slips: Iterable[Sequence[str]]) -> str:
    """The misconception that most of a person's slips may come from; empty where none is known.

    Args:
        slips: what each of them may come from, the plainest first.
    """
    known = [one for one in slips if one]
    fits = Counter(slug for one in known for slug in one)
    if not fits:
        return ""
    # Of those that fit as often, the one that is plainer.
    rank = {slug: sum(one.index(slug) for one in known if slug in one) for slug in fits}
    return min(fits, key=lambda slug: (-fits[slug], rank[slug]))


@dataclass(frozen=True, slots=True)
class _Asked:
    """A question, and what stands around it."""

    trace: Recording
    replay: Replay
    question: Question

    @property
    def stack(self) -> list[Frame]:
        """The open nodes before the step."""
        return list(self.replay.at(self.question.step - 1).stack)

    @property
    def frame(self) -> Frame:
        """The node that it is about, before the step."""
        return next(one for one in self.stack if one.row == self.question.node)

    @property
    def at_max(self) -> bool:
        """Whether MAX chooses there."""
        return self.trace.log.player[self.question.node] == Player.MAX

    @property
    def child(self) -> int:
        """The row of the child that returns."""
        return self.trace.tour.row_at(self.question.step)[0]

    @property
    def returned(self) -> float:
        """What it returns."""
        return self.trace.log.value[self.child]

    def seen(self, row: int) -> list[int]:
        """The children of a node that have returned, the one that returns now included."""
        left = self.replay.left_at
        children = self.trace.log.children(row)
        return [child for child in children if left(child) <= self.question.step]


def _of_next(asked: _Asked, answer: str) -> Iterator[str]:
    trace, row = asked.trace, asked.question.node
    if any(
        name.is_meant_by(answer)
        for at in range(max(0, row - 1), row)
        for above in trace.rows_to(at)
        for name in skipped_at(trace, above)
    ):
        yield "refuses-cutoff"
    parent = trace.log.parent[row]
    siblings = [] if parent == NO_PARENT else list(trace.log.children(parent))
    # Whoever goes from right to left comes to the last one next.
    if any(name_of(trace, one).is_meant_by(answer) for one in siblings if one > row) or any(
        name.is_meant_by(answer) for name in (skipped_at(trace, parent) if siblings else ())
    ):
        yield "right-to-left"
    below = row
    while trace.log.size[below] > 1:
        below += 1
    # As nodes return, what comes next is the first leaf below; level by level, a node of a row.
    before = [one for one in siblings if one < row]
    if any(
        name_of(trace, one).is_meant_by(answer) for one in (below, *_children_of(trace, before))
    ):
        yield "other-traversal"


def _children_of(trace: Recording, rows: list[int]) -> Iterator[int]:
    for row in rows:
        yield from trace.log.children(row)


def _of_value(asked: _Asked, given: float) -> Iterator[str]:
    question, x = asked.question, asked.returned
    if asked.frame.player is Player.CHANCE:
        if any(nearly_equal(given, other) for other in _other_means(asked)):
            yield "chance-misread"
        yield from ("arithmetic-slip", "chance-misread")
        return
    before = question.before[0] if question.before else x
    best, worst = (max, min) if asked.at_max else (min, max)
    # The leaf with its sign turned, by itself or against what was there.
    kept = bool(question.before) and given == before == best(before, -x)
    if x and (nearly_equal(given, -x) or kept):
        yield "leaf-perspective"
    # The value that the other player would keep.
    values = [asked.trace.log.value[child] for child in asked.seen(question.node)]
    if given in (worst(before, x), min(values), max(values)):
        yield "max-min-swapped"
    if nearly_equal(given, sum(values) / len(values)):
        yield "chance-misread"
    yield "arithmetic-slip"


def _other_means(asked: _Asked) -> Iterator[float]:
    """What a chance node's mean is taken for."""
    trace, row = asked.trace, asked.question.node
    seen = asked.seen(row)
    values = [trace.log.value[child] for child in seen]
    chances = trace.game.chances(trace.state(row))
    weights = [Fraction(chances[trace.log.action[child]][1]) for child in seen]
    total = sum(weight * Fraction(x) for weight, x in zip(weights, values, strict=True))
    yield from (max(values), min(values), values[-1], sum(values), sum(values) / len(values))
    yield from (
        float(total / sum(weights)),
        float(total) / len(values),
        float(total) / len(chances),
    )


def _of_window(asked: _Asked, given: tuple[float, ...]) -> Iterator[str]:
    question, at_max = asked.question, asked.at_max
    values = [asked.trace.log.value[child] for child in asked.seen(question.node)]
    if given == question.before:
        yield from ("rewritten-window", "max-min-swapped", "leaf-perspective")
        return
    right_mine, right_other = question.numbers if at_max else question.numbers[::-1]
    mine, other = given if at_max else given[::-1]
    nothing = math.inf if at_max else -math.inf
    v, x = asked.replay.at(question.step).stack[-1].v, asked.returned
    if other in values and other != right_other and mine != other:
        yield "wrong-bound"
        yield "max-min-swapped"
    # Right for a node entered with (−∞, +∞), or with what its parent alone has found.
    if (
        mine in (v, x, right_mine)
        and other in (nothing, right_other)
        and (mine, other)
        != (
            right_mine,
            right_other,
        )
    ):
        is_above = question.node != asked.stack[0].row
        if mine in (v, x) and other == nothing and is_above:
            yield "window-reset"
        if mine == x and other == right_other:
            yield "alpha-replaced"
        if is_above:
            yield from _of_passing(asked)
    if mine == other:
        yield "one-variable"
    if other != right_other and math.isfinite(other):
        yield from ("leaking-bounds", "alpha-replaced", "max-min-swapped")
    if mine != right_mine and other == right_other:
        yield from ("leaking-bounds", "one-variable")
    if any(end == -value for end in given for value in values if value):
        yield "leaf-perspective"


def _of_passing(asked: _Asked) -> Iterator[str]:
    """What is wrong with the way a window comes down."""
    if len(asked.stack) > 1:
        yield "root-reset"
    if len(asked.stack) > 2:
        yield "shallow-only"


def _of_cut(asked: _Asked, mine: str) -> Iterator[str]:
    question = asked.question
    v, held = question.numbers
    tested = "β" if asked.at_max else "α"
    ties = v == held
    strict = asked.trace.settings.convention.cutoff == ">"
    if ties and (mine == "no" or mine == tested):
        yield "strictness-flipped"
    if mine == "no":
        yield "refuses-cutoff"
        if held == 0:
            yield "zero-unset"
        yield "one-sided-test"
        yield "window-reset"
        yield "wrong-bound"
        yield from _of_passing(asked)
        yield from ("off-by-one-child", "max-min-swapped", "leaf-perspective")
        yield from ("leaking-bounds", "alpha-replaced", "one-variable")
        return
    if mine == tested and not (ties and strict):
        yield from ("one-variable", "leaking-bounds", "leaf-perspective")
    yield from ("wrong-bound", "one-variable", "max-min-swapped", "leaking-bounds")


def _of_result(asked: _Asked, *read: float) -> Iterator[str]:
    right = asked.question.numbers
    given = next((one for one in read if nearly_equal(one, *right)), read[0])
    question = asked.question
    log = asked.trace.log
    values = [log.value[child] for child in log.children(question.node)]
    if nearly_equal(given, question.numbers[0]):
        if sum(nearly_equal(given, value) for value in values) > 1:
            yield "bound-as-exact"  # of two that tie, the one that was cut
        return
    if given in values:
        yield from ("max-min-swapped", "leaf-perspective")
    if nearly_equal(given, sum(values) / len(values)):
        yield "chance-misread"
    if any(given == -value for value in values):
        yield "leaf-perspective"
    yield "arithmetic-slip"
