"""Whole games on the screen, by keys alone, with the rules that few games reach."""

from __future__ import annotations

import pytest
from textual.widgets import Input

from engine.game import Player
from tests.support.cases import over
from tests.support.screens import press, screen_text, settled, text_of, until
from tests.tui.test_play import made, no_pauses, play
from tui.dialogs.pick_list import PickListScreen
from tui.dialogs.prompt import PromptScreen

__all__ = ["no_pauses"]


async def type_move(app, pilot, text):
    """Type a move by its name."""
    await press(app, pilot, "m")
    assert isinstance(app.screen, PromptScreen)
    app.screen.query_one(Input).value = text
    await press(app, pilot, "enter")


async def point(app, pilot, row, column):
    """Move the cursor to a cell with the arrows, and press Enter."""
    screen = app.screen
    while screen.cursor is None or screen.cursor[0] != row:
        await press(app, pilot, "down")
    while screen.cursor[1] != column:
        await press(app, pilot, "right")
    await press(app, pilot, "enter")


async def review_whole(app, pilot):
    """Review the match, and check the position at every move."""
    await press(app, pilot, "v")
    await until(app, pilot, lambda: app.screen.review and app.screen.review.is_complete)
    screen = app.screen
    for played in screen.match.moves:
        await press(app, pilot, "right")
        assert screen.shown_state is played.after
        assert f"after move {played.number} of {len(screen.match.moves)}" in screen_text(app)
    await press(app, pilot, "v")


async def test_chess_pawn_is_promoted_and_mates():
    pytest.importorskip("chess")
    app = play("chess@6k1/P4ppp/8/8/8/8/8/K7 w - - 0 1", second="human")
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(app, pilot)
        await point(app, pilot, 1, 0)
        await point(app, pilot, 0, 0)
        assert isinstance(app.screen, PickListScreen)
        app.screen.query_one(Input).value = "Q"
        await press(app, pilot, "enter")
        assert made(app) == ["a8=Q#"]
        assert "White wins by checkmate" in screen_text(app)
        await review_whole(app, pilot)
        assert not app.screen.review.moves[0].is_mistake


async def test_chess_stalemate_is_a_draw_and_a_mistake_of_the_winning_side():
    pytest.importorskip("chess")
    app = play("chess@7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", second="human")
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(app, pilot)
        await point(app, pilot, 7, 5)
        await point(app, pilot, 1, 5)
        assert made(app) == ["Qf7"]
        assert "stalemate" in screen_text(app)
        await review_whole(app, pilot)
        assert app.screen.review.moves[0].is_mistake


async def test_chess_fools_mate_is_played_to_the_end_and_reviewed():
    pytest.importorskip("chess")
    app = play("chess", second="human")
    async with app.run_test(size=(200, 60)) as pilot:
        await settled(app, pilot)
        for move in ("f3", "e5", "g4", "Qh4#"):
            await type_move(app, pilot, move)
        assert "Black wins by checkmate" in screen_text(app)
        await review_whole(app, pilot)
        third = app.screen.review.moves[2]
        assert third.is_mistake
        assert third.reply == ("Qh4#",)


#: The moves of a game of 4×4 Reversi in which Black passes twice.
PASSES = ["31", "30", "20", "10", "01", "23", "33", "32", "13", "00", "03", "02"]


SIZES = [(80, 24), (120, 40)]


@over("size", SIZES, ms=150)
async def test_tic_tac_toe_against_a_search_is_a_draw(size):
    app = play("tic-tac-toe", second="alphabeta")
    async with app.run_test(size=size) as pilot:
        await settled(app, pilot)
        for best in "519":
            await press(app, pilot, best)
        match = app.screen.match
        while not match.is_over:
            await press(app, pilot, "h", "enter")
        assert match.result.winner is None
        assert "A draw." in screen_text(app)
        await review_whole(app, pilot)
        assert not any(one.is_mistake for one in app.screen.review.moves[5:])


@over("size", SIZES, ms=150)
async def test_connect_four_is_won_by_a_line(size):
    app = play("connect-four", second="human")
    async with app.run_test(size=size) as pilot:
        await settled(app, pilot)
        await press(app, pilot, *"1212121")
        assert app.screen.match.result.winner is Player.MAX
        assert "X wins" in screen_text(app)
        await review_whole(app, pilot)
        last = app.screen.review.moves[-2]
        assert last.is_mistake  # O did not stop the line
        assert last.reply[0] == "1"


@over("size", SIZES, ms=150)
async def test_reversi_with_forced_passes_is_played_to_the_end(size):
    app = play("reversi:4", second="human")
    async with app.run_test(size=size) as pilot:
        await settled(app, pilot)
        match = app.screen.match
        for move in PASSES:
            await type_move(app, pilot, move)
        assert "W wins by 10" in screen_text(app)
        passes = [played for played in match.moves if played.kind == "forced"]
        assert len(passes) == 2
        discs = match.score_line
        assert discs in text_of(app, "#status")
        await review_whole(app, pilot)
        for one in app.screen.review.moves:
            assert one.depth is None
            assert one.played.kind == "chosen" or not one.is_mistake


async def test_reversi_says_that_a_side_passes():
    app = play("reversi:4", second="human")
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(app, pilot)
        match = app.screen.match
        for move in PASSES[:10]:
            await type_move(app, pilot, move)
        label = match.label(next(one.player for one in match.moves if one.kind == "forced"))
        assert f"{label} has no move and passes." in screen_text(app)


@over("size", SIZES, ms=150)
@over(("column", "king", "rook"), [(6, "O-O", 5), (2, "O-O-O", 3)])
async def test_chess_castles_with_the_king(size, column, king, rook):
    pytest.importorskip("chess")
    app = play("chess@r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", second="human")
    async with app.run_test(size=size) as pilot:
        await settled(app, pilot)
        await point(app, pilot, 7, 4)
        await point(app, pilot, 7, column)
        assert made(app) == [king]
        row = app.screen.match.game.cells(app.screen.match.state)[7]
        assert row[column] == "K"
        assert row[rook] == "R"
        other = "O-O" if king == "O-O-O" else "O-O-O"  # the rook attacks the other way
        await type_move(app, pilot, king)
        assert isinstance(app.screen, PromptScreen)  # not legal: the king would pass a check
        await press(app, pilot, "escape")
        await type_move(app, pilot, other)
        assert made(app) == [king, other]


async def test_chess_fivefold_repetition_is_a_draw():
    pytest.importorskip("chess")
    app = play("chess@6k1/5ppp/8/8/8/8/5PPP/6K1 w - - 0 1", second="human")
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(app, pilot)
        for _ in range(4):
            for move in ("Kf1", "Kf8", "Kg1", "Kg8"):
                await type_move(app, pilot, move)
        assert app.screen.match.is_over
        assert "repetition" in screen_text(app)
        assert app.screen.match.result.winner is None
        await press(app, pilot, "v", "left", "right")
        assert "after move 1 of 16" in screen_text(app)
