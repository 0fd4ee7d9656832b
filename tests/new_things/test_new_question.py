"""A new kind of question is asked, chosen, saved and graded as others are."""

from __future__ import annotations

import pytest
from textual.widgets import OptionList

from engine.game import Player
from tests.support.screens import stepper, text_of
from tracer import trace
from tracer.predict import KINDS, Question, QuestionKind, Score, Verdict, answered, next_question
from tracer.predict.summary import summary_of
from tracer.web.step_records import question_data
from tui.saved.settings import load_settings, save_settings, settings_file
from tui.screens.stepper.dialogs.question_kinds import QuestionKindsScreen


class WhoMoves(QuestionKind):
    """Whose turn it is at the node that is entered."""

    id = "turn"
    about = "whose turn it is"
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


def test_new_question_is_asked_graded_and_counted():
    t, score = trace("lecture"), Score()
    question = next_question(t, t.replay, 0)
    assert question.text == "Whose turn is it at B?"
    verdict = question.kind.judge(t, question, "max")
    assert (verdict.is_right, verdict.text) == (False, "It is MIN's turn.")
    score.answers.append(answered(question, "max", verdict))
    assert summary_of(score).by_question == "turn: 0 of 1"


def test_new_question_choices_are_offered_by_the_page():
    t = trace("lecture")
    data = question_data(t, t.replay, 0)
    assert (data["asks"], data["field"]) == ("turn", "choice")
    assert data["answers"] == [
        ["MAX", [0, "It is MIN's turn.", "the other player"]],
        ["MIN", [1, "It is MIN's turn.", ""]],
    ]


def test_new_question_is_saved_in_the_settings():
    settings = load_settings()
    assert "turn" in settings.asked_kinds
    settings.asked = ["turn"]
    save_settings(settings)
    assert 'asked = ["turn"]' in settings_file().read_text(encoding="utf-8")
    assert (load_settings().asked, load_settings().problem) == (["turn"], "")


async def test_new_question_can_be_chosen_and_is_asked_on_the_screen():
    app = stepper()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("I")
        await pilot.pause()
        assert isinstance(app.screen, QuestionKindsScreen)
        listed = app.screen.query_one(OptionList)
        rows = [str(listed.get_option_at_index(at).prompt) for at in range(listed.option_count)]
        assert rows[-1] == "[x] turn: whose turn it is"
        await pilot.press("escape", "i", "right")
        await pilot.pause()
        assert text_of(app, "#question") == "Whose turn is it at B?"
