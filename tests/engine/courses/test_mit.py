"""MIT's problem set 5, compared with its notebook and with plain programs over lists."""

from fractions import Fraction
from itertools import pairwise
from math import inf
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.courses.mit import (
    expected_score_expectimax,
    game_state,
    maximize_score,
    maximize_score_alpha_beta,
    maximize_score_expectimax,
    minimize_score,
    minimize_score_alpha_beta,
    score,
    score_alpha_beta,
    score_expectimax,
    tic_tac_toe_board,
)
from engine.errors import InvalidInput
from tests.support.cases import over
from tests.support.tables import table

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def state_of(symbols, player=1):
    state = game_state(tic_tac_toe_board(list(symbols)))
    state.player = player
    return state


def cells_played(play):
    """The cells from 1 in the order in which they are taken."""
    pairs = [(a.board.moves, b.board.moves) for a, b in pairwise(play)]
    changed = [[cell for cell in range(9) if a[cell] != b[cell]] for a, b in pairs]
    assert all(len(cells) == 1 for cells in changed)
    return [cells[0] + 1 for cells in changed]


# The classes --------------------------------------------------------------------------------


def test_a_state_prints_as_in_the_notebook(capsys):
    print(state_of("xoxxxoo  "))
    assert capsys.readouterr().out == "x | o | x\n--+---+--\nx | x | o\n--+---+--\no |   |  \n\n"


@pytest.mark.parametrize(("symbols", "complete", "value"), table(__file__, "notebook_scores"))
def test_notebook_examples_get_the_printed_scores(symbols, complete, value):
    state = state_of(symbols)
    assert (state.terminal_check(), state.score()) == (complete, value)


def test_successors_equal_those_of_the_notebook():
    state = game_state(tic_tac_toe_board(list("xoxx oo  ")))
    assert (state.player, state.parent) == (1, None)
    after = state.successors()
    assert ["".join(each.board.moves) for each in after] == ["xoxxxoo  ", "xoxx oox ", "xoxx oo x"]
    assert all(each.player == 2 and each.parent is state for each in after)
    replies = after[0].successors()
    assert ["".join(each.board.moves) for each in replies] == ["xoxxxooo ", "xoxxxoo o"]
    assert replies[0].player == 1
    assert "".join(state.board.moves) == "xoxx oo  "


# Figures ------------------------------------------------------------------------------------

OPTIMAL = [1, 5, 2, 3, 7, 4, 6, 8, 9]


def test_alpha_beta_of_the_empty_board_equals_the_notebooks():
    value, explored, play = score_alpha_beta(state_of(" " * 9), -2, 2)
    assert (value, explored, cells_played(play)) == (0, 18_297, OPTIMAL)
    assert play[-1].terminal_check()


# Plain programs -----------------------------------------------------------------------------


def finished(symbols):
    """What a finished board is worth; None for a game under way."""
    won = {symbols[a] for a, b, c in LINES if symbols[a] == symbols[b] == symbols[c]}
    if "x" in won or "o" in won:
        return 1 if "x" in won else -1
    return None if " " in symbols else 0


def replies(symbols, player):
    for cell in range(9):
        if symbols[cell] == " ":
            yield cell + 1, symbols[:cell] + "xo"[player - 1] + symbols[cell + 1 :]


def plain_minimax(symbols, player, alpha=-inf, beta=inf, prune=False):
    """Value, states and cells played from 1, over texts."""
    if finished(symbols) is not None:
        return finished(symbols), 1, []
    best, states, line = None, 1, []
    for cell, after in replies(symbols, player):
        value, below, rest = plain_minimax(after, 3 - player, alpha, beta, prune)
        states += below
        if best is None or (value > best if player == 1 else value < best):
            best, line = value, [cell, *rest]
        if player == 1:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if prune and alpha >= beta:
            break
    return best, states, line


def plain_expectimax(symbols, player):
    """The same against a random player 2, whose first reply the line follows."""
    if finished(symbols) is not None:
        return Fraction(finished(symbols)), 1, []
    below = [
        (cell, *plain_expectimax(after, 3 - player)) for cell, after in replies(symbols, player)
    ]
    values = [value for _, value, _, _ in below]
    place = values.index(max(values)) if player == 1 else 0
    value = max(values) if player == 1 else sum(values) / len(values)
    return value, 1 + sum(states for _, _, states, _ in below), [below[place][0], *below[place][3]]


@st.composite
def boards(draw):
    symbols = draw(st.lists(st.sampled_from("xo"), min_size=9, max_size=9))
    for cell in draw(st.sets(st.integers(0, 8), max_size=6)):
        symbols[cell] = " "
    return "".join(symbols)


def shown(found):
    value, explored, play = found
    return value, explored, cells_played(play)


@given(boards(), st.sampled_from([1, 2]))
def test_minimax_agrees_with_a_plain_program(symbols, player):
    state = state_of(symbols, player)
    expected = plain_minimax(symbols, player)
    assert shown(score(state)) == expected
    assert shown((maximize_score if player == 1 else minimize_score)(state)) == expected


