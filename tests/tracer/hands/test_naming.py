"""Misconceptions are named by refutation, measured with simulated students."""

from __future__ import annotations

from tests.support.cases import over
from tests.tracer.hands.support import (
    PRACTICE,
    count_readings,
    free_student,
    guided_student,
    practice,
    worked,
)
from tracer import trace
from tracer.hands.events import Back, Enter, Need, Value
from tracer.hands.hand_work import HandWork
from tracer.hands.judging import find_first_wrong
from tracer.hands.naming import explained_slips, hand_task, named_misconception
from tracer.mistakes import MISCONCEPTIONS

STUDENTS = [(name, slug) for name in PRACTICE for slug in MISCONCEPTIONS]


@over("name, slug", STUDENTS, ms=700)
def test_true_mistake_of_a_guided_student_is_left_and_no_other_is_named(name, slug):
    right, task = practice(name)
    for number in range(count_readings(task, right, slug)):
        work, slips = guided_student(task, right, slug, number)
        explained = explained_slips(task, work, slips)
        assert bool(explained) == bool(slips)
        assert explained.get(slug, 0) == len(slips)
        assert named_misconception(explained) in (slug, None)


@over("name, slug", STUDENTS, ms=700)
def test_true_mistake_of_a_free_student_is_left_and_no_other_is_named(name, slug):
    right, task = practice(name)
    for number in range(count_readings(task, right, slug)):
        work = free_student(task, right, slug, number)
        if work is None:
            continue
        explained = explained_slips(task, work)
        if find_first_wrong(right, work) is None:
            assert explained == {}
        else:
            assert slug in explained
            assert named_misconception(explained) in (slug, None)
        # A second way: the worker that is not led anywhere visits the same nodes.
        if (slug, number) != ("fail-hard-values", 1):  # fail-soft has no step for a returned bound
            readings = [reading.answers.visits for reading in MISCONCEPTIONS[slug].readings(task)]
            assert tuple(work.trace.names()) in readings


@over("source", ["lecture", "misconceptions"])
def test_one_slip_is_no_evidence(source):
    right = trace(source)
    task, whole = hand_task(right), worked(trace(source))
    before = HandWork(right)
    for number, event in enumerate(whole.events):
        if before.need is Need.VALUE:
            explained = explained_slips(task, whole, {number: Value(before.came + 1)})
            assert named_misconception(explained) is None
        before.add(event)


def test_a_right_step_refutes_a_misconception():
    right = trace("lecture")
    task = hand_task(right)
    work, slips = guided_student(task, right, "refuses-cutoff", 0)
    assert "refuses-cutoff" in explained_slips(task, work, slips)
    # The same slip at a node that is not cut, by a student who did the cutoff at C rightly.
    slips = {4: Enter(2)}
    assert work.events[11] == Back()
    assert "refuses-cutoff" not in explained_slips(task, work, {3: Back(), **slips})


def test_right_work_explains_nothing():
    for name in PRACTICE:
        right, task = practice(name)
        work = worked(right)
        assert explained_slips(task, work) == explained_slips(task, work, {}) == {}
