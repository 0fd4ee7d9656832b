"""Every key of every screen has a visible effect."""

import ast
import importlib
import pkgutil
import re
from pathlib import Path

import pytest
from textual.binding import Binding
from textual.widget import Widget

import tui
from tests.support.cases import over
from tests.support.reviews import opened, write_class
from tests.support.screens import press, screen_text, settled, until
from tests.support.sessions import open_app
from tests.support.tables import table
from tests.tui.test_sheet_stepper import app_on
from tui.app import PlytraceApp
from tui.screens.review.review_screen import ReviewScreen


def large(plies, leaf=iter(range(1000))):  # noqa: B008
    """A tree that is too wide and too high for 80 columns and 24 rows, with cutoffs in it."""
    return [large(plies - 1) for _ in range(2)] if plies else next(leaf) * 7 % 31


LARGE = f"step '{large(6)}' --at 40"
#: A matrix that is too large for 80 columns and 24 rows, at a step with a long calculation.
MATRIX = [[(7 * row + 3 * column) % 11 for column in range(12)] for row in range(18)]
WORKED = f"step 'matrix:{MATRIX}' --at 5"
MATCH = "play tic-tac-toe --second human"


def classes():
    """Every screen and widget of ours with keys of its own."""
    found = []
    for module in pkgutil.walk_packages(tui.__path__, "tui."):
        if not module.name.startswith(("tui.screens.", "tui.dialogs.", "tui.widgets.")):
            continue
        for one in vars(importlib.import_module(module.name)).values():
            ours = isinstance(one, type) and issubclass(one, Widget)
            if ours and one.__module__ == module.name and one.__dict__.get("BINDINGS"):
                found.append(one)
    return found


def keys_of(one):
    """The keys that a class binds and no class that it derives from does, each once."""
    inherited = {key for base in one.__bases__ for key in base.__dict__.get("BINDINGS", ())}
    bound = [key for key in one.BINDINGS if key not in inherited]
    named = [key if isinstance(key, Binding) else Binding(*key) for key in bound]
    return list(dict.fromkeys(key for binding in named for key in binding.key.split(",")))


def class_review():
    """The review of a class in the current folder, with a sheet of many lines first."""
    waits = "Werte: ?\n" + "# a page\n" * 40 + "move: B\n"
    sheets = {f"{n}.txt": f"student: s{n}\n{waits}" for n in range(3)}
    review, found = opened(write_class(Path.cwd(), sheets).absolute())
    return PlytraceApp(ReviewScreen(review, found, "key.yaml"))


#: How each screen is come to: the command that opens it, and the keys that lead from there.
OPENED = {
    "StepperScreen": (LARGE, []),
    "SideBySideScreen": (f"{LARGE} --against minimax", []),
    "PlayScreen": (MATCH, []),
    "SheetStepperScreen": (
        lambda: app_on(visits="A B B1 B2 B3 C C1 C2 C3 D", values="A=3 D=5"),
        [],
    ),
    "HomeScreen": ("", []),
    "LessonListScreen": ("learn", []),
    "LessonScreen": ("learn", ["enter"]),
    "HelpScreen": (LARGE, ["question_mark"]),
    "PromptScreen": (LARGE, ["g"]),
    "FilterListScreen": (LARGE, ["slash", "a"]),
    "SearchFormScreen": ("", [*"tic-tac", "enter"]),
    "SettingsScreen": ("", ["f2"]),
    "AnswerLine": (WORKED, ["i", "right", "b"]),
    "HandsScreen": ("work lecture", []),
    "ReviewScreen": (class_review, []),
    "WorkedScreen": (WORKED, []),
}


def open_screen(name, monkeypatch):
    """The application of a screen, and the keys that lead to it."""
    opened, way = OPENED[name]
    return open_app(opened, monkeypatch) if isinstance(opened, str) else opened(), way