@given(
    boards(),
    st.sampled_from([1, 2]),
    st.sampled_from([(-2, 2), (-inf, inf), (0, 1), (-1, 0), (0.5, 3), (-3, -1), (0, 2)]),
)
def test_alpha_beta_agrees_with_a_plain_program_in_any_window(symbols, player, window):
    state = state_of(symbols, player)
    expected = plain_minimax(symbols, player, *window, prune=True)
    assert shown(score_alpha_beta(state, *window)) == expected
    own = maximize_score_alpha_beta if player == 1 else minimize_score_alpha_beta
    assert shown(own(state, *window)) == expected


@given(boards(), st.sampled_from([1, 2]))
def test_expectimax_agrees_with_a_plain_program(symbols, player):
    state = state_of(symbols, player)
    value, explored, line = plain_expectimax(symbols, player)
    own = maximize_score_expectimax if player == 1 else expected_score_expectimax
    for found in (score_expectimax(state), own(state)):
        # Ours rounds at every state, so that near-equal moves could differ; here none do.
        assert found[0] == pytest.approx(float(value), abs=1e-12)
        assert (found[1], cells_played(found[2])) == (explored, line)


def test_parents_player_makes_the_other_players_turn():
    state = state_of("xoxx oo  ", player=2)
    assert {child.player for child in state.successors()} == {1}
    assert "".join(state.successors()[0].board.moves) == "xoxxooo  "


# Other games --------------------------------------------------------------------------------


class Pile:
    """Players take one or two; who takes the last one wins. Nothing of tic-tac-toe."""

    def __init__(self, left, taken_by=None):
        self.left, self.taken_by = left, taken_by

    def successors(self, player):
        return [Pile(self.left - taken, player) for taken in (1, 2) if taken <= self.left]

    def terminal_check(self):
        return self.left == 0

    def score(self):
        return {1: 0.5, 2: -0.5}[self.taken_by]

    def __str__(self):
        return "o" * self.left


@over("left", range(1, 9))
def test_state_accepts_any_board(left):
    # Literature: whoever is to move loses from the multiples of three.
    value, explored, play = score(game_state(Pile(left)))
    assert value == (-0.5 if left % 3 == 0 else 0.5)
    assert score_alpha_beta(game_state(Pile(left)), -2, 2)[0] == value
    nodes = [1, 2]  # of a pile of none and of one: every node and those below it
    while len(nodes) <= left:
        nodes.append(1 + nodes[-1] + nodes[-2])
    assert explored == nodes[left]
    assert (play[0].board.left, play[-1].board.left) == (left, 0)


# Errors -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "symbols", [[" "] * 8, [" "] * 10, ["X"] * 9, ["xo", *[" "] * 8], [None] * 9, ""]
)
def test_invalid_boards_are_refused(symbols):
    with pytest.raises(InvalidInput, match="nine symbols"):
        tic_tac_toe_board(symbols)


@pytest.mark.parametrize(
    ("search", "bounds", "player"),
    [
        (maximize_score, (), 2),
        (minimize_score, (), 1),
        (maximize_score_alpha_beta, (-2, 2), 2),
        (minimize_score_alpha_beta, (-2, 2), 1),
        (maximize_score_expectimax, (), 2),
        (expected_score_expectimax, (), 1),
    ],
)
def test_the_other_players_turn_is_refused_unless_the_game_is_over(search, bounds, player):
    with pytest.raises(InvalidInput, match=f"player {player} is to move"):
        search(state_of("xoxx oo  ", player), *bounds)
    assert shown(search(state_of("xxx oo   ", player), *bounds)) == (1, 1, [])


@pytest.mark.parametrize("given_", [None, 3, tic_tac_toe_board([" "] * 9)])
def test_arguments_that_are_not_a_state_are_refused(given_):
    with pytest.raises(InvalidInput, match="is not a state"):
        score(given_)


def test_arguments_that_are_not_a_board_are_refused():
    with pytest.raises(InvalidInput, match="is not a board: it has no successors"):
        game_state([" "] * 9)


def test_a_third_player_is_refused():
    with pytest.raises(InvalidInput, match="cannot be 3"):
        score(state_of(" " * 9, player=3))


@pytest.mark.parametrize("bounds", [(2, -2), (0, 0), (float("nan"), 1), ("a", 2)])
def test_an_empty_window_is_refused(bounds):
    with pytest.raises(InvalidInput, match="alpha below beta"):
        score_alpha_beta(state_of(" " * 9), *bounds)


@pytest.mark.parametrize("seed", range(5))
def test_play_of_expectimax_is_random_where_player_2_moves_with_a_generator(seed):
    board = state_of("xo  x   o")
    board.player = 2
    value, explored, first = score_expectimax(board)
    again = [score_expectimax(board, Random(seed)) for _ in range(2)]
    assert [found[:2] for found in again] == [(value, explored)] * 2
    plays = [[one.board.moves for one in found[2]] for found in again]
    assert plays[0] == plays[1]
    assert again[0][2][0] is board
    for state, after in pairwise(again[0][2]):
        if state.player == 1:
            assert score_expectimax(after)[0] == score_expectimax(state)[0]
        assert after.board.moves in [one.board.moves for one in state.successors()]
    assert again[0][2][-1].terminal_check()
    assert first[1].board.moves == board.successors()[0].board.moves


def test_every_successor_occurs_in_random_play():
    board = state_of("xo  x   o")
    board.player = 2
    plays = [expected_score_expectimax(board, Random(seed))[2] for seed in range(60)]
    seen = {tuple(play[1].board.moves) for play in plays}
    assert seen == {tuple(one.board.moves) for one in board.successors()}
