"""Saved traces with mapped columns load equal and are refused when damaged."""

from __future__ import annotations

import itertools
import math
import random
import struct
import sys
import tracemalloc
import zipfile
from pathlib import Path

import pytest
from hypothesis import given, settings

from engine.errors import InvalidInput
from engine.kernel.loading import CHOICE
from engine.log.visit_log import columns_with
from engine.log.windows import Windows
from tests.support.saved import parts_of, rewritten, same, zipped
from tests.support.strategies import conventions, trees, windows
from tracer import load, trace
from tracer.compare.differences import Differences
from tracer.steps.navigation import rows_with_value
from tracer.steps.running_counts import RunningCounts

pytestmark = pytest.mark.sampled(every=5)

GOLDEN = Path(__file__).parents[2] / "golden" / "saved"
TYPES = {"i": "i4", "H": "u2", "B": "u1", "d": "f8"}


@pytest.fixture
def mapped(monkeypatch):
    """Files of any size are mapped."""
    monkeypatch.setattr("tracer.archive.columns._MAPPED", 0)


@pytest.fixture(scope="module")
def long():
    """All of tic-tac-toe: 549,946 visits, 14.8 MB."""
    return trace("tic-tac-toe", "minimax")


def is_mapped(t):
    return {type(column) for column in t.log.columns().values()} == {memoryview}


@given(trees(4), conventions, windows)
@settings(max_examples=40)
def test_random_trees_load_equal(tmp_path_factory, tree, convention, window):
    path = tmp_path_factory.mktemp("saved") / "random.trace"
    t = trace(tree, convention=convention, window=window)
    t.save(path, compressed=False)
    with pytest.MonkeyPatch.context() as patch:
        same(t, load(path))
        patch.setattr("tracer.archive.columns._MAPPED", 0)
        opened = load(path)
        assert is_mapped(opened)
        same(t, opened)


KINDS = {
    "alphabeta": {"source": "tic-tac-toe@xo.|.x.|..."},
    "pvs": {"source": "tic-tac-toe@xo.|.x.|...", "search": "pvs"},
    "deepening": {"source": "reversi:4", "search": "deepening", "depth": 4},
    "mcts": {"source": "tic-tac-toe@xo.|.x.|...", "search": "mcts", "iterations": 200},
    "expectiminimax": {"source": "fractions"},
    "transposition": {"source": "tic-tac-toe@xo.|.x.|...", "search": "transposition"},
    "perfect order": {"source": "tic-tac-toe@xo.|.x.|...", "order": "perfect"},
    "stopped": {"source": "tic-tac-toe", "max_visits": 300},
    "longer than what is searched again": {"source": "tic-tac-toe"},
}


@pytest.mark.parametrize("compressed", [True, False])
@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_search_loads_equal(tmp_path, mapped, kind, compressed):
    path = tmp_path / "a.trace"
    t = trace(**KINDS[kind])
    t.save(path, compressed=compressed)
    opened = load(path)
    assert is_mapped(opened) is not compressed
    same(t, opened)
    again = tmp_path / "again.trace"
    opened.save(again, compressed=compressed)
    assert parts_of(again) == parts_of(path)
    if len(t.log) < 5_000:
        for name in ("json", "csv"):
            assert opened.export(name) == t.export(name)


def contents_at(path):
    """Where in a zip the contents of its stored columns lie, found by their own first bytes."""
    data = path.read_bytes()
    with zipfile.ZipFile(path) as archive:
        stored = [one for one in archive.infolist() if one.compress_type == zipfile.ZIP_STORED]
        return {one.filename: data.index(b"\x93NUMPY", one.header_offset) for one in stored}


@pytest.mark.parametrize("length", [*range(1, 140, 7), 64])
def test_stored_columns_are_aligned_after_any_earlier_bytes(tmp_path, length):
    path = tmp_path / "a.trace"
    t = trace([3, 5])
    t.title = "x" * length
    t.save(path, compressed=False)
    places = contents_at(path)
    assert {*places} == {f"{name}.npy" for name in (*t.log.columns(), "repeats")}
    assert {at % 64 for at in places.values()} == {0}


