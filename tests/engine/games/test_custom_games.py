"""Custom games: found in files and packages, run unchanged, and their errors reported."""

import re
import sys
from importlib import metadata
from pathlib import Path

import pytest

from engine.errors import InvalidInput, PlytraceError
from engine.game import Game, Player
from engine.games import custom_games, make_game
from engine.wrappers.changed import change
from engine.wrappers.checked import Checked
from tests.support.commands import run_command
from tests.support.endless_games import Tokens
from tests.support.pages import blocks
from tests.support.tables import table
from tracer import trace
from trees.sources import open_source

PAGE = "own-games.md"
DERIVED, IN_PYTHON, WITH_RULES, FROM_NOTHING, UNDER_AIMA = blocks(PAGE, "python")

NIM = """\
from engine.game import Game, Player

class Nim(Game):
    initial = ((1, 2), Player.MAX)
    def __init__(self, size=""):
        if size:
            self.initial = tuple(map(int, size.split(","))), Player.MAX
    def to_move(self, state): return state[1]
    def actions(self, state):
        return [(heap, n) for heap, left in enumerate(state[0]) for n in range(1, left + 1)]
    def result(self, state, action):
        heaps = list(state[0])
        heaps[action[0]] -= action[1]
        return tuple(heaps), state[1].opponent
    def is_terminal(self, state): return not any(state[0])
    def utility(self, state, player): return -1 if player is state[1] else 1
    def parse(self, text):
        heaps, _, side = text.partition(" ")
        return tuple(map(int, heaps.split(","))), Player.MIN if side == "second" else Player.MAX

class NoGame:
    pass

class Half(Game):
    initial = 1
    def to_move(self, state): return Player.MAX

class Lacking:
    initial = 1
    to_move = actions = utility = is_terminal = lambda *of: None

class Breaks(Nim):
    def __init__(self):
        self.initial = self.nowhere

class BreaksLater(Nim):
    def result(self, state, action):
        return state[0][7]

class Leaves(Nim):
    def __init__(self):
        raise SystemExit(3)

class LeavesLater(Nim):
    def utility(self, state, player):
        exit(7)

def built():
    return Nim("2,2")

ready = Nim("3,3")
number = 3
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("nim.py").write_text(NIM, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("program", [DERIVED, FROM_NOTHING], ids=["derived", "from nothing"])
@pytest.mark.parametrize("search", ["minimax", "alphabeta", "transposition"])
def test_documented_programs_are_searched(program, search, tmp_path):
    path = tmp_path / "pile.py"
    path.write_text(program, encoding="utf-8")
    t = trace(f"{path}:Pile", search)
    assert (t.value, t.move) == (1, "3")
    assert isinstance(t.game, Checked)


def test_documented_python_examples_give_the_documented_results(tmp_path, monkeypatch):
    (tmp_path / "pile.py").write_text(DERIVED, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    names = {}
    exec(IN_PYTHON, names)
    assert f"# {names['t'].value}, {names['t'].move!r}" in IN_PYTHON
    monkeypatch.delitem(sys.modules, "pile")


def test_documented_rules_are_those_of_the_game(tmp_path):
    (tmp_path / "pile.py").write_text(f"{DERIVED}\n\n{WITH_RULES}", encoding="utf-8")
    game = open_source(f"{tmp_path / 'pile.py'}:DescribedPile").game
    for text in (game.rules, game.move_naming, game.given_order):
        assert text
        assert text in " ".join(re.sub(r'["()]', "", WITH_RULES).split())
    assert game.draw(game.initial) == "7 left"
    assert trace(game).value == 1


def test_documented_commands_run(tmp_path):
    (tmp_path / "pile.py").write_text(DERIVED, encoding="utf-8")
    (block,) = blocks(PAGE, "console")
    commands = [line.removeprefix("$ plytrace ").split() for line in block.splitlines()]
    screens = [command for command in commands if command[0] == "step"]
    assert len(screens) == 1  # the full screen needs a terminal; the others are run
    for command in commands:
        if command not in screens:
            done = run_command(*command, cwd=tmp_path)
            assert done.returncode == 0, done.stderr
            assert "pile.py:Pile" in done.stdout
    assert sorted(path.name for path in tmp_path.iterdir()) == ["pile.py"]


def test_documented_fault_is_the_one_reported():
    class Sticks(Game):
        initial = ["a", "b"]  # noqa: RUF012

        def to_move(self, state):
            return Player.MAX

        def actions(self, state):
            return list(state)

        def result(self, state, action):
            state.remove(action)
            return state

        def is_terminal(self, state):
            return not state

        def utility(self, state, player):
            return 0

    with pytest.raises(InvalidInput) as refused:
        trace(Sticks())
    assert any(f"{refused.value}\n".endswith(one) for one in blocks(PAGE, "text"))


def grundy_wins(heaps):
    total = 0
    for heap in heaps:
        total ^= heap
    return total != 0


@pytest.mark.parametrize(("text", "heaps", "first"), table(__file__, "custom_sources"))
def test_file_class_size_and_position_are_read(folder, text, heaps, first):
    source = open_source(text)
    assert source.game.initial[0] == tuple(heaps)
    assert source.kind == ("position" if "@" in text else "game")
    assert source.label == text
    t = trace(text)
    assert t.value == (1 if grundy_wins(heaps) == first else -1)
    assert all(" " not in move for move in t.line)


@pytest.mark.parametrize(("text", "expected"), table(__file__, "custom_errors"))
def test_errors_are_one_line_with_their_place(folder, text, expected):
    Path("folder.py").mkdir()
    Path("pile.py").write_text(DERIVED, encoding="utf-8")
    Path("twisted.py").write_text("class Nim:\n  def (self): 3\n", encoding="utf-8")
    Path("binary.py").write_bytes(b"\0\0")
    Path("imports.py").write_text("import a_package_that_nobody_has\n", encoding="utf-8")
    Path("exits.py").write_text("import sys\nsys.exit(2)\n", encoding="utf-8")
    with pytest.raises(PlytraceError) as refused:
        trace(text)
    message = str(refused.value)
    assert expected in message
    assert "\n" not in message


def test_changed_file_is_reloaded_and_no_other_file_is_created(folder):
    assert open_source("nim.py:Nim").game.initial[0] == (1, 2)
    Path("nim.py").write_text(NIM.replace("(1, 2)", "(9, 9)"), encoding="utf-8")
    assert open_source("nim.py:Nim").game.initial[0] == (9, 9)
    assert [path.name for path in folder.iterdir()] == ["nim.py"]


def test_a_file_may_import_its_neighbours_and_dataclasses(folder):
    Path("uses_nim.py").write_text(
        "from __future__ import annotations\n"
        "from dataclasses import dataclass\n"
        "from nim import Nim\n"
        "@dataclass(frozen=True)\n"
        "class Settings:\n"
        "    heaps: str = '1,1'\n"
        "class Small(Nim):\n"
        "    def __init__(self): super().__init__(Settings().heaps)\n",
        encoding="utf-8",
    )
    before = list(sys.path)
    t = trace("uses_nim.py:Small")
    sys.modules.pop("nim", None)
    assert (t.value, t.source) == (-1, "uses_nim.py:Small")
    assert sys.path == before


def test_files_of_two_folders_import_the_neighbours_of_their_own_folder(folder):
    for name, heaps in (("first", "(1, 2)"), ("second", "(9, 9)")):
        Path(name).mkdir()
        Path(name, "heaps.py").write_text(NIM.replace("(1, 2)", heaps), encoding="utf-8")
        Path(name, "game.py").write_text(
            "from heaps import Nim\nclass Mine(Nim): pass\n", encoding="utf-8"
        )
    for name, heaps in (("first", (1, 2)), ("second", (9, 9)), ("first", (1, 2))):
        assert open_source(f"{name}/game.py:Mine").game.initial[0] == heaps
    sys.modules.pop("heaps")


def test_objects_and_classes_are_accepted_and_lists_are_not_games(folder):
    names = {}
    exec(FROM_NOTHING, names)
    pile = names["Pile"]
    assert trace(pile()).move == trace(pile).move == "3"
    assert trace([[3, 12, 8], [2, 4, 6], [14, 5, 2]]).value == 3
    assert not custom_games.is_like_a_game([[1, 2], [3, 4]])
    assert not custom_games.is_like_a_game("tic-tac-toe")

    class Half:
        initial = 1
        to_move = actions = utility = is_terminal = lambda *of: None

    with pytest.raises(InvalidInput, match="it lacks result"):
        trace(Half())


@pytest.fixture
def package(monkeypatch, tmp_path):
    """An installed package, as pip leaves it: its code and its entry points."""
    info = tmp_path / "offering-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: offering\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        "[plytrace.games]\ntake = offering_games:Offered\nbroken = offering_games:Missing\n"
        "gone = no_such_module:Game\nempty = offering_games:Empty\n"
    )
    module = type(sys)("offering_games")
    exec(NIM, vars(module))
    module.Offered, module.Empty = module.Nim, type("Empty", (), {})
    monkeypatch.setitem(sys.modules, "offering_games", module)
    monkeypatch.syspath_prepend(tmp_path)
    assert any(d.name == "offering" for d in metadata.distributions())


@pytest.mark.parametrize(
    ("text", "initial", "value"),
    [
        ("take", ((1, 2), Player.MAX), 1),
        ("take:2,2", ((2, 2), Player.MAX), -1),
        ("take@5", ((5,), Player.MAX), 1),
        ("take:3@1,1 second", ((1, 1), Player.MIN), 1),
        (Path("problem.yaml"), ((3,), Player.MIN), -1),
    ],
)
def test_game_from_a_package_is_opened_by_name(package, folder, text, initial, value):
    position = "game: take\nposition: '3'\nto-move: second\n"
    Path("problem.yaml").write_text(position, encoding="utf-8")
    source = open_source(text)
    assert source.game.initial == initial
    assert isinstance(source.game, Checked)
    assert trace(text).value == value


@pytest.mark.parametrize(("text", "message"), table(__file__, "custom_packages"))
def test_package_whose_game_cannot_be_loaded_is_named(package, text, message):
    with pytest.raises(InvalidInput, match=f"there is no game '{text}0'"):
        make_game(f"{text}0")
    with pytest.raises(InvalidInput, match=re.escape(message)):
        open_source(text)


def test_custom_game_inside_a_wrapper_is_checked_too():
    game = open_source(change(Tokens(), win=10)).game
    assert isinstance(game.inner, Checked)
    assert trace(game).value == 7
    watched = change(open_source(Tokens()).game, win=10)
    assert open_source(watched).game is watched


@pytest.mark.parametrize("name", ["__getattribute__", "__getattr__"])
@pytest.mark.parametrize(
    "body", ["return getattr(self, name)", "return self.__getattribute__(name)"]
)
def test_game_whose_attributes_recurse_is_refused_in_one_message(name, body, tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(
        f"class Mine:\n    def {name}(self, name):\n        {body}\n"
        "    def to_move(self, state): return 'MAX'\n"
        "    def actions(self, state): return []\n"
        "    def result(self, state, action): return state\n"
        "    def is_terminal(self, state): return True\n"
        "    def utility(self, state, player): return 0\n",
        encoding="utf-8",
    )
    with pytest.raises(InvalidInput) as refused:
        custom_games.game_from_file(f"{path}:Mine")
    assert "Mine" in str(refused.value)
    assert "\n" not in str(refused.value)
