"""Fresh positions: other positions of a key's game, and what they show of programs."""

import json
import re
from dataclasses import replace

import pytest

from engine.game import MAX, MIN
from engine.search import run_search
from tests.support import keys
from tests.support.cases import over
from tests.support.hostile import RIGHT
from tests.support.program_files import read_program
from tests.support.programs_cs50 import SEARCHES, tictactoe
from tests.support.programs_cs480 import script
from tests.support.programs_lab3 import alpha_beta
from tests.support.programs_marking import key_in
from tests.support.programs_mit import ALPHA_BETA
from tests.support.programs_mp520 import MODULE
from tests.support.programs_run import changed
from tests.support.programs_trials import is_right, key_with_trees, problem
from tests.support.tables import table
from tests.support.wrong_programs import mutants, search
from tests.tracer.programs import test_cs50
from tests.tracer.programs.test_cs188 import MULTI_AGENTS
from tests.tracer.programs.test_sheets import programs
from tracer.generate.fresh import (
    FRESH_TREES,
    add_fresh_trees,
    describe_hidden_mistakes,
    describe_missing_trees,
)
from tracer.generate.fresh_positions import draw_sketched, make_request, sketch_position
from tracer.generate.tree_sketch import Dice
from tracer.marking.grading.make_grader import grader_of
from tracer.marking.keys.problem import SearchRules
from tracer.marking.keys.problem_set import ProblemSet
from tracer.programs.helper_verdicts import play_at_random
from tracer.programs.sheets import ProgramRunner, sheets_of_programs
from trees.sources import open_source

#: Keys by the shape of their programs, with right programs.
VISITS = "accept: [aima]\nparts: {visits: 4, move: 1, utility: 1}\n"
LAB = "win: 10\ncells: row-col\nparts: {visits: 4, utility: 1, move: 1}\naccept: [lab3]\n"
KEYS = {
    "aima": (f"source: tic-tac-toe@xo.|.x.|..o\nsearch: alphabeta\n{VISITS}", [RIGHT]),
    "adapter": (
        "source: connect-four:4,4\nsearch: minimax\ndepth: 3\nadapter: connect4\n"
        "parts: {move: 1, utility: 1}\n",
        [read_program("adapter/connect4")],
    ),
    "comp341": (
        "source: nim:1,2,3\nsearch: minimax\naccept: [comp341]\nparts: {visits: 4, move: 1}\n",
        [read_program("comp341/right")],
    ),
    "cs188": (
        "source: tic-tac-toe@...|xo.|ox.\nsearch: alphabeta\naccept: [cs188]\nrounds: 1\n"
        "parts: {visits: 4, move: 1}\n",
        [MULTI_AGENTS],
    ),
    "cs50": (
        "source: tic-tac-toe@xo.|.x.|..o\nsearch: minimax\nparts: {move: 1, helpers: 2}\n",
        [tictactoe(search) for search in ("", *SEARCHES)],
    ),
    "lab3": (f"source: tic-tac-toe@...|xo.|ox.\nsearch: alphabeta\n{LAB}", [alpha_beta()]),
    "mit": (f"source: tic-tac-toe@xo.|.x.|..o\nsearch: alphabeta\n{VISITS}", [ALPHA_BETA]),
    "mp520": (
        f"source: reversi:4@....|BBBB|WWWW|....\nsearch: alphabeta\n{VISITS}",
        [MODULE],
    ),
}
SHAPED = {name: text + f"shape: {name}\n" * (name != "adapter") for name, (text, _) in KEYS.items()}
#: Right programs with the answers to the key's own position written into them.
KNOWING = {
    "aima": changed(
        RIGHT,
        (
            "def alpha_beta_search(game, state):\n",
            "def alpha_beta_search(game, state):\n"
            "    if str(state).lower() != 'xo.|.x.|..o': return 0, game.actions(state)[0]\n",
        ),
    ),
    "cs50": changed(
        tictactoe(""),
        (
            "def minimax(board):\n",
            "def minimax(board):\n"
            "    if board[0] != [X, O, None]: return min(actions(board), default=None)\n",
        ),
    ),
}


