"""Parquet columns read back equal to the views."""

from __future__ import annotations

import csv
import io
import itertools
import json
import math
import re
import sys

import pytest
from hypothesis import given, settings

from engine.errors import InvalidInput
from engine.text.install_advice import install_command
from tests.support.strategies import conventions, trees, windows
from tracer import trace
from tracer.export.options import _EVERY as EVERY
from tracer.export.options import ExportOptions
from tracer.export.registry import find_format
from tracer.text.csv_cells import csv_cell

parquet = pytest.importorskip("pyarrow.parquet")


def read(t):
    return parquet.ParquetFile(io.BytesIO(t.export("parquet")))


def check(t):
    columns = read(t).read().to_pydict()
    views = list(t.visits)
    rows = {}
    assert columns["node"] == list(range(len(views)))
    assert columns["order"] == [view.order for view in views]
    signs = {"upper": "≤", "lower": "≥", None: ""}
    for bound, view in zip(columns["bound"], views, strict=True):
        assert signs[bound] == (str(view.bound) if str(view.bound) in "≤≥" else "")
    for number, view in enumerate(views):
        got = {name: column[number] for name, column in columns.items()}
        parent = got["parent"]
        assert (columns["id"][parent] if parent >= 0 else None) == view.parent
        assert parent < number
        assert (got["id"], got["move"], got["depth"]) == (view.id, view.move, view.depth)
        assert (got["player"], got["kind"]) == (view.player.name.lower(), str(view.kind))
        assert (got["alpha"], got["beta"]) == (view.alpha, view.beta)
        assert got["value"] == (None if math.isnan(view.value) else view.value)
        whole = math.isnan(view.value) or view.value == int(view.value)
        assert got["exact"] == (None if whole or view.exact is None else str(view.exact))
        rows[number] = 1
        while parent >= 0:  # subtrees counted by climbing
            rows[parent] += 1
            parent = columns["parent"][parent]
    assert columns["size"] == list(rows.values())
    cut = {cutoff.row: cutoff.skipped for cutoff in t.cutoffs}
    assert columns["early_return"] == [row in cut for row in rows]
    assert columns["skipped"] == [len(cut.get(row, ())) for row in rows]
    return columns


@pytest.mark.parametrize(
    ("source", "options"),
    [
        ("lecture", {}),
        ("dice", {}),
        ("fractions", {}),
        ("reversi:4", {"search": "deepening", "depth": 2}),
        ("tic-tac-toe", {"max_visits": 50}),
    ],
)
def test_csv_and_json_lines_have_every_column(source, options):
    t = trace(source, **options)
    columns = read(t).read().to_pylist()
    lines = [json.loads(line) for line in t.export("jsonl").splitlines()]
    rows = list(csv.DictReader(io.StringIO(t.export("csv"))))
    assert {*lines[0]} <= {*rows[0]} == {*columns[0], "parent_node"}
    for column, line, row in zip(columns, lines, rows, strict=True):
        column["parent_node"] = column.pop("parent")  # here CSV has the parent's name
        for name, cell in column.items():
            if isinstance(cell, float):
                assert float(line[name]) == float(row[name]) == cell
            else:
                assert line.get(name) == cell
                text = json.dumps(cell) if isinstance(cell, bool) else str(cell)
                text = csv_cell(text) if name in ("id", "move") else text
                assert row[name] == ("" if cell is None else text)


@given(trees(4), conventions, windows)
@settings(max_examples=25)
def test_every_column_reads_back(tree, convention, window):
    check(trace(tree, convention=convention, window=window))


@pytest.mark.parametrize(
    ("source", "options"),
    [
        ("tic-tac-toe@xo.|xo.|...", {}),
        ("tic-tac-toe", {"max_visits": 50}),
        ("dice", {}),
        ("fractions", {}),
        ("reversi:4", {"search": "deepening", "depth": 3}),
    ],
)
def test_games_chance_passes_and_stopped_searches_read_back(source, options):
    t = trace(source, **options)
    columns = check(t)
    assert ("pass" in columns) == t.has_passes
    if t.has_passes:
        assert sorted(set(columns["pass"])) == [1, 2, 3]
        assert columns["parent"].count(-1) == 3


