"""The classes of MIT's problem set 5, compared with its notebook."""

import pytest

from engine.courses.mit_boards import game_state, tic_tac_toe_board
from tests.support.tables import table


def state_of(symbols, player=1):
    state = game_state(tic_tac_toe_board(list(symbols)))
    state.player = player
    return state


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
