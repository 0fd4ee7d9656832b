"""Every misconception sits through every lesson: it is told, shown once more, and got over."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.support.mistaken import Mistaken, gives_fact
from tests.support.students import right_answer
from tracer.check.misconceptions import MISCONCEPTIONS
from tracer.generate.apart import sheets_of
from tracer.generate.order import Order
from tracer.lesson import Sitting
from tracer.lesson.drill_tree import fresh_tree
from tui.course import lesson_names, open_lesson

#: Of these an answer can say nothing: a slip of arithmetic is no habit, and leads anywhere.
ANYTHING = {"arithmetic-slip"}
#: Answers that tell enough for a misconception to be named.
LONG = {"steps", "visits", "values", "windows", "cutoffs", "counts", "minimax", "expectiminimax"}
VALUES = {"values", "minimax", "expectiminimax"}


def sits(lesson, slug, stages):
    """Sit through a lesson; how often it was answered otherwise than is right.

    What all students have in common is searched once: the pages' searches, and the trees.
    """
    sitting, student = Sitting(lesson, "seed", is_open=False), Mistaken(slug)
    sitting._stages = stages
    sitting.ready()
    while not sitting.is_finished:
        if not sitting.view.question:
            sitting.forward()
            continue
        where = f"{lesson.name}, page {sitting.page + 1}, {slug}: {sitting.view.question}"
        typed, how = student.answer_to(sitting)
        exercise, asked = sitting._exercise, sitting._asked
        told = sitting.answer(typed)
        if how and told is not None:
            assert not told.is_right, (where, typed)
            assert told.text, (where, typed)
            named(slug, how, told, sitting, (where, typed))
        if exercise is not None and exercise.is_over and exercise._slips:
            if exercise.drill.order is not None:
                shown_next(exercise, where)
            student.has_learned = True
        elif how and asked is not None and sitting.view.question:
            assert sitting.answer(right_answer(sitting)).is_right
    drills = {number for number, page in enumerate(lesson.pages) if page.drill}
    assert drills <= sitting._solved
    return student.erred


def named(slug, how, told, sitting, where):
    """What is said names the misconception, or one that this answer cannot be told from."""
    asked, exercise = sitting._asked, sitting._exercise
    if how in ("choice", "expected"):  # the page expects it, and says why it is wrong
        assert told.misconception or asked.asking.kind != "choice", where
    elif how == "fact":
        grader = sitting._stage(sitting._now).grader
        givers = {one for one in MISCONCEPTIONS if gives_fact(one, asked, grader, where[1])}
        givers -= ANYTHING
        assert slug in givers | ANYTHING, where
        if slug not in ANYTHING:
            assert told.misconception == (slug if givers == {slug} else ""), where
    elif exercise is not None and not LONG & {*exercise.drill.asks}:
        pass  # from a move or a value alone the grader concludes nothing
    elif slug not in ANYTHING or (exercise and VALUES & {*exercise.drill.asks}):
        assert slug in told.suspects, (where, told.suspects)
    if how not in ("choice", "expected") and told.misconception:
        assert MISCONCEPTIONS[told.misconception].title.casefold() in told.text.casefold(), where


def shown_next(exercise, where):
    """The next tree shows what the slips on this one come from, wherever such a tree can."""
    following = exercise.next_tree()
    fits = [one for one in exercise._slips if one]
    assert bool(following.exposes) == bool(fits), where
    assert not fits or any(following.exposes in one for one in fits), where
    if following.exposes and following.is_apart:
        order = exercise.drill.order
        parts = (*exercise.drill.asks, "visits", "values", "windows")
        shows = False
        for part in parts:
            if part != "steps":
                one = replace(order, apart=(following.exposes,), apart_in=(part,))
                shows = shows or bool(sheets_of(following.tree, one)[1][following.exposes])
        assert shows, where
        assert MISCONCEPTIONS[following.exposes].title in following.about


@pytest.mark.parametrize("name", lesson_names())
def test_every_misconception_is_told_shown_and_got_over_in_every_lesson(name, monkeypatch):
    trees = {}  # after the same slip all students have the same one: it is searched once

    def shared(drill, order, seed, exposes):
        if (seed, exposes) not in trees:
            trees[seed, exposes] = fresh_tree(drill, order, seed, exposes)
        return trees[seed, exposes]

    monkeypatch.setattr("tracer.lesson.drill.fresh_tree", shared)
    lesson, stages = open_lesson(name), {}
    erred = sum(sits(lesson, slug, stages) for slug in MISCONCEPTIONS)
    # Of matrices and runs no misconception is known.
    assert erred or not any(
        page.drill and isinstance(page.drill.order, Order) for page in lesson.pages
    )


def test_every_misconception_is_met_in_some_lesson():
    """By name, in a wrong answer that is expected."""
    met = {
        one.misconception
        for name in lesson_names()
        for page in open_lesson(name).pages
        if page.ask
        for one in (*page.ask.choices, *page.ask.slips)
    }
    assert set(MISCONCEPTIONS) <= met
