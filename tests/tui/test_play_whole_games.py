"""Whole games on the screen, by keys alone, with the rules that few games reach."""

from __future__ import annotations

import pytest
from textual.widgets import Input

from tests.support.screens import press, screen_text, settled, until
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
