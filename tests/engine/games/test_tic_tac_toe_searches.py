"""Tic-tac-toe's rules and published figures."""

from fractions import Fraction

import pytest

from engine.conventions import PRESETS
from engine.game import Player
from engine.games.tic_tac_toe import TicTacToe
from engine.search import run_search
from engine.searches.settings import Settings
from engine.wrappers.changed import changes_of, max_to_move
from tests.support.cases import over
from tracer import trace

pytestmark = pytest.mark.usefixtures("plain_and_kernel")

EMPTY = TicTacToe()

#: Literature: nodes of the game tree by ply.
NODES_BY_PLY = [1, 9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872]


@pytest.fixture(scope="module")
def minimax_from_empty():
    return trace("tic-tac-toe", "minimax")


def test_minimax_visits_every_node_of_the_game_tree(minimax_from_empty):
    log = minimax_from_empty.log
    by_ply = [0] * 10
    for depth in log.depth:
        by_ply[depth] += 1
    assert by_ply == NODES_BY_PLY
    assert sum(NODES_BY_PLY) == minimax_from_empty.counts.visited == 549_946
    assert minimax_from_empty.counts.terminals == 255_168
    assert log.value[0] == 0


@over(
    ("convention", "settings", "visited"),
    [
        ("aima", {}, 18_297),
        ("mit", {}, 18_297),
        ("mit", {"window": (-2, 2)}, 18_297),
        ("cs188", {}, 146_120),
    ],
)
def test_alphabeta_from_the_empty_board_has_its_known_counts(convention, settings, visited):
    result = run_search(EMPTY, "alphabeta", Settings(PRESETS[convention], **settings))
    assert (result.counts.visited, result.log.value[0]) == (visited, 0)


def test_expectimax_from_the_empty_board_has_its_known_value(plain_and_kernel):
    if plain_and_kernel == "plain":
        pytest.skip("this takes seconds without the kernel")
    result = run_search(EMPTY, "expectimax")
    assert (result.counts.visited, result.log.value[0]) == (549_946, 191 / 192)


def test_optimal_line_is_mits(minimax_from_empty):
    for found in (minimax_from_empty, trace("tic-tac-toe", "alphabeta")):
        assert found.line == ["1", "5", "2", "3", "7", "4", "6", "8", "9"]


@over(("order", "visited", "move"), [("given", 20_866, "1"), ("static", 7_865, "5")])
def test_lab3_counts_with_depth_adjusted_wins(order, visited, move):
    t = trace("tic-tac-toe", convention="lab3", win=10, order=order)
    assert (t.value, t.counts.visited, t.move) == (0, visited, move)


def test_lab3_value_of_a_forced_win_counts_the_plies_from_the_root():
    # X to move wins at once: depth 1, so 10 - 1; O's win two plies later would be -10 + 2.
    assert trace("tic-tac-toe@xx.|oo.|...", win=10).value == 9
    assert trace("tic-tac-toe@xx.|oo.|x..", win=10).value == -9
    assert trace("tic-tac-toe@xox|xxo|oxo", win=10).value == 0


@over(
    ("first", "minimax", "alphabeta", "reply"),
    [(1, 59_705, 2_338, "5"), (2, 63_905, 2_869, "1"), (5, 55_505, 2_316, "1")],
)
@over("max_player", ["first", "to-move"], ms=120)
def test_cs480_nodes_generated_for_the_reply_to_the_first_move(
    first, minimax, alphabeta, reply, max_player
):
    board = "".join("x" if cell == first else "." for cell in range(1, 10))
    source = f"tic-tac-toe@{board}"
    for search, visited in (("minimax", minimax), ("alphabeta", alphabeta)):
        t = trace(source, search, max_player=max_player)
        assert (t.counts.visited, t.move) == (visited, reply)


def test_making_max_the_player_to_move_negates_values_and_swaps_players():
    game = TicTacToe("oo.|xx.|x..")
    seen = max_to_move(game)
    assert changes_of(seen).max == "to-move"
    assert seen.to_move(seen.initial) is Player.MAX
    assert seen.labels[Player.MAX] == "O"
    assert trace(seen).value == 1
    assert trace(game).value == -1
    assert max_to_move(EMPTY) is EMPTY


def test_a_won_board_is_a_terminal_root():
    t = trace("tic-tac-toe@xxx|oo.|...")
    assert (t.value, t.move, t.counts.visited, t.counts.terminals) == (1, None, 1, 1)


def test_evaluations_name_their_terms():
    x_in_a_corner = TicTacToe("x..|...|...").initial
    (opened,) = EMPTY.terms(x_in_a_corner)
    assert (opened.feature, opened.weight, opened.amount) == ("open lines", Fraction(1, 10), 3)
    # AIMA: Eval = 3 X2 + X1 - (3 O2 + O1). X has 12 in a line, and alone in 147 and 159.
    state = TicTacToe("xx.|.o.|...").initial
    amounts = {term.feature: term.amount for term in EMPTY.evaluations["aima"].terms(state)}
    # One mark: X's 147; O's 456 and 357. Two marks: X's 123.
    assert amounts == {"open lines with 1": 1 - 2, "open lines with 2": 1}
    assert EMPTY.evaluations["aima"].value(state) == 3 * 1 - 1


def test_cells_can_be_named_by_row_and_column():
    assert [EMPTY.cell_of(cell) for cell in (1, 3, 4, 9)] == [(0, 0), (0, 2), (1, 0), (2, 2)]
    assert trace("tic-tac-toe", cells="row-col").line[:3] == ["(0,0)", "(1,1)", "(0,1)"]


def test_depth_limits_evaluate_exactly_at_that_ply():
    result = run_search(EMPTY, "minimax", Settings(depth=2))
    assert (result.counts.visited, result.counts.evaluated) == (1 + 9 + 72, 72)
    assert result.counts.terminals == 0
    assert max(result.log.depth) == 2
    rounds = run_search(EMPTY, "minimax", Settings(rounds=1))
    assert rounds.log == result.log


def test_a_game_that_ends_at_the_limit_is_terminal_and_not_evaluated():
    result = run_search(TicTacToe("xx.|oo.|..."), "minimax", Settings(depth=1))
    assert (result.counts.evaluated, result.counts.terminals) == (5, 1)
    assert result.log.value[0] == 1
