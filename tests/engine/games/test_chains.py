"""Connect Four's chains, compared with a count over text, and with the boards of Lab 3."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games import GAMES
from engine.search import tally_search
from engine.searches.settings import Settings
from tests.support.playouts import playout

make = GAMES["connect-four"].make

DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))

#: Boards of MIT 6.034's Lab 3 (boards.py, 2015 to 2017) with as many discs of either side, on which
#: its tests expect a positive estimate for X (1), or a negative one (-1).
LAB = {
    "BOARD_1_WINNING_BARELY": (".......|....O..|.O.OX..|.XOXO..|.XOXOX.|OXXXOXO", 1),
    "BOARD_2_WINNING_DEFINITELY": (".......|X.....X|X.X...X|O.OXO.O|X.OOO.X|X.OOO.X", -1),
    "BOARD_2_WINNING_LESS_PIECES": (".......|.......|.......|.......|..X....|XOOO..X", -1),
}


def chains_in(rows, side):
    """Return how many unbroken rows of two or more there are of each length, cell by cell."""
    cells = {(r, c) for r, signs in enumerate(rows) for c, sign in enumerate(signs) if sign == side}
    found = Counter()
    for down, right in DIRECTIONS:
        for r, c in cells:
            if (r - down, c - right) not in cells:
                length = 1
                while (r + down * length, c + right * length) in cells:
                    length += 1
                found[length] += length > 1
    return found


shapes = st.tuples(st.integers(1, 12), st.integers(1, 12)).filter(
    lambda shape: max(shape) >= 4 and shape[0] * shape[1] <= 64
)


@given(shapes, st.integers(0, 10_000), st.integers(0, 64))
def test_chains_are_found_on_the_board(shape, seed, plies):
    game = make(f"{shape[0]},{shape[1]}", "", "")
    state = playout(game, seed, plies)[-1]
    rows = game.cells(state)
    x, o = chains_in(rows, "X"), chains_in(rows, "O")
    evaluation = game.evaluations["chains"]
    terms = evaluation.terms(state)
    amounts = {int(term.feature.rpartition(" ")[2]): term.amount for term in terms}
    assert {length: amounts[length] for length in amounts if amounts[length]} == {
        length: x[length] - o[length] for length in x | o if x[length] != o[length]
    }
    scale = 4 / terms[0].weight
    total = sum(length**2 * (x[length] - o[length]) for length in x | o)
    value = evaluation.value(state)
    assert value == float(total / scale) == float(sum(term.contribution for term in terms))
    assert -1 < value < 1


@pytest.mark.parametrize("name", LAB)
def test_evaluations_of_lab_boards_have_the_expected_sign(name):
    board, sign = LAB[name]
    for side in "XO":
        game = make("", board, side)
        assert game.evaluations["chains"].value(game.initial) * sign > 0


def test_player_to_move_wins_the_board_with_equal_chains():
    """The player to move wins, so an evaluation must depend on whose turn it is."""
    board, _ = LAB["BOARD_1_WINNING_BARELY"]
    for side, value in (("X", 1), ("O", -1)):
        game = make("", board, side)
        found = tally_search(game, "transposition", Settings(order="static")).found
        assert found.value == value
        for name in ("weighted-lines", "open-lines"):
            assert game.evaluations[name].value(game.initial) < 0
