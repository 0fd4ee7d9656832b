"""What can be asked about the step that comes next."""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from engine.game import Player
from engine.log import NO_PARENT
from tracer.fold import fold
from tracer.recording import Recording
from tracer.replay import Replay
from tracer.rewards import rewards_of
from tracer.steps import Event, EventKind, Snapshot

__all__ = ["ALL_KINDS", "Asks", "Question", "best_at", "next_question", "seek_question"]


class Asks(StrEnum):
    """What a question is about."""

    NEXT = "next node"
    VALUE = "value"
    WINDOW = "window"
    CUT = "cutoff"
    AGAIN = "search again"
    RESULT = "result"


#: What is asked where nobody chooses.
ALL_KINDS: Final = frozenset(Asks)


@dataclass(frozen=True, slots=True)
class Question:
    """A question about a step that has not been shown.

    Args:
        step: the step, from 0.
        asks: what it is about.
        text: the question.
        hint: how it can be answered.
        right: the right answer as it is told.
        node: the row of the node that it is about.
        numbers: the right answer where it is one number, or two.
        before: what the same numbers were before the step.
        other_order: the window under the other order of test and update; empty where it is no
            other.
        last: whether no child is left, so that the node returns in any case.
    """

    step: int
    asks: Asks
    text: str
    hint: str
    right: str
    node: int
    numbers: tuple[float, ...] = ()
    before: tuple[float, ...] = ()
    other_order: tuple[float, ...] = ()
    last: bool = False


def next_question(
    trace: Recording, replay: Replay, step: int, kinds: Collection[Asks] = ALL_KINDS
) -> Question | None:
    """The question about the step after one; None where nothing is decided there.

    Nothing is decided where the value of a leaf is read, where the first child is entered, and
    where the next leaf follows without a cutoff, which was asked before.

    Args:
        trace: the search.
        replay: its steps.
        step: the step that is shown.
        kinds: what may be asked. Of a value that comes back, that is asked which is most to the
            point and is among them: the cutoff, the window or v.
    """
    if step + 1 >= len(replay):
        return None
    return _between(trace, replay.at(step), replay.at(step + 1), kinds)


def _between(
    trace: Recording, now: Snapshot, then: Snapshot, kinds: Collection[Asks]
) -> Question | None:
    event = then.event
    if event.entering:
        return _entry(trace, now, then) if Asks.NEXT in kinds else None
    if event.kind is EventKind.FINISHED:
        return _result(trace, then) if Asks.RESULT in kinds else None
    if event.kind is EventKind.BACKED_UP:
        return _mean(trace, then) if Asks.VALUE in kinds else None
    return _return(trace, then, kinds)


def seek_question(
    trace: Recording, replay: Replay, step: int, kinds: Collection[Asks], most: int
) -> Question | None:
    """The first question after a step; None where none of the steps looked at asks one.

    Args:
        trace: the search.
        replay: its steps.
        step: the step that is shown.
        kinds: what may be asked.
        most: how many steps are looked at.
    """
    now = replay.at(step)
    for at in range(step, min(step + most, len(replay) - 1)):
        then = replay.at(at + 1)
        question = _between(trace, now, then, kinds)
        if question is not None:
            return question
        now = then
    return None


def _entry(trace: Recording, now: Snapshot, then: Snapshot) -> Question | None:
    """Which node follows a subtree that has just been left, or a cutoff."""
    left = now.event
    whole = not left.entering and trace.log.size[left.row] > 1
    if not whole or then.event.parent == left.row or left.kind is EventKind.FINISHED:
        return None
    return Question(
        then.step,
        Asks.NEXT,
        f"{left.name} has returned. Which node is visited next?",
        "its name",
        then.event.name,
        then.event.row,
    )


def _return(trace: Recording, then: Snapshot, kinds: Collection[Asks]) -> Question | None:
    event, frame = then.event, then.stack[-1]
    parent, name = event.parent, trace.name(event.parent)
    number = trace.log.value[event.row]
    came = f"{event.name} returns {_shown(number)} to {name}, a {frame.player.name} node."
    before = fold(trace, parent, frame.returns - 1)
    has_null = trace.searches_again and trace.log.has_null_window(event.row)
    if event.kind is EventKind.SCOUTED or (has_null and Asks.AGAIN in kinds):
        if Asks.AGAIN not in kinds:
            return None  # the value counts for nothing yet
        right = "yes" if event.kind is EventKind.SCOUTED else "no"
        text = f"{came} Is it searched again, with the whole window?"
        held = before.alpha if frame.player is Player.MAX else before.beta
        return Question(
            then.step, Asks.AGAIN, text, "yes or no", right, event.row, (number, held),
            (before.alpha, before.beta),
        )  # fmt: skip
    asks = _asked(trace, then, kinds)
    if asks is None:
        return None
    if asks is Asks.CUT:
        return _cut(then, came, event)
    if asks is Asks.WINDOW:
        numbers = (frame.alpha, frame.beta)
        text = f"{came} What is the window of {name} now?"
        hint = "α and β, such as 3, inf"
        right = f"({_shown(frame.alpha)}, {_shown(frame.beta)})"
        was = (before.alpha, before.beta)
        return Question(then.step, Asks.WINDOW, text, hint, right, parent, numbers, was)
    what = f"What is v of {name} now?"
    if frame.player is Player.CHANCE:
        last = "It was the last outcome. " if frame.returns == frame.actions else ""
        what = (
            f"{last}Each outcome counts its probability times its value. "
            f"What has the sum of {name} come to?"
        )
    text = f"{came} {what}"
    known = () if frame.returns == 1 else (before.v,)
    return Question(
        then.step, Asks.VALUE, text, "a number", _shown(frame.v), parent, (frame.v,), known
    )


