"""The stepper on a small screen: stack, number line, messages, symbols, questions."""

from __future__ import annotations

import re

from tracer import trace
from tui.app import PlytraceApp
from tui.panes.stack import StackPane
from tui.screens.stepper.stepper_screen import StepperScreen


async def test_node_that_holds_the_bound_is_on_the_stack():
    searched = trace("connect-four", depth=9, max_visits=4000)
    app = PlytraceApp(StepperScreen(searched))
    seen = 0
    async with app.run_test(size=(80, 24)) as pilot:
        for cut in list(searched.cutoffs)[::40]:
            step = searched.tour.left_at(cut.row) - 1
            found = re.search(
                r"(?:MAX|MIN) has \S+ at (\S+) \(ply (\d+)\)", searched.at(step).sentence
            )
            if found is None:
                continue
            app.screen.go_to(step)
            await pilot.pause()
            rows = str(app.screen.query_one(StackPane).render()).split("\n")
            assert len(rows) <= app.screen.query_one(StackPane).size.height
            assert any(
                row.split()[1:2] == [found[1]] or row.split()[2:3] == [found[1]] for row in rows
            )
            seen += "more" in "".join(rows)
    assert seen > 3
