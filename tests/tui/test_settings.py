"""Settings, themes, and plain ASCII."""

from __future__ import annotations

import pytest
from textual.color import Color

from engine.match.match import Match
from tests.support.screens import screen_text
from tracer import trace
from trees.sources import open_source
from tui.app import PlytraceApp
from tui.recent import recent, remember
from tui.screens.home import HomeScreen
from tui.screens.play import PlayScreen
from tui.screens.stepper import StepperScreen
from tui.settings import UserSettings, load_settings, save_settings, settings_file
from tui.theme import THEMES


def write(text):
    settings_file().parent.mkdir(parents=True, exist_ok=True)
    settings_file().write_text(text, encoding="utf-8")


def test_without_a_file_all_is_as_usual():
    assert load_settings() == UserSettings()


def test_settings_are_read_back_and_unknown_ones_are_kept():
    write('theme = "nord"\nspeed = 4\nmine = {a = [1, "x"]}\n')
    settings = load_settings()
    assert (settings.theme, settings.speed, settings.problem) == ("nord", 4.0, "")
    settings.hidden = ["counts"]
    assert save_settings(settings) == ""
    again = load_settings()
    assert again == settings
    assert again.others == {"mine": {"a": [1, "x"]}}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("theme = ", "expected lines such as"),
        ('glyphs = "emoji"', "settings.toml:1: glyphs = 'emoji'; expected one of auto"),
        ("\nspeed = 0", "settings.toml:2: speed = 0; expected steps a second"),
        ('convention = "mine"', "expected one of aima"),
        ("hidden = 3", "expected names of panes"),
        ("theme = 3", "expected the name of a theme"),
    ],
)
def test_a_broken_file_is_told_of_and_never_lost(text, told):
    write(text)
    settings = load_settings()
    assert told in settings.problem
    assert settings.speed == 2.0
    assert "is kept as" in save_settings(settings)
    assert settings_file().with_suffix(".toml.kept").read_text(encoding="utf-8") == text
    assert load_settings().problem == ""


async def test_a_broken_file_is_told_of_on_the_screen():
    write("theme = ")
    app = PlytraceApp(StepperScreen(trace("lecture")))
    async with app.run_test(size=(100, 30), notifications=True) as pilot:
        await pilot.pause(0.2)
        shown = screen_text(app)
        assert "Settings" in shown
        assert "expected" in shown


async def test_a_chosen_theme_is_remembered():
    app = PlytraceApp(StepperScreen(trace("lecture")))
    async with app.run_test(size=(80, 24)) as pilot:
        app.theme = "plytrace-mono-dark"
        await pilot.pause()
    assert load_settings().theme == "plytrace-mono-dark"
    assert PlytraceApp(StepperScreen(trace("lecture"))).theme == "plytrace-mono-dark"


async def test_speed_and_hidden_panes_are_remembered():
    app = PlytraceApp(StepperScreen(trace("lecture")))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("greater_than_sign", "1", "5")
        await pilot.press("5")
    assert (load_settings().speed, load_settings().hidden) == (4.0, ["stack"])
    app = PlytraceApp(StepperScreen(trace("lecture")))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        assert app.screen.speed == 4.0
        assert not app.screen.query_one("#stack").display
        await pilot.press("1")
        assert app.screen.query_one("#stack").display
    assert load_settings().hidden == []


def contrast(one, other):
    """WCAG 2's ratio of two colours."""

    def luminance(colour):
        parts = [part / 255 for part in Color.parse(colour).rgb]
        linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_all_text_can_be_read(theme):
    for ground in (theme.background, theme.surface, theme.panel):
        assert contrast(theme.foreground, ground) >= 4.5
    for name, colour in theme.variables.items():
        assert contrast(colour, theme.background) >= 4.5, name


@pytest.mark.parametrize("theme", [theme for theme in THEMES if "mono" in theme.name])
def test_monochrome_has_no_hue(theme):
    for colour in [theme.foreground, theme.primary, *theme.variables.values()]:
        assert len(set(Color.parse(colour).rgb)) == 1


SCREENS = {
    "stepper": lambda: StepperScreen(trace("lecture")),
    "game": lambda: StepperScreen(trace("tic-tac-toe@xo.|.x.|..o")),
    "chance": lambda: StepperScreen(trace("dice")),
    "home": HomeScreen,
    "play": lambda: PlayScreen(Match(open_source("reversi:4").game)),
}


@pytest.mark.parametrize("name", list(SCREENS))
@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=["80x24", "120x40"])
async def test_in_ascii_nothing_else_is_on_any_screen(name, size):
    app = PlytraceApp(SCREENS[name](), ascii=True)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        for key in ("right", "right", "right", "right", "minus", "question_mark", "escape", "c"):
            await pilot.press(key)
            await pilot.pause()
            shown = screen_text(app)
            assert shown.isascii(), [sign for sign in shown if not sign.isascii()]
            assert max(map(len, shown.split("\n"))) <= size[0]


async def test_signs_are_swapped_on_the_screen_and_remembered():
    app = PlytraceApp(StepperScreen(trace("lecture"), 11))
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        before = screen_text(app)
        app.swap_glyphs()
        await pilot.pause()
        plain = screen_text(app)
        assert plain.isascii()
        assert "alpha" in plain
        app.swap_glyphs()
        await pilot.pause()
        assert screen_text(app) == before
    assert load_settings().glyphs == "unicode"


def test_what_was_opened_last_stands_first_and_once():
    for source in ("a", "b", "a"):
        remember(source)
    assert recent() == ["a", "b"]
    for number in range(30):
        remember(str(number))
    assert len(recent()) == 12
