"""Lessons about several players: vectors as answers, games of several players, exercises."""

from tests.tracer.lesson.test_several_players import lesson
from tracer.lesson.lint import lint


def test_lint_reports_trees_that_do_not_exist():
    page = "  - exercise: {vectors: {sum: 1, plies: 1, players: [X, Y]}, ask: [values]}\n"
    (fault,) = lint(lesson(page))
    assert "trees has the requested properties" in str(fault)
