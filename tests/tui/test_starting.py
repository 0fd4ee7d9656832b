"""The start of the application, before and at its first screen."""

import gc
from pathlib import Path

import pytest
from click.testing import CliRunner
from textual.app import App
from textual.command import CommandPalette
from textual.css.stylesheet import Stylesheet
from textual.events import Key, Paste
from textual.screen import Screen
from textual.widgets import Input, OptionList

from tests.support.cases import over
from tests.support.screens import run_app, screen_text, settled, shows, stepper, until
from tests.support.sessions import open_app
from tests.support.tables import table
from tracer import trace
from trees.sources import open_source
from tui import app as app_module
from tui import app as application
from tui.app import PlytraceApp
from tui.background import BackgroundSearch, collect_garbage_rarely
from tui.cli import cli
from tui.cli.commands import step
from tui.dialogs.progress import FirstSearchScreen
from tui.screens.home.home_screen import HomeScreen
from tui.screens.home.source_opener import _found_at
from tui.screens.lessons.lesson_list_screen import LessonListScreen
from tui.screens.stepper.stepper_screen import StepperScreen


@over("command", ["step lecture", "learn", ""])
async def test_parts_are_styled_once_and_laid_out_once_for_a_size(command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    styled, laid_out = [], []
    apply, lay_out = Stylesheet.apply, Screen._screen_resized

    def apply_and_note(sheet, node, **options):
        styled.append(node.id)
        apply(sheet, node, **options)

    def lay_out_and_note(screen, size):
        laid_out.append(size)
        lay_out(screen, size)

    monkeypatch.setattr(Stylesheet, "apply", apply_and_note)
    async with run_app(open_app(command, monkeypatch)) as (app, pilot):
        monkeypatch.setattr(Screen, "_screen_resized", lay_out_and_note)
        await settled(app, pilot)
        assert styled.count("title") == 1
        assert {"-narrow", "-broad", "-wide"} & app.screen.classes
        await pilot.resize_terminal(120, 40)
        await settled(app, pilot)
        assert laid_out == [(120, 40)]
        assert styled.count("title") == 2
        assert app.screen.has_class("-wide")
        assert not app.screen.has_class("-narrow", "-broad")


async def test_home_parses_the_styles_once_and_lists_its_entries_once(monkeypatch):
    again, listed = [], []
    reparse, fill = Stylesheet.reparse, HomeScreen._list

    def reparse_and_note(styles):
        again.append(styles)
        reparse(styles)

    def fill_and_note(screen, *given):
        listed.append(screen.size)
        fill(screen, *given)

    monkeypatch.setattr(Stylesheet, "reparse", reparse_and_note)
    monkeypatch.setattr(HomeScreen, "_list", fill_and_note)
    async with run_app(PlytraceApp(HomeScreen())) as (app, pilot):
        assert not again
        assert listed == [app.screen.size]
        await pilot.resize_terminal(120, 40)
        await pilot.pause()
        assert listed == [(80, 24), (120, 40)]
        app.theme = "plytrace-light"
        await pilot.pause()
        assert again == [app.stylesheet]
        assert app.screen.styles.background.hex.lower() == app.current_theme.background


def test_objects_older_than_the_screen_are_not_collected_again():
    thresholds = gc.get_threshold()
    try:
        collect_garbage_rarely()
        assert gc.get_freeze_count() > 10_000
        assert gc.get_threshold()[0] > thresholds[0]
    finally:
        gc.unfreeze()
        gc.set_threshold(*thresholds)


def test_application_tunes_the_collector_before_it_runs(monkeypatch):
    done = []
    monkeypatch.setattr(application, "collect_garbage_rarely", lambda: done.append("spared"))
    monkeypatch.setattr(App, "run", lambda *args, **options: done.append("ran"))
    stepper().run()
    assert done == ["spared", "ran"]


@pytest.mark.parametrize("no_color", [False, True])
async def test_filters_stay_the_same_objects_so_filtered_lines_are_cached(no_color, monkeypatch):
    if no_color:
        monkeypatch.setenv("NO_COLOR", "1")
    app = stepper()
    app.ascii = True
    async with app.run_test(size=(80, 24)):
        filters = app.get_line_filters()
        assert list(map(id, filters)) == list(map(id, app.get_line_filters()))
        assert filters


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
        await until(app, pilot, lambda: app._takes_keys)


@over("enter", [Key("enter", "\r"), Key("ctrl+j", "\n")], ms=45)
async def test_early_enter_opens_the_typed_source(enter):
    app = typed_ahead(HomeScreen(), [*keys("lecture"), enter])
    async with app.run_test(size=(80, 24)) as pilot:
        await until(app, pilot, lambda: not isinstance(app.screen, HomeScreen))
        assert "Step through the search chosen below" in screen_text(app)


@over("number", [1, 5, 30], ms=45)
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
    async with run_app(typed_ahead(FirstSearchScreen(begun, search), keys("lll"))) as (app, pilot):
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
        await until(app, pilot, lambda: app._takes_keys)
    assert not app.screen_stack
    for key in [Key("right", None), Key("q", "q")]:
        key._set_forwarded()  # as a screen does with a key that it does not use
        await app.on_event(key)


@over("screen", [HomeScreen, LessonListScreen], ms=45)
@over("key", ["pageup", "pagedown", "home", "end", "up", "down", "enter"])
async def test_list_without_a_visible_line_accepts_every_key(screen, key):
    async with run_app(PlytraceApp(screen()), (1, 1)) as (app, pilot):
        listed = app.screen.query_one(OptionList)
        listed.can_focus = True
        listed.focus()
        await pilot.press("end", key)
        await pilot.resize_terminal(80, 24)
        await pilot.press("pagedown", "pageup")
        assert app.is_running


@over("opened", ["command_palette", "change_theme"], ms=45)
@over("key", ["pageup", "pagedown", "down", "up"])
async def test_palette_without_room_accepts_every_key(key, opened):
    async with run_app(stepper(), (1, 1)) as (app, pilot):
        await app.run_action(opened)
        await until(app, pilot, shows(app, CommandPalette))
        await pilot.press("down", "down", key)
        await pilot.resize_terminal(80, 24)
        await pilot.press("pagedown", "escape")
        assert not isinstance(app.screen, CommandPalette)


@pytest.mark.parametrize(("arguments", "convention"), table(__file__, "course_conventions"))
def test_stepper_opens_a_tree_with_the_convention_of_its_course(arguments, convention, monkeypatch):
    asked = []
    monkeypatch.setattr(step, "has_screen", lambda: True)
    monkeypatch.setattr(step, "_stepper", lambda _opened, options, *_rest: asked.append(options))
    monkeypatch.setattr("tui.app.run_plan", lambda *_given, **_more: None)
    done = CliRunner().invoke(cli, ["step", *arguments], catch_exceptions=False)
    assert done.exit_code == 0
    assert [options.get("convention", "aima") for options in asked] == [convention]


@pytest.mark.parametrize(
    ("source", "convention"), [("lecture", "comp341"), ("ties", "mit"), ("reversi:4", "mit")]
)
def test_home_screen_prefers_the_convention_of_the_tree_to_the_settings(source, convention):
    assert _found_at(source, "mit").options()["convention"] == convention
