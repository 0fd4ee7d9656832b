"""A match on the full screen, by keyboard and mouse."""

from __future__ import annotations

from dataclasses import replace

import pytest
from textual.widgets import DataTable, Input

from engine.match.match import Match
from engine.match.players import read_player
from tests.support.cases import over
from tests.support.screens import press, screen_text, settled, text_of
from tracer import trace
from trees.sources import open_source
from tui.app import PlytraceApp
from tui.dialogs.help import HelpScreen
from tui.dialogs.pick_list import PickListScreen
from tui.screens.play.match_text import mismatch_text
from tui.screens.play.play_screen import PlayScreen
from tui.widgets.play_board import PlayBoard


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch):
    monkeypatch.setattr("tui.screens.play.play_screen._PAUSE", 0.0)


def play(source="tic-tac-toe", first="human", second="alphabeta"):
    match = Match(open_source(source).game, read_player(first), read_player(second))
    return PlytraceApp(PlayScreen(match))


def made(app):
    return [played.name for played in app.screen.match.moves]


async def test_move_at_the_cursor_is_played_and_answered():
    app = play("tic-tac-toe@x..|.o.|...")
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(app, pilot)
        await press(app, pilot, "n", "enter")
        assert made(app)[0] == "2"
        assert len(made(app)) == 2
        found = app.screen.match.moves[1].choice.searched
        mind = text_of(app, "#search-info")
        assert f"{found.visits:,} visits, {found.cutoffs:,} cutoffs" in mind
        assert mind.startswith(f"alphabeta plays {made(app)[1]}, worth ")
        assert f"Line: {made(app)[1]}" in mind
        assert text_of(app, "#last-moves") == f"O plays {made(app)[1]}. X to move."
        table = app.screen.query_one(DataTable)
        assert [str(cell) for cell in table.get_row_at(0)[:3]] == ["1", "X", "2"]
        assert str(table.get_row_at(1)[4]) == f"{found.visits:,}"


async def test_a_click_makes_a_move():
    app = play(second="random:seed=1")
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(app, pilot)
        board = app.screen.query_one(PlayBoard)
        for y in range(board.size.height):
            for x in range(board.size.width):
                style = app.screen.get_style_at(board.region.x + x, board.region.y + y)
                if style.meta.get("cell") == (1, 1):
                    await pilot.click(board, offset=(x, y))
                    await settled(app, pilot)
                    assert made(app)[0] == "5"
                    assert len(made(app)) == 2
                    return
    pytest.fail("the cell is nowhere on the screen")


async def test_illegal_cell_gives_a_message_and_changes_nothing():
    app = play("tic-tac-toe@x..|.o.|...", second="random:seed=1")
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(app, pilot)
        await press(app, pilot, "n", "left", "enter")
        assert "no legal move" in text_of(app, "#message")
        assert made(app) == []


@over(("typed", "move"), [("5", "5"), ("1,1", "5"), (" 9 ", "9")], ms=150)
async def test_moves_can_be_typed(typed, move):
    app = play(second="random:seed=1")
    async with app.run_test(size=(80, 24)) as pilot:
        await press(app, pilot, "m")
        app.screen.query_one(Input).value = typed
        await press(app, pilot, "enter")
        assert made(app)[0] == move


async def test_illegal_typed_move_is_reported_in_place():
    app = play()
    async with app.run_test(size=(80, 24)) as pilot:
        await press(app, pilot, "m")
        app.screen.query_one(Input).value = "12"
        await pilot.press("enter")
        await pilot.pause()
        assert "not a legal move" in screen_text(app)
        await press(app, pilot, "escape")
        assert made(app) == []


async def test_any_cell_of_a_column_drops_a_disc():
    app = play("connect-four:5,4@3", second="random:seed=2")
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(app, pilot)
        app.screen.point_at((0, 2))
        await settled(app, pilot)
        assert "3" in made(app)


async def test_piece_moves_from_a_cell_to_a_cell():
    pytest.importorskip("chess")
    app = play("chess", second="random:seed=1")
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(app, pilot)
        screen = app.screen
        screen.point_at((6, 4))
        assert screen.chosen_cell == (6, 4)
        assert screen.legal_cells() == [(4, 4), (5, 4)]
        screen.point_at((3, 3))
        assert "cannot move there" in text_of(app, "#message")
        screen.point_at((6, 4))
        screen.point_at((6, 3))  # another piece
        assert screen.chosen_cell == (6, 3)
        screen.point_at((4, 3))
        await settled(app, pilot)
        assert made(app)[0] == "d4"
        assert len(made(app)) == 2


async def test_pawn_is_promoted_to_the_chosen_piece():
    pytest.importorskip("chess")
    app = play("chess@8/P6k/8/8/8/8/8/K7 w - - 0 1", second="random:seed=1")
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(app, pilot)
        app.screen.point_at((1, 0))
        app.screen.point_at((0, 0))
        await pilot.pause()
        assert isinstance(app.screen, PickListScreen)
        app.screen.query_one(Input).value = "N"
        await press(app, pilot, "enter")
        assert made(app)[0] == "a8=N"


async def test_a_game_without_a_board_is_played_from_a_list():
    app = play("nim:1,2", second="random:seed=1")
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(app, pilot)
        assert "► 1-1" in screen_text(app)
        await press(app, pilot, "down", "enter")
        assert made(app)[0] == "2-1"


