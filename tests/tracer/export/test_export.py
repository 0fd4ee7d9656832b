"""Every format agrees with the trace and reads back equal."""

import json
import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import InvalidInput, UsageError
from tests.support.cases import examples, over
from tests.support.naive import values_by_path
from tests.support.pages import blocks
from tests.support.tables import table
from tracer import trace
from tracer.export.format import FORMATS, choose_format
from tracer.steps.visit_views import VISIT_FIELDS


def test_json_matches_the_documented_record():
    t = trace("lecture")
    record = json.loads(t.export("json"))
    (documented,) = (
        page
        for page in map(json.loads, blocks("command-line.md", "json"))
        if page["schema"] == "plytrace.trace/1"
    )
    documented["cutoffs"][0]["because"] = t.cutoffs[0].because
    last = {"at": "D", "after": "D3", "beta": 5, "skipped": [], "because": t.cutoffs[1].because}
    assert record["cutoffs"] == [*documented.pop("cutoffs"), record["cutoffs"][0] | last]
    assert record["visits"][:1] == documented.pop("visits")
    assert tuple(record["visits"][0]) == VISIT_FIELDS
    del record["visits"], record["cutoffs"]
    assert record == documented
    assert '"value": 3,' in t.export("json")  # whole values are printed whole
    assert json.loads(t.export("json", summary=True)) == record


def entry(record, path):
    """An entry of a record by a path such as `visits.0.id`; `#` is the length."""
    for part in path.split("."):
        if part == "#":
            record = len(record)
        else:
            record = record[int(part)] if isinstance(record, list) else record[part]
    return record


@over("row", table(__file__, "records"))
def test_json_has_the_entries_of_the_table(row):
    options = row.get("options", {})
    record = json.loads(trace(row["source"], row.get("search"), **options).export("json"))
    assert {path: entry(record, path) for path in row["entries"]} == row["entries"]


def test_exact_fractions_accompany_their_doubles():
    record = json.loads(trace("fractions").export("json"))
    exact = {v["exact"]: v["value"] for v in record["visits"] if "exact" in v}
    assert exact
    for text, value in exact.items():
        numerator, denominator = map(int, text.split("/"))
        assert numerator / denominator == value
    assert all("exact" not in v for v in record["visits"] if isinstance(v["value"], int))


@pytest.mark.parametrize(("window", "bound", "message"), table(__file__, "bounds"))
def test_root_value_outside_its_window_is_marked_as_a_bound(window, bound, message):
    t = trace("lecture", window=window)
    assert json.loads(t.export("json", summary=True)).get("bound") == bound
    assert message in t.export("text")


@given(st.recursive(st.integers(-5, 5), lambda one: st.lists(one, min_size=1, max_size=4)))
@examples(20)
def test_bounds_are_on_the_correct_side_and_other_values_exact(tree):
    t = trace([tree, 0])
    true = values_by_path([tree, 0])
    paths, names = {None: ()}, {}
    for record in json.loads(t.export("json"))["visits"]:
        if record["parent"] is None:
            path = ()
        else:
            above = names[record["parent"]]
            game = t.game
            moves = [game.name_of(move) for move in game.moves(paths[record["parent"]])]
            path = (*above, moves.index(record["move"]))
        names[record["id"]] = path
        node = t.game.initial
        for place in path:
            node = t.game.result(node, list(t.game.moves(node))[place])
        paths[record["id"]] = node
        side = record.get("bound")
        if side is None:
            assert record["value"] == true[path]
        elif side == "upper":
            assert true[path] <= record["value"]
        else:
            assert true[path] >= record["value"]


def test_tables_mark_the_bounds_of_the_data_formats():
    t = trace("lecture")
    rows = [json.loads(line) for line in t.export("jsonl").splitlines()]
    shown = {}  # what the Markdown table says
    for line in t.export("md").split("## Visits")[1].splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if cells[0].isdecimal():
            shown[cells[1]] = cells[5][0] if cells[5][0] in "≤≥" else ""
    signs = {"upper": "≤", "lower": "≥", None: ""}
    assert {row["id"]: signs[row.get("bound")] for row in rows} == shown
    assert shown["C"] == "≤"
    assert not shown["D"]  # its last child was visited: exact


def test_minimax_has_full_windows_and_no_cutoffs():
    record = json.loads(trace("lecture", "minimax").export("json"))
    assert {(v["alpha"], v["beta"]) for v in record["visits"]} == {("-inf", "inf")}
    assert record["cutoffs"] == []


def test_visits_have_their_kinds():
    dice = json.loads(trace("dice").export("json"))
    assert {v["kind"] for v in dice["visits"]} == {"interior", "chance", "terminal"}
    cut_off = json.loads(trace("tic-tac-toe", depth=1).export("json"))
    assert [v["kind"] for v in cut_off["visits"]] == ["interior"] + ["evaluated"] * 9


