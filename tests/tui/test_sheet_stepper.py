"""The stepper with a sheet beside it."""

from __future__ import annotations

from tests.support.cases import over
from tests.support.screens import screen_text
from tracer.marking.grading.grader import Grader
from tracer.marking.keys.problem import Problem
from tracer.marking.reading.formats import sheet_of
from tui.app import PlytraceApp
from tui.cli.commands.check import command
from tui.screens.stepper.sheet_stepper_screen import SheetStepperScreen


def app_on(**answers):
    trace, wrong = Grader(Problem("lecture", "lecture")).wrong(sheet_of(answers, "s"))
    return PlytraceApp(SheetStepperScreen(trace, wrong, "answers.txt, s123"))


@over("size", [(80, 24), (120, 40)], ms=150)
async def test_stepper_opens_at_the_first_error_and_continues_to_the_next(size):
    app = app_on(visits="A B B1 B2 B3 C C1 C2 C3 D D1 D2 D3", values="A=3 B=3 C=2 D=5")
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        assert app.screen.step == 11
        assert "1 of 2: you list C2 among the visits." in screen_text(app)
        assert "answers.txt, s123" in screen_text(app)
        await pilot.press("w")
        assert app.screen.step == app.screen.trace.replay.left_at(7)
        assert "2 of 2: you write D = 5." in screen_text(app)
        await pilot.press("w")
        assert "There are no more errors." in screen_text(app)
        await pilot.press("W")
        assert app.screen.step == 11
        await pilot.press("home")
        assert "No error at this step; 2 of 2 errors come later." in screen_text(app)


async def test_value_given_to_an_unvisited_node_is_wrong_at_its_cutoff():
    trace, wrong = Grader(Problem("m", "misconceptions")).wrong(sheet_of({"values": "K=0"}, "s"))
    app = PlytraceApp(SheetStepperScreen(trace, wrong, "s"))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        assert "K is skipped" in app.screen.trace.at(app.screen.step).sentence
        assert "1 of 1: you write K = 0." in screen_text(app)


async def test_unreadable_part_is_not_called_correct():
    trace, wrong = Grader(Problem("lecture", "lecture")).wrong(sheet_of({"move": "B"}, "s"))
    app = PlytraceApp(SheetStepperScreen(trace, wrong, "s", ["values: could not be read"]))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "The sheet has no errors." not in screen_text(app)
        assert "No other errors: values: could not be read." in screen_text(app)


async def test_correct_sheet_opens_at_the_end():
    app = app_on(move="B")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert app.screen.step == len(app.screen.trace.replay) - 1
        assert "The sheet has no errors." in screen_text(app)


@over("size", [(20, 5), (40, 12)], ms=150)
async def test_small_terminals_show_the_sheet(size):
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


@over(
    ("text", "asked", "title", "step"),
    [
        (RIGHT + "Problem 2\nutility: 5\nProblem 3\nvalues: A=4 B=3 C=2 D=2", [], "problem 3", 21),
        (RIGHT.replace("C1 D", "C1 C2 D") + "Problem 3\nvalues: A=4", [], "problem 1", 11),
        (RIGHT.replace("C1 D", "C1 C2 D"), ["--problem", "3"], "problem 3", None),
        ("Problem 3\nvalues: A=3 B=3 C=2 D=2", [], "problem 1", None),
        ("Problem 3\nvalues: A=3 B=5 C=2 D=2", [], "problem 3", 8),
    ],
    ms=150,
)
def test_set_opens_at_the_first_wrong_search_or_the_requested_one(
    text, asked, title, step, tmp_path, monkeypatch
):
    opened = []
    monkeypatch.setattr("tui.cli.shared.sheet_review.has_screen", lambda: True)
    monkeypatch.setattr(PlytraceApp, "run", lambda app: opened.append(app))
    monkeypatch.setattr(
        "tui.screens.stepper.sheet_stepper_screen.SheetStepperScreen.__init__",
        lambda screen, *given: opened.append(given),
    )
    monkeypatch.setattr(PlytraceApp, "__init__", lambda app, screen: None)
    monkeypatch.setattr(PlytraceApp, "return_code", 0)
    (tmp_path / "set.yaml").write_text(SET, encoding="utf-8")
    (tmp_path / "s.txt").write_text(text, encoding="utf-8")
    arguments = [str(tmp_path / "set.yaml"), str(tmp_path / "s.txt"), "--step", *asked]
    command.main(arguments, standalone_mode=False)
    (_, wrong, heading, _), _ = opened
    assert heading.endswith(title)
    assert min((one.step for one in wrong), default=None) == step
