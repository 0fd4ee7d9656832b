"""The home screen."""

import re

import click
import pytest
from textual.widgets import Input

from engine.errors import InvalidInput
from engine.games import GAMES
from tests.support.screens import run_app, settled
from trees.library import library_names
from tui.app import PlytraceApp
from tui.cli import cli
from tui.lessons import lesson_names, open_lesson
from tui.saved.recent import recent_sources, remember_source
from tui.screens.home.home_screen import HomeScreen
from tui.screens.home.offers import offers
from tui.screens.home.source_opener import _read_source


async def find(app, pilot, text):
    app.screen.query_one(Input).value = text
    await settled(app, pilot)


async def test_every_tree_and_game_is_listed():
    async with run_app(PlytraceApp(HomeScreen()), (120, 40)) as (app, _):
        for kind, names in (("tree", library_names()), ("game", list(GAMES))):
            assert [one.title for one in app.screen._offers if one.kind == kind] == names


async def test_deleted_file_is_not_offered(tmp_path):
    (tmp_path / "one.yaml").write_text("tree: [1, 2]\n", encoding="utf-8")
    remember_source(str(tmp_path / "one.yaml"))
    assert [one.title for one in offers() if one.kind == "recent"] == ["one.yaml"]
    (tmp_path / "one.yaml").unlink()
    assert [one.title for one in offers() if one.kind == "recent"] == []


def test_file_is_remembered_by_its_full_path(tmp_path, monkeypatch):
    (tmp_path / "one.yaml").write_text("tree: [1, 2]\n", encoding="utf-8")
    (tmp_path / "lecture").write_text("tree: [1, 2]\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    remember_source("one.yaml")
    remember_source("lecture")
    assert recent_sources() == ["lecture", str(tmp_path / "one.yaml")]


async def test_tutorial_shows_the_progress_of_each_lesson(monkeypatch):
    first, second, third, *_ = lesson_names()
    kept = {
        first: {"finished": True, "done": True},
        second: {"finished": True, "done": False, "solved": [2], "tasks": 3},
        third: {"page": 1, "pages": 7},
    }
    monkeypatch.setattr("tui.screens.home.offers.saved_progress", lambda: kept)
    more = next(one for one in offers() if one.kind == "learn").more
    assert f"Next: {open_lesson(second).title}\n" in more
    for number, name in enumerate(lesson_names(), 1):
        assert re.search(rf"^ *{number}  {re.escape(open_lesson(name).title)}(:|$)", more, re.M)
    assert f"1  {open_lesson(first).title}: done\n" in more
    assert f"2  {open_lesson(second).title}: read, 1 of 3 solved\n" in more
    assert ": page 2 of 7" in more


def test_every_shell_line_is_a_valid_command():
    lines = [one.more.split("\n") for one in offers() if one.kind == "command"]
    for line in (line for some in lines for line in some):
        _, name, *arguments = line.split()
        command = cli.get_command(click.Context(cli), name)
        assert command is not None, line
        command.make_context(name, arguments)


def test_source_with_a_name_too_long_for_the_system_is_refused():
    with pytest.raises(InvalidInput, match="there is no tree, game or file"):
        _read_source("l" * 400)
