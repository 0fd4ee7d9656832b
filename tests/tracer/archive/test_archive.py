"""Saved traces load equal; damaged ones are refused in one message."""

from __future__ import annotations

import gc
import inspect
import io
import json
import random
import sys
import zipfile
from array import array
from dataclasses import replace

import pytest
from hypothesis import given, settings

from engine.conventions import Convention
from engine.errors import InvalidInput, UsageError
from engine.games.tic_tac_toe import TicTacToe
from engine.log.visit_log import FIELDS, WINDOW_COLUMNS, VisitLog
from engine.log.windows import Windows
from engine.wrappers.wrapped import Wrapped
from tests.support.saved import parts_of, rewritten, same, zipped
from tests.support.strategies import conventions, trees, windows
from tracer import Trace, load, trace
from tracer.archive.archive import is_saved_trace, save
from tracer.archive.columns import write_columns


class OwnGame(TicTacToe):
    name = "my own game"


class OwnName(TicTacToe):
    """A custom game that kept the name of another."""


class OwnWrapper(Wrapped):
    """A wrapper that no file knows."""


@given(trees(4), conventions, windows)
@settings(max_examples=40)
def test_random_trees_load_equal(tmp_path_factory, tree, convention, window):
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
def test_every_kind_of_source_and_option_loads_equal(tmp_path, source, options):
    path = tmp_path / "a.trace"
    t = trace(source, **options)
    t.save(path)
    same(t, load(path))


def test_numpy_loads_the_columns(tmp_path):
    numpy = pytest.importorskip("numpy")
    path = tmp_path / "a.trace"
    t = trace("lecture")
    t.save(path)
    columns = numpy.load(path)
    for name, column in t.log.columns().items():
        assert columns[name].tolist() == column.tolist()


def test_columns_are_in_numpys_format(tmp_path):
    path = tmp_path / "a.trace"
    t = trace("lecture")
    t.save(path)
    data = parts_of(path)["value.npy"]
    head = 10 + int.from_bytes(data[8:10], "little")
    assert data[:8] == b"\x93NUMPY\x01\x00"
    assert head % 64 == 0
    assert data[10:head].endswith(b"\n")
    assert b"'shape': (11,)" in data[:head]
    assert len(data) == head + 8 * 11


