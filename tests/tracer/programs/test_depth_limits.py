"""Programs that count their depth up to a limit, although the key sets none."""

from dataclasses import replace

import pytest

from tests.support.cases import over
from tests.support.program_files import read_program
from tests.support.programs_run import changed
from tests.support.programs_trials import is_right, marked, problem

SOURCE = "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]"
KEY = replace(problem(SOURCE), parts={"visits": 4, "utility": 1})
#: Names of the depth and of its limit.
NAMES = (
    ("depth", "limit"),
    ("current_depth", "depth"),
    ("d", "depth"),
    ("level", "n"),
    ("depth", "max_depth"),
)
OF_A_TREE = changed(
    read_program("one-loop.template"),
    ("GIVEN", "node, AT, LIMIT"),
    ("PASSED", "child, AT + 1, LIMIT"),
    ("LEAF", "if AT == LIMIT or not isinstance(node, list):\n        return node"),
    ("CHILDREN", "node"),
)


@over("at, limit", NAMES, ms=20)
def test_depth_of_a_plain_tree_is_counted_up_to_a_limit_of_any_name(at, limit, tmp_path):
    code = OF_A_TREE.replace("AT", at).replace("LIMIT", limit)
    assert is_right(marked(tmp_path, code, KEY, "tree"))


@pytest.mark.parametrize("limit", ["depth", "limit", "max_depth"])
def test_depth_of_a_game_is_counted_up_to_a_limit_that_the_caller_passes(limit, tmp_path):
    code = changed(
        read_program("aima/plies"),
        ("(game, state):", f"(game, state, {limit}):"),
        ("state, -inf, inf, 0)", f"state, -inf, inf, 0, {limit})"),
        ("alpha, beta, ply):", f"alpha, beta, ply, {limit}):"),
        ("ply + 1)", f"ply + 1, {limit})"),
        ("if game.is_terminal(state):", f"if ply == {limit} or game.is_terminal(state):"),
    )
    assert is_right(marked(tmp_path, code, KEY, "aima"))
