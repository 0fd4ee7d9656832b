"""Lab 3's functions, compared with a plain program and with the lab's printed results."""

from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.courses import lab3
from engine.errors import InvalidInput
from tests.support.cases import examples

CORNERS_FIRST = sorted(
    (divmod(cell, 3) for cell in range(9)),
    key=lambda cell: 0 if cell == (1, 1) else 1 if sum(cell) % 2 == 0 else 2,
)


def plain(game, maximizing, alpha, beta, depth, *, prunes=True, ordered=False):
    """Return value, move and number of nodes by a plain search, as the lab describes it."""
    winner = game.check_winner()
    if winner is not None:
        return winner * (10 - depth), None, 1
    best, move, nodes = (-inf if maximizing else inf), None, 1
    free = game.get_valid_moves()
    for cell in [one for one in CORNERS_FIRST if one in free] if ordered else free:
        after = game.copy()
        after.make_move(*cell)
        value, _, more = plain(
            after, not maximizing, alpha, beta, depth + 1, prunes=prunes, ordered=ordered
        )
        nodes += more
        if (value > best) if maximizing else (value < best):
            best, move = value, cell
        if maximizing:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if prunes and beta <= alpha:
            break
    return best, move, nodes


def played(cells):
    game = lab3.TicTacToe()
    for cell in cells:
        if not game.is_terminal():
            assert game.make_move(*divmod(cell, 3))
    return game


@examples(15)
@given(st.permutations(range(9)).map(lambda cells: played(cells[:6])), st.integers(0, 3))
def test_functions_agree_with_a_plain_program(game, depth):
    turn = game.current_player == 1
    whole = plain(game, turn, -inf, inf, depth, prunes=False)
    pruned = plain(game, turn, -inf, inf, depth)
    ordered = plain(game, turn, -inf, inf, depth, ordered=True)
    lab3.minimax_nodes = lab3.alphabeta_nodes = 0
    assert lab3.minimax(game, turn, depth) == whole[:2]
    assert lab3.minimax_nodes == 0
    assert lab3.minimax_with_count(game, turn, depth) == whole[:2]
    assert lab3.alpha_beta(game, turn, depth=depth) == pruned[:2]
    assert lab3.alpha_beta_with_ordering(game, turn, depth=depth) == ordered[:2]
    assert (lab3.minimax_nodes, lab3.alphabeta_nodes) == (whole[2], pruned[2])


def test_window_prunes_as_in_a_plain_program():
    game = played([0, 4, 8])
    lab3.alphabeta_nodes = 0
    assert lab3.alpha_beta(game, False, -1, 1) == plain(game, False, -1, 1, 0)[:2]
    assert lab3.alphabeta_nodes == plain(game, False, -1, 1, 0)[2]


def test_game_follows_the_rules():
    game = lab3.TicTacToe()
    assert game.make_move(1, 1)
    assert not game.make_move(1, 1)
    other = game.copy()
    assert other.make_move(0, 0)
    assert (game.board[0][0], game.current_player) == (0, -1)
    assert [played(cells).check_winner() for cells in ([0, 3, 1, 4, 2], [0, 3, 1, 4, 8, 5])] == [
        1,
        -1,
    ]
    assert played([0, 1, 2, 4, 3, 5, 7, 6, 8]).check_winner() == 0
    assert lab3.minimax(played([0, 3, 1, 4, 2]), False) == (10, None)


def test_board_is_displayed_as_in_the_lab(capsys):
    game = played([4, 0, 2])
    game.display()
    rule = "  ───┼───┼───"
    assert capsys.readouterr().out.split("\n") == [
        *("", "  0   1   2", "0  O │   │ X ", rule, "1    │ X │   ", rule, "2    │   │   ", "", "")
    ]


def test_wrong_arguments_are_refused():
    with pytest.raises(InvalidInput, match="X is to move"):
        lab3.minimax(lab3.TicTacToe(), False)
    with pytest.raises(InvalidInput, match="window"):
        lab3.alpha_beta(lab3.TicTacToe(), True, 1, 1)
    with pytest.raises(InvalidInput, match="not a game of Lab 3"):
        lab3.minimax("board", True)
    with pytest.raises(InvalidInput, match="depth"):
        lab3.minimax(lab3.TicTacToe(), True, 10)
