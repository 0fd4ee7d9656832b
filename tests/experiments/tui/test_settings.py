"""Settings, themes, and plain ASCII."""

import threading

from engine.match.match import Match
from tests.support.cases import over
from tests.support.contrast import contrast
from tests.support.screens import press, run_app, screen_text, until
from tracer import trace
from trees.sources import open_source
from tui.app import PlytraceApp
from tui.appearance.theme import THEMES
from tui.background import BackgroundJob, BackgroundSearch
from tui.dialogs.progress import ReadProgressScreen, SearchProgressScreen
from tui.screens.home.home_screen import HomeScreen
from tui.screens.play.play_screen import PlayScreen
from tui.screens.stepper.stepper_screen import StepperScreen

SCREENS = {
    "stepper": lambda: StepperScreen(trace("lecture")),
    "game": lambda: StepperScreen(trace("tic-tac-toe@xo.|.x.|..o")),
    "chance": lambda: StepperScreen(trace("dice")),
    "home": HomeScreen,
    "play": lambda: PlayScreen(Match(open_source("reversi:4").game)),
    "play-list": lambda: PlayScreen(Match(open_source("nim:3,5,7").game)),
}

#: Boxes over a screen: the screen, and the keys that lead to the box with something in it.
BOXES = {
    "PromptScreen": ("home", ["ctrl+o", *"nowhere.yaml"]),
    "SearchFormScreen": ("home", [*"lecture", "enter"]),
    "FindNodeScreen": ("stepper", ["slash", *"cutoffs"]),
    "HelpScreen": ("home", ["f1"]),
    "PickListScreen": ("stepper", ["c"]),
    "SettingsScreen": ("home", ["f2", "down"]),
}


def painted(app, box=None):
    """Every stretch of letters or digits on the screen, or in a part of it, with its colours."""
    box = box or app.screen.region
    for strip in app.screen._compositor.render_strips()[box.y : box.bottom]:
        for text, style, _ in strip.crop(box.x, box.right):
            if style and style.color and style.bgcolor and any(map(str.isalnum, text)):
                ink, ground = (one.get_truecolor().hex for one in (style.color, style.bgcolor))
                yield text.strip(), ink, ground


def inside(app):
    """What is painted in the box: around it the screen below is dimmed on purpose."""
    return painted(app, app.screen.query_one(".box, #help").region)


async def assert_readable(app, pilot, least=2, *, boxed=True):
    """See that every theme has enough contrast in the texts of a box, or of the whole screen."""
    for theme in THEMES:
        app.theme = theme.name
        await pilot.pause()
        found = list(inside(app) if boxed else painted(app))
        assert len(found) > least
        faint = [one for one in found if contrast(*one[1:]) < 4.5]
        assert not faint, (theme.name, faint)


@over("name", [*SCREENS, *BOXES], ms=90)
async def test_text_is_readable_in_every_theme(name):
    below, keys = BOXES.get(name, (name, ["right"] * 3))
    async with run_app(PlytraceApp(SCREENS[below]()), (120, 40)) as (app, pilot):
        await press(app, pilot, *keys)
        assert name not in BOXES or type(app.screen).__name__ == name
        await assert_readable(app, pilot, 2 if name in BOXES else 10, boxed=name in BOXES)


async def test_text_of_progress_dialogs_is_readable_in_every_theme():
    go_on = threading.Event()
    async with run_app(PlytraceApp(HomeScreen()), (120, 40)) as (app, pilot):
        for box in (
            ReadProgressScreen("mine.py:Slow", BackgroundJob(go_on.wait).start()),
            SearchProgressScreen(BackgroundSearch("no-such-tree", {})),
        ):
            app.push_screen(box)
            await until(app, pilot, lambda: len(list(inside(app))) > 1)
            await assert_readable(app, pilot, 1)
            await pilot.press("escape")
        go_on.set()


@over("name", list(SCREENS), ms=45)
async def test_ascii_mode_shows_only_ascii_on_every_screen(name):
    async with run_app(PlytraceApp(SCREENS[name](), ascii=True)) as (app, pilot):
        for size, keys in (
            ((80, 24), ("right", "right", "question_mark", "escape", "c", "escape")),
            ((120, 40), ("right", "right", "minus", "question_mark", "escape", "c")),
        ):
            await pilot.resize_terminal(*size)
            for key in (None, *keys):
                if key is not None:
                    await pilot.press(key)
                shown = screen_text(app)
                assert shown.isascii(), [sign for sign in shown if not sign.isascii()]
                assert max(map(len, shown.split("\n"))) <= size[0]