def test_save_refuses_a_game_that_no_file_can_describe_before_writing(tmp_path):
    path = tmp_path / "a.trace"
    with pytest.raises(UsageError, match="my own game cannot be saved"):
        trace(OwnGame("xx.|oo.|...")).save(path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("game", [OwnName("xx.|oo.|..."), OwnWrapper(TicTacToe("xx.|oo.|..."))])
def test_game_with_an_inherited_name_is_not_mistaken_for_its_base(tmp_path, game):
    with pytest.raises(UsageError, match="cannot be saved"):
        trace(game).save(tmp_path / "a.trace")


@pytest.mark.parametrize(
    "convention",
    [
        Convention("aima", cutoff=">", ties="last"),
        Convention("mine", update="after-test", count=("terminals", "skipped")),
    ],
)
def test_custom_convention_loads_with_every_field(tmp_path, convention):
    path = tmp_path / "a.trace"
    t = trace("ties", convention=convention)
    t.save(path)
    same(t, load(path))
    assert load(path).at(3).line > 0


def test_save_refuses_a_file_that_cannot_be_written(tmp_path):
    with pytest.raises(InvalidInput, match="cannot be written"):
        trace([1, 2]).save(tmp_path / "no-such-folder" / "a.trace")


def test_save_replaces_only_whole_files(tmp_path):
    path = tmp_path / "a.trace"
    trace([1, 2]).save(path)
    before = path.read_bytes()
    with pytest.raises(UsageError):
        trace(OwnGame()).save(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("compressed", [True, False])
def test_save_ends_cleanly_after_an_interrupt_at_any_line(tmp_path, monkeypatch, compressed):
    """Interrupt at every 61st line that `zipfile` and `save` execute."""
    recording, ignored = trace("lecture"), []
    monkeypatch.setattr(sys, "unraisablehook", ignored.append)
    watched = (zipfile.__file__, inspect.getfile(save), inspect.getfile(write_columns))

    def save_interrupted_at(line):
        """Return whether the save was interrupted before its end."""
        count = 0

        def tracer(frame, event, _):
            nonlocal count
            if frame.f_code.co_filename not in watched or frame.f_code.co_name == "__exit__":
                return None
            count += event == "line"
            if count == line:
                sys.settrace(None)
                raise KeyboardInterrupt
            return tracer

        before = sys.gettrace()
        sys.settrace(tracer)
        try:
            save(recording, tmp_path / "out.trace", compressed=compressed)
        except KeyboardInterrupt:
            return True
        finally:
            sys.settrace(before)
        return False

    line = 1
    while save_interrupted_at(line):
        gc.collect()
        assert ignored == []
        assert list(tmp_path.iterdir()) == []
        line += 61
    assert line > 500
    assert load(tmp_path / "out.trace") == recording


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
def test_load_refuses_a_damaged_file_in_one_message(tmp_path, changed):
    path = tmp_path / "a.trace"
    trace("lecture").save(path)
    path.write_bytes(rewritten(path, **changed))
    with pytest.raises(InvalidInput) as caught:
        load(path)
    message = str(caught.value)
    assert str(path) in message
    assert "Save the trace again with --save" in message
    assert "\n" not in message


def test_damaged_byte_is_loaded_or_refused(tmp_path):
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


#: Of each kind of search one trace; all of them are short enough to be searched again whole.
KINDS = {
    "alphabeta": {"source": "tic-tac-toe@xo.|.x.|..."},
    "pvs": {"source": "tic-tac-toe@xo.|.x.|...", "search": "pvs"},
    "deepening": {"source": "reversi:4", "search": "deepening", "depth": 4},
    "mcts": {"source": "tic-tac-toe@xo.|.x.|...", "search": "mcts", "iterations": 200},
    "expectiminimax": {"source": "dice"},
    "transposition": {"source": "transposition", "search": "transposition"},
    "perfect order": {"source": "tic-tac-toe@xo.|.x.|...", "order": "perfect"},
    "stopped": {"source": "tic-tac-toe", "max_visits": 300},
}
JUNK = (None, 3, -1, 1.5, "x", [], {}, True, [1, "x"], {"a": 1}, 12345)
#: What no check can know: any text is as good, and so is any seed of playouts.
FREE = {"source", "title", "name", "description", "citation", "seed"}


def with_junk(value, dice):
    """A JSON value with one spot in it taken out or replaced."""
    if isinstance(value, dict) and value and dice.random() < 0.7:
        key = dice.choice([key for key in value if key not in FREE] or list(value))
        changed = {other: one for other, one in value.items() if other != key}
        return changed if dice.random() < 0.3 else value | {key: with_junk(value[key], dice)}
    return dice.choice(JUNK)


def damaged(data, dice):
    """A saved trace with one damage, in the zip or behind its checksums."""
    parts = parts_of(io.BytesIO(data))
    kind = dice.choice(["byte", "cut", "header", "number", "number", "number", "short", "gone"])
    if kind == "byte":
        place = dice.randrange(len(data))
        return data[:place] + bytes([dice.randrange(256)]) + data[place + 1 :]
    if kind == "cut":
        return data[: dice.randrange(len(data))]
    name = dice.choice([name for name, part in parts.items() if len(part) > 128])
    if kind == "header":
        header = with_junk(json.loads(parts["header.json"]), dice)
        parts["header.json"] = json.dumps(header).encode()
    elif kind == "gone":
        del parts[name]
    elif kind == "short":
        parts[name] = parts[name][: dice.randrange(len(parts[name]))]
    elif name != "header.json":
        place = dice.randrange(128, len(parts[name]))
        parts[name] = parts[name][:place] + bytes([dice.randrange(256)]) + parts[name][place + 1 :]
    return zipped(parts)


@pytest.mark.parametrize("kind", KINDS)
def test_damaged_trace_loads_equal_or_is_refused_in_plain_words(tmp_path, kind):
    path = tmp_path / "a.trace"
    t = trace(**KINDS[kind])
    t.save(path)
    whole, dice, refused = path.read_bytes(), random.Random(7), 0
    for _ in range(60):
        path.write_bytes(damaged(whole, dice))
        try:
            opened = load(path)
            # A limit that is never reached may be another one: the search is the same.
            settings = replace(opened.settings, depth=t.settings.depth, rounds=t.settings.rounds)
            assert settings == t.settings
            opened.settings = t.settings
            same(t, opened)
        except InvalidInput as error:
            refused += 1
            for words in ("Error", "NoneType", "subscriptable", "fit together", "\n"):
                assert words not in str(error)  # noqa: PT017
    assert refused > 30


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", ["window", "value", "action", "tried", "flags"])
def test_load_detects_any_changed_number(tmp_path, kind, name):
    path = tmp_path / "a.trace"
    t = trace(**KINDS[kind])
    dice = random.Random(3)
    if name == "window":
        kept = [name for name, _ in WINDOW_COLUMNS[t.log.windows]]
        if not kept:
            return
        name = dice.choice(kept)
    column = getattr(t.log, name)
    for row in dice.sample(range(len(column)), 3):
        before = column[row]
        column[row] = 99 if before != 99 else 98
        t.save(path)
        column[row] = before
        with pytest.raises(InvalidInput, match=r"\.npy"):
            load(path)


def test_windows_that_contradict_the_header_and_the_values_are_refused(tmp_path):
    path = tmp_path / "a.trace"
    t = trace("lecture")
    t.log.bound[:] = array("d", [99.0] * len(t.log))
    t.save(path)
    with pytest.raises(InvalidInput, match=r"bound\.npy: visit 1 has bound 99; expected −∞"):
        load(path)
    t = trace("lecture", search="pvs")
    t.log.alpha[:] = array("d", [99.0] * len(t.log))
    t.save(path)
    with pytest.raises(InvalidInput, match=r"alpha\.npy: visit 1 has α 99; expected −∞"):
        load(path)


def test_windows_may_be_saved_whole_and_must_not_be_called_the_same(tmp_path):
    path = tmp_path / "a.trace"
    t = trace("lecture")
    t.save(path)
    names = ["window", "windows"]
    assert [json.loads(parts_of(path)["header.json"])[name] for name in names] == [
        ["-inf", "inf"],
        "one-end",
    ]
    whole = {name: getattr(t.log, name)[:] for name in FIELDS}
    log = VisitLog.from_columns({**whole, "repeats": t.log.repeats})
    assert log.windows is Windows.ANY
    kept = Trace(t.source, t.game, t.search, t.settings, log, t.stopped, t.title)
    kept.save(path)
    same(t, load(path))
    log.alpha[3] = 5.0
    kept.save(path)
    with pytest.raises(InvalidInput, match=r"alpha\.npy: visit 4 has α 5; expected −∞"):
        load(path)
    t.save(path)
    path.write_bytes(rewritten(path, **header(windows="same")))
    with pytest.raises(InvalidInput, match=r"header\.json: visit 6 has α −∞; expected 3"):
        load(path)
    path.write_bytes(rewritten(path, **header(windows="some")))
    with pytest.raises(InvalidInput, match=r"windows is .some.; expected one of same"):
        load(path)


def test_long_trace_is_checked_at_its_start(tmp_path):
    path = tmp_path / "a.trace"
    t = trace("tic-tac-toe")
    t.save(path)
    assert len(t.log) > 10_000
    assert load(path).log == t.log
    t.log.value[9_000] += 0.5
    t.save(path)
    with pytest.raises(InvalidInput, match="visit 9,001"):
        load(path)


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"title": ...}, "header.json has no title"),
        ({"order": ...}, "header.json has no order"),
        ({"source": ["x"]}, 'header.json: source is ["x"]; expected a text'),
        ({"opponent": 12345}, "header.json: opponent is 12345; expected a text"),
        ({"opponent": "2,1"}, "alphabeta has no random opponent"),
        ({"depth": True}, "header.json: depth is true; expected a whole number or null"),
        ({"depth": 1}, "B is at the depth limit but has no estimate"),
        ({"exploration": "x"}, "header.json: exploration is"),
        ({"convention": {}}, "header.json: the convention has no cutoff"),
        ({"game": {"win": "many", "of": {"tree": {}}}}, "the saved tree"),
        ({"stopped": "max-visits"}, "header.json says that the search was stopped"),
        ({"window": [0, 3]}, "bound.npy: visit 1 has bound −∞; expected 0"),
    ],
)
def test_load_names_a_wrong_field(tmp_path, changed, message):
    path = tmp_path / "a.trace"
    trace("lecture").save(path)

    def change(data):
        fields = json.loads(data) | changed
        return json.dumps({k: v for k, v in fields.items() if v is not ...}).encode()

    path.write_bytes(rewritten(path, **{"header.json": change}))
    with pytest.raises(InvalidInput) as caught:
        load(path)
    assert message in str(caught.value)


@pytest.mark.parametrize("text", ["", "name: lecture\ntree: [1, 2]\n"])
def test_load_refuses_a_trace_file_that_is_not_an_archive(tmp_path, text):
    path = tmp_path / "a.trace"
    path.write_text(text, encoding="utf-8")
    assert is_saved_trace(path)
    with pytest.raises(InvalidInput, match="is not a saved trace"):
        load(path)


def test_missing_file_is_reported(tmp_path):
    with pytest.raises(InvalidInput, match="there is no such file"):
        load(tmp_path / "none.trace")
    with pytest.raises(InvalidInput, match="cannot be read"):
        load(tmp_path)
