"""Settings, themes, and plain ASCII."""

import json
import tomllib

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from textual.color import Color

from tests.support.cases import over
from tests.support.contrast import contrast
from tests.support.screens import run_app, screen_text
from tests.support.tables import table
from tracer import trace
from tui.app import PlytraceApp
from tui.appearance.theme import THEMES
from tui.saved.recent import recent_sources, remember_source
from tui.saved.settings import UserSettings, load_settings, save_settings, settings_file
from tui.screens.home.home_screen import HomeScreen
from tui.screens.stepper.stepper_screen import StepperScreen


def write(text):
    settings_file().parent.mkdir(parents=True, exist_ok=True)
    settings_file().write_text(text, encoding="utf-8")


def test_missing_file_gives_the_defaults():
    assert load_settings() == UserSettings()


OWN = """\
# mine
theme = 'nord'   # the blue one
speed = 4
hidden = [
    "counts",  # too much
]
mine = [1, "x"]
"a key" = 3
since = 2026-11-26T08:30:00Z
daily = 08:30:00

[tool]
speed = 9
"on \\u007f" = [{is = true, 'a.b' = -inf}]
"""


def test_a_change_keeps_all_other_values_of_the_file():
    write(OWN)
    settings = load_settings()
    assert (settings.theme, settings.speed, settings.hidden) == ("nord", 4.0, ["counts"])
    assert (settings.problem, save_settings(settings)) == ("", "")
    assert settings_file().read_text(encoding="utf-8") == OWN  # nothing changed
    settings.theme, settings.speed, settings.glyphs = "plytrace-light", 8.0, "ascii"
    settings.hidden = ["stack", "words"]
    assert save_settings(settings) == ""
    assert load_settings() == settings
    changed = {name: getattr(settings, name) for name in ("theme", "speed", "glyphs", "hidden")}
    assert (
        tomllib.loads(settings_file().read_text(encoding="utf-8")) == tomllib.loads(OWN) | changed
    )


def test_settings_edited_by_hand_meanwhile_are_kept():
    write("speed = 4\n")
    settings = load_settings()
    write('speed = 5\nconvention = "mit"\n')
    settings.theme = "nord"
    save_settings(settings)
    again = load_settings()
    assert (again.theme, again.speed, again.convention) == ("nord", 5.0, "mit")


@given(
    st.dictionaries(
        st.sampled_from(["theme", "glyphs", "speed", "convention", "hidden", "own", "a b"]),
        st.one_of(
            st.integers(), st.floats(), st.booleans(), st.text(), st.lists(st.text(), max_size=3)
        ),
    ),
    st.text(max_size=30),
    st.text(max_size=12),
)
@example({}, "not toml", "mine")
def test_any_file_content_can_be_loaded_and_changed_or_kept(values, noise, theme):
    lines = [f"{json.dumps(name)} = {json.dumps(value)}" for name, value in values.items()]
    write("\n".join([*lines, noise]))
    before = settings_file().read_bytes()
    settings = load_settings()
    settings.theme = theme
    problem = save_settings(settings)
    assert load_settings().theme == theme
    kept = sorted(settings_file().parent.glob("*.kept*"))
    try:
        known = tomllib.loads(before.decode())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError):
        assert problem
    if problem:
        assert any(path.read_bytes() == before for path in kept)
    else:
        now = tomllib.loads(settings_file().read_text(encoding="utf-8"))
        assert str({**now, "theme": ""}) == str({**known, "theme": ""})
    for path in kept:
        path.unlink()


@pytest.mark.parametrize(
    "text",
    ["theme = ", "\xff", "= 3", "speed = 1\nspeed = 2", f"a = {'9' * 5000}", f"a = {'[' * 9000}"],
)
def test_malformed_file_is_reported_and_kept(text):
    write(text)
    for copy in ("settings.toml.kept", "settings.toml.kept2"):
        settings_file().write_text(text, encoding="latin-1")
        settings = load_settings()
        assert settings.problem.startswith(str(settings_file()))
        assert settings.speed == 2.0
        settings.speed = 3.0
        assert copy in save_settings(settings)
        assert (settings_file().parent / copy).read_text(encoding="latin-1") == text
        assert load_settings() == settings or settings.problem
        assert load_settings().problem == ""


def test_file_in_another_encoding_is_reported_with_its_line():
    write("")
    settings_file().write_bytes("speed = 3\n# für mich\n".encode("latin-1"))
    problem = load_settings().problem
    assert problem == f"{settings_file()}:2: the file is not UTF-8 text; save it as UTF-8"


def test_folder_at_the_path_of_the_file_is_reported():
    settings_file().mkdir(parents=True)
    settings = load_settings()
    assert settings.problem == f"{settings_file()}: this is a folder; expected a file"
    settings.speed = 3.0
    problem = save_settings(settings)
    assert problem.startswith("The settings could not be saved: ")
    assert "[Errno" not in problem


@over("text, message", table(__file__, "invalid_settings"))
def test_invalid_value_is_reported_with_its_line_and_kept_until_changed(text, message):
    write(text)
    settings = load_settings()
    assert message in settings.problem
    assert settings == UserSettings(problem=settings.problem)
    settings.theme = "nord"
    assert save_settings(settings) == ""
    written = tomllib.loads(settings_file().read_text(encoding="utf-8"))
    assert str(written) == str(tomllib.loads(text) | {"theme": "nord"})


def test_settings_that_cannot_be_written_are_reported(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("PLYTRACE_CONFIG_DIR", str(tmp_path / "file" / "folder"))
    settings = UserSettings()
    settings.theme = "nord"
    assert "could not be saved" in save_settings(settings)


@over("theme", THEMES)
def test_theme_colours_have_readable_contrast(theme):
    for ground in (theme.background, theme.surface, theme.panel):
        assert contrast(theme.foreground, ground) >= 4.5
    for name, colour in theme.variables.items():
        if not name.startswith("board-"):  # what stands on those is told in test_play_board.py
            assert contrast(colour, theme.background) >= 4.5, name


@over("theme", [theme for theme in THEMES if "mono" in theme.name])
def test_monochrome_theme_has_no_hue(theme):
    for colour in [theme.foreground, theme.primary, *theme.variables.values()]:
        assert len(set(Color.parse(colour).rgb)) == 1


async def test_symbols_can_be_switched_on_the_screen_and_are_saved():
    async with run_app(PlytraceApp(StepperScreen(trace("lecture"), 11)), (100, 30)) as (app, pilot):
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


def test_most_recent_source_comes_first_and_once():
    for source in ("a", "b", "a"):
        remember_source(source)
    assert recent_sources() == ["a", "b"]
    for number in range(30):
        remember_source(str(number))
    assert len(recent_sources()) == 12


async def test_settings_are_in_the_palette_of_every_screen():
    for screen in (HomeScreen(), StepperScreen(trace("lecture"))):
        async with run_app(PlytraceApp(screen)) as (app, _):
            assert any(one.title.startswith("Settings") for one in app.get_system_commands(screen))
