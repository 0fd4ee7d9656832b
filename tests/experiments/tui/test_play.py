"""A match on the full screen, by keyboard and mouse."""

from __future__ import annotations

import pytest
from textual.widgets import Input

from tests.support.screens import press, screen_text, settled, shows, text_of, until
from tests.tui.test_play import made, play
from tui.saved.match_files import load_match
from tui.screens.play.play_screen import PlayScreen
from tui.screens.stepper.stepper_screen import StepperScreen


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch):
    monkeypatch.setattr("tui.screens.play.play_screen._PAUSE", 0.0)


async def test_escape_makes_a_search_play_its_best_move_so_far():
    app = play("reversi:6", second="minimax:depth=12")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("n", "enter")
        await until(app, pilot, lambda: "visits" in text_of(app, "#search-info"))
        assert "W is thinking" in text_of(app, "#search-info")
        await press(app, pilot, "escape")
        assert len(made(app)) == 2
        assert "topped by hand" in text_of(app, "#search-info")


async def test_players_can_be_changed():
    app = play()
    async with app.run_test(size=(80, 24)) as pilot:
        await press(app, pilot, "p", "c", *"other", "enter")
        app.screen.query_one(Input).value = "random:seed=3"
        await pilot.press("enter")
        await press(app, pilot, *"other", "enter")
        app.screen.query_one(Input).value = "chess-engine"
        await pilot.press("enter")
        await pilot.pause()
        assert "no player" in screen_text(app)
        app.screen.query_one(Input).value = "human"
        await press(app, pilot, "enter")
        assert [str(who) for who in app.screen.match.players.values()] == ["random:seed=3", "human"]
        await press(app, pilot, "p")
        assert len(made(app)) == 1


async def test_two_searches_play_to_the_end_and_the_match_is_reviewed():
    app = play("tic-tac-toe@xo.|.x.|..o", "alphabeta", "minimax")
    async with app.run_test(size=(80, 24)) as pilot:
        match = app.screen.match
        await until(app, pilot, lambda: match.is_over)
        news = " ".join(text_of(app, "#last-moves").split())
        assert match.result.text in news
        for label, side in (("X", 0), ("O", 1)):
            visits = sum(p.choice.searched.visits for p in match.moves if p.player == side)
            if visits:
                assert f"{label}: {visits:,} visits" in news
        await press(app, pilot, "v")
        screen = app.screen
        assert screen.shown_state == match.states[0]
        for at in range(1, len(match.states)):
            await press(app, pilot, "right")
            assert screen.shown_state == match.states[at]
            assert f"after move {at} of {len(match.moves)}" in text_of(app, "#status")
        await press(app, pilot, "right")
        assert text_of(app, "#message") == "That was the last move."
        await press(app, pilot, "v")
        assert screen.reviewed is None


async def test_search_of_a_move_opens_in_the_stepper_and_q_returns():
    app = play("tic-tac-toe@x..|.o.|...")
    async with app.run_test(size=(80, 24)) as pilot:
        await press(app, pilot, "t")
        assert text_of(app, "#message") == "No search has made a move. Press c to let one play."
        await press(app, pilot, "n", "enter")
        found = app.screen.match.moves[1].choice.searched
        await pilot.press("t")
        await until(app, pilot, shows(app, StepperScreen))
        stepper = app.screen
        assert stepper.step == len(stepper.trace.replay) - 1  # its value and its best line
        assert len(stepper.trace.log) == found.visits
        assert tuple(stepper.trace.line) == found.line
        await pilot.press("q")
        await settled(app, pilot)
        assert isinstance(app.screen, PlayScreen)
        assert len(made(app)) == 2
        await press(app, pilot, "v", "left", "t")
        assert "Press ← or → for other moves" in text_of(app, "#message")


async def test_match_is_saved_and_resumed(tmp_path):
    app = play("reversi:4", second="random:seed=1")
    async with app.run_test(size=(80, 24)) as pilot:
        await press(app, pilot, "n", "enter", "s")
        path = tmp_path / "match.txt"
        app.screen.query_one(Input).value = str(path)
        await press(app, pilot, "enter")
        assert text_of(app, "#message") == f"Saved to {path}."
        moves = made(app)
        assert [played.name for played in load_match(path).moves] == moves
        await press(app, pilot, "n", "enter", "o")
        await press(app, pilot, "enter")
        assert made(app) == moves
        path.write_text(path.read_text().replace("1. B", "1. B z9 #"))
        await pilot.press("o")
        await pilot.pause()
        app.screen.query_one(Input).value = str(path)
        await pilot.press("enter")
        await pilot.pause()
        assert "✗" in screen_text(app)
        await press(app, pilot, "escape")
        assert made(app) == moves


async def test_every_key_has_one_action():
    app = play(second="random:seed=1")
    async with app.run_test(size=(80, 24)) as pilot:
        await press(app, pilot, "n", "enter")
        for key in ("v", "v", "R"):
            screen = app.screen
            keys = [
                key
                for action in screen.ACTIONS
                if screen.check_action(action.name.partition("(")[0], ())
                for key in action.keys
            ]
            assert len(keys) == len(set(keys))
            assert {"q", "v", "z"} <= set(keys)
            await press(app, pilot, key)
