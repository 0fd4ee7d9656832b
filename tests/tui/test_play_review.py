"""The review of a match on the full screen, compared with the review in Python."""

from __future__ import annotations

from engine.match.match import Match
from engine.match.players import Human
from tests.support.cases import over
from tests.support.screens import message, press, settled, text_of, until
from tests.tui.test_play import no_pauses
from trees.sources import open_source
from tui.app import PlytraceApp
from tui.screens.play.move_list import HistoryTable
from tui.screens.play.play_screen import PlayScreen

__all__ = ["no_pauses"]

#: X wins, after two mistakes of O and one of X.
MOVES = ["1", "8", "2", "4", "3"]


def finished(source="tic-tac-toe", moves=MOVES):
    """The application on a match between two people."""
    match = Match(open_source(source).game, Human(), Human())
    for move in moves:
        match.play_text(move)
    return PlytraceApp(PlayScreen(match))


async def reviewed(app, pilot):
    """Start the review, and wait until every move has its values."""
    await settled(app, pilot)
    await press(app, pilot, "v")
    await until(app, pilot, lambda: app.screen.review and app.screen.review.is_complete)
    await until(app, pilot, lambda: app.screen._reviewing is None)
    await press(app, pilot)


def row(app, number):
    """The texts of a move in the table."""
    return [str(cell) for cell in app.screen.query_one(HistoryTable).get_row_at(number - 1)]


@over("size", [(80, 24), (120, 40), (200, 60)], ms=150)
async def test_every_move_has_its_values_and_mistakes_are_marked(size):
    app = finished()
    async with app.run_test(size=size) as pilot:
        await reviewed(app, pilot)
        assert row(app, 1) == ["1", "X", "1", "0", "0", ""]
        assert row(app, 2) == ["2", "O", "8", "0", "1", "✗ 1"]
        assert row(app, 3) == ["3", "X", "2", "1", "0", "✗ 1"]
        assert row(app, 4) == ["4", "O", "4", "0", "1", "✗ 1"]
        assert row(app, 5) == ["5", "X", "3", "1", "1", ""]
        info = text_of(app, "#search-info")
        assert info == "X: 1 mistake, O: 2 mistakes. Press n for the next one."


async def test_review_without_mistakes_says_so():
    app = finished(moves=["5", "1", "9", "3", "2", "8", "4", "6", "7"])
    async with app.run_test(size=(80, 24)) as pilot:
        await reviewed(app, pilot)
        await press(app, pilot, "n")
        assert message(app) == "No mistake was found."
        assert text_of(app, "#search-info") == "X: no mistakes, O: no mistakes."
