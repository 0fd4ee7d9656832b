"""Names of moves and sides, and the cells of a board that are highlighted."""

import pytest

from engine.errors import InvalidInput
from engine.games import make_game
from engine.match.position import board_view, find_move, legal_moves
from engine.wrappers.changed import change
from tests.engine.match.test_match import PLAYED
from tests.support.cases import over
from tests.support.playouts import needs, playout
from tests.support.tables import table


@over("name, size, typed, meant", table(__file__, "moves"))
def test_move_is_accepted_in_any_unambiguous_form(name, size, typed, meant):
    needs(name)
    game = make_game(name, size=size)
    for text in typed:
        assert game.name_of(find_move(game, game.initial, text)) == meant


@over(("name", "size"), PLAYED)
def test_every_move_has_an_unambiguous_name_and_changes_its_cells_in_random_games(name, size):
    needs(name)
    game = make_game(name, size=size)
    for state in playout(game, 6, 40)[:-1]:
        before = game.cells(state)
        for move in legal_moves(game, state):
            assert find_move(game, state, move.name) == move.action
            assert find_move(game, state, f"  {move.name} ") == move.action
            after = game.cells(game.result(state, move.action)) if before else []
            for row, column in move.cells if before else ():
                assert before[row][column] != after[row][column]


def test_captures_by_a_pawn_and_a_bishop_are_distinguished_by_case():
    pytest.importorskip("chess")
    game = make_game("chess", position="4k3/8/8/3p4/2B1P3/8/8/4K3 w - - 0 1")
    assert game.name_of(find_move(game, game.initial, "Bxd5")) == "Bxd5"
    assert game.name_of(find_move(game, game.initial, "exd5")) == "exd5"
    game = make_game("chess", position="4k3/8/8/2p5/1P1B4/8/8/4K3 w - - 0 1")
    assert game.name_of(find_move(game, game.initial, "bxc5")) == "bxc5"
    assert game.name_of(find_move(game, game.initial, "Bc5")) == "Bxc5"
    with pytest.raises(
        InvalidInput, match=r"'BXC5' is ambiguous: it can be (bxc5 or Bxc5|Bxc5 or bxc5)"
    ):
        find_move(game, game.initial, "BXC5")


def test_cells_by_row_and_column_accept_other_separators():
    game = change(make_game("tic-tac-toe"), cells="row-col")
    for text in ("(0,2)", "0 2", "02"):
        assert find_move(game, game.initial, text) == 3


@over("text, message", table(__file__, "illegal_moves"))
def test_illegal_move_is_reported_with_the_legal_moves(text, message):
    game = make_game("tic-tac-toe", position="...|.x.|...")
    with pytest.raises(InvalidInput, match=message):
        find_move(game, game.initial, text)


def test_no_move_is_accepted_after_the_end():
    game = make_game("tic-tac-toe", position="xxx|oo.|...")
    with pytest.raises(InvalidInput, match="the game is over"):
        find_move(game, game.initial, "9")


@pytest.mark.parametrize("typed", ["b8", "B8", "bxc8", "bc8"])
def test_promotion_without_a_piece_asks_for_one(typed):
    needs("chess")
    game = make_game("chess", position="2r1k3/1P6/8/8/8/8/8/4K3")
    with pytest.raises(InvalidInput, match=r"can be .*=B.* or .*=N.* or .*=Q.* or .*=R"):
        find_move(game, game.initial, typed)


@over("source, position, cells", table(__file__, "highlighted"))
def test_only_the_winning_line_or_a_king_in_check_is_highlighted(source, position, cells):
    needs(source)
    game = make_game(source, position=position)
    expected = {(int(row), int(column)) for row, column in cells.split()}
    assert set(game.highlighted_cells(game.initial)) == expected
    view = board_view(game, game.initial)
    assert {
        (row, column)
        for row, signs in enumerate(view.cells)
        for column, cell in enumerate(signs)
        if cell.tells
    } == expected
