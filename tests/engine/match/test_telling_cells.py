"""Highlighted cells: a winning line, or a king in check."""

from __future__ import annotations

import pytest

from engine.games import make_game
from engine.match.position import board_view


@pytest.mark.parametrize(
    ("source", "position", "cells"),
    [
        ("tic-tac-toe", "xxx|oo.|...", {(0, 0), (0, 1), (0, 2)}),
        ("tic-tac-toe", "xo.|.xo|..x", {(0, 0), (1, 1), (2, 2)}),
        ("tic-tac-toe", "xx.|oo.|...", set()),
        ("tic-tac-toe", "xoo|xo.|xxx", {(0, 0), (1, 0), (2, 0), (2, 1), (2, 2)}),
        ("connect-four", "415161", set()),
        ("connect-four", "4151617", {(5, 3), (5, 4), (5, 5), (5, 6)}),
        ("connect-four", "1212121", {(2, 0), (3, 0), (4, 0), (5, 0)}),
    ],
)
def test_only_the_winning_line_is_highlighted(source, position, cells):
    game = make_game(source, position=position)
    assert set(game.highlighted_cells(game.initial)) == cells
    view = board_view(game, game.initial)
    assert view is not None
    assert {
        (row, column)
        for row, signs in enumerate(view.cells)
        for column, cell in enumerate(signs)
        if cell.tells
    } == cells


def test_only_a_king_in_check_is_highlighted():
    pytest.importorskip("chess")
    game = make_game("chess", position="4k3/8/8/8/8/8/4Q3/4K3 b - - 0 1")
    assert list(game.highlighted_cells(game.initial)) == [(0, 4)]
    game = make_game("chess", position="4k3/8/8/8/8/8/3Q4/4K3 b - - 0 1")
    assert list(game.highlighted_cells(game.initial)) == []
