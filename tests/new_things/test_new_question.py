"""A new kind of question is asked and graded as others are."""

from __future__ import annotations

import pytest

from engine.game import Player
from tracer import trace
from tracer.predict import KINDS, Question, QuestionKind, Verdict, next_question
from tracer.web.step_records import question_data


class WhoMoves(QuestionKind):
    """Whose turn it is at the node that is entered."""

    id = "turn"
    field = "choice"
    rank = 5

    def fits(self, moment):
        return 90 if moment.event.entering else 0

    def ask(self, moment):
        row = moment.event.row
        right = Player(moment.trace.log.player[row]).name
        text = f"Whose turn is it at {moment.event.name}?"
        return Question(moment.then.step, self, text, "MAX or MIN", right, row)

    def choices(self, question):
        return (("MAX", "MAX"), ("MIN", "MIN"))

    def judge(self, trace, question, answer):
        is_right = answer.strip().upper() == question.right
        text = f"It is {question.right}'s turn."
        return Verdict(is_right, text, "" if is_right else "the other player", "max-min-swapped")


@pytest.fixture(autouse=True)
def known(monkeypatch):
    monkeypatch.setitem(KINDS, WhoMoves.id, WhoMoves())


def test_new_question_is_asked_and_graded():
    t = trace("lecture")
    question = next_question(t, t.replay, 0)
    assert question.text == "Whose turn is it at B?"
    verdict = question.kind.judge(t, question, "max")
    assert (verdict.is_right, verdict.text) == (False, "It is MIN's turn.")


def test_new_question_choices_are_offered_by_the_page():
    t = trace("lecture")
    data = question_data(t, t.replay, 0)
    assert (data["asks"], data["field"]) == ("turn", "choice")
    assert data["answers"] == [
        ["MAX", [0, "It is MIN's turn.", "the other player"]],
        ["MIN", [1, "It is MIN's turn.", ""]],
    ]
