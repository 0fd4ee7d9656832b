"""Nothing that predict mode shows depends on what the search does after the question.

A search that is stopped after the same visits has no later steps, so both must look the same.
"""

from __future__ import annotations

import random
from itertools import product

from tests.support.cases import over
from tests.support.screens import at_rest, screen_text
from tests.tui.test_nothing_later import SEARCHES, asked, compared
from tracer import trace
from tui.app import PlytraceApp
from tui.screens.stepper.stepper_screen import StepperScreen


def test_the_trees_of_2_000_questions_show_nothing_of_later_steps():
    assert sum(compared(*each, 400) for each in SEARCHES) >= 2_000


@over(("each", "size"), [*product(SEARCHES, [(80, 24), (120, 40), (200, 60)])], ms=150)
async def test_the_screen_shows_nothing_of_later_steps(each, size):
    source, search, options = each
    whole = trace(source, search, **options)
    questions = [(s, n) for s, n in asked(whole) if n < len(whole.log)]
    for step, visits in random.Random(2).sample(questions, min(3, len(questions))):
        stopped = trace(source, search, max_visits=visits, **options)
        if step >= len(stopped.tour):
            continue
        screens = []
        for found in (whole, stopped):
            app = PlytraceApp(StepperScreen(found, step))
            async with app.run_test(size=size) as pilot:
                await app.workers.wait_for_complete()
                await pilot.press("i")
                await at_rest()
                text = screen_text(app)
                screens.append(text[text.index("\n") :])  # the title says that a search stopped
        assert screens[0] == screens[1]
