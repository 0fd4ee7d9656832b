"""Figures of lessons that cover the leaves until the search visits them."""

import re

import pytest

from engine.errors import InvalidInput
from engine.log.visit_log import NO_PARENT
from tracer.drawing.tree.look import COVERED, figure_at
from tracer.lesson.page_file import read_lesson
from tracer.lesson.page_questions import PartQuestion
from tracer.lesson.plain_text import figure_lines
from tracer.lesson.session import LessonSession
from tui.lessons import lesson_names, open_lesson

LESSON = """\
title: Covers
summary: Look.
about: {source: lecture, search: alphabeta}
cover: yes
pages:
- say: Before the search.
- {say: At a step., at: enters C1}
- {say: At a step., at: enters C1, cover: no}
- {say: By hand., cover: [B1, D3]}
- say: After.
  at: returns C
  ask: What is C worth?
  choices: [{right: at most 2, because: b}, {wrong: "2", because: b}]
"""


def figure(page, **options):
    session = LessonSession(read_lesson(LESSON, "covers.yaml"), "s", {"page": page})
    return "\n".join(figure_lines(session.view.scene, **options))


def leaves(page):
    """Return the leaves of a figure with their texts."""
    return dict(re.findall(r"\b([BCD]\d)\)? \W?([▒\d]+)", figure(page)))


def test_leaves_are_covered_until_the_search_visits_them():
    values = {"B1": "3", "B2": "12", "B3": "8", "C1": "2", "C2": "4", "C3": "6"}
    values |= {"D1": "14", "D2": "5", "D3": "2"}
    seen = {"B1", "B2", "B3", "C1"}
    after = {leaf: value if leaf in seen else COVERED for leaf, value in values.items()}
    assert leaves(0) == dict.fromkeys(values, COVERED)
    assert leaves(1) == after
    assert leaves(2) == values
    assert leaves(3) == values | {"B1": COVERED, "D3": COVERED}
    assert leaves(4) == after  # the search is hidden, since it marks bounds


def test_cover_is_a_question_mark_in_ascii():
    assert COVERED not in figure(1, ascii=True)
    assert "C2 ?" in figure(1, ascii=True)


def test_listed_leaves_cannot_be_covered_at_a_step():
    with pytest.raises(InvalidInput, match="cannot be combined with a step"):
        read_lesson(LESSON.replace("cover: no", "cover: [C1]"), "covers.yaml")


def covered_pages():
    for name in lesson_names():
        lesson = open_lesson(name)
        for number, page in enumerate(lesson.pages):
            if page.covers is True:
                yield name, number, page


def test_lessons_on_what_nobody_has_seen_cover_it():
    names = {name for name, _, _ in covered_pages()}
    assert names == {
        *("alpha-beta", "worked-example", "pruned-values"),
        *("pruning-at-chance", "narrow-windows"),
    }


def test_no_covered_figure_answers_which_nodes_are_visited():
    asking = [
        (name, number + 1)
        for name, number, page in covered_pages()
        if page.ask is not None
        and (
            page.ask.kind is PartQuestion
            or re.match(r"skipped|visits|leaves|expanded|count", page.ask.subject)
        )
    ]
    assert not asking


def test_covered_leaves_of_the_lessons_are_those_that_no_step_has_reached():
    for name, number, page in covered_pages():
        session = LessonSession(open_lesson(name), "s", {"page": number})
        scene = session.view.scene
        if scene is None or scene.step is None or page.exercise:
            continue
        trace = scene.trace
        if (
            list(trace.log.parent).count(NO_PARENT) > 1
        ):  # a later pass covers what an earlier one has seen
            continue
        nodes = figure_at(trace, scene.step).nodes
        covered = {node.name for node in nodes if node.value == COVERED}
        reached = {
            one.name for one in trace.walk() if trace.replay.entered_at(one.row) <= scene.step
        }
        game = trace.game
        every = {game.ids[node] for node in range(len(game)) if game.is_terminal(node)}
        assert covered == every - reached, (name, number + 1)
