"""A position set up on the board."""

from __future__ import annotations

import pytest

from engine.game import Player
from engine.games import make_game
from tests.support.cases import over
from tests.support.screens import press, screen_text, settled, shows, text_of, until
from tests.tui.test_play import no_pauses, play
from tui.dialogs.help import HelpScreen
from tui.screens.play.play_screen import PlayScreen
from tui.screens.play.position_editor import PositionEditorScreen
from tui.widgets.play_board import PlayBoard

__all__ = ["no_pauses"]


def status_text(app):
    return text_of(app, "#set-up-message")


def initial(app):
    game = app.screen.match.game
    return game.format(game.initial)


@over("source", ["tic-tac-toe", "mnk:4,4,3", "connect-four@4453", "reversi:4", "chess"])
@over("player", [Player.MAX, Player.MIN])
def test_board_is_written_in_the_games_notation(source, player):
    if source == "chess":
        pytest.importorskip("chess")
    name, _, rest = source.partition(":")
    name, _, position = name.partition("@")
    game = make_game(name, size=rest, position=position)
    placed = game.parse(game.position_of(game.cells(game.initial), player))
    assert game.cells(placed) == game.cells(game.initial)
    assert game.to_move(placed) is player


@over(
    ("position", "rights"),
    [
        ("4k3/8/8/8/8/8/8/R3K2R", "KQ"),
        ("r3k3/8/8/8/8/8/8/4K2R", "Kq"),
        ("r3k2r/8/8/8/8/8/8/R2K3R", "kq"),
        ("4k3/8/8/8/8/8/8/4K3", "-"),
    ],
)
def test_kings_and_rooks_on_their_home_squares_can_castle(position, rights):
    pytest.importorskip("chess")
    game = make_game("chess", position=position)
    assert game.position_of(game.cells(game.initial), Player.MAX).split()[:3] == [
        position,
        "w",
        rights,
    ]


async def test_pieces_are_placed_and_removed_and_a_match_starts_there():
    app = play(second="random:seed=1")
    async with app.run_test(size=(80, 24)) as pilot:
        await press(app, pilot, "e")
        assert isinstance(app.screen, PositionEditorScreen)
        await press(app, pilot, "x", "right", "o", "down", "O", "full_stop", "left", "X")
        assert status_text(app).startswith("X to move. ...|.XO|.X. X")
        await press(app, pilot, "tab")
        assert status_text(app).startswith("O to move. ...|.XO|.X. O")
        await press(app, pilot, "enter")
        await until(app, pilot, shows(app, PlayScreen))
        await settled(app, pilot)
        assert initial(app) == "...|.XO|.X."


async def test_invalid_position_is_reported_and_does_not_start():
    pytest.importorskip("chess")
    app = play("chess", second="random:seed=1")
    async with app.run_test(size=(80, 24)) as pilot:
        await press(app, pilot, "e", "c")
        assert "✗" in status_text(app)
        await press(app, pilot, "enter")
        assert isinstance(app.screen, PositionEditorScreen)
        await press(app, pilot, "K", "up", "up", "k", "up", "Q", "tab")
        assert "✗" not in status_text(app)
        await press(app, pilot, "enter")
        await until(app, pilot, shows(app, PlayScreen))
        assert initial(app) == "8/4Q3/4k3/8/4K3/8/8/8 b - - 0 1"


async def test_finished_position_does_not_start():
    app = play("tic-tac-toe@xx.|oo.|...", second="random:seed=1")
    async with app.run_test(size=(80, 24)) as pilot:
        await press(app, pilot, "e", "up", "right", "x")
        assert "already over" in status_text(app)
        await press(app, pilot, "enter")
        assert isinstance(app.screen, PositionEditorScreen)
        await press(app, pilot, "escape")
        assert initial(app) == "XX.|OO.|..."


async def test_space_and_a_second_click_place_the_next_piece():
    app = play("reversi:4", second="random:seed=1")
    async with app.run_test(size=(80, 24)) as pilot:
        await press(app, pilot, "e", "c", "space")
        assert status_text(app).startswith("B to move. ....|....|..B.|....")
        board = app.screen.query_one(PlayBoard)
        at = next(
            (x, y)
            for y in range(board.size.height)
            for x in range(board.size.width)
            if app.screen.get_style_at(board.region.x + x, board.region.y + y).meta.get("cell")
            == (0, 0)
        )
        await pilot.click(board, offset=at)
        assert app.screen.cursor == (0, 0)
        await pilot.click(board, offset=at)
        await pilot.click(board, offset=at)
        assert status_text(app).startswith("B to move. W...|....|..B.|....")
        await press(app, pilot, "space")
        assert status_text(app).startswith("B to move. ....|....|..B.|....")


@over("size", [(20, 5), (40, 12), (80, 24), (200, 60)], ms=150)
async def test_board_and_text_are_visible_at_every_size(size):
    app = play("reversi:4", second="random:seed=1")
    async with app.run_test(size=size) as pilot:
        await press(app, pilot, "e")
        assert "B to move." in screen_text(app)
        assert app.screen.query_one(PlayBoard).size.height >= 1


async def test_keys_are_in_the_help_and_a_cleared_board_can_be_refilled():
    app = play("reversi:4", second="random:seed=1")
    async with app.run_test(size=(100, 60)) as pilot:
        await press(app, pilot, "e")
        before = status_text(app)
        await press(app, pilot, "c", "c")
        assert status_text(app) == before
        await press(app, pilot, "question_mark")
        assert isinstance(app.screen, HelpScreen)
        shown = " ".join(screen_text(app).split())
        assert all(action.help in shown for action in PositionEditorScreen.ACTIONS)
