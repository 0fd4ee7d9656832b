"""Background searches: their messages, how they are stopped, and what follows."""

from contextlib import asynccontextmanager

import pytest
from click.testing import CliRunner

from engine.errors import InvalidInput, UsageError
from tests.support.cases import over
from tests.support.screens import screen_text, shows, until
from tests.support.tables import table
from tracer import trace
from trees.sources import open_source
from tui.app import PlytraceApp, run_plan
from tui.background import BackgroundSearch
from tui.cli import cli
from tui.cli.commands.step import _stepper
from tui.dialogs import progress
from tui.dialogs.progress import FirstSearchScreen, SearchProgressScreen
from tui.screens.stepper.side_by_side_screen import SideBySideScreen
from tui.screens.stepper.stepper_screen import StepperScreen

LONG = {"source": "reversi:6", "options": {"search": "minimax"}}


#: The budgets of a search, none of them given.
USUAL = {"max_visits": None, "seconds": None, "memory": None}


def begun(source, options, step=0, against=None, notes=None):
    """The application on the screen that `plytrace step` opens while it searches."""
    notes = [] if notes is None else notes
    plan = _stepper(open_source(source), USUAL | options, step, against, notes)
    return PlytraceApp(FirstSearchScreen(plan, next(plan)))


def says(app, words):
    return lambda: words in screen_text(app)


@asynccontextmanager
async def searching(notes=None, **options):
    """Run the application on a long search; it and its pilot, once its progress is shown."""
    app = begun("reversi:6", {"search": "minimax", **options}, notes=notes)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(app, pilot, says(app, "a second"))
        yield app, pilot


# Before there is a stepper -----------------------------------------------------------------


@over("key", ["q", "ctrl+c"])
async def test_stepper_opens_after_the_search_and_closing_it_quits_the_program(key):
    notes = []
    app = begun("lecture", {}, step=3, notes=notes)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(app, pilot, shows(app, StepperScreen))
        assert app.screen.step == 3
        await pilot.press(key)
        await until(app, pilot, lambda: not app.is_running)
    assert app.return_code == 0
    assert notes == []


async def test_a_quick_search_does_not_flash_its_dialog(monkeypatch):
    shown = []
    assert progress._DELAY >= 0.2
    monkeypatch.setattr(progress, "_DELAY", 60.0)  # a quick search is quicker on any machine
    monkeypatch.setattr(SearchProgressScreen, "_progress_table", lambda self: shown.append(self))
    app = begun("lecture", {})
    async with app.run_test(size=(80, 24)) as pilot:
        await until(app, pilot, shows(app, StepperScreen))
    assert shown == []


async def test_a_long_search_shows_its_progress_after_a_while_and_keeps_it_up_to_date():
    async with searching() as (app, pilot):
        assert app.screen._search.seconds > progress._DELAY
        shown = screen_text(app)
        await until(app, pilot, lambda: screen_text(app) != shown)
        assert "a second" in screen_text(app)
        await pilot.press("q")


@over("key", ["escape", "enter", "ctrl+c"], ms=45)
async def test_stopped_search_opens_in_the_stepper(key):
    notes = []
    async with searching(notes) as (app, pilot):
        assert "Searching reversi:6" in screen_text(app)
        await pilot.press(key)
        await until(app, pilot, shows(app, StepperScreen))
        assert app.screen.trace.stopped
        assert app.is_running
    assert notes[0].endswith("by hand; the trace is partial")


async def test_quitting_a_search_ends_the_program_silently():
    async with searching() as (app, pilot):
        first = app._first_screen
        await pilot.press("q")
        await until(app, pilot, lambda: not app.is_running)
    assert app.return_code == 0
    assert first.failure is None


async def test_both_searches_run_and_open_side_by_side():
    app = begun("lecture", {}, against="pvs:cs188")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(app, pilot, says(app, "vs. pvs cs188"))
        assert isinstance(app.screen, SideBySideScreen)


