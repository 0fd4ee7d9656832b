"""Keys typed before the first screen is drawn work as they do later."""

from __future__ import annotations

from pathlib import Path

from textual.events import Key, Paste
from textual.widgets import Input

from tests.support.cases import over
from tests.support.screens import screen_text, until
from tracer import trace
from trees.sources import open_source
from tui import app as app_module
from tui.app import PlytraceApp
from tui.background import BackgroundSearch
from tui.screens.first_search_screen import FirstSearchScreen
from tui.screens.home.home_screen import HomeScreen
from tui.screens.stepper.stepper_screen import StepperScreen


def typed_ahead(screen, events):
    """The app with events that the terminal sends while it starts."""

    class TypedAhead(PlytraceApp):
        CSS_PATH = Path(app_module.__file__).with_name("plytrace.tcss")

        def on_load(self):
            for event in events:
                self.post_message(event)

    return TypedAhead(screen)


def keys(text):
    return [Key({"/": "slash"}.get(letter, letter), letter) for letter in text]


async def test_early_text_goes_to_the_line_of_the_home_screen():
    app = typed_ahead(HomeScreen(), [*keys("lec"), Paste("tu"), *keys("re")])
    async with app.run_test(size=(80, 24)) as pilot:
        await until(app, pilot, lambda: app.screen.query_one(Input).value == "lecture")
        await pilot.press("x")
        await until(app, pilot, lambda: app.screen.query_one(Input).value == "lecturex")


async def test_keys_after_one_that_opens_another_screen_are_kept():
    app = typed_ahead(StepperScreen(trace("lecture")), keys("/"))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(app, pilot, lambda: bool(app.screen.query(Input)))
        await pilot.press("escape")
        await until(app, pilot, lambda: isinstance(app.screen, StepperScreen))
        await pilot.press("l", "l")
        await until(app, pilot, lambda: app.screen.snapshot.step == 2)
        await until(app, pilot, lambda: not app.keeps_keys)


@over("enter", [Key("enter", "\r"), Key("ctrl+j", "\n")], ms=150)
async def test_early_enter_opens_the_typed_source(enter):
    app = typed_ahead(HomeScreen(), [*keys("lecture"), enter])
    async with app.run_test(size=(80, 24)) as pilot:
        await until(app, pilot, lambda: not isinstance(app.screen, HomeScreen))
        assert "Step through the search chosen below" in screen_text(app)


@over("number", [1, 5, 30], ms=150)
async def test_early_step_keys_are_all_applied(number):
    app = typed_ahead(StepperScreen(trace("ties")), keys("l" * number))
    async with app.run_test(size=(80, 24)) as pilot:
        last = len(app.screen.trace.replay) - 1
        await until(app, pilot, lambda: app.screen.snapshot.step == min(number, last))


async def test_text_after_a_key_that_opens_a_line_goes_into_that_line():
    app = typed_ahead(StepperScreen(trace("lecture")), keys("/C"))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(app, pilot, lambda: bool(app.screen.query(Input)))
        await until(app, pilot, lambda: app.screen.query_one(Input).value == "C")


async def test_screen_can_be_closed_before_it_is_drawn():
    app = typed_ahead(StepperScreen(trace("lecture")), keys("llq"))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(app, pilot, lambda: not app.is_running)


async def test_keys_typed_during_the_first_search_wait_for_its_screen():
    source = open_source("tic-tac-toe")
    search = BackgroundSearch(source, {"search": "minimax", "depth": 3}, source.label)

    def plan():
        found = yield search
        return StepperScreen(found)

    begun = plan()
    next(begun)
    app = typed_ahead(FirstSearchScreen(begun, search), keys("lll"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("l")
        search.start()
        await until(app, pilot, lambda: isinstance(app.screen, StepperScreen))
        await until(app, pilot, lambda: app.screen.snapshot.step == 4)


async def test_ctrl_c_quits_before_the_first_screen_too():
    app = typed_ahead(StepperScreen(trace("lecture")), [Key("ctrl+c", None)])
    async with app.run_test(size=(80, 24)) as pilot:
        await until(app, pilot, lambda: not app.is_running)


async def test_key_forwarded_after_the_end_does_nothing():
    app = PlytraceApp(HomeScreen())
    async with app.run_test() as pilot:
        await until(app, pilot, lambda: not app.keeps_keys)
    assert not app.screen_stack
    for key in [Key("right", None), Key("q", "q")]:
        key._set_forwarded()  # as a screen does with a key that it does not use
        await app.on_event(key)
