"""A match is never lost, however the full screen is closed or the match replaced."""

from __future__ import annotations

import re

import pytest
from textual.widgets import Input

from engine.match.match import Match
from engine.match.players import read_player
from tests.support.cases import over
from tests.support.screens import press, text_of, until
from tests.tui.test_play import made, no_pauses, play
from trees.sources import open_source
from tui.app import PlytraceApp
from tui.dialogs.prompt import PromptScreen
from tui.saved.kept_matches import MatchKeeper, kept_matches_folder, resume_command
from tui.saved.match_files import load_match
from tui.saved.recent import recent_sources
from tui.screens.home.home_screen import HomeScreen
from tui.screens.play.play_screen import PlayScreen

__all__ = ["no_pauses"]


def kept():
    return sorted(kept_matches_folder().glob("*")) if kept_matches_folder().exists() else []


@over("key", ["q", "ctrl+c", "ctrl+q"], ms=150)
async def test_interrupted_match_is_saved_with_a_message_how_to_resume(key):
    app = play("reversi:4", second="random:seed=1")
    async with app.run_test(size=(80, 24)) as pilot:
        await press(app, pilot, "n", "enter")
        moves = made(app)
        await pilot.press(key)
        await pilot.pause()
    (path,) = kept()
    assert re.fullmatch(r"reversi-\d{4}-\d\d-\d\d-\d{6}\.txt", path.name)
    assert [played.name for played in load_match(path).moves] == moves
    assert app.exit_messages == [f"Resume with: plytrace play --resume {path}"]
    assert recent_sources()[0] == str(path)


async def test_match_is_on_disk_after_every_move_even_if_the_program_is_killed():
    app = play("reversi:4", second="random:seed=1")
    async with app.run_test(size=(80, 24)) as pilot:
        for _ in range(2):
            await press(app, pilot, "n", "enter")
            (path,) = kept()
            assert [played.name for played in load_match(path).moves] == made(app)


