"""The rows of CSV, JSON lines and JSON read back equal to the views."""

import csv
import io
import json
import math

import pytest
from hypothesis import given

from tests.support.cases import examples, over
from tests.support.strategies import conventions, trees, windows
from tests.support.tables import table
from tests.tracer.runs.test_searches_beyond_the_course import RUNS
from tracer import trace
from tracer.text.numbers import read_number, show_number
from tracer.text.printable_text import csv_cell


def check(t):
    """Compare JSON lines with the views, and CSV and JSON with JSON lines."""
    lines = [json.loads(line) for line in t.export("jsonl").splitlines()]
    more = ("node", "parent_node", "size", "early_return", "skipped")
    shared = [{name: line[name] for name in line if name not in more} for line in lines]
    assert json.loads(t.export("json"))["visits"] == shared
    views = list(t.visits)
    sizes = {}
    assert [line["node"] for line in lines] == list(range(len(views)))
    assert [line["order"] for line in lines] == [view.order for view in views]
    signs = {"upper": "≤", "lower": "≥", None: ""}
    for number, (line, view) in enumerate(zip(lines, views, strict=True)):
        parent = line["parent_node"]
        assert parent < number
        assert (lines[parent]["id"] if parent >= 0 else None) == line["parent"] == view.parent
        assert (line["id"], line["move"], line["depth"]) == (view.id, view.move, view.depth)
        player = t.player_name(number) if t.vectors else view.player.name.lower()
        assert (line["player"], line["kind"]) == (player, str(view.kind))
        assert tuple(read_number(line[name]) for name in ("alpha", "beta")) == (
            view.alpha,
            view.beta,
        )
        value = [*map(float, t.shares(number))] if t.vectors else view.value
        assert line["value"] == (None if math.isnan(view.value) else value)
        whole = math.isnan(view.value) or view.value == int(view.value)
        assert line.get("exact") == (None if whole or view.exact is None else str(view.exact))
        assert signs[line.get("bound")] == (str(view.bound) if str(view.bound) in "≤≥" else "")
        sizes[number] = 1
        while parent >= 0:  # subtrees counted by climbing
            sizes[parent] += 1
            parent = lines[parent]["parent_node"]
    assert [line["size"] for line in lines] == list(sizes.values())
    cut = {cutoff.row: cutoff.skipped for cutoff in t.cutoffs}
    assert [line["early_return"] for line in lines] == [row in cut for row in sizes]
    assert [line["skipped"] for line in lines] == [len(cut.get(row, ())) for row in sizes]
    for line, row in zip(lines, csv.DictReader(io.StringIO(t.export("csv"))), strict=True):
        assert {*line} <= {*row}
        for name, text in row.items():
            cell = line.get(name)
            if isinstance(cell, list):
                assert json.loads(text) == cell
            elif name in ("alpha", "beta", "value") and cell is not None:
                assert read_number(text) == read_number(cell)
            else:
                shown = json.dumps(cell) if isinstance(cell, bool) else str(cell)
                shown = csv_cell(shown) if name in ("id", "parent", "move") else shown
                assert text == ("" if cell is None else shown)
    return lines


@given(trees(5), conventions, windows)
@examples(15)
def test_every_row_reads_back(tree, convention, window):
    check(trace(tree, convention=convention, window=window))


@pytest.mark.parametrize(("source", "options"), table(__file__, "row_searches"))
def test_games_chance_passes_and_stopped_searches_read_back(source, options):
    t = trace(source, **options)
    lines = check(t)
    assert ("pass" in lines[0]) == t.has_passes
    if t.has_passes:
        assert sorted({line["pass"] for line in lines}) == [1, 2, 3]
        assert [line["parent_node"] for line in lines].count(-1) == 3


@over(("source", "search", "options"), RUNS, ms=60)
def test_every_search_reads_back(source, search, options):
    t = trace(source, search, **options)
    check(t)
    for name in ("md", "text"):
        text = t.export(name)
        assert show_number(t.value) in text
        assert str(t.counts.visited) in text.replace(",", "")


def test_sums_equal_the_counts():
    t = trace("tic-tac-toe@x..|...|...")
    lines = [json.loads(line) for line in t.export("jsonl").splitlines()]
    assert sum(line["skipped"] for line in lines) == t.counts.skipped
    assert sum(line["early_return"] for line in lines) == t.counts.early_returns
    assert sum(line["skipped"] > 0 for line in lines) == t.counts.cutoffs
