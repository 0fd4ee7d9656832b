"""Saved traces read back equal; damaged ones are refused in one message."""

from __future__ import annotations

import io
import json
import random
import zipfile

import pytest
from hypothesis import given, settings

from engine.conventions import Convention
from engine.errors import InvalidInput, UsageError
from engine.games.tic_tac_toe import TicTacToe
from engine.wrappers.wrapped import Wrapped
from tests.support.strategies import conventions, trees, windows
from tracer import load, trace


class OwnGame(TicTacToe):
    name = "my own game"


class OwnName(TicTacToe):
    """A game of one's own that kept the name of another."""


class OwnWrapper(Wrapped):
    """A wrapper that no file knows."""


def same(one, other):
    assert other.log == one.log
    for what in ("source", "title", "search", "settings", "stopped", "line", "path", "counts"):
        assert getattr(other, what) == getattr(one, what), what
    for step in {0, len(one.replay) // 2, len(one.replay) - 1}:
        assert list(other.at(step).stack) == list(one.at(step).stack)
        assert other.at(step).sentence == one.at(step).sentence
    assert other.export("json", summary=True) == one.export("json", summary=True)


@given(trees(4), conventions, windows)
@settings(max_examples=40)
def test_random_trees_read_back_equal(tmp_path_factory, tree, convention, window):
    path = tmp_path_factory.mktemp("saved") / "random.trace"
    t = trace(tree, convention=convention, window=window)
    t.save(path)
    same(t, load(path))


@pytest.mark.parametrize(
    ("source", "options"),
    [
        ("lecture", {}),
        ("dice", {}),
        ("fractions", {"convention": "cs188,returns=fail-hard"}),
        ("aima-two-ply", {"order": "right-to-left"}),
        ("transposition", {}),
        ("tic-tac-toe", {"max_visits": 500}),
        ("tic-tac-toe", {"win": 10, "order": "static"}),
        ("tic-tac-toe@x..|...|...", {"max_player": "to-move", "depth": 3}),
        ("tic-tac-toe", {"rounds": 1, "search": "minimax"}),
    ],
)
def test_every_kind_of_source_and_option_reads_back_equal(tmp_path, source, options):
    path = tmp_path / "a.trace"
    t = trace(source, **options)
    t.save(path)
    same(t, load(path))


def test_numpy_reads_the_columns(tmp_path):
    numpy = pytest.importorskip("numpy")
    path = tmp_path / "a.trace"
    t = trace("lecture")
    t.save(path)
    columns = numpy.load(path)
    for name, column in t.log.columns().items():
        assert columns[name].tolist() == column.tolist()


def test_the_columns_are_numpys_format(tmp_path):
    path = tmp_path / "a.trace"
    t = trace("lecture")
    t.save(path)
    with zipfile.ZipFile(path) as archive:
        data = archive.read("value.npy")
    head = 10 + int.from_bytes(data[8:10], "little")
    assert data[:8] == b"\x93NUMPY\x01\x00"
    assert head % 64 == 0
    assert data[10:head].endswith(b"\n")
    assert b"'shape': (11,)" in data[:head]
    assert len(data) == head + 8 * 11


def test_a_game_that_no_file_can_describe_is_refused_before_anything_is_written(tmp_path):
    path = tmp_path / "a.trace"
    with pytest.raises(UsageError, match="my own game cannot be saved"):
        trace(OwnGame("xx.|oo.|...")).save(path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("game", [OwnName("xx.|oo.|..."), OwnWrapper(TicTacToe("xx.|oo.|..."))])
def test_a_game_that_inherited_its_name_is_not_taken_for_the_one_that_has_it(tmp_path, game):
    with pytest.raises(UsageError, match="cannot be saved"):
        trace(game).save(tmp_path / "a.trace")


@pytest.mark.parametrize(
    "convention",
    [
        Convention("aima", cutoff=">", ties="last"),
        Convention("mine", update="after-test", count=("terminals", "skipped")),
    ],
)
def test_a_convention_of_ones_own_reads_back_with_every_field(tmp_path, convention):
    path = tmp_path / "a.trace"
    t = trace("ties", convention=convention)
    t.save(path)
    same(t, load(path))
    assert load(path).at(3).line > 0


def test_a_file_that_cannot_be_written_is_told(tmp_path):
    with pytest.raises(InvalidInput, match="cannot be written"):
        trace([1, 2]).save(tmp_path / "no-such-folder" / "a.trace")


def test_saving_replaces_whole_files_only(tmp_path):
    path = tmp_path / "a.trace"
    trace([1, 2]).save(path)
    before = path.read_bytes()
    with pytest.raises(UsageError):
        trace(OwnGame()).save(path)
    assert path.read_bytes() == before


def rewritten(path, **changed):
    """The bytes of a saved trace with some of its files changed."""
    out = io.BytesIO()
    with zipfile.ZipFile(path) as archive, zipfile.ZipFile(out, "w") as copy:
        for name in archive.namelist():
            data = archive.read(name)
            if name in changed:
                data = changed[name](data)
            if data is not None:
                copy.writestr(name, data)
    return out.getvalue()


def header(**changes):
    return {"header.json": lambda data: json.dumps(json.loads(data) | changes).encode()}


@pytest.mark.parametrize(
    "changed",
    [
        {"header.json": lambda data: None},
        {"header.json": lambda data: b"{"},
        {"header.json": lambda data: b"[]"},
        {"header.json": lambda data: b"\xff\xfe"},
        header(schema="plytrace.saved/99"),
        header(search="no such search"),
        header(convention="no such convention"),
        header(convention=None),
        header(window=["inf", "-inf"]),
        header(window=3),
        header(window=["x", "y"]),
        header(depth="deep"),
        header(order="no such order"),
        header(stopped="by a wall"),
        header(game={}),
        header(game=None),
        header(game={"tree": {}}),
        header(game={"game": "tic-tac-toe", "size": "", "position": ""}),
        header(game={"game": "no such game", "size": "", "position": ""}),
        header(game={"win": "many", "of": {}}),
        {"value.npy": lambda data: None},
        {"value.npy": lambda data: data[:-8]},
        {"value.npy": lambda data: data + b"12345678"},
        {"value.npy": lambda data: b"nothing"},
        {"value.npy": lambda data: data.replace(b"<f8", b"<f4")},
        {"value.npy": lambda data: data[:8] + b"\xff\xff" + data[10:]},
        {"size.npy": lambda data: data[:-4] + b"\x00\x00\x00\x00"},
        {"size.npy": lambda data: data[:-4] + b"\xff\x00\x00\x00"},
        {"parent.npy": lambda data: data[:-4] + b"\x10\x00\x00\x00"},
        {"depth.npy": lambda data: data[:-4] + b"\x09\x00\x00\x00"},
        {"action.npy": lambda data: data[:-2] + b"\x77\x00"},
        {"player.npy": lambda data: data[:-1] + b"\x07"},
        {"player.npy": lambda data: data[:-1] + b"\x01"},
        {"tried.npy": lambda data: data[:-2] + b"\x09\x00"},
    ],
)
def test_a_damaged_file_is_refused_in_one_message(tmp_path, changed):
    path = tmp_path / "a.trace"
    trace("lecture").save(path)
    path.write_bytes(rewritten(path, **changed))
    with pytest.raises(InvalidInput) as caught:
        load(path)
    message = str(caught.value)
    assert str(path) in message
    assert "Make it again with --save" in message
    assert "\n" not in message


def test_any_damaged_byte_is_read_or_refused(tmp_path):
    path = tmp_path / "a.trace"
    trace("lecture").save(path)
    whole = path.read_bytes()
    dice = random.Random(5)
    for _ in range(1_000):
        damaged = bytearray(whole)
        for _ in range(dice.choice([1, 1, 3])):
            damaged[dice.randrange(len(damaged))] = dice.randrange(256)
        path.write_bytes(damaged[: dice.choice([len(damaged), dice.randrange(len(damaged))])])
        try:
            load(path)
        except InvalidInput as error:
            assert str(path) in str(error)  # noqa: PT017


def test_a_missing_file_is_told(tmp_path):
    with pytest.raises(InvalidInput, match="there is no such file"):
        load(tmp_path / "none.trace")
    with pytest.raises(InvalidInput, match="cannot be read"):
        load(tmp_path)