def _asked(trace: Recording, then: Snapshot, kinds: Collection[Asks]) -> Asks | None:
    """What is asked about a value that comes back, where no scout is."""
    event, frame = then.event, then.stack[-1]
    if not trace.has_window or frame.player is Player.CHANCE:
        return Asks.VALUE if Asks.VALUE in kinds else None
    bounded = math.isfinite(frame.alpha if frame.player is Player.MIN else frame.beta)
    is_cut = event.kind is EventKind.CUT
    # Every other better value is asked about too: the question must not tell that there is one.
    may_hold = event.kind is EventKind.KEPT or event.row % 2 == 0
    usual = Asks.WINDOW if event.kind is EventKind.BETTER else Asks.VALUE
    if is_cut or (bounded and may_hold):
        usual = Asks.CUT
    possible = {Asks.VALUE}
    if bounded or is_cut:
        possible.add(Asks.CUT)
    if not is_cut:  # there the courses differ on whether it has been moved
        possible.add(Asks.WINDOW)
    order = (usual, Asks.CUT, Asks.WINDOW, Asks.VALUE)
    return next((one for one in order if one in kinds and one in possible), None)


def _mean(trace: Recording, then: Snapshot) -> Question | None:
    """The mean of a node's rewards, in Monte Carlo; its first reward is read off."""
    event, rewards = then.event, rewards_of(trace)
    node = rewards.number_of(event.parent)
    before, now = rewards.at(node, then.step - 1), rewards.at(node, then.step)
    if before.visits == 0 or now.visits == before.visits:
        return None
    name = trace.name(event.parent)
    visits = "1 visit" if before.visits == 1 else f"{before.visits:,} visits"
    text = (
        f"The reward {_shown(trace.log.value[event.row])} passes from {event.name} up to {name}, "
        f"which has come to the mean {_shown(before.mean)} in {visits}. What is its mean now?"
    )
    right, numbers = now.shown_mean, (now.mean,)
    hint = "a number, to two places"
    return Question(then.step, Asks.VALUE, text, hint, right, event.parent, numbers, (before.mean,))


def _cut(then: Snapshot, came: str, event: Event) -> Question:
    frame = then.stack[-1]
    bound = "α" if frame.player is Player.MIN else "β"
    right = bound if event.kind is EventKind.CUT else "no"
    last = frame.tried == frame.actions  # it returns now in any case
    asked = (
        f"It was the last child. Does the cutoff test of {frame.name} hold"
        if last
        else f"Does {frame.name} return now"
    )
    text = f"{came} {asked}, and by whose bound?"
    held = frame.alpha if frame.player is Player.MIN else frame.beta
    return Question(
        then.step,
        Asks.CUT,
        text,
        "no, or the bound: α (a) or β (b)",
        right,
        frame.row,
        (frame.v, held),
        last=last,
    )


def _result(trace: Recording, then: Snapshot) -> Question | None:
    row = then.event.row
    best = best_at(trace, row)
    if best is None or trace.log.player[row] == Player.CHANCE or trace.log.parent[row] != NO_PARENT:
        return None
    if trace.plays_out and trace.pass_at(row) < len(trace.roots):
        return None  # an iteration decides nothing: the most visited move is played at the end
    value = trace.value if trace.plays_out else trace.log.value[row]
    move = trace.move_name(best) or ""
    ends, played = "The search is over.", "is played"
    if trace.deepens and trace.pass_at(row) < len(trace.roots):
        ends = f"Pass {trace.pass_at(row)} is over, and a deeper one follows."
        played = "would be played now"
    text = f"{ends} What is {then.event.name} worth, and which move {played}?"
    hint = "a number and a move, such as 3 B"
    right = f"{_shown(value)} {move}"
    return Question(then.step, Asks.RESULT, text, hint, right, row, (value,))


def best_at(trace: Recording, root: int) -> int | None:
    """The row of the child whose move a root plays, in Monte Carlo that of the whole search."""
    if trace.plays_out:
        return next(iter(trace.best_rows[1:]), None)
    return trace.best_child(root)


def _shown(number: float) -> str:
    from tracer.values import show_number

    return show_number(number)