@over("source, options, step, against, message", table(__file__, "refused_searches"))
async def test_refused_search_closes_the_screen_with_its_error(
    source, options, step, against, message
):
    app = begun(source, options, step, against)
    first = app._first_screen
    async with app.run_test(size=(80, 24)) as pilot:
        await until(app, pilot, lambda: not app.is_running)
    assert message in str(first.failure)
    assert isinstance(first.failure, UsageError)


def test_immediate_errors_are_reported_before_a_screen_opens(monkeypatch):
    monkeypatch.setattr(PlytraceApp, "run", lambda self: pytest.fail("a screen has opened"))
    monkeypatch.setenv("TEXTUAL_DRIVER", "none:Driver")  # there is a screen

    def refused(*arguments):
        return CliRunner().invoke(cli, ["step", *arguments]).exception

    monkeypatch.setattr("tui.app._FIRST_WAIT", 60.0)
    assert "there is no step 22" in str(refused("lecture", "--at", "22"))
    assert "mcts has no depth limit" in str(refused("lecture", "-a", "mcts", "--depth", "2"))
    assert isinstance(refused("[1, [2]"), InvalidInput)
    assert "there is no search" in str(refused("lecture", "--against", "nothing"))


def test_quick_search_opens_its_screen_without_a_dialog(monkeypatch):
    opened = []
    monkeypatch.setattr(PlytraceApp, "run", lambda self: opened.append(self._first_screen))
    monkeypatch.setattr("tui.app._FIRST_WAIT", 60.0)
    run_plan(_stepper(trace("lecture"), {}, 0, None, []))
    plan = _stepper(open_source("lecture"), USUAL, 0, "pvs", [])
    run_plan(plan)
    assert [type(screen) for screen in opened] == [StepperScreen, SideBySideScreen]


def test_longer_search_is_shown_and_its_error_raised(monkeypatch):
    def run(app):
        app._first_screen.failure = UsageError("refused")
        app._first_screen._search.cancel()

    monkeypatch.setattr(PlytraceApp, "run", run)
    plan = _stepper(open_source("reversi:6"), {"search": "minimax"}, 0, None, [])
    with pytest.raises(UsageError, match="refused"):
        run_plan(plan)


# The dialog --------------------------------------------------------------------------------


async def test_second_ctrl_c_in_a_search_quits(monkeypatch):
    monkeypatch.setattr(BackgroundSearch, "cancel", lambda self: None)  # as if it did not hear
    async with searching(seconds=120) as (app, pilot):
        search = app.screen._search
        await pilot.press("ctrl+c")
        await until(app, pilot, says(app, "Stopping"))
        assert app.is_running
        await pilot.press("ctrl+c")
        await until(app, pilot, lambda: not app.is_running)
    monkeypatch.undo()
    search.cancel()
    assert search.is_done(within=60)


@over("options, words", table(__file__, "best_so_far"), ms=45)
async def test_best_move_so_far_is_shown_or_that_there_is_none_yet(options, words):
    app = begun("reversi:6", options)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(app, pilot, says(app, words))
        assert "best so far" in screen_text(app)


async def test_dialog_survives_a_tiny_terminal_that_grows():
    app = begun("reversi:6", {"search": "minimax"})
    async with app.run_test(size=(20, 5)) as pilot:
        await until(app, pilot, says(app, "visits"))
        await pilot.resize_terminal(60, 20)
        await until(app, pilot, says(app, "a second"))
        await pilot.press("escape")
        await until(app, pilot, shows(app, StepperScreen))


def test_background_search_returns_its_trace_or_its_error():
    search = BackgroundSearch("lecture", {"max_visits": 5})
    assert search.so_far() is None
    search.start()
    search.start()  # once is enough
    assert search.is_done(within=60)
    assert search.result().log == trace("lecture", max_visits=5).log
    refused = BackgroundSearch("no-such-tree", {})
    refused.start()
    assert refused.is_done(within=60)
    with pytest.raises(InvalidInput):
        refused.result()
    long = BackgroundSearch(**LONG)
    long.start()
    assert not long.is_done()
    while long.so_far() is None:
        assert not long.is_done(within=0.01)
    long.cancel()
    assert long.is_done(within=60)
    assert long.result().stopped
