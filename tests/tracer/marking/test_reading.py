"""Sheets and keys in every form that people write them in."""

import json
from itertools import permutations

import pytest
from hypothesis import given

from tests.support.cases import examples, over
from tests.support.strategies import conventions, trees, windows
from tests.support.tables import table
from tracer import trace
from tracer.marking.blank_forms import FORMS, form
from tracer.marking.grading.grader import Grader
from tracer.marking.grading.make_grader import grader_of
from tracer.marking.keys.key import read_key
from tracer.marking.keys.problem import Problem, SearchRules
from tracer.marking.keys.problem_set import read_key_text
from tracer.marking.reading.formats import sheet_of, sheet_of_text
from tracer.marking.reading.sheet_files import sheets_in
from tracer.questions import PARTS

RIGHT = {
    "visits": "A B B1 B2 B3 C C1 D D1 D2 D3",
    "values": {"A": 3, "B": 3, "C": 2, "D": 2},
    "windows": {"A": "(-inf, inf)", "B": "(-inf, inf)", "C": "(3, inf)", "D": "(3, inf)"},
    "cutoffs": [{"at": "C", "alpha": 3, "beta": "inf", "skipped": "C2 C3"}],
    "move": "B",
    "line": "B B1",
    "utility": 3,
    "counts": {"visited": 11},
}


RULES = Grader(Problem("lecture", "lecture")).preferred.rules


@pytest.fixture(scope="module")
def lecture():
    return Grader(Problem("lecture", "lecture"))


@pytest.mark.parametrize("names", [*permutations(RIGHT, 2)], ids=" then ".join)
def test_every_part_is_read_right_below_every_other(lecture, names):
    lines = [
        f"{name}: {PARTS[name].show(PARTS[name].read(RIGHT[name], RULES).claim)}" for name in names
    ]
    marked = lecture.mark(sheet_of_text("\n".join(lines), "sheet", ".txt"))
    assert marked.ok, marked.record()
    assert [part.part for part in marked.parts] == [name for name in PARTS if name in names]


def test_tables_and_json_lines_hold_a_sheet_in_each_row(lecture, tmp_path):
    table = tmp_path / "forms.csv"
    table.write_text(
        "Timestamp,Student ID,Visit order,Best move\n"
        "1,s1,A B B1 B2 B3 C C1 D D1 D2 D3,B\n"
        '2,s2,"A,B,B1",C\n'
        "\n"
        "3,s3,too,many,cells\n",
        encoding="utf-8-sig",
    )
    found = [lecture.mark(one) for one in sheets_in(table)]
    assert [(one.student, one.ok, bool(one.error)) for one in found] == [
        ("s1", True, False), ("s2", False, False), ("", False, True),
    ]  # fmt: skip
    lines = tmp_path / "forms.jsonl"
    lines.write_text(
        json.dumps({"sheet": "x", "student": "s1", **RIGHT}) + "\n\n[1]\n{broken\n",
        encoding="utf-8",
    )
    found = [lecture.mark(one) for one in sheets_in(lines)]
    assert (found[0].sheet, found[0].ok) == ("x", True)
    assert [one.sheet for one in found if one.error] == [f"{lines}:3", f"{lines}:4"]
    two = tmp_path / "two.csv"
    two.write_text("part,answer\nmove,B\nvalues,A=3 B=3\nvalues,C=2 D=2\n", encoding="utf-8")
    assert [lecture.mark(one).ok for one in sheets_in(two)] == [True]


@pytest.mark.parametrize("format_name", ["json", "csv"])
@pytest.mark.parametrize("source", ["lecture", "dice", "three-players", "tic-tac-toe@xo.|.x.|..o"])
def test_output_of_trace_is_a_right_sheet(format_name, source, tmp_path):
    path = tmp_path / f"x.{format_name}"
    path.write_text(trace(source).export(format_name), encoding="utf-8")
    (marked,) = [Grader(Problem(source, source)).mark(one) for one in sheets_in(path)]
    assert marked.ok, marked.record()
    assert len(marked.parts) >= 3


