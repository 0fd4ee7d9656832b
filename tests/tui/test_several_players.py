"""The stepper on trees of several players."""

from __future__ import annotations

import pytest
from textual.widgets import Input

from tests.support.screens import message, press, screen_text, settled
from tracer import trace
from tui.app import PlytraceApp
from tui.screens.stepper.mixins.changing import other_searches
from tui.screens.stepper.stepper_screen import StepperScreen

CUT = "[[[(3,2,5),(4,2,3)],[(1,1,2),(7,1,1)]],[(1,8,1),(1,7,1)]]"


def stepper(step: int = 0, source: str = "three-players", **options: object) -> PlytraceApp:
    return PlytraceApp(StepperScreen(trace(source, **options), step))


async def type_in(app: PlytraceApp, pilot, text: str) -> None:
    app.screen.query_one(Input).value = text
    await press(app, pilot, "enter")


async def test_a_leaf_takes_another_vector_and_refuses_a_number():
    app = stepper(5)  # D2
    async with app.run_test(size=(80, 24)) as pilot:
        await press(app, pilot, "e")
        assert app.screen.query_one(Input).value == "(4, 2, 3)"
        await type_in(app, pilot, "7")
        assert "'7' is not a vector of this tree" in screen_text(app)
        assert "3 numbers, for A, B, C" in screen_text(app)
        await type_in(app, pilot, "9, 3 8")
        found = app.screen.trace
        assert found.shares(0) == (9, 3, 8)
        assert message(app).startswith("Value (1, 2, 6) → (9, 3, 8) · as before: move B")
        await press(app, pilot, "z")
        assert app.screen.trace.shares(0) == (1, 2, 6)


async def test_an_internal_node_has_no_vector_of_its_own():
    app = stepper(1)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(app, pilot, "e")
        assert message(app) == "B is not a leaf; only leaves have vectors of their own."


async def test_moved_leaves_keep_their_vectors():
    app = stepper(5)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(app, pilot, "shift+left")
        found = app.screen.trace
        assert list(found.names())[:5] == ["A", "B", "D", "D2", "D1"]
        assert found.shares(3) == (4, 2, 3)
        assert found.shares(0) == (1, 2, 6)


def test_a_tree_with_numbers_is_not_offered_max_n():
    assert "search maxn" not in [one.title for one in other_searches(trace("lecture"))]


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_panes_show_the_shares_of_a_cutoff(size):
    app = stepper(17, CUT, sum=10)
    async with app.run_test(size=size) as pilot:
        await settled(app, pilot)
        text = " ".join(screen_text(app).split())
        assert "B already has 8, so A gets at most 10 − 8 = 2 there" in text
        assert "△ B (B) = (3,2,5)" in text
        assert "v 8" in text


async def test_legend_says_that_the_players_name_is_in_parentheses():
    app = stepper()
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(app, pilot)
        text = screen_text(app)
        assert "player in parentheses" in text
        assert "MIN, this step" not in text
