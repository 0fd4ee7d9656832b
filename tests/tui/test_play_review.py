"""The review of a match on the full screen, compared with the review in Python."""

from __future__ import annotations

from engine.match.match import Match
from engine.match.players import Human
from tests.support.cases import over
from tests.support.screens import message, press, settled, text_of, until
from tests.tui.test_play import no_pauses, play
from trees.sources import open_source
from tui.app import PlytraceApp
from tui.screens.play.history_table import HistoryTable
from tui.screens.play.play_screen import PlayScreen
from tui.screens.stepper.stepper_screen import StepperScreen

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


async def test_search_at_a_persons_move_is_beside_it_and_opens_in_the_stepper():
    app = finished()
    async with app.run_test(size=(120, 40)) as pilot:
        await reviewed(app, pilot)
        await press(app, pilot, "n")
        await until(app, pilot, app.screen.has_tree)
        tree = app.screen.trace
        assert tree.game.initial == app.screen.match.moves[1].before
        assert tree.value == 0
        await press(app, pilot, "t")
        await until(app, pilot, lambda: isinstance(app.screen, StepperScreen))
        assert app.screen.trace.game.initial == tree.game.initial
        assert len(app.screen.trace.log) == len(tree.log)


async def test_review_without_mistakes_says_so():
    app = finished(moves=["5", "1", "9", "3", "2", "8", "4", "6", "7"])
    async with app.run_test(size=(80, 24)) as pilot:
        await reviewed(app, pilot)
        await press(app, pilot, "n")
        assert message(app) == "No mistake was found."
        assert text_of(app, "#search-info") == "X: no mistakes, O: no mistakes."


async def test_large_game_is_estimated_and_the_screen_says_so():
    app = finished("connect-four", ["4", "1", "4", "1", "4", "2"])
    async with app.run_test(size=(120, 40)) as pilot:
        await reviewed(app, pilot)
        await press(app, pilot, "end", *["right"] * 6)
        info = text_of(app, "#search-info")
        assert "O plays 2: a mistake, " in info
        assert "Punished by: 4" in info
        assert "Estimated by a search of 5 plies." in info


async def test_search_opens_where_the_pass_ends_that_chose_the_move():
    app = play("connect-four", second="deepening:visits=3000")
    async with app.run_test(size=(120, 40)) as pilot:
        await press(app, pilot, "4")
        await until(app, pilot, lambda: len(app.screen.match.moves) == 2)
        chosen = app.screen.match.moves[1]
        await pilot.press("t")
        await until(app, pilot, lambda: isinstance(app.screen, StepperScreen))
        trace, row = app.screen.trace, app.screen.row
        assert trace.stopped
        assert trace.roots[-1] > row == trace.root
        assert trace.move == chosen.name