WRONG_BOARDS = table(test_cs50.__file__, "cs50-wrong-minimax")


def positions_of(text):
    return key_with_trees(text)[0].programs.trees


@over("name", KEYS, ms=90)
def test_right_programs_are_right_at_every_fresh_position(name, tmp_path):
    key, grader = key_with_trees(SHAPED[name])
    assert len(key.programs.trees) >= FRESH_TREES
    codes = KEYS[name][1]
    for sheet in sheets_of_programs(programs(tmp_path, *codes), key, ProgramRunner()):
        record = grader.mark(sheet).record()
        assert len(sheet.fresh) == len(key.programs.trees)
        assert is_right(record), record


@pytest.mark.parametrize("name", KNOWING)
def test_program_that_knows_the_keys_answers_alone_loses(name, tmp_path):
    text = SHAPED[name]
    for fresh, is_caught in (("fresh: 0\n", False), ("", True)):
        key, grader = key_with_trees(text + fresh)
        (sheet,) = sheets_of_programs(programs(tmp_path, KNOWING[name]), key, ProgramRunner())
        marks = grader.mark(sheet)
        assert marks.ok is not is_caught, marks.record()
    assert all(part.score < 0.1 for part in marks.parts if part.part in ("visits", "move"))
    assert re.search(r"fresh position \d+ is tic-tac-toe@[XO.|]{11}$", marks.notes[-1])


#: The search is not asked at the end of a game.
BEFORE_THE_END = [row for row in WRONG_BOARDS if not row[0].endswith("-when-over")]


@over(("name", "search", "changes"), BEFORE_THE_END, ms=60)
def test_common_fault_of_minimax_shows_although_the_key_has_one_board(
    tmp_path, name, search, changes
):
    key, grader = key_with_trees(SHAPED["cs50"].replace(", helpers: 2", ""))
    program = changed(tictactoe(search), *changes)
    (sheet,) = sheets_of_programs(programs(tmp_path, program), key, ProgramRunner())
    assert not grader.mark(sheet).ok


@pytest.mark.parametrize(
    ("board", "names"),
    [
        ("...|X.O|.OX", ["root-X-hands-down-0", "min-stops-at-0"]),
        (".X.|..X|..O", ["root-O-hands-down-0", "max-stops-at-0"]),
    ],
)
def test_wrong_cutoff_shows_if_a_key_asks_for_minimax_and_no_visits(tmp_path, board, names):
    text = f"source: tic-tac-toe@{board}\nsearch: minimax\nparts: {{move: 1}}\n"
    key, grader = key_with_trees(text)
    changes = {name: rows for name, _, rows in WRONG_BOARDS}
    right = tictactoe("windows")
    codes = [right, *(changed(right, *changes[name]) for name in names)]
    sheets = sheets_of_programs(programs(tmp_path, *codes), key, ProgramRunner())
    assert [grader.mark(sheet).ok for sheet in sheets] == [True, False, False]


@over("seed", ["", "autumn", "winter"], ms=400)
def test_wrong_pass_shows_although_the_key_needs_none(seed, tmp_path):
    key, grader = key_with_trees(SHAPED["mp520"] + f"fresh-seed: {seed}\n" * bool(seed))
    wrong = changed(MODULE, ("else (value, -1, -1)", "else (value, 0, 0)"))
    sheets = sheets_of_programs(programs(tmp_path, MODULE, wrong), key, ProgramRunner())
    assert [grader.mark(sheet).ok for sheet in sheets] == [True, False]


