"""Every key of every screen, found by looking for them: each does something that can be seen."""

from __future__ import annotations

import importlib
import pkgutil
import re
from pathlib import Path

import pytest
from textual.binding import Binding
from textual.widget import Widget

import tui.screens
import tui.widgets
from engine.match.match import Match
from engine.match.players import read_player
from tests.support.screens import press, screen_text, settled
from tests.tui.test_sheet_stepper import app_on
from tracer import trace
from trees.sources import open_source
from tui.app import PlytraceApp
from tui.screens.course import CourseScreen
from tui.screens.home import HomeScreen
from tui.screens.play import PlayScreen
from tui.screens.side_by_side import SideBySideScreen
from tui.screens.stepper import StepperScreen


def large(plies, leaf=iter(range(1000))):  # noqa: B008
    """A tree that is too wide and too high for 80 columns and 24 rows, with cutoffs in it."""
    return [large(plies - 1) for _ in range(2)] if plies else next(leaf) * 7 % 31


LARGE = large(6)


def classes():
    """Every screen and widget of ours with keys of its own."""
    found = []
    for package in (tui.screens, tui.widgets):
        for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
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


def stepper():
    return PlytraceApp(StepperScreen(trace(LARGE), 40))


def both():
    return PlytraceApp(SideBySideScreen(trace(LARGE), trace(LARGE, "minimax"), 40))


def match():
    players = read_player("human"), read_player("human")
    return PlytraceApp(PlayScreen(Match(open_source("tic-tac-toe").game, *players)))


def course():
    return PlytraceApp(CourseScreen())


def home():
    return PlytraceApp(HomeScreen())


#: How each screen is come to: the application, and the keys that lead from there.
OPENED = {
    "StepperScreen": (stepper, []),
    "SideBySideScreen": (both, []),
    "PlayScreen": (match, []),
    "SheetStepperScreen": (
        lambda: app_on(visits="A B B1 B2 B3 C C1 C2 C3 D", values="A=3 D=5"),
        [],
    ),
    "HomeScreen": (home, []),
    "CourseScreen": (course, []),
    "LessonScreen": (course, ["enter"]),
    "HelpScreen": (stepper, ["question_mark"]),
    "AskScreen": (stepper, ["g"]),
    "ListedScreen": (stepper, ["slash", "a"]),
    "ScoreScreen": (stepper, ["y"]),
    "BeginScreen": (home, [*"tic-tac", "enter"]),
    "KindsScreen": (stepper, ["I"]),
    "SettingsScreen": (home, ["f2"]),
    "SetUpScreen": (match, ["e"]),
    "AnswerLine": (stepper, ["i", "right", "b"]),
}
#: What has to come before a key, so that there is something for it to do.
CLOSE = ["plus"] * 4
BEFORE = {
    **{("StepperScreen", key): ["i"] for key in ("escape", "enter")},
    **{("StepperScreen", key): CLOSE for key in ("up", "k", "down", "j")},
    **{("StepperScreen", key): [*CLOSE, "L", "L"] for key in ("H", "full_stop")},
    **{("SideBySideScreen", key): CLOSE for key in ("up", "k", "down", "j")},
    **{("SideBySideScreen", key): [*CLOSE, "L", "L"] for key in ("H", "full_stop")},
    ("SideBySideScreen", "L"): CLOSE,
    ("StepperScreen", "L"): CLOSE,
    ("ListedScreen", "up"): ["down"],
    ("KindsScreen", "a"): ["space"],
    **{("SetUpScreen", key): ["space"] for key in ("backspace", "delete", "full_stop", "c")},
    **{("BeginScreen", key): ["down"] * 4 for key in ("right", "l", "left", "h")},
}
#: Keys for which much has to happen first, by the test that presses them.
ELSEWHERE = {
    "test_searching.test_a_search_that_is_stopped_is_stepped_through": [
        ("SearchingScreen", "escape"),
        ("SearchingScreen", "enter"),
    ],
    "test_searching.test_giving_up_leaves_the_program_without_a_word": [("SearchingScreen", "q")],
    "test_beside.test_a_game_that_does_not_return_is_given_up_with_a_key": [
        ("ReadingScreen", "escape"),
        ("ReadingScreen", "q"),
    ],
    "test_play.test_escape_makes_a_search_play_its_best_so_far": [("PlayScreen", "escape")],
    "test_predict.test_on_the_smallest_screen_there_is_a_line_to_answer_in_and_all_can_be_read": [
        *(("StepperScreen", key) for key in ("pagedown", "pageup")),
        *(("AnswerLine", key) for key in ("up", "down")),
    ],
    "test_lessons.test_the_answer_is_told_when_asked_for": [("LessonScreen", "f2")],
    "test_lessons.test_a_search_plays_by_itself": [("LessonScreen", "f3")],
    "test_lessons.test_answers_are_chosen_with_arrows_letters_and_enter": [("_Answers", "enter")],
    "test_lessons.typed": [("_Line", "enter")],
    "test_lessons.test_more_to_read_is_told_in_the_footer_and_arrows_reach_it": [
        ("LessonScreen", "down"),
        ("LessonScreen", "up"),
    ],
    "test_lessons.read_to_the_end": [
        (name, "pagedown") for name in ("LessonScreen", "_Line", "_Answers")
    ],
    "test_lessons.test_all_of_the_feedback_to_a_sheet_can_be_read": [
        (name, "pageup") for name in ("LessonScreen", "_Line", "_Answers")
    ],
}
PRESSED_ELSEWHERE = {key for keys in ELSEWHERE.values() for key in keys}


@pytest.mark.parametrize("one", classes(), ids=lambda one: one.__name__)
def test_every_screen_with_keys_is_pressed_through_here(one):
    elsewhere = {name for name, _ in PRESSED_ELSEWHERE}
    assert one.__name__ in {*OPENED, *elsewhere}


@pytest.mark.parametrize("test", ELSEWHERE)
def test_keys_that_are_pressed_elsewhere_are_in_that_test(test):
    module, name = test.split(".")
    source = (Path(__file__).parent / f"{module}.py").read_text(encoding="utf-8")
    whole = rf"((?:^@.*\n)*^(?:async )?def {name}\(.*?)(?=^\S|\Z)"
    found = re.search(whole, source, re.MULTILINE | re.DOTALL)
    assert found
    for _, key in ELSEWHERE[test]:
        assert f'"{key}"' in found[1]


@pytest.mark.parametrize(
    ("one", "key"),
    [
        pytest.param(one, key, id=f"{one.__name__}-{key}")
        for one in classes()
        for key in keys_of(one)
        if (one.__name__, key) not in PRESSED_ELSEWHERE
    ],
)
async def test_every_key_does_something_that_can_be_seen(one, key, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    opened, way = OPENED[one.__name__]
    app = opened()
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(app, pilot)
        await press(app, pilot, *way, *BEFORE.get((one.__name__, key), []))
        assert any(isinstance(now, one) for now in (app.screen, *app.screen.walk_children()))
        before = seen(app)
        await press(app, pilot, key)
        assert not app.is_running or seen(app) != before, screen_text(app)


def seen(app):
    """All that a person sees: the screen with its colours, and which one it is."""
    lines = [list(line) for line in app.screen._compositor.render_strips()]
    return type(app.screen).__name__, len(app.screen_stack), lines
