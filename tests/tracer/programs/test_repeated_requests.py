"""Right programs that test a leaf several times lose no marks: for a win, a loss and the end."""

from dataclasses import replace
from itertools import product

from tests.support.cases import over
from tests.support.program_files import read_program, read_programs
from tests.support.programs_run import changed
from tests.support.programs_trials import KEYS, is_right, marked, problem
from tests.support.tables import table
from tests.tracer.programs.test_adapters import checked
from tests.tracer.programs.test_adapters import key as key_by_adapter

#: What each helper requests of a state, by how programs know the end of a game.
HELPERS_OF_STATES = dict(table(__file__, "repeated-requests-states"))
#: And of a plain tree.
HELPERS_OF_LISTS = {
    "a number": "isinstance(s, (int, float))",
    "no list": "not isinstance(s, list)",
    "a value": "(None if isinstance(s, list) else s) is not None",
}
HELPERS = read_program("win-loss-end.template")
#: In which order a leaf is tested, and what is returned.
LEAVES = table(__file__, "repeated-requests-leaves")
SEARCH = changed(
    read_program("one-loop.template"),
    ("GIVEN", "game, s"),
    ("PASSED", "game, child"),
)
OF_A_GAME = """
def alpha_beta_search(game, state):
    return alphabeta(game, state, -inf, inf, True)
"""
UNEVEN = "[[[4, -2], 0, [3, [5, -1]]], [[0, 0], 7, -3], [-4, [2, [1, -6]], 0]]"
SOURCES = (*KEYS, UNEVEN, "nim:1,2,3", "tic-tac-toe@xo.|.x.|..o")


def program(leaf, end, worth, children):
    code = HELPERS + SEARCH.replace("LEAF", leaf).replace("CHILDREN", children)
    return code.replace("END", end).replace("WORTH", worth)


@over("source", SOURCES, ms=20)
@over("leaf, end", product(LEAVES, HELPERS_OF_STATES), ms=20)
def test_state_that_is_tested_for_a_win_a_loss_and_the_end_is_visited_once(
    source, leaf, end, tmp_path
):
    children = "(game.result(s, a) for a in game.actions(s))"
    worth = 'game.utility(s, "MAX")'
    code = program(leaf, HELPERS_OF_STATES[end], worth, children) + OF_A_GAME
    key = replace(problem(source), parts={"visits": 4, "utility": 1})
    record = marked(tmp_path, code, key, "aima")
    assert is_right(record), record


@over("source", [*KEYS[:3], UNEVEN], ms=20)
@over("leaf, end", product(LEAVES, HELPERS_OF_LISTS), ms=20)
def test_leaf_of_a_plain_tree_that_is_tested_several_times_is_visited_once(
    source, leaf, end, tmp_path
):
    code = program(leaf, HELPERS_OF_LISTS[end], "s", "s").replace("game, ", "")
    key = replace(problem(source), parts={"visits": 4, "utility": 1})
    record = marked(tmp_path, code, key, "tree")
    assert is_right(record), record


#: What a leaf is worth to a search that may visit it twice in a row.
LEAVES_OF_PVS = table(__file__, "repeated-requests-leaves-of-pvs")
AGAIN = "if alpha < x < beta:"
#: How often a child is searched again, and whether that is right.
AGAIN_IF = {AGAIN: True, "if False:": False, "if True:": False}
PVS = read_program("pvs.template")
MANY_LEAVES = "[[0, 3, 5], [0, -2, 7], [4, 0, 6], [-1, -3, 8]]"


def pvs_over(shape, leaf, end):
    """A principal variation search that tests leaves in helpers, over a game, lists or objects."""
    code = HELPERS + PVS.replace("LEAF", leaf)
    if shape == "a game":
        code = code.replace("CHILDREN", "(game.result(s, a) for a in game.actions(s))")
        code = code.replace("END", HELPERS_OF_STATES[end]).replace("pvs(game", "search(game")
        code += "\ndef pvs(game, state):\n    return search(game, state, -inf, inf, 1)\n"
        return code.replace("WORTH", 'game.utility(s, "MAX")')
    children, end, worth = {
        "lists": ("s", "not isinstance(s, list)", "s"),
        "objects": ("s.children", "s.is_leaf()", "s.value"),
    }[shape]
    code = code.replace("CHILDREN", children).replace("END", end).replace("WORTH", worth)
    return code.replace("game, ", "")


