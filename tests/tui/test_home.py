"""The home screen."""

from __future__ import annotations

import os
from datetime import datetime

import click
from textual.widgets import Input, OptionList

from engine.games import GAMES
from engine.match.match import Match
from engine.match.players import read_player
from engine.searches.ordering import ORDERS
from tests.support.cases import over
from tests.support.screens import press, screen_text, settled, shows, until
from trees.library import library_names
from trees.sources import open_source
from tui.app import PlytraceApp
from tui.cli import cli
from tui.dialogs.prompt import PromptScreen
from tui.lessons import lesson_names
from tui.saved.match_files import save_match
from tui.saved.recent import recent_sources, remember_source
from tui.screens.home.home_screen import HomeScreen
from tui.screens.home.offers import offers
from tui.screens.home.search_form_screen import SearchFormScreen
from tui.screens.play.play_screen import PlayScreen
from tui.screens.stepper.side_by_side_screen import SideBySideScreen
from tui.screens.stepper.stepper_screen import StepperScreen


async def find(app, pilot, text):
    app.screen.query_one(Input).value = text
    await settled(app, pilot)


async def test_every_tree_and_game_is_listed_with_a_preview():
    app = PlytraceApp(HomeScreen())
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(app, pilot)
        for kind, names in (("tree", library_names()), ("game", list(GAMES))):
            assert [one.title for one in app.screen._offers if one.kind == kind] == names
        await find(app, pilot, "lecture")
        shown = screen_text(app)
        assert "Lecture example" in shown
        assert "▽ B" in shown
        assert "13 nodes, 9 leaves" in shown
        await find(app, pilot, "reversi")
        assert "W to move" in screen_text(app) or "B to move" in screen_text(app)
        await find(app, pilot, "no such thing")
        assert "Nothing matches 'no such thing'" in screen_text(app)


@over(
    ("typed", "chosen"),
    [
        ("tic", "tic-tac-toe"),  # not the entry that mentions the lesson "critical tree"
        ("toe", "tic-tac-toe"),
        ("lect", "lecture"),
        ("TUTOR", "Tutorial"),
    ],
    ms=150,
)
async def test_entry_with_the_typed_name_is_selected(typed, chosen):
    app = PlytraceApp(HomeScreen())
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(app, pilot)
        await find(app, pilot, typed)
        options = app.screen.query_one(OptionList)
        selected = app.screen._shown[options.highlighted]
        assert selected is not None
        assert selected.title == chosen


async def test_list_is_visible_and_lines_fit_at_every_size():
    app = PlytraceApp(HomeScreen())
    async with app.run_test(size=(120, 40)) as pilot:
        for size in ((200, 60), (80, 40), (80, 24), (40, 12), (20, 5), (120, 40)):
            await pilot.resize_terminal(*size)
            await settled(app, pilot)
            shown = screen_text(app)
            assert max(map(len, shown.split("\n"))) <= size[0]
            assert "Tutorial" in shown


async def test_selection_survives_a_resize():
    app = PlytraceApp(HomeScreen())
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(app, pilot)
        await press(app, pilot, "pagedown")
        chosen = app.screen._chosen
        await pilot.resize_terminal(80, 24)
        await settled(app, pilot)
        assert app.screen._chosen == chosen


async def test_tree_is_opened_in_the_stepper_and_remembered():
    app = PlytraceApp(HomeScreen())
    async with app.run_test(size=(80, 24)) as pilot:
        await find(app, pilot, "lecture example")
        await press(app, pilot, "enter")
        assert isinstance(app.screen, SearchFormScreen)
        await press(app, pilot, "enter")
        assert isinstance(app.screen, StepperScreen)
        assert app.screen.trace.source == "lecture"
        await press(app, pilot, "q")
        assert isinstance(app.screen, HomeScreen)
        assert app.screen._offers[0].title == "lecture"
    assert recent_sources() == ["lecture"]


async def test_search_convention_and_order_can_be_chosen_first():
    app = PlytraceApp(HomeScreen())
    async with app.run_test(size=(80, 24)) as pilot:
        await find(app, pilot, "lecture example")
        await press(app, pilot, "enter", "down", "down", "down", "right")
        assert "‹ minimax ›" in screen_text(app)
        await press(app, pilot, "down", "enter")
        await find(app, pilot, "cs188")
        await press(app, pilot, "enter")
        assert "‹ cs188 ›" in screen_text(app)
        await press(app, pilot, "down", "left", "s")
        trace = app.screen.trace
        assert (trace.search, trace.settings.convention.name) == ("minimax", "cs188")
        assert trace.settings.order == list(ORDERS)[-1]


