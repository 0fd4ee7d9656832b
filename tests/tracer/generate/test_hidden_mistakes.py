"""Notes about mistakes that the positions of a key cannot show."""

import re
from dataclasses import replace

import pytest

from tests.support.programs_trials import problem
from tracer.generate.fresh import add_fresh_trees, describe_hidden_mistakes, sketch_position
from tracer.marking.keys.problem import SearchRules
from tracer.marking.keys.problem_set import ProblemSet
from trees.sources import open_source

#: Positions with three and with five empty cells.
ENDINGS = ("tic-tac-toe@xox|x.o|o..", "tic-tac-toe@...|xo.|ox.")


def count_shown(*sources, search):
    """The number of mistakes that show, from the note of a set."""
    problems = [problem(source, search) for source in sources]
    numbered = {str(number): each for number, each in enumerate(problems, 1)}
    key = problems[0] if len(problems) == 1 else ProblemSet("key", numbered)
    note = describe_hidden_mistakes(key)
    match = re.match(r"no position of this key shows (\d+) of (\d+) mistakes of programs \(", note)
    assert match, note
    return int(match[2]) - int(match[1])


@pytest.mark.parametrize("search", ["alphabeta", "minimax"])
def test_a_set_of_positions_shows_what_each_of_them_shows(search):
    alone = [count_shown(source, search=search) for source in ENDINGS]
    assert 0 < alone[0] < alone[1]
    assert count_shown(*ENDINGS, search=search) >= max(alone)


def test_note_names_mistakes_that_a_position_does_not_show():
    note = describe_hidden_mistakes(problem("tic-tac-toe@xox|oxo|..."))
    assert re.search(r"mistakes of programs \(.+, .+, …\): add a position, see", note)


@pytest.mark.parametrize("source", ["lecture", "tic-tac-toe", "dice", "nothing-like-this"])
def test_there_is_no_note_about_trees_and_large_games(source):
    assert not describe_hidden_mistakes(problem(source, "minimax"))


def test_fresh_trees_of_a_set_show_what_its_positions_do_not_show():
    position, lecture = problem("tic-tac-toe@xox|oxo|..."), problem("lecture")

    def note(*problems):
        numbered = {str(number): one.for_programs() for number, one in enumerate(problems)}
        return describe_hidden_mistakes(add_fresh_trees(ProblemSet("key", numbered)))

    assert note(position)
    assert not note(position, lecture)
    assert note(position, problem("lecture", "minimax")) == note(position)


def test_positions_at_a_depth_limit_are_worth_their_evaluations():
    source = "tic-tac-toe@...|xo.|ox."
    sketch, game = sketch_position(problem(source, depth=1)), open_source(source).game
    after = [game.result(game.initial, move) for move in game.moves(game.initial)]
    assert sketch.values[1:] == [game.evaluate(state) for state in after]
    assert len({*sketch.values[1:]}) > 1


def test_note_names_mistakes_that_no_fresh_tree_shows(monkeypatch):
    key = problem("[[3, 4], [5, 6]]", "minimax").for_programs()
    key = replace(key, parts={"move": 1}, programs=replace(key.programs, fresh_seed="few trees"))
    assert not describe_hidden_mistakes(add_fresh_trees(key))
    monkeypatch.setattr("tracer.generate.fresh._MOST_TREES", 1)
    note = describe_hidden_mistakes(add_fresh_trees(key))
    assert re.match(r"no fresh tree of this key shows \d+ mistakes of programs \(.+, .+, …\)", note)
    of_set = ProblemSet("key", {"1": add_fresh_trees(key), "2": problem("tic-tac-toe", "minimax")})
    assert describe_hidden_mistakes(of_set) == note
    # At a depth limit most of them cannot show.
    limited = replace(key, source="estimates", search=SearchRules("minimax", {"depth": 1}))
    assert not describe_hidden_mistakes(add_fresh_trees(limited))