@over("name", KEYS, ms=60)
def test_fresh_positions_are_those_that_programs_can_be_asked_at(name):
    key, _ = key_with_trees(SHAPED[name])
    own, turns = open_source(key.source).game, set()
    searches = [(one.source, one.search.options.get("rounds")) for one in key.programs.trees]
    assert len({*searches}) == len(searches)
    assert key.source not in {source for source, _ in searches}
    for one in key.programs.trees:
        game = open_source(one.source).game
        assert (game.name, game.size) == (own.name, own.size)
        assert not game.is_terminal(game.initial)
        assert one.programs.tree_text == one.source
        request = make_request(one)
        assert run_search(request.game, request.search, request.settings).counts.visited <= 2500
        turns.add(request.game.to_move(request.game.initial))
    if name in ("cs50", "mp520"):  # whose boards say whose turn it is
        assert len(turns) == 2
    else:
        assert turns == {own.to_move(own.initial)}


def test_either_side_moves_if_it_is_max_whoever_moves():
    text = f"source: tic-tac-toe@xo.|.x.|..o\nsearch: minimax\nmax: to-move\n{VISITS}"
    games = [open_source(one.source).game for one in positions_of(text)]
    assert {game.labels[game.to_move(game.initial)] for game in games} == {"X", "O"}


def test_positions_keep_the_settings_of_the_key(tmp_path):
    for one in positions_of(SHAPED["lab3"]):
        request = make_request(one)
        assert request.game.initial[1] == 0  # wins are worth more the sooner they come
    ending = {"game": "mnk", "size": "3,3,3", "position": "x..|.o.|..x", "terminal": "evaluation"}
    (tmp_path / "ending.yaml").write_text(json.dumps(ending))
    key = add_fresh_trees(problem(str(tmp_path / "ending.yaml")).for_programs())
    for one in key.programs.trees:
        assert make_request(one).game.changes.terminal == "evaluation"


def test_rounds_of_agents_are_three_at_least_but_one_where_they_end_early():
    *deep, last = [one.search.options["rounds"] for one in positions_of(SHAPED["cs188"])]
    assert {*deep} == {3}
    assert last == 1


def test_agent_that_searches_a_round_too_many_loses_marks(tmp_path):
    # The key's own position has no nodes at that depth.
    key, grader = key_with_trees(SHAPED["cs188"].replace("rounds: 1", "rounds: 3"))
    code = MULTI_AGENTS.replace("depth == self.depth", "depth > self.depth")
    (sheet,) = sheets_of_programs(programs(tmp_path, code), key, ProgramRunner())
    marks = grader.mark(sheet)
    assert not marks.ok
    assert marks.notes[-1].endswith(", with a depth of 1 round")


def test_timed_search_is_no_larger_than_the_keys():
    text = "source: nim:3,3@2,2\nsearch: minimax\n"
    free, timed = "parts: {visits: 1}\n", "parts: {visits: 1, time: 1}\nseconds: 1\n"
    own = len(sketch_position(make_request(key_with_trees(text + free)[0])).children)

    def sizes(text):
        return [len(sketch_position(make_request(one)).children) for one in positions_of(text)]

    assert max(sizes(text + free)) > own >= max(sizes(text + timed))


#: Searches that mistakes are not tried on.
UNTRIED = {
    "order": "source: connect-four:4,4\nsearch: alphabeta\ndepth: 3\norder: static\n",
    "middle": "source: mnk:4,4,3@x..o|....|....|....\nsearch: alphabeta\ndepth: 5\norder: static\n",
    "large": "source: reversi:6\nsearch: alphabeta\ndepth: 6\n",
}


@pytest.mark.parametrize("name", UNTRIED)
def test_searches_without_known_mistakes_have_a_few_positions_of_a_like_size(name):
    text = UNTRIED[name] + "parts: {visits: 1, move: 1}\n"
    key, _ = key_with_trees(text)
    assert len(key.programs.trees) == key.programs.telling >= FRESH_TREES
    assert not key.programs.hidden
    own, *others = (make_request(one) for one in (key, *key.programs.trees))
    visits = [run_search(one.game, one.search, one.settings).counts.visited for one in others]
    most = run_search(own.game, own.search, own.settings).counts.visited
    assert max(visits) <= max(1500, most)


#: Keys in which MAX moves first, as in the programs that are changed in one place.
CHANGED_IN = {
    "near the end": problem("tic-tac-toe@X.O|.X.|O.."),
    "estimates": problem("tic-tac-toe@xo.|...|...", depth=3),
    "discs": problem("reversi:4", depth=4),
}


