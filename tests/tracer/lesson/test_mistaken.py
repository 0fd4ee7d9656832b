"""Every misconception is diagnosed, shown again and overcome in every lesson."""

from __future__ import annotations

from tracer.mistakes import MISCONCEPTIONS
from tui.lessons import lesson_names, open_lesson


def test_every_misconception_is_an_anticipated_wrong_answer_of_some_lesson():
    """Look for its name among the anticipated wrong answers."""
    met = {
        one.misconception
        for name in lesson_names()
        for page in open_lesson(name).pages
        if page.ask
        for one in (*page.ask.choices, *page.ask.slips)
    }
    assert {*MISCONCEPTIONS} <= met
