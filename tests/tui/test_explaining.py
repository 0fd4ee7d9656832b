"""Why is it so: a number of the current node, its origin, and the way back."""

from __future__ import annotations

from tests.support.screens import press, screen_text, settled
from tracer import trace
from tui.app import PlytraceApp
from tui.screens.stepper.stepper_screen import StepperScreen


def words(app):
    """The screen in one line."""
    return " ".join(screen_text(app).split())


def underlined(app):
    """The texts in the tree that are underlined."""
    tree = app.screen.query_one("#tree")
    rows = [tree.render_line(y) for y in range(tree.size.height)]
    return {part.text.strip() for row in rows for part in row if part.style.underline}


async def test_number_is_explained_followed_and_returned_to():
    app = PlytraceApp(StepperScreen(trace("lecture"), 9))
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(app, pilot)
        assert not underlined(app)
        await press(app, pilot, "w")
        assert "α = 3 at C: since step 8, when B returned 3 to A" in words(app)
        assert "The chain: steps 9, 8, 3, 2." in words(app)
        assert {"△ A", "▽ B", "B1"} <= underlined(app)
        await press(app, pilot, "t")
        assert app.screen.step == 8
        assert not underlined(app)
        await press(app, pilot, "w", "w", "w")
        assert "v = 3 at A: since step 8, when B returned 3 to A." in words(app)
        await press(app, pilot, "t")
        assert app.screen.step == 8
        assert "This is step 8" in words(app)
        await press(app, pilot, "backspace")
        assert app.screen.step == 9
        assert "α = 3 at C: since step 8" in words(app)
        await press(app, pilot, "backspace")
        assert "no jump to go back from" in words(app)


async def test_numbers_go_round_and_skipped_children_are_among_them():
    app = PlytraceApp(StepperScreen(trace("lecture"), 11))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(app, pilot)
        seen = []
        for _ in range(8):
            await press(app, pilot, "w")
            seen.append(app.screen._origin.subject)
        assert [one.child for one in seen if one.child] == ["C2", "C3"]
        assert seen[-1] == seen[0]
        await press(app, pilot, "W")
        assert "C3 is skipped since step 11" in words(app)
        await press(app, pilot, "right")
        assert app.screen._origin is None


async def test_chain_of_jumps_is_returned_in_reverse():
    app = PlytraceApp(StepperScreen(trace("lecture"), 16))
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(app, pilot)
        await press(app, pilot, "w", "t", "w", "w", "t")
        steps = [app.screen.step]
        for _ in range(2):
            await press(app, pilot, "backspace")
            steps.append(app.screen.step)
        assert steps == [0, 8, 16]


async def test_visits_of_a_search_by_playouts_are_explained():
    t = trace("nim:2,2", "mcts", iterations=12, seed=1)
    app = PlytraceApp(StepperScreen(t, t.tour.entered_at(t.roots[-1])))
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(app, pilot)
        await press(app, pilot, "w")
        assert "visits 12 at root: since step" in words(app)


async def test_t_without_a_number_says_what_to_press():
    app = PlytraceApp(StepperScreen(trace("lecture"), 9))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(app, pilot)
        await press(app, pilot, "t")
        assert "Press w for a number" in words(app)


async def test_skipped_move_of_a_game_is_explained_by_its_last_move_and_each_step_once():
    t = trace("tic-tac-toe@xo.|.x.|...")
    app = PlytraceApp(StepperScreen(t, 10))
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(app, pilot)
        await press(app, pilot, "W")
        assert "9 (ply 5) is skipped since step 10." in words(app)
        assert "The chain: steps 10, 9, " in words(app)
        assert "9 (ply 5): t to step 10" in words(app)
        assert "△ 6" in underlined(app)


async def test_critical_tree_is_underlined_on_demand():
    app = PlytraceApp(StepperScreen(trace("lecture"), 21))
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(app, pilot)
        await press(app, pilot, "K")
        assert "9 nodes that any alpha-beta needs" in words(app)
        assert "A is of type 1: it is on the best line. This search visits 2 others." in words(app)
        assert {"▲ A", "▽ B", "B1", "B2", "C1", "D3"} <= underlined(app)
        assert not {"D1", "D2", "C2"} & underlined(app)
        await press(app, pilot, "left")
        assert "D3" in underlined(app)
        await press(app, pilot, "w", "left")
        assert "D3" in underlined(app)
        await press(app, pilot, "K")
        assert not underlined(app)


async def test_critical_tree_of_a_tree_with_chance_is_refused():
    app = PlytraceApp(StepperScreen(trace("dice"), 3))
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(app, pilot)
        await press(app, pilot, "K")
        assert "has no critical tree" in words(app)
        assert not underlined(app)