@over("name", CHANGED_IN, ms=400)
@over("program", ["aima/right", "tree/alphabeta/negamax", "tree/two-branches"], ms=400)
@over("seed", [f"{number}" for number in range(1, 31)], ms=400)
def test_changed_program_loses_marks_if_any_position_of_the_random_games_shows_it(
    name, program, seed
):
    key = CHANGED_IN[name]
    programs = replace(key.programs, fresh_seed=seed)
    key = replace(key, parts={"visits": 4, "move": 1, "utility": 1}, programs=programs)
    chosen = [key, *add_fresh_trees(key.for_programs()).programs.trees]
    right = read_program(program)
    codes = mutants(right)

    def list_wrong(sketches, names):
        trees = [sketch.build((MAX, MIN)) for sketch in sketches]
        results = [search(program, right, tree) for tree in trees]
        pairs = [*zip(trees, results, strict=True)]
        return {
            name
            for name in names
            if any(search(program, codes[name], tree) != result for tree, result in pairs)
        }

    wrong = list_wrong([sketch_position(make_request(one), MOST) for one in chosen], codes)
    drawn = [sketch for _, sketch in draw_sketched(key, Dice(seed))]
    if name == "near the end":
        drawn += list_early(key, Dice(f"early {seed}"))
    assert not list_wrong(drawn, codes.keys() - wrong)


#: The largest tree below a position that is chosen.
MOST = 10_000


def list_early(key, dice):
    """The trees below some positions of tic-tac-toe after two plies."""
    game = open_source("tic-tac-toe").game
    states = [[*play_at_random(game, game.initial, dice.pick, 2)][-1] for _ in range(3)]
    sources = [f"tic-tac-toe@{game.format(state)}" for state in states]
    return [sketch_position(make_request(replace(key, source=one)), MOST) for one in sources]


#: Mistakes about 0 that no position of the first random games shows.
ABOUT_ZERO = {
    "if v >= beta and v:": "if v >= beta:",
    "alpha = max(alpha or v, v)": "alpha = max(alpha, v)",
    "if beta and v >= beta:": "if v >= beta:",
    "beta = min(beta or v, v)": "beta = min(beta, v)",
    "if v <= alpha and v:": "if v <= alpha:",
    "if alpha and v <= alpha:": "if v <= alpha:",
}


@over("wrong", ABOUT_ZERO, ms=400)
@over("board", ["X.O|.X.|O..", "xo.|...|...", "...|...|..."], ms=400)
def test_program_that_takes_a_value_of_0_for_none_loses_marks_by_an_adapter(wrong, board, tmp_path):
    (tmp_path / "call.py").write_text(
        "def call(program, game):\n    return program.alpha_beta_search(game, game.initial)\n"
    )
    key = f"source: tic-tac-toe@{board}\nsearch: alphabeta\nfresh: 3\nadapter: call.py\n{VISITS}"
    key = add_fresh_trees(key_in(tmp_path, key))
    right = read_program("aima/right")
    trees = key.programs.trees
    sketches = [sketch_position(make_request(one), MOST).build((MAX, MIN)) for one in trees]
    code = changed(right, (ABOUT_ZERO[wrong], wrong))
    shown = [search("aima", right, tree) != search("aima", code, tree) for tree in sketches]
    assert any(shown)
    position = trees[shown.index(True)]
    grader = grader_of(replace(key, programs=replace(key.programs, trees=(position,), telling=1)))
    for program, is_right_one in ((right, True), (code, False)):
        (sheet,) = sheets_of_programs(programs(tmp_path, program), grader.problem, ProgramRunner())
        assert grader.mark(sheet).ok is is_right_one