@pytest.mark.parametrize("name", [n for n, f in FORMATS.items() if "summary" in f.takes])
def test_every_format_ends_its_last_line_and_has_a_summary(name):
    t = trace("lecture")
    for summary in (False, True):
        text = t.export(name, summary=summary)
        assert text.endswith("\n")
        assert "nan" not in text.lower()
        assert not any(line != line.rstrip() for line in text.splitlines()), name
    assert len(t.export(name, summary=True)) < len(t.export(name))


def test_text_starts_its_counts_with_the_courses_own():
    def counts(convention):
        text = trace("lecture", convention=convention).export("text")
        return text[text.index("counts") :].split()[1:]

    assert counts("aima")[:2] == ["visited", "11,"]
    assert counts("comp341")[:3] == ["below", "root", "10,"]
    assert counts("rutgers")[:6] == ["visited", "11,", "terminals", "7,", "early", "returns"]


@over(("source", "search", "name", "has", "lacks"), table(__file__, "texts"))
def test_text_has_every_fact_and_no_more(source, search, name, has, lacks):
    text = trace(source, search).export(name)
    assert [words for words in has if words not in text] == []
    assert [words for words in lacks if words in text] == []
    assert name != "text" or max(len(line) for line in text.splitlines()) <= 80


def test_text_of_a_big_search_stays_readable():
    text = trace("tic-tac-toe").export("text")
    assert len(text.splitlines()) < 140
    assert "and 18,257 more" in text
    assert "root, 1, 1 2, 1 2 3" in text


def test_headings_show_a_title_that_adds_information(tmp_path):
    position = tmp_path / "p.yaml"
    position.write_text(
        "name: X wins\ngame: tic-tac-toe\nposition: xx.|oo.|...\n", encoding="utf-8"
    )
    for source, heading in (
        ("lecture", "lecture: Lecture example"),
        (position, f"{position}: X wins"),
        ("tic-tac-toe@xx.|oo.|...", "tic-tac-toe@xx.|oo.|..."),
        ("[1, 2]", "[1, 2]"),
    ):
        assert trace(source).export("text", summary=True).splitlines()[0] == heading
    assert trace("lecture").export("md").startswith("# lecture: Lecture example\n")
    assert trace("lecture").export("text", ascii=True).isascii()


def test_an_unknown_format_is_refused():
    with pytest.raises(UsageError, match="Did you mean json"):
        trace([1]).export("jsn")


@pytest.mark.parametrize(("path", "name"), table(__file__, "suffixes"))
def test_suffix_selects_the_format(path, name):
    assert choose_format(None, path).name == name
    assert choose_format("csv", path).name == "csv"


def test_unknown_suffix_is_refused(monkeypatch):
    for path in ("x", "x.doc", "json"):
        with pytest.raises(UsageError, match=r"does not determine.*\.json"):
            choose_format(None, path)
    monkeypatch.setitem(FORMATS, "other", replace(FORMATS["csv"], name="other", suffixes=(".csv",)))
    with pytest.raises(
        UsageError, match=r'ambiguous: it can be csv or other.*-f NAME; in Python format="NAME"'
    ):
        choose_format(None, "x.csv")
    with pytest.raises(UsageError, match="the file name is empty"):
        trace([1]).export("csv", "")


def test_first_suffix_of_every_format_selects_it():
    for name, format_ in FORMATS.items():
        assert choose_format(None, f"x{format_.endings[0]}").name == name


def test_option_that_a_format_does_not_support_is_refused():
    t = trace([1, 2])
    with pytest.raises(UsageError, match="csv does not support width; expected width with text"):
        t.export("csv", width=30)
    with pytest.raises(UsageError, match="json does not support as"):
        t.export("json", show="key")


def test_file_is_written_completely_under_its_name(tmp_path):
    t = trace("lecture")
    assert t.export() == t.export("text")
    for name, format_ in FORMATS.items():
        if format_.binary or format_.figure:
            continue
        path = tmp_path / f"lecture{format_.endings[0]}"
        try:
            assert t.export(path=path) is None
        except UsageError:  # a suffix that several formats share
            t.export(name, path)
        assert path.read_bytes().decode() == t.export(name)
    with pytest.raises(InvalidInput, match="cannot be written"):
        t.export("csv", tmp_path / "nowhere" / "x.csv")


def test_partial_traces_are_exported_without_nan():
    t = trace("tic-tac-toe", max_visits=5)
    for name in (name for name, format_ in FORMATS.items() if not format_.binary):
        text = t.export(name)
        assert "nan" not in text.lower()
    assert math.isnan(t.value)
