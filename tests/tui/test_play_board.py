"""The board of a match: its figures, colours, size and orientation."""

from __future__ import annotations

import itertools

import pytest

from engine.games import make_game
from engine.match.position import board_view
from engine.text import Piece
from tests.support.cases import over
from tests.support.screens import message, press, screen_text, settled, until
from tests.tui.test_play import made, no_pauses, play
from tests.tui.test_settings import contrast
from tui.app import PlytraceApp
from tui.appearance.theme import THEMES
from tui.widgets.play_board import PlayBoard, art, glyph, lay_out_board

__all__ = ["no_pauses"]


FIGURES = ("king", "queen", "rook", "bishop", "knight", "pawn", "disc", "ring", "cross")
GROUNDS = ("light", "dark", "felt", "last", "cursor", "chosen", "hint", "tells")


@over("theme", THEMES)
@over("ground", GROUNDS)
@over("piece", ["white", "black"])
def test_pieces_contrast_with_squares_in_every_theme(theme, ground, piece):
    colours = theme.variables
    found = contrast(colours[f"board-{ground}"], colours[f"board-{piece}"])
    assert found >= 3  # WCAG 2.1, 1.4.11, of things that are no text


@over("size", [(7, 3), (8, 4), (9, 4), (11, 5), (13, 6), (15, 7), (19, 9)])
def test_figures_fill_their_cells_and_look_different(size):
    width, height = size
    drawn = {shape: art(shape, width, height) for shape in FIGURES}
    found = {shape: rows for shape, rows in drawn.items() if rows is not None}
    assert set(found) >= {"disc", "ring", "cross"}
    assert ("king" in found) == (width >= 8 and height >= 4)
    for rows in found.values():
        assert len(rows) == height
        assert {len(row) for row in rows} == {width}
    assert len(set(found.values())) == len(found)


def test_figures_have_different_letters():
    signs = [glyph(Piece(shape, "black")) for shape in FIGURES]
    assert len(set(signs)) == len(signs)
    assert glyph(Piece("disc", "white")) != glyph(Piece("disc", "black"))


@over("source", ["tic-tac-toe", "reversi", "connect-four", "chess"])
def test_board_fits_its_room_and_grows_with_it(source):
    if source == "chess":
        pytest.importorskip("chess")
    game = make_game(source)
    view = board_view(game, game.initial)
    assert view is not None
    rows, columns = len(view.cells), len(view.cells[0])
    for width, height in itertools.product(range(4, 150, 7), range(2, 60, 3)):
        plan = lay_out_board(view, (width, height))
        if len(plan.rows) == rows and len(plan.columns) == columns:
            assert plan.x + columns * (plan.width + plan.framed) + plan.framed <= width
            assert plan.y + rows * (plan.height + plan.framed) + plan.framed <= height
    areas = [lay_out_board(view, room).width for room in ((36, 19), (75, 35), (139, 55))]
    assert areas == sorted(areas)
    assert areas[-1] > 2 * areas[0] or areas[0] >= 9


@over(("size", "cell"), [((60, 24), 3), ((80, 24), 3), ((120, 40), 9), ((200, 60), 13)], ms=150)
async def test_chess_board_uses_the_room_of_the_terminal(size, cell):
    pytest.importorskip("chess")
    app = play("chess", second="random:seed=1")
    async with app.run_test(size=size) as pilot:
        await settled(app, pilot)
        board = app.screen.query_one(PlayBoard)
        plan = lay_out_board(board._view, board.size)
        assert plan.width == cell
        assert ("█" in screen_text(app)) == (cell > 3)


async def test_pieces_are_letters_in_ascii():
    pytest.importorskip("chess")
    app = PlytraceApp(play("chess", second="random:seed=1")._first_screen, ascii=True)
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(app, pilot)
        assert screen_text(app).isascii()
        ranks = [line[:74].replace(".", " ").split() for line in screen_text(app).split("\n")]
        assert ["8", *"rnbqkbnr"] in ranks
        assert ["1", *"RNBQKBNR"] in ranks


def columns_and_rows(app):
    """Return the cells in screen order, from the top left."""
    board = app.screen.query_one(PlayBoard)
    plan = lay_out_board(board._view, board.size, turned=board._turned)
    return list(plan.rows), list(plan.columns)


