"""The bands of a letter in the stepper."""

from __future__ import annotations

from tests.support.cases import over
from tests.support.screens import message, press, screen_text, settled, text_of
from tests.tui.test_letter_bands import stepper
from tracer.recording.rerun import unwrapped_game
from tui.app import PlytraceApp
from tui.panes.letter_bands import LetterBands
from tui.screens.home.home_screen import HomeScreen
from tui.screens.stepper.stepper_screen import StepperScreen


def leaf(app, name):
    tree = unwrapped_game(app.screen.trace)
    return tree.values[tree.parse(name)]


async def test_the_number_moves_from_band_to_band_and_back():
    app = stepper()
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(app, pilot)
        assert "x (C1) = 2" in screen_text(app)
        assert "x ≤ 3" in screen_text(app)
        await press(app, pilot, "end", "m")
        assert leaf(app, "C1") == 3.5
        assert "Value 3 → 3.5" in screen_text(app)
        assert app.screen.step == len(app.screen.trace.replay) - 1
        await press(app, pilot, "m", "m")
        assert leaf(app, "C1") == 5
        assert "already the band of the largest numbers" in screen_text(app)
        await press(app, pilot, "M")
        assert leaf(app, "C1") == 3.5
        await press(app, pilot, "z", "z", "z")
        assert leaf(app, "C1") == 2


@over("size", [(80, 24), (120, 40), (200, 60), (62, 20), (40, 12)], ms=150)
async def test_the_band_of_the_number_is_always_shown(size):
    leaves = ",".join(f"[{number},x]" for number in range(12))
    app = stepper(f"[{leaves}]")
    async with app.run_test(size=size) as pilot:
        await settled(app, pilot)
        pane = app.screen.query_one(LetterBands)
        for _ in range(len(pane.data.bands)):
            if pane.display and pane.size.height:
                line, labels = pane.render().plain.split("\n")
                assert line.count("◆") == 1
                assert f" {pane.data.labels[pane.data.band]} " in labels + " "
                assert len(line) <= pane.content_size.width
                assert len(labels) <= pane.content_size.width
            await press(app, pilot, "m")
            pane = app.screen.query_one(LetterBands)


async def test_its_questions_can_be_switched_off():
    app = stepper(step=10)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(app, pilot)
        await press(app, pilot, "I", "end", "space", "enter", "i", "right")
        assert "Does C return now" in text_of(app, "#question")
        await press(app, pilot, "escape", "I", "a", "enter", "i", "right")
        assert "For which x" in text_of(app, "#question")


async def test_a_typed_tree_may_have_a_letter():
    app = PlytraceApp(HomeScreen())
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(app, pilot)
        app.screen.open_any("[[3,x],[2,4]]")
        await settled(app, pilot)
        await press(app, pilot, "enter")
        await settled(app, pilot)
        assert isinstance(app.screen, StepperScreen)
        assert "x (B2) = " in screen_text(app)