def test_numpy_loads_the_stored_columns(tmp_path):
    numpy = pytest.importorskip("numpy")
    path = tmp_path / "a.trace"
    t = trace("lecture")
    t.save(path, compressed=False)
    columns = numpy.load(path)
    for name, column in t.log.columns().items():
        assert columns[name].tolist() == column.tolist()
    at = contents_at(path)["value.npy"]
    value = numpy.memmap(path, "f8", "r", at + 128, (11,))
    assert value.tolist() == t.log.value.tolist()


def test_long_traces_are_stored_and_mapped_by_default(tmp_path, monkeypatch, long):
    monkeypatch.setattr("tracer.archive.archive._LONG", len(long.log) + 1)
    short, plain = tmp_path / "short.trace", tmp_path / "long.trace"
    long.save(short)
    monkeypatch.setattr("tracer.archive.archive._LONG", len(long.log))
    long.save(plain)
    assert not is_mapped(load(short))
    opened = load(plain)
    assert is_mapped(opened)
    same(long, opened)
    assert 6 * short.stat().st_size < plain.stat().st_size < 28 * len(long.log)


def test_load_and_save_take_no_memory_for_the_columns(tmp_path, long):
    path = tmp_path / "a.trace"
    held = sum(len(column) * column.itemsize for column in long.log.columns().values())

    def peak(job):
        tracemalloc.start()
        try:
            job()
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    assert peak(lambda: long.save(path, compressed=True)) < held / 5
    assert peak(lambda: load(path)) > held
    assert peak(lambda: long.save(path, compressed=False)) < held / 5
    assert peak(lambda: load(path)) < held / 5


#: The searches whose traces earlier versions saved.
EARLIER = {
    "lecture": {"source": "lecture"},
    "stored": {"source": "lecture"},
    "window": {"source": "lecture", "window": (-5, 6)},
    "transposition": {"source": "tic-tac-toe@xo.|.x.|...", "search": "transposition"},
    "pvs": {"source": "connect-four:4,4", "search": "pvs", "depth": 4},
    "deepening": {"source": "connect-four:4,4", "search": "deepening", "depth": 4},
    "dice": {"source": "dice"},
    "mcts": {"source": "nim:2,3", "search": "mcts", "iterations": 40, "seed": 3},
    "stopped": {"source": "tic-tac-toe@xox|...|...", "search": "minimax", "max_visits": 300},
}


@pytest.mark.parametrize("name", EARLIER)
def test_files_of_earlier_versions_load_and_are_saved_again(tmp_path, name, mapped):
    t, opened = trace(**EARLIER[name]), load(GOLDEN / f"{name}.trace")
    same(t, opened)
    assert opened == t
    path = tmp_path / "again.trace"
    opened.save(path, compressed=False)
    assert b"plytrace.saved/2" in parts_of(path)["header.json"]
    same(t, load(path))


@pytest.mark.parametrize("number", [-1, 65_536, 2**31 - 1])
def test_depth_of_an_earlier_version_must_fit(tmp_path, mapped, number):
    path = tmp_path / "a.trace"
    changed = struct.pack("=i", number)
    path.write_bytes(
        rewritten(GOLDEN / "stored.trace", **{"depth.npy": lambda p: p[:-4] + changed})
    )
    with pytest.raises(
        InvalidInput, match=r"depth\.npy is wrong; expected depths from 0 to 65,535"
    ):
        load(path)


@pytest.mark.parametrize("how", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_LZMA])
def test_archive_repacked_by_another_program_loads(tmp_path, mapped, how):
    path = tmp_path / "a.trace"
    t = trace("tic-tac-toe@xo.|.x.|...", search="transposition")
    t.save(path, compressed=False)
    path.write_bytes(zipped(parts_of(path), how))
    same(t, load(path))