@over("again", AGAIN_IF)
@over("shape", ["a game", "lists", "objects"])
@over("leaf, end", product(LEAVES_OF_PVS, HELPERS_OF_STATES), ms=20)
def test_pvs_that_tests_leaves_several_times_is_right_if_it_searches_again_when_due(
    leaf, end, shape, again, tmp_path
):
    code = changed(pvs_over(shape, leaf, end), (AGAIN, again))
    records = [
        marked(
            tmp_path,
            code,
            replace(problem(source, "pvs"), parts={"visits": 4}),
            "aima" if shape == "a game" else "tree",
        )
        for source in (*KEYS[:3], UNEVEN, MANY_LEAVES)
    ]
    assert all(map(is_right, records)) is AGAIN_IF[again], records


#: Trees that a search which reads wins ahead visits in the given order or not, and whether its
#: visits are right, wait for a person, or are wrong.
BY_WINS = {
    "[[3, 8, 12], [4, 6, 9], [5, 7, 14]]": "right",
    "[7, [[-3], [3, [3, 3, 4]], 2]]": "waits",
    "[7, [3, [3, 4], 9]]": "wrong",
}


@over("source", BY_WINS)
def test_pvs_that_reads_wins_ahead_loses_no_marks_if_its_visits_may_be_right(source, tmp_path):
    key = replace(problem(source, "pvs"), parts={"visits": 4})
    record = marked(tmp_path, read_program("aima/scout-by-wins"), key, "aima")
    is_waiting = record["pending"] == ["visits"]
    assert {is_right(record): "right", is_waiting: "waits"}.get(True, "wrong") == BY_WINS[source]
    # Nothing is said about a mistake that may be none.
    assert (record["departure"] is None) is (BY_WINS[source] != "wrong")
    assert not (is_waiting and record["misconceptions"])


#: Searches that test the depth before the type of a leaf, with a change, and what is made of them.
UNTESTED = {
    ("tree/pvs/depth-first", "alpha < x < beta"): "right",
    ("tree/pvs/depth-first", "False"): "wrong",
    ("tree/pvs/depth-first", "True"): "wrong",
    ("tree/pvs-returns-leaves", "alpha < x < beta"): "waits",
    ("tree/pvs-returns-leaves", "False"): "wrong",
}


@over("case", UNTESTED)
def test_pvs_that_tests_no_leaf_at_the_depth_limit_loses_no_marks_for_it(case, tmp_path):
    name, again = case
    code = changed(read_program(name), ("alpha < x < beta", again))
    # C2 is searched again.
    source = "[[3, 12, 8], [9, 4, 16], [14, 15, 12]]"
    key = replace(problem(source, "pvs"), parts={"visits": 4})
    record = marked(tmp_path, code, key, "tree")
    is_waiting = record["pending"] == ["visits"]
    assert {is_right(record): "right", is_waiting: "waits"}.get(True, "wrong") == UNTESTED[case]


@over("source", ["[[3], [5], [7]]", "[[[3], [1, 2]], [[5], [4]], [[7], [9]]]"])
@over("name", read_programs("tree/pvs"))
def test_only_child_is_visited_again_with_its_parent(source, name, tmp_path):
    key = replace(problem(source, "pvs"), parts={"visits": 4})
    record = marked(tmp_path, read_program(f"tree/pvs/{name}"), key, "tree")
    assert is_right(record), record


def test_search_that_tests_a_win_twice_by_an_adapter_is_right(tmp_path):
    tests = "    for piece in (AI_PIECE, PLAYER_PIECE):\n        if winning_move(board, piece):\n"
    returned = "            return None, 100 if piece == AI_PIECE else -100\n"
    first = "    valid_locations = get_valid_locations(board)\n    is_terminal"
    code = changed(read_program("adapter/connect4"), (first, tests + returned + first))
    rest = "source: connect-four:4,4@112233\nsearch: alphabeta\ndepth: 4"
    done = checked(tmp_path, key_by_adapter("connect4", rest, "visits: 4, move: 1"), code)
    assert done.marked.ok, done.record