#: What has to come before a key, so that there is something for it to do.
CLOSE = ["plus"] * 4
BEFORE = {
    **{("StepperScreen", key): CLOSE for key in ("up", "k", "down", "j")},
    **{("StepperScreen", key): [*CLOSE, "L", "L"] for key in ("H", "full_stop")},
    **{("SideBySideScreen", key): CLOSE for key in ("up", "k", "down", "j")},
    **{("SideBySideScreen", key): [*CLOSE, "L", "L"] for key in ("H", "full_stop")},
    **{("WorkedScreen", key): ["i"] for key in ("escape", "enter")},
    **{("WorkedScreen", key): ["down", "down"] for key in ("up", "k")},
    ("WorkedScreen", "H"): ["L"],
    # A window is asked at C; a number can be typed when B1 has returned.
    **{("HandsScreen", key): [*["s"] * 8, "3"] for key in ("tab", "comma", "space")},
    **{("HandsScreen", key): ["down", "down", "4"] for key in ("backspace", "escape")},
    ("SideBySideScreen", "L"): CLOSE,
    ("StepperScreen", "L"): CLOSE,
    ("StepperScreen", "t"): ["w"],
    ("StepperScreen", "backspace"): ["w", "t"],
    ("FilterListScreen", "up"): ["down"],
    ("ReviewScreen", "pageup"): ["pagedown"],
    **{("SearchFormScreen", key): ["down"] * 5 for key in ("right", "l", "left", "h")},
}
#: Keys for which much has to happen first, by the test that presses them.
ELSEWHERE = dict(table(__file__, "keys_elsewhere"))
PRESSED_ELSEWHERE = {(name, key) for keys in ELSEWHERE.values() for name, key in keys}


@over("one", classes())
def test_every_screen_with_keys_is_covered(one):
    elsewhere = {name for name, _ in PRESSED_ELSEWHERE}
    assert one.__name__ in {*OPENED, *elsewhere}


@over("test", ELSEWHERE)
def test_keys_covered_in_another_test_appear_there(test):
    module, name = test.split(".")
    folders = [Path(__file__).parent, Path(__file__).parents[1] / "experiments" / "tui"]
    if name == "session":
        files = [folder / "sessions" / test for folder in folders]
        lines = [line for file in files if file.exists() for line in file.read_text().splitlines()]
        pressed = {key for line in lines if line.startswith(">") for key in line.split()}
        assert {key for _, key in ELSEWHERE[test]} <= pressed
        return
    files = [folder / f"{module}.py" for folder in folders]
    trees = [ast.parse(file.read_text(encoding="utf-8")) for file in files if file.exists()]
    (found,) = (one for tree in trees for one in tree.body if getattr(one, "name", "") == name)
    texts = {one.value for one in ast.walk(found) if isinstance(one, ast.Constant)}
    assert {key for _, key in ELSEWHERE[test]} <= texts


@over(
    ("one", "key"),
    [
        pytest.param(one, key, id=f"{one.__name__}-{key}")
        for one in classes()
        for key in keys_of(one)
        if (one.__name__, key) not in PRESSED_ELSEWHERE
    ],
    ms=45,
)
async def test_every_key_has_a_visible_effect(one, key, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    app, way = open_screen(one.__name__, monkeypatch)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(app, pilot)
        await until(app, pilot, lambda: not getattr(app.screen, "is_marking", False))
        await press(app, pilot, *way, *BEFORE.get((one.__name__, key), []))
        assert any(isinstance(now, one) for now in (app.screen, *app.screen.walk_children()))
        before = seen(app)
        await press(app, pilot, key)
        assert not app.is_running or seen(app) != before, screen_text(app)


def seen(app):
    """All that a person sees: the screen with its colours, and which one it is."""
    lines = [list(line) for line in app.screen._compositor.render_strips()]
    return type(app.screen).__name__, len(app.screen_stack), lines


@over("name", ["StepperScreen", "SideBySideScreen", "PlayScreen"])
async def test_help_and_palette_list_every_action_and_each_key_has_one(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    app, way = open_screen(name, monkeypatch)
    async with app.run_test(size=(100, 100)) as pilot:
        await press(app, pilot, *way)
        actions = app.screen.ACTIONS
        titles = {command.title for command in app.get_system_commands(app.screen)}
        await press(app, pilot, "question_mark")
        box = "\n".join(line[12:88] for line in screen_text(app).split("\n"))
        shown = " ".join(re.sub(r"[─│]\s.*", "", box).split())
        for action in actions:
            assert action.help in shown
            assert f"{action.title} ({action.shown_keys})" in titles or name != "StepperScreen"
    keys = [key for action in actions for key in action.keys]
    assert len(keys) == len(set(keys)) or name == "PlayScreen"