def test_metadata_describes_the_search():
    t = trace("lecture", convention="cs188", window=(-2, 9))
    metadata = {k.decode(): v.decode() for k, v in read(t).schema_arrow.metadata.items()}
    assert metadata["schema"] == "plytrace.trace/1"
    assert (metadata["source"], metadata["search"]) == ("lecture", "alphabeta")
    assert metadata["convention"] == "cs188"
    assert json.loads(metadata["options"]) == {"window": [-2, 9]}
    assert json.loads(metadata["counts"]) == t.counts.as_dict()


def test_types_encodings_and_compression_are_as_documented():
    file = read(trace("tic-tac-toe"))
    types = {field.name: str(field.type) for field in file.schema_arrow}
    assert types["parent"] == types["node"] == types["size"] == "int32"
    assert types["alpha"] == types["value"] == "double"
    group = file.metadata.row_group(0)
    columns = {group.column(n).path_in_schema: group.column(n) for n in range(group.num_columns)}
    assert {column.compression for column in columns.values()} == {"ZSTD"}
    for name in ("node", "parent"):
        assert "DELTA_BINARY_PACKED" in columns[name].encodings
    assert "DELTA_BYTE_ARRAY" in columns["id"].encodings


def test_several_row_groups_form_one_table(monkeypatch):
    monkeypatch.setattr("tracer.export.formats.parquet._ROWS", 1000)
    monkeypatch.setattr("tracer.export.formats.parquet._BATCH", 300)
    t = trace("tic-tac-toe@x..|...|...", max_visits=2500)
    file = read(t)
    assert file.metadata.num_row_groups == 3
    check(t)


def test_row_group_is_written_before_the_next_is_computed(monkeypatch):
    monkeypatch.setattr("tracer.export.formats.parquet._ROWS", 2 * EVERY)
    out, written = io.BytesIO(), []
    t = trace("tic-tac-toe", "minimax", max_visits=10 * EVERY)
    options = ExportOptions(on_progress=lambda row: written.append((row, out.tell())))
    find_format("parquet").write(t, out, options)
    assert [row for row, _ in written] == [*range(0, 10 * EVERY, EVERY)]
    groups = [size for _, size in written]
    assert groups[::2] == groups[1::2]
    assert all(one < other for one, other in itertools.pairwise(groups[::2]))


@pytest.mark.slow
def test_tic_tac_toe_file_is_small_and_has_its_counts():
    t = trace("tic-tac-toe", "minimax")
    written = t.export("parquet")
    assert len(written) < 1_200_000
    file = parquet.ParquetFile(io.BytesIO(written))
    assert file.metadata.num_rows == t.counts.visited == 549_946
    kinds = file.read(["kind"])["kind"].value_counts().to_pylist()
    assert {one["values"]: one["counts"] for one in kinds} == {
        "interior": t.counts.expanded,
        "terminal": t.counts.terminals,
    }
    assert file.read(["parent"])["parent"].to_pylist() == t.log.parent.tolist()


def test_column_sums_equal_the_counts():
    t = trace("tic-tac-toe")
    columns = read(t).read().to_pydict()
    assert sum(columns["skipped"]) == t.counts.skipped
    assert sum(columns["early_return"]) == t.counts.early_returns
    assert sum(skipped > 0 for skipped in columns["skipped"]) == t.counts.cutoffs


def test_missing_package_is_reported(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(InvalidInput, match=re.escape(install_command("parquet"))):
        trace([1, 2]).export("parquet", tmp_path / "x.parquet")
    assert not list(tmp_path.iterdir())
