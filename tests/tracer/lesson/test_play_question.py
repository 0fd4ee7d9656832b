"""A page on which the student plays the tree against minimax."""

import re
from dataclasses import replace

import pytest

from engine.errors import InvalidInput
from tracer.lesson.lint import lint
from tracer.lesson.page_file import read_lesson
from tracer.lesson.plain_text import figure_lines
from tracer.lesson.session import LessonSession
from tui.cli.plain.plain_lesson import PlainLesson
from tui.lessons import open_lesson

TREE = "[[[9, 8], [1, 2]], [[5, 3], [4, 6]]]"
LESSON = """\
title: A game
summary: Play.
pages:
- about: {search: SEARCH, tree: TREE}
  ask: Where do you move?
  play: SIDE
  because: The reply was foreseen.
"""


def sitting(side="MAX", search="minimax", tree=TREE):
    text = LESSON.replace("SEARCH", search).replace("TREE", tree).replace("SIDE", side)
    return LessonSession(read_lesson(text, "game.yaml"), "s")


def test_machine_replies_by_minimax_and_a_lost_game_can_be_played_again():
    session = sitting()
    assert session.answer("B") is None
    assert "The opponent replies **E**." in session.view.question
    assert [text for _, text in session.view.choices] == ["E1 (worth 1)", "E2 (worth 2)"]
    assert session.view.scene.path == (0, 1, 4)
    assert (session.right, session.wrong) == (0, 0)
    feedback = session.answer("2")
    assert not feedback.is_right
    assert "D leaves you 9, E leaves you 2" in feedback.text
    assert session.view.question == "Where do you move?"
    assert session.view.tried == ("1",)  # B, after which 5 was out of reach
    assert session.view.scene.step is None
    assert not session.view.can_go_on
    session.answer("C")
    feedback = session.answer("F1")
    assert feedback.is_right
    assert "The reply was foreseen." in feedback.text
    assert (session.right, session.wrong) == (1, 1)
    scene = session.view.scene
    assert scene.plays
    assert scene.step == 0


def game_figure(page):
    session = LessonSession(open_lesson(page[0]), "s", {"page": page[1]})
    session.give_up()
    return session.view.scene


@pytest.mark.parametrize("page", [("why-search", 0), ("why-search", 2), ("several-players", 0)])
def test_search_after_a_game_uses_only_the_words_and_symbols_of_the_game(page):
    scene = game_figure(page)
    for step in range(len(scene.trace.replay)):
        text = scene.sentence(step)
        assert not re.search(r"\bv\b|∞|MAX|MIN|utility|returns", text), text
        figure = "\n".join(figure_lines(replace(scene, step=step)))
        assert not re.search(r"∞|\?|…", figure), figure


def test_search_after_a_game_tells_who_chooses_and_what_it_leaves():
    tell = game_figure(("why-search", 0)).sentence
    assert tell(0) == "Step 0: You choose at A."
    assert tell(7) == "Step 7: The opponent's best so far at B is D, which leaves you 9."
    assert tell(13) == "Step 13: The opponent chooses E at B, which leaves you 2."
    assert tell(29) == "Step 29: So you play C, which leaves you 5."
    tell = game_figure(("several-players", 0)).sentence
    assert tell(27) == "Step 27: Ben chooses G at C, which is worth (3, 5, 1)."


def test_after_two_lost_games_the_best_line_is_shown():
    session = sitting()
    for move in ("B", "E1", "B"):
        session.answer(move)
    feedback = session.answer("E2")
    assert "Best play for you: C, F1. It reaches 5." in feedback.text
    assert not session.view.question


def test_student_may_be_min_and_the_machine_begins():
    session = sitting("MIN")
    assert "The opponent replies **C**." in session.view.question
    assert session.answer("F").is_right


def test_unknown_move_is_asked_again_and_not_counted():
    session = sitting()
    with pytest.raises(InvalidInput, match="not one of the moves"):
        session.answer("Z")
    assert (session.right, session.wrong) == (0, 0)


def test_first_page_is_played_on_a_plain_terminal():
    typed, lines = iter(["1", "1", "C", "F1", "quit"]), []
    session = LessonSession(open_lesson("why-search"), "s")
    PlainLesson(session, lambda _: next(typed), lines.append, lambda _: "").run()
    shown = "\n".join(lines)
    assert "What the opponent saw after B" in shown
    assert "Right." in shown
    assert session.right == 1


def test_lint_accepts_the_page():
    assert not list(lint(sitting().lesson))