def test_columns_in_the_other_byte_order_load(tmp_path, mapped):
    path = tmp_path / "a.trace"
    t = trace("tic-tac-toe@xo.|.x.|...")
    t.save(path, compressed=False)
    own, other = ("<", ">") if sys.byteorder == "little" else (">", "<")
    changed = {}
    for name, code in columns_with(t.log.windows):
        numbers = getattr(t.log, name)
        head = f"'descr': '{own}{TYPES[code]}'".encode()
        swapped = struct.pack(f"{other}{len(numbers)}{code}", *numbers)

        def change(part, head=head, swapped=swapped):
            at = len(part) - len(swapped)
            return part[:at].replace(head, head.replace(own.encode(), other.encode())) + swapped

        changed[f"{name}.npy"] = change
    path.write_bytes(rewritten(path, **changed))
    same(t, load(path))


def test_file_can_be_replaced_while_its_columns_are_in_use(tmp_path, mapped):
    path = tmp_path / "a.trace"
    t, other = trace("tic-tac-toe@xo.|.x.|..."), trace("lecture")
    t.save(path, compressed=False)
    opened = load(path)
    assert is_mapped(opened)
    if sys.platform == "win32":
        with pytest.raises(InvalidInput, match="cannot be written"):
            opened.save(path, compressed=False)
    else:
        opened.save(path, compressed=False)  # over itself
        same(t, opened)
        other.save(path, compressed=False)
        same(other, load(path))
    same(t, opened)
    assert [one.name for one in tmp_path.iterdir()] == [path.name]


@pytest.mark.parametrize("kernel", ["", "forbid"])
@pytest.mark.parametrize(
    ("name", "row", "number", "message"),
    [
        ("parent", 30_000, 30_000, "parent.npy: visit 30,001 has parent 30,000; expected"),
        ("parent", 40_000, -1, "parent.npy: visit 40,001 has parent -1; expected"),
        ("size", 50_000, 0, "size.npy: visit 50,001 has size 0; expected 1 to"),
        ("size", 60_000, 2**31 - 1, "size.npy: visit 60,001 has size 2,147,483,647; expected"),
        ("depth", 70_000, 500, "depth.npy: visit 70,001 has depth 500; expected"),
        ("player", 80_000, 3, "player.npy: visit 80,001 has player 3; expected 0, 1 or 2"),
        ("action", 90_000, 77, "action.npy: visit 90,001 has move 77; expected less than"),
        ("flags", 100_000, 64, "flags.npy: visit 100,001 has flags 64; expected a complete visit"),
        (
            "flags",
            110_000,
            128,
            "flags.npy: visit 110,001 has flags 128; expected no flag of a leaf",
        ),
        ("flags", 549_945, 128, "repeats.npy does not fit the visits"),
        ("flags", 549_945, 64, "flags.npy has open visits"),
    ],
)
def test_invalid_number_is_found_anywhere(
    tmp_path, monkeypatch, long, name, row, number, message, kernel
):
    monkeypatch.setenv(CHOICE, kernel)
    path = tmp_path / "a.trace"
    column = getattr(long.log, name)
    before = column[row]
    column[row] = number
    try:
        long.save(path, compressed=False)
    finally:
        column[row] = before
    with pytest.raises(InvalidInput) as caught:
        load(path)
    assert message in str(caught.value)
    assert str(caught.value).startswith(f"{path}: ")


@pytest.mark.parametrize("search", ["transposition", "minimax", "pvs", ""])
def test_damaged_byte_of_a_mapped_file_is_loaded_or_refused(tmp_path, mapped, search):
    path = tmp_path / "a.trace"
    if search:
        trace("tic-tac-toe@xo.|.x.|...", search=search).save(path, compressed=False)
    else:  # of an earlier version
        path.write_bytes(rewritten(GOLDEN / "pvs.trace"))
    whole, dice, refused = path.read_bytes(), random.Random(11), 0
    for _ in range(600):
        damaged = bytearray(whole)
        for _ in range(dice.choice([1, 1, 3])):
            damaged[dice.randrange(len(damaged))] = dice.randrange(256)
        path.write_bytes(damaged[: dice.choice([len(damaged), dice.randrange(len(damaged))])])
        try:
            opened = load(path)
            assert len(list(opened.walk())) == len(opened.log)
        except InvalidInput as error:
            refused += 1
            assert str(path) in str(error)  # noqa: PT017
            assert "\n" not in str(error)  # noqa: PT017
    assert refused > 300