@examples(10)
@given(trees(4), conventions, windows)
def test_bounds_are_right_if_a_trace_wrote_them(tree, convention, window):
    t = trace(tree, convention=convention, window=window)
    options = {"window": window}
    grader = Grader(Problem("x", tree, SearchRules("alphabeta", options), (convention,)))
    record = json.loads(t.export("json"))
    marked = grader.mark(sheet_of(record, "x"))
    assert marked.ok, marked.record()


def test_bound_of_a_trace_is_wrong_if_it_points_the_wrong_way(lecture, tmp_path):
    for name in ("json", "csv"):
        path = tmp_path / f"x.{name}"
        right = trace("lecture").export(name)
        path.write_text(right.replace("upper", "lower"), encoding="utf-8")
        (marked,) = [lecture.mark(one) for one in sheets_in(path)]
        (values,) = [one for one in marked.record()["parts"] if one["part"] == "values"]
        assert "C is ≤ 2, not ≥ 2" in values["message"]


@over("format_name", FORMS)
@over("source", ["lecture", "misconceptions", "dice", "tic-tac-toe@xo.|.x.|..o"])
def test_form_is_read_back_without_answers_if_blank(format_name, source):
    grader = Grader(Problem(source, source))
    text = form(grader, format_name)
    if format_name != "csv":
        suffix = {"text": ".txt"}.get(format_name, f".{format_name}")
        sheet = sheet_of_text(text, "blank", suffix)
        assert sheet.error == ""
        assert set(grader.usual_parts) <= set(sheet.answers)
        marked = grader.mark(sheet)
        assert marked.score == 0
        assert marked.departure is None
    whole = trace(source, "minimax" if source != "dice" else None)
    inner = {place.name for place in whole.walk() if whole.log.actions[place.row]}
    for name in inner if format_name != "csv" else ():
        assert name in text  # not only those that alpha-beta visits


def test_tree_is_read_from_the_key_or_from_beside_it(tmp_path):
    (tmp_path / "mine.yaml").write_text("tree: [[3, 12, 8], [2, 4, 6], [14, 5, 2]]", "utf-8")
    (tmp_path / "theirs.efg").write_text(
        'EFG 2 R "" { "1" "2" } p "" 1 1 "" { "l" "m" "r" } 0\n'
        + "".join(
            f'p "" 2 {number} "" {{ "l" "m" "r" }} 0\n'
            + "".join(f't "" {leaf + 20} "" {{ {leaf} {-leaf} }}\n' for leaf in leaves)
            for number, leaves in enumerate(((3, 12, 8), (2, 4, 6), (14, 5, 2)), start=1)
        ),
        "utf-8",
    )
    for text in (
        "source: mine.yaml\nparts: [visits]\n",
        "source: theirs.efg\nparts: [visits]\n",
        "tree: [[3, 12, 8], [2, 4, 6], [14, 5, 2]]\nroot: max\nparts: [visits]\n",
    ):
        (tmp_path / "key.yaml").write_text(text, encoding="utf-8")
        grader = grader_of(read_key(str(tmp_path / "key.yaml")))
        assert grader.mark(sheet_of({"visits": RIGHT["visits"]}, "s")).ok


@pytest.mark.parametrize("between", [", ", "; ", "\n", " → "])
def test_comma_in_brackets_belongs_to_the_name_of_a_cell(between):
    problem = Problem(
        "rows",
        "tic-tac-toe@xox|oxo|...",
        SearchRules(options={"cells": "row-col"}),
        parts={"visits": 1, "values": 1},
    )
    grader = Grader(problem)
    right = grader.preferred.answers
    values = {name: right.values[name] for name in sorted(right.interior)}
    text = f"visits: {between.join(right.visits)}\n"
    if between != " → ":
        text += f"values: {between.join(f'{name}={value:g}' for name, value in values.items())}"
    marked = grader.mark(sheet_of_text(text, "sheet"))
    assert "(2,1) (2,0)" in right.visits
    assert marked.score == (1 if between == " → " else 2)