async def test_fields_that_do_not_apply_to_a_search_are_hidden():
    app = PlytraceApp(HomeScreen())
    async with app.run_test(size=(80, 24)) as pilot:
        await find(app, pilot, "tic-tac-toe")
        await press(app, pilot, "enter")
        shown = screen_text(app)
        assert "Depth" in shown
        assert "Evaluation" not in shown
        await press(app, pilot, *["down"] * 5, *["down"] * 2, "right", "right")
        assert "‹ 2 plies ›" in screen_text(app)
        assert "Evaluation" in screen_text(app)
        await press(app, pilot, "s")
        assert app.screen.trace.settings.depth == 2


async def test_two_searches_are_compared():
    app = PlytraceApp(HomeScreen())
    async with app.run_test(size=(100, 30)) as pilot:
        await find(app, pilot, "lecture example")
        await press(app, pilot, "enter", "v")
        await find(app, pilot, "search minimax")
        await press(app, pilot, "enter")
        assert isinstance(app.screen, SideBySideScreen)
        await press(app, pilot, "q")
        assert isinstance(app.screen, HomeScreen)


@over("game", ["nim", "reversi"], ms=150)
async def test_a_game_is_played(game):
    app = PlytraceApp(HomeScreen())
    async with app.run_test(size=(80, 24)) as pilot:
        await find(app, pilot, game)
        while app.screen._chosen.title != game:
            await press(app, pilot, "down")
        await press(app, pilot, "enter", "enter")
        assert isinstance(app.screen, PlayScreen)
        assert app.screen.match.game.name == game
        await press(app, pilot, "q")
        assert isinstance(app.screen, HomeScreen)


async def test_another_position_of_a_game_can_be_entered():
    app = PlytraceApp(HomeScreen())
    async with app.run_test(size=(80, 24)) as pilot:
        await find(app, pilot, "tic-tac-toe")
        await press(app, pilot, "enter", "o")
        assert isinstance(app.screen, PromptScreen)
        await find(app, pilot, "tic-tac-toe@xo.|.x.|..o")
        await press(app, pilot, "enter", "s")
        assert app.screen.trace.source == "tic-tac-toe@xo.|.x.|..o"


async def test_source_that_cannot_be_opened_is_reported_in_place(tmp_path):
    (tmp_path / "bad.yaml").write_text("tree: [[1, 2], {childern: 3}]\n", encoding="utf-8")
    (tmp_path / "bad.trace").write_bytes(b"PK\x03\x04broken")
    app = PlytraceApp(HomeScreen())
    async with app.run_test(size=(100, 30), notifications=True) as pilot:
        await pilot.press("ctrl+o")
        await pilot.pause()
        await find(app, pilot, str(tmp_path / "bad.yaml"))
        assert "childern" in screen_text(app)
        await find(app, pilot, str(tmp_path / "bad.trace"))
        await pilot.press("enter")
        await until(app, pilot, shows(app, HomeScreen))
        await until(app, pilot, lambda: "bad.trace" in screen_text(app))


async def test_invalid_source_is_refused_at_once():
    app = PlytraceApp(HomeScreen())
    async with app.run_test(size=(80, 24)) as pilot:
        await press(app, pilot, "ctrl+o")
        for text in ("-", "/dev/zero", "~", "/", "no/such/file.yaml", "lectur"):
            await find(app, pilot, text)
            assert "✗" in screen_text(app), text
            await press(app, pilot, "enter")
            assert isinstance(app.screen, PromptScreen)


async def test_deleted_file_is_not_offered(tmp_path):
    (tmp_path / "one.yaml").write_text("tree: [1, 2]\n", encoding="utf-8")
    remember_source(str(tmp_path / "one.yaml"))
    assert [one.title for one in offers() if one.kind == "recent"] == ["one.yaml"]
    (tmp_path / "one.yaml").unlink()
    assert [one.title for one in offers() if one.kind == "recent"] == []