def test_columns_longer_than_the_file_are_not_read_past_its_end(tmp_path, mapped):
    path = tmp_path / "a.trace"
    trace("lecture").save(path, compressed=False)
    parts = {
        name: part.replace(b"(11,), }     ", b"(5000000,), }")
        for name, part in parts_of(path).items()
    }
    data = bytearray(zipped(parts))
    with zipfile.ZipFile(path) as archive:
        columns = [archive.getinfo(f"{name}.npy") for name, _ in columns_with(Windows.ONE_END)]
    for column in columns:
        # The last time that its name is there is in the table of contents, behind the sizes.
        at = data.rindex(column.filename.encode()) - 46
        size = 128 + (column.file_size - 128) // 11 * 5_000_000
        data[at + 20 : at + 28] = struct.pack("<II", size, size)
    path.write_bytes(data)
    with pytest.raises(InvalidInput, match=r"parent\.npy is (cut short|damaged)"):
        load(path)


def test_file_that_unpacks_to_far_more_than_any_trace_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("tracer.archive.columns._ROOM", 10_000)
    path = tmp_path / "a.trace"
    trace("lecture").save(path)
    same(trace("lecture"), load(path))
    path.write_bytes(zipped(parts_of(path) | {"more": bytes(10**7)}, zipfile.ZIP_DEFLATED))
    with pytest.raises(InvalidInput, match="would unpack to 10,0"):
        load(path)


@pytest.mark.parametrize("compressed", [True, False])
def test_progress_rises_from_zero_to_the_number_of_rows(tmp_path, long, compressed):
    path = tmp_path / "a.trace"
    saved, read = [], []
    long.save(path, compressed=compressed, on_progress=saved.append)
    load(path, on_progress=read.append)
    for progress in (saved, read):
        assert len(progress) > 10
        assert progress[-1] == len(long.log)
        assert all(one <= other for one, other in itertools.pairwise(progress))
        assert max(other - one for one, other in itertools.pairwise(progress)) < 0.6 * len(long.log)


@pytest.mark.parametrize("compressed", [True, False])
def test_interrupted_save_leaves_the_file_unchanged(tmp_path, long, compressed):
    path = tmp_path / "a.trace"
    path.write_text("as it was", encoding="utf-8")

    def stop(rows):
        if rows > len(long.log) / 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        long.save(path, compressed=compressed, on_progress=stop)
    assert path.read_text(encoding="utf-8") == "as it was"
    assert [one.name for one in tmp_path.iterdir()] == [path.name]


def test_mapped_file_is_read_only(tmp_path, mapped):
    path = tmp_path / "a.trace"
    trace("lecture").save(path, compressed=False)
    opened = load(path)
    with pytest.raises(TypeError):
        opened.log.value[0] = math.pi


def test_lookups_in_a_mapped_trace_equal_those_in_memory(tmp_path, mapped):
    path = tmp_path / "a.trace"
    t, other = trace("tic-tac-toe@xo.|.x.|..."), trace("tic-tac-toe@xo.|.x.|...", "minimax")
    t.save(path, compressed=False)
    opened = load(path)
    assert is_mapped(opened)
    for value in (-1.0, 0.0, 1.0, 77.0):
        rows = [row for row, one in enumerate(t.log.value) if one == value]
        assert list(rows_with_value(opened, value, 10**6)) == rows
        assert list(rows_with_value(opened, value, 3)) == rows[:3]
    differences = [Differences(one, other) for one in (opened, t)]
    for found in differences:
        while found.advance(1):
            pass
    assert list(differences[0].steps) == list(differences[1].steps) != []
    mine, theirs = RunningCounts(opened), RunningCounts(t)
    for step in range(0, len(t.replay), 97):
        assert mine.at(opened.at(step)) == theirs.at(t.at(step))
