"""Names of cells: a move fills the cell that the game names for it."""

from __future__ import annotations

from tests.support.cases import over
from tests.support.playouts import playout
from trees.sources import open_source


def cells_in(game, state):
    return {
        (row, column): sign
        for row, signs in enumerate(game.cells(state))
        for column, sign in enumerate(signs)
    }


@over(
    "source",
    ["tic-tac-toe", "mnk:5,3,3", "connect-four", "connect-four:4,5", "reversi:8", "reversi:4,6"],
)
@over("seed", range(3))
def test_move_fills_the_cell_in_its_name(source, seed):
    game = open_source(source).game
    for state in playout(game, seed, 80):
        if game.is_terminal(state):
            continue
        before, label = cells_in(game, state), game.labels[game.to_move(state)]
        for move in game.actions(state):
            after = cells_in(game, game.result(state, move))
            named = [*game.cells_of(state, move)]
            assert [before[cell] for cell in named] == ["."] * len(named)
            assert [after[cell] for cell in named] == [label] * len(named)
            filled = [cell for cell in before if before[cell] == "." != after[cell]]
            assert filled == named
            assert bool(named) != game.is_pass(move)