@pytest.mark.parametrize("source", ["nim:1,2,3", "race"])
def test_changed_program_loses_marks_if_any_position_of_a_small_game_shows_it(source):
    key = replace(problem(source), parts={"visits": 1, "move": 1, "utility": 1})
    full = add_fresh_trees(key.for_programs())
    game, right = open_source(source).game, read_program("aima/right")
    states = {game.initial: None}
    for _ in range(30):
        inner = [state for state in states if not game.is_terminal(state)]
        states |= {game.result(state, m): None for state in inner for m in game.moves(state)}
    turn = game.to_move(game.initial)
    tried = [each for each in inner if game.to_move(each) is turn]
    every = [replace(key, source=f"{source}@{game.format(state)}") for state in tried]
    # Other mistakes are none in such a game.
    assert not full.programs.hidden
    every_tree, trees = (
        [sketch_position(make_request(one), MOST).build((MAX, MIN)) for one in problems]
        for problems in (every, [key, *full.programs.trees])
    )

    def differs(code, tree):
        return search("aima", code, tree) != search("aima", right, tree)

    codes = mutants(right).values()
    shown = [code for code in codes if any(differs(code, tree) for tree in every_tree)]
    assert len(shown) > 100
    assert all(any(differs(code, tree) for tree in trees) for code in shown)


def test_positions_depend_on_the_key_and_its_seed_alone():
    def texts(text):
        key = add_fresh_trees(keys.key_of(text).for_programs())
        return [one.source for one in key.programs.trees]

    text = SHAPED["comp341"]
    assert texts(text) == texts(text) != texts(text + "fresh-seed: other\n")


def test_script_is_asked_at_the_keys_position_alone(tmp_path):
    text = (
        "source: 'tic-tac-toe@x..|.o.|..x'\nsearch: minimax\naccept: [aima]\nmax: to-move\n"
        "parts: {move: 1, counts: 2}\n"
    )
    key, grader = key_with_trees(text)
    assert key.programs.trees  # for programs of other shapes
    for code, shape in ((script(), None), (read_program("cs480/moves-inside"), "cs480")):
        runner = ProgramRunner(shape=shape)
        (sheet,) = sheets_of_programs(programs(tmp_path, code), key, runner)
        assert sheet.fresh == ()
        assert grader.mark(sheet).ok
    assert not positions_of(text + "shape: cs480\n")


@pytest.mark.parametrize(
    "key",
    [
        f"source: chess\nsearch: alphabeta\ndepth: 2\nshape: aima\n{VISITS}",
        f"source: mnk:5,5,4\nsearch: alphabeta\ndepth: 2\nshape: aima\n{VISITS}",
        f"source: connect-four:5,4@3324\nsearch: alphabeta\ndepth: 2\nadapter: connect4\n{VISITS}",
    ],
)
def test_games_with_many_moves_and_adapters_have_no_fresh_positions_unasked(key, tmp_path):
    assert not add_fresh_trees(key_in(tmp_path, key)).programs.trees


VISITS_OF_AIMA = {"accept": ["aima"], "parts": {"visits": 1}}


def test_problems_of_a_set_about_one_game_share_their_positions(tmp_path):
    boards = ("xo.|.x.|..o", "x..|.o.|.x.", "xo.|...|...")  # X moves in two of them
    numbered = {
        str(at): {"source": f"tic-tac-toe@{board}", "search": "minimax", **VISITS_OF_AIMA}
        for at, board in enumerate(boards, 1)
    }
    numbered["4"] = {**numbered["1"], "source": "mnk:3,3,3@xo.|.x.|..o"}
    key = add_fresh_trees(key_in(tmp_path, json.dumps({"problems": numbered})))
    first, second, third, other = (one.programs.trees for one in key.problems.values())
    assert first is third
    assert len({id(first), id(second), id(other)}) == 3


CUSTOM = """\
from engine.game import MAX, Game, Player

class Heap(Game):
    def __init__(self, size="5"):
        self.size, self.initial = size, (int(size), 0)
    def to_move(self, state):
        return Player(state[1])
    def actions(self, state):
        return [1, 2][: state[0]]
    def result(self, state, action):
        return state[0] - action, 1 - state[1]
    def is_terminal(self, state):
        return not state[0]
    def utility(self, state, player):
        return 1 if self.to_move(state) is not player else -1
    def format(self, state):
        return f"{state[0]} {state[1]}"
"""
PARSE = """\
    def parse(self, text):
        return tuple(map(int, text.split()))
"""


