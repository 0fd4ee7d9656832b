"""A match is never lost, however the full screen is left and whatever takes its place."""

from __future__ import annotations

import re

import pytest
from textual.widgets import Input

from engine.match.match import Match
from engine.match.players import read_player
from tests.support.screens import press, text_of, until
from tests.tui.test_play import made, no_pauses, play
from tracer.matches import load_match
from trees.sources import open_source
from tui.app import PlytraceApp
from tui.play.kept import Keeper, go_on_with, kept_folder
from tui.recent import recent
from tui.screens.ask import AskScreen
from tui.screens.home import HomeScreen
from tui.screens.play import PlayScreen

__all__ = ["no_pauses"]


def kept():
    return sorted(kept_folder().glob("*")) if kept_folder().exists() else []


@pytest.mark.parametrize("key", ["q", "ctrl+c", "ctrl+q"])
async def test_a_match_that_is_left_is_kept_and_it_is_said_how_it_goes_on(key):
    app = play("reversi:4", second="random:seed=1")
    async with app.run_test(size=(80, 24)) as pilot:
        await press(app, pilot, "tab", "enter")
        moves = made(app)
        await pilot.press(key)
        await pilot.pause()
    (path,) = kept()
    assert re.fullmatch(r"reversi-\d{4}-\d\d-\d\d-\d{6}\.txt", path.name)
    assert [played.name for played in load_match(path).moves] == moves
    assert app.parting_words == [f"Go on with: plytrace play --resume {path}"]
    assert recent()[0] == str(path)


async def test_a_match_that_ends_without_a_goodbye_is_on_the_disk_after_every_move():
    app = play("reversi:4", second="random:seed=1")
    async with app.run_test(size=(80, 24)) as pilot:
        for _ in range(2):
            await press(app, pilot, "tab", "enter")
            (path,) = kept()
            assert [played.name for played in load_match(path).moves] == made(app)


