"""The misconceptions that explain the wrong steps of a work, and that no right step refutes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.log.visit_log import NO_PARENT
from tracer.hands.events import Back, Enter, Event, Move, Need, Returned, Value, Window
from tracer.hands.hand_work import HandWork
from tracer.hands.judging import is_same_event
from tracer.mistakes import MISCONCEPTIONS
from tracer.mistakes.base import HandTask, make_task
from tracer.mistakes.led import Decisions, led_along, list_decisions
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
    task = make_task(right.game, right.settings, right.search)
    assert task is not None, "hand work has small trees"
    return task


#: Wrong steps that a misconception must explain before it is named: one is soon a slip.
_EVIDENCE: Final = 2


def explained_slips(
    task: HandTask, work: HandWork, slips: Mapping[int, Event] | None = None
) -> dict[str, int]:
    """Return how many slips each misconception explains, without those that are refuted.

    A misconception is refuted if in each of its readings some right step would have been another.
    Each step is compared with what its worker does with the student's own numbers.
    """
    befores = [work.cut_to(count) for count in range(len(work.events) + 1)]
    events: dict[int, Event] = dict(enumerate(work.events))
    led = led_along(task, work.trace)
    if slips is None:
        (rules,) = list_decisions(led)
        wrong = {
            number for number, event in events.items() if not _agrees(rules, befores[number], event)
        }
    else:
        wrong = set(slips)
        events.update(slips)
    if not wrong:
        return {}
    # A wrong step is decided by what is there before it, not by what was written instead of it.
    led_before = {number: led_along(task, befores[number].trace) for number in wrong}
    counts: dict[str, int] = {}
    for slug, misconception in MISCONCEPTIONS.items():
        before = {at: list_decisions(task, misconception) for at, task in led_before.items()}
        for reading, decisions in enumerate(list_decisions(led, misconception)):
            own = {at: readings[reading] for at, readings in before.items() if readings[reading:]}
            explained = _count_explained(decisions, own, befores, events, wrong)
            if explained:
                counts[slug] = max(counts.get(slug, 0), explained)
    return dict(sorted(counts.items(), key=lambda pair: -pair[1]))


def named_misconception(explained: Mapping[str, int]) -> str | None:
    """Return the misconception that the evidence names; None if it is not enough."""
    if not explained:
        return None
    most = max(explained.values())
    best = [slug for slug, count in explained.items() if count == most]
    return best[0] if most >= _EVIDENCE and len(best) == 1 else None


def _count_explained(
    decisions: Decisions,
    before: Mapping[int, Decisions],
    befores: list[HandWork],
    events: Mapping[int, Event],
    wrong: set[int],
) -> int:
    """Return how many wrong steps a worker would make too; 0 if it errs at a right step."""
    explained = 0
    for number, event in events.items():
        own = event_after(before.get(number, decisions), befores[number])
        if own is None:
            continue
        if number in wrong:
            explained += is_same_event(event, own)
        elif not is_same_event(event, own):
            return 0
    return explained


def _agrees(decisions: Decisions, before: HandWork, event: Event) -> bool:
    own = event_after(decisions, before)
    return own is None or is_same_event(event, own)