async def test_black_sees_the_board_from_blacks_side_and_f_flips_it():
    pytest.importorskip("chess")
    app = play("chess", first="random:seed=1", second="human")
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(app, pilot)
        ahead, back = list(range(8)), list(range(7, -1, -1))
        assert columns_and_rows(app) == (back, back)
        await press(app, pilot, "n")
        app.screen.cursor = (1, 4)  # e7
        await press(app, pilot, "up")  # away from Black
        assert app.screen.cursor == (2, 4)
        await press(app, pilot, "left")
        assert app.screen.cursor == (2, 5)
        await press(app, pilot, "f")
        assert columns_and_rows(app) == (ahead, ahead)
        await press(app, pilot, "up", "left")
        assert app.screen.cursor == (1, 4)


async def test_board_without_sides_is_not_flipped():
    app = play("connect-four", second="random:seed=1")
    async with app.run_test(size=(80, 24)) as pilot:
        await press(app, pilot, "f")
        assert "the same from both sides" in screen_text(app)
        assert columns_and_rows(app)[0] == list(range(6))


async def test_hint_marks_its_origin_and_target_until_the_next_move():
    pytest.importorskip("chess")
    app = play("chess", second="random:seed=1")
    async with app.run_test(size=(80, 24)) as pilot:
        await press(app, pilot, "h")
        await settled(app, pilot)
        hinted = [
            (row, column)
            for row, cells in enumerate(app.screen.query_one(PlayBoard)._view.cells)
            for column, cell in enumerate(cells)
            if cell.hinted
        ]
        assert len(hinted) == 2
        assert app.screen.cursor in hinted
        app.screen.point_at((6, 4))
        app.screen.point_at((4, 4))
        await settled(app, pilot)
        cells = itertools.chain.from_iterable(app.screen.query_one(PlayBoard)._view.cells)
        assert not any(cell.hinted for cell in cells)


async def test_enter_without_a_cursor_goes_to_a_legal_cell_and_explains_the_next_step():
    app = play("reversi:4", second="random:seed=1")
    async with app.run_test(size=(80, 24)) as pilot:
        await press(app, pilot, "enter")
        assert app.screen.cursor in app.screen.legal_cells()
        assert "Tab" in screen_text(app)
        assert made(app) == []
        await press(app, pilot, "enter")
        assert len(made(app)) == 2


async def test_ascii_marks_a_hint_a_legal_cell_and_the_last_move_differently():
    app = PlytraceApp(play("reversi:4", second="random:seed=1")._first_screen, ascii=True)
    async with app.run_test(size=(120, 40)) as pilot:
        await press(app, pilot, "n", "enter")
        await press(app, pilot, "h")
        await settled(app, pilot)
        app.screen.cursor = None
        app.screen.show()
        await pilot.pause()
        shown = "".join(line[:74] for line in screen_text(app).split("\n"))
        assert "!" in shown  # the hint
        assert "*" not in shown  # no line has won


async def test_values_of_the_moves_are_shown_on_the_free_cells():
    app = play("tic-tac-toe@xo.|.x.|.o.", second="human")
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(app, pilot)
        assert not any(board_numbers(app).values())
        await press(app, pilot, "w")
        await until(app, pilot, lambda: not app.screen.is_valuing)
        assert board_numbers(app) == {3: "1", 4: "1", 6: "1", 7: "1", 9: "1"}
        await press(app, pilot, "3")  # O must stop 7, and then 9
        await until(app, pilot, lambda: not app.screen.is_valuing)
        assert board_numbers(app) == {4: "1", 6: "1", 7: "1", 9: "1"}
        await press(app, pilot, "w")
        assert board_numbers(app) == {4: "", 6: "", 7: "", 9: ""}


def board_numbers(app):
    """The values on the free cells, by the cells' numbers."""
    cells = itertools.chain(*app.screen.query_one(PlayBoard)._view.cells)
    return {number: cell.value for number, cell in enumerate(cells, 1) if not cell.sign}


async def test_values_of_a_large_position_are_refused_and_can_be_stopped():
    app = play("chess", second="human")
    async with app.run_test(size=(80, 24)) as pilot:
        await press(app, pilot, "w")
        await until(app, pilot, lambda: "too large" in message(app))
        assert not app.screen.shows_values