@over(
    ("source", "players", "described"),
    [
        ("tic-tac-toe@oo.|...|xx.", ("human", "search"), "won in 1"),
        ("tic-tac-toe@oo.|x..|x..", ("human", "search"), "lost in 2"),
        ("tic-tac-toe@xox|xoo|ox.", ("human", "human"), "a draw in 1"),
        ("nim:1", ("human", "human"), "First won in 1"),
        ("chess", ("human", "random"), "lost in 1"),
        ("tic-tac-toe", ("human", "human"), "1 move"),
    ],
    ms=150,
)
def test_match_is_offered_with_its_game_and_end(source, players, described, tmp_path):
    match = Match(open_source(source).game, *map(read_player, players), source=source)
    while not match.is_over and described != f"{len(match.moves)} move":
        if match.is_humans_turn:
            match.play(match.game.actions(match.state)[-1])
        else:
            match.accept(match.thinking().run())
        if source == "chess" and len(match.moves) == 2:
            match.resign()
    path = tmp_path / f"1.{'pgn' if source == 'chess' else 'txt'}"
    save_match(match, path)
    remember_source(str(path))
    (offer,) = [offer for offer in offers() if offer.kind == "recent"]
    assert offer.title == source
    assert offer.about == f"{described}, today {datetime.now():%H:%M}"
    os.utime(path, (0, 0))
    assert offers()[0].about.startswith(f"{described}, 1 January ")
    assert path.name in offers()[0].more


def test_file_is_remembered_by_its_full_path(tmp_path, monkeypatch):
    (tmp_path / "one.yaml").write_text("tree: [1, 2]\n", encoding="utf-8")
    (tmp_path / "lecture").write_text("tree: [1, 2]\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    remember_source("one.yaml")
    remember_source("lecture")
    assert recent_sources() == ["lecture", str(tmp_path / "one.yaml")]


async def test_keys_move_through_the_list_and_leave():
    app = PlytraceApp(HomeScreen())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        first = app.screen.query_one(OptionList).highlighted
        await pilot.press("down", "down", "up")
        assert app.screen.query_one(OptionList).highlighted != first
        await pilot.press("pagedown", "x")
        await pilot.press("escape")
        assert app.screen.query_one(Input).value == ""
        await pilot.press("escape")
        await pilot.pause()
        assert not app.is_running


async def test_random_tree_is_drawn_while_its_request_is_typed_and_opens_in_the_stepper():
    app = PlytraceApp(HomeScreen())
    async with app.run_test(size=(100, 40)) as pilot:
        await press(app, pilot, "ctrl+r")
        assert isinstance(app.screen, PromptScreen)
        assert "Checked by alphabeta" in screen_text(app)
        await find(app, pilot, "plies 2, branching 2, cutoffs 7")
        assert "✗" in screen_text(app)
        await press(app, pilot, "enter")
        assert isinstance(app.screen, PromptScreen)
        await find(app, pilot, "plies 2, branching 3, cutoffs 1, root min, seed 5")
        assert "▽ A" in screen_text(app)
        await press(app, pilot, "enter", "s")
        assert isinstance(app.screen, StepperScreen)
        assert app.screen.trace.counts.cutoffs == 1


async def test_tutorial_shows_the_progress_of_each_lesson(monkeypatch):
    first, second, third, *_ = lesson_names()
    kept = {
        first: {"finished": True, "done": True},
        second: {"finished": True, "done": False, "solved": [2], "tasks": 3},
        third: {"page": 1, "pages": 7},
    }
    monkeypatch.setattr("tui.screens.home.offers.saved_progress", lambda: kept)
    more = next(one for one in offers() if one.kind == "learn").more
    assert f"Next: {second.replace('-', ' ')}" in more
    assert f"1  {first.replace('-', ' ')}: done\n" in more
    assert f"2  {second.replace('-', ' ')}: read, 1 of 3 solved\n" in more
    assert ": page 2 of 7" in more


async def test_command_without_a_screen_is_shown_and_copied():
    app = PlytraceApp(HomeScreen())
    async with app.run_test(size=(100, 30)) as pilot:
        await find(app, pilot, "problem sets")
        assert "plytrace worksheet lab3 --key" in screen_text(app)
        await press(app, pilot, "enter")
        assert app.clipboard == "plytrace worksheet lab3"
        assert isinstance(app.screen, HomeScreen)


def test_every_shell_line_is_a_valid_command():
    lines = [one.more.split("\n") for one in offers() if one.kind == "command"]
    for line in (line for some in lines for line in some):
        _, name, *arguments = line.split()
        command = cli.get_command(click.Context(cli), name)
        assert command is not None, line
        command.make_context(name, arguments)


async def test_footer_says_what_enter_does_and_truncates_no_key():
    app = PlytraceApp(HomeScreen())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        last = screen_text(app).split("\n")[-1]
        assert "Enter open" in last
        assert last.rstrip().endswith("Esc quit")
