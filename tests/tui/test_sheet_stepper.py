"""The stepper with a sheet beside it."""

from tests.support.cases import over
from tests.support.screens import opened_steppers
from tests.support.tables import table
from tracer.marking.grading.grader import Grader
from tracer.marking.keys.problem import Problem
from tracer.marking.reading.formats import sheet_of
from tui.app import PlytraceApp
from tui.cli.commands.check import command
from tui.screens.stepper.sheet_stepper_screen import SheetStepperScreen


def app_on(**answers):
    trace, wrong = Grader(Problem("lecture", "lecture")).wrong(sheet_of(answers, "s"))
    return PlytraceApp(SheetStepperScreen(trace, wrong, "answers.txt, s123"))


SET = """\
problems:
  1: {source: lecture, accept: [aima], parts: [visits]}
  2: {matrix: [[3, -1], [0, 2]], parts: [utility]}
  3: {source: lecture, accept: [aima], parts: [values]}
"""
RIGHT = "Problem 1\nvisits: A B B1 B2 B3 C C1 D D1 D2 D3\n"


@over("text, asked, title, step", table(__file__, "opened_searches"), ms=45)
def test_set_opens_at_the_first_wrong_search_or_the_requested_one(
    text, asked, title, step, tmp_path, monkeypatch
):
    opened = opened_steppers(monkeypatch)
    (tmp_path / "set.yaml").write_text(SET, encoding="utf-8")
    (tmp_path / "s.txt").write_text(text, encoding="utf-8")
    arguments = [str(tmp_path / "set.yaml"), str(tmp_path / "s.txt"), "--step", *asked]
    command.main(arguments, standalone_mode=False)
    (_, wrong, heading, _), _ = opened
    assert heading.endswith(title)
    assert min((one.step for one in wrong), default=None) == step
