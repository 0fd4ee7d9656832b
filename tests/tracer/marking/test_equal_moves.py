"""If a key names no convention, any move of equal value is right, however much is pruned."""

import random

from tests.support.cases import over
from tests.support.naive_searches import TrueValues
from tracer.marking.grading.grader import Grader
from tracer.marking.keys.problem import Problem, SearchRules
from tracer.marking.reading.formats import sheet_of
from trees.sources import open_source


def best_lines(game, state, depth, worth):
    """Return every line of best play, as names of moves."""
    if game.is_terminal(state) or depth == 0:
        return [()]
    lines = []
    for move in game.moves(state):
        after = game.result(state, move)
        if worth(after, depth - 1) == worth(state, depth):
            rest = best_lines(game, after, depth - 1, worth)
            lines += [(game.name_of(move), *others) for others in rest]
    return lines


def board(number):
    """Return a random position of tic-tac-toe with five free cells."""
    cells = [*"xoxo....."]
    random.Random(number).shuffle(cells)
    return "tic-tac-toe@" + "|".join("".join(cells[at : at + 3]) for at in (0, 3, 6))


CASES = [(board(number), None) for number in range(12)] + [
    ("connect-four:4,4@22332", 4),
    ("connect-four:5,4@3", 3),
    ("reversi:4", 3),
    ("nim:3,4", None),
]


@over("search", ["alphabeta", "pvs", "transposition", "minimax"], ms=45)
@over(("source", "depth"), CASES)
def test_every_best_move_and_line_is_right_and_no_other(source, depth, search):
    game = open_source(source).game
    lines = best_lines(game, game.initial, depth or 99, TrueValues(game).of)
    options = {} if depth is None else {"depth": depth}
    problem = Problem("ties", source, SearchRules(search, options), parts={"move": 1, "line": 1})
    grader = Grader(problem)

    def score(part, answer):
        found = grader.mark(sheet_of({part: answer}, "sheet"))
        return next(one.score for one in found.parts if one.part == part)

    for move in game.moves(game.initial):
        name = game.name_of(move)
        assert score("move", name) == (name in {line[0] for line in lines}), name
    for line in lines[:: max(1, len(lines) // 20)]:
        assert score("line", " ".join(line)) == 1, line
