"""Every lesson begins with something to do, and every page has a figure."""

from __future__ import annotations

import re

from tests.support.cases import over
from tracer.lesson.plain_text import figure_lines
from tracer.lesson.session import LessonSession
from tui.lessons import lesson_names, open_lesson

#: Phrases that send a reader away from what is on the page.
POSTPONES = re.compile(
    r"\b(leave .{0,20}aside|ignore\b.{0,60}\bfor now|never mind|skip this for now)\b", re.DOTALL
)


@over("name", lesson_names(), ms=150)
def test_first_page_has_something_to_do(name):
    sitting = LessonSession(open_lesson(name), "s")
    assert sitting.view.question
    assert not sitting.view.can_go_on


@over("name", lesson_names(), ms=150)
def test_every_page_has_a_figure_and_postpones_nothing(name):
    sitting = LessonSession(open_lesson(name), "s")
    while True:
        view = sitting.view
        where = (name, view.page)
        exercise = sitting._exercise
        if exercise is None or not exercise.is_awaited:  # the student types that tree
            assert view.scene is not None, where
            assert any(line.strip() for line in figure_lines(view.scene)), where
        assert not POSTPONES.search(view.text.casefold()), where
        if not sitting.skip():
            break
