"""The stepper with a sheet beside it."""

from __future__ import annotations

import pytest

from tests.support.screens import screen_text
from tracer.check.grader import Grader
from tracer.check.problem import Problem
from tracer.check.sheets import sheet_of
from tui.app import PlytraceApp
from tui.cli.check import command
from tui.screens.sheet_stepper import SheetStepperScreen


def app_on(**answers):
    trace, wrong = Grader(Problem("lecture", "lecture")).wrong(sheet_of(answers, "s"))
    return PlytraceApp(SheetStepperScreen(trace, wrong, "answers.txt, s123"))


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_it_opens_where_the_sheet_goes_wrong_and_goes_on_to_the_next_place(size):
    app = app_on(visits="A B B1 B2 B3 C C1 C2 C3 D D1 D2 D3", values="A=3 B=3 C=2 D=5")
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        assert app.screen.step == 11
        assert "1 of 2: C2 is visited next." in screen_text(app)
        assert "answers.txt, s123" in screen_text(app)
        await pilot.press("w")
        assert app.screen.step == app.screen.trace.replay.left_at(7)
        assert "2 of 2: D is given 5." in screen_text(app)
        await pilot.press("w")
        assert "no more of them" in screen_text(app)
        await pilot.press("W")
        assert app.screen.step == 11
        await pilot.press("home")
        assert "Nothing here; 2 of 2 wrong places are still to come." in screen_text(app)


async def test_a_node_that_is_never_visited_is_wrong_where_the_cutoff_skips_it():
    trace, wrong = Grader(Problem("m", "misconceptions")).wrong(sheet_of({"values": "K=0"}, "s"))
    app = PlytraceApp(SheetStepperScreen(trace, wrong, "s"))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        assert "K is skipped" in app.screen.trace.at(app.screen.step).sentence
        assert "1 of 1: K is given 0." in screen_text(app)


async def test_what_could_not_be_read_is_not_called_right():
    trace, wrong = Grader(Problem("lecture", "lecture")).wrong(sheet_of({"move": "B"}, "s"))
    app = PlytraceApp(SheetStepperScreen(trace, wrong, "s", ["values: could not be read"]))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "All of it is right." not in screen_text(app)
        assert "Nothing else is wrong: values: could not be read." in screen_text(app)


async def test_a_right_sheet_opens_at_the_end():
    app = app_on(move="B")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert app.screen.step == len(app.screen.trace.replay) - 1
        assert "All of it is right." in screen_text(app)


@pytest.mark.parametrize("size", [(20, 5), (40, 12)])
async def test_small_terminals(size):
    app = app_on(move="C")
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        await pilot.press("w", "W", "left", "right")
        assert app.is_running


SET = """\
problems:
  1: {source: lecture, accept: [aima], parts: [visits]}
  2: {matrix: [[3, -1], [0, 2]], parts: [utility]}
  3: {source: lecture, accept: [aima], parts: [values]}
"""
RIGHT = "Problem 1\nvisits: A B B1 B2 B3 C C1 D D1 D2 D3\n"


@pytest.mark.parametrize(
    ("text", "asked", "title", "step"),
    [
        (RIGHT + "Problem 2\nutility: 5\nProblem 3\nvalues: A=4 B=3 C=2 D=2", [], "problem 3", 21),
        (RIGHT.replace("C1 D", "C1 C2 D") + "Problem 3\nvalues: A=4", [], "problem 1", 11),
        (RIGHT.replace("C1 D", "C1 C2 D"), ["--problem", "3"], "problem 3", None),
        ("Problem 3\nvalues: A=3 B=3 C=2 D=2", [], "problem 1", None),
        ("Problem 3\nvalues: A=3 B=5 C=2 D=2", [], "problem 3", 8),
    ],
)
def test_of_a_set_it_opens_the_first_search_that_is_wrong_or_the_one_asked_for(
    text, asked, title, step, tmp_path, monkeypatch
):
    opened = []
    monkeypatch.setattr("tui.cli.sheet_step.has_screen", lambda: True)
    monkeypatch.setattr(PlytraceApp, "run", lambda app: opened.append(app))
    monkeypatch.setattr(
        "tui.screens.sheet_stepper.SheetStepperScreen.__init__",
        lambda screen, *given: opened.append(given),
    )
    monkeypatch.setattr(PlytraceApp, "__init__", lambda app, screen: None)
    monkeypatch.setattr(PlytraceApp, "return_code", 0)
    (tmp_path / "set.yaml").write_text(SET, encoding="utf-8")
    (tmp_path / "s.txt").write_text(text, encoding="utf-8")
    arguments = [str(tmp_path / "set.yaml"), str(tmp_path / "s.txt"), "--step", *asked]
    command.main(arguments, standalone_mode=False)
    (_, wrong, told, _), _ = opened
    assert told.endswith(title)
    assert min((one.step for one in wrong), default=None) == step