async def test_nothing_is_kept_of_a_match_without_a_move_or_as_it_was_opened(tmp_path, monkeypatch):
    app = play("reversi:4", second="random:seed=1")
    async with app.run_test(size=(80, 24)) as pilot:
        await press(app, pilot, "right", "q")
    assert (kept(), app.parting_words) == ([], [])
    (tmp_path / "m.txt").write_text(
        "plytrace match 1\ngame: nim:3,5\n1. first 1-1\n", encoding="utf-8"
    )
    monkeypatch.setattr("tui.screens.play._PAUSE", 3600.0)  # so that nobody moves meanwhile
    app = PlytraceApp(PlayScreen(load_match(tmp_path / "m.txt"), tmp_path / "m.txt"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("q")
    assert (kept(), app.parting_words) == ([], [])


async def test_a_match_that_was_saved_needs_no_other_copy(tmp_path):
    app = play("nim:3,5,7", second="random:seed=1")
    async with app.run_test(size=(80, 24)) as pilot:
        await press(app, pilot, "enter", "s")
        assert len(kept()) == 1
        app.screen.query_one(Input).value = str(tmp_path / "mine.txt")
        await press(app, pilot, "enter")
        assert kept() == []
        await press(app, pilot, "q")
    assert (kept(), app.parting_words) == ([], [])
    assert recent()[0] == str(tmp_path / "mine.txt")


@pytest.mark.parametrize("name", ["nowhere/mine.txt", "n" * 300, "~nobody-of-that-name/mine.txt"])
async def test_where_it_cannot_be_saved_the_dialog_says_so_and_keeps_the_line(name, tmp_path):
    app = play("nim:3,5,7", second="random:seed=1")
    async with app.run_test(size=(80, 24)) as pilot:
        await press(app, pilot, "enter", "s")
        line = app.screen.query_one(Input)
        line.value = name if name.startswith("~") else str(tmp_path / name)
        await press(app, pilot, "enter")
        assert isinstance(app.screen, AskScreen)
        assert text_of(app, "#about").startswith("✗ ")
        line.value = str(tmp_path / "mine.txt")
        await press(app, pilot, "enter")
        assert isinstance(app.screen, PlayScreen)
        assert "Saved to" in text_of(app, "#message")
        assert app.screen.path == tmp_path / "mine.txt"
    assert len(load_match(tmp_path / "mine.txt").moves) == 2


@pytest.mark.parametrize("keys", [["N"], ["e", "enter"]])
async def test_a_match_that_is_replaced_is_kept_and_o_takes_it_up(keys):
    app = play("reversi:4", second="random:seed=1")
    async with app.run_test(size=(80, 24)) as pilot:
        await press(app, pilot, "tab", "enter")
        before = made(app)
        await press(app, pilot, *keys)
        assert "The one before is kept: o takes it up." in text_of(app, "#message")
        assert made(app) == []
        await press(app, pilot, "o", "enter")
        assert made(app) == before
        assert app.screen.path == kept()[0]


async def test_a_new_match_does_not_go_into_the_file_of_the_one_before(tmp_path):
    app = play("nim:3,5,7", second="random:seed=1")
    async with app.run_test(size=(80, 24)) as pilot:
        await press(app, pilot, "enter", "s")
        path = tmp_path / "mine.txt"
        app.screen.query_one(Input).value = str(path)
        await press(app, pilot, "enter")
        saved = path.read_text(encoding="utf-8")
        await press(app, pilot, "N", "down", "enter", "s")
        app.screen.query_one(Input).value = str(path)
        await press(app, pilot, "enter", "escape")
        assert path.read_text(encoding="utf-8") == saved


async def test_coming_back_to_the_home_screen_keeps_the_match_without_a_parting_word():
    app = PlytraceApp(HomeScreen())
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(PlayScreen(Match(open_source("nim:3,5,7").game, None, None)))
        await press(app, pilot, "enter")
        await pilot.press("q")
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)
        assert len(kept()) == 1
    assert app.parting_words == []


async def test_ctrl_c_under_the_stepper_or_at_home_keeps_the_match():
    app = PlytraceApp(HomeScreen())
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(PlayScreen(Match(open_source("nim:3,5,7").game, None, None)))
        await press(app, pilot, "enter", "question_mark")
        await pilot.press("ctrl+c")
        await pilot.pause()
    assert app.parting_words == [go_on_with(kept()[0])]


async def test_ctrl_c_in_a_search_plays_the_best_so_far_and_then_leaves():
    app = play("reversi:6", second="minimax:depth=12")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("tab", "enter")
        await until(app, pilot, lambda: "visits" in text_of(app, "#mind"))
        await press(app, pilot, "ctrl+c")
        assert len(made(app)) == 2
        assert "topped by hand" in text_of(app, "#mind")
        await pilot.press("ctrl+c")
        await pilot.pause()
    assert app.parting_words == [go_on_with(kept()[0])]


async def test_a_match_that_cannot_be_kept_is_said_so(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("PLYTRACE_STATE_DIR", str(tmp_path / "file"))
    app = play("nim:3,5,7", second="random:seed=1")
    async with app.run_test(size=(80, 24)) as pilot:
        await press(app, pilot, "enter")
        assert len(made(app)) == 2
        await press(app, pilot, "q")
    (words,) = app.parting_words
    assert words.startswith(f"The match could not be kept: {tmp_path / 'file' / 'matches'}")
    assert "cannot be made" in words


def test_no_more_than_twenty_are_kept_and_no_other_file_is_touched():
    kept_folder().mkdir(parents=True)
    (kept_folder() / "mine.txt").write_text("precious", encoding="utf-8")
    paths = []
    for _ in range(23):
        match = Match(open_source("nim:3,5,7").game, read_player("human"), read_player("human"))
        keeper = Keeper(match)
        match.play_text("1-1")
        paths.append(keeper.keep())
        assert paths[-1].exists()
    assert sorted(kept_folder().glob("nim*")) == sorted(paths[3:])
    assert (kept_folder() / "mine.txt").read_text(encoding="utf-8") == "precious"


def test_a_match_of_chess_is_kept_as_pgn():
    pytest.importorskip("chess")
    match = Match(open_source("chess").game, read_player("human"), read_player("human"), seed=7)
    keeper = Keeper(match)
    match.play_text("e4")
    path = keeper.keep()
    assert path.suffix == ".pgn"
    again = load_match(path)
    assert (again.states, again.seed) == (match.states, 7)


async def test_a_typed_tree_that_no_source_names_is_played_and_its_loss_is_told():
    game = open_source("nim:3,5").game
    game.name = "mine"
    app = PlytraceApp(PlayScreen(Match(game, None, read_player("random"))))
    async with app.run_test(size=(80, 24)) as pilot:
        await press(app, pilot, "enter", "q")
    assert "could not be kept" in app.parting_words[0]
    assert kept() == []
