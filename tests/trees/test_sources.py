"""Names of sources, and their precedence."""

import io
import sys
from pathlib import Path

import pytest

from engine import games
from engine.errors import InvalidInput, PlytraceError
from engine.games.tic_tac_toe import TicTacToe
from tests.support.cases import over
from tests.support.tables import table
from trees.formats.nested import from_nested
from trees.hand_tree import HandTree
from trees.sources import open_source

LECTURE = from_nested([[3, 12, 8], [2, 4, 6], [14, 5, 2]])


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def described(source):
    opened = open_source(source)
    return opened.label, opened.kind, opened.title


@over(
    "source, label, kind, title",
    [
        *table(__file__, "sources"),
        (LECTURE, "hand tree", "tree", "hand tree"),
        (TicTacToe(), "tic-tac-toe", "game", "tic-tac-toe"),
    ],
)
def test_sources_are_opened(source, label, kind, title):
    assert described(source) == (label, kind, title)


def test_opened_source_is_returned_unchanged():
    opened = open_source("lecture")
    assert open_source(opened) is opened
    assert open_source(LECTURE).game is LECTURE


def test_library_tree_inline_list_and_file_give_the_same_tree(folder):
    (folder / "x.yaml").write_text("[[3, 12, 8], [2, 4, 6], [14, 5, 2]]")
    for source in ("lecture", "[[3,12,8],[2,4,6],[14,5,2]]", "x.yaml", Path("x.yaml")):
        game = open_source(source).game
        assert isinstance(game, HandTree)
        assert (game.ids, list(game.values)) == (LECTURE.ids, list(LECTURE.values))


def test_file_is_titled_by_its_name_unless_it_has_a_title(folder):
    (folder / "homework.yaml").write_text("[1, 2]")
    (folder / "named.json").write_text('{"name": "Nine", "tree": [9]}')
    assert described("homework.yaml") == ("homework.yaml", "tree", "homework")
    assert described(f"{folder}/named.json") == (f"{folder}/named.json", "tree", "Nine")


def test_name_without_folder_or_suffix_means_the_library_first(folder):
    for name in ("lecture", "tic-tac-toe", "mine", "5"):
        (folder / name).write_text("[1, 2]")
    assert described("lecture")[2] == "Lecture example"
    assert described("tic-tac-toe")[1] == "game"
    assert described("mine") == ("mine", "tree", "mine")
    assert described("./lecture") == ("./lecture", "tree", "lecture")
    assert len(open_source("5").game) == 1
    assert len(open_source("./5").game) == 3


def test_position_may_contain_slashes(monkeypatch):
    asked = []

    def make_game(name, *, size="", position="", to_move=""):
        asked.append((name, size, position, to_move))
        return TicTacToe()

    monkeypatch.setattr(games, "make_game", make_game)
    monkeypatch.setattr(games, "GAMES", {"chess": None, "mnk": None, "reversi": None})
    fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
    for source in (f"chess@{fen}", "mnk:4,4,3", "reversi:4@....|.BW.|.WB.|.... W", "reversi"):
        open_source(source)
    assert asked == [
        ("chess", "", fen, ""),
        ("mnk", "4,4,3", "", ""),
        ("reversi", "4", "....|.BW.|.WB.|.... W", ""),
        ("reversi", "", "", ""),
    ]


def test_a_file_may_hold_a_position(folder):
    (folder / "end.yaml").write_text(
        "name: Nearly over\ngame: tic-tac-toe\nposition: |\n  xox\n  xxo\n  o..\nto-move: X\n"
    )
    opened = open_source("end.yaml")
    assert (opened.label, opened.kind, opened.title) == ("end.yaml", "position", "Nearly over")
    assert opened.game.initial == TicTacToe("xox|xxo|o.. X").initial


@pytest.mark.parametrize(("text", "message"), table(__file__, "game_refusals"))
def test_refusal_by_a_game_is_reported_with_the_files_place(folder, text, message):
    (folder / "p.yaml").write_text(text)
    with pytest.raises(InvalidInput) as caught:
        open_source("p.yaml")
    assert str(caught.value).startswith(message)


def test_standard_input_is_a_source(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"tree: [1, xy]")))
    with pytest.raises(InvalidInput, match="stdin:1:11"):
        open_source("-")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"tree: [1, 2]")))
    assert described("-") == ("stdin", "tree", "")


@pytest.mark.parametrize(
    ("source", "message"),
    [
        *table(__file__, "source_refusals"),
        ("x" * 10_000, "there is no tree, game or file"),
        ("x/" * 10_000, "the file cannot be read"),
        (Path("gone"), "gone: there is no such file"),
    ],
)
def test_invalid_sources_are_refused(folder, source, message):
    (folder / "homework.yaml").write_text("[1, 2]")
    with pytest.raises(PlytraceError) as caught:
        open_source(source)
    assert message in str(caught.value)
    assert len(str(caught.value)) < 400