async def test_match_without_new_moves_is_not_saved(tmp_path, monkeypatch):
    app = play("reversi:4", second="random:seed=1")
    async with app.run_test(size=(80, 24)) as pilot:
        await press(app, pilot, "right", "q")
    assert (kept(), app.exit_messages) == ([], [])
    (tmp_path / "m.txt").write_text(
        "plytrace match 1\ngame: nim:3,5\n1. first 1-1\n", encoding="utf-8"
    )
    monkeypatch.setattr(
        "tui.screens.play.play_screen._PAUSE", 3600.0
    )  # so that nobody moves meanwhile
    app = PlytraceApp(PlayScreen(load_match(tmp_path / "m.txt"), tmp_path / "m.txt"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("q")
    assert (kept(), app.exit_messages) == ([], [])


async def test_manually_saved_match_gets_no_second_copy(tmp_path):
    app = play("nim:3,5,7", second="random:seed=1")
    async with app.run_test(size=(80, 24)) as pilot:
        await press(app, pilot, "enter", "s")
        assert len(kept()) == 1
        app.screen.query_one(Input).value = str(tmp_path / "mine.txt")
        await press(app, pilot, "enter")
        assert kept() == []
        await press(app, pilot, "q")
    assert (kept(), app.exit_messages) == ([], [])
    assert recent_sources()[0] == str(tmp_path / "mine.txt")


@over("name", ["nowhere/mine.txt", "n" * 300, "~nobody-of-that-name/mine.txt"], ms=150)
async def test_save_dialog_reports_a_failure_and_keeps_the_line(name, tmp_path):
    app = play("nim:3,5,7", second="random:seed=1")
    async with app.run_test(size=(80, 24)) as pilot:
        await press(app, pilot, "enter", "s")
        line = app.screen.query_one(Input)
        line.value = name if name.startswith("~") else str(tmp_path / name)
        await press(app, pilot, "enter")
        assert isinstance(app.screen, PromptScreen)
        assert text_of(app, "#about").startswith("✗ ")
        line.value = str(tmp_path / "mine.txt")
        await press(app, pilot, "enter")
        assert isinstance(app.screen, PlayScreen)
        assert "Saved to" in text_of(app, "#message")
        assert app.screen.path == tmp_path / "mine.txt"
    assert len(load_match(tmp_path / "mine.txt").moves) == 2


@over("keys", [["N"], ["e", "enter"]], ms=150)
async def test_replaced_match_is_saved_and_o_resumes_it(keys):
    app = play("reversi:4", second="random:seed=1")
    async with app.run_test(size=(80, 24)) as pilot:
        await press(app, pilot, "n", "enter")
        before = made(app)
        await press(app, pilot, *keys)
        assert "The previous match is kept; press o to open it." in text_of(app, "#message")
        assert made(app) == []
        await press(app, pilot, "o", "enter")
        assert made(app) == before
        assert app.screen.path == kept()[0]


async def test_new_match_does_not_overwrite_the_file_of_the_previous_one(tmp_path):
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


async def test_returning_to_the_home_screen_saves_the_match_without_a_message():
    app = PlytraceApp(HomeScreen())
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(PlayScreen(Match(open_source("nim:3,5,7").game, None, None)))
        await press(app, pilot, "enter")
        await pilot.press("q")
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)
        assert len(kept()) == 1
    assert app.exit_messages == []


async def test_ctrl_c_in_a_search_plays_the_best_move_so_far_and_then_quits():
    app = play("reversi:6", second="minimax:depth=12")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("n", "enter")
        await until(app, pilot, lambda: "visits" in text_of(app, "#search-info"))
        await press(app, pilot, "ctrl+c")
        assert len(made(app)) == 2
        assert "topped by hand" in text_of(app, "#search-info")
        await pilot.press("ctrl+c")
        await pilot.pause()
    assert app.exit_messages == [resume_command(kept()[0])]


async def test_match_that_cannot_be_saved_is_reported(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("PLYTRACE_STATE_DIR", str(tmp_path / "file"))
    app = play("nim:3,5,7", second="random:seed=1")
    async with app.run_test(size=(80, 24)) as pilot:
        await press(app, pilot, "enter")
        assert len(made(app)) == 2
        await press(app, pilot, "q")
    (words,) = app.exit_messages
    assert words.startswith(f"The match could not be kept: {tmp_path / 'file' / 'matches'}")
    assert "cannot be created" in words


def test_at_most_twenty_matches_are_kept_and_no_other_file_is_touched():
    kept_matches_folder().mkdir(parents=True)
    (kept_matches_folder() / "mine.txt").write_text("precious", encoding="utf-8")
    paths = []
    for _ in range(23):
        match = Match(open_source("nim:3,5,7").game, read_player("human"), read_player("human"))
        keeper = MatchKeeper(match)
        match.play_text("1-1")
        paths.append(keeper.keep())
        assert paths[-1].exists()
    assert sorted(kept_matches_folder().glob("nim*")) == sorted(paths[3:])
    assert (kept_matches_folder() / "mine.txt").read_text(encoding="utf-8") == "precious"


def test_chess_match_is_saved_as_pgn():
    pytest.importorskip("chess")
    match = Match(open_source("chess").game, read_player("human"), read_player("human"), seed=7)
    keeper = MatchKeeper(match)
    match.play_text("e4")
    path = keeper.keep()
    assert path.suffix == ".pgn"
    again = load_match(path)
    assert (again.states, again.seed) == (match.states, 7)


async def test_typed_tree_without_a_named_source_is_playable_with_a_warning_of_its_loss():
    game = open_source("nim:3,5").game
    game.name = "mine"
    app = PlytraceApp(PlayScreen(Match(game, None, read_player("random"))))
    async with app.run_test(size=(80, 24)) as pilot:
        await press(app, pilot, "enter", "q")
    assert "could not be kept" in app.exit_messages[0]
    assert kept() == []
