"""A count-only search agrees with its trace, except that it has no visits."""

import csv
import json
from io import StringIO

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engine.errors import SearchRefused, UsageError
from tests.support.cases import over
from tests.support.strategies import conventions, trees
from tests.support.tables import table
from tracer import Counted, Trace, counted, trace
from tracer.compare.comparison import compare
from tracer.export.records import summary_record
from tracer.steps.replay import RunningCounts

SEARCHES = table(__file__, "counted_searches")


@over(("source", "asked"), SEARCHES)
def test_count_only_result_agrees_with_the_trace(source, asked):
    of_rows, of_counts = trace(source, **asked), counted(source, **asked)
    summary, right = summary_record(of_counts), summary_record(of_rows)
    assert summary.pop("record") == "counts"
    if of_rows.game.has_chance:
        right.pop("exact", None)  # the means that it is made of are gone
    assert summary == right
    assert of_counts.by_depth == of_rows.by_depth
    assert of_counts.deepest == of_rows.deepest
    if of_rows.stopped is None:
        assert of_counts.pass_visits == of_rows.pass_visits


def test_depths_add_up_to_the_counts():
    found = json.loads(str(counted("reversi:5").export("json")))
    for name, number in found["counts"].items():
        assert sum(level[name] for level in found["by_depth"]) == number
    assert "visits" not in found
    assert found["counts"]["visited"] == 258_021  # published


def test_every_printed_format_has_the_depths():
    found = counted("lecture")
    lines = [json.loads(line) for line in str(found.export("jsonl")).splitlines()]
    rows = list(csv.DictReader(StringIO(str(found.export("csv")))))
    table = [row for row in str(found.export("md")).splitlines() if row.startswith(("| 1", "| 2"))]
    text = [row.split() for row in str(found.export("text")).splitlines()]
    assert [line["visited"] for line in lines] == [1, 3, 7]
    assert [row["skipped"] for row in rows] == ["0", "0", "2"]
    assert table == ["| 1 | 3 | 3 | 3 | 0 | 1 | 2 | 0 |", "| 2 | 7 | 9 | 0 | 7 | 0 | 0 | 2 |"]
    assert ["2", "7", "9", "0", "7", "0", "0", "2"] in text


def test_a_summary_has_no_depths():
    found = counted("lecture")
    for format_name in ("text", "json", "jsonl", "csv", "md"):
        assert "depth" not in str(found.export(format_name, summary=True))


def test_formats_that_list_visits_are_refused():
    with pytest.raises(UsageError, match="svg needs the visits, which were not kept"):
        counted("lecture").export("svg")


def test_count_only_result_is_written_to_a_file(tmp_path):
    counted("lecture").export(path=tmp_path / "lecture.json")
    assert json.loads((tmp_path / "lecture.json").read_text())["record"] == "counts"


def test_a_notebook_shows_the_result():
    assert "visited 11" in counted("lecture")._repr_mimebundle_()["text/plain"]


def test_arguments_refused_by_trace_are_refused():
    with pytest.raises(SearchRefused, match="mcts cannot keep only counts"):
        counted("lecture", "mcts", iterations=5)
    with pytest.raises(TypeError, match="unexpected keyword argument 'dept'"):
        counted("lecture", dept=3)


def test_comparison_of_counts_equals_that_of_traces():
    for source, searches in (("reversi:4", ["minimax", "alphabeta"]), ("lecture", ["pvs"])):
        options = {"depth": 4} if source == "reversi:4" else {}
        one, other = (compare(source, searches, run=run, **options) for run in (trace, counted))
        for mine, theirs in zip(one.runs, other.runs, strict=True):
            for name in ("value", "move", "line", "counts", "depth", "branching", "effective"):
                assert getattr(mine, name) == getattr(theirs, name), name


def test_count_only_results_and_traces_are_distinguished():
    assert isinstance(counted("lecture"), Counted)
    assert not isinstance(counted("lecture"), Trace)


# Counts of stopped searches, and of searches with several passes ----------------------------------


@given(trees(5), conventions, st.data())
def test_counts_at_the_last_step_of_a_stopped_search_equal_its_counts(tree, convention, data):
    whole = len(trace(tree, convention=convention).log)
    assume(whole > 1)
    visits = data.draw(st.integers(1, whole - 1))
    t = trace(tree, convention=convention, max_visits=visits)
    assert t.stopped is not None
    so_far = RunningCounts(t).at(t.at(len(t.replay) - 1))
    for name in ("visited", "evaluated", "cutoffs", "skipped", "early_returns"):
        assert getattr(so_far, name) == getattr(t.counts, name), name


@given(st.integers(1, 6))
def test_count_below_the_root_excludes_the_roots_of_every_pass(depth):
    t = trace("tic-tac-toe@xo.|.x.|..o", "deepening", depth=depth)
    assert t.counts.below_root == sum(1 for above in t.log.parent if above >= 0)