async def test_undo_returns_to_the_players_own_turn():
    app = play(second="random:seed=1")
    async with app.run_test(size=(80, 24)) as pilot:
        await press(app, pilot, "z")
        assert text_of(app, "#message") == "There is nothing to undo."
        await press(app, pilot, "n", "enter")
        first = made(app)
        assert len(first) == 2
        await press(app, pilot, "z")
        assert made(app) == []
        assert text_of(app, "#message") == "Undid 2 moves."
        await press(app, pilot, "Z")
        assert made(app) == first
        await press(app, pilot, "Z")
        assert text_of(app, "#message") == "There is nothing to redo."


async def test_hint_is_shown_without_playing_it():
    app = play("tic-tac-toe@xx.|oo.|...", second="random:seed=1")
    async with app.run_test(size=(80, 24)) as pilot:
        await press(app, pilot, "h")
        assert text_of(app, "#message") == "A search would play 3."
        assert text_of(app, "#search-info").startswith("Hint:")
        assert made(app) == []
        assert app.screen.cursor == (0, 2)
        await press(app, pilot, "enter")
        assert text_of(app, "#last-moves").startswith("You win! X wins.\nN to play again")


async def test_resignation_asks_for_confirmation_and_can_be_undone():
    app = play(second="random:seed=1")
    async with app.run_test(size=(80, 24)) as pilot:
        await press(app, pilot, "R", "enter")
        assert not app.screen.match.is_over
        await press(app, pilot, "R", "down", "enter")
        assert text_of(app, "#last-moves").startswith("You lose. X resigns: O wins.")
        await press(app, pilot, "z")
        assert not app.screen.match.is_over
        assert text_of(app, "#message") == "Undid the resignation."


async def test_players_are_chosen_from_a_list_and_an_unsuitable_one_is_asked_about_again():
    app = play("nim:2,3", second="random:seed=1")
    async with app.run_test(size=(80, 24)) as pilot:
        await press(app, pilot, "c", "enter")  # a person, as now
        shown = screen_text(app)
        assert "Who plays second?" in shown
        assert "random:seed=1" in shown
        await press(app, pilot, *"depth=4", "enter")
        assert isinstance(app.screen, PickListScreen)  # nim has no evaluation
        await press(app, pilot, *"mcts", "enter")
        assert [str(who) for who in app.screen.match.players.values()] == [
            "human",
            "mcts:iterations=500",
        ]


async def test_another_position_can_be_set_up():
    app = play()
    async with app.run_test(size=(80, 24)) as pilot:
        await press(app, pilot, "e", "e")
        app.screen.query_one(Input).value = "xo"
        await pilot.press("enter")
        await pilot.pause()
        assert "✗" in screen_text(app)
        app.screen.query_one(Input).value = "xx.|oo.|..."
        await press(app, pilot, "enter")
        assert (
            app.screen.match.game.format(app.screen.match.state).lower().startswith("xx.|oo.|...")
        )
        await press(app, pilot, "N")
        assert (
            app.screen.match.game.format(app.screen.match.state).lower().startswith("xx.|oo.|...")
        )


async def test_flips_are_underlined_and_the_score_is_shown():
    app = play("reversi:4", second="random:seed=1")
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(app, pilot)
        app.screen.is_paused = True
        await press(app, pilot, "n", "enter")
        view = app.screen.query_one(PlayBoard)._view
        cells = [
            (r, c) for r, row in enumerate(view.cells) for c, one in enumerate(row) if one.last
        ]
        flipped = [
            (r, c) for r, row in enumerate(view.cells) for c, one in enumerate(row) if one.changed
        ]
        assert cells == [(0, 2)]
        assert flipped == [(1, 2)]
        assert "B 4, W 1" in text_of(app, "#status")


@over("size", [(20, 5), (60, 18), (80, 24), (120, 40)], ms=150)
@over("source", ["tic-tac-toe", "reversi:8", "nim:3,5,7", "connect-four"])
async def test_match_is_visible_at_every_size(size, source):
    app = play(source, second="random:seed=1")
    async with app.run_test(size=size) as pilot:
        await press(app, pilot, "n", "enter")
        assert len(made(app)) == 2
        lines = screen_text(app).split("\n")
        assert len(lines) == size[1]
        assert max(map(len, lines)) <= size[0]


async def test_help_lists_every_key():
    app = play()
    async with app.run_test(size=(100, 80)) as pilot:
        await press(app, pilot, "question_mark")
        assert isinstance(app.screen, HelpScreen)
        box = "\n".join(line[12:88] for line in screen_text(app).split("\n"))
        shown = " ".join(box.split())
        for action in PlayScreen.ACTIONS:
            assert action.help in shown


def test_manually_changed_number_in_a_match_file_is_reported():
    for spec in ("alphabeta", "mcts:iterations=40", "deepening:depth=3", "minimax:visits=50"):
        match = Match(open_source("tic-tac-toe@x..|.o.|...").game, read_player(spec), None)
        match.accept(match.thinking().run())
        found = match.moves[0].choice.searched
        again = trace(found.game, **found.arguments)
        assert mismatch_text(found, again) == ""
        wrong = replace(found, visits=12)
        visits, cutoffs = again.counts.visited, again.counts.cutoffs
        assert mismatch_text(wrong, again) == (
            f"The match file records 12 visits and {cutoffs:,} cutoffs; "
            f"this search has {visits:,} and {cutoffs:,}."
        )
