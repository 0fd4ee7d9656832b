"""If a key names no convention, any move of equal value is right, however much is pruned."""

import random

from engine.game import MAX
from tests.support.cases import over
from tracer.marking.grading.grader import Grader
from tracer.marking.keys.problem import Problem, SearchRules
from tracer.marking.reading.formats import sheet_of
from trees.sources import open_source


def value(game, state, depth):
    """Return the value of a state; a second way, which prunes nothing and keeps nothing."""
    if game.is_terminal(state):
        return game.utility(state, MAX)
    if depth == 0:
        return game.evaluate(state)
    found = [value(game, game.result(state, one), depth - 1) for one in game.moves(state)]
    return max(found) if game.to_move(state) is MAX else min(found)


def best_lines(game, state, depth):
    """Return every line of best play, as names of moves."""
    if game.is_terminal(state) or depth == 0:
        return [()]
    worth = value(game, state, depth)
    lines = []
    for move in game.moves(state):
        after = game.result(state, move)
        if value(game, after, depth - 1) == worth:
            lines += [(game.name_of(move), *rest) for rest in best_lines(game, after, depth - 1)]
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
    lines = best_lines(game, game.initial, 99 if depth is None else depth)
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
