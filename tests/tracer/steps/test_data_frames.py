"""Notebook displays of visits and cutoffs, and their tables for other packages."""

import copy
import csv
import io
import json
import pickle

import pytest

from engine.errors import InvalidInput
from tests.support.cases import over
from tests.support.html_reader import Page
from tracer import compare, counted, trace
from trees.other_inputs.matrix import open_matrix


def test_repr_of_a_visit_and_a_cutoff_shows_their_fields():
    t = trace("lecture")
    assert repr(t.visits[6]) == "Visit(7, 'C1', value=2, window=(3, inf))"
    assert repr(trace("lecture", "minimax").visits[0]) == "Visit(1, 'A', value=3)"
    assert repr(t.cutoffs[0]) == (
        "Cutoff('C', after='C1', value=2, window=(3, inf), skipped=('C2', 'C3'))"
    )
    half = trace("lecture", max_visits=3)
    assert repr(half.visits[0]) == "Visit(1, 'A', value=None, window=(-inf, inf))"


def test_slices_and_filters_return_visits():
    t = trace("lecture")
    leaves = t.visits.filter(lambda visit: visit.kind == "terminal")
    assert [visit.id for visit in leaves] == ["B1", "B2", "B3", "C1", "D1", "D2", "D3"]
    assert [visit.id for visit in leaves[1:3]] == ["B2", "B3"]
    assert t.visits[6] in leaves
    assert t.visits[0] not in leaves
    assert t.visits[2:5] == t.visits[2:5] != t.visits[2:6]
    assert repr(t.visits[2:5]) == "<3 visits of lecture>"
    assert len(t.cutoffs.filter(lambda cutoff: cutoff.skipped)) == 1


def test_traces_are_equal_if_their_contents_are():
    t = trace("lecture")
    assert t == trace("lecture") == copy.copy(t) == pickle.loads(pickle.dumps(t))
    assert hash(t) == hash(trace("lecture"))
    assert t.visits[3] == trace("lecture").visits[3]
    half = trace("lecture", max_visits=3)
    assert half == trace("lecture", max_visits=3)  # though values are not known
    for other in (
        trace("lecture", "minimax"),
        trace("lecture", convention="mit"),
        trace([[3, 12, 8], [2, 4, 6], [14, 5, 2]]),
        "lecture",
    ):
        assert t != other
    assert counted("lecture", "minimax") == counted("lecture", "minimax")
    assert counted("lecture", "minimax") != counted("lecture")
    assert counted("lecture") != t


def test_traces_with_other_names_or_leaves_differ():
    three = trace("{tree: {id: A, children: [{id: B, value: 3}]}}")
    renamed = trace("{tree: {id: A, children: [{id: C, value: 3}]}}")
    other = trace("{tree: {id: A, children: [{id: B, value: 4}]}}")
    three.source = renamed.source = other.source = "t"
    assert three != renamed
    assert three != other


@over("source", ["lecture", "{tree: [[1/3, 2], [1/7, 5]]}"])
@over("visits", [None, 3])
@over("package", ["rows", "pandas", "polars"])
def test_tables_have_the_fields_of_the_json_and_the_csv(source, visits, package):
    t = trace(source, max_visits=visits)
    table = t.visits.rows()
    if package != "rows":
        pytest.importorskip(package)
        frame = getattr(t.visits, f"to_{package}")()
        table = frame.to_dict("records") if package == "pandas" else frame.to_dicts()
    records = json.loads(t.export("json"))["visits"]
    lines = list(csv.DictReader(io.StringIO(t.export("csv"))))
    for row, record, line in zip(table, records, lines, strict=True):
        cells = {name: None if cell != cell else cell for name, cell in row.items()}
        for name in ("alpha", "beta"):
            assert cells.pop(name) == float(record[name])
        assert cells == {name: record.get(name) for name in cells}
        for name in ("exact", "bound"):
            assert line[name] == (cells[name] or "")


