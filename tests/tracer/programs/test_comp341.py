"""COMP 341's functions: the searches receive the functions of the game one by one."""

import pytest

from tests.support.program_files import read_program
from tests.support.programs_comp341 import RIGHT, SLIPS, with_slip
from tests.support.programs_marking import checked

DEEP = "[[[[3,17],[2,12]],[[15],[25,0]]],[[[2,5],[3]],[[2,14]]]]"


def key(source="lecture", search="alphabeta", parts="visits: 4, move: 1", convention="comp341"):
    return f"source: '{source}'\nsearch: {search}\naccept: [{convention}]\nparts: {{{parts}}}\n"


@pytest.mark.parametrize("search", ["minimax", "alphabeta"])
@pytest.mark.parametrize("source", ["lecture", DEEP, "worst-order"])
def test_right_search_has_full_marks_on_any_tree(tmp_path, search, source):
    done = checked(tmp_path, key(source, search), RIGHT)
    assert done.marked.ok, done.record
    assert done.notes == ""


def test_program_with_a_function_for_each_player_and_a_demonstration_is_right(tmp_path):
    done = checked(tmp_path, key(DEEP), read_program("comp341/by-players"))
    assert done.marked.ok, done.record
    assert done.notes == ""


@pytest.mark.parametrize("first", ["1/2", "1/4"])
def test_right_expectiminimax_has_the_value_and_the_visits(tmp_path, first):
    outcomes = f"[{{p: {first}, node: [2, 4]}}, {{p: 1 - {first}, node: [7, 4]}}]"
    outcomes = outcomes.replace("1 - 1/2", "1/2").replace("1 - 1/4", "3/4")
    dice = f"{{player: chance, children: {outcomes}}}"
    given = key("lecture", "expectiminimax", "visits: 2, utility: 1")
    tree = f"tree: {{id: R, player: max, children: [{dice}, 1]}}"
    done = checked(tmp_path, given.replace("source: 'lecture'", tree), RIGHT)
    assert done.marked.ok, done.record


@pytest.mark.parametrize("slip", SLIPS)
def test_slip_of_a_search_is_named(tmp_path, slip):
    done = checked(tmp_path, key(DEEP), with_slip(slip))
    assert not done.marked.ok
    assert slip in done.slugs


def test_part_that_a_decision_does_not_show_is_noted(tmp_path):
    done = checked(tmp_path, key(parts="visits: 4, utility: 1"), RIGHT)
    assert "programs of shape comp341 cannot answer utility" in done.notes


def test_key_with_a_depth_limit_is_refused(tmp_path):
    done = checked(tmp_path, key("tic-tac-toe") + "depth: 1\n", RIGHT)
    assert "has no parameter for it" in done.marked.error
