"""A file that names Python code does not run it, in any command and in any spelling."""

import json
import re
import shlex
import shutil
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from click.testing import CliRunner

from engine.errors import PlytraceError
from engine.games import custom_games
from tests.support.saved import rewritten
from tests.support.screens import press, run_app, screen_text, settled, shows, until
from tests.support.tables import table
from tracer import trace
from tracer.archive import load
from tracer.runs.search_trace import Trace
from trees.sources import open_source
from tui.app import PlytraceApp
from tui.cli import cli
from tui.dialogs.pick_list import PickListScreen
from tui.saved.match_files import load_match
from tui.saved.recent import recent_sources, remember_source
from tui.saved.store import state_folder
from tui.screens.home.home_screen import HomeScreen
from tui.screens.home.search_form import SearchFormScreen

#: A game that leaves a file behind if it is so much as imported.
PILE = Path(__file__).with_name("commands") / "pile.py"

#: How a file can name the class: as it is written, and the FILE:CLASS that allows it.
SPELLINGS = table(__file__, "spellings_of_paths")


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sub dir").mkdir()
    shutil.copy(PILE, tmp_path)
    return tmp_path


def play(*arguments, typed=""):
    """The exit code, the output and the refusal of a session on a plain terminal."""
    done = CliRunner().invoke(cli, ["play", *arguments, "--plain"], input=typed)
    error = done.exception if isinstance(done.exception, PlytraceError) else None
    return error.exit_code if error else done.exit_code, done.output, str(error or "")


def ran(folder):
    return (folder / "it-ran").exists()


def match_file(folder, game, name="m.txt"):
    path = folder / name
    path.write_text(f"plytrace match 1\ngame: {game}\n", encoding="utf-8")
    return path


@pytest.mark.parametrize(("spelling", "allowing"), SPELLINGS)
def test_saved_match_runs_its_game_only_if_the_user_names_it(spelling, allowing, here):
    spelling, allowing = (one.replace("@HERE@", str(here)) for one in (spelling, allowing))
    match_file(here, spelling)
    code, out, err = play("--resume", "m.txt")
    assert (code, out, ran(here)) == (3, "", False)
    assert err.startswith("m.txt:2: the game ")
    # The message ends with the very command that allows it.
    command = err.partition("allow it: plytrace play ")[2]
    assert command == f"--resume m.txt --game {allowing}"
    code, out, err = play(*shlex.split(command), typed="1\nquit\n")
    assert (code, err, ran(here)) == (0, "", True)
    assert "Ann to move" in out
    go_on = re.search(r"Resume with: plytrace play (.*)", out)
    assert go_on is not None
    (here / "it-ran").unlink()
    custom_games._RUN.clear()  # as in a new process
    # So does the line that the game was left with, of a file that was kept.
    code, out, err = play(*shlex.split(go_on[1]), typed="quit\n")
    assert (code, err, ran(here)) == (0, "", True)


def test_game_file_may_have_moved_to_another_folder(here):
    shutil.copy(PILE, here / "sub dir")
    match_file(here, "lost/pile.py:Pile:7@3")
    given = "sub dir/pile.py:Pile"
    match = load_match(here / "m.txt", game=given)
    assert match.source == f"{given}:7@3"
    assert match.state == (3, "Ann")
    assert ran(here / "sub dir")
    assert not ran(here)


def test_game_already_run_in_this_process_needs_no_confirmation(here):
    match_file(here, "pile.py:Pile:7")
    open_source("pile.py:Pile")
    assert load_match("m.txt").state == (7, "Ann")


@pytest.mark.parametrize("named", ["pile.py:Pile", "pile.py", "pile:Pile"])
@pytest.mark.parametrize("field", ["source", "title", "search", "order", "opponent", "game", "of"])
def test_saved_trace_runs_no_code_from_any_field(field, named, here):
    made = trace("tic-tac-toe@xox|xxo|o..", "alphabeta", evaluation="open-lines", depth=2)
    made.save("t.trace")
    path = here / "t.trace"
    game = json.loads(path.read_text(encoding="utf-8"))["game"]
    if field == "game":
        changed = {"game": {"game": named, "size": "", "position": ""}}
    elif field == "of":
        named_evaluation = {"spec": named, "label": named}
        changed = {"game": {"eval": named_evaluation, "of": game.get("of", game)}}
    else:
        changed = {field: named}
    rewritten(path, **changed)
    with suppress(PlytraceError):  # a label may be any text
        load("t.trace", Trace)
    assert not ran(here)


async def test_recently_opened_game_runs_only_after_its_name_is_confirmed(here):
    state_folder().mkdir(parents=True)
    named = str(here / "pile.py") + ":Pile"
    (state_folder() / "recent.json").write_text(json.dumps([named]), encoding="utf-8")
    match_file(here, named)
    async with run_app(PlytraceApp(HomeScreen()), (120, 40)) as (app, pilot):
        assert "pile.py:Pile" in screen_text(app)
        assert not ran(here)
        await press(app, pilot, "enter")
        assert isinstance(app.screen, PickListScreen)
        shown = "".join(line.strip() for line in re.findall("│(.*)│", screen_text(app)))
        assert f"{here}/pile.py" in shown
        assert not ran(here)
        await press(app, pilot, "enter")
        assert isinstance(app.screen, HomeScreen)
        app.screen.open_any(str(here / "m.txt"))
        await settled(app, pilot)
        assert not ran(here)
        await press(app, pilot, "enter", "down", "enter")
        await until(app, pilot, shows(app, SearchFormScreen))
        assert ran(here)


def test_game_is_remembered_by_its_full_path(here):
    remember_source("pile.py:Pile@3")
    assert recent_sources() == [f"{(here / 'pile.py').resolve()}:Pile@3"]
    assert not ran(here)
    assert "plytrace_own.pile" not in sys.modules or not ran(here)
