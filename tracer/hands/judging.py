"""The judgement of the steps of a search by hand: the right search is one step ahead."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from engine.game import Player
from engine.log.visit_log import NO_PARENT
from tracer.hands.events import Back, Enter, Event, Move, Need, Returned, Value, Window
from tracer.hands.hand_work import HandWork
from tracer.mistakes import MISCONCEPTIONS
from tracer.mistakes.base import HandTask, make_task
from tracer.mistakes.led import Decisions, led_along, list_decisions
from tracer.recording.fold import fold
from tracer.runs.search_trace import Trace
from tracer.steps.cutoff_reason import cut_sign, cutoff_reason
from tracer.text.numbers import agrees_as_written, nearly_equal, show_number, show_window


@dataclass(frozen=True, slots=True)
class Ruling:
    """The judgement of an event."""

    is_right: bool
    #: Rule that applies, without the answer.
    rule: str
    #: Why the right event is right, with the answer.
    reason: str
    step: int


class FirstWrong(NamedTuple):
    """The first wrong event of a work."""

    number: int
    ruling: Ruling
    #: Work before it, which is right.
    before: HandWork


def right_event(right: Trace, work: HandWork) -> Event:
    """Return the right event after right work that is not over."""
    log = right.log
    if work.need is Need.MOVE:
        best = right.best_child(0)
        assert best is not None, "a finished search has a move"
        return Move(log.action[best])
    row = work.frame.row
    if work.need is Need.WINDOW:
        return Window(log.alpha[row], log.beta[row])
    if work.need is Need.RETURN:
        return Returned(log.value[row])
    taken = len(work.frame.visited)
    if work.need is Need.VALUE:
        v = fold(right, row, taken).v
        if not nearly_equal(v, work.frame.v):
            return Value(v)
    children = list(log.children(row))
    return Back() if taken == len(children) else Enter(log.action[children[taken]])


def right_events(right: Trace, step: int | None = None) -> list[Event]:
    """Return the right events of a search, up to one of its steps if given."""
    step = len(right.tour) if step is None else step
    work, events = HandWork(right), []
    while work.need is not Need.NOTHING and len(work.trace.tour) - 1 < step:
        event = right_event(right, work)
        events.append(event)
        work.add(event)
    # A step at which a child returns shows the value that its parent has then.
    is_there = work.need is Need.VALUE and len(work.trace.tour) - 1 == step
    if is_there and isinstance(value := right_event(right, work), Value):
        events.append(value)
    return events


def judge_event(right: Trace, work: HandWork, event: Event) -> Ruling:
    """Judge an event after right work."""
    wanted = right_event(right, work)
    is_right = is_same_event(event, wanted)
    return _Explanation(right, work, wanted if is_right else event).ruling(wanted)


def is_same_event(event: Event, wanted: Event) -> bool:
    """Return whether two events are the same; numbers agree as they are written."""
    match event, wanted:
        case Value(typed), Value(right):
            return agrees_as_written(typed, right)
        case Returned(typed), Returned(right):
            return agrees_as_written(typed, right)
        case Window(), Window():
            low = agrees_as_written(event.alpha, wanted.alpha)
            return low and agrees_as_written(event.beta, wanted.beta)
    return event == wanted


def find_first_wrong(right: Trace, work: HandWork) -> FirstWrong | None:
    """Return the first wrong event of a work; None if all are right."""
    before = work.cut_to(0)
    for number, event in enumerate(work.events):
        ruling = judge_event(right, before, event)
        if not ruling.is_right:
            return FirstWrong(number, ruling, before)
        before.add(right_event(right, before))
    return None


class _Explanation:
    """The rule and the reason for the right event, where another one may have been tried."""

    def __init__(self, right: Trace, work: HandWork, event: Event) -> None:
        self.right = right
        self.work = work
        self.event = event
        self.frame = work.frame
        self.name = work.name
        self.at_max = work.frame.player is Player.MAX

    def ruling(self, wanted: Event) -> Ruling:
        """Return the judgement, given the right event."""
        rule, reason = self._texts(wanted)
        return Ruling(self.event is wanted, rule, reason, self._step())

    def _step(self) -> int:
        """Return the step of the right search at which the right event happens."""
        tour, row = self.right.tour, self.frame.row
        if self.work.need is Need.MOVE:
            return len(tour) - 1
        if self.work.need is Need.RETURN:
            return tour.left_at(row)
        child = self.work.returned
        return tour.entered_at(row) if child == NO_PARENT else tour.left_at(child)

    def _texts(self, wanted: Event) -> tuple[str, str]:
        match wanted:
            case Move(action):
                name = self.work.child_name(action)
                value = show_number(self.right.value)
                reason = f"{name} gave {self.name} its value {value}, so the move is {name}."
                return f"Which child gave {self.name} its value?", reason
            case Window(alpha, beta):
                return self._window(alpha, beta)
            case Returned(x):
                log, row = self.right.log, self.frame.row
                window = show_window(log.alpha[row], log.beta[row])
                reason = f"{self.name} was entered with {window}, so it returns {show_number(x)}."
                return RULE_OF_RETURN, reason
        stays = self.event is wanted and self.work.need is Need.VALUE and isinstance(wanted, Enter)
        if stays or isinstance(self.event, Value) or isinstance(wanted, Value):
            return self._value(wanted)
        if isinstance(wanted, Back):
            return self._back()
        if isinstance(self.event, Back) and isinstance(wanted, Enter):
            return self._early(wanted)
        assert isinstance(wanted, Enter), "every other event is explained above"
        assert isinstance(self.event, Enter), "every other event is explained above"
        first = self.work.child_name(wanted.action)
        later = self.work.child_name(self.event.action)
        if first == later and not self.frame.visited:
            return "", f"{first} is the first child of {self.name}."
        if first == later:
            return "", f"{self.name} continues with {first}."
        how = "from left to right"
        if self.right.settings.order != "given":
            how = f"in the order of this search ({self.right.settings.order})"
        return f"Children are visited {how}.", f"{first} comes before {later}."

    def _window(self, alpha: float, beta: float) -> tuple[str, str]:
        above = self.work.short_name(self.right.log.parent[self.frame.row])
        rule = f"{self.name} is entered with the window that {above} has now."
        typed = self.event
        if isinstance(typed, Window) and (typed.alpha, typed.beta) == (beta, alpha):
            rule = "α is the lower end of a window, and β the upper end."
        window = show_window(alpha, beta)
        return rule, f"{above} has the window {window} now and passes it to {self.name}."

    def _value(self, wanted: Event) -> tuple[str, str]:
        """Explain what v becomes, for a wrong number or none."""
        work, frame, name = self.work, self.frame, self.name
        child, came, was = work.short_name(work.returned), show_number(work.came), frame.v
        rule = rule_of_value(name, frame.player)
        if frame.player is Player.CHANCE:
            reason = self.right.at(self._step()).sentence
            return (rule if isinstance(self.event, Value) else f"First the sum: {rule}"), reason
        better = "larger" if self.at_max else "smaller"
        if isinstance(wanted, Value):
            reason = f"{came} is {better} than v = {show_number(was)}, so v becomes {came}."
        else:
            v = show_number(was)
            reason = f"{came} is not {better} than v = {v}, so v stays {v}."
        if not isinstance(self.event, Value):
            return f"First v: {child} returned {came} to {name}. {rule}", reason
        typed = self.event.v
        if not nearly_equal(typed, work.came):
            return f"{child} returned {came}; {show_number(typed)} did not come to {name}.", reason
        return rule, reason

    def _back(self) -> tuple[str, str]:
        """Explain a return that was not made."""
        left = self.frame.children_left
        if left:
            return self._compare(), cutoff_reason(self.right, self.frame.row)
        return f"What is left at {self.name}?", f"All children of {self.name} have returned."

    def _early(self, wanted: Enter) -> tuple[str, str]:
        """Explain why a node must not return yet."""
        follows = f"{self.name} continues with {self.work.child_name(wanted.action)}."
        if not self.work.windowed:
            return f"{self.right.search} visits every child.", follows
        row, taken = self.frame.row, len(self.frame.visited)
        now = fold(self.right, row, taken)
        other, bound, held = ("MIN", "β", now.beta) if self.at_max else ("MAX", "α", now.alpha)
        if math.isinf(held):
            has = f"{other} has nothing yet ({bound} = {show_number(held)})"
            return self._compare(), f"{has}: {follows}"
        sign = cut_sign(self.right, self.at_max)
        test = f"v = {show_number(now.v)} {sign} {bound} = {show_number(held)}"
        return self._compare(), f"{test} does not hold: {follows}"

    def _compare(self) -> str:
        """Return the rule of the cutoff test."""
        other, bound = ("MIN", "β") if self.at_max else ("MAX", "α")
        rule = f"Compare v of {self.name} with {other}'s bound {bound}."
        if self.right.settings.convention.cutoff == ">":
            rule += " Here a node is not cut if they are equal."
        return rule


def rule_of_value(name: str, player: Player) -> str:
    """Return how a node's value follows from its children's."""
    if player is Player.CHANCE:
        return f"{name} is a chance node: each outcome adds its probability times its value."
    keeps = "largest" if player is Player.MAX else "smallest"
    return f"{name} is a {player.name} node: it keeps the {keeps} value."


#: The rule of fail-hard.
RULE_OF_RETURN: Final = (
    "Fail-hard: a node returns no value outside the window that it was entered with."
)


# The misconceptions that explain the wrong steps of a work, and that no right step refutes.


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
