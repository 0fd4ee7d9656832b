"""A page on which the student plays the tree against minimax."""

import re
from dataclasses import replace

import pytest

from tracer.lesson.plain_text import figure_lines
from tracer.lesson.session import LessonSession
from tui.cli.plain.plain_lesson import PlainLesson
from tui.lessons import open_lesson


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


def test_first_page_is_played_on_a_plain_terminal():
    typed, lines = iter(["1", "1", "C", "F1", "quit"]), []
    session = LessonSession(open_lesson("why-search"), "s")
    PlainLesson(session, lambda _: next(typed), lines.append, lambda _: "").run()
    shown = "\n".join(lines)
    assert "What the opponent saw after B" in shown
    assert "Right." in shown
    assert session.right == 1
