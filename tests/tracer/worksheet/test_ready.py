"""The built-in specs: their keys have the published figures."""

import pytest

from tracer.worksheet.bundle import WorksheetMaker
from tracer.worksheet.ready import ready_names
from tracer.worksheet.spec import open_spec


def answers_of(name):
    """The answers to each problem of a ready spec, by part."""
    made = WorksheetMaker(open_spec(name)).make()
    return [
        {part: one.text for part, one in solution.answers.items()} for solution in made.solutions
    ]


def test_every_built_in_worksheet_is_listed():
    assert ready_names() == ["cs480", "lab3", "mit", "mp520"]


@pytest.mark.parametrize("name", ready_names())
def test_worksheet_is_made_from_each_built_in_spec(name):
    worksheet = WorksheetMaker(open_spec(name)).worksheet()
    assert worksheet.points > 0
    assert [task.number for task in worksheet.tasks] == [*range(1, len(worksheet.tasks) + 1)]


def test_mp_520_written_problems_have_their_known_answers():
    tree, matrix, run = answers_of("mp520")
    # Worked by hand on paper.
    assert tree["visits"] == "a b e e1 e2 e3 f f1 c g g1 g2 d i i1 i2 j j1 j2 k k1"
    assert tree["line"] == "d j j2"
    assert tree["minimax"] == "a=6, b=5, e=5, f=9, c=4, g=4, h=8, d=6, i=8, j=6, k=7"
    assert [cut.split(",")[0] for cut in tree["cutoffs"].split("; ")] == ["f", "c", "k"]
    assert {*matrix} == {"dominant", "equilibria"}  # as the sheet asks, a and b
    assert matrix["dominant"] == "P1: 3 weakly; P2: none"
    assert matrix["equilibria"].split("\n") == ["(2, a)", "(1, b)", "(3, b)"]
    assert run["added"].split()[:5] == ["(4,5)", "(3,4)", "(4,3)", "(5,4)", "(3,3)"]
    statement = WorksheetMaker(open_spec("mp520")).worksheet().tasks[2].statement
    assert "N W S E W N E N E S" in statement  # given, and so no answer to what is asked
    assert not any("N W S E" in answer for answer in run.values())
    assert "this one is similar" in open_spec("mp520").problems[0].text
