"""A new kind of question about the next step is a row of a table; it is asked and judged."""

import pytest

from engine.game import Player
from tracer import trace
from tracer.questions.forms import Choice
from tracer.questions.question import judge
from tracer.questions.steps import STEP_KINDS, StepKind, ask_step
from tracer.web.step_records import question_data


def ask_who_moves(moment):
    """Ask whose turn it is at the node that is entered."""
    row = moment.event.row
    right = Player(moment.trace.log.player[row]).name
    text = f"Whose turn is it at {moment.event.name}?"
    form = Choice({"MAX": (), "MIN": ()}, "MAX or MIN")
    return moment.question("turn", text, form, right, row=row)


@pytest.fixture(autouse=True)
def known(monkeypatch):
    kind = StepKind(lambda moment: 90 if moment.event.entering else 0, ask_who_moves)
    monkeypatch.setitem(STEP_KINDS, "turn", kind)


def test_new_question_is_asked_and_graded():
    t = trace("lecture")
    question = ask_step(t, t.replay, 0)
    assert question.text == "Whose turn is it at B?"
    verdict = judge(question, "max")
    assert not verdict.is_right
    assert verdict.reason == "B is a MIN node, entered with the window (−∞, +∞): v starts at +∞."


def test_new_question_choices_are_offered_by_the_page():
    t = trace("lecture")
    data = question_data(t, ask_step(t, t.replay, 0))
    assert (data["asks"], data["field"]) == ("turn", "choice")
    assert data["answers"] == [
        ["MAX", [0, "The answer is MIN.", ""]],
        ["MIN", [1, "", ""]],
    ]
