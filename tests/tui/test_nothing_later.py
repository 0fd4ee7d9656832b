"""Nothing that predict mode shows depends on what the search does after the question.

A search that is stopped after the same visits has no later steps, so both must look the same.
"""

from __future__ import annotations

import random

from tests.support.cases import over
from tracer import trace
from tracer.drawing.canvas.canvas_model import CanvasModel
from tracer.drawing.canvas.canvas_views import ZoomLevel
from tracer.drawing.terminal.tree_chart import Viewport
from tracer.predict import next_question

#: Searches of hand trees and of games, each with its options.
SEARCHES = [
    ("lecture", "alphabeta", {}),
    ("worst-order", "alphabeta", {"convention": "cs188"}),
    ("[[3, 12, 8], [[2, 4], 6], [14, [5, 2], 1]]", "pvs", {}),
    ("dice", "star1", {"bounds": (-10, 10)}),
    ("dice", "star2", {"bounds": (-10, 10)}),
    ("lecture", "mtdf", {"guess": 5}),
    ("tic-tac-toe@xo.|.x.|...", "alphabeta", {}),
    ("tic-tac-toe@xo.|.x.|...", "minimax", {}),
    ("tic-tac-toe@xo.|.x.|...", "transposition", {}),
    ("tic-tac-toe@xo.|.x.|...", "pvs", {}),
    ("tic-tac-toe@xo.|.x.|...", "deepening", {"depth": 4}),
    ("tic-tac-toe@xo.|.x.|...", "mcts", {"iterations": 60, "seed": 1}),
    ("connect-four", "alphabeta", {"depth": 4, "order": "killer"}),
    ("reversi", "alphabeta", {"depth": 3}),
    ("chess", "alphabeta", {"depth": 2}),
    ("nim:3,4", "alphabeta", {}),
]
SIZES = [(78, 10), (110, 20), (160, 30)]


def asked(found):
    """Yield the steps before a question, with the number of visits so far."""
    for step in range(len(found.replay) - 1):
        if next_question(found, found.replay, step) is not None:
            yield step, found.tour.count_entered(*found.tour.row_at(step))


def drawn(found, step, size, level):
    model = CanvasModel(found)
    model.hides_later, model.level = True, level
    view = model.at(step, *size)
    return view.rows(Viewport(0, 0, view.width, view.height)), view.focus


def compared(source, search, options, most):
    """Return how many questions look the same in the stopped search; the others fail."""
    whole = trace(source, search, **options)
    questions = list(asked(whole))
    questions = random.Random(1).sample(questions, min(most, len(questions)))
    count = 0
    for number, (step, visits) in enumerate(sorted(questions)):
        stopped = trace(source, search, max_visits=visits, **options)
        if visits == len(whole.log) or step >= len(stopped.tour):
            continue  # it stops before the last nodes return
        size = SIZES[number % len(SIZES)]
        level = [None, ZoomLevel.VALUES, ZoomLevel.DENSITY][number % 7 % 3]
        assert drawn(whole, step, size, level) == drawn(stopped, step, size, level), (step, size)
        count += 1
    return count


@over(("source", "search", "options"), SEARCHES, ms=150)
def test_the_tree_shows_nothing_of_later_steps(source, search, options):
    assert compared(source, search, options, 12) >= 1