@over("title", ["My quiz", "Alpha-beta: which move?", "Quiz 2: visits A B C", "Homework, move B"])
@over(("format_name", "suffix"), [("text", ""), ("md", ".md"), ("yaml", ".yaml")])
def test_form_has_the_name_of_its_key_which_is_no_answer(title, format_name, suffix):
    grader = grader_of(Problem("hw3.yaml", "lecture", parts={"visits": 1, "move": 1}, title=title))
    text = form(grader, format_name)
    assert title in "\n".join(text.splitlines()[:2])
    assert "hw3" not in text
    marked = grader.mark(sheet_of_text(text, "blank", suffix))
    assert (marked.score, marked.unread, marked.record()["pending"]) == (0, (), [])


GIVEN = "At the root, the window is"


@over(("format_name", "suffix"), [("text", ""), ("md", ".md"), ("yaml", ".yaml")])
@over(("key", "window"), [
    ({"source": "lecture", "root-window": [-2, 5]}, "(−2, 5)"),
    ({"source": "lecture", "bounds": [0, 20]}, "(0, 20)"),
    ({"source": "dice", "search": "star1", "bounds": [-10, 10]}, "(−10, 10)"),
    ({"tree": [["x", 3]], "ask": "move B", "root-window": [-2, 5]}, "(−2, 5)"),
    ({"source": "lecture"}, ""),
    ({"source": "lecture", "search": "minimax"}, ""),
    ({"source": "lecture", "search": "aspiration", "guess": 2}, ""),
])  # fmt: skip
def test_form_gives_the_window_at_the_root_if_the_tree_does_not(key, window, format_name, suffix):
    grader = grader_of(read_key_text(json.dumps(key), "key.yaml", "key.yaml"))
    text = form(grader, format_name)
    assert text.count(GIVEN) == bool(window)
    assert not window or f"{GIVEN} {window}." in text
    marked = grader.mark(sheet_of_text(text, "blank", suffix))
    assert (marked.score, marked.unread) == (0, ())


def test_form_about_a_matrix_earns_nothing_if_blank():
    parts = {"dominance": 1.0, "dominant": 1.0, "equilibria": 1.0}
    grader = grader_of(Problem("m", "[[3, -1], [-2, 4]]", parts=parts, kind="matrix"))
    for name in FORMS:
        if name != "csv":
            suffix = f".{name}" if name in ("yaml", "json") else ""
            blank = sheet_of_text(form(grader, name), "blank", suffix)
            marked = grader.mark(blank)
            assert (marked.score, [part.read for part in marked.parts]) == (0, [""] * 3), name
    first, other = (one.name for one in (grader.items["dominance"].game.rows,
                                         grader.items["dominance"].game.columns))  # fmt: skip
    none = sheet_of_text(f"dominance: {first}: none; {other}: none\ndominant: none", "none")
    assert grader.mark(none).score == 2


def test_blank_lines_and_text_of_a_worksheet_are_no_answers():
    text, answers = table(__file__, "reading-worksheet")
    sheet = sheet_of_text(text, "s")
    assert (sheet.student, sheet.variant, sheet.answers) == ("", "3", answers)
    assert [line.text for line in sheet.unlabelled] == [
        "Children are visited from left to right, as in the lecture."
    ]


def test_notes_beyond_the_first_are_not_listed(lecture):
    text = "move: B\n" + "".join(f"vists: x{n}\n" for n in range(500))
    marked = lecture.mark(sheet_of_text(text, "sheet", ".txt"))
    assert marked.ok
    assert len(marked.unread) == 500
    assert len(marked.notes) == 9
    assert marked.notes[-1] == "and 492 more labels are unknown"