@pytest.mark.parametrize("package", ["pandas", "polars"])
def test_an_empty_selection_keeps_its_columns_and_the_types_of_numbers(package):
    pytest.importorskip(package)
    for views in (trace("lecture").visits, trace("lecture").cutoffs):
        some, all_ = (getattr(one, f"to_{package}")() for one in (views[:0], views))
        assert list(some.columns) == list(all_.columns)
        if package == "polars":
            assert some.schema == all_.schema
        else:
            numbers = [name for name, kind in all_.dtypes.items() if kind.kind in "if"]
            assert {"value", "alpha", "beta"} <= set(numbers)
            assert list(some.dtypes[numbers]) == list(all_.dtypes[numbers])
    assert trace("lecture").cutoffs.rows()[0]["skipped"] == ["C2", "C3"]


def test_rich_shows_what_repr_shows():
    pretty = pytest.importorskip("rich.pretty")
    t = trace("lecture")
    shown = (t.visits[6], compare("lecture"), t.settings, t.cutoffs)
    for one in shown:
        assert pretty.pretty_repr(one, max_width=300) == repr(one)
    assert pretty.pretty_repr(t.cutoffs[0]).startswith("Cutoff(")


def test_settings_comparisons_and_stopped_traces_show_what_matters():
    assert repr(trace("lecture").settings) == "Settings(convention='aima')"
    limited = trace("lecture", depth=2, convention="aima,cutoff=>")
    assert repr(limited.settings) == "Settings(convention='aima,cutoff=>', depth=2)"
    found = compare("lecture", ["minimax", "expectiminimax"], max_visits=5)
    assert repr(found) == (
        "<comparison of lecture: minimax (value ?, stopped after 5 visits), "
        "expectiminimax (value ?, stopped after 5 visits)>"
    )
    assert repr(compare("lecture", ["alphabeta"], ["aima", "cs188"])) == (
        "<comparison of lecture: alphabeta aima (value 3, 11 visits), "
        "alphabeta cs188 (value 3, 11 visits)>"
    )
    assert repr(compare("lecture", ["minimax"]).runs[0]) == (
        "<minimax, aima, given: value 3, 13 visits>"
    )
    stopped = trace("lecture", max_visits=3)
    assert repr(stopped) == "<alphabeta of lecture: stopped after 3 visits (max-visits)>"


def test_a_missing_package_is_named_with_the_command_that_installs_it(monkeypatch):

    monkeypatch.setattr(
        "tracer.steps.visit_views.import_module",
        lambda name: (_ for _ in ()).throw(ImportError(name)),
    )
    for call in (lambda v: v.to_pandas(), lambda v: v.to_polars()):
        with pytest.raises(InvalidInput, match=r"needs the package \w+, .* install \w+"):
            call(trace("lecture").visits)


@pytest.mark.parametrize(
    ("shown", "heading", "cell"),
    [
        (trace("lecture").visits, "alpha", "+∞"),
        (trace("lecture").cutoffs, "skipped", "C2, C3"),
        (trace("lecture").counts, "count", "11"),
        (compare("lecture", ["minimax", "alphabeta"]), "visited", "13"),
        (open_matrix("mp520"), "P2 \\ P1", "6, 3"),
        (trace("{tree: {id: <b>, children: [1]}}").visits, "id", "<b>"),
    ],
    ids=["visits", "cutoffs", "counts", "comparison", "matrix", "markup"],
)
def test_a_notebook_shows_a_table(shown, heading, cell):
    page = Page(shown._repr_html_())
    assert heading in page.texts["th"]
    assert cell in page.texts["td"]
    assert {tag for tag, _ in page.elements} <= {
        *("table", "caption", "thead", "tbody", "tr", "th", "td")
    }


def test_notebook_shows_the_start_and_end_of_a_long_trace():
    visits = trace("tic-tac-toe", max_visits=5000).visits
    rows = Page(visits._repr_html_()).texts["td"][:: len(visits.rows()[0])]
    assert len(rows) == 61
    assert (rows[0], rows[30], rows[-1]) == ("1", "…", "5000")