def test_game_of_a_course_has_fresh_positions_if_it_reads_them(tmp_path):
    (tmp_path / "reads.py").write_text(CUSTOM + PARSE)
    (tmp_path / "writes.py").write_text(CUSTOM)

    def positions(file):
        key = problem(f"{tmp_path}/{file}.py:Heap:7", "minimax")
        key = replace(key, parts={"visits": 1, "utility": 1}).for_programs()
        return [one.source.rpartition("@")[2] for one in add_fresh_trees(key).programs.trees]

    assert len(positions("reads")) >= FRESH_TREES
    assert all(re.fullmatch(r"[1-6] 0", position) for position in positions("reads"))
    assert not positions("writes")


def test_positions_at_a_depth_limit_are_worth_their_evaluations():
    source = "tic-tac-toe@...|xo.|ox."
    sketch = sketch_position(make_request(problem(source, depth=1)))
    game = open_source(source).game
    after = [game.result(game.initial, move) for move in game.moves(game.initial)]
    assert sketch.values[1:] == [game.evaluate(state) for state in after]
    assert len({*sketch.values[1:]}) > 1


# Notes about mistakes that nothing fresh shows.


def note_of(*problems):
    return note_of_fresh(*(add_fresh_trees(one.for_programs()) for one in problems))


def note_of_fresh(*problems):
    numbered = {str(number): one for number, one in enumerate(problems, 1)}
    set_of_all = ProblemSet("key", numbered)
    return describe_hidden_mistakes(problems[0] if len(problems) == 1 else set_of_all)


def test_note_names_mistakes_that_no_position_shows():
    note = note_of(problem("tic-tac-toe@xo.|.x.|..o", "minimax"))
    assert re.match(
        r"no fresh tree or position of this key shows \d+ mistakes of programs \(.+, .+, …\): "
        "set another fresh-seed, ask for utility too or add a hand tree if",
        note,
    )


def test_note_advises_what_programs_of_the_shape_can_answer():
    key, _ = key_with_trees(SHAPED["cs50"])
    assert describe_hidden_mistakes(key).endswith("): set another fresh-seed")


def test_there_is_no_note_where_every_mistake_shows():
    assert not note_of(problem("lecture", "minimax"))


@pytest.mark.parametrize("source", ["chess", "nim:1"])
def test_note_says_that_a_key_has_nothing_fresh(source):
    key = add_fresh_trees(problem(source, "minimax", depth=1).for_programs())
    assert "may have its answers written down" in describe_missing_trees(key)


def test_fresh_trees_of_a_set_show_what_its_positions_do_not_show():
    position, lecture, other_search = (
        add_fresh_trees(one.for_programs())
        for one in (
            problem("tic-tac-toe@xox|oxo|..."),
            problem("lecture"),
            problem("lecture", "minimax"),
        )
    )
    assert note_of_fresh(position)
    assert not note_of_fresh(position, lecture)
    assert note_of_fresh(position, other_search) == note_of_fresh(position)


def test_note_names_mistakes_that_no_fresh_tree_shows(monkeypatch):
    key = problem("[[3, 4], [5, 6]]", "minimax")
    key = replace(key, parts={"move": 1}, programs=replace(key.programs, fresh_seed="few trees"))
    assert not note_of(key)
    monkeypatch.setattr("tracer.generate.fresh._MOST_TREES", 1)
    assert note_of(key).endswith("set another fresh-seed or ask for utility too")
    without = problem("tic-tac-toe@xox|oxo|...", "minimax")
    without = replace(without, programs=replace(without.programs, fresh=0))
    assert note_of(key, without) == note_of(key)
    # At a depth limit most of them cannot show.
    limited = replace(key, source="estimates", search=SearchRules("minimax", {"depth": 1}))
    assert not note_of(limited)
