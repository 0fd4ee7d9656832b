"""Students who work a search by hand, rightly or with one misconception."""

from functools import cache

from tracer import trace
from tracer.generate import Order, generate
from tracer.hands.events import Need
from tracer.hands.hand_work import HandWork
from tracer.hands.judging import event_after, hand_task, is_same_event, right_events
from tracer.mistakes import MISCONCEPTIONS
from tracer.mistakes.led import led_along, list_decisions


def worked(right):
    """The whole right work of a search."""
    return HandWork(right, right_events(right))


#: Trees with cutoffs on which most misconceptions show.
PRACTICE = ("lecture", "misconceptions", "deep-cutoff", "hands 1", "hands 2", "hands 3")


@cache
def practice(name):
    """A search of such a tree, and the same as a task for workers."""
    if not name.startswith("hands "):
        right = trace(name)
    else:
        order = Order(plies=3, branching=2, cutoffs=(1, 4), values=(-9, 9))
        right = trace(generate(order, name).tree)
    return right, hand_task(right)


def count_readings(task, right, slug):
    """How many readings of a misconception a search by hand can show."""
    return len(list_decisions(led_along(task, worked(right).trace), MISCONCEPTIONS[slug]))


def own_step(task, work, slug, number):
    """What a student with a reading of a misconception does after a work; None if unknown."""
    readings = list_decisions(led_along(task, work.trace), MISCONCEPTIONS[slug])
    return event_after(readings[number], work) if number < len(readings) else None


def guided_student(task, right, slug, number):
    """Work a search with a misconception; each wrong step is refused, then done rightly."""
    work, slips = HandWork(right), {}
    for event in right_events(right):
        own = own_step(task, work, slug, number)
        if own is not None and work.is_possible(own) and not is_same_event(own, event):
            slips[len(work.events)] = own
        work.add(event)
    return work, slips


def free_student(task, right, slug, number):
    """Work a search with a misconception; nothing is refused. None if it has no form by hand."""
    work = HandWork(right)
    while work.need is not Need.NOTHING:
        own = own_step(task, work, slug, number)
        if own is None or not work.is_possible(own) or len(work.events) > 400:
            return None
        work.add(own)
    return work
